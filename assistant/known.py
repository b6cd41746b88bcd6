"""What Reverie knows of the user, or of a subject of theirs: answered from the store, in the user's own words.

The one fact that a reader would get wrong: this is no part of the turn. It changes nothing that is stored, retrieved or in
the prompt, and is told beside the reply: a small model cannot be relied on to say what it was given.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from itertools import islice

from assistant.cleaning import clean_line, quoted
from assistant.forget_words import WHERE_LISTED
from assistant.near import is_own, near_own_words, recalled, with_versions
from assistant.session import Session
from assistant.topic_search import ids_on_topics
from memory.database import Connection
from memory.records import Kind, Memory, MemoryId
from memory.rules.nearness import near_share
from memory.rules.plurals import counted
from memory.rules.speech_asking import ABOUT_THE_USER, asked_subject, bare_subject, is_users_own
from memory.store import memories, memory_ids, memory_pages

MOST_SHOWN = 10

_LATEST = 200
# Beside who the user is: what happened and what was promised, before mere talk.
_TOLD_FIRST = frozenset({Kind.FACT, Kind.COMMITMENT})


@dataclass(frozen=True, slots=True)
class Known:
    """An answer.

    Args:
        subject: As the user named it; "" for the user.
        memories: The user's own words, best first, at most `MOST_SHOWN`.
        more: How many more of the user's own words there are, on whatever.
        is_banned: The subject is a banned topic: nothing of it is shown.
        instead_of: What a memory has taken the place of, by its id: a correction alone may not say of whom it speaks.
    """

    subject: str
    memories: tuple[Memory, ...] = ()
    more: int = 0
    is_banned: bool = False
    instead_of: Mapping[MemoryId, str] = field(default_factory=dict)


def what_is_known(session: Session, connection: Connection, message: str) -> Known | None:
    """Answer a message that asks what is known; None for any other, and for a general question that nothing fits."""
    subject = asked_subject(message)
    if subject is None:
        return None
    is_suppressed = session.suppression(connection)
    if subject == ABOUT_THE_USER:
        return _with_older(connection, _of_the_user(session, connection, is_suppressed), is_suppressed)
    if session.banned(connection).hits(subject):
        return Known(subject, is_banned=True)
    bare = bare_subject(subject)
    found = recalled(session, connection, bare, is_suppressed=is_suppressed)
    on_it = tuple(one for _, one in found if is_own(one) and near_share(bare, one.text, session.stemmer))
    # Of what was put right only the last version is known.
    newest = (one for one in with_versions(connection, on_it) if not is_suppressed(one))
    on_it = tuple(one for one in newest if one.superseded_by is None and one.kind is not Kind.QUESTION)
    if not on_it:
        if not is_users_own(subject):
            return None
        on_it = near_own_words(session, connection, bare)
    return _with_older(connection, Known(subject, on_it[:MOST_SHOWN], len(on_it[MOST_SHOWN:])), is_suppressed)


def _with_older(connection: Connection, known: Known, is_suppressed: Callable[[Memory], bool]) -> Known:
    instead_of = {}
    for one in known.memories:
        older = memories.read_memories(connection, memory_pages.superseded_ids(connection, one.id)).values()
        texts = [each.text for each in older if not is_suppressed(each)]
        if texts:
            instead_of[one.id] = texts[-1]
    return replace(known, instead_of=instead_of)


def known_lines(known: Known, zone: tzinfo | None) -> tuple[str, ...]:
    """Say it, a line for each memory."""
    if known.is_banned:
        return (
            f"“{clean_line(known.subject)}” is a banned topic: nothing of it is shown. The Topics screen lists and lifts bans.",
        )
    about = f" about “{clean_line(known.subject)}”" if known.subject else ""
    if not known.memories:
        return (f"You told me nothing{about} that I remember. {WHERE_LISTED} all that is remembered.",)
    head = f"What you told me{about}, from memory:"
    said = []
    for one in known.memories:
        older = known.instead_of.get(one.id)
        instead = f", no longer {quoted(older)}" if older else ""
        said.append(f"· {quoted(one.text)}{instead} {one.said_at.astimezone(zone).date().isoformat()}")
    tail = (f"and {counted(known.more, 'more memory', 'more memories')}. {WHERE_LISTED} all.",) if known.more else ()
    return (head, *said, *tail)


def _of_the_user(session: Session, connection: Connection, is_suppressed: Callable[[Memory], bool]) -> Known:
    """Choose who the user is first, what is pinned before the rest, then what they told of late."""
    own = _own_ids(session, connection)

    def shown() -> Iterator[Memory]:
        standing = memories.read_memories(connection, own.intersection(memory_ids.standing_ids(connection)))
        yield from sorted(standing.values(), key=lambda one: (not one.is_held, -one.id))
        of_late = memories.read_memories(connection, sorted(own.difference(standing))[-_LATEST:])
        yield from sorted(of_late.values(), key=lambda one: (one.kind not in _TOLD_FIRST, -one.id))

    kept = (one for one in shown() if not is_suppressed(one))
    chosen = tuple(islice(kept, MOST_SHOWN))
    return Known(ABOUT_THE_USER, chosen, len(own) - len(chosen))


def _own_ids(session: Session, connection: Connection) -> frozenset[MemoryId]:
    """Find the user's own words, but what is banned, switched off, replaced, or only in a deleted chat."""
    own = frozenset(memory_ids.own_ids(connection)) - memory_ids.hidden_ids(connection)
    (banned,) = ids_on_topics(connection, [session.banned(connection)])
    return own.difference(banned)
