"""The standing block: who the user is, in the system message, the same text all session long.

The one fact that a reader would get wrong: it is not rebuilt when a new identity memory is stored. Only a pin, unpin,
ban, unban, edit, forget or supersession touches it, because each rebuild costs the model its whole cached prefix.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from assistant.prompt import memory_line
from memory.database import Connection
from memory.records import Memory, MemoryId
from memory.store import memories, memory_ids, meta
from memory.store.presence import read_presence
from memory.worth import has_faded, importance

LARGEST_CONTEXT_SHARE = 0.15
_FIRST_FROM_IMPORTANCE = 0.8
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StandingBlock:
    """Members in prompt order, their lines, and the version of the store that they were read at."""

    ids: tuple[MemoryId, ...]
    lines: tuple[str, ...]
    version: int


def build_standing(
    connection: Connection,
    now: datetime,
    zone: tzinfo | None,
    *,
    is_suppressed: Callable[[Memory], bool],
    count_tokens: Callable[[Sequence[str]], Sequence[int]],
    max_tokens: int,
    current: tuple[MemoryId, ...] = (),
) -> StandingBlock:
    """Choose the identity cluster and write its lines.

    Where it is too large, pinned members come first, then (in a rebuild) those that stand already, then the least
    recently re-induced, so that all come round.

    Args:
        connection: The store.
        now: The moment.
        zone: Where dates are told in; None = this computer's.
        is_suppressed: Banned, disabled, or of a deleted chat.
        count_tokens: The model's count, for all lines at once.
        max_tokens: Room for the lines.
        current: The members before a rebuild.
    """
    version = meta.standing_version(connection)
    presence = read_presence(connection, now)
    members = memories.read_memories(connection, memory_ids.standing_ids(connection))
    worth = {one.id: importance(one, now, presence) for one in members.values()}
    eligible = [one for one in members.values() if not is_suppressed(one) and not has_faded(one, now, presence)]
    lines = {one.id: memory_line(one, zone) for one in eligible}
    costs = dict(zip(lines, count_tokens(list(lines.values())), strict=True))
    standing = frozenset(current)

    def turn_order(one: Memory) -> tuple[object, ...]:
        return (not one.is_held, one.id not in standing, one.reinduced_at or _NEVER, -round(worth[one.id], 4), one.id)

    chosen: list[Memory] = []
    room = max_tokens
    for one in sorted(eligible, key=turn_order):
        if costs[one.id] <= room:
            chosen.append(one)
            room -= costs[one.id]
    chosen.sort(key=lambda one: (worth[one.id] < _FIRST_FROM_IMPORTANCE, one.id))
    return StandingBlock(
        ids=tuple(one.id for one in chosen), lines=tuple(lines[one.id] for one in chosen), version=version
    )
