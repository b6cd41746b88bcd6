"""Judge the figures of health: what is ok, what to watch, when to act, and what to do then.

The one fact that a reader would get wrong: DESIGN gives targets, not alarms. A figure is ok within its target, to watch
beside it, and to act on only far from it; with too little history it is ok, whatever it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from memory.records import Intervention, JobState, ThemeKind
from memory.rules.themes import FEWEST_REPLIES
from memory.store.health import MemoryFigures, UseFigures

_FEWEST_MEMORIES = 50
_FEWEST_INJECTIONS = 30
# Of twenty memories and less, the ten most frequent hold half of everything however fair the draw.
_FEWEST_TO_RANK = 20
_RECENT = timedelta(days=3)
_TOO_EARLY = "Too early to tell: there is little history yet."
_LATELY = timedelta(days=30)
_MANY_LOOPS = 3
_AVERAGE_TARGET = (0.35, 0.40)
_NEVER_TARGET = (0.55, 0.70)
_DIVERSITY_TARGET = 0.4
_DIVERSITY_OF_LOOPS = 0.35


class Mark(StrEnum):
    """How a figure is."""

    OK = "ok"
    WATCH = "watch"
    ACT = "act"


@dataclass(frozen=True, slots=True)
class Figure:
    """One judged figure.

    Attributes:
        name: What it is.
        value: None where nothing is known.
        mark: How it is; ok as long as too little is known for another.
        target: What it should be.
        advice: One line, "" where all is well.
        is_known: Whether there is history enough to judge it.
    """

    name: str
    value: float | None
    mark: Mark
    target: str
    advice: str = ""
    is_known: bool = True


def figures(
    *,
    memories: MemoryFigures,
    use: UseFigures,
    diversity: float | None,
    scanned_replies: int,
    repeats: int,
    jobs: Sequence[JobState],
    interventions: Sequence[Intervention],
    now: datetime,
) -> tuple[Figure, ...]:
    """Judge every figure that has a target, in the order of the pane."""
    return (
        _average(memories),
        _distribution(memories),
        _never(memories, use),
        _diversity(diversity, scanned_replies),
        _top10(memories, use),
        _repeats(repeats),
        _assistant_share(use),
        _jobs(jobs),
        _interventions(interventions, now),
    )


def share(part: int, whole: int) -> float:
    """Return a share, 0 of nothing."""
    return part / whole if whole else 0.0


def _outside(value: float, target: tuple[float, float], tolerance: float) -> Mark:
    low, high = target
    if low <= value <= high:
        return Mark.OK
    return Mark.WATCH if low - tolerance <= value <= high + tolerance else Mark.ACT


def _above(value: float, watch: float, act: float) -> Mark:
    return Mark.ACT if value > act else Mark.WATCH if value > watch else Mark.OK


def _figure(name: str, value: float | None, mark: Mark, target: str, advice: str, *, is_known: bool = True) -> Figure:
    if not is_known:
        return Figure(name, value, Mark.OK, target, _TOO_EARLY, is_known=False)
    return Figure(name, value, mark, target, "" if mark is Mark.OK else advice)


def _average(memories: MemoryFigures) -> Figure:
    value = memories.average_written
    is_known = value is not None and memories.count >= _FEWEST_MEMORIES
    mark = _outside(value, _AVERAGE_TARGET, 0.10) if value is not None and is_known else Mark.OK
    is_high = value is not None and value > _AVERAGE_TARGET[1]
    advice = (
        "Much is stored as important: unpin or mark as not relevant what no longer is."
        if is_high
        else "Little is stored as important: pin what matters, or say it plainly."
    )
    return _figure("average_importance", value, mark, "0.35 to 0.40, as they were stored", advice, is_known=is_known)


def _distribution(memories: MemoryFigures) -> Figure:
    high = share(memories.spread.high, memories.count)
    is_known = memories.count >= _FEWEST_MEMORIES
    mark = _above(high, 0.5, 0.75)
    return _figure(
        "importance",
        high,
        mark,
        "at most half of all high",
        "Most memories rank high, so rank tells little: unpin some.",
        is_known=is_known,
    )


def _never(memories: MemoryFigures, use: UseFigures) -> Figure:
    value = share(use.never, use.never + use.one_to_five + use.more)
    is_known = memories.count >= _FEWEST_MEMORIES and use.injections >= _FEWEST_INJECTIONS
    mark = _outside(value, _NEVER_TARGET, 0.20) if is_known else Mark.OK
    advice = (
        "Few memories come up at all: ask for what you miss, and lift bans that you no longer need."
        if value > _NEVER_TARGET[1]
        else "Nearly everything comes up: raise the cooldown in the settings."
    )
    return _figure("retrieved", value, mark, "55 to 70 % never retrieved", advice, is_known=is_known)


def _diversity(value: float | None, scanned_replies: int) -> Figure:
    mark = Mark.OK
    is_known = value is not None and scanned_replies >= FEWEST_REPLIES
    if value is not None and is_known:
        mark = Mark.ACT if value < _DIVERSITY_OF_LOOPS else Mark.OK if value > _DIVERSITY_TARGET else Mark.WATCH
    advice = "Replies keep coming back to the same words: look at the interventions below, or ban the topic."
    return _figure("diversity", value, mark, "over 0.4", advice, is_known=is_known)


def _top10(memories: MemoryFigures, use: UseFigures) -> Figure:
    value = share(use.top_injections, use.injections)
    is_known = use.injections >= _FEWEST_INJECTIONS and memories.count > _FEWEST_TO_RANK
    mark = _above(value, 0.5, 0.75) if is_known else Mark.OK
    return _figure(
        "top10_share",
        value,
        mark,
        "at most 50 %",
        "Ten memories crowd out the rest: mark some as not relevant.",
        is_known=is_known,
    )


def _repeats(repeats: int) -> Figure:
    mark = _above(repeats, 10, 30)
    return _figure(
        "repeats_30", repeats, mark, "at most 10", "Memories come back soon: raise the cooldown in the settings."
    )


def _assistant_share(use: UseFigures) -> Figure:
    value = share(use.assistant_tokens, use.tokens)
    is_known = use.injections >= _FEWEST_INJECTIONS
    mark = _above(value, 0.10, 0.30)
    advice = "The assistant reads much of its own: ask for what you said rather than for what it said."
    return _figure("assistant_share", value, mark, "at most 10 %", advice, is_known=is_known)


def _jobs(jobs: Sequence[JobState]) -> Figure:
    failed = [one.name for one in jobs if one.error]
    mark = Mark.WATCH if failed else Mark.OK
    return _figure(
        "jobs",
        len(failed),
        mark,
        "none failed",
        f"Failed and tried again later: {', '.join(failed)}. The log says more.",
    )


def _interventions(found: Sequence[Intervention], now: datetime) -> Figure:
    loops = [one for one in found if one.kind is ThemeKind.LOOP and one.undone_at is None]
    recent = [one for one in loops if now - one.at < _RECENT]
    lately = [one for one in loops if now - one.at < _LATELY]
    mark = Mark.ACT if recent and len(lately) >= _MANY_LOOPS else Mark.WATCH if recent else Mark.OK
    named = ", ".join(f"“{one.theme}”" for one in recent)
    advice = f"The assistant looped on {named}: undo it if you like the theme, ban it if not."
    return _figure("interventions", len(recent), mark, "none in 3 days", advice)
