"""Golden sequences of the gate: turns in, reasons out. Numbers in the names are those of the rule's worked cases."""

from itertools import pairwise

import pytest
from gate_world import World, candidate, row

from memory.records import (
    InReason,
    Kind,
    Knobs,
    MemoryId,
    Mode,
    OutReason,
    Provenance,
    Tier,
    TurnId,
    Verdict,
    VerdictKind,
)
from memory.rules.budget import Budget
from memory.rules.candidate import Candidate, natural_key
from memory.rules.explanations import explain
from memory.rules.gate import add_random, decide, is_kept_out_by_floor, retimed, verdict
from memory.rules.random_band import RandomCandidate, free_tokens, is_eligible, pick
from memory.rules.turn_state import MemoryState, TurnClock, cooling_turns, state


def at_turn(world: World, turn_id: int) -> None:
    """Let turns without any match pass up to this one."""
    while world.next_turn < turn_id:
        world.say()


def first_five(**knobs: object) -> World:
    """Return a world whose memory A fired at turn 5."""
    world = World()
    world.memory("A", **knobs)  # type: ignore[arg-type]  # knobs and candidate fields alike
    at_turn(world, 5)
    assert world.say("A").active == ["A"]
    return world


def clock(turn_id: int, *path: int, others: tuple[int, ...] = ()) -> TurnClock:
    own = [TurnId(turn) for turn in path]
    return TurnClock(TurnId(turn_id), own, sorted([*own, *(TurnId(turn) for turn in others)]), len(own))


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


# ---------------------------------------------------------------- random band


@pytest.mark.parametrize(
    ("provenance", "kind", "tier", "expected"),
    [
        (Provenance.USER_SAID, Kind.FACT, Tier.LONG, True),
        (Provenance.IMPORTED, Kind.CHAT, Tier.MID, True),
        (Provenance.GIST, Kind.FACT, Tier.LONG, True),
        (Provenance.USER_SAID, Kind.FACT, Tier.SHORT, False),
        (Provenance.USER_SAID, Kind.REPORT, Tier.LONG, False),
        (Provenance.ASSISTANT_SAID, Kind.FACT, Tier.LONG, False),
        (Provenance.AUTHORED, Kind.FACT, Tier.LONG, False),
    ],
)
def test_random_band_takes_old_words_of_the_user(
    provenance: Provenance, kind: Kind, tier: Tier, *, expected: bool
) -> None:
    assert is_eligible(provenance, kind, tier) is expected


def may_come_by_chance(one: Candidate, past: MemoryState | None = None) -> bool:
    return is_kept_out_by_floor(one, {one.memory_id: past or MemoryState()}, clock(6, 5), seed=0)


def test_random_band_takes_nothing_that_the_gate_would_keep_out() -> None:
    assert may_come_by_chance(candidate())
    assert may_come_by_chance(candidate(knobs=Knobs(delay=1, cooldown=4)))
    assert not may_come_by_chance(candidate(knobs=Knobs(delay=2)))
    assert not may_come_by_chance(candidate(knobs=Knobs(cooldown=4)), MemoryState(last_active_distance=2))
    assert not may_come_by_chance(candidate(is_excluded=True))
    assert not may_come_by_chance(candidate(is_visible=True))
    assert not may_come_by_chance(candidate(is_standing=True))
    assert not may_come_by_chance(candidate(probability=0))


def test_random_band_serves_everyone_before_anyone_twice() -> None:
    last: dict[int, TurnId] = {}
    picks: list[int] = []
    for turn in range(1, 31):
        members = range(1, 9) if turn > 12 else range(1, 6)  # three newcomers at turn 13
        eligible = [RandomCandidate(MemoryId(one), f"m{one}", last.get(one), 10) for one in members]
        picked = pick(eligible, turn_id=TurnId(turn), seed=3, max_tokens=10)
        assert picked is not None
        assert picked == pick(eligible[::-1], turn_id=TurnId(turn), seed=3, max_tokens=10)
        last[picked] = TurnId(turn)
        picks.append(picked)
    assert {len(set(picks[start : start + 5])) for start in (0, 5)} == {5}
    assert set(picks[12:15]) == {6, 7, 8}
    assert len(set(picks[12:20])) == len(set(picks[20:28])) == 8


def test_random_band_differs_by_turn_and_by_seed() -> None:
    eligible = [RandomCandidate(MemoryId(one), f"m{one}", None, 10) for one in range(50)]
    by_turn = {pick(eligible, turn_id=TurnId(turn), seed=0, max_tokens=10) for turn in range(40)}
    by_seed = {pick(eligible, turn_id=TurnId(1), seed=seed, max_tokens=10) for seed in range(40)}
    assert min(len(by_turn), len(by_seed)) > 15


def test_random_band_passes_over_what_does_not_fit() -> None:
    huge = RandomCandidate(MemoryId(1), "m1", None, 11)
    small = RandomCandidate(MemoryId(2), "m2", TurnId(3), 10)
    assert pick([huge, small], turn_id=TurnId(4), seed=0, max_tokens=10) == MemoryId(2)
    assert pick([huge], turn_id=TurnId(4), seed=0, max_tokens=10) is None


@pytest.mark.parametrize(
    ("budget", "tokens", "free"),
    [
        (Budget(500), [100], 100),
        (Budget(500), [450], 50),
        (Budget(500), [], 0),
        (Budget(500, max_memories=2), [1, 1], 0),
        (Budget(500), [500], 0),
    ],
)
def test_random_band_gets_a_fifth_of_the_block_beside_others(budget: Budget, tokens: list[int], free: int) -> None:
    others = [candidate(number, is_matched=True, tokens=cost) for number, cost in enumerate(tokens, 1)]
    standing = candidate(99, is_standing=True, tokens=999)
    assert free_tokens(budget, decide([*others, standing], {}, clock(1), budget, seed=0)) == free


def test_random_pick_comes_last_and_has_one_verdict() -> None:
    decision = decide([candidate(1, is_matched=True), candidate(2)], {}, clock(1), Budget(100), seed=0)
    added = add_random(decision, MemoryId(2), tokens=7)
    assert [one.in_reason for one in added.active] == [InReason.MATCHED, InReason.RANDOM]
    assert added.withheld == ()


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
