"""Laws of the gate that hold for any history."""

import math
from collections import Counter
from random import Random

from gate_world import World, candidate, row
from hypothesis import given
from hypothesis import strategies as st

from memory.records import InReason, Knobs, MemoryId, Mode, OutReason, TurnId, VerdictKind, VerdictRow
from memory.rules.budget import Budget
from memory.rules.candidate import Candidate
from memory.rules.draw import draw_share, is_drawn
from memory.rules.gate import decide
from memory.rules.turn_state import MemoryState, TurnClock, state

knob = st.integers(0, 4)
knobs = st.builds(Knobs, sticky=knob, cooldown=knob, delay=knob)
states = st.builds(
    MemoryState,
    fired_distance=st.none() | st.integers(1, 6),
    last_active_distance=st.none() | st.integers(1, 6),
    associative_activations=st.integers(0, 9),
)


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    flag = st.booleans()
    names = ("is_constant", "is_suppressed", "is_standing", "is_visible", "is_excluded", "is_asked", "is_matched")
    return [
        candidate(
            number,
            knobs=draw(knobs),
            probability=draw(st.sampled_from([0, 50, 100])),
            groups=tuple(draw(st.sets(st.sampled_from("abc"), max_size=2))),
            score=draw(st.none() | st.floats(0, 1)),
            importance=draw(st.floats(0, 1)),
            tokens=draw(st.integers(1, 40)),
            **{name: draw(flag) for name in names},
        )
        for number in range(1, draw(st.integers(0, 12)) + 1)
    ]


@st.composite
def histories(draw: st.DrawFn) -> tuple[TurnClock, list[VerdictRow], list[VerdictRow]]:
    """Return a clock, rows of turns that count for it, and rows of a sibling's turns."""
    owners = draw(st.lists(st.sampled_from(["path", "unrelated", "sibling"]), min_size=1, max_size=14))
    owners[0] = "path"  # a sibling shares the path's first turn
    turns = {owner: [TurnId(i) for i, one in enumerate(owners, 1) if one == owner] for owner in owners}
    path, unrelated = turns["path"], turns.get("unrelated", [])
    clock = TurnClock(TurnId(len(owners) + 1), path, sorted([*path, *unrelated]), len(path))
    own = [one for turn in clock.counted for one in draw(_rows(turn))]
    siblings = [one for turn in turns.get("sibling", []) for one in draw(_rows(turn, is_sibling=True))]
    return clock, own, siblings


def _rows(turn_id: TurnId, *, is_sibling: bool = False) -> st.SearchStrategy[list[VerdictRow]]:
    ends = [OutReason.EXCLUDED] if is_sibling else [OutReason.EXCLUDED, OutReason.SUPPRESSED]
    ended = st.sampled_from(ends).map(lambda reason: row(turn_id, reason, kind=VerdictKind.ENDED))
    judged = st.builds(
        lambda reason, mode: row(turn_id, reason, mode=mode),
        st.sampled_from([InReason.MATCHED, *InReason, *OutReason]),
        st.sampled_from(Mode),
    )
    return st.tuples(st.lists(judged, max_size=1), st.lists(ended, max_size=1)).map(lambda both: both[0] + both[1])


@given(candidates(), st.data())
def test_every_candidate_gets_exactly_one_verdict_and_the_rules_hold(
    given_: list[Candidate], data: st.DataObject
) -> None:
    pasts = {one.memory_id: data.draw(states) for one in given_}
    budget = Budget(data.draw(st.integers(0, 120)), data.draw(st.integers(0, 6)))
    clock = TurnClock(TurnId(4), [TurnId(1), TurnId(3)], [TurnId(1), TurnId(3)], 2)
    decision = decide(given_, pasts, clock, budget, seed=1)
    told = Counter(one.memory_id for one in (*decision.active, *decision.withheld))
    assert told == Counter(one.memory_id for one in given_)

    by_id = {one.memory_id: one for one in given_}
    active = [(by_id[one.memory_id], one.in_reason) for one in decision.active]
    assert not any(one.is_suppressed for one, _ in active)
    block = [one for one, reason in active if reason is not InReason.STANDING]
    assert sum(one.tokens for one in block) <= budget.max_tokens
    assert len(block) <= budget.max_memories
    assert max(Counter(group for one in block for group in one.groups).values(), default=0) <= 1
    order = [list(InReason).index(reason) for _, reason in active if reason is not None]
    assert order == sorted(order)


@given(candidates(), st.randoms(use_true_random=False))
def test_order_of_candidates_does_not_matter(given_: list[Candidate], shuffler: Random) -> None:
    clock = TurnClock(TurnId(1), [], [], 0)
    unpinned = [one for one in given_ if not one.is_standing]
    before = decide(unpinned, {}, clock, Budget(60), seed=1)
    shuffler.shuffle(unpinned)
    assert decide(unpinned, {}, clock, Budget(60), seed=1) == before


@given(histories(), st.randoms(use_true_random=False))
def test_order_of_rows_does_not_matter_and_siblings_change_nothing(
    history: tuple[TurnClock, list[VerdictRow], list[VerdictRow]], shuffler: Random
) -> None:
    clock, own, siblings = history
    mixed = [*own, *siblings]
    shuffler.shuffle(mixed)
    assert state(mixed, clock) == state(own, clock)


@given(histories())
def test_a_cut_clock_tells_the_same_within_its_stretch(
    history: tuple[TurnClock, list[VerdictRow], list[VerdictRow]],
) -> None:
    clock, own, _ = history
    counted = clock.counted[-4:]
    cut = TurnClock(clock.turn_id, [one for one in clock.path if one in counted], counted, clock.path_length)
    whole, part = state(own, clock), state(own, cut)
    for far, near in (
        (whole.fired_distance, part.fired_distance),
        (whole.last_active_distance, part.last_active_distance),
    ):
        assert far == near or (far or math.inf) > len(counted) < (near or math.inf)
    assert part.associative_activations == whole.associative_activations


@given(knobs, st.lists(st.booleans(), max_size=30))
def test_derived_state_equals_a_countdown_in_an_undisturbed_chat(timers: Knobs, matches: list[bool]) -> None:
    world = World()
    world.memory("A", sticky=timers.sticky, cooldown=timers.cooldown, delay=timers.delay)
    sticky_left = cooling_left = 0
    for length, is_match in enumerate(matches):
        if length < timers.delay:
            expected = "delayed"
        elif sticky_left:
            expected, sticky_left, cooling_left = "sticky", sticky_left - 1, timers.cooldown
        elif cooling_left:
            expected, cooling_left = "cooling", cooling_left - 1
        elif is_match:
            expected, sticky_left, cooling_left = "matched", timers.sticky, timers.cooldown
        else:
            expected = "below_floor"
        assert world.say(*["A"] if is_match else []).why("A") == expected


@given(st.integers(0, 6), st.integers(0, 6), st.lists(st.sampled_from(["main", "other"]), min_size=14, max_size=14))
def test_sticky_keeps_exactly_s_and_cooldown_blocks_exactly_c_counted_turns(
    sticky: int, cooldown: int, chats: list[str]
) -> None:
    world = World()
    world.memory("A", sticky=sticky, cooldown=cooldown)
    world.say("A")
    last_active = 0
    for distance, chat in enumerate(chats, 1):
        world.open(chat)
        is_running = chat == "main" and distance <= sticky
        is_blocked = distance - last_active <= cooldown
        reason = world.say("A").why("A")
        assert reason == ("sticky" if is_running else "cooling" if is_blocked else "matched")
        if reason == "matched":
            break  # a second firing starts another story
        if reason == "sticky":
            last_active = distance


actions = st.lists(
    st.tuples(st.sampled_from(["say", "say", "say", "rewind", "branch", "open"]), st.integers(0, 30)), max_size=25
)


@given(knobs, actions)
def test_a_told_end_comes_true_and_not_before(timers: Knobs, script: list[tuple[str, int]]) -> None:
    """Whatever rewinds and branches came before, the turn named as the end is the first that is free of the reason."""
    world = World()
    world.memory("A", sticky=timers.sticky, cooldown=timers.cooldown, delay=timers.delay)
    for action, number in script:
        match action:
            case "say":
                world.say(*["A"] if number % 2 else [])
            case "rewind":
                world.rewind(number)
            case "branch":
                world.branch(f"branch {len(world.paths)}", from_turn=number)
            case _:
                world.open(sorted(world.paths)[number % len(world.paths)])
    first = world.say("A")
    until, reason = first.until("A"), first.why("A")
    assert (until is not None) == (reason in {"cooling", "delayed"})
    while until is not None and world.next_turn < until:
        assert world.say("A").why("A") == reason
    if until is not None:
        assert world.say("A").why("A") != reason


@given(actions)
def test_regenerating_the_last_turn_decides_the_same(script: list[tuple[str, int]]) -> None:
    world = World(budget=Budget(25))
    for number in range(1, 5):
        world.memory(
            f"m{number}", sticky=number % 3, cooldown=number, probability=60, groups=("g",) if number < 3 else ()
        )
    for action, number in script:
        if action == "rewind":
            world.rewind(number)
        kept = world.say(*[f"m{one}" for one in range(1, 5) if number >> one & 1])
        again = world.say(*[f"m{one}" for one in range(1, 5) if number >> one & 1], again=kept.turn_id)
        assert again.decision == kept.decision


def test_share_of_passed_draws_is_the_probability() -> None:
    """2,000 draws a percentage: within four standard deviations, so one seed in 16,000 would miss."""
    for probability in (5, 25, 50, 90):
        passed = sum(
            is_drawn(probability, seed=11, memory_id=MemoryId(4), turn_id=TurnId(turn)) for turn in range(2_000)
        )
        share = probability / 100
        assert abs(passed - 2_000 * share) < 4 * math.sqrt(2_000 * share * (1 - share))


@given(st.integers(), st.integers(0), st.integers(0))
def test_draws_are_shares_and_differ_by_purpose(seed: int, memory: int, turn: int) -> None:
    one, other = (
        draw_share(purpose, seed=seed, memory_id=MemoryId(memory), turn_id=TurnId(turn))
        for purpose in ("probability", "random band")
    )
    assert 0 <= one < 1
    assert one != other


def test_asked_outranks_cooling_alone() -> None:
    """Of the rules above it, only `cooling` gives way to the user's own question."""
    clock = TurnClock(TurnId(2), [TurnId(1)], [TurnId(1)], 1)
    cooling = MemoryState(last_active_distance=1)
    for flag in ("is_suppressed", "is_visible", "is_excluded"):
        held = candidate(is_asked=True, knobs=Knobs(cooldown=3), **{flag: True})
        assert decide([held], {held.memory_id: cooling}, clock, Budget(99), seed=0).active == ()
    asked = candidate(is_asked=True, knobs=Knobs(cooldown=3))
    (only,) = decide([asked], {asked.memory_id: cooling}, clock, Budget(99), seed=0).active
    assert only.in_reason is InReason.ASKED
