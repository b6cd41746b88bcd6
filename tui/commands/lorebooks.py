"""Lorebooks for `reverie import` and `reverie export`.

The one fact that a reader would get wrong: the whole report is shown before anything is stored. An import that was
stopped keeps what it stored; the same command goes on with the rest.
"""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands.import_question import is_import_agreed
from tui.invocation import is_terminal, put, put_json, say
from tui.progress import Progress
from tui.signals import signals_stop

if TYPE_CHECKING:
    from assistant.import_plan import ImportPlan
    from assistant.importing import ImportResult
    from assistant.session import Session

FAILED = 1


def import_lorebook(session: "Session", path: Path, *, should_ask: bool, as_json: bool) -> int:
    """Report on a lorebook file, ask, and import it; returns the exit status."""
    from assistant.importing import plan_import  # noqa: PLC0415 - brings the store and numpy

    plan = plan_import(session, path)
    if not is_import_agreed(plan.lines, is_empty=plan.is_empty, should_ask=should_ask, as_json=as_json):
        return FAILED
    done = _apply(session, plan)
    if as_json:
        counts = {"added": done.added, "changed": done.changed, "skipped": done.skipped}
        put_json({**counts, "warnings": list(done.warnings)})
    else:
        put(f"Imported: {done.added:,} added, {done.changed:,} changed, {done.skipped:,} as they were or left out.")
    return 0


def print_lorebook(session: "Session", name: str | None) -> Iterator[str]:
    """Write a lorebook, or all memories written by hand, as the text of a file."""
    from assistant.exporting import export_lorebook  # noqa: PLC0415

    yield export_lorebook(session, name)


def _apply(session: "Session", plan: "ImportPlan") -> "ImportResult":
    from assistant.importing import apply_import  # noqa: PLC0415

    stop = threading.Event()
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        done = apply_import(
            session, plan, lambda done, total: progress.say(f"Importing, entry {done:,} of {total:,}"), stop
        )
        if done.is_stopped:
            progress.clear()
            total = len(plan.added) + len(plan.changed)
            say(
                f"Stopped: {done.added + done.changed:,} of {total:,} entries are stored. Import the file again to go on."
            )
    return done
