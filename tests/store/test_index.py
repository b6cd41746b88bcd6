"""The two indexes over memories: what is written is found, what is taken out is gone."""

import numpy as np
import pytest
from fakes import MONDAY

from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.records import Kind, MemoryId, Provenance
from memory.rules.query_terms import Term
from memory.rules.scripts import searchable
from memory.store import index, memories
from memory.store.memories import NewMemory


def put(
    store: Connection,
    embedder: Embedder,
    text: str,
    *,
    provenance: Provenance = Provenance.USER_SAID,
    kind: Kind = Kind.FACT,
    before_text: str = "",
    is_archived: bool = False,
    is_indexed: bool = True,
) -> MemoryId:
    new = NewMemory(
        text=text,
        provenance=provenance,
        kind=kind,
        importance=0.6,
        importance_at=MONDAY,
        said_at=MONDAY,
        search_text=searchable(text),
        before_text=before_text,
    )
    with transaction(store):
        memory_id = memories.insert_memory(store, new)
        if is_archived:
            store.execute("UPDATE memories SET is_archived = 1 WHERE id = :id", {"id": memory_id})
        if is_indexed:
            index.index_memory(store, memory_id, vector=embedder.embed([text])[0], is_archived=is_archived)
    return memory_id


def holding(store: Connection, *tokens: str) -> list[MemoryId]:
    return [one.memory_id for one in index.postings(store, Term(tokens), limit=99)]


def check(store: Connection) -> None:
    store.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")


def test_words_are_found_in_any_inflection_and_without_accents(store: Connection, embedder: Embedder) -> None:
    memory_id = put(store, embedder, "She adopted two cafés' kittens")
    assert holding(store, "adopting") == holding(store, "kitten") == holding(store, "cafe") == [memory_id]


def test_what_was_said_before_is_scored_but_not_held(store: Connection, embedder: Embedder) -> None:
    answer = put(store, embedder, "Yes, twice.", before_text="Have you been to Lisbon?")
    assert holding(store, "lisbon") == []
    assert list(index.word_scores(store, [Term(("lisbon",))], is_asked=True, limit=9, most_read=99)) == [answer]


def test_only_the_end_of_what_was_said_before_counts(store: Connection, embedder: Embedder) -> None:
    put(store, embedder, "Thanks!", before_text="Lisbon is lovely. " + "There is much to see and to do there. " * 20)
    assert index.word_scores(store, [Term(("lisbon",))], is_asked=True, limit=9, most_read=99) == {}


def test_unindexing_leaves_no_trace_in_either_index(store: Connection, embedder: Embedder) -> None:
    gone = put(store, embedder, "My secret is Rumpelstiltskin", before_text="What is it?")
    kept = put(store, embedder, "My dog is Rex")
    with transaction(store):
        memories.delete_memories(store, [gone])
    check(store)
    assert holding(store, "rumpelstiltskin") == []
    assert holding(store, "rex") == [kept]
    assert index.cosines(store, embedder.embed(["dog"])[0], [gone, kept]).keys() == {kept}


def test_what_the_assistant_said_is_in_the_partition_that_only_asking_scans(
    store: Connection, embedder: Embedder
) -> None:
    own = put(store, embedder, "Your dog is Rex", provenance=Provenance.ASSISTANT_SAID)
    users = put(store, embedder, "My dog is Rex")
    vector = embedder.embed(["dog Rex"])[0]
    assert index.nearest(store, vector, is_asked=False, limit=9).keys() == {users}
    assert index.nearest(store, vector, is_asked=True, limit=9).keys() == {users, own}


def test_moving_to_the_archive_and_back_keeps_the_vector(store: Connection, embedder: Embedder) -> None:
    memory_id = put(store, embedder, "My dog is Rex")
    vector = embedder.embed(["My dog is Rex"])[0]
    for is_archived in (True, False):
        with transaction(store):
            index.move_partition(store, [memory_id], is_archived=is_archived)
        assert bool(index.nearest(store, vector, is_asked=False, limit=9)) is not is_archived
        assert index.nearest(store, vector, is_asked=True, limit=9) == {memory_id: pytest.approx(1.0)}


def test_cosines_are_those_of_the_vectors(store: Connection, embedder: Embedder) -> None:
    texts = ["My dog is Rex", "Taxes are due", "She plays the cello"]
    ids = [put(store, embedder, text) for text in texts]
    query = embedder.embed(["cello music"])[0]
    expected = dict(zip(ids, (embedder.embed(texts) @ query).tolist(), strict=True))
    assert index.cosines(store, query, ids) == pytest.approx(expected, abs=1e-5)
    assert index.nearest(store, query, is_asked=True, limit=9) == pytest.approx(expected, abs=1e-5)


def test_a_zero_vector_is_similar_to_nothing(store: Connection, embedder: Embedder) -> None:
    with transaction(store):
        memory_id = put(store, embedder, "…", is_indexed=False)
        index.index_memory(store, memory_id, vector=np.zeros(embedder.dim, np.float32), is_archived=False)
    assert index.nearest(store, embedder.embed(["anything"])[0], is_asked=True, limit=9) == {}


def test_missing_vectors_are_listed_in_order_and_cleared_ones_are_missing(
    store: Connection, embedder: Embedder
) -> None:
    ids = [put(store, embedder, text) for text in ("one", "two", "three")]
    assert index.missing_vectors(store, after=MemoryId(0), limit=9) == []
    index.clear_vectors(store)
    listed = index.missing_vectors(store, after=ids[0], limit=9)
    assert listed == [(ids[1], "two", False), (ids[2], "three", False)]
    index.put_vector(store, ids[1], vector=embedder.embed(["two"])[0], is_archived=False)
    assert [row[0] for row in index.missing_vectors(store, after=MemoryId(0), limit=9)] == [ids[0], ids[2]]


def test_questions_greetings_and_apologies_are_not_asked_for_but_long_questions_say_something(
    store: Connection, embedder: Embedder
) -> None:
    for kind in (Kind.QUESTION, Kind.GREETING, Kind.APOLOGY):
        put(store, embedder, "Is Rex here?", kind=kind)
    told = put(
        store,
        embedder,
        "Should I repot my snake plant, the one which I got from my sister Rex last month, or would that be too early for "
        "a plant of that size and age?",
        kind=Kind.QUESTION,
    )
    rex = [Term(("rex",))]
    assert list(index.word_scores(store, rex, is_asked=True, limit=9, most_read=99)) == [told]
    assert len(index.word_scores(store, rex, is_asked=False, limit=9, most_read=99)) == 4


def test_the_archive_takes_part_only_when_asked(store: Connection, embedder: Embedder) -> None:
    put(store, embedder, "My dog is Rex", is_archived=True)
    rex = [Term(("rex",))]
    assert len(index.word_scores(store, rex, is_asked=True, limit=9, most_read=99)) == 1
    assert index.word_scores(store, rex, is_asked=False, limit=9, most_read=99) == {}
    assert index.nearest(store, embedder.embed(["dog"])[0], is_asked=False, limit=9) == {}


def test_of_very_many_matches_the_newest_are_scored(store: Connection, embedder: Embedder) -> None:
    ids = [put(store, embedder, f"Rex number {number}") for number in range(6)]
    scored = index.word_scores(store, [Term(("rex",))], is_asked=True, limit=9, most_read=3)
    assert scored.keys() == set(ids[3:])


@pytest.mark.parametrize("token", ['a"b', "NOT", "text", "near(", "*", "^x", "a-b", "{text}"])
def test_no_token_is_read_as_a_command_of_the_index(store: Connection, embedder: Embedder, token: str) -> None:
    put(store, embedder, "My dog is Rex")
    assert index.postings(store, Term((token,)), limit=9) == []
