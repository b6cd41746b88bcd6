"""Where slots meet the store: which older statements a newer one stands for.

The one fact that a reader would get wrong: what is said in the talk acts at once, but only a correction may leave out of
whom it speaks ("no, her name is Ilse"). Idle work looks again, for what imports bring in an order of their own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from memory.database import Connection
from memory.records import STANDING_KINDS, Kind, Memory, MemoryId, Provenance
from memory.rules.contrast import Contrast, contrasts_in, is_denied
from memory.rules.slots import Said, Slot, corrected, ends, meant_instead, replaces, said_in, slots_of
from memory.store import memories, memory_ids, merging, meta

# How far back in its chat a correction may reach, in memories of the user.
_RECENT = 30
_CHUNK = 200
# Of a word that more statements hold than this, nothing tells which is meant.
_MOST_HOLDING = 100
_SPEAKING = frozenset({Provenance.USER_SAID, Provenance.IMPORTED})
_SAYING_NOTHING = frozenset({Kind.QUESTION, Kind.GREETING, Kind.APOLOGY, Kind.REPORT})

# "Oops, its name is Koko" puts something right.
_PUTTING_NOTHING_RIGHT = _SAYING_NOTHING - {Kind.APOLOGY}

ReadSlots = Callable[[str], tuple[Slot, ...]]


def supersede_at_once(connection: Connection, new_ids: Iterable[MemoryId]) -> tuple[MemoryId, ...]:
    """Put what a message corrects behind it, at once. Call inside the transaction that stored its memories.

    A correction takes over kind and importance of what it corrects, if that counts for more: "no, Ilse" must not fade
    where "my sister is Elsa" would have stood.

    Returns:
        The statements that are replaced.
    """
    replaced: list[MemoryId] = []
    for newer in memories.read_memories(connection, new_ids).values():
        earlier = _put_behind(connection, newer)
        if not earlier:
            continue
        merging.supersede(connection, [one.id for one in earlier], newer.id)
        strongest = max(earlier, key=lambda one: one.importance)
        if strongest.importance > newer.importance:
            merging.take_over(connection, newer.id, strongest)
        meta.touch_standing(connection)
        replaced += [one.id for one in earlier]
    return tuple(replaced)


def read_ahead(connection: Connection, text: str) -> None:
    """Read what a message may take the place of, before its transaction: reading it there would hold the lock."""
    said = said_in(text)
    if said.slots or said.ended:
        for memory in _read_in_order(connection, sorted(memory_ids.standing_ids(connection))):
            said_in(memory.text)


def _put_behind(connection: Connection, newer: Memory) -> list[Memory]:
    """Find the earlier statements in whose place a message stands, each once."""
    if newer.provenance is not Provenance.USER_SAID or newer.kind in _PUTTING_NOTHING_RIGHT or newer.is_disabled:
        return []
    said, contrasts = said_in(newer.text), contrasts_in(newer.text)
    found = _denied(connection, newer, contrasts)
    if said.slots or said.ended:
        found |= _of_the_same_slots(connection, newer, said)
    else:
        found |= _meant_otherwise(connection, newer)
    hidden = memory_ids.hidden_ids(connection) if found else frozenset()
    return [one for one in found.values() if one.id not in hidden]


def _of_the_same_slots(connection: Connection, newer: Memory, said: Said) -> dict[MemoryId, Memory]:
    earlier = {one.id: one for one in _earlier(connection, newer)}
    slots = {one: slots_of(memory.text) for one, memory in earlier.items()}
    chosen = {MemoryId(one) for one in corrected(said.slots, slots.items())}
    for one, filled in slots.items():
        if earlier[one].kind in STANDING_KINDS and any(
            replaces(slot, other) for slot, _ in said.slots for other in filled
        ):
            chosen.add(one)
        if any(ends(slot, other) for slot in said.ended for other in filled):
            chosen.add(one)
    return {one: earlier[one] for one in earlier if one in chosen}


def _denied(connection: Connection, newer: Memory, contrasts: Sequence[Contrast]) -> dict[MemoryId, Memory]:
    """Find the one statement that each contrast denies; of several none, since nothing tells which."""
    found: dict[MemoryId, Memory] = {}
    for contrast in contrasts:
        ids = (
            merging.recent_of_chat(connection, newer, _RECENT)
            if contrast.is_bare
            else merging.holding_word(connection, newer, contrast.word, _MOST_HOLDING)
        )
        denied = [
            one
            for one in _read_in_order(connection, ids)
            if one.kind not in _SAYING_NOTHING and is_denied(contrast, one.text)
        ]
        if len(denied) == 1:
            found[denied[0].id] = denied[0]
    return found


def _meant_otherwise(connection: Connection, newer: Memory) -> dict[MemoryId, Memory]:
    """Find what "I meant Gerda." puts right: the statement just before it, which says one thing."""
    recent = _read_in_order(connection, merging.recent_of_chat(connection, newer, _RECENT))
    last = next((one for one in recent if one.kind not in _SAYING_NOTHING), None)
    if last is None or meant_instead(newer.text, slots_of(last.text)) is None:
        return {}
    return {last.id: last}


def _earlier(connection: Connection, newer: Memory) -> Iterator[Memory]:
    """Yield what a correction may mean, the latest first: its own chat's last statements, then all that last."""
    seen: set[MemoryId] = set()
    for ids in (merging.recent_of_chat(connection, newer, _RECENT), merging.lasting_before(connection, newer)):
        for memory in _read_in_order(connection, [one for one in ids if one not in seen]):
            if memory.kind not in _SAYING_NOTHING:
                yield memory
        seen.update(ids)


def _read_in_order(connection: Connection, ids: list[MemoryId]) -> Iterator[Memory]:
    for start in range(0, len(ids), _CHUNK):
        found = memories.read_memories(connection, ids[start : start + _CHUNK])
        yield from (found[one] for one in ids[start : start + _CHUNK] if one in found)


def _slots_of(memory: Memory, read: ReadSlots) -> tuple[Slot, ...]:
    if memory.provenance not in _SPEAKING or memory.kind in _SAYING_NOTHING or memory.is_disabled:
        return ()
    return read(memory.text)


def older_statements(connection: Connection, newer: Memory, read: ReadSlots = slots_of) -> list[MemoryId]:
    """Find the earlier statements about what lasts that a memory replaces, of its own provenance.

    Args:
        connection: The store.
        newer: The memory.
        read: Reads slots; one that keeps its answers saves most of the time.
    """
    slots = _slots_of(newer, read)
    if not slots:
        return []
    return [
        older.id
        for older in _read_in_order(connection, merging.lasting_before(connection, newer))
        if any(replaces(one, other) for one in slots for other in read(older.text))
    ]


def newer_statement(connection: Connection, older: Memory, read: ReadSlots = slots_of) -> MemoryId | None:
    """Find the first later statement that replaces a memory: one that was stored before it, as imports bring about."""
    slots = _slots_of(older, read)
    if not slots or older.is_held or older.superseded_by is not None:
        return None
    for newer in _read_in_order(connection, merging.lasting_after(connection, older)):
        if any(replaces(other, one) for one in slots for other in read(newer.text)):
            return newer.id
    return None
