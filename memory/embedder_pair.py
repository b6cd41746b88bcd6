"""The shipped embedder and the one that the user chose, together, and which of them finds what a query means.

The one fact that a reader would get wrong: the pair is an `Embedder`, and as such it is the shipped one. What is stored
gets that one's vector at once; the chosen one's is made later, and only searching looks for it.
"""

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

import numpy as np

from memory.database import Connection, snapshot
from memory.embedding import Embedder, Vectors
from memory.errors import EmbedderError
from memory.live_vectors import LiveVectors, Vector
from memory.records import MemoryId
from memory.store import index, spaces
from memory.store.spaces import Space, SpaceState
from memory.store.vector_tables import CHOSEN

_LOG = logging.getLogger(__name__)
# Each try of a model that dies costs its start.
_MOST_FAILURES = 3


class ChosenEmbedder(Embedder, Protocol):
    """An embedder that takes its time: it can be stopped, and it has to be closed."""

    def embed_unless(self, text: str, should_stop: Callable[[], bool]) -> Vector | None:
        """Return one row as `embed` does; None once `should_stop` says so, which is asked many times a second.

        Raises:
            EmbedderError: the model does not answer.
        """
        ...

    def close(self) -> None:
        """Let go of the model. Idempotent; never raises."""
        ...


class EmbedderPair:
    """The shipped embedder, with the chosen one beside it. Safe to use from several threads.

    Args:
        shipped: What every memory has a vector of.
        chosen: What searches once its space is ready.
    """

    def __init__(self, shipped: Embedder, chosen: ChosenEmbedder) -> None:
        self.shipped = shipped
        self.chosen = chosen
        self._lock = threading.Lock()
        self._failures = 0
        self._notices: dict[str, None] = {}

    @property
    def name(self) -> str:
        """The shipped embedder's name."""
        return self.shipped.name

    @property
    def dim(self) -> int:
        """The shipped embedder's dimension."""
        return self.shipped.dim

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences for the user about what went wrong with the chosen embedder."""
        with self._lock:
            return tuple(self._notices)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the shipped embedder's rows."""
        return self.shipped.embed(texts)

    def chosen_vector(self, text: str) -> Vector | None:
        """Return the chosen embedder's vector of a query; None where it does not answer, which `notices` then tell."""
        with self._lock:
            if self._failures >= _MOST_FAILURES:
                return None
        try:
            vector: Vector = self.chosen.embed([text])[0]
        except EmbedderError as error:
            _LOG.warning("the chosen embedder failed: %s", error.message)
            with self._lock:
                self._failures += 1
                self._notices[f"{error.message} Memories are found with the embedder that came with Reverie."] = None
            return None
        with self._lock:
            self._failures = 0
        return vector

    def close(self) -> None:
        """Let go of the chosen embedder's model."""
        self.chosen.close()


def chosen_of(embedder: Embedder) -> ChosenEmbedder | None:
    """Return the embedder that the user chose, None where it is the shipped one."""
    return embedder.chosen if isinstance(embedder, EmbedderPair) else None


def shipped_of(embedder: Embedder) -> Embedder:
    """Return the embedder that came with Reverie, which no session has to close."""
    return embedder.shipped if isinstance(embedder, EmbedderPair) else embedder


def own_space(connection: Connection, embedder: Embedder) -> Space | None:
    """Return the chosen embedder's space, made or not; None where another program's embedder has taken its place."""
    chosen = chosen_of(embedder)
    space = None if chosen is None else spaces.read_space(connection)
    return space if chosen is not None and space is not None and space.name == chosen.name else None


def cosines(
    connection: Connection,
    embedder: Embedder,
    text: str,
    topic: str,
    also: Collection[MemoryId],
    *,
    is_asked: bool,
    limit: int,
    live_vectors: LiveVectors | None,
) -> dict[MemoryId, float]:
    """Return the cosines, on the shipped embedder's scale, of the memories nearest to a query and of some others.

    All are of one space: the chosen embedder's if that is whole and the embedder answers, else the shipped one's.

    Args:
        connection: The store.
        embedder: The shipped one, or a pair.
        text: The query as it was said (its days may be left out), which a model of sentences is made for.
        topic: What it is about, which a mean of words is better told by; "" = nothing, and nothing is near it.
        also: The others.
        is_asked: Look through the archive too.
        limit: At most so many of the nearest.
        live_vectors: What a session keeps; without it, the file is scanned.
    """
    if not topic:
        return {}
    space = own_space(connection, embedder)
    if space is not None and space.state is SpaceState.READY and space.scale is not None:
        assert isinstance(embedder, EmbedderPair)
        vector = embedder.chosen_vector(text)
        if vector is not None:
            found = _near(connection, vector, also, is_asked=is_asked, limit=limit, live=live_vectors, space=space)
            return {one: space.scale.on_shipped(cosine) for one, cosine in found.items()}
    vector = embedder.embed([topic])[0]
    return _near(connection, vector, also, is_asked=is_asked, limit=limit, live=live_vectors, space=None)


def _near(
    connection: Connection,
    vector: Vector,
    also: Collection[MemoryId],
    *,
    is_asked: bool,
    limit: int,
    live: LiveVectors | None,
    space: Space | None,
) -> dict[MemoryId, float]:
    if not np.any(vector):
        return {}
    if live is not None:
        return live.cosines(connection, vector, also, is_asked=is_asked, limit=limit, space=space)
    with snapshot(connection):
        if space is None:
            near = index.nearest(connection, vector, is_asked=is_asked, limit=limit)
            return index.cosines(connection, vector, {*near, *also})
        if not spaces.is_current(connection, space):
            return {}
        near = index.nearest(connection, vector, is_asked=is_asked, limit=limit, table=CHOSEN)
        return index.cosines(connection, vector, {*near, *also}, CHOSEN)
