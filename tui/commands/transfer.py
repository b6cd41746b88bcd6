"""`reverie import` and `reverie export`: chats, notes and lorebooks, in and out.

The one fact that a reader would get wrong: the whole report comes before anything is stored, whatever the file is. Then
all of it goes in step by step, and a second run goes on where the first one was stopped.
"""

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from assistant.replaced_file import replace_file
from tui import garbage
from tui.invocation import (
    FAILED,
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
    from collections.abc import Iterable

    from assistant.session import Session


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
    if file is None:
        with invocation.existing(as_json=as_json) as session:
            return _undo(session, should_ask=not yes, as_json=as_json)
    with invocation.session() as session:
        return _import(session, file, should_ask=not yes, as_json=as_json)


def _undo(session: "Session", *, should_ask: bool, as_json: bool) -> int:
    from assistant.unimporting import count_imported, delete_imported  # noqa: PLC0415

    there = count_imported(session)
    for line in there.lines:
        put(line, is_aside=as_json)
    if not there.is_empty and should_ask and is_terminal(sys.stdin) and not is_wanted("Delete all of that for good?"):
        return FAILED
    stop = threading.Event()
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        progress.say("Deleting")
        gone = delete_imported(session, stop, lambda share: progress.say(f"Deleting, {share:.0%}"))
    if as_json:
        put_json({"chats": gone.chats, "memories": gone.memories, "replies": gone.replies})
    else:
        put(gone.deleted_words)
    return FAILED if gone.why_left else 0


def _import(session: "Session", path: str, *, should_ask: bool, as_json: bool) -> int:
    """Report on what a path holds, ask, and import it; returns the exit status."""
    from assistant.file_import import expanded, plan_file  # noqa: PLC0415 - brings the store and numpy

    stop = threading.Event()
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        report = plan_file(session, expanded(path), lambda _share, words: progress.say(f"Reading, {words}"), stop)
        if report.is_stopped:
            progress.clear()
            say(report.words)
    if not _is_agreed(report.lines, is_empty=report.is_empty, should_ask=should_ask, as_json=as_json):
        return FAILED
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop), garbage.exempted():
        done = report.apply(lambda _share, words: progress.say(f"Importing, {words}"), stop)
        if done.is_stopped:
            progress.clear()
            say(done.words)
    if as_json:
        put_json(done.figures)
    else:
        put(done.words)
    return 0


def _is_agreed(lines: "Iterable[str]", *, is_empty: bool, should_ask: bool, as_json: bool) -> bool:
    """Show what an import would change; ask whether to, unless nothing would or nobody types there."""
    for line in lines:
        # With --json, stdout is for the result alone.
        put(line, is_aside=as_json)
    return is_empty or not should_ask or not is_terminal(sys.stdin) or is_wanted("Import it?")


@click.command(short_help="Export all chats and memories, one chat, or a lorebook.")
@click.option("--chat", "chat", metavar="NAME", callback=clean_name, help="Only this chat.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["json", "md", "markdown", "lorebook"]),
    help="To keep and import elsewhere (json), to read (md), or what was written by hand (lorebook). Without it the "
    "ending of FILE tells; else it is json, and md with --chat.",
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
    r"""Print all chats and memories, or a part of them, in UTF-8. Changes nothing.

    As JSON all is whole: turns, other replies, branches, memories, bans and pins; `reverie import` takes it in
    elsewhere. As Markdown, chats are to be read: title, dates, who said what. A lorebook holds what was written by
    hand, and one that was imported goes out in the form it came in, with your edits. The status is 1, and no file is
    written, where there is nothing to export.

    \b
    Examples:
      reverie export -o everything.json
      reverie export -o chats.md
      reverie export --chat chat-7
      reverie export --lorebook Harbour > harbour.json
    """
    if name is not None and (chat is not None or kind in ("md", "markdown", "json")):
        raise click.UsageError("A lorebook is in no chat: leave out --lorebook, or --chat and --format.")
    if kind == "lorebook" and chat is not None:
        raise click.UsageError("A chat is no lorebook: use --format md or json.")
    kind = "lorebook" if name is not None else kind or _kind_of(output, is_one_chat=chat is not None)
    if output is not None and output.exists() and not (force or _may_overwrite(output)):
        return FAILED
    with invocation.existing(status=FAILED) as session:
        pieces = _pieces(session, kind, chat, name)
        if pieces is None:
            return FAILED
        if output is None:
            for piece in pieces:
                click.echo(piece.encode(), nl=False)
        else:
            replace_file(output, pieces)
            put(f"Written: {clean_line(str(output))}")
    return 0


def _kind_of(output: Path | None, *, is_one_chat: bool) -> str:
    """Choose the format that was not named, by the ending of the file, else by what goes out."""
    ending = "" if output is None else output.suffix.lower()
    if ending:
        return "json" if ending == ".json" else "md"
    return "md" if is_one_chat else "json"


def _pieces(session: "Session", kind: str, chat: str | None, name: str | None) -> "Iterable[str] | None":
    """Return the text to export; None where it would hold nothing, which is told."""
    from assistant import chat_export, exporting  # noqa: PLC0415 - bring the store

    if kind == "lorebook":
        if name is None and not exporting.has_authored(session):
            say(
                "Nothing was written by hand, and no lorebook imported. Without --format all chats and memories go out."
            )
            return None
        return [exporting.export_lorebook(session, name)]
    if chat is None and (told := chat_export.nothing_to_export(session, is_whole=kind == "json")):
        say(told)
        return None
    return (chat_export.export_json if kind == "json" else chat_export.export_markdown)(session, chat)


def _may_overwrite(output: Path) -> bool:
    shown = clean_line(str(output))
    if is_terminal(sys.stdin):
        return is_wanted(f"{shown} exists. Overwrite it?")
    say(f"{shown} exists. Use --force to overwrite it.")
    return False
