"""Embed: make the vectors that are missing, or all anew after the embedder changed.

The one fact that a reader would get wrong: vectors of two embedders are never in the index together. The old ones go
in the same transaction that notes the new embedder's name, before any new one is made.
"""

import json
from dataclasses import asdict, dataclass
from datetime import datetime

from assistant.jobs.job import EachDay, JobName, JobResult, ShouldStop
from assistant.jobs.pace import Pace
from assistant.session import Session
from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.records import MemoryId
from memory.store import index, meta
from memory.store.jobs import read_job, set_progress

_FIRST_ROWS = 32
_MOST_ROWS = 64


@dataclass(frozen=True, slots=True)
class EmbedProgress:
    """How far the job is: `done` of `total` memories looked at in this pass, the last one being `after`."""

    after: MemoryId
    done: int
    total: int


def adopt_embedder(connection: Connection, embedder: Embedder) -> bool:
    """Drop the vectors of another embedder and note this one's name; true where that was needed.

    The one long transaction of idle work: both in one, or searches would compare two spaces.
    """
    if meta.read_meta(connection, meta.EMBEDDER) == embedder.name:
        return False
    with transaction(connection):
        known = meta.read_meta(connection, meta.EMBEDDER)
        if known and known != embedder.name:
            index.clear_vectors(connection)
            set_progress(connection, JobName.EMBED, "")
        meta.write_meta(connection, meta.EMBEDDER, embedder.name)
    return bool(known)


def read_progress(connection: Connection) -> EmbedProgress:
    """Tell how far the vectors are."""
    stored = read_job(connection, JobName.EMBED).progress
    try:
        fields = json.loads(stored) if stored else {}
        return EmbedProgress(MemoryId(int(fields["after"])), int(fields["done"]), int(fields["total"]))
    except (ValueError, TypeError, KeyError):
        # Before the first pass, or a row that says nothing: from the beginning.
        return EmbedProgress(MemoryId(0), 0, 0)


class Embed:
    """The job."""

    name = JobName.EMBED
    words = "making vectors"
    period = EachDay()

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - see `Job`
        """The embedder changed, or memories were stored without vectors since the last pass."""
        known = meta.read_meta(connection, meta.EMBEDDER)
        if known and known != session.embedder.name:
            return True
        return bool(index.missing_vectors(connection, after=read_progress(connection).after, limit=1))

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:  # noqa: ARG002 - see `Job`
        """Make the next missing vectors."""
        adopt_embedder(connection, session.embedder)
        pace = Pace(session.clock, _FIRST_ROWS, _MOST_ROWS)
        progress = read_progress(connection)
        total, _ = index.totals(connection)
        while True:
            if should_stop() or pace.is_slice_over:
                return JobResult(is_done=False)
            missing = index.missing_vectors(connection, after=progress.after, limit=pace.rows)
            if not missing:
                return JobResult()
            vectors = session.embedder.embed([text for _, text, _ in missing])
            last = missing[-1][0]
            progress = EmbedProgress(last, progress.done + len(missing), total)
            with pace.step(connection):
                # An edit meanwhile has made its own vector, of the new text.
                waiting = set(index.missing_vectors(connection, after=MemoryId(missing[0][0] - 1), limit=len(missing)))
                for one, vector in zip(missing, vectors, strict=True):
                    if one in waiting:
                        index.put_vector(connection, one[0], vector=vector, is_archived=one[2])
                set_progress(connection, self.name, json.dumps(asdict(progress)))
