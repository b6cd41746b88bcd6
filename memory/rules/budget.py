"""Room in the memory block: who fits, in prompt order.

The two facts that a reader would get wrong: a misfit is skipped and does not stop the filling, what comes after it may
still fit, down to an exact fit. And of what retrieval once brought up, what only lingers gives way to what was authored
and to the best of what is asked for now, though the prompt lists it first.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memory.records import InReason
from memory.rules.candidate import Entrant

# As many as a question renews.
ASKED_SEATS = 3
_PLACE = {reason: place for place, reason in enumerate(InReason)}


@dataclass(frozen=True, slots=True)
class Budget:
    """Room of one memory block; both limits hold. The standing block is not part of it."""

    max_tokens: int
    max_memories: int = 6


@dataclass(frozen=True, slots=True)
class Filling:
    """Who is in, in prompt order, and for whom there was no room."""

    fitting: tuple[Entrant, ...]
    misfits: tuple[Entrant, ...]


def fill(entrants: Iterable[Entrant], budget: Budget) -> Filling:
    """Fill the block: first authored memories and the three best asked ones, then the others.

    Among the first and among the others: sticky, asked, constant, matched; within each in the given order, best first.
    """
    ordered = sorted(entrants, key=lambda one: _PLACE[one.reason])
    retrieved = [one for one in ordered if not one.candidate.is_authored]
    asked = [one.candidate.memory_id for one in retrieved if one.reason is InReason.ASKED]
    waiting = {one.candidate.memory_id for one in retrieved}.difference(asked[:ASKED_SEATS])
    fitting: list[Entrant] = []
    misfits: list[Entrant] = []
    free_tokens = budget.max_tokens
    for entrant in sorted(ordered, key=lambda one: one.candidate.memory_id in waiting):
        tokens = entrant.candidate.tokens
        if len(fitting) < budget.max_memories and tokens <= free_tokens:
            fitting.append(entrant)
            free_tokens -= tokens
        else:
            misfits.append(entrant)
    return Filling(tuple(sorted(fitting, key=lambda one: _PLACE[one.reason])), tuple(misfits))
