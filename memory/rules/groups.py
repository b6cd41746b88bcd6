"""Chance and groups: of each group at most one member is active, and it must pass its draw.

The one fact that a reader would get wrong: only members that passed the gate compete. One that cools keeps nobody out,
and a winner that fails its draw gives way; but a winner that later misses the budget does not, for the budget comes
after: its group stays empty on that turn.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memory.records import InReason, OutReason, TurnId
from memory.rules.candidate import Entrant
from memory.rules.draw import is_drawn


@dataclass(frozen=True, slots=True)
class Election:
    """Who goes on to the budget, and who stays out for which of `probability` and `group`."""

    winners: tuple[Entrant, ...]
    losers: tuple[tuple[Entrant, OutReason], ...]


def elect(entrants: Iterable[Entrant], *, turn_id: TurnId, seed: int) -> Election:
    """Try entrants one by one, stickies first.

    A member of several groups needs all of them free. Who comes after a group's winner is out by `group`, whatever its
    own draw would have been. A sticky needs no draw.

    Args:
        entrants: Best first, as `rank_key` has it.
        turn_id: The id that the turn has or will have.
        seed: Of the draws.
    """
    taken: set[str] = set()
    winners: list[Entrant] = []
    losers: list[tuple[Entrant, OutReason]] = []
    for entrant in sorted(entrants, key=lambda one: one.reason is not InReason.STICKY):
        candidate = entrant.candidate
        if not taken.isdisjoint(candidate.groups):
            losers.append((entrant, OutReason.GROUP))
        elif entrant.reason is InReason.STICKY or is_drawn(
            candidate.probability, seed=seed, memory_id=candidate.memory_id, turn_id=turn_id
        ):
            taken.update(candidate.groups)
            winners.append(entrant)
        else:
            losers.append((entrant, OutReason.PROBABILITY))
    return Election(tuple(winners), tuple(losers))
