"""What single commands of a script do, where they differ from what the program's own screens ask for."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from replay_world import World


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        ("<think>They own a marimba, a loud one.</think>Soup is ready.", "Soup is ready."),
        ("Soup is ready. <think>They own a marimba.</think>", "Soup is ready."),
        ("\n<think>\nThey own a marimba, and never come to an end", ""),
    ],
)
def test_reasoning_of_a_scripted_reply_is_neither_reply_nor_memory(world: World, reply: str, kept: str) -> None:
    said = world.say("What is for lunch today?", reply=reply)
    assert said["reply"] == kept
    assert "marimba" not in json.dumps(world.do("recall", text="marimba"))
    asked = world.say("What did you say about the marimba?")
    assert "They own a marimba" not in asked["prompt"]


def test_tag_that_a_scripted_reply_quotes_stays_text(world: World) -> None:
    assert world.say("How?", reply="Write `<think>` first.")["reply"] == "Write `<think>` first."


@pytest.mark.parametrize("importance", [0.8, 0.6])
def test_edited_importance_is_true_from_now_on_also_where_it_is_the_stored_one(
    world: World, importance: float
) -> None:
    world.memory("rex", "Rex sleeps in the barn.", provenance="user_said", importance=0.8)
    world.do("advance", days=6)
    world.do("edit", id="rex", sticky=3)
    assert world.do("inspect", id="rex")["importance"] == 0.5881
    world.do("edit", id="rex", importance=importance)
    assert world.do("inspect", id="rex")["importance"] == importance
    world.do("advance", days=1)
    assert world.do("inspect", id="rex")["importance"] == round(importance * 0.95, 4)
