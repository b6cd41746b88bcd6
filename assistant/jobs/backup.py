"""Backup: one consistent copy a day, statistics for the query planner, and once a week a check of the whole database.

The one fact that a reader would get wrong: the copy is checked too, before it may push an older one out. The weekly
check is for what no copy shows: a damaged index page of the file itself.
"""

from datetime import datetime, timedelta
from threading import Event

from assistant.jobs.job import EachDay, JobName, JobResult, ShouldStop
from assistant.session import Session
from memory.database import Connection, sqlite_module, transaction
from memory.errors import DamagedDatabaseError
from memory.rules.calendar import circadian_day
from memory.store import backups
from memory.store.jobs import read_job, set_progress

_CHECKED_EVERY = timedelta(days=7)
# How many steps of SQLite's machine go by between two looks at the flag: well under a millisecond.
_STEPS_BETWEEN_LOOKS = 10_000


class _StopFlag(Event):
    """The event that a copy looks at, which is set as soon as the job is to stop."""

    def __init__(self, should_stop: ShouldStop) -> None:
        super().__init__()
        self._should_stop = should_stop

    def is_set(self) -> bool:
        return self._should_stop()


class Backup:
    """The job. Its progress is the day of the last check."""

    name = JobName.BACKUP
    words = "backing up"
    period = EachDay()

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - see `Job`
        """Only time makes it due."""
        return False

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:
        """Copy, then optimise, then check if a week has passed.

        Raises:
            DamagedDatabaseError: the database or its copy did not pass the check.
        """
        flag = _StopFlag(should_stop)
        cap_bytes = session.config.backup_cap_bytes
        made = backups.make_backup(connection, session.folder, now, cap_bytes=cap_bytes, stop=flag)
        if should_stop():
            return JobResult(is_done=False)
        if made is not None:
            connection.execute("PRAGMA optimize")
        today = circadian_day(now, session.zone, session.config.day_starts_at_hour)
        checked_on = read_job(connection, self.name).progress
        if checked_on and (today - _CHECKED_EVERY).isoformat() < checked_on <= today.isoformat():
            return JobResult()
        complaint = _complaint(connection, should_stop)
        if complaint is None:
            return JobResult(is_done=False)
        if complaint:
            raise DamagedDatabaseError(
                f"The database did not pass its weekly check: {complaint}.",
                "Restart Reverie: the newest good backup is restored then.",
            )
        with transaction(connection):
            set_progress(connection, self.name, today.isoformat())
        return JobResult()


def _complaint(connection: Connection, should_stop: ShouldStop) -> str | None:
    """Return what is wrong with the database, "" where nothing is, None where the check was cut short."""
    connection.set_progress_handler(lambda: int(should_stop()), _STEPS_BETWEEN_LOOKS)
    try:
        return backups.integrity_check(connection)
    except sqlite_module().OperationalError:
        if should_stop():
            return None
        raise
    finally:
        connection.set_progress_handler(None, 0)
