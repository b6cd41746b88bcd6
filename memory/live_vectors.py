"""The live vectors in memory: one product of matrix and vector instead of a scan of the file.

The one fact that a reader would get wrong: only *which* memories are nearest comes from here. Their cosines are computed
by sqlite-vec as everywhere else, so that a result does not depend on whether a session kept the vectors.
"""

import threading

import numpy as np
import numpy.typing as npt

from memory.database import Connection
from memory.records import MemoryId
from memory.store import index, live_partition

Vector = npt.NDArray[np.float32]

MOST_HELD = 100_000
"""Of 256 dimensions: 100 MB. A larger live partition is scanned in the file."""

_SPARE_ROWS = 4_096


class LiveVectors:
    """Keeps the live partition, in step with the file, whoever writes to it. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = -1
        self._count = 0
        self._ids = np.empty(0, dtype=np.int64)
        self._matrix = np.empty((0, 0), dtype=np.float32)

    def nearest(self, connection: Connection, vector: Vector, *, limit: int) -> dict[MemoryId, float]:
        """Find the most similar live memories with their cosines, best first; as `index.nearest` does.

        Args:
            connection: The store.
            vector: float32, shape (dim,), unit length.
            limit: At most so many.
        """
        # What a transaction has written may yet be taken back.
        if connection.in_transaction or live_partition.count_live_rows(connection) > MOST_HELD:
            return index.nearest(connection, vector, is_asked=False, limit=limit)
        with self._lock:
            self._refresh(connection, len(vector))
            ids = self._best(vector, limit)
        cosines = index.cosines(connection, vector, ids)
        return {one: cosines[one] for one in ids if one in cosines}

    def _best(self, vector: Vector, limit: int) -> list[MemoryId]:
        distances = -(self._matrix[: self._count] @ vector)
        is_choice = limit < self._count
        places = np.argpartition(distances, limit)[:limit] if is_choice else np.arange(self._count)
        best = places[np.argsort(distances[places], kind="stable")]
        return [MemoryId(one) for one in self._ids[best].tolist()]

    def _refresh(self, connection: Connection, dim: int) -> None:
        """Take over what has changed. A change that comes in between is taken over once more the next time."""
        version = live_partition.newest_change(connection)
        if version == self._version and self._matrix.shape[1] == dim:
            return
        changed = live_partition.changes_after(connection, self._version) if self._version >= 0 else None
        if changed is None or self._count + len(changed) > len(self._ids) or self._matrix.shape[1] != dim:
            self._load(connection, dim)
        else:
            self._remove(changed)
            self._append(*live_partition.live_vectors_of(connection, changed, dim))
        self._version = version

    def _load(self, connection: Connection, dim: int) -> None:
        # The old matrix goes first: both at once would be twice the memory.
        self._count, self._matrix = 0, np.empty((0, dim), dtype=np.float32)
        capacity = live_partition.count_live_rows(connection) + _SPARE_ROWS
        self._ids = np.empty(capacity, dtype=np.int64)
        self._matrix = np.empty((capacity, dim), dtype=np.float32)
        for ids, vectors in live_partition.read_live(connection, dim):
            self._append(ids, vectors)

    def _append(self, ids: npt.NDArray[np.int64], vectors: npt.NDArray[np.float32]) -> None:
        end = self._count + len(ids)
        self._ids[self._count : end] = ids
        self._matrix[self._count : end] = vectors
        self._count = end

    def _remove(self, changed: frozenset[MemoryId]) -> None:
        """Put the last row in the place of each that goes."""
        gone = np.flatnonzero(np.isin(self._ids[: self._count], list(changed)))
        for place in gone[::-1]:
            self._count -= 1
            self._ids[place] = self._ids[self._count]
            self._matrix[place] = self._matrix[self._count]
