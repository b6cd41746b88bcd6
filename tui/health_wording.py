"""How the figures of health are put in words, for the health screen, `reverie health` and the line-by-line chat.

The one fact that a reader would get wrong: a screen tells moments as long ago as they are, a line in full, since a line
may be read later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.cleaning import clean_line
from memory.rules.plurals import memory_count
from tui.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from assistant.health import Health
    from assistant.health_figures import Figure
    from memory.records import Intervention, JobState

_LISTED = 12
_NAMES = {
    "importance": "share of high importance",
    "retrieved": "share never retrieved",
    "diversity": "theme diversity",
    "top10_share": "share of the ten most frequent",
    "repeats_30": "repeats within 30 turns",
    "assistant_share": "share that Reverie itself wrote",
    "jobs": "failed jobs",
    "interventions": "loops in 3 days",
}
_SHARES = frozenset({"importance", "retrieved", "top10_share", "assistant_share"})


def figure_name(figure: Figure) -> str:
    """Name a judged figure."""
    return _NAMES.get(figure.name, figure.name.replace("_", " "))


def figure_value(figure: Figure) -> str:
    """Write its value."""
    match figure.value:
        case None:
            return "not known yet"
        case int():
            return f"{figure.value:,}"
        case _:
            return f"{figure.value:.0%}" if figure.name in _SHARES else f"{figure.value:.2f}"


def figure_mark(figure: Figure) -> str:
    """Name its mark; a figure that cannot be judged yet has none."""
    return str(figure.mark) if figure.is_known else "early"


def all_in_all(found: Health) -> str:
    """Say how everything is, as far as it can be told."""
    return f"{found.mark}" if all(one.is_known for one in found.figures) else f"{found.mark} so far"


def kept(found: Health) -> str:
    """Say how many memories there are."""
    return f"{memory_count(found.memories.count)}, {found.memories.archived:,} of them archived"


def by_age(found: Health) -> str:
    """Say how many there are in each tier."""
    return f"{found.memories.short:,} short, {found.memories.mid:,} mid, {found.memories.long:,} long"


def by_importance(found: Health) -> str:
    """Say how many there are of each importance."""
    spread = found.memories.spread
    return f"{spread.low:,} low, {spread.medium:,} medium, {spread.high:,} high"


def retrieved(found: Health) -> str:
    """Say how often they were found."""
    return f"{found.use.never:,} never, {found.use.one_to_five:,} one to five times, {found.use.more:,} more often"


def cooling(found: Health) -> str:
    """List what rests, and until when; "" = nothing."""
    shown = ", ".join(f"{one.handle} until turn {one.until_turn}" for one in found.cooling[:_LISTED])
    more = len(found.cooling) - _LISTED
    return f"{shown} and {more:,} more" if more > 0 else shown


def banned(found: Health) -> str:
    """List the bans; "" = none."""
    return ", ".join(map(clean_line, found.bans))


def health_lines(found: Health) -> Iterator[str]:
    """Write everything line by line, as `reverie health` and the line-by-line chat tell it."""
    yield f"All in all: {all_in_all(found)}."
    yield f"Kept: {count(found.messages, 'message')}, {kept(found)}."
    yield f"By age: {by_age(found)}."
    yield f"By importance: {by_importance(found)}."
    yield f"Retrieved: {retrieved(found)}."
    for figure in found.figures:
        yield f"{figure_mark(figure)}: {figure_name(figure)} {figure_value(figure)} (target: {figure.target})"
        if figure.advice:
            yield f"    {clean_line(figure.advice)}"
    for job in found.jobs:
        yield _job_line(job)
    for one in found.interventions:
        yield _intervention_line(one)
    if found.cooling:
        yield f"Cooling: {cooling(found)}."
    if found.bans:
        yield f"Banned: {banned(found)}."


def _job_line(job: JobState) -> str:
    last = "never ran" if job.last_at is None else f"ran {_moment(job.last_at)}"
    due = "due now" if job.due_at is None else f"next {_moment(job.due_at)}"
    failed = f"; failed: {clean_line(job.error)}" if job.error else ""
    return f"Job {job.name}: {last}, {due}{failed}."


def _intervention_line(one: Intervention) -> str:
    head = (
        f"{one.kind.capitalize()} {one.id}, {_moment(one.at)}: “{clean_line(one.theme)}” in {one.frequency:.0%} of "
        f"Reverie's replies and {one.user_frequency:.0%} of your messages"
    )
    if one.undone_at is not None:
        return f"{head}; undone."
    if one.faded:
        return f"{head}; {memory_count(len(one.faded))} faded. Undo: reverie undo --intervention {one.id}"
    return f"{head}."


def _moment(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"
