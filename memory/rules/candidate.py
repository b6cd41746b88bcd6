"""What the gate is asked about, and the one order in which candidates compete.

The one fact that a reader would get wrong: scores and importances are rounded before they are compared, so that two
machines whose last bits differ agree on every tie. Ties go to the lower handle, its digits read as numbers: m2, m10.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from memory.records import InReason, Knobs, MemoryId

COMPARED_DECIMALS = 4

NaturalKey: TypeAlias = tuple[tuple[tuple[str, int, str], ...], str]
TieKey: TypeAlias = tuple[float, float, NaturalKey]
RankKey: TypeAlias = tuple[float, TieKey]

_TEXT_THEN_DIGITS = re.compile(r"([^0-9]*)([0-9]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One memory that might enter this turn's prompt, with all that the gate's rules look at.

    Args:
        handle: What ties are told by.
        probability: Percentage, 0..100.
        groups: At most one member of each is active at a time.
        is_authored: Written by hand or imported from a lorebook; it gives way to nothing that only lingers.
        is_constant: Authored to pass without a match.
        is_suppressed: Its topic is banned, or it is disabled or forgotten.
        is_standing: It is in the standing block.
        is_visible: Its source message is in the history part of this prompt.
        is_excluded: An exclusion key or a NOT_ANY / NOT_ALL condition hits now.
        is_asked: Found in asked mode: retrieved at or above the floor, or by a key.
        is_matched: A key hit, or retrieved at or above the floor in associative mode.
        score: None where nothing was scored.
        importance: 0..1, now.
        tier_factor: Where the score does not hold it, in asked mode, it breaks ties; else 0.
        tokens: What it costs in the memory block.
    """

    memory_id: MemoryId
    handle: str
    knobs: Knobs
    probability: int = 100
    groups: tuple[str, ...] = ()
    is_authored: bool = False
    is_constant: bool
    is_suppressed: bool
    is_standing: bool
    is_visible: bool
    is_excluded: bool
    is_asked: bool
    is_matched: bool
    score: float | None
    importance: float
    tier_factor: float = 0.0
    tokens: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A candidate that its verdict lets pass: it now competes for its groups and for room."""

    candidate: Candidate
    reason: InReason


@lru_cache(maxsize=4_096)
def natural_key(handle: str) -> NaturalKey:
    """Return a sort key that reads runs of digits as numbers: "m2" < "m10" < "ma"."""
    # Length before digits compares numbers of any size without int(), which refuses more than 4,300 digits.
    parts = ((text, digits.lstrip("0")) for text, digits in _TEXT_THEN_DIGITS.findall(handle))
    return tuple((text, len(digits), digits) for text, digits in parts), handle


def rank_key(candidate: Candidate) -> RankKey:
    """Return a sort key, best first: score, then as `tie_key`. What was not scored comes after what was."""
    score = float("-inf") if candidate.score is None else round(candidate.score, COMPARED_DECIMALS)
    return -score, tie_key(candidate.importance, candidate.tier_factor, candidate.handle)


def tie_key(importance: float, tier_factor: float, handle: str) -> TieKey:
    """Return a sort key for what is equally relevant, best first: importance now, tier, handle."""
    return -round(importance, COMPARED_DECIMALS), -tier_factor, natural_key(handle)
