"""What idle work is made of: a job, when it is due, and what one slice of it did.

The one fact that a reader would get wrong: a slice is not a transaction. A job commits many small ones, each with its
own progress, so that a slice that was cut short anywhere goes on from there.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from memory.database import Connection

if TYPE_CHECKING:
    from assistant.session import Session

ShouldStop = Callable[[], bool]
"""Asked between two steps, each of at most 100 ms: true once the user is back or the program ends."""


class JobName(StrEnum):
    """The jobs, by the names that commands, rows and screens use."""

    FADE = "fade"
    MERGE = "merge"
    GIST = "gist"
    SCAN = "scan"
    DREAM = "dream"
    EMBED = "embed"
    BACKUP = "backup"


@dataclass(frozen=True, slots=True)
class Every:
    """Due so long after the last run began its last slice."""

    interval: timedelta


@dataclass(frozen=True, slots=True)
class EachDay:
    """Due when a new circadian day begins."""


Period = Every | EachDay


@dataclass(frozen=True, slots=True)
class JobResult:
    """What one slice did.

    Args:
        is_done: False where there is more to do now; the next slice goes on.
        archived: Handles of memories that went to the archive.
        merged: Handles of memories that now stand for more than they did: said again, or the newer of two statements.
        gists: Handles of new gists.
        interventions: Ids of new interventions.
        dreams: Texts of new dreams.
    """

    is_done: bool = True
    archived: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    gists: tuple[str, ...] = ()
    interventions: tuple[int, ...] = ()
    dreams: tuple[str, ...] = ()

    def joined(self, later: "JobResult") -> "JobResult":
        """Return what this and a later slice did together."""
        lists = {
            one.name: tuple(dict.fromkeys((*getattr(self, one.name), *getattr(later, one.name))))
            for one in fields(self)
            if one.name != "is_done"
        }
        return JobResult(is_done=later.is_done, **lists)


class Job(Protocol):
    """One kind of idle work; it keeps nothing between slices but its row in `jobs`.

    Args:
        name: Its row's name.
        words: What the status line says while it runs: "dreaming".
        period: When it is due again.
    """

    @property
    def name(self) -> JobName: ...  # noqa: D102 - see the class

    @property
    def words(self) -> str: ...  # noqa: D102 - see the class

    @property
    def period(self) -> Period: ...  # noqa: D102 - see the class

    def is_called_for(self, session: "Session", connection: Connection, now: datetime) -> bool:
        """Tell whether something makes it due before its time. Asked at each tick: a few milliseconds at most."""
        ...

    def run_slice(
        self, session: "Session", connection: Connection, now: datetime, should_stop: ShouldStop
    ) -> JobResult:
        """Do some more of the work, in transactions of less than 50 ms, until it is done or `should_stop` says so.

        Idempotent: where nothing is to be done, nothing changes. Runs under the folder's upkeep lock.
        """
        ...
