"""Forget means gone: from the rows, both indexes, the write-ahead log, the backups; and a scan that proves it.

The one fact that a reader would get wrong: deleting the rows is the small part. What was deleted lives on in the log
file of the database and in every backup until those are written anew.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from assistant.session import Session
from assistant.topic_search import on_topic
from assistant.views import Forgotten
from memory.database import Connection, transaction, truncate_wal
from memory.folder import FolderLock
from memory.records import ChatId, Memory, Provenance
from memory.rules.query_terms import Term
from memory.rules.restating import Gist, gist, holds_verbatim, restates
from memory.rules.scripts import searchable
from memory.rules.text import Stemmer, content_words
from memory.rules.topics import TopicMatcher, normalise
from memory.store import actions, backups, chats, derived, index, memories, messages, meta

FORGOTTEN_TEXT = "[forgotten]"
_LOCK_WAIT_S = 10.0
_CHUNK_BYTES = 1 << 20
_SHORTEST_NEEDLE_BYTES = 8
_NEEDLE_BYTES = 64
_NEEDLE_EVERY_BYTES = 512


def forget_memory(session: Session, memory: Memory) -> Forgotten:
    """Remove a memory with its source message and every reply that restates it.

    Raises:
        BusyError: another program works on the folder.
    """
    lock = FolderLock(session.folder)
    with lock.held(_LOCK_WAIT_S), session.connection() as connection:
        with transaction(connection):
            doomed, told = _memories_to_forget(connection, memory, session.stemmer)
            ids = [one.id for one in doomed]
            _forget_messages(connection, doomed, told, session.stemmer)
            derived.delete_dreams_of(connection, ids)
            memories.delete_memories(connection, ids)
            _forget_derived(connection, doomed, session.stemmer)
            for one in doomed:
                actions.forget_subject(connection, one.handle)
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


def _memories_to_forget(connection: Connection, memory: Memory, stemmer: Stemmer) -> tuple[list[Memory], list[Gist]]:
    """Take every piece of the same message, what says it verbatim, replies that only say it again, and gists of these.

    Returns:
        All that goes, and what the statement itself said.
    """
    said = {memory.id: memory}
    if memory.source_message_id is not None:
        said |= memories.read_memories(connection, memories.ids_of_message(connection, memory.source_message_id))
    told = [gist(one.text, stemmer) for one in said.values()]
    wanted = dict(said)
    for one in memories.read_memories(connection, memories.all_ids(connection)).values():
        test = restates if one.provenance is Provenance.ASSISTANT_SAID else holds_verbatim
        own = gist(one.text, stemmer)
        if any(test(own, each) for each in told):
            wanted[one.id] = one
    wanted |= memories.read_memories(connection, derived.gists_of(connection, wanted))
    return list(wanted.values()), told


def _forget_messages(
    connection: Connection, doomed: Sequence[Memory], told: Sequence[Gist], stemmer: Stemmer
) -> None:
    """Redact the sources and the replies that restate them, and what else shows their words: reasoning, titles, drafts."""

    def is_restated(text: str) -> bool:
        own = gist(text, stemmer)
        return any(restates(own, each) for each in told)

    ids = {one.source_message_id for one in doomed if one.source_message_id is not None}
    replies = messages.replies(connection)
    ids |= {one.id for one in replies if is_restated(one.text)}
    gone = [one.text for one in messages.read_messages(connection, sorted(ids))]
    messages.redact(connection, ids, FORGOTTEN_TEXT)
    messages.clear_reasoning(connection, [one.id for one in replies if one.reasoning and is_restated(one.reasoning)])
    memories.clear_before(connection, [searchable(text) for text in gone])
    lines = [" ".join(text.split()) for text in gone]
    for chat_id, title, draft in chats.titles_and_drafts(connection):
        begins = title.removesuffix("…").rstrip()
        if title and (is_restated(title) or any(line.startswith(begins) for line in lines)):
            chats.set_title(connection, chat_id, "")
        if draft and is_restated(draft):
            chats.set_draft(connection, chat_id, "")


def _forget_derived(connection: Connection, doomed: Sequence[Memory], stemmer: Stemmer) -> None:
    """Delete dreams made of what goes, and from the logs the words that no other memory holds. Call when it is gone."""
    said = {word for one in doomed for word in content_words(one.text)}
    rare = [word for word in sorted(said) if not index.count_holding(connection, Term((word,)), limit=1)]
    derived.delete_words(connection, [*rare, *(stemmer.stem(word) for word in rare)])


def _clean_files(session: Session, connection: Connection) -> None:
    """Empty the log and write the newest backup anew; all of them hold what was forgotten."""
    old = backups.list_backups(session.folder)
    if old:
        backups.copy_database(connection, old[-1])
        for path in old[:-1]:
            path.unlink(missing_ok=True)
    truncate_wal(connection)


def find_leftovers(folder: Path, texts: Iterable[str]) -> tuple[str, ...]:
    """Name the files of the data folder that still hold one of the texts."""
    needles = [needle for text in texts for needle in _needles(text.encode())]
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and _holds(path, needles)]
    return tuple(str(path.relative_to(folder)) for path in found)


def _needles(text: bytes) -> list[bytes]:
    """Choose what to look for: a short text stands anywhere by chance, a long one is stored in several pages."""
    if len(text) <= _NEEDLE_BYTES:
        return [text] if len(text) >= _SHORTEST_NEEDLE_BYTES else []
    return [text[start : start + _NEEDLE_BYTES] for start in range(0, len(text) - _NEEDLE_BYTES + 1, _NEEDLE_EVERY_BYTES)]


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
