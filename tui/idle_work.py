"""Idle work behind the screens: the thread that does it, and what the status line says of it.

The one fact that a reader would get wrong: the words are told when a slice begins and taken back when it ends, from the
idle thread. A slice may last as long as the user is away.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from assistant.config import Config
from assistant.idle import IdleThread, IdleWorker, UserWatch
from assistant.jobs import all_jobs
from assistant.jobs.job import Job, JobName, JobResult, Period, ShouldStop
from assistant.session import Session
from memory.database import Connection

_JOIN_S = 5.0


@dataclass(frozen=True, slots=True)
class ToldJob:
    """A job that says when it works."""

    job: Job
    on_state: Callable[[str], None]

    @property
    def name(self) -> JobName:
        """The job's name."""
        return self.job.name

    @property
    def words(self) -> str:
        """What it does."""
        return self.job.words

    @property
    def period(self) -> Period:
        """When it is due again."""
        return self.job.period

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:
        """Tell whether something makes it due before its time."""
        return self.job.is_called_for(session, connection, now)

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:
        """Do some more of the work, and say so meanwhile."""
        self.on_state(self.words)
        try:
            return self.job.run_slice(session, connection, now, should_stop)
        finally:
            self.on_state("")


class IdleWork:
    """Owns the idle thread of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._is_closed = False
        self._on_state: Callable[[str], None] | None = None
        self._watch = UserWatch(session.clock, session.config.idle_after_s)
        self._stop = threading.Event()
        self._thread: IdleThread | None = None

    def start(self, on_state: Callable[[str], None]) -> None:
        """Begin to look for work; a second start changes nothing."""
        if self._thread is not None or self._is_closed:
            return
        self._on_state = on_state
        jobs = [ToldJob(job, on_state) for job in all_jobs(self._session.config)]
        worker = IdleWorker(self._session, jobs)
        self._thread = IdleThread(worker, self._session.clock, self._watch.is_away, self._stop)
        self._thread.start()

    def note_user(self) -> None:
        """Note a sign of the user."""
        self._watch.note()

    def take_config(self, before: Config) -> None:
        """Go by the session's settings of idle work, if they are no longer what they were."""
        config, on_state = self._session.config, self._on_state
        is_same = before.idle_after_s == config.idle_after_s and _names(before) == _names(config)
        if is_same or on_state is None or self._is_closed:
            return
        self._end()
        self._stop = threading.Event()
        self._thread = None
        self._watch = UserWatch(self._session.clock, config.idle_after_s)
        self.start(on_state)

    def close(self) -> None:
        """End the thread; a slice gives way within a quarter of a second."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        self._stop.set()
        self._watch.note()
        if self._thread is not None:
            self._thread.join(_JOIN_S)


def _names(config: Config) -> list[JobName]:
    return [job.name for job in all_jobs(config)]
