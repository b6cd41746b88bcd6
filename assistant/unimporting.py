"""Take imports back: delete for good what came from other services and from notes.

The one fact that a reader would get wrong: a chat that the user went on with here is no import any more, and stays. So
does what came from Reverie's own exports, which may be all that someone has.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from assistant.purging import purge
from assistant.session import Session
from memory.rules.plurals import counted, memory_count
from memory.store import imports


@dataclass(frozen=True, slots=True)
class Imported:
    """How much came from elsewhere: chats, memories of notes, and chats that went on here."""

    chats: int
    memories: int
    gone_on_chats: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to delete."""
        return not (self.chats or self.memories)

    @property
    def lines(self) -> tuple[str, ...]:
        """Tell what would be deleted, and what would stay."""
        there = (f"Imported from services and notes: {self._counts}.",)
        staying = (f"{counted(self.gone_on_chats, 'chat')} that you went on with here will stay.",)
        return there + staying if self.gone_on_chats else there

    @property
    def deleted_words(self) -> str:
        """Tell what was deleted."""
        return f"Deleted: {self._counts}."

    @property
    def _counts(self) -> str:
        return f"{counted(self.chats, 'chat')}, {memory_count(self.memories)} of notes"


def count_imported(session: Session) -> Imported:
    """Tell what `delete_imported` would delete, and how many chats would stay because they went on here."""
    with session.connection() as connection:
        found, gone_on = imports.foreign_chats(connection)
        return Imported(len(found), len(imports.read_note_memory_ids(connection)), gone_on)


def delete_imported(
    session: Session, stop: threading.Event | None = None, on_progress: Callable[[float], None] = lambda _share: None
) -> Imported:
    """Delete imported chats, with what was remembered of them, and what was remembered of notes.

    Args:
        session: Where.
        stop: Set from another thread to stop after the chat at hand; what is left waits for the next time.
        on_progress: Called with the share of rows that are gone, 0..1; cleaning the files comes after that.

    Raises:
        BusyError: another program works on the folder.
    """
    with session.connection() as connection:
        found, gone_on = imports.foreign_chats(connection)
        chats, memories = purge(session, connection, found, imports.read_note_memory_ids(connection), stop, on_progress)
    return Imported(chats, memories, gone_on)
