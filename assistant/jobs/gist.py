"""Gist: what the user said on a day that has closed, in at most five of their own sentences.

The one fact that a reader would get wrong: "closed" is told by the user's calendar now. Someone who travels may have two
days that overlap; what one gist quotes, no other does.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import numpy as np

from assistant.jobs.job import EachDay, JobName, JobResult, ShouldStop
from assistant.jobs.pace import Pace
from assistant.session import Session
from assistant.storing import store_held
from memory.capture import Statement, prepare
from memory.database import Connection
from memory.embedding import Embedder, Vectors
from memory.records import Kind, Memory, MemoryId, Provenance
from memory.rules.calendar import circadian_day, day_bounds, day_start
from memory.rules.gist import LEAST_STATEMENTS, GistSentence, choose, gist_text, is_statement, sentences_of
from memory.rules.importance import GIST_IMPORTANCE
from memory.store import gists, memories
from memory.store.jobs import read_job, set_progress

_BATCH = 500
# Statements that are read between two looks at the flag.
_STEP = 32
_DAY = timedelta(days=1)
# Stored moments are whole milliseconds.
_LAST_MOMENT = timedelta(milliseconds=1)


class Gist:
    """The job. Its progress is the last memory up to which every day has closed and been summed up."""

    name = JobName.GIST
    words = "summing up"
    period = EachDay()

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - see `Job`
        """Only time makes it due."""
        return False

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:
        """Sum up the days of the next memories."""
        pace = Pace(session.clock, 1, 1)
        settled = after = MemoryId(read_job(connection, self.name).done_up_to)
        is_open_seen = False
        made: list[str] = []
        while said := gists.said_after(connection, after, _BATCH):
            days = [circadian_day(one.said_at, session.zone, session.config.day_starts_at_hour) for one in said]
            closed = {day: now >= self._bounds(session, day)[1] for day in dict.fromkeys(days)}
            for day in [day for day, is_closed in closed.items() if is_closed]:
                if should_stop() or (made and pace.is_slice_over):
                    return JobResult(is_done=False, gists=tuple(made))
                made += self._sum_up(session, connection, day, now, pace, should_stop)
            if should_stop():
                # The last day may have been cut short.
                return JobResult(is_done=False, gists=tuple(made))
            for one, day in zip(said, days, strict=True):
                is_open_seen = is_open_seen or not closed[day]
                settled = settled if is_open_seen else one.memory_id
            after = said[-1].memory_id
            if read_job(connection, self.name).progress != str(settled):
                with pace.step(connection):
                    set_progress(connection, self.name, str(settled))
        return JobResult(gists=tuple(made))

    def _bounds(self, session: Session, day: date) -> tuple[datetime, datetime]:
        return day_bounds(day, session.zone, session.config.day_starts_at_hour)

    def _sum_up(
        self,
        session: Session,
        connection: Connection,
        day: date,
        now: datetime,
        pace: Pace,
        should_stop: ShouldStop,
    ) -> list[str]:
        """Make a day's gist, unless there is one, too little was said or the user is back; return its handle."""
        start, end = self._bounds(session, day)
        if gists.has_gist(connection, start, end):
            return []
        statements = _statements(session, connection, gists.said_between(connection, start, end))
        if len(statements) < LEAST_STATEMENTS:
            return []
        chosen = choose(_sentences(session.embedder, statements, should_stop))
        if not chosen or should_stop():
            return []
        captured = prepare(
            Statement(
                gist_text(chosen),
                Provenance.GIST,
                # The last moment of its date, which is the one that prompts show.
                day_start(day + _DAY, session.zone, 0) - _LAST_MOMENT,
                knobs=session.retrieved_knobs,
                kind=Kind.FACT,
                importance=GIST_IMPORTANCE,
                is_whole=True,
            ),
            session.embedder,
        )
        sources = list(dict.fromkeys(one.memory_id for one in chosen))
        quoted = [one for one in statements if one.id in sources]
        with pace.step(connection):
            # Forgotten, banned or edited meanwhile: the next run takes what is left.
            if gists.has_gist(connection, start, end) or _statements(session, connection, sources) != quoted:
                return []
            (gist_id,) = store_held(connection, captured, now)
            gists.link_sources(connection, gist_id, sources)
            gist = memories.read_memory(connection, gist_id)
        assert gist is not None
        return [gist.handle]


def _statements(session: Session, connection: Connection, ids: Sequence[MemoryId]) -> list[Memory]:
    """Read what of these may be summed up: nothing banned, disabled, replaced, and nothing that states nothing."""
    found = memories.read_memories(connection, ids)
    is_suppressed = session.suppression(connection)
    return [
        found[one]
        for one in ids
        if one in found
        and is_statement(found[one].kind)
        and found[one].superseded_by is None
        and not is_suppressed(found[one])
    ]


def _sentences(embedder: Embedder, statements: Sequence[Memory], should_stop: ShouldStop) -> list[GistSentence]:
    """Cut a day's statements into sentences, each with its cosine to the mean of all; none where the user is back."""
    parts: list[tuple[Memory, str]] = []
    made: list[Vectors] = []
    for begin in range(0, len(statements), _STEP):
        if should_stop():
            return []
        step = [(one, text) for one in statements[begin : begin + _STEP] for text in sentences_of(one.text)]
        parts += step
        made.append(embedder.embed([text for _, text in step]))
    if not parts:
        return []
    vectors = np.concatenate(made)
    mean = vectors.mean(axis=0)
    length = float(np.linalg.norm(mean))
    cosines = vectors @ (mean / length) if length > 0 else np.zeros(len(parts))
    return [
        GistSentence(one.id, text, one.importance, float(cosine))
        for (one, text), cosine in zip(parts, cosines, strict=True)
    ]
