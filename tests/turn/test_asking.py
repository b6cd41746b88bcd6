"""What a question brings up: the user's words before Reverie's own, and a direct question's answer though it is cooling."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from replay_world import World, active, until, why

TOLD = "The plumber comes on Thursday at ten to fix the boiler."


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def wedding(world: World) -> None:
    world.memory("own", "My sister Hanne is getting married on 12 June.", provenance="user_said")
    for number, words in enumerate(("When is your sister's wedding?", "Your sister's wedding is a lovely wedding.")):
        world.memory(f"its{number}", words, provenance="assistant_said")


def order(world: World, text: str) -> list[str]:
    return list(active(world.say(text)))


def test_question_for_the_users_own_words_puts_them_first(world: World) -> None:
    wedding(world)
    assert order(world, "When is my sister's wedding?")[0] == "own"


def test_question_for_what_was_answered_puts_the_answer_first(world: World) -> None:
    wedding(world)
    assert order(world, "What did you say about my sister's wedding?")[0].startswith("its")


def test_what_reverie_said_still_takes_part(world: World) -> None:
    world.memory("its", "The ferry to Moskenes leaves at seven.", provenance="assistant_said")
    assert active(world.say("When does our ferry to Moskenes leave?")) == {"its": "asked"}


def cooling_plumber(world: World, **fields: object) -> None:
    world.memory("note", TOLD, **{"provenance": "user_said", "sticky": 0, "cooldown": 9, **fields})
    assert active(world.say("A plumber comes and the boiler is fixed.")) == {"note": "matched"}
    world.do("chat", name="new")


def test_direct_question_brings_up_what_is_cooling(world: World) -> None:
    cooling_plumber(world)
    result = world.say("When does the plumber come?")
    assert (result["mode"], active(result)) == ("associative", {"note": "asked"})


def test_direct_question_renews_nothing_and_arms_the_cooldown_anew(world: World) -> None:
    cooling_plumber(world)
    before = world.do("inspect", id="note")["importance"]
    world.do("advance", days=3)
    faded = world.do("inspect", id="note")["importance"]
    world.say("When does the plumber come?")
    assert world.do("inspect", id="note")["importance"] == faded < before
    result = world.say("The plumber comes to the boiler.")
    assert (why(result, "note"), until(result, "note")) == ("cooling", 12)


@pytest.mark.parametrize(
    "text",
    [
        "The plumber comes, I hope.",
        "When the plumber comes I will make coffee.",
        "Where should the plumber fix the boiler?",
        "When does the plumber like to eat cheese with the boiler?",
    ],
)
def test_mere_mention_leaves_it_cooling(world: World, text: str) -> None:
    cooling_plumber(world)
    assert why(world.say(text), "note") == "cooling"


def test_direct_question_does_not_outrank_the_cooldown_of_what_was_authored(world: World) -> None:
    cooling_plumber(world, provenance="authored")
    assert why(world.say("When does the plumber come?"), "note") == "cooling"


def test_what_is_not_cooling_is_matched_as_ever(world: World) -> None:
    world.memory("note", TOLD, provenance="user_said")
    assert active(world.say("When does the plumber come?")) == {"note": "matched"}


def test_ban_outranks_a_direct_question(world: World) -> None:
    cooling_plumber(world)
    world.do("ban", term="plumber")
    assert why(world.say("When does the plumber come?"), "note") == "suppressed"
