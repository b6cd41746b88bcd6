"""Embed: make the vectors that are missing, or all anew after the embedder changed.

The one fact that a reader would get wrong: vectors of two embedders are never in one table together. Another version of
the shipped one takes the old vectors away in the same transaction that notes its name; the embedder that the user chose
has a table of its own (`assistant.jobs.space_filling`).
"""

import json
from dataclasses import asdict, dataclass
from datetime import datetime

from assistant.chosen_space import is_space_waiting
from assistant.jobs.job import EachDay, JobName, JobResult, ShouldStop
from assistant.jobs.pace import Pace
from assistant.jobs.space_filling import ChosenSpace
from assistant.session import Session
from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.records import MemoryId
from memory.store import index, meta
from memory.store.jobs import read_job, set_progress

_WORDS = "making vectors"
_FIRST_ROWS = 32
_MOST_ROWS = 64


@dataclass(frozen=True, slots=True)
class EmbedProgress:
    """How far the job is: `done` of `total` memories looked at in this pass, the last one being `after`."""

    after: MemoryId
    done: int
    total: int


def adopt_embedder(connection: Connection, embedder: Embedder) -> bool:
    """Drop the vectors of another shipped embedder and note this one's name; true where that was needed.

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
    period = EachDay()

    def __init__(self) -> None:
        self._words = _WORDS
        self._chosen = ChosenSpace()

    @property
    def words(self) -> str:
        """What it does, and how far it is: "making vectors, 340 of 3,000"."""
        return self._words

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - see `Job`
        """The embedder changed, or memories were stored without vectors since the last pass."""
        known = meta.read_meta(connection, meta.EMBEDDER)
        if known and known != session.embedder.name:
            return True
        if index.missing_vectors(connection, after=read_progress(connection).after, limit=1):
            return True
        return is_space_waiting(connection, session.embedder)

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:  # noqa: ARG002 - see `Job`
        """Make the next missing vectors: first those of the shipped embedder, which everything else relies on."""
        if not self._run_shipped(session, connection, should_stop):
            return JobResult(is_done=False)
        is_done = self._chosen.run_slice(session, connection, should_stop)
        self._words = _WORDS if is_done else self._chosen.words
        return JobResult(is_done=is_done)

    def _run_shipped(self, session: Session, connection: Connection, should_stop: ShouldStop) -> bool:
        adopt_embedder(connection, session.embedder)
        pace = Pace(session.clock, _FIRST_ROWS, _MOST_ROWS)
        progress = read_progress(connection)
        total, _ = index.totals(connection)
        while True:
            if should_stop() or pace.is_slice_over:
                return False
            missing = index.missing_vectors(connection, after=progress.after, limit=pace.rows)
            if not missing:
                return True
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
            self._words = f"{_WORDS}, {min(progress.done, total):,} of {total:,}"
