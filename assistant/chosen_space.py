"""The space of the embedder that the user chose, outside of idle work: whose it is, and the vectors of what was just said.

The one fact that a reader would get wrong: nothing here has to succeed. A memory whose vector is not made now keeps its
task, and idle work comes to it.
"""

import logging
from collections.abc import Collection, Mapping

from assistant.session import Session
from memory.database import Connection, transaction
from memory.embedder_pair import EmbedderPair, chosen_of, own_space
from memory.embedding import Embedder
from memory.errors import StoreError
from memory.live_vectors import Vector
from memory.records import MemoryId
from memory.store import index, spaces
from memory.store.memories import read_memories
from memory.store.spaces import Space, SpaceState, Task
from memory.store.vector_tables import CHOSEN

_LOG = logging.getLogger(__name__)
# With more behind, words and the shipped vectors find better than what there is.
_MOST_BEHIND = 50
_MOST_BEHIND_SHARE = 0.1
# A sentence or two: longer texts wait for idle time rather than make the user wait.
_MOST_AT_ONCE_CHARACTERS = 1_000


def adopt_chosen(connection: Connection, embedder: Embedder) -> None:
    """Claim the space for the chosen embedder, if there is one; called at the start of a session.

    A space that is this embedder's already but has fallen far behind is not searched until it has caught up.
    """
    chosen = chosen_of(embedder)
    if chosen is None:
        return
    space = own_space(connection, embedder)
    if space is not None and not _is_far_behind(connection, space):
        return
    with transaction(connection):
        space = own_space(connection, embedder)
        if space is None:
            spaces.claim(connection, chosen.name, chosen.dim)
        elif _is_far_behind(connection, space):
            spaces.begin_filling(connection, space)


def wait_for_vectors(session: Session) -> None:
    """Search with the shipped vectors until the chosen embedder's have caught up, if many memories came in at once."""
    with session.connection() as connection:
        space = own_space(connection, session.embedder)
        if space is None or not _is_far_behind(connection, space):
            return
        with transaction(connection):
            space = own_space(connection, session.embedder)
            if space is not None and _is_far_behind(connection, space):
                spaces.begin_filling(connection, space)


def _is_far_behind(connection: Connection, space: Space) -> bool:
    memories, _ = index.totals(connection)
    behind = spaces.count_tasks(connection)
    return space.state is SpaceState.READY and behind > max(_MOST_BEHIND, memories * _MOST_BEHIND_SHARE)


def is_space_waiting(connection: Connection, embedder: Embedder) -> bool:
    """Tell whether the chosen embedder's space needs work."""
    space = own_space(connection, embedder)
    return space is not None and (space.state is not SpaceState.READY or spaces.has_tasks(connection))


def warm_embedder(session: Session) -> None:
    """Have the chosen embedder's model loaded, if it is the one that searches, so that no turn waits for it."""
    with session.connection() as connection:
        space = own_space(connection, session.embedder)
    if space is not None and space.state is SpaceState.READY and isinstance(session.embedder, EmbedderPair):
        session.embedder.chosen_vector("warm")


def embed_at_once(session: Session, connection: Connection, memory_ids: Collection[MemoryId]) -> None:
    """Give what was just said its vectors in the chosen embedder's space too, where that is short work.

    Never raises for an embedder that fails: the memories are stored, and the job comes to them.

    Args:
        session: Whose embedder.
        connection: The store, outside of a transaction.
        memory_ids: What the user said; longer texts are left to the job.
    """
    chosen, space = chosen_of(session.embedder), own_space(connection, session.embedder)
    if chosen is None or space is None or space.state is not SpaceState.READY:
        return
    tasks = spaces.tasks_of(connection, memory_ids)
    if not tasks or sum(len(one.text) for one in tasks) > _MOST_AT_ONCE_CHARACTERS:
        return
    try:
        vectors = chosen.embed([one.text for one in tasks])
        with transaction(connection):
            write_vectors(connection, space, dict(zip(tasks, vectors, strict=True)))
    except StoreError as error:
        _LOG.warning("vectors are left to idle work: %s", error.message)


def write_vectors(connection: Connection, space: Space, made: Mapping[Task, Vector]) -> None:
    """Store vectors whose texts are still the memories' own. Call inside a transaction."""
    if not spaces.is_current(connection, space):
        return
    there = read_memories(connection, [one.memory_id for one in made])
    for task, vector in made.items():
        memory = there.get(task.memory_id)
        if memory is not None and memory.text == task.text:
            index.put_vector(connection, memory.id, vector=vector, is_archived=memory.is_archived, table=CHOSEN)
            spaces.end_task(connection, memory.id)
