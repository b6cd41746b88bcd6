"""Where slots meet the store: which older statements a newer one stands for.

The one fact that a reader would get wrong: a correction acts at once and may leave out of whom it speaks ("no, her name
is Ilse"); any other newer statement waits for idle work and must say it.
"""

from collections.abc import Callable, Iterable, Iterator

from memory.database import Connection
from memory.records import Kind, Memory, MemoryId, Provenance
from memory.rules.slots import Slot, corrected, is_correction, replaces, slots_of
from memory.store import memories, merging, meta

# How far back in its chat a correction may reach, in memories of the user.
_RECENT = 30
_CHUNK = 200
_SPEAKING = frozenset({Provenance.USER_SAID, Provenance.IMPORTED})
_SAYING_NOTHING = frozenset({Kind.QUESTION, Kind.GREETING, Kind.APOLOGY, Kind.REPORT})

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
        slots = _slots_of(newer, slots_of) if newer.provenance is Provenance.USER_SAID else ()
        if not slots or not is_correction(newer.text):
            continue
        earlier = {one.id: one for one in _earlier(connection, newer)}
        older = [MemoryId(one) for one in corrected(slots, ((one.id, slots_of(one.text)) for one in earlier.values()))]
        if not older:
            continue
        merging.supersede(connection, older, newer.id)
        strongest = max((earlier[one] for one in older), key=lambda one: one.importance)
        if strongest.importance > newer.importance:
            merging.take_over(connection, newer.id, strongest)
        meta.touch_standing(connection)
        replaced += older
    return tuple(replaced)


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
