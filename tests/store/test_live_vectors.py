"""The session's copy of the live vectors: it always says what a scan of the file says, whoever writes the file."""

import itertools
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from fakes import MONDAY

from memory.database import Connection, connect, transaction
from memory.embedding import Embedder
from memory.live_vectors import LiveVectors
from memory.records import Kind, MemoryId, Mode, Provenance
from memory.search import Query, search
from memory.store import index, live_partition, memories
from memory.store.memories import NewMemory

DIM = 256
EVERYTHING = 4_000


@pytest.fixture
def other(database: Path) -> Iterator[Connection]:
    """Another program's connection to the same file."""
    with closing(connect(database)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        yield connection


def seeded(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same steps on every run


def unit_vector(dice: random.Random) -> npt.NDArray[np.float32]:
    vector = np.array([dice.gauss(0, 1) for _ in range(DIM)], dtype=np.float32)
    return vector / np.linalg.norm(vector)


def put(store: Connection, dice: random.Random, text: str = "text") -> MemoryId:
    memory_id = memories.insert_memory(store, NewMemory(text, Provenance.USER_SAID, Kind.FACT, 0.6, MONDAY, MONDAY))
    index.index_memory(store, memory_id, vector=unit_vector(dice), is_archived=False)
    return memory_id


def scanned(store: Connection, vector: npt.NDArray[np.float32], limit: int = EVERYTHING) -> dict[MemoryId, float]:
    return index.nearest(store, vector, is_asked=False, limit=limit)


def check(copy: LiveVectors, store: Connection, dice: random.Random) -> None:
    vector = unit_vector(dice)
    assert copy.cosines(store, vector, [], is_asked=False, limit=EVERYTHING) == pytest.approx(
        scanned(store, vector), abs=1e-6
    )


def test_copy_follows_every_kind_of_change_by_any_program(store: Connection, other: Connection) -> None:
    dice, copy = seeded(5), LiveVectors()
    ids: list[MemoryId] = []
    for step in range(120):
        writer = dice.choice((store, other))
        with transaction(writer):
            match dice.choice(("add", "add", "add", "replace", "archive", "bring back", "delete")):
                case "replace" if ids:
                    index.put_vector(writer, dice.choice(ids), vector=unit_vector(dice), is_archived=False)
                case "archive" if ids:
                    memories.set_archived(writer, dice.sample(ids, min(3, len(ids))), is_archived=True)
                case "bring back" if ids:
                    memories.set_archived(writer, dice.sample(ids, min(3, len(ids))), is_archived=False)
                case "delete" if ids:
                    memories.delete_memories(writer, [ids.pop(dice.randrange(len(ids)))])
                case _:
                    ids.append(put(writer, dice))
        if step % 3 == 0:
            check(copy, store, dice)
    check(copy, store, dice)
    with transaction(other):
        index.clear_vectors(other)
    assert copy.cosines(store, unit_vector(dice), [], is_asked=False, limit=EVERYTHING) == {}


def test_copy_read_from_several_chunks_is_what_a_scan_finds(store: Connection) -> None:
    dice = seeded(6)
    with transaction(store):
        ids = [put(store, dice) for _ in range(2_100)]
        memories.delete_memories(store, ids[500:520])
    check(LiveVectors(), store, dice)
    vector = unit_vector(dice)
    nearest = LiveVectors().cosines(store, vector, [], is_asked=False, limit=25)
    assert nearest == pytest.approx(scanned(store, vector, 25), abs=1e-6)


def test_asking_looks_through_the_archive_too(store: Connection) -> None:
    dice = seeded(11)
    with transaction(store):
        ids = [put(store, dice) for _ in range(1_500)]
        memories.set_archived(store, ids[:1_200], is_archived=True)
    for vector in (unit_vector(dice), unit_vector(dice)):
        found = LiveVectors().cosines(store, vector, ids[-2:], is_asked=True, limit=30)
        near = index.nearest(store, vector, is_asked=True, limit=30)
        assert found == pytest.approx(near | index.cosines(store, vector, ids[-2:]), abs=1e-6)
        assert any(one in found for one in ids[:1_200])


def test_others_are_told_beside_the_nearest_in_whichever_partition(store: Connection) -> None:
    dice = seeded(7)
    with transaction(store):
        ids = [put(store, dice) for _ in range(30)]
        memories.set_archived(store, ids[:1], is_archived=True)
    vector = unit_vector(dice)
    nearest = scanned(store, vector, 5)
    others = [one for one in ids[1:] if one not in nearest][:3]
    found = LiveVectors().cosines(store, vector, [*ids[:1], *others], is_asked=False, limit=5)
    expected = nearest | index.cosines(store, vector, [*ids[:1], *others])
    assert found == pytest.approx(expected, abs=1e-6)
    assert len(found) == 9


def test_what_a_transaction_took_back_was_never_there(store: Connection) -> None:
    dice, copy = seeded(8), LiveVectors()
    with transaction(store):
        put(store, dice)
    check(copy, store, dice)

    def write_and_break_off() -> None:
        with transaction(store):
            put(store, dice)
            check(copy, store, dice)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_break_off()
    check(copy, store, dice)
    with transaction(store):
        put(store, dice)
    check(copy, store, dice)


def test_copy_that_is_too_far_behind_is_read_anew(store: Connection) -> None:
    dice, copy = seeded(9), LiveVectors()
    with transaction(store):
        first = put(store, dice)
    check(copy, store, dice)
    with transaction(store):
        memories.delete_memories(store, [first])
        second = put(store, dice)
        for _ in range(5):
            live_partition.note_change(store, [second] * 1_000)
    assert live_partition.changes_after(store, 1) is None
    check(copy, store, dice)


def test_large_partition_is_scanned_in_the_file(store: Connection) -> None:
    dice = seeded(10)
    with transaction(store):
        ids = [put(store, dice) for _ in range(9)]
    copy, vector = LiveVectors(most_held=100), unit_vector(dice)
    check(copy, store, dice)
    assert copy.cosines(store, vector, ids, is_asked=False, limit=2).keys() == set(ids)


def test_search_finds_the_same_with_and_without_the_copy(store: Connection, embedder: Embedder) -> None:
    texts = ("My dog Rex fears thunder.", "The boiler whistles.", "Lisbon in May with Ann.", "Rex ate the tax papers.")
    with transaction(store):
        for number, text in enumerate(texts * 20):
            said = f"{text} Number {number}."
            new = NewMemory(said, Provenance.USER_SAID, Kind.FACT, 0.6, MONDAY, MONDAY, search_text=said)
            memory_id = memories.insert_memory(store, new)
            index.index_memory(store, memory_id, vector=embedder.embed([said])[0], is_archived=number % 7 == 0)
    copy = LiveVectors()
    asked = ("the dog Rex", "papers about tax", "Lisbon", "whistling noise in the cellar")
    for words, mode in itertools.product(asked, Mode):
        query = Query(words, mode, MONDAY)
        without = search(store, embedder, query, is_suppressed=lambda _: False, limit=40)
        found = search(store, embedder, query, is_suppressed=lambda _: False, limit=40, live_vectors=copy)
        assert found == without
        assert found
