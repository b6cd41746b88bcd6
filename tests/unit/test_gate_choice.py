"""Golden sequences of the gate's choice: chance, groups, budget, the order of the block, and the words for it."""

from itertools import pairwise

import pytest
from gate_world import World, candidate, clock, first_five

from memory.records import (
    InReason,
    MemoryId,
    OutReason,
    TurnId,
    Verdict,
    VerdictKind,
)
from memory.rules.budget import Budget
from memory.rules.candidate import natural_key
from memory.rules.explanations import explain
from memory.rules.gate import decide, retimed

# ---------------------------------------------------------------- chance, groups, budget


def test_case_26_missing_the_budget_arms_nothing() -> None:
    world = World(budget=Budget(max_tokens=5))
    world.memory("A", cooldown=5)
    assert world.say("A").why("A") == "budget"
    world.budget = Budget(max_tokens=10)
    assert world.say("A").why("A") == "matched"


def test_case_27_misfit_is_skipped_and_an_exact_fit_is_in() -> None:
    world = World(budget=Budget(max_tokens=30))
    world.memory("huge", tokens=31, score=0.9)
    world.memory("small", tokens=10, score=0.5)
    world.memory("exact", tokens=20, score=0.4)
    world.memory("late", tokens=1, score=0.3)
    turn = world.say("huge", "small", "exact", "late")
    assert turn.active == ["small", "exact"]
    assert [turn.why(handle) for handle in ("huge", "late")] == ["budget", "budget"]


def test_case_29_all_cooling_or_suppressed_leaves_nothing() -> None:
    world = first_five(cooldown=3)
    world.memory("B", is_suppressed=True)
    turn = world.say("A", "B")
    assert turn.active == []
    assert [turn.why("A"), turn.why("B")] == ["cooling", "suppressed"]


def test_case_31_same_turn_same_draw_and_other_turns_differ() -> None:
    world = World(seed=7)
    world.memory("A", probability=50)
    told = [world.say("A").why("A") for _ in range(40)]
    assert [world.say("A", again=turn).why("A") for turn in range(1, 41)] == told
    assert set(told) == {"matched", "probability"}


def test_case_32_probability_0_never_and_100_always() -> None:
    world = World()
    world.memory("never", probability=0)
    world.memory("always", probability=100)
    assert all(world.say("never", "always").active == ["always"] for _ in range(200))


def test_sticky_needs_no_draw() -> None:
    world = first_five(sticky=2)
    world.change("A", probability=0)
    assert world.say().why("A") == "sticky"


def test_group_winner_that_fails_its_draw_gives_way() -> None:
    world = World()
    world.memory("first", score=0.9, probability=0, groups=("g",))
    world.memory("second", score=0.8, groups=("g",))
    world.memory("third", score=0.7, probability=0, groups=("g",))
    turn = world.say("first", "second", "third")
    assert [turn.why(handle) for handle in ("first", "second", "third")] == ["probability", "matched", "group"]


def test_member_of_two_groups_needs_both_free() -> None:
    world = World()
    world.memory("A", score=0.9, groups=("x",))
    world.memory("B", score=0.8, groups=("x", "y"))
    world.memory("C", score=0.7, groups=("y",))
    assert world.say("A", "B", "C").active == ["A", "C"]


def test_group_winner_that_misses_the_budget_does_not_give_way() -> None:
    world = World(budget=Budget(max_tokens=15))
    world.memory("large", score=0.9, tokens=20, groups=("g",))
    world.memory("small", score=0.1, tokens=5, groups=("g",))
    turn = world.say("large", "small")
    assert (turn.why("large"), turn.why("small")) == ("budget", "group")


def test_prompt_order_is_standing_sticky_asked_constant_matched() -> None:
    world = first_five(sticky=2, score=0.1)
    world.memory("matched", score=0.9)
    world.memory("constant", is_constant=True)
    world.memory("asked", score=0.2)
    world.memory("z", is_standing=True)
    world.memory("y", is_standing=True, importance=0.9)
    turn = world.say("matched", asked=["asked"])
    assert turn.active == ["z", "y", "A", "asked", "constant", "matched"]


def test_order_within_a_reason_is_score_importance_handle_after_rounding() -> None:
    world = World(budget=Budget(max_tokens=1_000, max_memories=4))
    world.memory("m10", score=0.500_01)
    world.memory("m2", score=0.500_04)
    world.memory("m3", score=0.5, importance=0.6)
    world.memory("m1", score=0.500_1)
    world.memory("m0")
    turn = world.say("m10", "m2", "m3", "m1", "m0")
    assert turn.active == ["m1", "m3", "m2", "m10"]
    assert turn.decision.active[0].score == 0.5001
    assert turn.why("m0") == "budget"


def lingering(count: int) -> World:
    """A world of six seats in which so many retrieved memories stick."""
    world = World(budget=Budget(max_tokens=1_000))
    handles = [f"old{number}" for number in range(count)]
    for handle in handles:
        world.memory(handle, sticky=5, score=0.5)
    assert world.say(*handles).active == handles
    return world


def test_the_best_three_of_what_is_asked_for_are_seated_before_what_lingers() -> None:
    world = lingering(6)
    wanted = [f"new{number}" for number in range(4)]
    for handle in wanted:
        world.memory(handle, score=0.4)
    turn = world.say(asked=wanted)
    assert turn.active == ["old0", "old1", "old2", "new0", "new1", "new2"]
    assert [turn.why(one) for one in ("old3", "old4", "old5", "new3")] == ["budget"] * 4


def test_unasked_matches_wait_for_what_lingers() -> None:
    world = lingering(6)
    world.memory("new", score=0.9)
    assert world.say("new").why("new") == "budget"


def test_authored_memories_are_seated_before_what_retrieval_left_lingering() -> None:
    world = lingering(6)
    world.memory("key", score=0.1, is_authored=True)
    world.memory("constant", is_constant=True, is_authored=True)
    assert world.say("key").active == ["old0", "old1", "old2", "old3", "constant", "key"]


def test_an_authored_sticky_keeps_its_seat_against_every_question() -> None:
    world = World(budget=Budget(max_tokens=1_000, max_memories=1))
    world.memory("lore", sticky=5, is_authored=True, score=0.1)
    world.memory("asked", score=0.9)
    world.say("lore")
    turn = world.say(asked=["asked"])
    assert (turn.active, turn.why("asked")) == (["lore"], "budget")


def test_natural_keys_read_digits_as_numbers_of_any_size() -> None:
    names = ["2a", "a", "m", "m0", "m02", "m2", "m2b", "m10", "m" + "9" * 5_000, "ma", "ä²"]
    assert sorted({*names}, key=natural_key) == names
    assert all(natural_key(one) < natural_key(other) for one, other in pairwise(names))


def test_candidate_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        decide([candidate(), candidate()], {}, clock(1), Budget(10), seed=0)


# ---------------------------------------------------------------- words and late ids


def test_retiming_moves_every_end_and_nothing_else() -> None:
    cooling = Verdict(MemoryId(1), VerdictKind.OUT, out_reason=OutReason.COOLING, until_turn=TurnId(9))
    floor = Verdict(MemoryId(2), VerdictKind.OUT, out_reason=OutReason.BELOW_FLOOR)
    assert [one.until_turn for one in retimed((cooling, floor), 2)] == [11, None]


def test_every_reason_has_words_and_an_end_is_named() -> None:
    in_words = {explain(Verdict(MemoryId(1), VerdictKind.IN, in_reason=reason)) for reason in InReason}
    out_words = {explain(Verdict(MemoryId(1), VerdictKind.OUT, out_reason=reason)) for reason in OutReason}
    assert len(in_words | out_words) == len(InReason) + len(OutReason)
    for reason in (OutReason.COOLING, OutReason.DELAYED):
        told = explain(Verdict(MemoryId(1), VerdictKind.OUT, out_reason=reason, until_turn=TurnId(16)))
        assert "until turn 16" in told
    assert explain(Verdict(MemoryId(1), VerdictKind.ENDED, out_reason=OutReason.SUPPRESSED)).startswith("It was cut")
