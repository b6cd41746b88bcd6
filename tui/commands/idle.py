"""`reverie idle`: the work that Reverie does by itself while you are away, now.

The one fact that a reader would get wrong: the jobs' names stand here once more, because to import them from the jobs
brings numpy and the store, for which `--help` does not wait. A test holds the two lists together.
"""

import sys
import threading
from typing import TYPE_CHECKING

import click

from tui.invocation import (
    FAILED,
    Invocation,
    data_dir_option,
    is_terminal,
    json_option,
    pass_invocation,
    put,
    put_json,
    say,
)
from tui.progress import Progress
from tui.signals import signals_stop
from tui.wording import count, memory_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assistant.idle import IdleRun

JOBS = ("embed", "merge", "fade", "gist", "scan", "dream", "backup")


@click.command(short_help="Tidy the memory now, as Reverie does while you are away.")
@click.option(
    "--job",
    "names",
    multiple=True,
    type=click.Choice(JOBS),
    help="Do this one, due or not. Give it several times for more.",
)
@json_option
@data_dir_option
@pass_invocation
def idle(invocation: Invocation, names: tuple[str, ...], as_json: bool) -> int:
    r"""Do the idle work that is due, or the jobs that --job names, and say what it did.

    The app does this by itself while you are away; here it runs to its end. Nothing is ever deleted by it. Ctrl-C stops
    it between two steps; what is done stays done. Exit status 1 where a job failed.

    \b
      embed    give memories their vectors
      merge    make one memory of what was said twice; let the newer statement stand before the older
      fade     move what has faded to the archive
      gist     sum up the days that are over
      scan     look for loops in Reverie's own words, and damp what causes them
      dream    put fragments of memories side by side, for the dream log only
      backup   copy the database, the last 7 kept

    \b
    Examples:
      reverie idle
      reverie idle --job scan --json
    """
    from assistant.idle import run_due  # noqa: PLC0415 - brings the store and numpy
    from assistant.jobs.job import JobName  # noqa: PLC0415

    stop = threading.Event()
    chosen = [JobName(one) for one in names] or None
    with (
        invocation.session() as session,
        Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress,
        signals_stop(stop),
    ):
        done = run_due(
            session,
            session.clock.now(),
            chosen,
            lambda _name, words: progress.say(words.capitalize()),
            stop.is_set,
        )
    if as_json:
        put_json(_json(done))
    else:
        for line in _lines(done):
            put(line)
    for name, words in done.errors.items():
        say(f"{name}: {words}")
    return FAILED if done.errors else 0


def _lines(done: "IdleRun") -> "Iterator[str]":
    result = done.result
    yield f"Ran: {', '.join(done.ran)}." if done.ran else "Nothing was due."
    if result.merged:
        yield f"Merged: {memory_count(len(result.merged))} ({', '.join(result.merged)})."
    if result.archived:
        yield f"Archived: {memory_count(len(result.archived))} ({', '.join(result.archived)})."
    if result.gists:
        yield f"Summed up: {', '.join(result.gists)}."
    if result.interventions:
        numbers = ", ".join(map(str, result.interventions))
        yield f"Loops in Reverie's words: {numbers}. `reverie health` tells more; `reverie undo --intervention N` undoes."
    if result.dreams:
        yield f"{count(len(result.dreams), 'dream')} noted in the dream log."


def _json(done: "IdleRun") -> dict[str, object]:
    result = done.result
    return {
        "ran": [str(one) for one in done.ran],
        "archived": list(result.archived),
        "merged": list(result.merged),
        "interventions": list(result.interventions),
        "dreams": list(result.dreams),
        "gists": list(result.gists),
        "errors": {str(name): words for name, words in done.errors.items()},
    }
