"""Memories for screens and commands: remember, recall, pin, forget, show.

The one fact that a reader would get wrong: `recall` ranks as asked mode does, but makes no turn and changes nothing.
"""

from memory.search import Query, search

from assistant.cleaning import clean_text
from assistant.errors import NotFoundError, TurnRefusedError
from assistant.forgetting import forget_memory
from assistant.session import Session
from assistant.views import Forgotten, MemoryView, Recalled
from memory.capture import Statement, prepare, store
from memory.database import Connection, transaction
from memory.records import Knobs, Memory, Mode, Provenance
from memory.retrieval import importance
from memory.rules.decay import tier
from memory.store import memories, meta, presence


def remember(session: Session, text: str) -> tuple[Memory, ...]:
    """Store what the user tells outside of a chat.

    Raises:
        TurnRefusedError: there is nothing to remember.
    """
    text = clean_text(text)
    if not text.strip():
        raise TurnRefusedError("There is nothing to remember.", "Say it: reverie remember TEXT")
    config, now = session.config, session.clock.now()
    knobs = Knobs(config.retrieved_sticky, config.retrieved_cooldown, config.retrieved_delay)
    captured = prepare(Statement(text, Provenance.USER_SAID, now, knobs=knobs), session.embedder)
    with session.connection() as connection, transaction(connection):
        ids = store(connection, captured)
        presence.note_activity(connection, now)
        return tuple(memories.read_memories(connection, ids).values())


def by_handle(connection: Connection, handle: str) -> Memory:
    """Find a memory by what the user calls it.

    Raises:
        NotFoundError: it names nothing.
    """
    memory = memories.memory_by_handle(connection, handle) or memories.memory_by_handle(connection, f"m{handle}")
    if memory is None:
        raise NotFoundError(f"There is no memory {handle!r}.", "`reverie memory list` shows them.")
    return memory


def pin(session: Session, handle: str) -> Memory:
    """Pin a memory: it does not fade, and stands in the standing block."""
    return _set_pinned(session, handle, is_pinned=True)


def unpin(session: Session, handle: str) -> Memory:
    """Lift a pin; importance fades from now on."""
    return _set_pinned(session, handle, is_pinned=False)


def _set_pinned(session: Session, handle: str, *, is_pinned: bool) -> Memory:
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        memory = by_handle(connection, handle)
        if memory.is_pinned != is_pinned:
            memories.set_pinned(connection, memory.id, is_pinned=is_pinned, now=now)
            meta.touch_standing(connection)
        presence.note_activity(connection, now)
        return by_handle(connection, handle)


def forget(session: Session, handle: str) -> Forgotten:
    """Remove a memory from everywhere."""
    with session.connection() as connection:
        memory = by_handle(connection, handle)
        with transaction(connection):
            presence.note_activity(connection, session.clock.now())
    return forget_memory(session, memory)


def recall(session: Session, text: str, k: int = 10) -> list[Recalled]:
    """Find what was said about something, best first."""
    now = session.clock.now()
    with session.connection() as connection:
        query = Query(text=clean_text(text), mode=Mode.ASKED, now=now)
        is_suppressed = session.suppression(connection)
        hits = search(connection, session.embedder, query, is_suppressed=is_suppressed, limit=k)
        shown = [one for one in hits if one.is_above_floor and not one.is_suppressed]
        found = memories.read_memories(connection, [one.memory_id for one in shown])
        seen = presence.read_presence(connection, now)
        return [
            Recalled(
                memory=found[one.memory_id],
                score=round(one.relevance, 4),
                relevance=round(one.relevance, 4),
                importance=round(importance(found[one.memory_id], now, seen), 4),
                tier=tier(now - found[one.memory_id].said_at),
            )
            for one in shown
        ]


def show(session: Session, handle: str) -> MemoryView:
    """Look at one memory."""
    with session.connection() as connection:
        return _view(session, connection, by_handle(connection, handle))


def list_memories(session: Session, limit: int = 100) -> list[MemoryView]:
    """List memories, the newest first."""
    with session.connection() as connection:
        ids = memories.all_ids(connection)[:limit]
        found = memories.read_memories(connection, ids)
        return [_view(session, connection, found[one]) for one in ids]


def _view(session: Session, connection: Connection, memory: Memory) -> MemoryView:
    now = session.clock.now()
    worth = importance(memory, now, presence.read_presence(connection, now))
    return MemoryView(memory, round(worth, 4), tier(now - memory.said_at))
