"""Memory rows with their index entries: what is stored reads back, and what is deleted is gone from everywhere."""

import json
from dataclasses import replace
from datetime import timedelta
from itertools import product

import numpy as np
import pytest
from exchanges import complaints
from fakes import MONDAY

from memory.capture import Captured, Statement, prepare
from memory.capture import store as store_captured
from memory.database import Connection, sqlite_module, transaction
from memory.embedding import Embedder
from memory.records import (
    Chat,
    Kind,
    Knobs,
    Logic,
    Memory,
    MemoryId,
    Provenance,
    Trigger,
    TurnId,
)  # fmt: skip
from memory.rules.query_terms import Term
from memory.store import chats, fading, index, memories, memory_ids, presence
from memory.store.memories import NewMemory
from memory.store.memory_rows import trigger_from_json

TRIGGER = Trigger(
    keys=("tea", "/mat(cha)?/i"), exclude_keys=("coffee",), secondary_keys=("green",), logic=Logic.NOT_ALL, is_constant=True,
    probability=40, groups=("drinks", "hot"), is_case_sensitive=True, is_whole_words=False,
)  # fmt: skip
PLAIN = NewMemory("I like tea.", Provenance.USER_SAID, Kind.PREFERENCE, 0.9, MONDAY, MONDAY)


def add(store: Connection, new: NewMemory = PLAIN, *, is_archived: bool = False) -> MemoryId:
    """Insert and index one row with a vector of its own."""
    memory_id = memories.insert_memory(store, replace(new, search_text=new.search_text or new.text))
    vector = np.random.default_rng(memory_id).normal(size=256).astype(np.float32)
    vector /= np.linalg.norm(vector)
    index.index_memory(store, memory_id, vector=vector, is_archived=is_archived)
    return memory_id


def read(store: Connection, memory_id: MemoryId) -> Memory:
    memory = memories.read_memory(store, memory_id)
    assert memory
    return memory


def holding(store: Connection, word: str) -> list[MemoryId]:
    return [one.memory_id for one in index.postings(store, Term((word,)), limit=10)]


def partition(store: Connection, memory_id: MemoryId) -> int | None:
    row = store.execute("SELECT is_archived FROM memory_vectors WHERE memory_id = :id", {"id": memory_id}).fetchone()
    return None if row is None else int(row[0])


def test_what_the_code_calls_is_constant_stays_constant_in_the_store_and_in_files(store: Connection) -> None:
    memory_id = add(store, replace(PLAIN, trigger=TRIGGER))
    stored = store.execute("SELECT trigger FROM memories WHERE id = :id", {"id": memory_id}).fetchone()[0]
    assert json.loads(stored)["constant"] is True
    assert "is_constant" not in stored
    assert trigger_from_json(stored) == TRIGGER


def test_every_field_of_an_authored_memory_survives(store: Connection) -> None:
    new = NewMemory(
        "Matcha is powdered tea.", Provenance.AUTHORED, Kind.FACT, 0.125, MONDAY, MONDAY - timedelta(days=40),
        handle="matcha", knobs=Knobs(2, 3, 4), trigger=TRIGGER, is_pinned=True, is_disabled=True, title='Tea: "matcha"',
        piece=5,
    )  # fmt: skip
    memory = read(store, add(store, new))
    assert (memory.handle, memory.text, memory.title) == ("matcha", "Matcha is powdered tea.", 'Tea: "matcha"')
    assert (memory.provenance, memory.kind, memory.importance) == (Provenance.AUTHORED, Kind.FACT, 0.125)
    assert (memory.importance_at, memory.said_at) == (MONDAY, MONDAY - timedelta(days=40))
    assert (memory.knobs, memory.trigger, memory.piece) == (Knobs(2, 3, 4), TRIGGER, 5)
    assert (memory.is_pinned, memory.is_disabled, memory.is_topic_pinned, memory.is_archived) == (
        True,
        True,
        False,
        False,
    )
    assert memories.memory_by_handle(store, "matcha") == memory


def test_every_provenance_and_kind_survives(store: Connection) -> None:
    for provenance, kind in product(Provenance, Kind):
        memory = read(store, memories.insert_memory(store, replace(PLAIN, provenance=provenance, kind=kind)))
        assert (memory.provenance, memory.kind) == (provenance, kind)


def test_numbered_handle_is_the_id_unless_a_script_took_it(store: Connection) -> None:
    assert read(store, add(store)).handle == "m1"
    add(store, replace(PLAIN, handle="m3"))
    third, fourth = add(store), add(store)
    assert [read(store, one).handle for one in (third, fourth)] == ["m4", "m5"]


def test_handle_is_taken_once(store: Connection) -> None:
    add(store, replace(PLAIN, handle="rex"))
    with pytest.raises(ValueError, match="'rex' already"):
        add(store, replace(PLAIN, handle="rex"))


def test_importance_out_of_range_is_refused(store: Connection) -> None:
    for importance in (-0.01, 1.01):
        with pytest.raises(sqlite_module().IntegrityError):
            memories.insert_memory(store, replace(PLAIN, importance=importance))


def test_ids_that_name_nothing_are_absent(store: Connection) -> None:
    one = add(store)
    assert set(memories.read_memories(store, [one, MemoryId(99)])) == {one}
    assert memories.memory_by_handle(store, "nobody") is None


def test_deleted_memory_is_in_no_table(store: Connection) -> None:
    gone, kept = add(store, replace(PLAIN, trigger=TRIGGER)), add(store, replace(PLAIN, text="I like bread."))
    with transaction(store):
        memories.delete_memories(store, [gone])
    assert (holding(store, "tea"), holding(store, "bread")) == ([], [kept])
    assert (partition(store, gone), partition(store, kept)) == (None, 0)
    assert memory_ids.keyed_ids(store, "tea") == []
    assert complaints(store) == []


def test_id_of_a_deleted_memory_is_not_used_again(store: Connection) -> None:
    add(store)
    last = add(store)
    memories.delete_memories(store, [last])
    assert add(store) == last + 1


def test_successor_that_goes_leaves_its_predecessor_in_force(store: Connection) -> None:
    old, new = add(store), add(store)
    store.execute("UPDATE memories SET superseded_by = :new WHERE id = :old", {"new": new, "old": old})
    assert memory_ids.standing_ids(store) == [new]
    memories.delete_memories(store, [new])
    assert memory_ids.standing_ids(store) == [old]


def test_edited_text_is_found_and_the_old_one_is_not(store: Connection) -> None:
    memory = read(store, add(store))
    index.unindex_memory(store, memory.id)
    memories.update_memory(
        store, replace(memory, text="I like cocoa.", knobs=Knobs(1, 1, 1)), search_text="I like cocoa."
    )
    index.index_memory(store, memory.id, vector=np.full(256, 1 / 16, dtype=np.float32), is_archived=False)
    assert (holding(store, "tea"), holding(store, "cocoa")) == ([], [memory.id])
    assert read(store, memory.id).knobs == Knobs(1, 1, 1)
    assert complaints(store) == []


def test_edited_keys_reach_and_the_old_ones_do_not(store: Connection) -> None:
    memory = read(store, add(store, replace(PLAIN, provenance=Provenance.AUTHORED, trigger=Trigger(keys=("tea",)))))
    assert memory_ids.keyed_ids(store, "some TEA please") == [memory.id]
    memories.update_memory(store, replace(memory, trigger=Trigger(keys=("cocoa",))), search_text=memory.text)
    assert memory_ids.keyed_ids(store, "some tea please") == []
    assert memory_ids.keyed_ids(store, "hot cocoa") == [memory.id]


def test_pin_and_unpin_move_the_moment_but_not_the_value(store: Connection) -> None:
    one = add(store, replace(PLAIN, kind=Kind.FACT))
    for is_pinned, days in ((True, 1), (False, 2)):
        memories.set_pinned(store, one, is_pinned=is_pinned, now=MONDAY + timedelta(days=days))
        memory = read(store, one)
        assert (memory.is_pinned, memory.importance, memory.importance_at) == (
            is_pinned,
            0.9,
            MONDAY + timedelta(days=days),
        )
        assert memory_ids.standing_ids(store) == [one] * is_pinned


def test_topic_pin_touches_only_what_it_changes(store: Connection) -> None:
    one, two = add(store), add(store)
    memories.set_topic_pinned(store, [one], is_pinned=True, now=MONDAY + timedelta(days=1))
    memories.set_topic_pinned(store, [one, two], is_pinned=True, now=MONDAY + timedelta(days=2))
    assert [read(store, each).importance_at for each in (one, two)] == [MONDAY + timedelta(days=n) for n in (1, 2)]
    assert memory_ids.topic_pinned_ids(store) == [one, two]


def test_what_the_assistant_said_and_what_has_keys_stays_out_of_the_live_scan(store: Connection) -> None:
    live = add(store)
    said = add(store, replace(PLAIN, provenance=Provenance.ASSISTANT_SAID))
    keyed = add(store, replace(PLAIN, provenance=Provenance.AUTHORED, trigger=Trigger(keys=("tea",))))
    archived = add(store, is_archived=True)
    assert [partition(store, one) for one in (live, said, keyed, archived)] == [0, 1, 1, 1]
    index.move_partition(store, [live], is_archived=True)
    index.move_partition(store, [said, archived], is_archived=False)
    assert [partition(store, one) for one in (live, said, archived)] == [1, 1, 0]


def test_moving_between_partitions_changes_no_vector(store: Connection) -> None:
    one = add(store)
    query = "SELECT embedding FROM memory_vectors"
    before = store.execute(query).fetchone()[0]
    index.move_partition(store, [one], is_archived=True)
    assert store.execute(query).fetchone()[0] == before


def test_text_without_content_has_no_vector_and_is_no_complaint(store: Connection, embedder: Embedder) -> None:
    for text in ("", "   ", "…"):
        captured = prepare(Statement(text, Provenance.USER_SAID, MONDAY), embedder)
        with transaction(store):
            store_captured(store, captured)
    assert complaints(store) == []


def test_long_statement_is_stored_in_pieces_of_one_message(store: Connection, embedder: Embedder) -> None:
    paragraphs = [f"Paragraph {number}: " + "many words about the garden and its trees. " * 20 for number in range(4)]
    captured = prepare(Statement("\n\n".join(paragraphs), Provenance.USER_SAID, MONDAY), embedder)
    with transaction(store):
        ids = store_captured(store, captured)
    found = memories.read_memories(store, ids)
    assert len(ids) > 1
    assert [found[one].piece for one in ids] == list(range(len(ids)))
    assert "".join("".join(found[one].text.split()) for one in ids) == "".join("".join(paragraphs).split())
    assert {found[one].importance for one in ids} == {found[ids[0]].importance}
    assert found[ids[0]].importance < 0.3


def test_reply_that_only_restates_makes_no_row(store: Connection, chat: Chat, embedder: Embedder) -> None:
    known = read(store, add(store, replace(PLAIN, text="I like green tea in the morning.")))
    store.execute("INSERT INTO turns (id, at, mode) VALUES (7, 0, 'asked')")
    reply = Statement("Green tea in the morning!", Provenance.ASSISTANT_SAID, MONDAY, shown=(known,))
    captured = prepare(reply, embedder)
    assert (captured.new, captured.restated) == ((), (known.id,))
    with transaction(store):
        assert store_captured(store, captured, turn_id=TurnId(7)) == ()
    assert read(store, known.id).last_said_turn == 7
    fresh = prepare(replace(reply, text="Green tea in the morning, with honey."), embedder)
    assert (len(fresh.new), fresh.restated) == (1, ())


def test_memories_of_a_deleted_chat_are_hidden_until_it_comes_back(store: Connection, chat: Chat) -> None:
    store.execute("INSERT INTO turns (id, at, mode) VALUES (1, 0, 'asked'), (2, 0, 'asked')")
    store.execute("INSERT INTO chat_turns (chat_id, turn_id) VALUES (:chat, 1), (:chat, 2)", {"chat": chat.id})
    chats.create_chat(store, "aside", MONDAY, parent_chat_id=chat.id, fork_turn_id=TurnId(1))
    shared, own = (add(store, replace(PLAIN, turn_id=TurnId(number))) for number in (1, 2))
    told_outside = add(store)
    assert memory_ids.hidden_ids(store) == set()
    chats.set_deleted(store, chat.id, MONDAY)
    assert memory_ids.hidden_ids(store) == {own}
    chats.set_deleted(store, chat.id, None)
    assert memory_ids.hidden_ids(store) == set()
    assert {shared, told_outside} <= set(memory_ids.all_ids(store))


@pytest.fixture
def ten_old(store: Connection) -> list[MemoryId]:
    old = replace(PLAIN, said_at=MONDAY - timedelta(days=30))
    return [add(store, replace(old, text=f"old statement {number}")) for number in range(10)]


def band(store: Connection, *, start_share: float, limit: int) -> list[MemoryId]:
    seen = presence.read_presence(store, MONDAY)
    before = MONDAY - timedelta(days=3)
    return fading.random_band_ids(store, MONDAY, seen, said_before=before, start_share=start_share, limit=limit)


def test_random_band_offers_every_old_memory_wherever_it_starts(store: Connection, ten_old: list[MemoryId]) -> None:
    add(store)  # too young
    add(store, replace(PLAIN, said_at=MONDAY - timedelta(days=30), kind=Kind.REPORT))
    add(store, replace(PLAIN, said_at=MONDAY - timedelta(days=30), provenance=Provenance.ASSISTANT_SAID))
    for share in (0.0, 0.31, 0.999):
        found = band(store, start_share=share, limit=32)
        assert sorted(found) == ten_old
    first_two = band(store, start_share=0.5, limit=2)
    assert first_two == [ten_old[6], ten_old[7]]


def test_random_band_passes_over_what_has_faded_in_whichever_partition_it_is(
    store: Connection, ten_old: list[MemoryId]
) -> None:
    memories.set_importance(store, ten_old[3], 0.05, MONDAY)
    memories.set_archived(store, ten_old[:2], is_archived=True)
    assert sorted(band(store, start_share=0.5, limit=32)) == [*ten_old[:3], *ten_old[4:]]


def test_failed_turn_leaves_no_half_indexed_memory(store: Connection) -> None:
    new = replace(PLAIN, handle="twice")
    captured = Captured((new, new), np.full((2, 256), 1 / 16, dtype=np.float32))
    with pytest.raises(ValueError, match="already"), transaction(store):
        store_captured(store, captured)
    assert memory_ids.all_ids(store) == []
    assert complaints(store) == []


def test_reply_that_only_joins_what_the_prompt_held_makes_no_row(
    store: Connection, chat: Chat, embedder: Embedder
) -> None:
    tea = read(store, add(store, replace(PLAIN, text="I like green tea.")))
    dog = read(store, add(store, replace(PLAIN, text="My dog is called Rex.")))
    other = read(store, add(store, replace(PLAIN, text="Our boat is called Rex too, and it is green and very slow.")))
    reply = Statement(
        "You like green tea, and Rex is your dog!", Provenance.ASSISTANT_SAID, MONDAY, shown=(tea, dog, other)
    )
    captured = prepare(reply, embedder)
    assert (captured.new, captured.restated) == ((), (tea.id,))


def test_reply_in_the_form_of_the_prompts_quotations_makes_no_row(
    store: Connection, chat: Chat, embedder: Embedder
) -> None:
    known = read(store, add(store, replace(PLAIN, text="I had pancakes for breakfast")))
    quoted = Statement(
        'A: "I had pancakes for breakfast" (the user, 2026-11-30)', Provenance.ASSISTANT_SAID, MONDAY, shown=(known,)
    )
    captured = prepare(quoted, embedder)
    assert (captured.new, captured.restated) == ((), (known.id,))
    invented = prepare(replace(quoted, text='- "I had waffles" (the user, 2026-11-30)\nEnjoy your day!'), embedder)
    assert [one.text for one in invented.new] == ["Enjoy your day!"]


def test_reply_that_only_says_its_question_again_makes_no_row_but_an_answer_of_its_words_does(
    store: Connection, chat: Chat, embedder: Embedder
) -> None:
    asked = Statement(
        "The user, 2026-11-30 What did I eat for breakfast?",
        Provenance.ASSISTANT_SAID,
        MONDAY,
        answers="What did I eat for breakfast?",
    )
    assert prepare(asked, embedder).new == ()
    choice = replace(asked, text="Carbonara.", answers="Carbonara or amatriciana for dinner?")
    assert [one.text for one in prepare(choice, embedder).new] == ["Carbonara."]
