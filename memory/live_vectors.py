"""The live vectors in memory: one product of matrix and vector instead of a scan of the file.

The one fact that a reader would get wrong: it changes no result. It is a copy that takes over, before each use, what the
record of changed vectors tells, whichever program wrote them; the same search without it scans the file.
"""

import threading
from collections.abc import Collection
from heapq import nlargest

import numpy as np
import numpy.typing as npt

from memory.database import Connection
from memory.records import MemoryId
from memory.store import index, live_partition

Vector = npt.NDArray[np.float32]
Vectors = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

MOST_HELD = 100_000
"""Of 256 dimensions: 100 MB."""

_SPARE_ROWS = 4_096
# Between a product in single precision and the exact one, with room.
_ROUNDING = 1e-4


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
        self, connection: Connection, vector: Vector, also: Collection[MemoryId], *, is_asked: bool, limit: int
    ) -> dict[MemoryId, float]:
        """Return the cosines of the most similar memories, and those of some others.

        Args:
            connection: The store.
            vector: float32, shape (dim,), unit length.
            also: The others.
            is_asked: Look through the archive too, which stays in the file.
            limit: At most so many of the most similar ones.
        """
        # What a transaction has written may yet be taken back.
        if connection.in_transaction or live_partition.count_live_rows(connection) > self._most_held:
            near = index.nearest(connection, vector, is_asked=is_asked, limit=limit)
            return index.cosines(connection, vector, {*near, *also})
        wanted = np.fromiter(also, dtype=np.int64)
        with self._lock:
            self._refresh(connection, len(vector))
            found = _compared(self._ids[: self._count], self._matrix[: self._count], vector, wanted, limit)
        if is_asked:
            found |= _archived(connection, vector, wanted, limit)
            found = _best(found, also, limit)
        missing = [one for one in also if one not in found]
        return found | index.cosines(connection, vector, missing) if missing else found

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
        for ids, vectors in live_partition.read_partition(connection, dim, is_archived=False):
            self._append(ids, vectors)

    def _append(self, ids: Ids, vectors: Vectors) -> None:
        end = self._count + len(ids)
        self._ids[self._count : end] = ids
        self._matrix[self._count : end] = vectors
        self._count = end

    def _remove(self, changed: frozenset[MemoryId]) -> None:
        """Put the last row in the place of each that goes."""
        for place in np.flatnonzero(np.isin(self._ids[: self._count], list(changed)))[::-1]:
            self._count -= 1
            self._ids[place] = self._ids[self._count]
            self._matrix[place] = self._matrix[self._count]


def _compared(ids: Ids, vectors: Vectors, vector: Vector, wanted: Ids, limit: int) -> dict[MemoryId, float]:
    """Return the cosines of the nearest of these vectors and of the wanted ones among them."""
    distances = -(vectors @ vector)
    nearest = np.argpartition(distances, limit)[:limit] if limit < len(ids) else np.arange(len(ids))
    places = np.union1d(nearest, np.flatnonzero(np.isin(ids, wanted)))
    return dict(zip(map(MemoryId, ids[places].tolist()), index.exact_products(vectors[places], vector), strict=True))


def _archived(connection: Connection, vector: Vector, wanted: Ids, limit: int) -> dict[MemoryId, float]:
    """Return the cosines of the nearest archived vectors, perhaps of some more, and of the wanted ones among them.

    Most of the archive is farther than the nearest so far, and is not looked at twice.
    """
    found: dict[MemoryId, float] = {}
    best = np.empty(0, dtype=np.float32)
    for ids, vectors in live_partition.read_partition(connection, len(vector), is_archived=True):
        similarities = vectors @ vector
        least = best.min() - _ROUNDING if len(best) >= limit else -np.inf
        near = similarities >= least
        places = np.flatnonzero(near | np.isin(ids, wanted))
        best = np.concatenate((best, similarities[near]))
        if len(best) > limit:
            best = np.partition(best, len(best) - limit)[len(best) - limit :]
        products = index.exact_products(vectors[places], vector)
        found |= zip(map(MemoryId, ids[places].tolist()), products, strict=True)
    return found


def _best(found: dict[MemoryId, float], also: Collection[MemoryId], limit: int) -> dict[MemoryId, float]:
    """Keep the best of the found, and the others that were asked for."""
    best = nlargest(limit, found, key=found.__getitem__)
    return {one: found[one] for one in (*best, *also) if one in found}
