"""Undo the last thing done to a topic or a memory.

The one fact that a reader would get wrong: undoing twice goes further back, it does not redo.
"""

from datetime import datetime

from assistant.cleaning import quoted
from assistant.errors import NotFoundError
from assistant.forgetting import forget_memories
from assistant.session import Session
from assistant.topics import change_topic
from memory.database import Connection, transaction
from memory.records import Memory
from memory.store import memories, meta, presence
from memory.store.actions import Action, ActionKind, last_action, mark_undone

_INVERSE_TOPIC = {
    ActionKind.BAN: ActionKind.UNBAN,
    ActionKind.UNBAN: ActionKind.BAN,
    ActionKind.PIN_TOPIC: ActionKind.UNPIN_TOPIC,
    ActionKind.UNPIN_TOPIC: ActionKind.PIN_TOPIC,
}
_WORDS = {
    ActionKind.BAN: "“{}” is no longer banned.",
    ActionKind.UNBAN: "“{}” is banned again.",
    ActionKind.PIN_TOPIC: "“{}” is no longer pinned.",
    ActionKind.UNPIN_TOPIC: "“{}” is pinned again.",
    ActionKind.PIN: "{} is no longer pinned.",
    ActionKind.UNPIN: "{} is pinned again.",
    ActionKind.REMEMBER: "{} is forgotten.",
}


def what_undo_does(session: Session) -> str:
    """Say in one sentence how things will be after `undo_last`, and change nothing.

    Raises:
        NotFoundError: there is nothing to undo.
    """
    with session.connection() as connection:
        action = last_action(connection)
        if action is None:
            raise NotFoundError("There is nothing to undo.")
        return _said(connection, action)


def undo_last(session: Session) -> str:
    """Take back the last ban, pin, or remembered fact, and return a line that says so.

    One that cannot be taken back now stays the last.

    Raises:
        NotFoundError: there is nothing to undo.
        BusyError: a remembered fact cannot be forgotten: another program works on the folder, or a reply is being
            written.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        action = last_action(connection)
        if action is None:
            raise NotFoundError("There is nothing to undo.")
        presence.note_activity(connection, now)
        remembered = _remembered(connection, action)
        if remembered is None:
            mark_undone(connection, action.id, now)
            _take_back(session, connection, action, now)
            return _said(connection, action)
    # Its action goes with it, in one transaction.
    forget_memories(session, [remembered])
    return f"Forgotten again: “{remembered.text}”"


def _remembered(connection: Connection, action: Action) -> Memory | None:
    """Find what an action remembered; None where it did something else, or that is gone."""
    return memories.memory_by_handle(connection, action.subject) if action.kind is ActionKind.REMEMBER else None


def _take_back(session: Session, connection: Connection, action: Action, now: datetime) -> None:
    """Do the opposite of what was done to a topic or a pin. Call inside the transaction that marks it as undone."""
    if action.kind in _INVERSE_TOPIC:
        inverse = change_topic(connection, _INVERSE_TOPIC[action.kind], action.subject, now)
        if inverse.is_changed:
            _settle_inverse(session, connection)
        return
    memory = memories.memory_by_handle(connection, action.subject)
    if memory is not None and action.kind in (ActionKind.PIN, ActionKind.UNPIN):
        memories.set_pinned(connection, memory.id, is_pinned=action.kind is ActionKind.UNPIN, now=now)
        meta.touch_standing(connection)


def _settle_inverse(session: Session, connection: Connection) -> None:
    """Mark the inverse as undone too, so that undoing again goes further back instead of to and fro."""
    inverse = last_action(connection)
    assert inverse is not None
    mark_undone(connection, inverse.id, session.clock.now())


def _said(connection: Connection, action: Action) -> str:
    """Say how things are once an action is taken back; a memory is named by its words."""
    subject = action.subject
    if action.kind not in _INVERSE_TOPIC:
        memory = memories.memory_by_handle(connection, subject)
        subject = f"Memory {subject}" if memory is None else f"Memory {subject} {quoted(memory.text)}"
    return _WORDS[action.kind].format(subject)
