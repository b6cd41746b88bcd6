"""Idle work behind the screens: the thread that does it, and what the status line says of it.

The one fact that a reader would get wrong: the words are told when a slice begins and taken back when it ends, from the
idle thread. A slice may last as long as the user is away.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

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
        self._watch = UserWatch(session.clock, session.config.idle_after_s)
        self._stop = threading.Event()
        self._thread: IdleThread | None = None

    def start(self, on_state: Callable[[str], None]) -> None:
        """Begin to look for work; a second start changes nothing."""
        if self._thread is not None or self._stop.is_set():
            return
        jobs = [ToldJob(job, on_state) for job in all_jobs(self._session.config)]
        worker = IdleWorker(self._session, jobs)
        self._thread = IdleThread(worker, self._session.clock, self._watch.is_away, self._stop)
        self._thread.start()

    def note_user(self) -> None:
        """Note a sign of the user."""
        self._watch.note()

    def close(self) -> None:
        """End the thread; a slice gives way within a quarter of a second."""
        self._stop.set()
        self._watch.note()
        if self._thread is not None:
            self._thread.join(_JOIN_S)
