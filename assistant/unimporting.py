"""Take imports back: delete for good what came from other services and from notes.

The one fact that a reader would get wrong: a chat that the user went on with here is no import any more, and stays. So
does what came from Reverie's own exports, which may be all that someone has, and what the user said here of the same.
"""

import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from assistant.doomed import FORGOTTEN_TEXT
from assistant.folder_cleaning import WHAT_IS_LEFT
from assistant.purging import purge
from assistant.session import Session
from memory.database import Connection, snapshot
from memory.records import ChatId, MemoryId, MessageId, Provenance, Role, TurnId
from memory.rules.plurals import counted, memory_count
from memory.rules.quotes import Quotes
from memory.store import chats, imports, memories, memory_ids, messages


@dataclass(frozen=True, slots=True)
class Imported:
    """How much came from elsewhere.

    Args:
        chats: That did not go on here.
        memories: What was remembered of these chats and of notes.
        gone_on_chats: Chats that went on here, which stay.
        replies: Replies of Reverie's that repeat a sentence of it word for word.
        why_left: After the deletion: why files still hold some of it, in words; "" where none does.
        is_stopped: Whether the deletion was stopped before the last of it.
    """

    chats: int
    memories: int
    gone_on_chats: int = 0
    replies: int = 0
    why_left: str = ""
    is_stopped: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to delete."""
        return not (self.chats or self.memories)

    @property
    def lines(self) -> tuple[str, ...]:
        """Tell what would be deleted, and what would stay."""
        found = [f"Imported from services and notes: {self._counts}."]
        if self.gone_on_chats:
            found.append(f"{counted(self.gone_on_chats, 'chat')} that you went on with here will stay.")
        if self.replies:
            repeat = "repeats" if self.replies == 1 else "repeat"
            found.append(f"{self._reply_count} of Reverie's {repeat} some of it word for word; that goes too.")
        if not self.is_empty:
            found.append("What you said here yourself stays.")
        return tuple(found)

    @property
    def deleted_words(self) -> str:
        """Tell what was deleted, and what is left of it in the files."""
        done = f"Deleted: {self._counts}{f', {self._reply_count}' if self.replies else ''}."
        if self.is_stopped:
            done = f"Stopped. {done} The rest is still there."
        left = f" Its words are still in the files: {self.why_left}. {WHAT_IS_LEFT}"
        return done + left if self.why_left else done

    @property
    def _counts(self) -> str:
        return f"{counted(self.chats, 'chat')}, {memory_count(self.memories)}"

    @property
    def _reply_count(self) -> str:
        return counted(self.replies, "reply", "replies")


def count_imported(session: Session) -> Imported:
    """Tell what `delete_imported` would delete, and how many chats would stay because they went on here."""
    with session.connection() as connection, snapshot(connection):
        found, gone_on = imports.foreign_chats(connection)
        noted = imports.read_note_memory_ids(connection)
        turns = _turns(connection, found)
        going = {*memory_ids.ids_of_turns(connection, turns), *noted}
        return Imported(len(found), len(going), gone_on, len(_repeating(connection, turns, going)))


def delete_imported(
    session: Session, stop: threading.Event | None = None, on_progress: Callable[[float], None] = lambda _share: None
) -> Imported:
    """Delete imported chats, with what was remembered of them, what was remembered of notes, and replies that repeat it.

    Args:
        session: Where.
        stop: Set from another thread to stop after the chat at hand; what is left waits for the next time.
        on_progress: Called with the share of rows that are gone, 0..1; cleaning the files comes after that.

    Raises:
        BusyError: another program works on the folder.
    """
    with session.connection() as connection:
        found, gone_on = imports.foreign_chats(connection)
        noted = imports.read_note_memory_ids(connection)
        turns = _turns(connection, found)
        going = {*memory_ids.ids_of_turns(connection, turns), *noted}
        # They are told by what they repeat, so they go first.
        replies = _repeating(connection, turns, going)
        purged = purge(session, connection, found, noted, replies, stop, on_progress)
        gone = len(going.difference(memory_ids.all_ids(connection)))
    return Imported(purged.chats, gone, gone_on, purged.replies, purged.why_left, purged.is_stopped)


def _turns(connection: Connection, chat_ids: Sequence[ChatId]) -> set[TurnId]:
    return {turn for chat_id in chat_ids for turn in chats.path(connection, chat_id)}


def _repeating(connection: Connection, turns: Collection[TurnId], going: Collection[MemoryId]) -> list[MessageId]:
    """Find the replies outside these turns that repeat a sentence of what goes, which the user said nowhere else."""
    known = memories.read_memories(connection, memory_ids.all_ids(connection)).values()
    said = [one for one in known if one.provenance not in (Provenance.ASSISTANT_SAID, Provenance.GIST)]
    quotes = Quotes(
        (one.text for one in said if one.id in going), but=(one.text for one in said if one.id not in going)
    )
    return [
        one.id
        for one in messages.all_messages(connection)
        if one.role is Role.ASSISTANT and one.turn_id not in turns and one.text != FORGOTTEN_TEXT
        if quotes.are_in(one.text) or quotes.are_in(one.reasoning)
    ]
