"""`reverie memory`: write memories by hand, change them, look at single ones and at all of them."""

from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from memory.records import ChatId, Kind, Provenance
from tui.commands.memory_authoring import add, edit
from tui.invocation import (
    FAILED,
    Invocation,
    clean_name,
    data_dir_option,
    json_option,
    pass_invocation,
    put,
    put_json,
    say,
)

if TYPE_CHECKING:
    from assistant.views import MemoryView

MAX_LISTED = 1_000_000


@click.group(short_help="Look at memories, write them by hand, change them.")
@data_dir_option
def memory() -> None:
    r"""Look at what is remembered, write memories by hand, and change them.

    \b
    Examples:
      reverie memory list --pinned
      reverie memory show m17
      reverie memory add "The gate code is 4711." --key gate
    """


memory.add_command(add)
memory.add_command(edit)


@memory.command("list")
@click.option("--limit", type=click.IntRange(1, MAX_LISTED), default=100, show_default=True, help="How many.")
@click.option(
    "--provenance", type=click.Choice([str(one) for one in Provenance]), help="Only those that came to be like this."
)
@click.option("--kind", type=click.Choice([str(one) for one in Kind]), help="Only those of this kind.")
@click.option("--pinned", is_flag=True, help="Only those that a pin holds, their own or their topic's.")
@click.option("--archived", is_flag=True, help="Only those that have faded, and are found only when asked for.")
@json_option
@data_dir_option
@pass_invocation
def list_memories(
    invocation: Invocation,
    limit: int,
    provenance: str | None,
    kind: str | None,
    pinned: bool,
    archived: bool,
    as_json: bool,
) -> None:
    r"""List the memories, the newest first: id, * if pinned (! if damaged), importance now, date, kind, text. Changes nothing.

    \b
    Examples:
      reverie memory list --limit 20
      reverie memory list --provenance user_said --kind preference
    """
    from assistant import memories  # noqa: PLC0415 - brings the store and numpy

    with invocation.existing(as_json=as_json) as session:
        found = memories.list_memories(
            session,
            limit,
            provenance=None if provenance is None else Provenance(provenance),
            kind=None if kind is None else Kind(kind),
            is_held=pinned,
            is_archived=archived,
        )
    if as_json:
        from assistant.memory_json import memory_json  # noqa: PLC0415

        put_json({"memories": [memory_json(one) for one in found]})
        return
    for one in found:
        put(_line(one))
    if not found:
        is_filtered = provenance is not None or kind is not None or pinned or archived
        say("No memory is like that." if is_filtered else "Nothing is remembered yet.")


@memory.command()
@click.argument("handle", metavar="ID", callback=clean_name)
@json_option
@data_dir_option
@pass_invocation
def show(invocation: Invocation, handle: str, as_json: bool) -> None:
    r"""Show everything about the memory ID: text, origin, keys and knobs, when it last came up, and what comes next.

    "verdict" and "reason" are what the next turn of the chat used last would decide if nothing in the message matched
    the memory. Changes nothing.

    \b
    Example:
      reverie memory show m17
    """
    from assistant import memories  # noqa: PLC0415
    from assistant.chats import latest_chat  # noqa: PLC0415
    from assistant.inspection import inspect  # noqa: PLC0415
    from assistant.memory_json import inspected_json, memory_json  # noqa: PLC0415

    with invocation.existing(as_json=as_json, status=FAILED) as session:
        view = memories.show(session, handle)
        chat = latest_chat(session)
        found = inspect(session, handle, ChatId(0) if chat is None else chat.id, is_model_needed=False)
    shown = {**memory_json(view), **inspected_json(found)}
    if as_json:
        put_json(shown)
        return
    put(str(shown.pop("text")))
    put()
    for name, value in shown.items():
        if value not in (None, "", [], False):
            put(f"{name.replace('_', ' ')}: {', '.join(map(str, value)) if isinstance(value, list) else value}")


def _line(view: "MemoryView") -> str:
    one = view.memory
    mark = "!" if one.damage else "*" if one.is_held else " "
    day = f"{one.said_at.astimezone():%Y-%m-%d}"
    return f"{one.handle:>6} {mark} {view.importance:.2f}  {day}  {one.kind:<10}  {clean_line(one.text)}"
