"""Idle work: which job is due, one slice of it at a time, and the thread that does so while the user is away.

The one fact that a reader would get wrong: a job that was due ten times while the computer slept runs once. Due times
are rows and are reckoned from the end of the last run, never counted up.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.jobs import every_job, is_on
from assistant.jobs.job import EachDay, Every, Job, JobName, JobResult, ShouldStop
from assistant.session import Session
from memory.database import Connection, transaction
from memory.errors import BusyError, DamagedDatabaseError, StoreError
from memory.folder import FolderLock
from memory.opening import suspect_damage
from memory.records import JobState
from memory.rules.calendar import next_day_start
from memory.store import jobs as job_rows

_DAY = timedelta(days=1)
_FIRST_RETRY = timedelta(minutes=5)
# 5 minutes x 2 ** 8 is most of a day, the longest wait.
_MOST_DOUBLINGS = 8
_LOCK_WAIT_S = 10.0
_REST_S = 2.0
_log = logging.getLogger(__name__)


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick did: a slice of this job, or of none.

    Args:
        job: The job, or None where nothing was due or another program is at it.
        is_done: Whether that job has come to its end.
        words: What it does, for a status line: "dreaming".
        result: What the slice did.
        error: Why it failed, "" where it did not.
    """

    job: JobName | None = None
    is_done: bool = True
    words: str = ""
    result: JobResult = field(default_factory=JobResult)
    error: str = ""


@dataclass(frozen=True, slots=True)
class IdleRun:
    """What a run of several jobs did. `errors` by job."""

    ran: tuple[JobName, ...]
    result: JobResult
    errors: dict[JobName, str]
    is_stopped: bool = False


def next_due(job: Job, session: Session, now: datetime) -> datetime:
    """Return when a job that comes to its end now is due again."""
    match job.period:
        case Every(interval=interval):
            return now + interval
        case EachDay():
            boundary = next_day_start(now, session.zone, session.config.day_starts_at_hour)
            # A day of 25 hours, or a traveller's: once a day at least.
            return min(boundary, now + _DAY)


class IdleWorker:
    """Runs jobs, one slice a tick. Of two workers on one folder only one works at a time."""

    def __init__(self, session: Session, jobs: Sequence[Job]) -> None:
        self._session = session
        self._jobs = tuple(jobs)
        self._failures: dict[JobName, int] = {}

    def tick(self, now: datetime, should_stop: ShouldStop = _never) -> Tick:
        """Run at most one slice of one due job and return.

        Never raises for what goes wrong in a job: that is logged, stored in the job's row, and tried again later.
        """
        with self._session.stream_connection() as connection:
            if self._due_job(connection, now) is None:
                return Tick()
            lock = FolderLock(self._session.folder)
            try:
                lock.acquire()
            except BusyError:
                return Tick()
            try:
                # Whoever held the lock may have done it.
                job = self._due_job(connection, now)
                return Tick() if job is None else self._run_slice(job, connection, now, should_stop)
            finally:
                lock.release()

    def run(
        self,
        job: Job,
        now: datetime,
        should_stop: ShouldStop = _never,
        *,
        wait_s: float = _LOCK_WAIT_S,
        on_slice: Callable[[str], None] = lambda _words: None,
    ) -> Tick:
        """Run one job to its end, due or not, after at most `wait_s` of waiting for the folder.

        After each slice but the last, `on_slice` gets what the job does now.

        Raises:
            BusyError: another program works on the folder.
        """
        with self._session.stream_connection() as connection, FolderLock(self._session.folder).held(wait_s):
            result = JobResult(is_done=False)
            while True:
                tick = self._run_slice(job, connection, now, should_stop)
                result = result.joined(tick.result)
                if tick.is_done or tick.error or should_stop():
                    return Tick(job.name, tick.is_done, job.words, result, tick.error)
                on_slice(job.words)

    def is_due(self, job: Job, connection: Connection, now: datetime) -> bool:
        """Tell whether a job is to run now; sets its moments anew where the clock was set back."""
        state = job_rows.read_job(connection, job.name)
        if _is_ahead_of_clock(job, state, now):
            with transaction(connection):
                job_rows.reckon_again(connection, job.name, now, next_due(job, self._session, now))
            return False
        if state.due_at is None or state.due_at <= now:
            return True
        return not state.error and job.is_called_for(self._session, connection, now)

    def _due_job(self, connection: Connection, now: datetime) -> Job | None:
        return next((job for job in self._jobs if self.is_due(job, connection, now)), None)

    def _run_slice(self, job: Job, connection: Connection, now: datetime, should_stop: ShouldStop) -> Tick:
        try:
            result = job.run_slice(self._session, connection, now, should_stop)
            if result.is_done:
                with transaction(connection):
                    job_rows.note_run(connection, job.name, now, next_due(job, self._session, now))
                self._failures.pop(job.name, None)
        except Exception as error:  # noqa: BLE001 - one job's bug must not end all idle work
            return self._failed(job, connection, now, error)
        return Tick(job.name, result.is_done, job.words, result)

    def _failed(self, job: Job, connection: Connection, now: datetime, error: Exception) -> Tick:
        words = _words(error)
        _log.warning("idle job %s failed: %s", job.name, words)
        _log.debug("idle job %s", job.name, exc_info=error)
        if isinstance(error, DamagedDatabaseError):
            suspect_damage(self._session.folder)
        failures = self._failures[job.name] = self._failures.get(job.name, 0) + 1
        retry_at = now + min(_DAY, _FIRST_RETRY * 2 ** min(failures - 1, _MOST_DOUBLINGS))
        try:
            with transaction(connection):
                job_rows.note_failure(connection, job.name, words, retry_at)
        except StoreError as worse:
            _log.warning("that could not be noted: %s", _words(worse))
        return Tick(job.name, is_done=False, words=job.words, error=words)


def _is_ahead_of_clock(job: Job, state: JobState, now: datetime) -> bool:
    longest = max(_DAY, job.period.interval) if isinstance(job.period, Every) else _DAY
    ran_later = state.last_at is not None and state.last_at > now
    return ran_later or (state.due_at is not None and state.due_at - now > longest)


def _words(error: Exception) -> str:
    """Tell what went wrong without the user's words: those of other errors may quote what was worked on."""
    if isinstance(error, StoreError | AssistantError):
        return error.message
    return f"an error of the program ({type(error).__name__})"


def run_due(
    session: Session,
    now: datetime,
    names: Sequence[JobName] | None = None,
    on_progress: Callable[[JobName, str], None] = lambda _name, _words: None,
    should_stop: ShouldStop = _never,
    jobs: Sequence[Job] | None = None,
) -> IdleRun:
    """Run jobs to their ends, one after the other.

    Args:
        session: Where.
        now: The moment of the whole run.
        names: These, due or not, switched on or not; None = all that are switched on and due.
        on_progress: Called as each job begins and while it goes on, with what it does.
        should_stop: Asked between steps.
        jobs: What there is to run; None = the program's own.

    Raises:
        BusyError: another program works on the folder.
    """
    known = every_job() if jobs is None else jobs
    if names is None:
        jobs = [one for one in known if is_on(session.config, one.name)]
    else:
        jobs = [one for name in dict.fromkeys(names) for one in known if one.name is name]
    worker = IdleWorker(session, jobs)
    ran: list[JobName] = []
    errors: dict[JobName, str] = {}
    result = JobResult()
    for job in jobs:
        if should_stop():
            return IdleRun(tuple(ran), result, errors, is_stopped=True)
        if names is None:
            with session.connection() as connection:
                if not worker.is_due(job, connection, now):
                    continue
        on_progress(job.name, job.words)
        tick = worker.run(job, now, should_stop, on_slice=partial(on_progress, job.name))
        result = result.joined(tick.result)
        if tick.error:
            errors[job.name] = tick.error
        else:
            ran.append(job.name)
    return IdleRun(tuple(ran), result, errors, is_stopped=should_stop())


class UserWatch:
    """Tells whether the user is away: no key and no turn for so long."""

    def __init__(self, clock: Clock, idle_after_s: float) -> None:
        self._clock = clock
        self._idle_after_s = idle_after_s
        self._seen_at_s = clock.monotonic_s()

    def note(self) -> None:
        """Note a key, or an event of a turn. From any thread."""
        self._seen_at_s = self._clock.monotonic_s()

    def is_away(self) -> bool:
        """Tell whether idle work may go on."""
        return self._clock.monotonic_s() - self._seen_at_s >= self._idle_after_s


class IdleThread:
    """Ticks while the user is away, and gives way as soon as not.

    Args:
        worker: Does the work.
        clock: Tells each tick its moment.
        is_user_away: Asked before each tick, and by the jobs between their steps.
        stop: Set to end the thread; then `join`.
    """

    def __init__(
        self,
        worker: IdleWorker,
        clock: Clock,
        is_user_away: Callable[[], bool],
        stop: threading.Event,
    ) -> None:
        self._worker = worker
        self._clock = clock
        self._is_user_away = is_user_away
        self._stop = stop
        self._thread = threading.Thread(target=self._run, name="idle", daemon=True)

    def start(self) -> None:
        """Begin to look for idle work."""
        self._thread.start()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for the thread to end, which it does soon after `stop` is set."""
        self._thread.join(timeout_s)

    def _should_stop(self) -> bool:
        return self._stop.is_set() or not self._is_user_away()

    def _run(self) -> None:
        rest_s = _REST_S
        while not self._stop.wait(rest_s):
            rest_s = _REST_S
            if not self._is_user_away():
                continue
            try:
                tick = self._worker.tick(self._clock.now(), self._should_stop)
            except Exception as error:  # noqa: BLE001 - the thread's outer edge: idle work must not end for good
                _log.warning("idle work could not begin: %s", _words(error))
                _log.debug("idle work", exc_info=error)
                continue
            if tick.job is not None:
                rest_s = 0.0 if not tick.error else _REST_S
