"""Memories for screens and commands: remember, recall, pin, forget, show.

The one fact that a reader would get wrong: `recall` ranks as asked mode does, but makes no turn and changes nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from assistant.cleaning import clean_text
from assistant.errors import NotFoundError, TurnRefusedError
from assistant.forgetting import foresee_memories, forget_memories
from assistant.near import recalled
from assistant.session import Session
from assistant.storing import store_now
from assistant.views import Forgotten, MemoryView, Recalled, ToForget
from memory.capture import Statement
from memory.database import Connection, transaction
from memory.records import Kind, Memory, Provenance, TurnId
from memory.rules.decay import tier
from memory.store import memories, memory_ids, meta, presence
from memory.store.actions import ActionKind, log_action, mark_last_undone
from memory.worth import has_faded, importance

_READ_AT_ONCE = 2_000
_NUMBERED = re.compile(r"m?\d+", re.ASCII)


def remember(session: Session, text: str) -> tuple[Memory, ...]:
    """Store what the user tells outside of a chat.

    Raises:
        TurnRefusedError: there is nothing to remember.
    """
    text = clean_text(text)
    if not text.strip():
        raise TurnRefusedError("There is nothing to remember.", "Say it: reverie remember TEXT")
    now = session.clock.now()

    def note(connection: Connection, added: Sequence[Memory]) -> None:
        for one in added[:1]:
            # Forgetting one piece forgets them all.
            log_action(connection, ActionKind.REMEMBER, one.handle, now)

    return store_now(session, [Statement(text, Provenance.USER_SAID, now, knobs=session.retrieved_knobs)], note)


def by_handle(connection: Connection, handle: str) -> Memory:
    """Find a memory by what the user calls it.

    Raises:
        NotFoundError: it names nothing.
    """
    memory = memories.memory_by_handle(connection, handle) or memories.memory_by_handle(connection, f"m{handle}")
    if memory is None:
        raise NotFoundError(f"There is no memory {handle!r}.", "`reverie memory list` shows them.")
    return memory


def is_id(session: Session, words: str) -> bool:
    """Tell whether words name one memory rather than a topic: "m17", "17", or the very name a script gave to one."""
    if _NUMBERED.fullmatch(words):
        return True
    with session.connection() as connection:
        return memories.memory_by_handle(connection, words) is not None


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
            log_action(connection, ActionKind.PIN if is_pinned else ActionKind.UNPIN, memory.handle, now)
            meta.touch_standing(connection)
        presence.note_activity(connection, now)
        return by_handle(connection, handle)


def put_pin_back(session: Session, handle: str, *, is_pinned: bool) -> None:
    """Take back the last that was done to a memory's pin: it is as it was, and undo goes further back from there.

    Raises:
        NotFoundError: there is no such memory.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        memory = by_handle(connection, handle)
        if memory.is_pinned != is_pinned:
            memories.set_pinned(connection, memory.id, is_pinned=is_pinned, now=now)
            mark_last_undone(connection, ActionKind.UNPIN if is_pinned else ActionKind.PIN, handle, now)
            meta.touch_standing(connection)
        presence.note_activity(connection, now)


def forget(session: Session, handle: str, asked_in: TurnId | None = None) -> Forgotten:
    """Remove a memory from everywhere; with it the message of the turn that asked for that."""
    return forget_all(session, [handle], asked_in)


def forget_all(session: Session, handles: Sequence[str], asked_in: TurnId | None = None) -> Forgotten:
    """Forget several memories at once: the files are cleaned once, not once for each.

    Raises:
        NotFoundError: one of them names nothing; then none is forgotten.
        BusyError: another program works on the folder, or a reply is being written.
    """
    with session.connection() as connection:
        unwanted = [by_handle(connection, one) for one in dict.fromkeys(handles)]
        with transaction(connection):
            presence.note_activity(connection, session.clock.now())
    return forget_memories(session, unwanted, asked_in)


def foresee(session: Session, handles: Sequence[str], asked_in: TurnId | None = None) -> ToForget:
    """Tell what `forget_all` would take, and change nothing.

    Raises:
        NotFoundError: one of them names nothing.
    """
    with session.connection() as connection:
        unwanted = [by_handle(connection, one) for one in dict.fromkeys(handles)]
    return foresee_memories(session, unwanted, asked_in)


def recall(session: Session, text: str, k: int = 10) -> list[Recalled]:
    """Find what was said about something, best first."""
    now = session.clock.now()
    with session.connection() as connection:
        is_suppressed = session.suppression(connection)
        found = recalled(session, connection, clean_text(text), is_suppressed=is_suppressed, limit=k)
        seen = presence.read_presence(connection, now)
        return [
            Recalled(
                memory=memory,
                score=round(hit.relevance, 4),
                relevance=round(hit.relevance, 4),
                importance=round(importance(memory, now, seen), 4),
                tier=tier(now - memory.said_at),
            )
            for hit, memory in found
        ]


def show(session: Session, handle: str) -> MemoryView:
    """Look at one memory."""
    with session.connection() as connection:
        return next(_views(session, connection, [by_handle(connection, handle)]))


def list_memories(
    session: Session,
    limit: int = 100,
    *,
    provenance: Provenance | None = None,
    kind: Kind | None = None,
    is_held: bool = False,
    is_archived: bool = False,
) -> list[MemoryView]:
    """List memories, the newest first.

    Args:
        session: Whose.
        limit: At most so many.
        provenance: Only these.
        kind: Only these.
        is_held: Only those that a pin holds, their own or their topic's.
        is_archived: Only those that have faded out of associative retrieval.
    """
    with session.connection() as connection:
        wanted = (
            view
            for view in _views(session, connection, _newest(connection))
            if (provenance is None or view.memory.provenance is provenance)
            and (kind is None or view.memory.kind is kind)
            and (view.memory.is_held or not is_held)
            and (view.is_archived or not is_archived)
        )
        return list(islice(wanted, limit))


def _newest(connection: Connection) -> Iterator[Memory]:
    ids = memory_ids.all_ids(connection)
    for start in range(0, len(ids), _READ_AT_ONCE):
        part = ids[start : start + _READ_AT_ONCE]
        found = memories.read_memories(connection, part)
        # One that is missing went meanwhile: another program may forget it between the two reads.
        yield from (found[one] for one in part if one in found)


def _views(session: Session, connection: Connection, shown: Iterable[Memory]) -> Iterator[MemoryView]:
    now = session.clock.now()
    seen = presence.read_presence(connection, now)
    for memory in shown:
        yield MemoryView(
            memory=memory,
            importance=round(importance(memory, now, seen), 4),
            tier=tier(now - memory.said_at),
            is_archived=has_faded(memory, now, seen),
        )
