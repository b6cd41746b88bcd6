"""Bans and pins of topics: set, lift, list, and what each one holds.

The one fact that a reader would get wrong: lifting a ban writes `ended` rows too, because a sticky that ran when the ban
came must stay ended however the chats were rewound in between.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from assistant.errors import NotFoundError
from assistant.near import is_own, near_own_words
from assistant.session import Session
from assistant.topic_search import ids_on_topics, on_topic, topic_key
from assistant.topic_words import near_line
from memory.database import Connection, snapshot, transaction
from memory.errors import TermError
from memory.records import Directive, DirectiveKind, Memory, MemoryId, OutReason, Provenance, Verdict, VerdictKind
from memory.rules.topics import TopicMatcher
from memory.store import chats, memories, memory_ids, meta, presence, verdicts
from memory.store.actions import ActionKind, log_action
from memory.store.directives import delete_directive, read_directives, write_directive
from memory.suppression import is_on_topic

NEWEST_SHOWN = 100
"""So many memories of a topic are told whole where topics are listed."""

# More than these are surely not all Reverie's own words on it.
_FEW = 3
# What a pinned topic may hold: what the assistant said never becomes standing by itself.
_PINNABLE = frozenset({Provenance.USER_SAID, Provenance.IMPORTED, Provenance.AUTHORED, Provenance.GIST})


@dataclass(frozen=True, slots=True)
class TopicChange:
    """What a ban, pin or its lifting came to.

    Args:
        term: The user's spelling.
        matches: Handles of the memories on the topic.
        is_changed: False where it was so already.
        near: Texts of the user's memories that a ban of a word no memory holds may have meant.
    """

    term: str
    matches: tuple[str, ...]
    is_changed: bool
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopicView:
    """A directive with the memories on its topic.

    Args:
        matches: Their handles, oldest first.
        newest: The latest of them, up to `NEWEST_SHOWN`, the latest first.
    """

    directive: Directive
    matches: tuple[str, ...]
    newest: tuple[Memory, ...]


def ban(session: Session, term: str) -> TopicChange:
    """Withhold a topic from every prompt and reply from now on.

    Raises:
        TermError: the term would hit nearly everything, or nothing.
    """
    change = _by_command(session, ActionKind.BAN, term)
    if len(change.matches) > _FEW:
        return change
    with session.connection() as connection:
        return replace(change, near=_near_texts(session, connection, change.term))


def near_banned(session: Session, connection: Connection, terms: Sequence[str]) -> tuple[str, ...]:
    """Say for each topic that a message banned, and that none of the user's memories names, what is near it."""
    return tuple(filter(None, (near_line(_near_texts(session, connection, one)) for one in terms)))


def _near_texts(session: Session, connection: Connection, term: str) -> tuple[str, ...]:
    if any(map(is_own, on_topic(connection, TopicMatcher([term])))):
        return ()
    return tuple(one.text for one in near_own_words(session, connection, term))


def unban(session: Session, term: str) -> TopicChange:
    """Lift a ban; no sticky that it ended comes back.

    Raises:
        NotFoundError: the topic is not banned.
    """
    return _by_command(session, ActionKind.UNBAN, term)


def pin_topic(session: Session, term: str) -> TopicChange:
    """Hold what is on a topic: it does not fade and stands in the standing block.

    Raises:
        TermError: the term would hit nearly everything, or nothing.
    """
    return _by_command(session, ActionKind.PIN_TOPIC, term)


def unpin_topic(session: Session, term: str) -> TopicChange:
    """Lift a topic's pin; its memories fade from now on.

    Raises:
        NotFoundError: the topic is not pinned.
    """
    return _by_command(session, ActionKind.UNPIN_TOPIC, term)


def _by_command(session: Session, kind: ActionKind, term: str) -> TopicChange:
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        presence.note_activity(connection, now)
        return change_topic(connection, kind, term, now)


def change_topic(connection: Connection, kind: ActionKind, term: str, now: datetime) -> TopicChange:
    """Carry out one change and log it for undo. Call inside a transaction.

    Raises:
        TermError: the term cannot be a topic.
        NotFoundError: there is nothing to lift.
    """
    shown = " ".join(term.split())
    key = _key_of(connection, kind, shown)
    found = on_topic(connection, TopicMatcher([shown]))
    is_changed = _CHANGES[kind](connection, key, shown, found, now)
    if is_changed:
        meta.touch_standing(connection)
        log_action(connection, kind, shown, now)
    return TopicChange(shown, tuple(one.handle for one in found), is_changed)


def _key_of(connection: Connection, kind: ActionKind, shown: str) -> str:
    """Return a topic's key; "" for one that could not be set but, in a damaged row, is there to be lifted."""
    try:
        return topic_key(shown)
    except TermError:
        is_there = any(one.term == shown for one in read_directives(connection))
        if kind not in (ActionKind.UNBAN, ActionKind.UNPIN_TOPIC) or not is_there:
            raise
        return ""


def _ban(connection: Connection, key: str, term: str, found: tuple[Memory, ...], now: datetime) -> bool:
    is_new = write_directive(connection, DirectiveKind.BAN, key, term, now)
    end_running_stickies(connection, found)
    return is_new


def _unban(connection: Connection, key: str, term: str, found: tuple[Memory, ...], _now: datetime) -> bool:
    if not delete_directive(connection, DirectiveKind.BAN, key, term):
        raise NotFoundError(f"“{term}” is not banned.", "`reverie topics` lists what is.")
    end_running_stickies(connection, found)
    return True


def _pin(connection: Connection, key: str, term: str, found: tuple[Memory, ...], now: datetime) -> bool:
    is_new = write_directive(connection, DirectiveKind.PIN, key, term, now)
    held = [one.id for one in found if one.provenance in _PINNABLE]
    memories.set_topic_pinned(connection, held, is_pinned=True, now=now)
    return is_new


def _unpin(connection: Connection, key: str, term: str, _found: tuple[Memory, ...], now: datetime) -> bool:
    if not delete_directive(connection, DirectiveKind.PIN, key, term):
        raise NotFoundError(f"“{term}” is not pinned.", "`reverie topics` lists what is.")
    others = pin_matcher(connection)
    held = memories.read_memories(connection, memory_ids.topic_pinned_ids(connection)).values()
    freed = [one.id for one in held if not is_on_topic(others, one)]
    memories.set_topic_pinned(connection, freed, is_pinned=False, now=now)
    return True


_CHANGES: Mapping[ActionKind, Callable[[Connection, str, str, tuple[Memory, ...], datetime], bool]] = {
    ActionKind.BAN: _ban,
    ActionKind.UNBAN: _unban,
    ActionKind.PIN_TOPIC: _pin,
    ActionKind.UNPIN_TOPIC: _unpin,
}


def pin_matcher(connection: Connection) -> TopicMatcher:
    """Compile the pinned topics."""
    pins = (one for one in read_directives(connection) if one.kind is DirectiveKind.PIN)
    return TopicMatcher(term for one in pins for term in one.topics)


def hold_new(connection: Connection, ids: Iterable[MemoryId], now: datetime) -> None:
    """Put memories that were just stored under the pins in force. Call inside their transaction."""
    matcher = pin_matcher(connection)
    if matcher:
        found = memories.read_memories(connection, ids).values()
        held = [one.id for one in found if one.provenance in _PINNABLE and is_on_topic(matcher, one)]
        memories.set_topic_pinned(connection, held, is_pinned=True, now=now)


def hold_edited(connection: Connection, memory: Memory, now: datetime) -> None:
    """Put a memory that was just edited under the pins in force, or from under them. Call inside its transaction."""
    matcher = pin_matcher(connection)
    is_held = bool(matcher) and memory.provenance in _PINNABLE and is_on_topic(matcher, memory)
    if is_held != memory.is_topic_pinned:
        memories.set_topic_pinned(connection, [memory.id], is_pinned=is_held, now=now)


def end_running_stickies(connection: Connection, on_the_topic: Iterable[Memory]) -> None:
    """Cut short every sticky of these memories in any chat, at once and for good. Call inside a transaction.

    Also those that do not run now but would run again after a rewind.
    """
    last = chats.last_turn_id(connection)
    fired = verdicts.ever_fired(connection, [one.id for one in on_the_topic])
    ended = [Verdict(one, VerdictKind.ENDED, out_reason=OutReason.SUPPRESSED) for one in fired]
    if last is not None:
        verdicts.end_stickies(connection, last, ended)


def list_topics(session: Session) -> Sequence[TopicView]:
    """List bans and pins with what each one holds."""
    with session.connection() as connection, snapshot(connection):
        directives = read_directives(connection)
        held = ids_on_topics(connection, [TopicMatcher(one.topics) for one in directives])
        handles = memories.read_handles(connection, {memory_id for ids in held for memory_id in ids})
        newest = memories.read_memories(connection, {memory_id for ids in held for memory_id in ids[-NEWEST_SHOWN:]})
        return [
            TopicView(
                one,
                tuple(handles[memory_id] for memory_id in ids),
                tuple(newest[memory_id] for memory_id in reversed(ids[-NEWEST_SHOWN:])),
            )
            for one, ids in zip(directives, held, strict=True)
        ]
