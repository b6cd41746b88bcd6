"""The random band: what may come by chance, in which order, and how much of the block it takes."""

import pytest
from gate_world import candidate, clock, may_come_by_chance

from memory.records import (
    InReason,
    Kind,
    Knobs,
    MemoryId,
    Provenance,
    Tier,
    TurnId,
)
from memory.rules.budget import Budget
from memory.rules.gate import add_random, decide
from memory.rules.random_band import RandomCandidate, free_tokens, is_eligible, pick
from memory.rules.turn_state import MemoryState

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
