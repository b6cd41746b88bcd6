"""Forget means gone: from the rows, both indexes, the write-ahead log, the backups; and a scan that proves it.

The one fact that a reader would get wrong: deleting the rows is the small part. What was deleted lives on in the log
file of the database and in every backup until those are written anew.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.doomed import Doomed, find_doomed, is_restated
from assistant.folder_cleaning import LOCK_WAIT_S, clean_files, find_leftovers, is_telling, note_due
from assistant.recovery import is_being_answered
from assistant.session import Session
from assistant.topic_search import on_topic, topic_key
from assistant.views import Forgotten
from memory.database import Connection, commits_seen, transaction
from memory.errors import BusyError
from memory.folder import FolderLock
from memory.records import ChatId, Memory, MemoryId
from memory.rules.scripts import searchable
from memory.rules.text import Stemmer
from memory.rules.titles import is_title_of
from memory.rules.topics import TopicMatcher
from memory.store import (
    actions,
    chats,
    lorebooks,
    memories,
    messages,
    meta,
)
from memory.store.removal import past_orders, remove_memories

FORGOTTEN_TEXT = "[forgotten]"
_DELETED_AT_ONCE = 50
_SEARCHES = 3


@dataclass(frozen=True, slots=True)
class _Unwanted:
    """What the user wants forgotten: memories, and topics of orders that only undo still knows."""

    memories: Sequence[Memory]
    past_orders: Sequence[str] = ()


def forget_memories(session: Session, unwanted: Sequence[Memory]) -> Forgotten:
    """Remove memories with their source messages and every reply that restates one; none at all changes nothing.

    Raises:
        BusyError: another program works on the folder, or a reply is being written.
    """
    return _forget(session, lambda _: _Unwanted(unwanted)) if unwanted else Forgotten(0)


def forget_text(session: Session, text: str) -> Forgotten:
    """Remove every memory on a topic, given in the user's words.

    Raises:
        TermError: the words would hit nearly everything.
        BusyError: another program works on the folder, or a reply is being written.
    """
    topic_key(text)
    topic = TopicMatcher([text])

    def find(connection: Connection) -> _Unwanted:
        return _Unwanted(on_topic(connection, topic), _past_orders(connection, topic))

    with session.connection() as connection:
        found = find(connection)
    return _forget(session, find) if found.memories or found.past_orders else Forgotten(0)


def _past_orders(connection: Connection, topic: TopicMatcher) -> tuple[str, ...]:
    """Find the topics of orders on `topic` that can still be undone and hold no more: a ban in force must stay known."""
    return tuple(one for one in past_orders(connection) if topic.hits(one))


def _forget(session: Session, find: Callable[[Connection], _Unwanted]) -> Forgotten:
    with FolderLock(session.folder).held(LOCK_WAIT_S), session.connection() as connection:
        doomed = _search_and_remove(session, connection, find)
        clean_files(session, connection)
        leftovers = find_leftovers(session.folder, [one.text for one in doomed.members])
    return Forgotten(count=len(doomed.members), leftovers=leftovers)


def _search_and_remove(session: Session, connection: Connection, find: Callable[[Connection], _Unwanted]) -> Doomed:
    """Delete what a search finds while nobody writes, so that nothing which came up meanwhile is left behind."""

    def search() -> tuple[Doomed, Sequence[str]]:
        unwanted = find(connection)
        return find_doomed(connection, unwanted.memories, session.stemmer), unwanted.past_orders

    for _ in range(_SEARCHES):
        _refuse_while_answering(session, connection)
        seen = commits_seen(connection)
        doomed, past_orders = search()
        with transaction(connection):
            _refuse_while_answering(session, connection)
            if commits_seen(connection) == seen:
                _remove_all(session, connection, doomed, past_orders)
                return doomed
    # Others never cease to write: this time they have to wait.
    with transaction(connection):
        _refuse_while_answering(session, connection)
        doomed, past_orders = search()
        _remove_all(session, connection, doomed, past_orders)
        return doomed


def _remove_all(session: Session, connection: Connection, doomed: Doomed, past_orders: Iterable[str]) -> None:
    _remove(connection, doomed, session.stemmer)
    for subject in past_orders:
        actions.forget_subject(connection, subject)
    note_due(connection)


def _refuse_while_answering(session: Session, connection: Connection) -> None:
    """Keep a reply whose prompt may hold the words from storing them again after they are gone."""
    if is_being_answered(session, connection):
        raise BusyError(
            "A reply is being written, which may say it once more.", "Wait for it or stop it, then forget again."
        )


def purge_chat(session: Session, connection: Connection, chat_id: ChatId, deleted_at: datetime) -> None:
    """Delete a chat and its turns for good, from every file of the folder.

    One that was brought back since `deleted_at`, or deleted anew, stays.

    Raises:
        BusyError: another program works on the folder.
    """
    with FolderLock(session.folder).held(LOCK_WAIT_S):
        with transaction(connection):
            # While this waited for the lock, the user may have undone the deletion.
            chat = chats.read_chat(connection, chat_id)
            if chat is None or chat.deleted_at != deleted_at:
                return
            _delete_chat(connection, chat_id)
        clean_files(session, connection)


def _delete_chat(connection: Connection, chat_id: ChatId) -> None:
    chats.delete_chat(connection, chat_id)
    meta.touch_standing(connection)
    note_due(connection)


def purge(
    session: Session,
    connection: Connection,
    chat_ids: Sequence[ChatId],
    memory_ids: Sequence[MemoryId] = (),
    stop: threading.Event | None = None,
    on_progress: Callable[[float], None] = lambda _share: None,
) -> tuple[int, int]:
    """Delete chats with their turns, and memories, for good, from every file of the folder; a chat at a time.

    Returns:
        How many chats and memories went; fewer where `stop` was set.

    Raises:
        BusyError: another program works on the folder.
    """
    gone = gone_memories = 0
    total = max(1, len(chat_ids) + len(memory_ids))
    with FolderLock(session.folder).held(LOCK_WAIT_S):
        for chat_id in chat_ids:
            if stop is not None and stop.is_set():
                break
            with transaction(connection):
                _delete_chat(connection, chat_id)
            gone += 1
            on_progress(gone / total)
        for start in range(0, len(memory_ids), _DELETED_AT_ONCE):
            if stop is not None and stop.is_set():
                break
            batch = memory_ids[start : start + _DELETED_AT_ONCE]
            with transaction(connection):
                remove_memories(connection, batch)
                meta.touch_standing(connection)
                note_due(connection)
            gone_memories += len(batch)
            on_progress((gone + gone_memories) / total)
        clean_files(session, connection)
    return gone, gone_memories


def _remove(connection: Connection, doomed: Doomed, stemmer: Stemmer) -> None:
    """Take out of all tables what was found. Call inside a transaction."""
    ids = [one.id for one in doomed.members]
    messages.redact(connection, doomed.message_ids, FORGOTTEN_TEXT)
    messages.clear_reasoning(connection, doomed.reasoning_ids)
    memories.clear_before(connection, [searchable(text) for text in doomed.texts])
    remove_memories(connection, ids, said=doomed.texts)
    lorebooks.redact(connection, [one.text for one in doomed.members if is_telling(one.text)])
    for chat_id, title, draft in chats.titles_and_drafts(connection):
        if is_restated(title, doomed.told, doomed.telling, stemmer) or any(
            is_title_of(title, text) for text in doomed.texts
        ):
            chats.set_title(connection, chat_id, "")
        if is_restated(draft, doomed.told, doomed.telling, stemmer):
            chats.set_draft(connection, chat_id, "")
    for chat_id, settings in chats.settings_of_chats(connection):
        persona = str(settings.get("persona", ""))
        if persona and is_restated(persona, doomed.told, doomed.telling, stemmer):
            rest = {key: value for key, value in settings.items() if key != "persona"}
            chats.set_settings(connection, chat_id, rest)
    meta.touch_standing(connection)
