"""`reverie import` and `reverie export`: chats, notes and lorebooks, in and out.

The one fact that a reader would get wrong: the whole report comes before anything is stored, whatever the file is. Then
all of it goes in step by step, and a second run goes on where the first one was stopped.
"""

import sys
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import click

from assistant.cleaning import clean_line
from assistant.replaced_file import replace_file
from tui.commands.import_question import is_import_agreed
from tui.commands.lorebooks import import_lorebook, print_lorebook
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
from tui.wording import count, memory_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from assistant.chat_import import OnProgress
    from assistant.import_source import ChatSource, NoteSource
    from assistant.session import Session

FAILED = 1


class _Stoppable(Protocol):
    """What planning or carrying out an import comes to."""

    @property
    def is_stopped(self) -> bool:
        """Whether the user stopped it."""
        ...


class _Report(_Stoppable, Protocol):
    """What an import would change."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        ...

    @property
    def lines(self) -> tuple[str, ...]:
        """The report, safe to show."""
        ...


R = TypeVar("R", bound=_Report)
D = TypeVar("D", bound=_Stoppable)


@click.command("import", short_help="Import chats, notes or a lorebook, after a report.")
@click.argument("file", metavar="FILE", required=False)
@click.option("--undo", is_flag=True, help="Delete for good what was imported from services and notes.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@data_dir_option
@pass_invocation
def import_(
    invocation: Invocation,
    file: str | None,
    undo: bool,
    yes: bool,
    as_json: bool,
) -> int:
    r"""Import what FILE holds: chats, notes or a lorebook.

    Chats are ChatGPT's or Claude's export (the zip, or conversations.json in it) or Reverie's own. Notes are a folder
    of Markdown files, or one. Both keep their own dates; run again, what is new is added and nothing twice, and what
    was stopped goes on. A lorebook is World Info, a character book or a card, as JSON; a newer version of
    it changes only what its author changed.

    First there is a report on the whole file. On a terminal it then asks; else it goes on.

    \b
    Examples:
      reverie import chatgpt-export.zip
      reverie import conversations.json --yes
      reverie import ~/notes
      reverie import harbour.json --yes --json
      reverie import --undo
    """
    if undo != (file is None):
        raise click.UsageError("Give a FILE to import, or --undo and none.")
    from assistant.import_source import ChatSource, find_source  # noqa: PLC0415 - brings the store and numpy

    with invocation.session() as session:
        if file is None:
            return _undo(session, should_ask=not yes, as_json=as_json)
        path = Path(file).expanduser()
        source = find_source(path, session.clock.now(), session.zone)
        if source is None:
            return import_lorebook(session, path, should_ask=not yes, as_json=as_json)
        if isinstance(source, ChatSource):
            return _import_chats(session, source, should_ask=not yes, as_json=as_json)
        return _import_notes(session, source, should_ask=not yes, as_json=as_json)


def _undo(session: "Session", *, should_ask: bool, as_json: bool) -> int:
    from assistant.unimporting import count_imported, delete_imported  # noqa: PLC0415

    there = count_imported(session)
    lines = [
        f"Imported from services and notes: {count(there.chats, 'chat')}, {memory_count(there.memories)} of notes."
    ]
    if there.gone_on_chats:
        lines.append(f"{count(there.gone_on_chats, 'chat')} that you went on with here will stay.")
    for line in lines:
        put(line, is_aside=as_json)
    is_empty = not (there.chats or there.memories)
    if not is_empty and should_ask and is_terminal(sys.stdin) and not is_wanted("Delete all of that for good?"):
        return FAILED
    stop = threading.Event()
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        progress.say("Deleting")
        gone = delete_imported(session, stop)
    if as_json:
        put_json({"chats": gone.chats, "memories": gone.memories})
    else:
        put(f"Deleted: {count(gone.chats, 'chat')}, {memory_count(gone.memories)} of notes.")
    return 0


def _import_chats(session: "Session", source: "ChatSource", *, should_ask: bool, as_json: bool) -> int:
    from assistant.chat_import import apply_chats, plan_chats  # noqa: PLC0415

    reported = _reported(partial(plan_chats, session, source), should_ask=should_ask, as_json=as_json)
    if reported is None:
        return FAILED
    report, stop = reported
    done = _carried_out(partial(apply_chats, session, report), stop, lambda done: count(done.turns, "turn"))
    if as_json:
        figures = {"chats": done.chats, "turns": done.turns, "memories": done.memories}
        put_json({**figures, "refused": report.refused_count, "skipped": dict(report.skipped)})
    else:
        put(f"Imported: {count(done.chats, 'chat')}, {count(done.turns, 'turn')}, {memory_count(done.memories)}.")
    return 0


def _import_notes(session: "Session", source: "NoteSource", *, should_ask: bool, as_json: bool) -> int:
    from assistant.note_import import apply_notes, plan_notes  # noqa: PLC0415

    reported = _reported(partial(plan_notes, session, source), should_ask=should_ask, as_json=as_json)
    if reported is None:
        return FAILED
    report, stop = reported
    done = _carried_out(partial(apply_notes, session, report), stop, lambda done: memory_count(done.memories))
    if as_json:
        figures = {"notes": done.notes, "memories": done.memories, "refused": len(report.refused)}
        put_json({**figures, "skipped": dict(report.skipped)})
    else:
        put(f"Imported: {memory_count(done.memories)} from {count(done.notes, 'note')}.")
    return 0


def _reported(
    plan: "Callable[[OnProgress, threading.Event], R]", *, should_ask: bool, as_json: bool
) -> "tuple[R, threading.Event] | None":
    """Plan an import, show the report and ask; None where the answer was no.

    Returns:
        The report, and the flag that stopped it if the user did.
    """
    stop = threading.Event()
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        report = plan(lambda share: progress.say(f"Reading, {share:.0%}"), stop)
        if report.is_stopped:
            progress.clear()
            say("Stopped. Nothing was imported.")
    is_agreed = is_import_agreed(report.lines, is_empty=report.is_empty, should_ask=should_ask, as_json=as_json)
    return (report, stop) if is_agreed else None


def _carried_out(
    apply: "Callable[[OnProgress, threading.Event], D]", stop: threading.Event, stored: "Callable[[D], str]"
) -> "D":
    """Carry an import out; where it is stopped, say how much of it stays.

    Args:
        apply: Does it.
        stop: The flag of the planning.
        stored: Puts in words what was stored.
    """
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        done = apply(lambda share: progress.say(f"Importing, {share:.0%}"), stop)
        if done.is_stopped:
            progress.clear()
            say(f"Stopped after {stored(done)}, which stay. Run it again to go on.")
    return done


@click.command(short_help="Export chats, or memories written by hand as a lorebook.")
@click.option("--chat", "chat", metavar="NAME", callback=clean_name, help="Only this chat.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["lorebook", "md", "json"]),
    help="Chats to read (md) or to keep and import elsewhere (json). Without it: md with --chat, else lorebook.",
)
@click.option("--output", "-o", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite FILE without asking.")
@click.option("--lorebook", "name", metavar="NAME", callback=clean_name, help="The one that was imported by this name.")
@data_dir_option
@pass_invocation
def export(
    invocation: Invocation,
    chat: str | None,
    kind: str | None,
    output: Path | None,
    force: bool,
    name: str | None,
) -> int:
    r"""Print chats, or the memories written by hand as a lorebook, in UTF-8. Changes nothing.

    As Markdown, chats are to be read: title, dates, who said what. As JSON they are whole: turns, other replies,
    branches, memories, bans and pins; `reverie import` takes them in elsewhere. A lorebook holds what was written by
    hand, and one that was imported goes out in the form it came in, with your edits.

    \b
    Examples:
      reverie export --chat chat-7
      reverie export --format json -o everything.json
      reverie export --lorebook Harbour > harbour.json
    """
    if name is not None and (chat is not None or kind in ("md", "json")):
        raise click.UsageError("A lorebook is in no chat: leave out --lorebook, or --chat and --format.")
    kind = kind or ("lorebook" if chat is None else "md")
    if kind == "lorebook" and chat is not None:
        raise click.UsageError("A chat is no lorebook: use --format md or json.")
    if output is not None and output.exists() and not (force or _may_overwrite(output)):
        return FAILED
    with invocation.session() as session:
        if kind == "lorebook":
            pieces: Iterable[str] = print_lorebook(session, name)
        else:
            from assistant import chat_export  # noqa: PLC0415 - brings the store

            write = chat_export.export_json if kind == "json" else chat_export.export_markdown
            pieces = write(session, chat)
        if output is None:
            for piece in pieces:
                click.echo(piece.encode(), nl=False)
        else:
            replace_file(output, pieces)
            put(f"Written: {clean_line(str(output))}")
    return 0


def _may_overwrite(output: Path) -> bool:
    shown = clean_line(str(output))
    if is_terminal(sys.stdin):
        return is_wanted(f"{shown} exists. Overwrite it?")
    say(f"{shown} exists. Use --force to overwrite it.")
    return False
