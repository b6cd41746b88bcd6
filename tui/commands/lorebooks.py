"""`reverie import` and `reverie export`: lorebooks in and out.

The one fact that a reader would get wrong: the whole report is shown before anything is stored, and an import happens
wholly or not at all.
"""

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.invocation import (
    Invocation,
    clean_name,
    data_dir_option,
    is_terminal,
    is_wanted,
    json_option,
    pass_invocation,
    put,
    put_json,
    say,
)
from tui.progress import Progress
from tui.signals import signals_stop

if TYPE_CHECKING:
    from assistant.import_plan import ImportPlan
    from assistant.importing import ImportResult
    from assistant.session import Session

FAILED = 1


@click.command("import", short_help="Import a lorebook, after a report.")
@click.argument("file", metavar="FILE")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@data_dir_option
@pass_invocation
def import_(invocation: Invocation, file: str, yes: bool, as_json: bool) -> int:  # noqa: FBT001
    r"""Import the lorebook FILE: World Info, a character book or a card, as JSON.

    First it reports on the whole file: what would be added (+), changed (~) or stay, and what of it Reverie does not
    know (!). On a terminal it then asks; else it goes on. It is done wholly or not at all. Importing a newer version of
    the same lorebook changes only what its author changed: your own edits, and all timers, stay.

    \b
    Examples:
      reverie import harbour.json
      reverie import harbour.json --yes --json
    """
    from assistant.importing import plan_import  # noqa: PLC0415 - brings the store and numpy

    with invocation.session() as session:
        plan = plan_import(session, Path(file))
        for line in plan.lines:
            # With --json, stdout is for the result alone.
            click.echo(line, err=as_json)
        if is_terminal(sys.stdin) and not (yes or plan.is_empty or is_wanted("Import it?")):
            return FAILED
        done = _apply(session, plan)
    if as_json:
        counts = {"added": done.added, "changed": done.changed, "skipped": done.skipped}
        put_json({**counts, "warnings": list(done.warnings)})
    else:
        put(f"Imported: {done.added:,} added, {done.changed:,} changed, {done.skipped:,} as they were or left out.")
    return 0


def _apply(session: "Session", plan: "ImportPlan") -> "ImportResult":
    from assistant.importing import apply_import  # noqa: PLC0415

    stop = threading.Event()
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        done = apply_import(
            session, plan, lambda done, total: progress.say(f"Importing, step {done:,} of {total:,}"), stop
        )
        if done.is_stopped:
            progress.clear()
            say("Stopped. Nothing was imported.")
    return done


@click.command(short_help="Print a lorebook, for other programs to import.")
@click.option("--lorebook", "name", metavar="NAME", callback=clean_name, help="The one that was imported by this name.")
@data_dir_option
@pass_invocation
def export(invocation: Invocation, name: str | None) -> None:
    r"""Print the memories written by hand as a lorebook, in UTF-8.

    A lorebook that was imported goes out in the form it came in, with your edits and everything in it that Reverie does
    not know. Without --lorebook it is all of them, and what you added by hand, as one World Info file. What was said in
    chats is in no lorebook. Changes nothing.

    \b
    Examples:
      reverie export > notes.json
      reverie export --lorebook Harbour > harbour.json
    """
    from assistant.exporting import export_lorebook  # noqa: PLC0415

    with invocation.session() as session:
        text = export_lorebook(session, name)
    click.echo(text.encode(), nl=False)
