"""`reverie recall`, `remember`, `forget`, `pin`, `unpin`: what is done with memories by name or by words."""

import sys
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from tui.invocation import (
    Invocation,
    clean_name,
    data_dir_option,
    is_terminal,
    json_option,
    pass_invocation,
    put,
    put_json,
    read_text,
    say,
)

if TYPE_CHECKING:
    from assistant.views import Forgotten, Recalled
    from memory.records import Memory

FAILED = 1
MAX_RESULTS = 1000


@click.command()
@click.argument("text", required=False)
@click.option("--k", "limit", type=click.IntRange(1, MAX_RESULTS), default=10, show_default=True, help="How many.")
@json_option
@data_dir_option
@pass_invocation
def recall(invocation: Invocation, text: str | None, limit: int, as_json: bool) -> None:  # noqa: FBT001
    r"""Search the memories for TEXT (or what is piped in), best first.

    Ranks as a question in a chat would ("do you remember ...?"), archived memories included. Makes no turn and changes
    nothing.

    \b
    Example:
      reverie recall "my sister" --k 3
    """
    from assistant.memories import recall as find  # noqa: PLC0415 - brings the store and numpy

    words = read_text(text)
    with invocation.session() as session:
        found = find(session, words, limit)
    if as_json:
        put_json({"results": [recalled_json(one) for one in found]})
        return
    for one in found:
        put(
            f"{one.memory.handle:>6}  {one.score:.2f}  {one.memory.said_at.astimezone():%Y-%m-%d}  {_one_line(one.memory)}"
        )
    if not found:
        say("Nothing found.")


def recalled_json(one: "Recalled") -> dict[str, object]:
    """Return one answer as `replay` writes it."""
    return {
        "id": one.memory.handle,
        "score": one.score,
        "relevance": one.relevance,
        "importance": one.importance,
        "tier": str(one.tier),
        "text": one.memory.text,
    }


@click.command()
@click.argument("text", required=False)
@json_option
@data_dir_option
@pass_invocation
def remember(invocation: Invocation, text: str | None, as_json: bool) -> None:  # noqa: FBT001
    r"""Store TEXT (or what is piped in) as something you said.

    Adds one memory, or several where the text is long. The app may be open meanwhile: its next turn knows it.

    \b
    Example:
      reverie remember "My sister Ilse is vegetarian."
    """
    from assistant.memories import remember as store  # noqa: PLC0415

    words = read_text(text)
    with invocation.session() as session:
        added = store(session, words)
    if as_json:
        put_json({"added": [_memory_json(one) for one in added]})
        return
    for one in added:
        put(f"{one.handle:>6}  {one.kind}  {_one_line(one)}")


def _memory_json(memory: "Memory") -> dict[str, object]:
    return {"id": memory.handle, "kind": str(memory.kind), "importance": memory.importance, "text": memory.text}


@click.command()
@click.argument("handle", metavar="ID", callback=clean_name)
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@data_dir_option
@pass_invocation
def forget(invocation: Invocation, handle: str, yes: bool, as_json: bool) -> int:  # noqa: FBT001
    r"""Delete the memory ID and everything that restates it, for good.

    The message it came from, replies that repeat it, summaries, titles, drafts and backups are cleared of it too; a
    search of the whole data folder proves it at the end. There is no undo. On a terminal it asks first.

    \b
    Example:
      reverie forget m17
    """
    from assistant.memories import forget as delete  # noqa: PLC0415
    from assistant.memories import show  # noqa: PLC0415

    with invocation.session() as session:
        view = show(session, handle)
        if is_terminal(sys.stdin) and not yes:
            click.confirm(f'Forget "{_one_line(view.memory)}" for good?', abort=True, err=True)
        forgotten = delete(session, handle)
    return _tell_forgotten(forgotten, as_json=as_json)


def _tell_forgotten(forgotten: "Forgotten", *, as_json: bool) -> int:
    if as_json:
        put_json({"forgotten": forgotten.count, "leftovers": list(forgotten.leftovers)})
    else:
        put(f"Forgotten: {forgotten.count} {'memory' if forgotten.count == 1 else 'memories'}.")
    for path in forgotten.leftovers:
        say(f"Its words are still in {path}. Remove that file yourself.")
    return FAILED if forgotten.leftovers else 0


@click.command()
@click.argument("handle", metavar="ID", callback=clean_name)
@json_option
@data_dir_option
@pass_invocation
def pin(invocation: Invocation, handle: str, as_json: bool) -> None:  # noqa: FBT001
    r"""Keep the memory ID in every prompt and from fading, until it is unpinned.

    \b
    Example:
      reverie pin m17
    """
    _set_pin(invocation, handle, is_pinned=True, as_json=as_json)


@click.command()
@click.argument("handle", metavar="ID", callback=clean_name)
@json_option
@data_dir_option
@pass_invocation
def unpin(invocation: Invocation, handle: str, as_json: bool) -> None:  # noqa: FBT001
    r"""Lift the pin of the memory ID; it fades from now on.

    \b
    Example:
      reverie unpin m17
    """
    _set_pin(invocation, handle, is_pinned=False, as_json=as_json)


def _set_pin(invocation: Invocation, handle: str, *, is_pinned: bool, as_json: bool) -> None:
    from assistant import memories  # noqa: PLC0415

    with invocation.session() as session:
        memory = memories.pin(session, handle) if is_pinned else memories.unpin(session, handle)
    if as_json:
        put_json({"id": memory.handle, "pinned": memory.is_pinned})
    else:
        put(f"{'Pinned' if is_pinned else 'Unpinned'}: {_one_line(memory)}")


def _one_line(memory: "Memory") -> str:
    return clean_line(memory.text)
