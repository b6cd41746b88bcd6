"""Fade: move what fell under 0.1 to the archive partition of the index, and back what was renewed.

The one fact that a reader would get wrong: this changes no result. Retrieval tells by importance now what has faded;
the archive only keeps it from being looked at.
"""

from datetime import datetime

from assistant.health_day import note_health_day
from assistant.jobs.job import EachDay, JobName, JobResult, ShouldStop
from assistant.jobs.pace import Pace
from assistant.session import Session
from memory.database import Connection
from memory.records import MemoryId
from memory.store import fading, memories
from memory.store.jobs import read_job, set_progress
from memory.store.presence import read_presence

_MOST_MOVED = 500
_FIRST_MOVED = 100
# Rows that are looked at in one go, about 10 ms without any lock.
_SPAN = 10_000


class Fade:
    """The job."""

    name = JobName.FADE
    words = "fading"
    period = EachDay()

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - see `Job`
        """Only time makes it due."""
        return False

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:
        """Move the next misplaced memories."""
        presence = read_presence(connection, now)
        pace = Pace(session.clock, _FIRST_MOVED, _MOST_MOVED)
        after = MemoryId(read_job(connection, self.name).done_up_to)
        last = fading.last_memory_id(connection)
        archived: list[str] = []
        while after < last:
            if should_stop() or pace.is_slice_over:
                with pace.step(connection):
                    set_progress(connection, self.name, str(after))
                return JobResult(is_done=False, archived=tuple(archived))
            until = MemoryId(min(last, after + _SPAN))
            first = fading.misplaced(connection, now, presence, after=after, until=until, limit=1)
            if not first:
                after = until
                continue
            # Looked at again inside the transaction, since the user may have renewed one meanwhile.
            after, limit = MemoryId(first[0].memory_id - 1), pace.rows
            with pace.step(connection):
                moved = fading.misplaced(connection, now, presence, after=after, until=until, limit=limit)
                after = moved[-1].memory_id if len(moved) == limit else until
                for is_faded in (True, False):
                    ids = [one.memory_id for one in moved if one.is_faded is is_faded]
                    memories.set_archived(connection, ids, is_archived=is_faded)
                set_progress(connection, self.name, str(after))
            archived += [one.handle for one in moved if one.is_faded]
        with pace.step(connection):
            set_progress(connection, self.name, "")
        note_health_day(session, connection, now)
        return JobResult(archived=tuple(archived))
