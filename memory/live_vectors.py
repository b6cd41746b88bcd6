"""The live vectors in memory: one product of matrix and vector instead of a scan of the file.

The one fact that a reader would get wrong: it changes no result. It is a copy that takes over, before each use, what the
record of changed vectors tells, whichever program wrote them; the same search without it scans the file.
"""

import threading
from collections.abc import Collection, Iterable

import numpy as np
import numpy.typing as npt

from memory.database import Connection
from memory.records import MemoryId
from memory.store import index, live_partition

Vector = npt.NDArray[np.float32]

MOST_HELD = 100_000
"""Of 256 dimensions: 100 MB."""

_SPARE_ROWS = 4_096


class LiveVectors:
    """Keeps the live partition, in step with the file, whoever writes to it. Safe to use from several threads.

    Args:
        most_held: A larger partition is scanned in the file.
    """

    def __init__(self, most_held: int = MOST_HELD) -> None:
        self._most_held = most_held
        self._lock = threading.Lock()
        self._version = -1
        self._count = 0
        self._ids = np.empty(0, dtype=np.int64)
        self._matrix = np.empty((0, 0), dtype=np.float32)

    def cosines(
        self, connection: Connection, vector: Vector, also: Collection[MemoryId], *, limit: int
    ) -> dict[MemoryId, float]:
        """Return the cosines of the most similar live memories, and those of some others.

        Args:
            connection: The store.
            vector: float32, shape (dim,), unit length.
            also: The others.
            limit: At most so many of the most similar ones.
        """
        # What a transaction has written may yet be taken back.
        if connection.in_transaction or live_partition.count_live_rows(connection) > self._most_held:
            return index.cosines(
                connection, vector, {*index.nearest(connection, vector, is_asked=False, limit=limit), *also}
            )
        with self._lock:
            self._refresh(connection, len(vector))
            found = self._cosines(vector, also, limit)
        missing = [one for one in also if one not in found]
        return found | index.cosines(connection, vector, missing) if missing else found

    def _cosines(self, vector: Vector, also: Iterable[MemoryId], limit: int) -> dict[MemoryId, float]:
        places = np.union1d(self._nearest(vector, limit), self._places(also))
        products = index.exact_products(self._matrix[places], vector)
        return dict(zip(map(MemoryId, self._ids[places].tolist()), products, strict=True))

    def _nearest(self, vector: Vector, limit: int) -> npt.NDArray[np.intp]:
        distances = -(self._matrix[: self._count] @ vector)
        return np.argpartition(distances, limit)[:limit] if limit < self._count else np.arange(self._count)

    def _places(self, memory_ids: Iterable[MemoryId]) -> npt.NDArray[np.intp]:
        return np.flatnonzero(np.isin(self._ids[: self._count], np.fromiter(memory_ids, dtype=np.int64)))

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
        for place in self._places(changed)[::-1]:
            self._count -= 1
            self._ids[place] = self._ids[self._count]
            self._matrix[place] = self._matrix[self._count]
