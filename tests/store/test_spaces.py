"""Two spaces in one store: each query is answered from one of them, whatever other programs do meanwhile."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from chosen_embedders import WordEmbedder
from fakes import MONDAY

from memory import embedder_pair
from memory.database import Connection, connect, snapshot, transaction
from memory.embedder_pair import EmbedderPair, own_space
from memory.embedding import Embedder
from memory.live_vectors import LiveVectors
from memory.records import Kind, MemoryId, Provenance
from memory.rules.cosine_scale import CosineScale, Unrelated
from memory.store import index, memories, spaces
from memory.store.memories import NewMemory
from memory.store.spaces import Space, SpaceState
from memory.store.vector_tables import CHOSEN

SAME_SCALE = CosineScale(Unrelated(0.0, 0.2), Unrelated(0.0, 0.2))
TEXTS = ("Our puppy is called Bruno.", "The exam is on Thursday.", "I sold my violin.")


@pytest.fixture
def other(database: Path) -> Iterator[Connection]:
    """Another program's connection."""
    with closing(connect(database)) as connection:
        yield connection


def remember(store: Connection, embedder: Embedder, *texts: str) -> list[MemoryId]:
    ids = []
    with transaction(store):
        for text in texts:
            new = NewMemory(text, Provenance.USER_SAID, Kind.FACT, 0.6, MONDAY, MONDAY)
            ids.append(memories.insert_memory(store, new))
            index.index_memory(store, ids[-1], vector=embedder.embed([text])[0], is_archived=False)
    return ids


def make(store: Connection, chosen: WordEmbedder) -> Space:
    """Claim the space and make it whole, without the job."""
    with transaction(store):
        spaces.claim(store, chosen.name, chosen.dim)
    while (space := found(store)).state is not SpaceState.FILLING:
        with transaction(store):
            if space.state is SpaceState.CLEARING:
                spaces.clear_some(store, space, 2)
            else:
                spaces.list_some(store, space, 2)
    with transaction(store):
        for task in spaces.next_tasks(store, 100):
            vector = chosen.embed([task.text])[0]
            index.put_vector(store, task.memory_id, vector=vector, is_archived=task.is_archived, table=CHOSEN)
            spaces.end_task(store, task.memory_id)
        spaces.set_scale(store, space, SAME_SCALE)
        spaces.set_state(store, space, SpaceState.READY)
    return found(store)


def found(store: Connection) -> Space:
    space = spaces.read_space(store)
    assert space is not None
    return space


def ask(store: Connection, pair: Embedder, text: str, live: LiveVectors | None = None) -> dict[MemoryId, float]:
    return embedder_pair.cosines(store, pair, text, text, [], is_asked=True, limit=9, live_vectors=live)


def count(store: Connection, table: str) -> int:
    query = {"shipped": "SELECT COUNT(*) FROM memory_vectors", "chosen": "SELECT COUNT(*) FROM memory_vectors_chosen"}
    number: int = store.execute(query[table]).fetchone()[0]
    return number


@pytest.mark.parametrize("is_copied", [False, True])
def test_a_whole_space_is_searched_with_its_own_embedder(
    store: Connection, embedder: Embedder, *, is_copied: bool
) -> None:
    ids = remember(store, embedder, *TEXTS)
    chosen = WordEmbedder()
    pair, live = EmbedderPair(embedder, chosen), LiveVectors() if is_copied else None
    shipped = ask(store, embedder, "hound", live)
    assert ask(store, pair, "hound", live) == shipped
    make(store, chosen)
    cosines = ask(store, pair, "hound", live)
    assert cosines[ids[0]] == pytest.approx(float((chosen.embed(["hound"]) @ chosen.embed([TEXTS[0]]).T)[0, 0]))
    assert max(cosines, key=cosines.__getitem__) == ids[0]
    assert ask(store, embedder, "hound", live) == shipped


def test_dimensions_change_there_and_back(store: Connection, embedder: Embedder) -> None:
    ids = remember(store, embedder, *TEXTS)
    live = LiveVectors()
    for chosen in (WordEmbedder("a", 64), WordEmbedder("b", 1_024), WordEmbedder("a", 64), WordEmbedder("c", 256)):
        make(store, chosen)
        cosines = ask(store, EmbedderPair(embedder, chosen), "on Thursday", live)
        expected = chosen.embed(TEXTS) @ chosen.embed(["on Thursday"])[0]
        assert [cosines[one] for one in ids] == pytest.approx(expected.tolist(), abs=1e-6)
        assert count(store, "shipped") == count(store, "chosen") == 3


def test_what_is_stored_edited_archived_or_deleted_is_so_in_both_spaces(store: Connection, embedder: Embedder) -> None:
    kept, gone = remember(store, embedder, *TEXTS[:2])
    chosen = WordEmbedder()
    make(store, chosen)
    with transaction(store):
        memories.set_archived(store, [kept], is_archived=True)
        memories.delete_memories(store, [gone])
    (new,) = remember(store, embedder, "I keep bees.")
    rows = "SELECT memory_id, is_archived FROM memory_vectors ORDER BY memory_id"
    assert [tuple(row) for row in store.execute(rows)] == [(kept, 1), (new, 0)]
    rows = "SELECT memory_id, is_archived FROM memory_vectors_chosen ORDER BY memory_id"
    assert [tuple(row) for row in store.execute(rows)] == [(kept, 1)]
    assert [one.memory_id for one in spaces.next_tasks(store, 9)] == [new]
    with transaction(store):
        index.unindex_memory(store, kept)
        index.index_memory(store, kept, vector=embedder.embed(["New words."])[0], is_archived=False)
    assert count(store, "chosen") == 0
    assert [one.memory_id for one in spaces.next_tasks(store, 9)] == [new, kept]


def test_without_a_chosen_embedder_no_task_and_no_change_is_noted(store: Connection, embedder: Embedder) -> None:
    first, _ = remember(store, embedder, *TEXTS[:2])
    with transaction(store):
        memories.set_archived(store, [first], is_archived=True)
        memories.delete_memories(store, [first])
    assert not spaces.has_tasks(store)
    assert store.execute("SELECT COUNT(*) FROM memory_vectors_chosen_changes").fetchone()[0] == 0


class MeddlingEmbedder(WordEmbedder):
    """Lets another program take the space while a query is being read."""

    def __init__(self, connection: Connection, rival: WordEmbedder) -> None:
        super().__init__()
        self._connection = connection
        self._rival = rival

    def embed(self, texts: list[str]) -> npt.NDArray[np.float32]:  # type: ignore[override]  # as a query calls it
        make(self._connection, self._rival)
        return super().embed(texts)


@pytest.mark.parametrize("dim", [64, 100])
@pytest.mark.parametrize("is_copied", [False, True])
def test_a_query_that_another_program_overtakes_meets_no_vector_of_the_other_space(
    store: Connection, other: Connection, embedder: Embedder, dim: int, *, is_copied: bool
) -> None:
    remember(store, embedder, *TEXTS)
    make(store, WordEmbedder())
    meddling = MeddlingEmbedder(other, WordEmbedder("rival", dim))
    live = LiveVectors() if is_copied else None
    assert ask(store, EmbedderPair(embedder, meddling), "on Thursday", live) == {}
    # And from then on, the shipped space answers.
    pair = EmbedderPair(embedder, WordEmbedder())
    assert own_space(store, pair) is None
    assert ask(store, pair, "on Thursday", live) == ask(store, embedder, "on Thursday", live) != {}


def test_a_snapshot_sees_nothing_of_what_others_write_meanwhile(
    store: Connection, other: Connection, embedder: Embedder
) -> None:
    remember(store, embedder, *TEXTS)
    space = make(store, WordEmbedder("words-64", 64))
    with snapshot(store):
        assert spaces.is_current(store, space)
        make(other, WordEmbedder("rival", 9))
        assert spaces.is_current(store, space)
        vector = WordEmbedder().embed(["on Thursday"])[0]
        assert len(index.nearest(store, vector, is_asked=True, limit=9, table=CHOSEN)) == 3
    assert not spaces.is_current(store, space)
    assert not store.in_transaction


def test_a_large_partition_of_long_vectors_is_scanned_in_the_file(store: Connection, embedder: Embedder) -> None:
    ids = remember(store, embedder, *TEXTS)
    chosen = WordEmbedder("long", 2_560)
    make(store, chosen)
    live = LiveVectors(most_held=100)
    cosines = ask(store, EmbedderPair(embedder, chosen), "on Thursday", live)
    assert live._matrix.shape == (0, 0)
    assert max(cosines, key=cosines.__getitem__) == ids[1]
