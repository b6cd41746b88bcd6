"""What a memory is worth at a moment: its importance now, whether it has faded, and how it stands among equals.

The one fact that a reader would get wrong: nothing of it is stored. A stored importance is what was true at its moment.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from memory.records import Memory
from memory.rules import decay
from memory.rules.candidate import TieKey, tie_key

TieOrder: TypeAlias = Callable[[Memory], TieKey]


def importance(memory: Memory, now: datetime, presence: decay.Presence) -> float:
    """Return what a memory's stored importance is worth at `now`, 0..1."""
    return decay.importance_now(memory.importance, _fading_starts_at(memory), now, presence)


def tie_order(now: datetime, presence: decay.Presence) -> TieOrder:
    """Return the order of memories that are equally relevant: importance now, tier, handle."""

    def key(memory: Memory) -> TieKey:
        value = importance(memory, now, presence)
        return tie_key(value, decay.tier_factor(decay.tier(now - memory.said_at), value), memory.handle)

    return key


def has_faded(memory: Memory, now: datetime, presence: decay.Presence) -> bool:
    """Tell whether a memory belongs into the archive: what never fades does not, however unimportant."""
    starts = _fading_starts_at(memory)
    return starts is not None and decay.is_faded(decay.importance_now(memory.importance, starts, now, presence))


def _fading_starts_at(memory: Memory) -> datetime | None:
    return decay.fading_starts_at(
        kind=memory.kind,
        provenance=memory.provenance,
        is_pinned=memory.is_held,
        importance_at=memory.importance_at,
        reinduced_at=memory.reinduced_at,
    )
