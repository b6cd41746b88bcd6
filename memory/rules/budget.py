"""Room in the memory block: who fits, in prompt order.

The one fact that a reader would get wrong: a misfit is skipped and does not stop the filling. What comes after it may
still fit, down to an exact fit.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memory.records import InReason
from memory.rules.candidate import Entrant

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
    """Fill the block: sticky, asked, constant, matched; within each in the given order, best first."""
    fitting: list[Entrant] = []
    misfits: list[Entrant] = []
    free_tokens = budget.max_tokens
    for entrant in sorted(entrants, key=lambda one: _PLACE[one.reason]):
        tokens = entrant.candidate.tokens
        if len(fitting) < budget.max_memories and tokens <= free_tokens:
            fitting.append(entrant)
            free_tokens -= tokens
        else:
            misfits.append(entrant)
    return Filling(tuple(fitting), tuple(misfits))
