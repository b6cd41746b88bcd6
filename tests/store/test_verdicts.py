"""Verdict rows: what the gate reads back is what a turn wrote, and it goes with its turn."""

import numpy as np
from fakes import MONDAY

from memory.database import Connection
from memory.records import (
    Chat,
    InReason,
    Kind,
    MemoryId,
    MessageStatus,
    Mode,
    OutReason,
    Provenance,
    TurnId,
    Verdict,
    VerdictKind,
)  # fmt: skip
from memory.rules.turn_state import states
from memory.store import chats, index, memories, messages, verdicts
from memory.store.memories import NewMemory
from memory.store.messages import NewReply

GONE = MemoryId(999)


def add_turn(store: Connection, chat: Chat, mode: Mode = Mode.ASSOCIATIVE) -> TurnId:
    user = messages.add_pending(store, chat.id, "hello", "me", MONDAY)
    answer = messages.add_streaming(store, chat.id, "me", "{}", "tiny", MONDAY)
    return messages.keep_turn(store, chat.id, user, answer, NewReply("hi", MessageStatus.COMPLETE), mode, MONDAY)


def add_memories(store: Connection, number: int) -> list[MemoryId]:
    new = NewMemory("text", Provenance.USER_SAID, Kind.FACT, 0.6, MONDAY, MONDAY)
    ids = [memories.insert_memory(store, new) for _ in range(number)]
    for one in ids:
        index.index_memory(store, one, vector=np.zeros(256, dtype=np.float32), is_archived=False)
    return ids


def taken(memory_id: MemoryId, reason: InReason = InReason.MATCHED) -> Verdict:
    return Verdict(memory_id, VerdictKind.IN, in_reason=reason, score=0.5, tokens=12)


def left_out(memory_id: MemoryId, reason: OutReason = OutReason.COOLING, until: int | None = 7) -> Verdict:
    return Verdict(memory_id, VerdictKind.OUT, out_reason=reason, until_turn=None if until is None else TurnId(until))


def ended(memory_id: MemoryId, reason: OutReason = OutReason.SUPPRESSED) -> Verdict:
    return Verdict(memory_id, VerdictKind.ENDED, out_reason=reason)


def test_verdicts_read_back_in_prompt_order(store: Connection, chat: Chat) -> None:
    one, two, three = add_memories(store, 3)
    turn_id = add_turn(store, chat, Mode.ASKED)
    written = [taken(three, InReason.STICKY), taken(one), left_out(two)]
    verdicts.write_verdicts(store, turn_id, written)
    rows = verdicts.of_turn(store, turn_id)
    assert [row.verdict for row in rows] == written
    assert {row.mode for row in rows} == {Mode.ASKED}
    assert verdicts.in_prompt_of(store, turn_id) == [one, three]


def test_every_reason_survives(store: Connection, chat: Chat) -> None:
    ids = add_memories(store, len(InReason) + len(OutReason))
    written = [taken(one, reason) for one, reason in zip(ids, InReason, strict=False)]
    written += [left_out(one, reason, None) for one, reason in zip(ids[len(InReason) :], OutReason, strict=True)]
    turn_id = add_turn(store, chat)
    verdicts.write_verdicts(store, turn_id, written)
    assert [row.verdict for row in verdicts.of_turn(store, turn_id)] == written


def test_at_most_200_rows_a_turn_and_the_active_first(store: Connection, chat: Chat) -> None:
    ids = add_memories(store, 230)
    turn_id = add_turn(store, chat)
    verdicts.write_verdicts(store, turn_id, [taken(ids[-1]), *(left_out(one) for one in ids[:-1])])
    rows = verdicts.of_turn(store, turn_id)
    assert len(rows) == verdicts.MOST_ROWS_A_TURN
    assert rows[0].verdict == taken(ids[-1])


def test_memory_that_was_forgotten_meanwhile_is_passed_over(store: Connection, chat: Chat) -> None:
    (one,) = add_memories(store, 1)
    turn_id = add_turn(store, chat)
    verdicts.write_verdicts(store, turn_id, [taken(GONE), taken(one)])
    verdicts.end_stickies(store, turn_id, [ended(GONE), ended(one)])
    assert {(row.memory_id, row.verdict.kind) for row in verdicts.of_turn(store, turn_id)} == {
        (one, VerdictKind.IN), (one, VerdictKind.ENDED),
    }  # fmt: skip


def test_ending_a_sticky_twice_is_ending_it_once(store: Connection, chat: Chat) -> None:
    (one,) = add_memories(store, 1)
    turn_id = add_turn(store, chat)
    verdicts.end_stickies(store, turn_id, [ended(one)])
    verdicts.end_stickies(store, turn_id, [ended(one, OutReason.EXCLUDED)])
    assert [row.verdict.out_reason for row in verdicts.of_turn(store, turn_id)] == [OutReason.SUPPRESSED]


def test_replacing_a_turns_verdicts_keeps_what_was_ended(store: Connection, chat: Chat) -> None:
    one, two = add_memories(store, 2)
    turn_id = add_turn(store, chat)
    verdicts.write_verdicts(store, turn_id, [taken(one)])
    verdicts.end_stickies(store, turn_id, [ended(two)])
    verdicts.replace_verdicts(store, turn_id, [left_out(one)])
    assert {(row.memory_id, row.verdict.kind) for row in verdicts.of_turn(store, turn_id)} == {
        (one, VerdictKind.OUT), (two, VerdictKind.ENDED),
    }  # fmt: skip


def test_activations_are_in_and_ended_rows_oldest_first(store: Connection, chat: Chat) -> None:
    one, two = add_memories(store, 2)
    first, second = add_turn(store, chat), add_turn(store, chat, Mode.ASKED)
    verdicts.write_verdicts(store, second, [taken(one, InReason.ASKED), left_out(two)])
    verdicts.write_verdicts(store, first, [taken(one)])
    verdicts.end_stickies(store, second, [ended(one)])
    found = verdicts.activations(store, [one, two])
    assert {(row.turn_id, row.verdict.kind, row.mode) for row in found[one]} == {
        (first, VerdictKind.IN, Mode.ASSOCIATIVE), (second, VerdictKind.IN, Mode.ASKED),
        (second, VerdictKind.ENDED, Mode.ASKED),
    }  # fmt: skip
    assert [row.turn_id for row in found[one]] == [first, second, second]
    assert two not in found


def test_rows_go_with_their_turn_and_with_their_memory(store: Connection, chat: Chat) -> None:
    one, two = add_memories(store, 2)
    first, second = add_turn(store, chat), add_turn(store, chat)
    for turn_id in (first, second):
        verdicts.write_verdicts(store, turn_id, [taken(one), taken(two)])
    chats.drop_turns_after(store, chat.id, first)
    memories.delete_memories(store, [two])
    rows = store.execute("SELECT memory_id, turn_id FROM verdicts").fetchall()
    assert [tuple(row) for row in rows] == [(one, first)]


def test_only_constant_and_matched_count_as_fired(store: Connection, chat: Chat) -> None:
    ids = add_memories(store, 6)
    reasons = (InReason.MATCHED, InReason.CONSTANT, InReason.STICKY, InReason.ASKED, InReason.STANDING)
    turn_id = add_turn(store, chat)
    rows = [taken(one, reason) for one, reason in zip(ids, reasons, strict=False)]
    verdicts.write_verdicts(store, turn_id, [*rows, left_out(ids[5])])
    assert verdicts.ever_fired(store, [*reversed(ids), GONE]) == ids[:2]
    assert verdicts.ever_fired(store, ids[1:]) == ids[1:2]


def test_an_end_by_order_outranks_one_by_exclusion(store: Connection, chat: Chat) -> None:
    (one,) = add_memories(store, 1)
    turn_id = add_turn(store, chat)
    verdicts.end_stickies(store, turn_id, [ended(one, OutReason.EXCLUDED)])
    verdicts.end_stickies(store, turn_id, [ended(one)])
    assert [row.verdict.out_reason for row in verdicts.of_turn(store, turn_id)] == [OutReason.SUPPRESSED]


def test_an_end_by_order_outlives_its_turn_and_no_other_end_does(store: Connection, chat: Chat) -> None:
    one, two = add_memories(store, 2)
    first, _, third = (add_turn(store, chat) for _ in range(3))
    verdicts.end_stickies(store, first, [ended(one, OutReason.EXCLUDED)])
    verdicts.end_stickies(store, third, [ended(one), ended(two, OutReason.EXCLUDED)])
    chats.drop_turns_after(store, chat.id, first)
    rows = store.execute("SELECT memory_id, turn_id, verdict, reason FROM verdicts").fetchall()
    assert [tuple(row) for row in rows] == [(one, first, "ended", "suppressed")]
    chats.drop_turns_after(store, chat.id, TurnId(0))
    assert store.execute("SELECT COUNT(*) AS n FROM verdicts").fetchone()["n"] == 0


def test_random_picks_tell_the_last_turn_of_each(store: Connection, chat: Chat) -> None:
    one, two = add_memories(store, 2)
    first, second = add_turn(store, chat), add_turn(store, chat)
    verdicts.write_verdicts(store, first, [taken(one, InReason.RANDOM), taken(two)])
    verdicts.write_verdicts(store, second, [taken(one, InReason.RANDOM)])
    assert verdicts.random_picks(store, [one, two]) == {one: second}


def test_recent_past_and_the_earlier_count_make_the_state_of_a_whole_life(store: Connection, chat: Chat) -> None:
    one, two, three = add_memories(store, 3)
    for number in range(12):
        turn_id = add_turn(store, chat, Mode.ASKED if number == 3 else Mode.ASSOCIATIVE)
        reason = InReason.RANDOM if number == 4 else InReason.STANDING if number == 5 else InReason.MATCHED
        rows = [taken(one, reason), *([taken(two)] if number < 2 else []), left_out(three)]
        verdicts.write_verdicts(store, turn_id, rows)
    whole = chats.turn_clock(store, chat.id, window=99)
    cut = chats.turn_clock(store, chat.id, window=4)
    every = [row for own in verdicts.activations(store, [one, two, three]).values() for row in own]
    rows, earlier = verdicts.recent_past(store, [one, two, three], since=cut.known_from)
    assert {row.turn_id for row in rows} == set(cut.counted)
    assert earlier == {one: 5, two: 2}
    full, recent = states(every, whole), states(rows, cut, earlier)
    assert {key: past.associative_activations for key, past in recent.items()} == {one: 9, two: 2}
    assert {key: past.associative_activations for key, past in full.items()} == {one: 9, two: 2}
    assert recent[one].last_active_distance == full[one].last_active_distance == 1
    assert recent[two].last_active_distance is None, "farther than any knob looks"
