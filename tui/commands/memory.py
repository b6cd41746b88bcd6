"""`reverie memory`: look at single memories and at all of them."""

from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from tui.invocation import Invocation, clean_name, data_dir_option, json_option, pass_invocation, put, put_json, say

if TYPE_CHECKING:
    from assistant.views import MemoryView

MAX_LISTED = 1_000_000


@click.group()
@data_dir_option
def memory() -> None:
    r"""Look at what is remembered.

    \b
    Examples:
      reverie memory list
      reverie memory show m17
    """


@memory.command("list")
@click.option("--limit", type=click.IntRange(1, MAX_LISTED), default=100, show_default=True, help="How many.")
@json_option
@data_dir_option
@pass_invocation
def list_memories(invocation: Invocation, limit: int, as_json: bool) -> None:  # noqa: FBT001
    r"""List the memories, the newest first: id, importance now, date, kind, text. Changes nothing.

    \b
    Example:
      reverie memory list --limit 20
    """
    from assistant import memories  # noqa: PLC0415 - brings the store and numpy

    with invocation.session() as session:
        found = memories.list_memories(session, limit)
    if as_json:
        put_json({"memories": [memory_json(one) for one in found]})
        return
    for one in found:
        put(_line(one))
    if not found:
        say("Nothing is remembered yet.")


@memory.command()
@click.argument("handle", metavar="ID", callback=clean_name)
@json_option
@data_dir_option
@pass_invocation
def show(invocation: Invocation, handle: str, as_json: bool) -> None:  # noqa: FBT001
    r"""Show everything about the memory ID: its text, where it came from, and how it behaves. Changes nothing.

    \b
    Example:
      reverie memory show m17
    """
    from assistant import memories  # noqa: PLC0415

    with invocation.session() as session:
        view = memories.show(session, handle)
    if as_json:
        put_json(memory_json(view))
        return
    shown = memory_json(view)
    put(str(shown.pop("text")))
    put()
    for name, value in shown.items():
        if value not in (None, "", [], False):
            put(f"{name.replace('_', ' ')}: {', '.join(map(str, value)) if isinstance(value, list) else value}")


def _line(view: "MemoryView") -> str:
    one = view.memory
    mark = "*" if one.is_pinned else " "
    return f"{one.handle:>6} {mark} {view.importance:.2f}  {one.said_at.astimezone():%Y-%m-%d}  {clean_line(one.text)}"


def memory_json(view: "MemoryView") -> dict[str, object]:
    """Return everything about a memory, under the names that `replay` uses."""
    one = view.memory
    return {
        "id": one.handle,
        "text": one.text,
        "title": one.title,
        "provenance": str(one.provenance),
        "kind": str(one.kind),
        "importance": view.importance,
        "tier": str(view.tier),
        "said_at": one.said_at.isoformat(),
        "sticky": one.knobs.sticky,
        "cooldown": one.knobs.cooldown,
        "delay": one.knobs.delay,
        "keys": list(one.trigger.keys),
        "exclude_keys": list(one.trigger.exclude_keys),
        "logic": str(one.trigger.logic),
        "secondary_keys": list(one.trigger.secondary_keys),
        "constant": one.trigger.constant,
        "probability": one.trigger.probability,
        "groups": list(one.trigger.groups),
        "pinned": one.is_pinned,
        "disabled": one.is_disabled,
        "archived": one.is_archived,
        "turn": one.turn_id,
        "times_said": one.times_said,
        "superseded": one.superseded_by is not None,
    }
