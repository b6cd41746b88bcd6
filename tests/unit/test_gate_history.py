"""Golden sequences of the gate over rewinds, branches and chats, and the state and clock behind them."""

import pytest
from gate_world import World, at_turn, clock, first_five, row

from memory.records import (
    InReason,
    Knobs,
    Mode,
    OutReason,
    TurnId,
)
from memory.rules.budget import Budget
from memory.rules.turn_state import MemoryState, TurnClock, cooling_turns, state

# ---------------------------------------------------------------- rewind, branch, other chats


def test_case_16_regenerated_turn_sees_the_same_sets() -> None:
    world = World(budget=Budget(max_tokens=25))
    for number in range(1, 9):
        knobs = {"sticky": number % 3, "cooldown": number % 4}
        world.memory(f"m{number}", probability=60, groups=("g",) if number > 6 else (), score=number / 10, **knobs)
    turns = [world.say(*world.memories) for _ in range(5)]
    again = [world.say(*world.memories, again=5) for _ in range(5)]
    assert all(turn.decision == turns[-1].decision for turn in again)
    assert world.paths["main"] == [1, 2, 3, 4, 5]


def test_case_17_rewind_before_the_firing_frees() -> None:
    world = World()
    world.memory("A", cooldown=6)
    at_turn(world, 10)
    world.say("A")
    world.rewind(4)
    assert world.say("A").active == ["A"]


def test_case_17b_cooldown_counts_kept_turns_whatever_their_ids() -> None:
    world = first_five(cooldown=4)
    world.say()
    world.say()
    world.rewind(5)
    told = [world.say("A") for _ in range(5)]
    assert [turn.turn_id for turn in told] == [8, 9, 10, 11, 12]
    assert [turn.why("A") for turn in told] == ["cooling"] * 4 + ["matched"]
    assert {turn.until("A") for turn in told[:4]} == {12}


def test_case_17c_sticky_stays_in_its_chat_but_its_cooldown_does_not() -> None:
    world = first_five(sticky=2, cooldown=1)
    world.open("other")
    assert world.say().active == []
    world = first_five(sticky=2, cooldown=1)
    world.open("other")
    assert world.say("A").why("A") == "cooling"
    assert world.say("A").why("A") == "matched"


def test_turns_of_an_unrelated_chat_pass_for_a_sticky_too() -> None:
    world = first_five(sticky=2)
    world.open("other")
    world.say()
    world.open("main")
    assert [world.say().why("A") for _ in range(2)] == ["sticky", "below_floor"]


def test_case_18_rewind_into_a_sticky_makes_it_sticky_again() -> None:
    world = World()
    world.memory("A", sticky=2, cooldown=5)
    at_turn(world, 10)
    world.run("A", turns=4)
    world.rewind(11)
    assert [world.say().why("A"), world.say("A").why("A")] == ["sticky", "cooling"]


def test_case_19_edited_text_changes_no_timer() -> None:
    world = first_five(cooldown=10)
    world.run("A", turns=1)
    world.change("A", tokens=33, importance=0.9)
    told = [world.say("A") for _ in range(11)]
    assert {turn.until("A") for turn in told[:9]} == {16}
    assert [turn.why("A") for turn in told] == ["cooling"] * 9 + ["matched", "cooling"]


def test_case_20_state_survives_in_rows_alone() -> None:
    before = first_five(cooldown=3)
    after = World(memories=before.memories, paths=before.paths, rows=list(before.rows), next_turn=6)
    assert after.say("A").until("A") == 9


def test_cases_21_and_22_new_chat_still_cools_but_asking_outranks_it() -> None:
    world = first_five(cooldown=3)
    world.open("new")
    assert world.say("A").why("A") == "cooling"
    assert world.say(asked=["A"]).why("A") == "asked"


def test_asked_arms_the_cooldown_and_no_sticky() -> None:
    world = World()
    world.memory("A", sticky=3, cooldown=2)
    world.say(asked=["A"])
    assert list(world.run("A", turns=3).values()) == ["cooling", "cooling", "matched"]


def test_cases_23_to_25_only_a_kept_turn_counts_and_only_once() -> None:
    world = World()
    world.memory("A", cooldown=2)
    previews = [world.say("A", is_kept=False).decision for _ in range(10)]
    assert world.rows == []
    assert {len(previews), previews.count(world.say("A").decision)} == {10}
    assert list(world.run("A", turns=3).values()) == ["cooling", "cooling", "matched"]


def test_case_33_branches_share_the_past_and_nothing_after() -> None:
    world = World()
    world.memory("A", sticky=2, cooldown=4)
    world.memory("B", cooldown=9)
    at_turn(world, 8)
    world.say("A")
    world.branch("side", from_turn=8)
    assert world.run("A", turns=4) == {9: "sticky", 10: "sticky", 11: "cooling", 12: "cooling"}
    assert world.say("B").why("B") == "matched"
    world.open("main")
    turn = world.say("B")
    assert (turn.why("A"), turn.why("B"), turn.turn_id) == ("sticky", "matched", 14)
    assert [world.say("A").why("A") for _ in range(6)] == ["sticky", *["cooling"] * 4, "matched"]


def test_exclusion_on_one_branch_ends_nothing_on_the_other() -> None:
    world = first_five(sticky=4)
    world.branch("side", from_turn=5)
    world.say(excluded=["A"])
    world.open("main")
    assert world.say().why("A") == "sticky"


# ---------------------------------------------------------------- state and clock


def test_distance_counts_kept_turns_and_not_ids() -> None:
    now = clock(12, 3, 9, others=(5,))
    assert [now.distance(TurnId(turn)) for turn in (9, 5, 3, 1)] == [1, 2, 3, 4]


def test_clock_refuses_a_path_that_holds_its_own_turn() -> None:
    with pytest.raises(ValueError, match="holds turn 5"):
        clock(5, 4, 5)
    with pytest.raises(ValueError, match="path_length"):
        TurnClock(TurnId(5), [TurnId(3), TurnId(4)], [TurnId(3), TurnId(4)], 1)


def test_state_counts_what_retrieval_brought_up_unasked() -> None:
    rows = [
        row(1, InReason.MATCHED),
        row(2, InReason.STICKY),
        row(3, InReason.ASKED, mode=Mode.ASKED),
        row(4, InReason.RANDOM),
        row(5, InReason.STANDING),
        row(6, OutReason.COOLING),
    ]
    told = state(rows, clock(7, 1, 2, 3, 4, 5, 6))
    assert told == MemoryState(fired_distance=None, last_active_distance=3, associative_activations=2)


def test_random_pick_arms_the_cooldown_and_never_a_sticky() -> None:
    told = state([row(4, InReason.RANDOM)], clock(5, 1, 2, 3, 4))
    assert told.fired_distance is None
    assert cooling_turns(Knobs(cooldown=4), told) == 4


def test_rows_older_than_a_cut_stretch_are_farther_than_it_is_long() -> None:
    cut = TurnClock(TurnId(100), [TurnId(98), TurnId(99)], [TurnId(98), TurnId(99)], 90)
    told = state([row(3, InReason.MATCHED)], cut)
    assert told == MemoryState(fired_distance=None, last_active_distance=3, associative_activations=1)
