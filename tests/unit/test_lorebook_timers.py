import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.importers.lorebook_timers import Timers, knobs_of, timers_of, told
from memory.records import Knobs

turns = st.integers(0, 500)
messages = st.integers(0, 1000)


@pytest.mark.parametrize(
    ("timers", "knobs"),
    [
        (Timers(), Knobs()),
        (Timers(sticky=4, cooldown=3), Knobs(1, 2, 0)),
        (Timers(sticky=3), Knobs(1, 0, 0)),
        (Timers(sticky=2), Knobs(0, 0, 0)),
        (Timers(sticky=1, cooldown=1), Knobs(0, 1, 0)),
        (Timers(cooldown=3), Knobs(0, 1, 0)),
        (Timers(cooldown=1), Knobs(0, 0, 0)),
        (Timers(delay=1), Knobs(0, 0, 0)),
        (Timers(delay=5), Knobs(0, 0, 2)),
    ],
)
def test_messages_become_turns(timers: Timers, knobs: Knobs) -> None:
    assert knobs_of(timers) == knobs


def blocked_turns_by_counting(timers: Timers) -> Knobs:
    """Play the turns one by one on a clock of messages, as the programs do that these files come from."""
    length = 1  # the message that fires
    sticky_ends = length + timers.sticky
    sticky = cooldown = delay = 0
    cooldown_ends = length + timers.cooldown if not timers.sticky else None
    for turn in range(1, 1500):
        now = length + 2 * turn
        if now < sticky_ends:
            sticky += 1
            continue
        if cooldown_ends is None:
            cooldown_ends = now + timers.cooldown
        if now < cooldown_ends:
            cooldown += 1
    for turn in range(1, 1500):
        delay += 2 * turn - 1 < timers.delay
    return Knobs(sticky, cooldown, delay)


@given(st.builds(Timers, messages, messages, messages))
def test_the_formulas_agree_with_a_clock_of_messages(timers: Timers) -> None:
    assert knobs_of(timers) == blocked_turns_by_counting(timers)


@given(st.builds(Knobs, turns, turns, turns))
def test_turns_survive_the_way_out_and_back(knobs: Knobs) -> None:
    assert knobs_of(timers_of(knobs)) == knobs


def test_the_report_says_what_became_of_each_timer_that_is_on() -> None:
    assert told(Timers(sticky=4, cooldown=3)) == "sticky 4 messages = 1 turn, cooldown 3 messages = 2 turns"
    assert told(Timers(delay=1)) == "delay 1 message = 0 turns"
    assert told(Timers()) == ""
