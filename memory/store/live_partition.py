"""The live vectors as a whole, and which vectors have changed since: what a session's copy in memory is kept in step by.

The one fact that a reader would get wrong: whole partitions are read from the tables behind sqlite-vec's own, a chunk of
1,024 vectors at a time, since reading 60,000 rows through it takes a second and this 30 ms. Their layout is sqlite-vec's
(its ARCHITECTURE.md); the version is pinned, and a test holds both ways together.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from memory.database import Connection
from memory.records import MemoryId
from memory.store.rows import id_list
from memory.store.vector_tables import SHIPPED, VectorTable, on

Vectors = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

# As many changes are remembered; a copy that is farther behind is read anew.
_REMEMBERED_CHANGES = 4_096
_ALL = MemoryId(0)


def note_change(connection: Connection, memory_ids: Iterable[MemoryId], table: VectorTable = SHIPPED) -> None:
    """Note that these vectors were stored, moved or deleted. Call inside the transaction that does it."""
    connection.execute(
        on(table, "INSERT INTO memory_vectors_changes (memory_id) SELECT value FROM json_each(:ids)"),
        {"ids": id_list(memory_ids)},
    )
    connection.execute(
        on(
            table,
            """DELETE FROM memory_vectors_changes
               WHERE version <= (SELECT MAX(version) FROM memory_vectors_changes) - :remembered""",
        ),
        {"remembered": _REMEMBERED_CHANGES},
    )


def note_all_changed(connection: Connection, table: VectorTable = SHIPPED) -> None:
    """Note that no vector is what it was."""
    note_change(connection, [_ALL], table)


def newest_change(connection: Connection, table: VectorTable = SHIPPED) -> int:
    """Return the version of the latest change, 0 where there was none."""
    query = on(table, "SELECT COALESCE(MAX(version), 0) FROM memory_vectors_changes")
    version: int = connection.execute(query).fetchone()[0]
    return version


def changes_after(connection: Connection, version: int, table: VectorTable = SHIPPED) -> frozenset[MemoryId] | None:
    """List whose vectors changed after a version; None where that is no longer known, or all did."""
    rows = connection.execute(
        on(table, "SELECT version, memory_id FROM memory_vectors_changes WHERE version > :version ORDER BY version"),
        {"version": version},
    ).fetchall()
    if rows and rows[0]["version"] > version + 1:
        return None
    ids = frozenset(MemoryId(row["memory_id"]) for row in rows)
    return None if _ALL in ids else ids


def count_live_rows(connection: Connection, table: VectorTable = SHIPPED) -> int:
    """Count the places of the live partition, empty ones included: at least as many as it has vectors."""
    query = on(table, "SELECT COALESCE(SUM(size), 0) FROM memory_vectors_chunks WHERE partition00 = 0")
    count: int = connection.execute(query).fetchone()[0]
    return count


def read_partition(
    connection: Connection, dim: int, *, is_archived: bool, table: VectorTable = SHIPPED
) -> Iterator[tuple[Ids, Vectors]]:
    """Yield all vectors of a partition with their memories' ids, a chunk at a time."""
    # Not sorted by SQL, which would hold the whole partition to do it.
    rows = connection.execute(
        on(
            table,
            """SELECT c.rowids AS ids, c.validity AS validity, v.vectors AS vectors
               FROM memory_vectors_chunks c CROSS JOIN memory_vectors_vector_chunks00 v ON v.rowid = c.chunk_id
               WHERE c.partition00 = :archived""",
        ),
        {"archived": int(is_archived)},
    )
    for row in rows:
        held = np.unpackbits(np.frombuffer(row["validity"], dtype=np.uint8), bitorder="little").astype(np.bool_)
        ids = np.frombuffer(row["ids"], dtype=np.int64)
        vectors = np.frombuffer(row["vectors"], dtype=np.float32).reshape(-1, dim)
        yield ids[held], vectors[held]


def live_vectors_of(
    connection: Connection, memory_ids: Iterable[MemoryId], dim: int, table: VectorTable = SHIPPED
) -> tuple[Ids, Vectors]:
    """Read the vectors of those memories that are in the live partition."""
    rows = connection.execute(
        on(
            table,
            """SELECT v.memory_id AS id, v.embedding AS vector
               FROM json_each(:ids) wanted CROSS JOIN memory_vectors v ON v.memory_id = wanted.value
               WHERE v.is_archived = 0 ORDER BY v.memory_id""",
        ),
        {"ids": id_list(memory_ids)},
    ).fetchall()
    vectors = np.frombuffer(b"".join(row["vector"] for row in rows), dtype=np.float32).reshape(-1, dim)
    return np.array([row["id"] for row in rows], dtype=np.int64), vectors
