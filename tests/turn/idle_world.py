"""What tests of idle jobs share: memories in few words, a job run to its end, a process that dies, a logical dump.

The one fact that a reader would get wrong: a dump leaves out how the index tables are laid out on disk, since that tells
in what steps they were written. It has each vector and each indexed text instead.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import numpy as np
from exchanges import dump

from assistant import authoring
from assistant.idle import run_due
from assistant.jobs.job import Job, JobName, JobResult
from assistant.session import Session
from memory.database import Connection, transaction
from memory.records import Kind, Memory, MemoryId, Provenance
from memory.rules.scripts import searchable
from memory.store import index, memories
from memory.store.memories import NewMemory


def said(
    session: Session,
    text: str,
    at: datetime,
    *,
    kind: Kind = Kind.FACT,
    provenance: Provenance = Provenance.USER_SAID,
    importance: float = 0.6,
    **fields: Any,
) -> MemoryId:
    """Store a memory as if it had been said at that moment, without any user command."""
    vector = session.embedder.embed([text])[0]
    with session.connection() as store, transaction(store):
        new = NewMemory(
            text=text,
            provenance=provenance,
            kind=kind,
            importance=importance,
            importance_at=at,
            said_at=at,
            search_text=searchable(text),
            **fields,
        )
        memory_id = memories.insert_memory(store, new)
        index.index_memory(store, memory_id, vector=vector, is_archived=False)
    return memory_id


def read(session: Session, memory_id: MemoryId) -> Memory:
    with session.connection() as store:
        found = memories.read_memory(store, memory_id)
    assert found, f"memory {memory_id} is gone"
    return found


def is_there(session: Session, memory_id: MemoryId) -> bool:
    with session.connection() as store:
        return memories.read_memory(store, memory_id) is not None


def author(session: Session, handle: str, text: str, **fields: Any) -> Memory:
    return authoring.add_memory(session, authoring.Authored(text=text, handle=handle, **fields))


def run(session: Session, name: JobName, now: datetime) -> JobResult:
    """Run one job to its end; it must not fail."""
    done = run_due(session, now, [name])
    assert not done.errors, done.errors
    return done.result


def run_on(session: Session, connection: Connection, job: Job, now: datetime) -> None:
    """Run a job to its end on a connection of the test's."""
    while not job.run_slice(session, connection, now, lambda: False).is_done:
        pass


def logical_dump(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    tables = {
        name: rows for name, rows in dump(connection).items() if not name.startswith(("memory_vectors_", "memory_fts_"))
    }
    for name, query in _VECTORS.items():
        rows = connection.execute(query)
        tables[name] = [(row[0], row[1], tuple(np.frombuffer(row[2], np.float32)[:4])) for row in rows]
    return tables


_VECTORS = {
    "vectors": "SELECT memory_id, is_archived, embedding FROM memory_vectors ORDER BY memory_id",
    "chosen vectors": "SELECT memory_id, is_archived, embedding FROM memory_vectors_chosen ORDER BY memory_id",
}


class CrashError(Exception):
    """The process is dead."""


class DyingConnection:
    """A connection whose process dies at the n-th commit: just before it, or just after."""

    def __init__(self, connection: Connection, at_commit: int, *, is_before: bool) -> None:
        self._connection = connection
        self.left = at_commit
        self._is_before = is_before

    def execute(self, sql: str, *arguments: Any) -> Any:
        if sql != "COMMIT":
            return self._connection.execute(sql, *arguments)
        self.left -= 1
        if self.left == 0 and self._is_before:
            raise CrashError
        result = self._connection.execute(sql, *arguments)
        if self.left == 0:
            raise CrashError
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def crashes(
    session: Session, connections: Iterator[Connection], job: Job, now: datetime
) -> Iterator[tuple[str, Connection]]:
    """Run a job on fresh copies with a crash at each commit, before and after it; yield each copy after the crash."""
    for is_before in (True, False):
        for at_commit in range(1, 10_000):
            connection = next(connections)
            dying = DyingConnection(connection, at_commit, is_before=is_before)
            try:
                run_on(session, dying, job, now)  # type: ignore[arg-type]  # stands for a connection
            except CrashError:
                yield f"{'before' if is_before else 'after'} commit {at_commit}", connection
            else:
                break
