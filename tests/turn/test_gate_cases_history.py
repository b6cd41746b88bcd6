"""Regenerate, rewind, branch, cancel, restart, other chats: what happened is what counts, and nothing is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from replay_world import IDLE_TALK, World, active, until, why, withheld


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def test_case_16_regenerating_chooses_the_same_and_counts_one_turn(world: World) -> None:
    world.memory("A", keys=["otter"], sticky=1, cooldown=3)
    world.memory("B", keys=["otter"], probability=50)
    world.memory("C", keys=["otter"], delay=9)
    world.talk_until(4)
    said = world.say("otter")
    for number in range(5):
        again = world.do("regenerate", reply=f"Reply number {number}.")
        assert (again["turn"], again["reply"]) == (5, f"Reply number {number}.")
        assert [again[part] for part in ("active", "withheld", "prompt")] == [
            said[part] for part in ("active", "withheld", "prompt")
        ]
    assert world.reasons("A", *["otter"] * 5) == {6: "sticky", 7: "cooling", 8: "cooling", 9: "cooling", 10: "matched"}


def test_regenerating_a_cooling_turn_keeps_its_end(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=3)
    world.say("otter")
    world.say("otter")
    again = world.do("regenerate")
    assert withheld(again) == {"A": ("cooling", 5)}
    assert world.reasons("A", "otter", "otter", "otter") == {3: "cooling", 4: "cooling", 5: "matched"}


def test_case_17_a_rewind_to_before_the_firing_frees_at_once(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=6)
    world.talk_until(9)
    world.say("otter")
    assert why(world.say("otter"), "A") == "cooling"
    assert world.do("rewind", to_turn=4)["turn"] == 4
    result = world.say("otter")
    assert result["turn"] > 11, "turn ids are never reused"
    assert active(result) == {"A": "matched"}


def test_case_17b_rewound_turns_do_not_count(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=4)
    world.say("otter")
    world.talk_until(3)
    world.do("rewind", to_turn=1)
    told = [world.say("otter") for _ in range(5)]
    assert [why(one, "A") for one in told] == ["cooling"] * 4 + ["matched"]
    assert [until(one, "A") for one in told[:4]] == [told[4]["turn"]] * 4


def test_case_17c_a_sticky_is_of_its_chat_and_a_cooldown_of_all(world: World) -> None:
    world.memory("A", keys=["otter"], sticky=2)
    world.memory("B", keys=["otter"], sticky=1, cooldown=3)
    world.say("otter")
    world.do("chat", name="other")
    result = world.say()
    assert why(result, "A") == "no candidate"
    assert withheld(world.say("otter")) == {"B": ("cooling", 5)}


def test_turns_of_an_unrelated_chat_pass_for_a_sticky_too(world: World) -> None:
    world.memory("A", keys=["otter"], sticky=2)
    world.say("otter")
    world.do("chat", name="other")
    world.say()
    world.do("chat", name="main")
    assert world.reasons("A", IDLE_TALK, IDLE_TALK) == {3: "sticky", 4: "no candidate"}


def test_case_18_a_rewind_into_a_sticky_finds_it_running(world: World) -> None:
    world.memory("A", keys=["otter"], sticky=2, cooldown=5)
    world.talk_until(9)
    assert world.reasons("A", "otter", *[IDLE_TALK] * 2) == {10: "matched", 11: "sticky", 12: "sticky"}
    assert why(world.say("otter"), "A") == "cooling"
    world.do("rewind", to_turn=11)
    assert world.reasons("A", IDLE_TALK, "otter") == {14: "sticky", 15: "cooling"}


def test_case_20_a_kill_resets_nothing(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=3)
    world.memory("B", keys=["heron"], sticky=3)
    world.say("otter heron")
    world.do("restart", kill=True)
    result = world.say("otter")
    assert (active(result), withheld(result)) == ({"B": "sticky"}, {"A": ("cooling", 5)})
    world.do("restart")
    assert world.reasons("A", "otter", "otter", "otter") == {3: "cooling", 4: "cooling", 5: "matched"}


def test_case_21_a_new_chat_resets_nothing(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=3)
    world.memory("fact", "My dog Rex loves smoked cheese", provenance="user_said")
    told = world.say("Rex the dog got some smoked cheese. Saw an otter.")
    assert active(told) == {"A": "matched", "fact": "matched"}
    world.do("chat", name="new")
    result = world.say("Saw an otter. Smoked cheese for Rex the dog again.")
    assert withheld(result) == {"A": ("cooling", 5), "fact": ("cooling", 6)}


def test_case_22_a_question_for_exactly_that_outranks_the_cooldown(world: World) -> None:
    world.memory("fact", "My dog Rex loves smoked cheese", provenance="user_said", sticky=0, cooldown=9)
    assert active(world.say("Rex the dog got some smoked cheese.")) == {"fact": "matched"}
    world.do("chat", name="new")
    result = world.say("What does my dog Rex love?")
    assert (result["mode"], active(result)) == ("asked", {"fact": "asked"})
    assert withheld(world.say("Smoked cheese for Rex the dog.")) == {"fact": ("cooling", 12)}, "asked arms as well"


def test_case_23_a_reply_cancelled_before_its_first_token_consumes_nothing(world: World) -> None:
    world.memory("A", keys=["otter"], sticky=1, cooldown=3)
    world.memory("B", keys=["otter"], exclude_keys=["heron"], sticky=5)
    world.say("otter")
    cancelled = world.do("cancel", text="otter heron")
    assert cancelled["turn"] is None
    assert world.reasons("A", "otter", "otter") == {2: "sticky", 3: "cooling"}
    result = world.say()
    assert (result["turn"], active(result)) == (4, {"B": "sticky"}), "the cancelled exclusion key ended nothing"


def test_a_cancelled_first_match_is_matched_the_next_time(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=3)
    world.do("cancel", text="otter", after_tokens=0)
    result = world.say("otter")
    assert (result["turn"], active(result)) == (1, {"A": "matched"})


def test_case_24_a_partial_reply_that_is_kept_counts_once(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=2)
    stopped = world.do("cancel", text="otter", after_tokens=2, reply="A long reply that is cut off early.")
    assert (stopped["turn"], stopped["reply"]) == (1, "A long r")
    assert active(stopped) == {"A": "matched"}
    assert world.reasons("A", "otter", "otter", "otter") == {2: "cooling", 3: "cooling", 4: "matched"}


def test_case_33_branches_share_their_past_and_nothing_else(world: World) -> None:
    world.memory("A", keys=["otter"], sticky=1, cooldown=4)
    world.memory("B", keys=["heron"], cooldown=9)
    world.talk_until(7)
    world.say("otter")
    world.do("branch", from_turn=8, name="other")
    assert world.reasons("A", IDLE_TALK, "otter") == {9: "sticky", 10: "cooling"}
    assert active(world.say("heron")) == {"B": "matched"}
    world.do("chat", name="main")
    result = world.say("heron")
    assert active(result) == {"A": "sticky", "B": "matched"}, "the sibling's firing of B blocks nothing here"
    assert withheld(world.say("otter")) == {"A": ("cooling", 17)}
    world.do("chat", name="other")
    assert withheld(world.say("otter heron")) == {"A": ("cooling", 16), "B": ("cooling", 23)}


def test_a_firing_on_a_branch_is_unknown_to_its_sibling_and_known_elsewhere(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=9)
    world.talk_until(2)
    world.do("branch", from_turn=1, name="sibling")
    world.say("otter")
    world.do("chat", name="unrelated")
    assert why(world.say("otter"), "A") == "cooling"
    world.do("chat", name="main")
    assert why(world.say("otter"), "A") == "matched"


def test_a_turn_that_another_branch_holds_survives_a_rewind(world: World) -> None:
    world.memory("A", keys=["otter"], cooldown=3)
    world.say()
    world.say("otter")
    world.do("branch", from_turn=2, name="other")
    world.do("chat", name="main")
    world.do("rewind", to_turn=1)
    assert active(world.say("otter")) == {"A": "matched"}, "not on this path any more"
    world.do("chat", name="other")
    assert why(world.say("otter"), "A") == "cooling"
