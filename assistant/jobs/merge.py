"""Merge: the same thing said twice becomes one memory, and a newer statement stands before the one it replaces.

The one fact that a reader would get wrong: each memory is looked at once, when it is new. What the job has passed is
compared again only with what comes later.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import numpy as np

from assistant.jobs.job import EachDay, JobName, JobResult, ShouldStop
from assistant.jobs.pace import Pace
from assistant.session import Session
from memory.database import Connection
from memory.records import STANDING_KINDS, Memory, MemoryId
from memory.rules.sameness import can_merge, says_the_same
from memory.rules.slots import slots_of
from memory.store import index, memories, memory_ids, merging, meta
from memory.store.jobs import read_job, set_progress
from memory.superseding import newer_statement, older_statements

_NEIGHBOURS = 8
_BATCH = 50
_REMEMBERED_SLOTS = 20_000


@dataclass(frozen=True, slots=True)
class _Found:
    """What is to become of a new memory: one with this twin, or in place of, or behind other statements."""

    twin: MemoryId | None = None
    older: tuple[MemoryId, ...] = ()
    newer: MemoryId | None = None

    @property
    def is_nothing(self) -> bool:
        return self == _Found()


class Merge:
    """The job. Its progress is the last memory that was looked at."""

    name = JobName.MERGE
    words = "merging"
    period = EachDay()

    def __init__(self) -> None:
        self._slots = lru_cache(_REMEMBERED_SLOTS)(slots_of)

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - see `Job`
        """Only time makes it due."""
        return False

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:  # noqa: ARG002 - see `Job`
        """Look at the next new memories."""
        pace = Pace(session.clock, 1, 1)
        stored = after = MemoryId(read_job(connection, self.name).done_up_to)
        merged: list[str] = []
        is_done = False
        while not is_done:
            waiting = merging.ids_after(connection, after, _BATCH)
            hidden = memory_ids.hidden_ids(connection)
            is_done = not waiting
            for memory_id in waiting:
                if should_stop() or pace.is_slice_over:
                    waiting = []
                    break
                after = memory_id
                found = self._look_at(session, connection, memory_id, hidden)
                if not found.is_nothing:
                    with pace.step(connection):
                        merged += self._settle(session, connection, memory_id, found)
                        set_progress(connection, self.name, str(after))
                    stored = after
            if not waiting:
                break
        if after != stored:
            with pace.step(connection):
                set_progress(connection, self.name, str(after))
        return JobResult(is_done=is_done, merged=tuple(dict.fromkeys(merged)))

    def _look_at(
        self, session: Session, connection: Connection, memory_id: MemoryId, hidden: frozenset[MemoryId]
    ) -> _Found:
        """Find what a memory repeats or replaces, without any lock."""
        memory = memories.read_memory(connection, memory_id)
        if memory is None or memory.superseded_by is not None or memory_id in hidden:
            return _Found()
        twin = _twin(session, connection, memory, hidden)
        if twin is not None:
            return _Found(twin=twin)
        older = [one for one in older_statements(connection, memory, self._slots) if one not in hidden]
        newer = newer_statement(connection, memory, self._slots)
        return _Found(older=tuple(older), newer=newer if newer not in hidden else None)

    def _settle(self, session: Session, connection: Connection, memory_id: MemoryId, found: _Found) -> list[str]:
        """Write what was found, if it still holds inside the transaction."""
        wanted = [memory_id, *found.older, *(one for one in (found.twin, found.newer) if one is not None)]
        now_there = memories.read_memories(connection, wanted)
        memory = now_there.get(memory_id)
        if memory is None:
            return []
        twin = now_there.get(found.twin) if found.twin is not None else None
        if twin is not None and _are_same(session, connection, memory, twin):
            first, second = sorted((memory, twin), key=lambda one: (one.said_at, one.id))
            merging.merge(connection, first, second)
            if first.kind in STANDING_KINDS:
                meta.touch_standing(connection)
            return [first.handle]
        changed = []
        older = [one for one in found.older if one in now_there and not now_there[one].is_held]
        if older:
            merging.supersede(connection, older, memory_id)
            changed.append(memory.handle)
        if found.newer in now_there and not memory.is_held:
            assert found.newer is not None
            merging.supersede(connection, [memory_id], found.newer)
            changed.append(now_there[found.newer].handle)
        if changed:
            meta.touch_standing(connection)
        return changed


def _twin(session: Session, connection: Connection, memory: Memory, hidden: frozenset[MemoryId]) -> MemoryId | None:
    """Find the earliest stored memory that says the same."""
    vector = merging.vector_of(connection, memory.id) if can_merge(memory) else None
    if vector is None:
        return None
    near = index.nearest(connection, np.frombuffer(vector, dtype=np.float32), is_asked=True, limit=_NEIGHBOURS)
    close = [one for one in near if one < memory.id and one not in hidden]
    candidates = sorted(memories.read_memories(connection, close).values(), key=lambda one: one.id)
    return next(
        (one.id for one in candidates if says_the_same(one, memory, near[one.id], session.stemmer, session.zone)),
        None,
    )


def _are_same(session: Session, connection: Connection, one: Memory, other: Memory) -> bool:
    vector = merging.vector_of(connection, one.id)
    if vector is None:
        return False
    cosines = index.cosines(connection, np.frombuffer(vector, dtype=np.float32), [other.id])
    return says_the_same(one, other, cosines.get(other.id, 0.0), session.stemmer, session.zone)
