"""How health looks on its screen: words with their signs, and curves.

The one fact that a reader would get wrong: a day of which nothing is known leaves a gap in a curve; it is no zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from assistant.cleaning import clean_line
from assistant.health_figures import Mark
from memory.records import ThemeKind
from tui import health_wording, wording
from tui.themes import FAINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from assistant.health import Health
    from memory.records import Dream, Intervention, JobState

_SIGNS = {Mark.OK: ("✓", "$success"), Mark.WATCH: ("▲", "$warning"), Mark.ACT: ("✕", "$error")}
_EARLY = ("–", FAINT)
_BARS = "▁▂▃▄▅▆▇█"
_GAP = "·"
_SHOWN_WORDS = 6
_SHOWN_DREAMS = 20
_HEAD = "bold $secondary"
Part = Content | str | tuple[str, str]


def sparkline(values: Sequence[float | None], *, lowest: float | None = None, highest: float | None = None) -> str:
    """Draw values as bars, a gap where nothing is known.

    Args:
        values: In order.
        lowest: What the lowest bar stands for; the least value by default.
        highest: What the highest bar stands for; the greatest value by default.
    """
    known = [one for one in values if one is not None]
    if not known:
        return ""
    low = min(known) if lowest is None else lowest
    high = max(known) if highest is None else highest
    step = (high - low) / len(_BARS) or 1.0
    return "".join(_GAP if one is None else _BARS[max(0, min(7, int((one - low) / step)))] for one in values)


def figures_content(found: Health) -> Content:
    """Return each judged figure: sign and mark, value and target, a curve where there is one, and what to do."""
    curves = {"diversity": found.curves.diversity, "average_importance": found.curves.average_importance}
    parts: list[Part] = []
    for figure in found.figures:
        sign, style = _SIGNS[figure.mark] if figure.is_known else _EARLY
        parts += [
            (f"{sign} {health_wording.figure_mark(figure):<5} ", f"bold {style}"),
            f"{health_wording.figure_name(figure)} ",
            (f"{health_wording.figure_value(figure)}\n", "bold"),
            (f"        target: {figure.target}\n", FAINT),
        ]
        curve = sparkline(curves.get(figure.name, ()), lowest=0.0, highest=1.0)
        if curve:
            parts += [("        30 days ", FAINT), (f"{curve}\n", "$primary")]
        if figure.advice:
            parts.append((f"        {clean_line(figure.advice)}\n", style))
    return Content.assemble(*parts)


def totals_content(found: Health) -> Content:
    """Return how many there are, and of which kind."""
    about = found.memories
    cooling = health_wording.cooling(found)
    now = "" if about.average_now is None else f"{about.average_now:.2f}, after fading, archived ones left out"
    rows = [
        ("kept", health_wording.kept(found)),
        ("by age", health_wording.by_age(found)),
        ("by importance", health_wording.by_importance(found)),
        ("average now", now),
        ("retrieved", health_wording.retrieved(found)),
        ("in prompts", f"{found.use.injections:,} times"),
        ("cooling", f"{cooling}; on Memories the state “cooling” lists them" if cooling else "nothing"),
        ("banned", health_wording.banned(found) or "nothing"),
    ]
    parts: list[Part] = [("\nIn numbers\n", _HEAD)]
    for label, words in rows:
        if words:
            parts += [(f"{label:<15}", FAINT), f"{words}\n"]
    return Content.assemble(*parts)


def intervention_content(one: Intervention, now: datetime) -> Content:
    """Return one finding of a scan, with what was done and whether it can be undone."""
    is_loop = one.kind is ThemeKind.LOOP
    done = (
        "undone" if one.undone_at is not None else f"{wording.memory_count(len(one.faded))} faded" if one.faded else ""
    )
    if not done:
        done = "hinted to avoid it" if is_loop else "yours, left alone"
    return Content.assemble(
        (f"{one.kind} ", "bold $warning" if is_loop and one.undone_at is None else "bold"),
        f"“{clean_line(one.theme)}” ",
        (f"{wording.date(one.at, now)}\n", FAINT),
        (f"  in {one.frequency:.0%} of replies, {one.user_frequency:.0%} of your messages · {done}", FAINT),
    )


def upkeep_content(found: Health, now: datetime) -> Content:
    """Return each kind of idle work: when it ran, when it runs next, what went wrong."""
    parts: list[Part] = [("\nIdle work, while you are away\n", _HEAD)]
    if all(job.last_at is None for job in found.jobs):
        parts.append(("It begins by itself once you have been away for a while; nothing is to be done.\n", FAINT))
    for job in found.jobs:
        parts += [(f"{job.name:<8}", ""), (f"{_ran(job, now)}\n", FAINT)]
        if job.error:
            parts.append((f"        failed: {clean_line(job.error)}\n", "$error"))
    return Content.assemble(*parts)


def _ran(job: JobState, now: datetime) -> str:
    last = "never ran" if job.last_at is None else f"ran {wording.moment(job.last_at, now)}"
    if job.due_at is None or job.due_at <= now:
        return f"{last}, next when you are away"
    return f"{last}, next {wording.moment(job.due_at, now)}"


def dreams_content(dreams: Sequence[Dream], found: Health, now: datetime) -> Content:
    """Return the curves of day words and carriers, then the dream log."""
    parts: list[Part] = [("\nDreams\n", _HEAD), *_curve_lines(found)]
    for dream in dreams[:_SHOWN_DREAMS]:
        parts += [(f"{wording.moment(dream.at, now)}  ", FAINT), f"{clean_line(dream.text)}\n"]
    if not dreams:
        parts.append(("None yet. They come while you are away, and go into this log only.\n", FAINT))
    return Content.assemble(*parts)


def _curve_lines(found: Health) -> Iterator[Part]:
    populations = found.curves.dreams
    for label, curves in (("words of a day", populations.day_words), ("carriers", populations.carriers)):
        if curves:
            yield (f"{label}\n", FAINT)
        for curve in curves[:_SHOWN_WORDS]:
            yield (f"  {clean_line(curve.word):<12.12} ", "")
            yield (f"{sparkline(curve.shares, lowest=0.0)}\n", "$primary")
