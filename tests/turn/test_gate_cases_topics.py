"""Bans through whole scripts: nothing passes, at once, in every chat, and lifting one revives nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from replay_world import IDLE_TALK, Result, World, active, why, withheld

from assistant.replay_errors import ScriptError

REX = "Rex is a spaniel."
Way = Callable[..., Result]


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def matched(world: World, text: str = REX) -> Result:
    world.memory("A", text, keys=["dog"])
    return world.say("The dog sleeps.")


def pinned(world: World, text: str = REX) -> Result:
    world.memory("A", text, keys=["dog"])
    world.do("pin", id="A")
    return world.say("The dog sleeps.")


def topic_pinned(world: World, text: str = REX) -> Result:
    world.memory("A", text, keys=["dog"])
    world.do("pin", term="spaniel")
    return world.say("The dog sleeps.")


def asked(world: World, text: str = REX) -> Result:
    world.memory("A", text, provenance="user_said")
    return world.say("Which spaniel is mine?", mode="asked")


def constant(world: World, text: str = REX) -> Result:
    world.memory("A", text, constant=True)
    return world.say()


def random(world: World, text: str = REX) -> Result:
    world.memory("A", text, provenance="user_said", age_hours=200)
    world.memory("company", constant=True)
    return world.say()


def sticky(world: World, text: str = REX) -> Result:
    world.memory("A", text, keys=["dog"], sticky=5)
    world.say("The dog sleeps.")
    return world.say()


PATHS = {
    "a match": (matched, "matched"),
    "a pin": (pinned, "standing"),
    "a topic's pin": (topic_pinned, "standing"),
    "a question": (asked, "asked"),
    "being constant": (constant, "constant"),
    "the random band": (random, "random"),
    "a running sticky": (sticky, "sticky"),
}
each_path = pytest.mark.parametrize(("path", "reason"), PATHS.values(), ids=PATHS)


@each_path
def test_case_8_what_is_not_banned_gets_in_by_each_path(path: Way, reason: str, world: World) -> None:
    assert active(path(world))["A"] == reason


@each_path
def test_case_8_a_ban_keeps_a_memory_out_of_every_path(path: Way, reason: str, world: World) -> None:
    world.do("ban", term="rex")
    result = path(world)
    assert why(result, "A") in ("suppressed", "no candidate")
    assert REX not in result["prompt"]


@pytest.mark.parametrize(
    "written", ["**Re**x is a spaniel.", "Re\u200bx is a spaniel.", "[Re](x)x is a spaniel.", "R&#101;x is a spaniel."]
)
@each_path
def test_case_8_markup_hides_no_memory_from_a_ban(path: Way, reason: str, written: str, world: World) -> None:
    result = path(world, written)
    assert active(result)["A"] == reason
    assert world.do("ban", term="Rex")["matches"] == ["A"]
    for text in (IDLE_TALK, "The dog sleeps.", "Which spaniel is mine?"):
        result = world.say(text)
        assert why(result, "A") in ("suppressed", "no candidate")
        assert "spaniel." not in result["prompt"]


@each_path
def test_case_8_a_later_ban_takes_a_memory_out_of_every_path(path: Way, reason: str, world: World) -> None:
    path(world)
    assert "A" in world.do("ban", term="spaniel")["matches"]
    for text in (IDLE_TALK, "The dog sleeps.", "Which spaniel is mine?"):
        result = world.say(text)
        assert why(result, "A") in ("suppressed", "no candidate")
        assert REX not in result["prompt"]
    assert world.do("recall", text="spaniel Rex")["results"] == []


def test_case_8_a_banned_candidate_is_listed_with_its_one_reason(world: World) -> None:
    world.memory("A", REX, keys=["dog"], cooldown=5)
    world.say("dog")
    world.do("ban", term="Rex")
    assert withheld(world.say("dog")) == {"A": ("suppressed", None)}
    world.do("unban", term="REX")
    assert withheld(world.say("dog")) == {"A": ("cooling", 7)}, "a ban stops no cooldown"


def test_case_9_a_sticky_ended_by_a_ban_stays_ended_when_it_is_lifted(world: World) -> None:
    world.memory("A", REX, keys=["dog"], sticky=8)
    world.talk_until(5)
    assert world.reasons("A", "dog") == {6: "matched"}
    world.do("ban", term="Rex")
    assert world.reasons("A", IDLE_TALK) == {7: "no candidate"}
    world.do("unban", term="Rex")
    assert set(world.reasons("A", *[IDLE_TALK] * 4).values()) == {"no candidate"}
    assert world.reasons("A", "dog", IDLE_TALK) == {12: "matched", 13: "sticky"}


def test_case_9_a_ban_lifted_between_two_turns_ends_a_sticky_in_every_chat(world: World) -> None:
    world.memory("A", REX, keys=["dog"], sticky=8)
    world.say("dog")
    world.do("chat", name="other")
    world.say("dog")
    world.do("ban", term="Rex")
    world.do("unban", term="Rex")
    assert why(world.say(), "A") == "no candidate"
    world.do("chat", name="main")
    assert why(world.say(), "A") == "no candidate"


@pytest.mark.parametrize("rewound", ["main", "other"])
def test_case_9_no_rewind_revives_what_a_lifted_ban_ended(rewound: str, world: World) -> None:
    world.memory("A", REX, keys=["dog"], sticky=8)
    world.say("dog")
    world.say()
    world.do("chat", name="other")
    world.say()
    world.do("chat", name=rewound)
    world.say()
    world.do("ban", term="Rex")
    world.do("unban", term="Rex")
    world.do("rewind", to_turn=1 if rewound == "main" else 0)
    world.do("chat", name="main")
    assert why(world.say(), "A") == "no candidate"
    assert why(world.say("dog"), "A") == "matched"


def test_case_9_a_ban_ends_a_sticky_that_a_rewind_would_have_found_running(world: World) -> None:
    world.memory("A", REX, keys=["dog"], exclude_keys=["cat"], sticky=8)
    world.say("dog")
    world.say()
    world.say("cat")
    world.do("ban", term="Rex")
    world.do("rewind", to_turn=2)
    world.do("unban", term="Rex")
    assert why(world.say(), "A") == "no candidate"


def test_case_9_a_ban_ends_in_all_chats_what_an_exclusion_had_ended_in_one(world: World) -> None:
    world.memory("A", REX, keys=["dog"], exclude_keys=["cat"], sticky=8)
    world.say("dog")
    world.do("chat", name="other")
    world.say("dog")
    world.say("cat")
    world.do("ban", term="Rex")
    world.do("unban", term="Rex")
    world.do("chat", name="main")
    assert why(world.say(), "A") == "no candidate"


@pytest.mark.parametrize("kill", [False, True])
def test_case_9_a_ban_and_its_end_outlive_the_program(kill: bool, world: World) -> None:  # noqa: FBT001  # a parameter
    world.memory("A", REX, keys=["dog"], sticky=8)
    world.say("dog")
    world.do("ban", term="Rex")
    world.do("restart", kill=kill)
    assert why(world.say("dog"), "A") == "suppressed"
    world.do("unban", term="Rex")
    world.do("restart", kill=kill)
    assert why(world.say(), "A") == "no candidate"


def test_disabling_ends_a_sticky_as_a_ban_does(world: World) -> None:
    world.memory("A", REX, keys=["dog"], sticky=8)
    world.say("dog")
    world.do("edit", id="A", disabled=True)
    assert why(world.say("dog"), "A") == "suppressed"
    world.do("edit", id="A", disabled=False)
    assert world.reasons("A", IDLE_TALK, "dog") == {3: "no candidate", 4: "matched"}


@pytest.mark.parametrize("order", ["please stop talking about Rex", "Don't mention Rex again."])
def test_case_10_a_ban_works_in_the_very_turn_that_states_it(order: str, world: World) -> None:
    world.memory("A", REX, keys=["dog", "Rex"], sticky=8)
    world.say("dog")
    result = world.say(order)
    assert REX not in result["prompt"]
    assert withheld(result) == {"A": ("suppressed", None)}
    assert why(world.say("dog"), "A") == "suppressed"


def test_a_regenerated_reply_leaves_out_what_was_banned_since(world: World) -> None:
    world.memory("A", REX, keys=["dog"])
    world.memory("B", keys=["dog"])
    assert active(world.say("dog")) == {"A": "matched", "B": "matched"}
    world.do("ban", term="Rex")
    again = world.do("regenerate")
    assert (active(again), withheld(again)) == ({"B": "matched"}, {"A": ("suppressed", None)})
    assert REX not in again["prompt"]


@pytest.mark.parametrize("term", ["it", "us", "a", "", "the"])
def test_case_14_a_term_that_hits_everything_is_refused_with_a_reason(term: str, world: World) -> None:
    with pytest.raises(ScriptError, match='^line 1: "term": expected .+'):
        world.do("ban", term=term)


def test_case_14_nothing_of_a_refused_term_is_stored(tmp_path: Path) -> None:
    with World(tmp_path) as world:
        world.memory("A", "It is about us.", keys=["dog"])
        with pytest.raises(ScriptError):
            world.do("ban", term="us")
    with World(tmp_path) as world:
        assert active(world.say("dog")) == {"A": "matched"}


def test_case_15_a_term_banned_twice_is_lifted_by_once(world: World) -> None:
    world.memory("A", REX, keys=["dog"])
    for term in ("rex", "REX", "  Rex "):
        assert world.do("ban", term=term)["matches"] == ["A"]
    assert why(world.say("dog"), "A") == "suppressed"
    world.do("unban", term="rEx")
    assert active(world.say("dog")) == {"A": "matched"}


def test_case_22_a_question_does_not_outrank_a_ban(world: World) -> None:
    world.memory("fact", "My dog Rex loves smoked cheese", provenance="user_said")
    world.say("Rex the dog got some smoked cheese.")
    world.do("ban", term="cheese")
    world.do("chat", name="new")
    result = world.say("What does my dog Rex love?")
    assert result["mode"] == "asked"
    assert withheld(result) == {"fact": ("suppressed", None)}
    assert "smoked" not in result["prompt"]
    world.do("unban", term="cheese")
    assert active(world.say("What does my dog Rex love most?")) == {"fact": "asked"}


def test_a_ban_beats_a_pin_and_the_pin_stands_when_it_is_lifted(world: World) -> None:
    world.memory("A", REX, pinned=True)
    world.do("ban", term="Rex")
    assert active(world.say()) == {}
    world.do("unban", term="Rex")
    assert active(world.say()) == {"A": "standing"}


def test_no_rewind_undoes_a_ban_or_a_pin(world: World) -> None:
    world.memory("A", REX, keys=["dog"])
    world.memory("B")
    world.say("dog")
    world.do("ban", term="Rex")
    world.do("pin", id="B")
    world.say()
    world.do("rewind", to_turn=0)
    result = world.say("dog")
    assert (active(result), withheld(result)) == ({"B": "standing"}, {"A": ("suppressed", None)})


def test_an_edit_into_a_banned_topic_ends_a_sticky_as_the_ban_would(world: World) -> None:
    world.memory("A", "Max is a spaniel.", keys=["dog"], sticky=8)
    world.say("dog")
    world.do("ban", term="Rex")
    assert why(world.say(), "A") == "sticky"
    world.do("edit", id="A", text=REX)
    world.do("edit", id="A", text="Max is a spaniel.")
    assert why(world.say(), "A") == "no candidate"
