"""Forget means gone: from the rows, both indexes, the write-ahead log, the backups; and a scan that proves it.

The one fact that a reader would get wrong: deleting the rows is the small part. What was deleted lives on in the log
file of the database and in every backup until those are written anew.
"""

from collections.abc import Iterable
from pathlib import Path

from assistant.session import Session
from assistant.topic_search import on_topic
from assistant.views import Forgotten
from memory.database import Connection, transaction, truncate_wal
from memory.folder import FolderLock
from memory.records import ChatId, Memory, Provenance
from memory.rules.text import Stemmer, content_terms
from memory.rules.topics import TopicMatcher, normalise
from memory.store import backups, chats, memories, messages, meta

FORGOTTEN_TEXT = "[forgotten]"
_LOCK_WAIT_S = 10.0
_CHUNK_BYTES = 1 << 20


def forget_memory(session: Session, memory: Memory) -> Forgotten:
    """Remove a memory with its source message and every reply that restates it.

    Raises:
        BusyError: another program works on the folder.
    """
    lock = FolderLock(session.folder)
    with lock.held(_LOCK_WAIT_S), session.connection() as connection:
        with transaction(connection):
            doomed = _memories_to_forget(connection, memory)
            _forget_messages(connection, doomed)
            memories.delete_memories(connection, [one.id for one in doomed])
            meta.touch_standing(connection)
        _clean_files(session, connection)
        leftovers = find_leftovers(session.folder, [one.text for one in doomed])
    return Forgotten(count=len(doomed), leftovers=leftovers)


def purge_chat(session: Session, connection: Connection, chat_id: ChatId) -> None:
    """Delete a chat and its turns for good, from every file of the folder."""
    with FolderLock(session.folder).held(_LOCK_WAIT_S):
        with transaction(connection):
            chats.delete_chat(connection, chat_id)
            meta.touch_standing(connection)
        _clean_files(session, connection)


def _memories_to_forget(connection: Connection, memory: Memory) -> list[Memory]:
    """Take every piece of the same message, and the replies that only say it again."""
    wanted = {memory.id: memory}
    if memory.source_message_id is not None:
        siblings = memories.ids_of_message(connection, memory.source_message_id)
        wanted |= memories.read_memories(connection, siblings)
    terms = _terms(memory.text)
    for one in memories.read_memories(connection, memories.ids_said_by(connection, Provenance.ASSISTANT_SAID)).values():
        if _restates(one.text, memory.text, terms):
            wanted[one.id] = one
    return list(wanted.values())


def _forget_messages(connection: Connection, doomed: Iterable[Memory]) -> None:
    sources = [one.source_message_id for one in doomed if one.source_message_id is not None]
    messages.redact(connection, sources, FORGOTTEN_TEXT)
    for text in [one.text for one in doomed]:
        terms = _terms(text)
        hits = [one for one in messages.replies(connection) if _restates(one.text, text, terms)]
        messages.redact(connection, [one.id for one in hits], FORGOTTEN_TEXT)
        for chat_id, title in chats.titles_and_drafts(connection):
            if _restates(title, text, terms):
                chats.set_title(connection, chat_id, "")
                chats.set_draft(connection, chat_id, "")


def _terms(text: str) -> frozenset[str]:
    return frozenset(content_terms(text, Stemmer()))


def _restates(text: str, forgotten: str, terms: frozenset[str]) -> bool:
    """Tell whether a text says again what is to be forgotten: verbatim, or most of its content words."""
    if not text or not terms:
        return False
    return forgotten in text or len(terms & _terms(text)) * 2 > len(terms)


def _clean_files(session: Session, connection: Connection) -> None:
    """Empty the log and write the backups anew, since the old ones hold what was forgotten."""
    old = backups.list_backups(session.folder)
    if old:
        backups.copy_database(connection, old[-1].with_name(f"reverie-{session.clock.now():%Y%m%dT%H%M%S}.db"))
        for path in old:
            path.unlink(missing_ok=True)
    truncate_wal(connection)


def find_leftovers(folder: Path, texts: Iterable[str]) -> tuple[str, ...]:
    """Name the files of the data folder that still hold one of the texts."""
    needles = [text.encode() for text in texts if text]
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and _holds(path, needles)]
    return tuple(str(path.relative_to(folder)) for path in found)


def _holds(path: Path, needles: list[bytes]) -> bool:
    overlap = max((len(needle) for needle in needles), default=1) - 1
    tail = b""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            window = tail + chunk
            if any(needle in window for needle in needles):
                return True
            tail = window[-overlap:] if overlap else b""
    return False


def forget_text(session: Session, text: str) -> Forgotten:
    """Remove every memory on a topic, given in the user's words.

    Raises:
        TermError: the words would hit nearly everything.
    """
    with session.connection() as connection:
        normalise(text)
        found = on_topic(connection, TopicMatcher([text]))
    count = 0
    leftovers: tuple[str, ...] = ()
    for memory in found:
        with session.connection() as connection:
            if memories.read_memory(connection, memory.id) is None:
                continue
        forgotten = forget_memory(session, memory)
        count, leftovers = count + forgotten.count, forgotten.leftovers
    return Forgotten(count, leftovers)
