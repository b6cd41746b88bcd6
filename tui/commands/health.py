"""`reverie health`: how the memory is, figure by figure, and what to do where it is not well.

The one fact that a reader would get wrong: a bad figure is no failure of the command. Its exit status says only whether
the figures could be read.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from tui.invocation import Invocation, data_dir_option, json_option, pass_invocation, put, put_json
from tui.wording import count, memory_count

if TYPE_CHECKING:
    from assistant.health import Health
    from assistant.health_figures import Figure
    from memory.store.interventions import Intervention
    from memory.store.jobs import JobState

_LISTED = 12
_NAMES = {
    "importance": "share of high importance",
    "retrieved": "share never retrieved",
    "top10_share": "share of the ten most frequent",
    "repeats_30": "repeats within 30 turns",
    "assistant_share": "share the assistant wrote",
    "jobs": "failed jobs",
    "interventions": "loops in 3 days",
}


@click.command(short_help="Say how the memory is, and what to do.")
@json_option
@data_dir_option
@pass_invocation
def health(invocation: Invocation, as_json: bool) -> None:  # noqa: FBT001
    r"""Say how the memory is: each figure with its mark (ok, watch, act), its target, and what to do beside it.

    Then what idle work ran and when it runs next, the loops it found in Reverie's words, what is cooling, and the bans.
    Changes nothing.

    \b
    Examples:
      reverie health
      reverie health --json
    """
    from assistant.health import read_health  # noqa: PLC0415 - brings the store and numpy
    from assistant.health_json import health_json  # noqa: PLC0415

    with invocation.session() as session:
        found = read_health(session)
    if as_json:
        put_json(health_json(found))
        return
    for line in health_lines(found):
        put(line)


def health_lines(found: "Health") -> Iterator[str]:
    """Write everything line by line, as `reverie health` and the line-by-line chat tell it."""
    about, use = found.memories, found.use
    yield f"All in all: {found.mark}."
    yield f"Kept: {count(found.messages, 'message')}, {memory_count(about.count)}, {about.archived:,} of them archived."
    yield f"By age: {about.short:,} short, {about.mid:,} mid, {about.long:,} long."
    spread = about.spread
    yield f"By importance: {spread.low:,} low, {spread.medium:,} medium, {spread.high:,} high."
    yield f"Retrieved: {use.never:,} never, {use.one_to_five:,} one to five times, {use.more:,} more often."
    for figure in found.figures:
        yield from _figure_lines(figure)
    for job in found.jobs:
        yield _job_line(job)
    for one in found.interventions:
        yield _intervention_line(one)
    if found.cooling:
        shown = ", ".join(f"{one.handle} until turn {one.until_turn}" for one in found.cooling[:_LISTED])
        more = len(found.cooling) - _LISTED
        yield f"Cooling: {shown}{f' and {more:,} more' if more > 0 else ''}."
    if found.bans:
        yield f"Banned: {', '.join(map(clean_line, found.bans))}."


def _figure_lines(figure: "Figure") -> Iterator[str]:
    match figure.value:
        case None:
            value = "not known yet"
        case int():
            value = f"{figure.value:,}"
        case _:
            value = f"{figure.value:.2f}"
    name = _NAMES.get(figure.name, figure.name.replace("_", " "))
    yield f"{figure.mark}: {name} {value} (target: {figure.target})"
    if figure.advice:
        yield f"    {clean_line(figure.advice)}"


def _job_line(job: "JobState") -> str:
    last = "never ran" if job.last_at is None else f"ran {_moment(job.last_at)}"
    due = "due now" if job.due_at is None else f"next {_moment(job.due_at)}"
    failed = f"; failed: {clean_line(job.error)}" if job.error else ""
    return f"Job {job.name}: {last}, {due}{failed}."


def _intervention_line(one: "Intervention") -> str:
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
