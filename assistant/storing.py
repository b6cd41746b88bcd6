"""Store statements: rows and indexes, the pins in force, and the vectors of the embedder that the user chose.

The one fact that a reader would get wrong: nothing else in this package may store a memory. A pin holds what is said
after it too, and a writer that goes past this module would leave that out.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from assistant.chosen_space import embed_at_once
from assistant.session import Session
from assistant.topics import hold_new
from memory.capture import Captured, Statement, prepare_each, store, store_each
from memory.database import Connection, transaction
from memory.records import Memory, MemoryId, TurnId
from memory.store import memories, meta, presence


def store_now(
    session: Session, statements: Sequence[Statement], also: Callable[[Connection, Sequence[Memory]], None]
) -> tuple[Memory, ...]:
    """Store what the user just said or wrote outside of a chat, so that the very next search finds it.

    Args:
        session: Where to.
        statements: What was said.
        also: Called with the new memories in the same transaction.

    Raises:
        ValueError: a given handle is taken.
    """
    now = session.clock.now()
    captured = prepare_each(statements, session.embedder)
    with session.connection() as connection:
        with transaction(connection):
            ids = store_each_held(connection, captured, now)
            added = tuple(memories.read_memories(connection, ids).values())
            if any(one.is_held for one in added):
                meta.touch_standing(connection)
            also(connection, added)
            presence.note_activity(connection, now)
        embed_at_once(session, connection, ids)
    return added


def store_held(
    connection: Connection, captured: Captured, now: datetime, *, turn_id: TurnId | None = None, before_text: str = ""
) -> tuple[MemoryId, ...]:
    """Store what was prepared under the pins in force. Call inside a transaction; idle work or the caller embeds.

    Args:
        connection: The store.
        captured: From `memory.capture.prepare`.
        now: The moment from which a pin holds it.
        turn_id: The turn that the memories go with.
        before_text: What was said just before, for the index.
    """
    ids = store(connection, captured, turn_id=turn_id, before_text=before_text)
    hold_new(connection, ids, now)
    return ids


def store_each_held(connection: Connection, captured: Iterable[Captured], now: datetime) -> tuple[MemoryId, ...]:
    """Store many as they are, faster than one by one, under the pins in force. Call inside a transaction."""
    ids = store_each(connection, captured)
    hold_new(connection, ids, now)
    return ids
