"""Take imports back: delete for good what came from other services and from notes.

The one fact that a reader would get wrong: a chat that the user went on with here is no import any more, and stays. So
does what came from Reverie's own exports, which may be all that someone has.
"""

import threading
from dataclasses import dataclass

from assistant.forgetting import purge
from assistant.session import Session
from memory.store import imports


@dataclass(frozen=True, slots=True)
class Imported:
    """How much came from elsewhere: chats, memories of notes, and chats that went on here."""

    chats: int
    memories: int
    gone_on_chats: int = 0


def count_imported(session: Session) -> Imported:
    """Tell what `delete_imported` would delete, and how many chats would stay because they went on here."""
    with session.connection() as connection:
        found, gone_on = imports.foreign_chats(connection)
        return Imported(len(found), len(imports.read_note_memory_ids(connection)), gone_on)


def delete_imported(session: Session, stop: threading.Event | None = None) -> Imported:
    """Delete imported chats, with what was remembered of them, and what was remembered of notes.

    Args:
        session: Where.
        stop: Set from another thread to stop after the chat at hand; what is left waits for the next time.

    Raises:
        BusyError: another program works on the folder.
    """
    with session.connection() as connection:
        found, gone_on = imports.foreign_chats(connection)
        chats, memories = purge(session, connection, found, imports.read_note_memory_ids(connection), stop)
    return Imported(chats, memories, gone_on)
