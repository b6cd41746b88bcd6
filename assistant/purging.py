"""Deleted chats and imports that are taken back: out of the rows, then out of every file of the folder.

The one fact that a reader would get wrong: a chat is removed only as it was deleted. While this waited for the folder, the
user may have brought it back.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.folder_cleaning import LOCK_WAIT_S, clean_files, note_due
from assistant.redaction import redact_replies
from assistant.session import Session
from memory.database import Connection, transaction
from memory.folder import FolderLock
from memory.records import ChatId, MemoryId, MessageId
from memory.store import chats, meta
from memory.store.removal import remove_memories

_DELETED_AT_ONCE = 50


def purge_chat(connection: Connection, chat_id: ChatId, deleted_at: datetime) -> bool:
    """Delete a chat and its turns for good from the rows; the files are left to be cleaned, which is noted.

    Call with the folder's lock held.

    Returns:
        Whether it went; not where it was brought back since `deleted_at`, deleted anew, or is gone already.
    """
    with transaction(connection):
        # While the caller waited for the lock, the user may have undone the deletion.
        chat = chats.read_chat(connection, chat_id)
        if chat is None or chat.deleted_at != deleted_at:
            return False
        _delete_chat(connection, chat_id)
    return True


def _delete_chat(connection: Connection, chat_id: ChatId) -> None:
    chats.delete_chat(connection, chat_id)
    _note_gone(connection)


def _note_gone(connection: Connection) -> None:
    meta.touch_standing(connection)
    note_due(connection)


@dataclass(frozen=True, slots=True)
class Purged:
    """How much `purge` deleted; `is_stopped`: not all of it. `why_left`: as `clean_files` says it."""

    chats: int
    memories: int
    replies: int
    why_left: str
    is_stopped: bool


def purge(
    session: Session,
    connection: Connection,
    chat_ids: Sequence[ChatId],
    memory_ids: Sequence[MemoryId] = (),
    reply_ids: Sequence[MessageId] = (),
    stop: threading.Event | None = None,
    on_progress: Callable[[float], None] = lambda _share: None,
) -> Purged:
    """Delete chats with their turns, memories, and the words of replies, for good, from every file of the folder.

    Raises:
        BusyError: another program works on the folder.
    """
    stop = stop or threading.Event()
    gone = gone_memories = 0
    total = max(1, len(chat_ids) + len(memory_ids))
    with FolderLock(session.folder).held(LOCK_WAIT_S):
        if reply_ids:
            with transaction(connection):
                redact_replies(connection, reply_ids)
                _note_gone(connection)
        for chat_id in chat_ids:
            if stop.is_set():
                break
            with transaction(connection):
                _delete_chat(connection, chat_id)
            gone += 1
            on_progress(gone / total)
        for start in range(0, len(memory_ids), _DELETED_AT_ONCE):
            if stop.is_set():
                break
            batch = memory_ids[start : start + _DELETED_AT_ONCE]
            with transaction(connection):
                remove_memories(connection, batch)
                _note_gone(connection)
            gone_memories += len(batch)
            on_progress((gone + gone_memories) / total)
        why_left = clean_files(session, connection)
    is_stopped = gone < len(chat_ids) or gone_memories < len(memory_ids)
    return Purged(gone, gone_memories, len(reply_ids), why_left, is_stopped)
