"""Sticky, cooldown and delay as whole scripts; the numbers in the names are those of the worked cases."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from replay_world import IDLE_TALK, World, active, until, why, withheld


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def fired_at_5(world: World, **knobs: Any) -> None:
    world.memory("A", keys=["otter"], **knobs)
    world.talk_until(4)
    assert active(world.say("otter")) == {"A": "matched"}


def test_case_1_cooldown_3_blocks_three_turns_and_says_until_when(world: World) -> None:
    fired_at_5(world, cooldown=3)
    told = [world.say("otter") for _ in range(4)]
    assert [one["turn"] for one in told] == [6, 7, 8, 9]
    assert [withheld(one).get("A") for one in told] == [("cooling", 9), ("cooling", 9), ("cooling", 9), None]
    assert active(told[3]) == {"A": "matched"}


def test_case_2_cooldown_1_is_no_no_op(world: World) -> None:
    fired_at_5(world, cooldown=1)
    assert world.reasons("A", "otter", "otter") == {6: "cooling", 7: "matched"}


def test_case_3_sticky_2_stays_two_turns_without_a_match(world: World) -> None:
    fired_at_5(world, sticky=2)
    assert world.reasons("A", *[IDLE_TALK] * 3) == {6: "sticky", 7: "sticky", 8: "no candidate"}


def test_case_4_the_full_cooldown_follows_the_sticky(world: World) -> None:
    fired_at_5(world, sticky=2, cooldown=3)
    assert world.reasons("A", *["otter"] * 6) == {
        6: "sticky",
        7: "sticky",
        8: "cooling",
        9: "cooling",
        10: "cooling",
        11: "matched",
    }


def test_case_5_a_cooling_member_never_keeps_another_out_of_its_group(world: World) -> None:
    world.memory("B", keys=["heron"], group="animals", importance=0.9)
    fired_at_5(world, sticky=2, cooldown=3, group="animals")
    told = {turn: world.say("otter heron" if turn in {6, 9} else "otter") for turn in range(6, 11)}
    assert [list(active(one)) for one in told.values()] == [["A"], ["A"], [], ["B"], []]
    assert withheld(told[6]) == {"B": ("group", None)}
    assert withheld(told[9]) == {"A": ("cooling", 11)}


def test_case_6_delay_4_holds_back_four_turns_constant_and_matching(world: World) -> None:
    world.memory("A", keys=["otter"], constant=True, delay=4)
    told = [world.say("otter") for _ in range(6)]
    assert [why(one, "A") for one in told] == ["delayed"] * 4 + ["constant"] * 2
    assert [until(one, "A") for one in told[:4]] == [5, 5, 5, 5]


def test_case_7_a_delay_never_goes_back_when_the_history_is_trimmed(world: World) -> None:
    world.memory("A", keys=["otter"], delay=4)
    reply = "river " * 160
    for _ in range(19):
        world.say(reply=reply)
    result = world.say("otter")
    assert result["turn"] == 20
    assert result["prompt_tokens"] < 19 * len(reply) / 4, "the history is whole: the case is not tested"
    assert active(result) == {"A": "matched"}


def test_a_delay_counts_the_turns_of_each_chat_by_itself(world: World) -> None:
    world.memory("A", keys=["otter"], delay=2)
    world.talk_until(3)
    world.do("chat", name="other")
    assert withheld(world.say("otter")) == {"A": ("delayed", 6)}
    world.do("chat", name="main")
    assert why(world.say("otter"), "A") == "matched"


def test_a_new_match_does_not_extend_a_sticky(world: World) -> None:
    fired_at_5(world, sticky=2)
    assert world.reasons("A", "otter", "otter", IDLE_TALK) == {6: "sticky", 7: "sticky", 8: "no candidate"}


def test_a_constant_that_fires_is_sticky_and_cools_like_any_other(world: World) -> None:
    world.memory("A", constant=True, sticky=1, cooldown=2)
    told = world.reasons("A", *[IDLE_TALK] * 5)
    assert list(told.values()) == ["constant", "sticky", "cooling", "cooling", "constant"]


def test_a_changed_knob_applies_to_the_same_start(world: World) -> None:
    fired_at_5(world, sticky=1)
    assert world.reasons("A", IDLE_TALK) == {6: "sticky"}
    world.do("edit", id="A", sticky=3, cooldown=4)
    assert world.reasons("A", IDLE_TALK, IDLE_TALK, "otter") == {7: "sticky", 8: "sticky", 9: "cooling"}
    world.do("edit", id="A", cooldown=1)
    assert why(world.say("otter"), "A") == "matched"


def test_case_19_an_edited_text_changes_no_timer(world: World) -> None:
    fired_at_5(world, cooldown=10)
    world.talk_until(6)
    world.do("edit", id="A", text="Something else entirely.", importance=0.9)
    told = [world.say("otter") for _ in range(7, 17)]
    assert [withheld(one).get("A") for one in told[:-1]] == [("cooling", 16)] * 9
    assert active(told[-1]) == {"A": "matched"}
    assert withheld(world.say("otter")) == {"A": ("cooling", 27)}


def test_standing_arms_nothing_and_is_no_gap(world: World) -> None:
    world.memory("A", keys=["otter"], sticky=3, cooldown=2)
    world.say("otter")
    world.do("pin", id="A")
    assert active(world.say("otter")) == {"A": "standing"}
    world.do("unpin", id="A")
    told = world.reasons("A", IDLE_TALK, IDLE_TALK, "otter", "otter", "otter")
    assert list(told.values()) == ["sticky", "sticky", "cooling", "cooling", "matched"]


def test_standing_passes_delay_and_group(world: World) -> None:
    world.memory("A", keys=["otter"], delay=9, group="animals", pinned=True)
    world.memory("B", keys=["otter"], group="animals")
    assert active(world.say("otter")) == {"A": "standing", "B": "matched"}
