"""Case 42: what the gate knows of the past comes in one indexed query, however many memories have one."""

import time
from collections.abc import Sequence

from fakes import MONDAY

from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.records import (
    Chat,
    InReason,
    Kind,
    Knobs,
    Memory,
    MessageStatus,
    Mode,
    OutReason,
    Provenance,
    Trigger,
    Verdict,
    VerdictKind,
)
from memory.retrieval import Occasion, select
from memory.rules.budget import Budget
from memory.store import memories, messages, verdicts
from memory.store.memories import NewMemory
from memory.store.messages import NewReply

UNITS = 10_000
ACTIVE_UNITS = 2_000
TURNS = 10


def fill(store: Connection, chat: Chat) -> None:
    """Write 10,000 keyed units; the first 2,000 bear the same key and were each active once in ten turns."""
    with transaction(store):
        ids = [
            memories.insert_memory(
                store,
                NewMemory(
                    f"Unit {number}.", Provenance.AUTHORED, Kind.FACT, 0.6, MONDAY, MONDAY, knobs=Knobs(0, 8, 0),
                    trigger=Trigger(keys=("otter" if number < ACTIVE_UNITS else f"word{number}",)),
                ),
            )
            for number in range(UNITS)
        ]  # fmt: skip
        for turn in range(TURNS):
            user = messages.add_pending(store, chat.id, "hello", "me", MONDAY)
            answer = messages.add_streaming(store, chat.id, "me", "{}", "tiny", MONDAY)
            reply = NewReply("hi", MessageStatus.COMPLETE)
            turn_id = messages.keep_turn(store, chat.id, user, answer, reply, Mode.ASSOCIATIVE, MONDAY)
            active = ids[turn * ACTIVE_UNITS // TURNS : (turn + 1) * ACTIVE_UNITS // TURNS]
            rows = [Verdict(one, VerdictKind.IN, in_reason=InReason.MATCHED) for one in active]
            verdicts.write_verdicts(store, turn_id, rows)


def count_tokens(members: Sequence[Memory]) -> list[int]:
    return [10 for _ in members]


def is_banned(_memory: Memory) -> bool:
    return False


def test_case_42_the_gate_asks_once_for_all_candidates_and_by_an_index(
    store: Connection, chat: Chat, embedder: Embedder
) -> None:
    fill(store, chat)
    asked: list[str] = []
    store.set_trace_callback(asked.append)
    started_s = time.process_time()
    occasion = Occasion(
        chat_id=chat.id, text="An otter!", mode=Mode.ASSOCIATIVE, now=MONDAY, budget=Budget(1_000), seed=0,
        count_tokens=count_tokens, is_banned=is_banned,
    )  # fmt: skip
    selection = select(store, embedder, occasion)
    used_s = time.process_time() - started_s
    store.set_trace_callback(None)

    # Turns 3 to 10 cool still; of those of turns 1 and 2 six are in, and for the rest there is no room.
    cooling = [one for one in selection.withheld if one.out_reason is OutReason.COOLING]
    assert len(cooling) == ACTIVE_UNITS * 8 // TURNS
    assert {one.until_turn for one in cooling} == set(range(12, 20))
    assert len(selection.active) == 6
    assert len(selection.withheld) == ACTIVE_UNITS - 6

    (query,) = [one for one in asked if "json_each" in one and "JOIN verdicts" in one]
    plan = [row["detail"] for row in store.execute(f"EXPLAIN QUERY PLAN {query}")]
    assert any("SEARCH v USING PRIMARY KEY (memory_id=?" in step for step in plan), plan
    assert not any(step.startswith("SCAN v") for step in plan), plan
    assert used_s < 5, "quadratic work would take minutes"
