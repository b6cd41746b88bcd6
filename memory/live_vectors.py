"""The live vectors in memory: one product of matrix and vector instead of a scan of the file.

The one fact that a reader would get wrong: it changes no result. It is a copy that takes over, before each use, what the
record of changed vectors tells, whichever program wrote them; the same search without it scans the file.
"""

import threading
from collections.abc import Collection
from heapq import nlargest

import numpy as np
import numpy.typing as npt

from memory.database import Connection, snapshot
from memory.records import MemoryId
from memory.store import index, live_partition, spaces
from memory.store.spaces import Space
from memory.store.vector_tables import CHOSEN, SHIPPED, VectorTable

Vector = npt.NDArray[np.float32]
Vectors = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

MOST_HELD = 100_000
"""Of 256 dimensions: 100 MB. Of longer ones so many fewer."""

_MEASURED_DIM = 256
_SPARE_ROWS = 4_096
# Between a product in single precision and the exact one, with room.
_ROUNDING = 1e-4


class LiveVectors:
    """Keeps the live partition, in step with the file, whoever writes to it. Safe to use from several threads.

    It holds one embedder's vectors at a time, and takes the other's in their place when those are asked for.

    Args:
        most_held: A larger partition is scanned in the file; meant for 256 dimensions.
    """

    def __init__(self, most_held: int = MOST_HELD) -> None:
        self._most_held = most_held
        self._lock = threading.Lock()
        self._space_id = 0
        self._version = -1
        self._count = 0
        self._ids = np.empty(0, dtype=np.int64)
        self._matrix = np.empty((0, 0), dtype=np.float32)

    def cosines(
        self,
        connection: Connection,
        vector: Vector,
        also: Collection[MemoryId],
        *,
        is_asked: bool,
        limit: int,
        space: Space | None = None,
    ) -> dict[MemoryId, float]:
        """Return the cosines of the most similar memories, and those of some others.

        Args:
            connection: The store.
            vector: float32, shape (dim,), unit length.
            also: The others.
            is_asked: Look through the archive too, which stays in the file.
            limit: At most so many of the most similar ones.
            space: Whose vectors, of the same embedder as `vector`; None = the shipped embedder's. Where another space
                has taken its place meanwhile, nothing is found.
        """
        # What a transaction has written may yet be taken back.
        is_writing = connection.in_transaction
        table = SHIPPED if space is None else CHOSEN
        with snapshot(connection):
            if space is not None and not spaces.is_current(connection, space):
                return {}
            most_held = self._most_held * _MEASURED_DIM // max(len(vector), _MEASURED_DIM)
            if is_writing or live_partition.count_live_rows(connection, table) > most_held:
                near = index.nearest(connection, vector, is_asked=is_asked, limit=limit, table=table)
                return index.cosines(connection, vector, {*near, *also}, table)
            return self._held_cosines(connection, vector, also, is_asked=is_asked, limit=limit, space=space)

    def _held_cosines(
        self,
        connection: Connection,
        vector: Vector,
        also: Collection[MemoryId],
        *,
        is_asked: bool,
        limit: int,
        space: Space | None,
    ) -> dict[MemoryId, float]:
        table = SHIPPED if space is None else CHOSEN
        dim = len(vector)
        wanted = np.fromiter(also, dtype=np.int64)
        with self._lock:
            self._refresh(connection, dim, 0 if space is None else space.space_id, table)
            found = _compared(self._ids[: self._count], self._matrix[: self._count], vector, wanted, limit)
        if is_asked:
            found |= _archived(connection, vector, wanted, limit, table)
            found = _best(found, also, limit)
        missing = [one for one in also if one not in found]
        return found | index.cosines(connection, vector, missing, table) if missing else found

    def _refresh(self, connection: Connection, dim: int, space_id: int, table: VectorTable) -> None:
        """Take over what has changed."""
        version = live_partition.newest_change(connection, table)
        is_other = space_id != self._space_id or self._matrix.shape[1] != dim
        if version == self._version and not is_other:
            return
        is_known = self._version >= 0 and not is_other
        changed = live_partition.changes_after(connection, self._version, table) if is_known else None
        if changed is None or self._count + len(changed) > len(self._ids):
            self._load(connection, dim, table)
        else:
            self._remove(changed)
            self._append(*live_partition.live_vectors_of(connection, changed, dim, table))
        self._space_id, self._version = space_id, version

    def _load(self, connection: Connection, dim: int, table: VectorTable) -> None:
        # The old matrix goes first: both at once would be twice the memory.
        self._count, self._matrix = 0, np.empty((0, dim), dtype=np.float32)
        # Until it is whole, it is nobody's.
        self._version = -1
        capacity = live_partition.count_live_rows(connection, table) + _SPARE_ROWS
        self._ids = np.empty(capacity, dtype=np.int64)
        self._matrix = np.empty((capacity, dim), dtype=np.float32)
        for ids, vectors in live_partition.read_partition(connection, dim, is_archived=False, table=table):
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


def _archived(
    connection: Connection, vector: Vector, wanted: Ids, limit: int, table: VectorTable
) -> dict[MemoryId, float]:
    """Return the cosines of the nearest archived vectors, perhaps of some more, and of the wanted ones among them.

    Most of the archive is farther than the nearest so far, and is not looked at twice.
    """
    found: dict[MemoryId, float] = {}
    best = np.empty(0, dtype=np.float32)
    for ids, vectors in live_partition.read_partition(connection, len(vector), is_archived=True, table=table):
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
