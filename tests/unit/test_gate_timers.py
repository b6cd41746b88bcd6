"""Golden sequences of the gate, its timers: cooldown, sticky, delay, suppression, exclusion. Numbers in names are those of the worked cases."""

import pytest
from gate_world import World, at_turn, candidate, clock, first_five, may_come_by_chance

from memory.records import (
    InReason,
    Knobs,
    MemoryId,
    OutReason,
    TurnId,
    Verdict,
    VerdictKind,
)
from memory.rules.budget import Budget
from memory.rules.gate import decide, verdict
from memory.rules.turn_state import MemoryState, TurnClock

# ---------------------------------------------------------------- cooldown, sticky, delay


def test_case_1_cooldown_3_blocks_three_turns() -> None:
    world = first_five(cooldown=3)
    assert world.run("A", turns=4) == {6: "cooling", 7: "cooling", 8: "cooling", 9: "matched"}


def test_case_2_cooldown_1_is_no_no_op() -> None:
    assert first_five(cooldown=1).run("A", turns=2) == {6: "cooling", 7: "matched"}


def test_case_3_sticky_2_stays_two_turns_without_a_match() -> None:
    world = first_five(sticky=2)
    assert world.run("A", turns=3, matching=()) == {6: "sticky", 7: "sticky", 8: "below_floor"}


def test_case_4_full_cooldown_follows_the_sticky() -> None:
    world = first_five(sticky=2, cooldown=3)
    assert list(world.run("A", turns=6).values()) == ["sticky", "sticky", "cooling", "cooling", "cooling", "matched"]


def test_case_5_cooling_member_keeps_nobody_out_of_its_group() -> None:
    world = first_five(sticky=2, cooldown=3, groups=("pets",))
    world.memory("B", groups=("pets",), score=0.9)
    turns = [world.say("A", *["B"] if turn in {6, 9} else []) for turn in range(6, 11)]
    assert [turn.active for turn in turns] == [["A"], ["A"], [], ["B"], []]
    assert turns[0].why("B") == "group"
    assert turns[3].why("A") == "cooling"


def test_case_6_delay_4_holds_back_four_turns_constant_or_not() -> None:
    world = World()
    world.memory("A", delay=4, is_constant=True)
    told = [world.say("A") for _ in range(6)]
    assert [turn.why("A") for turn in told] == ["delayed"] * 4 + ["constant"] * 2
    assert [turn.until("A") for turn in told] == [5, 5, 5, 5, None, None]


def test_case_7_trimmed_history_never_turns_a_delay_back() -> None:
    trimmed = TurnClock(TurnId(20), [TurnId(18), TurnId(19)], [TurnId(18), TurnId(19)], 19)
    decided = verdict(candidate(knobs=Knobs(delay=4), is_matched=True), MemoryState(), trimmed)
    assert decided.in_reason is InReason.MATCHED


def test_a_delay_counts_each_chat_by_itself() -> None:
    world = World()
    world.memory("A", delay=2)
    at_turn(world, 4)
    world.open("other")
    assert world.say("A").until("A") == 6


def test_new_match_does_not_extend_a_sticky() -> None:
    told = first_five(sticky=2).run("A", turns=4)
    assert list(told.values()) == ["sticky", "sticky", "matched", "sticky"]


def test_changed_knobs_apply_to_the_same_start() -> None:
    world = first_five(sticky=2, cooldown=2)
    world.run("A", turns=2, matching=())
    world.change("A", knobs=Knobs(sticky=3, cooldown=2))
    assert world.say(is_kept=False).why("A") == "sticky"
    world.change("A", knobs=Knobs(sticky=0, cooldown=6))
    assert (world.say("A").why("A"), world.say("A").until("A")) == ("cooling", 14)


def test_a_sticky_turn_missed_for_want_of_room_ends_the_sticky() -> None:
    world = first_five(sticky=3)
    world.budget = Budget(max_tokens=5)
    assert world.say().why("A") == "budget"
    world.budget = Budget(max_tokens=100)
    assert world.say().why("A") == "below_floor"


def test_a_standing_turn_is_no_gap_and_arms_nothing() -> None:
    world = first_five(sticky=2, cooldown=2)
    world.change("A", is_standing=True)
    assert world.say("A").why("A") == "standing"
    world.change("A", is_standing=False)
    assert [world.say().why("A") for _ in range(4)] == ["sticky", "cooling", "cooling", "below_floor"]
    always = World()
    always.memory("B", sticky=2, cooldown=5, delay=3, probability=0, groups=("g",), is_standing=True, tokens=99_999)
    assert always.run("B", turns=3) == {1: "standing", 2: "standing", 3: "standing"}
    always.change("B", is_standing=False, probability=100, tokens=1)
    assert always.say("B").why("B") == "matched"


def test_a_visible_turn_is_a_gap_in_a_sticky() -> None:
    world = first_five(sticky=3)
    world.change("A", is_visible=True)
    assert world.say("A").why("A") == "visible"
    world.change("A", is_visible=False)
    assert world.say().why("A") == "below_floor"


# ---------------------------------------------------------------- suppression, exclusion


@pytest.mark.parametrize(
    "path",
    [{"is_matched": True}, {"is_standing": True}, {"is_asked": True}, {"is_constant": True}, {"is_visible": True}, {}],
)
def test_case_8_banned_memory_is_out_by_every_path(path: dict[str, bool]) -> None:
    running = MemoryState(fired_distance=1, last_active_distance=1)
    banned = candidate(knobs=Knobs(sticky=5), is_suppressed=True, **path)
    decision = decide([banned], {banned.memory_id: running}, clock(6, 5), Budget(100), seed=0)
    assert decision.active == ()
    assert [one.out_reason for one in decision.withheld] == [OutReason.SUPPRESSED]
    assert decision.ended == (Verdict(MemoryId(1), VerdictKind.ENDED, out_reason=OutReason.SUPPRESSED),)


def test_case_8_banned_memory_is_out_of_the_random_band() -> None:
    assert not may_come_by_chance(candidate(is_suppressed=True))


def test_case_9_lifted_ban_revives_no_sticky() -> None:
    world = first_five(sticky=4)
    world.say()
    assert world.say(banned=["A"]).why("A") == "suppressed"
    assert [world.say().active for _ in range(3)] == [[], [], []]


def test_case_9_ban_lifted_before_the_next_turn_still_ends_the_sticky() -> None:
    world = first_five(sticky=4)
    with world.ban("A"):
        pass
    assert [world.say().active for _ in range(3)] == [[], [], []]


def test_ban_lifted_in_another_chat_ends_the_sticky_here() -> None:
    world = first_five(sticky=9)
    world.open("other")
    world.say()
    with world.ban("A"):
        pass
    world.open("main")
    assert world.say().active == []


def test_a_memory_fires_anew_after_a_lifted_ban() -> None:
    world = first_five(sticky=2)
    with world.ban("A"):
        pass
    assert world.run("A", turns=3, matching=[6]) == {6: "matched", 7: "sticky", 8: "sticky"}


def test_case_10_ban_works_in_the_turn_that_states_it() -> None:
    assert first_five(sticky=2).say("A", banned=["A"]).active == []


def test_case_30_exclusion_ends_a_sticky_at_once_and_for_good() -> None:
    world = first_five(sticky=4)
    turn = world.say(excluded=["A"])
    assert (turn.why("A"), turn.decision.ended[0].out_reason) == ("excluded", OutReason.EXCLUDED)
    assert world.say().active == []


def test_exclusion_without_a_running_sticky_reports_no_end() -> None:
    assert first_five(cooldown=3).say("A", excluded=["A"]).decision.ended == ()
