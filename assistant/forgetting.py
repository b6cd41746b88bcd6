"""Forget means gone: from the rows, both indexes, the write-ahead log, the backups; and a scan that proves it.

The one fact that a reader would get wrong: what is forgotten is more than memories. A topic may stand in a message that
made none, in a title, in another reply that was once given; all of that is looked for whether or not a memory is found.
"""

from collections.abc import Callable, Sequence
from itertools import chain

from assistant.doomed import Doomed, Unwanted, find_doomed, is_named
from assistant.folder_cleaning import LOCK_WAIT_S, clean_files, is_due, note_due
from assistant.leftovers import find_leftovers
from assistant.recovery import is_being_answered
from assistant.redaction import redact
from assistant.session import Session
from assistant.topic_search import on_topic, topic_key
from assistant.views import Forgotten, ToForget
from memory.database import Connection, commits_seen, rows_changed, snapshot, transaction
from memory.errors import BusyError
from memory.folder import FolderLock
from memory.records import Directive, Memory, TurnId
from memory.rules.topics import TopicMatcher
from memory.store import directives, meta, user_words
from memory.store.removal import past_orders

_SEARCHES = 3


def forget_memories(session: Session, unwanted: Sequence[Memory], asked_in: TurnId | None = None) -> Forgotten:
    """Remove memories with their source messages and all that restates one; none at all changes nothing.

    Args:
        session: Whose.
        unwanted: The memories.
        asked_in: The turn whose message asked for it: that goes too.

    Raises:
        BusyError: another program works on the folder, or a reply is being written.
    """
    return _forget(session, lambda _: Unwanted(unwanted, asked_in=asked_in)) if unwanted else Forgotten(0)


def forget_text(session: Session, text: str) -> Forgotten:
    """Remove all that is on a topic, given in the user's words: memories, messages, and where else it stands.

    Raises:
        TermError: the words would hit nearly everything.
        BusyError: another program works on the folder, or a reply is being written.
    """
    topic = _topic(text)
    return _forget(session, lambda connection: Unwanted(on_topic(connection, topic), topic))


def foresee_memories(session: Session, unwanted: Sequence[Memory], asked_in: TurnId | None = None) -> ToForget:
    """Tell what `forget_memories` would take, and change nothing."""
    with session.connection() as connection, snapshot(connection):
        return _foresee(session, connection, Unwanted(unwanted, asked_in=asked_in))


def foresee_text(session: Session, text: str) -> ToForget:
    """Tell what `forget_text` would take, and change nothing.

    Raises:
        TermError: the words would hit nearly everything.
    """
    topic = _topic(text)
    with session.connection() as connection, snapshot(connection):
        return _foresee(session, connection, Unwanted(on_topic(connection, topic), topic))


def _topic(text: str) -> TopicMatcher:
    topic_key(text)
    return TopicMatcher([text])


def _foresee(session: Session, connection: Connection, unwanted: Unwanted) -> ToForget:
    doomed = find_doomed(connection, unwanted, session.stemmer)
    is_elsewhere = bool(doomed.reasoning_ids) or (
        bool(doomed.topic)
        and any(is_named(one, doomed.topic) for one in chain(user_words.read_all(connection), past_orders(connection)))
    )
    return ToForget(doomed.members, len(doomed.message_ids), is_elsewhere)


def _forget(session: Session, find: Callable[[Connection], Unwanted]) -> Forgotten:
    with FolderLock(session.folder).held(LOCK_WAIT_S), session.connection() as connection:
        before = rows_changed(connection)
        doomed = _search_and_remove(session, connection, find)
        is_changed = rows_changed(connection) != before
        if is_due(connection):
            clean_files(session, connection)
        return Forgotten(
            count=len(doomed.members),
            leftovers=find_leftovers(session.folder, connection, [one.text for one in doomed.members], doomed.topic),
            messages=len(doomed.message_ids),
            is_elsewhere=is_changed and not (doomed.members or doomed.message_ids),
            orders=_needing(connection, doomed),
        )


def _needing(connection: Connection, doomed: Doomed) -> tuple[Directive, ...]:
    """Find the bans and pins in force whose words are among what was forgotten."""
    said = [*doomed.topic.terms, *doomed.texts, *(one.text for one in doomed.members)]
    in_force = ((one, TopicMatcher(one.topics)) for one in directives.read_directives(connection))
    return tuple(
        one
        for one, words in in_force
        if is_named(one.term, doomed.topic) or any(is_named(text, words) for text in said)
    )


def _search_and_remove(session: Session, connection: Connection, find: Callable[[Connection], Unwanted]) -> Doomed:
    """Delete what a search finds while nobody writes, so that nothing which came up meanwhile is left behind."""
    for _ in range(_SEARCHES):
        _refuse_while_answering(session, connection)
        seen = commits_seen(connection)
        doomed = find_doomed(connection, find(connection), session.stemmer)
        with transaction(connection):
            _refuse_while_answering(session, connection)
            if commits_seen(connection) == seen:
                _remove(session, connection, doomed)
                return doomed
    # Others never cease to write: this time they have to wait.
    with transaction(connection):
        _refuse_while_answering(session, connection)
        doomed = find_doomed(connection, find(connection), session.stemmer)
        _remove(session, connection, doomed)
        return doomed


def _remove(session: Session, connection: Connection, doomed: Doomed) -> None:
    before = rows_changed(connection)
    redact(connection, doomed, session.stemmer)
    if rows_changed(connection) != before:
        meta.touch_standing(connection)
        note_due(connection)


def _refuse_while_answering(session: Session, connection: Connection) -> None:
    """Keep a reply whose prompt may hold the words from storing them again after they are gone."""
    if is_being_answered(session, connection):
        raise BusyError(
            "A reply is being written, which may say it once more.", "Wait for it or stop it, then forget again."
        )
