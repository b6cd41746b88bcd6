"""Find memories near some words where none holds the words themselves: what the user probably means.

The one fact that a reader would get wrong: nothing acts on what is found here by itself. It is named, or asked about, and
withheld from the one prompt that is about forgetting it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from assistant.session import Session
from memory.database import Connection
from memory.records import Kind, Memory, MemoryId, Mode, Provenance
from memory.rules.nearness import near_share
from memory.rules.slots import slots_of
from memory.rules.text import content_words
from memory.search import Hit, Query, search
from memory.store import memories, memory_ids, memory_pages, presence
from memory.worth import tie_order

MOST_NEAR = 3
OWN_WORDS = frozenset({Provenance.USER_SAID, Provenance.IMPORTED, Provenance.AUTHORED})

_LOOKED_AT = 12
_MOST_WORDS = 6
_STANDING_READ = 500
# What people call what a statement fills: "I work as a nurse" holds no word of "my job".
_SLOT_WORDS = {
    "job": frozenset({"job", "work", "profession", "occupation", "career", "employment", "trade", "beruf", "arbeit"}),
    "home": frozenset({"home", "house", "address", "residence", "city", "town", "wohnort", "adresse"}),
    "name": frozenset({"name"}),
    "age": frozenset({"age", "alter"}),
    "birthday": frozenset({"birthday", "geburtstag"}),
}


def is_own(memory: Memory) -> bool:
    """Tell whether a memory is in the user's own words."""
    return memory.provenance in OWN_WORDS


def near_memories(
    session: Session,
    connection: Connection,
    words: str,
    *,
    is_suppressed: Callable[[Memory], bool],
    besides: Collection[MemoryId] = (),
) -> tuple[Memory, ...]:
    """Find what is near some words, the nearest first, whoever said it.

    By what `recall` finds of all of them and of each, and what says more of them than anything else; where nothing says
    any, what stands above the floor.

    Args:
        session: Embedder, clock, stems.
        connection: The store.
        words: As the user said them.
        is_suppressed: What takes no place.
        besides: What is not looked for.
    """
    singly = list(dict.fromkeys(content_words(words)))[:_MOST_WORDS]
    found: dict[MemoryId, Memory] = {}
    for wanted in (words, *(singly if len(singly) > 1 else ())):
        for _, one in recalled(session, connection, wanted, is_suppressed=is_suppressed):
            found.setdefault(one.id, one)
    for one in _of_slot(connection, singly):
        if not is_suppressed(one):
            found.setdefault(one.id, one)
    known = [one for one in found.values() if one.id not in besides]
    # A question knows nothing: it only stands where nothing else does.
    known = [one for one in known if one.kind is not Kind.QUESTION] or known
    shares = {one.id: near_share(words, one.text, session.stemmer) for one in known}
    shares |= {one.id: 1.0 for one in known if _is_of_whom(one, singly)}
    best = max(shares.values(), default=0.0)
    nearest = [found[one] for one, share in shares.items() if share == best]
    # Where no word is the same, the order alone tells near from far.
    return tuple(nearest if best else nearest[:MOST_NEAR])


def near_own_words(session: Session, connection: Connection, words: str) -> tuple[Memory, ...]:
    """Find up to `MOST_NEAR` of the user's own memories near some words, but what is banned, switched off or deleted."""
    found = near_memories(session, connection, words, is_suppressed=session.suppression(connection))
    return tuple(filter(is_own, found))[:MOST_NEAR]


def recalled(
    session: Session,
    connection: Connection,
    words: str,
    *,
    is_suppressed: Callable[[Memory], bool],
    limit: int = _LOOKED_AT,
) -> tuple[tuple[Hit, Memory], ...]:
    """Search as asked mode does, best first, and return what stands above the floor; changes nothing."""
    now = session.clock.now()
    hits = search(
        connection,
        session.embedder,
        Query(text=words, mode=Mode.ASKED, now=now, zone=session.zone),
        is_suppressed=is_suppressed,
        limit=limit,
        tie_key=tie_order(now, presence.read_presence(connection, now)),
        live_vectors=session.caches.live_vectors,
    )
    shown = [one for one in hits if one.is_above_floor and not one.is_suppressed]
    # Not one snapshot with the search, for which a transaction is one that writes: it would scan the file.
    known = memories.read_memories(connection, [one.memory_id for one in shown])
    # What another program has forgotten since is recalled no more.
    return tuple((one, known[one.memory_id]) for one in shown if one.memory_id in known)


def with_versions(connection: Connection, found: Iterable[Memory]) -> tuple[Memory, ...]:
    """Return memories with what put them right, and what they put right, in order: "no, her name is Ilse" names nobody."""
    versions: dict[MemoryId, Memory] = {}
    waiting = list(found)
    while waiting:
        one = waiting.pop(0)
        if one.id not in versions:
            versions[one.id] = one
            others = memory_pages.superseded_ids(connection, one.id)
            others += () if one.superseded_by is None else (one.superseded_by,)
            read = memories.read_memories(connection, others)
            waiting += [read[each] for each in others if each in read]
    return tuple(versions.values())


def _is_of_whom(memory: Memory, words: Sequence[str]) -> bool:
    """Tell whether a statement fills the very slot that the words name, of whom they name: "my sister's name"."""
    return any(slot.subject in words and slot.name in _slot_names(words) for slot in slots_of(memory.text))


def _slot_names(words: Collection[str]) -> frozenset[str]:
    return frozenset(slot for slot, said in _SLOT_WORDS.items() if not said.isdisjoint(words))


def _of_slot(connection: Connection, words: list[str]) -> tuple[Memory, ...]:
    """Find what tells the user's job, home and the like, where that is what the words name."""
    names = _slot_names(words)
    if not names:
        return ()
    standing = memories.read_memories(connection, memory_ids.standing_ids(connection)[-_STANDING_READ:])
    return tuple(one for one in standing.values() if any(slot.name in names for slot in slots_of(one.text)))
