"""What single commands of a script do, where they differ from what the program's own screens ask for."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from replay_world import World, active

from assistant.replay_fields import COMMANDS


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
def test_edited_importance_is_true_from_now_on_also_where_it_is_the_stored_one(world: World, importance: float) -> None:
    world.memory("rex", "Rex sleeps in the barn.", provenance="user_said", importance=0.8)
    world.do("advance", days=6)
    world.do("edit", id="rex", sticky=3)
    assert world.do("inspect", id="rex")["importance"] == 0.5881
    world.do("edit", id="rex", importance=importance)
    assert world.do("inspect", id="rex")["importance"] == importance
    world.do("advance", days=1)
    assert world.do("inspect", id="rex")["importance"] == round(importance * 0.95, 4)


def test_edited_provenance_counts_from_the_edit_on(world: World) -> None:
    world.memory("rex", "Rex sleeps in the barn.", importance=0.8)
    world.do("advance", days=6)
    world.do("edit", id="rex", provenance="user_said")
    told = world.do("inspect", id="rex")
    assert (told["provenance"], told["importance"]) == ("user_said", 0.8)
    world.do("advance", days=1)
    assert world.do("inspect", id="rex")["importance"] == 0.76, "what the user said fades"
    assert "rex" in active(world.do("preview", text="Rex in the barn"))
    world.do("edit", id="rex", provenance="assistant_said")
    assert "rex" not in active(world.do("preview", text="Rex in the barn")), "found by asking only"
    world.do("edit", id="rex", provenance="user_said", text="Rex sleeps in the barn now.")
    assert "rex" in active(world.do("preview", text="Rex in the barn"))


def test_edited_age_is_counted_back_from_now(world: World) -> None:
    world.memory("rex", "Rex sleeps in the barn.", age_hours=400)
    world.do("advance", hours=10)
    for hours, tier, said_at in (
        (100, "mid", "2026-01-01T15:00:00Z"),
        (1000, "long", "2025-11-25T03:00:00Z"),
        (0, "short", "2026-01-05T19:00:00Z"),
    ):
        world.do("edit", id="rex", age_hours=hours)
        told = world.do("inspect", id="rex")
        assert (told["tier"], told["said_at"]) == (tier, said_at)
    world.do("edit", id="rex", text="Rex sleeps.")
    assert world.do("inspect", id="rex")["said_at"] == "2026-01-05T19:00:00Z", "what is not given stays"


def test_every_field_of_a_memory_can_be_edited(world: World) -> None:
    changes = {
        "text": "Rex is in the barn.", "provenance": "imported", "kind": "preference", "importance": 0.3,
        "age_hours": 90, "keys": ["rex"], "exclude_keys": ["cat"], "logic": "all", "secondary_keys": ["barn"],
        "sticky": 3, "cooldown": 5, "delay": 1, "constant": True, "pinned": True, "disabled": True,
        "probability": 40, "group": "dogs",
    }  # fmt: skip
    assert changes.keys() == COMMANDS["memory"].keys() - {"id"}
    for field, value in changes.items():
        world.memory(field, "Rex sleeps in the barn.")
        before = world.do("inspect", id=field)
        world.do("edit", id=field, **{field: value})
        after = world.do("inspect", id=field)
        told = "said_at" if field == "age_hours" else field
        assert before[told] != after[told]
        assert field == "age_hours" or after[told] == value


@pytest.mark.parametrize(
    ("config", "knobs"),
    [
        ({}, (2, 4, 0)),
        ({"retrieved_cooldown": 9}, (2, 9, 0)),
        ({"retrieved_sticky": 7}, (7, 4, 0)),
        ({"memory": {"retrieved_delay": 1}}, (2, 4, 1)),
        ({"retrieved_sticky": 7, "retrieved_cooldown": 4, "retrieved_delay": 0}, (7, 4, 0)),
        ({"idle_after_s": 60}, (2, 4, 0)),
    ],
)
def test_each_knob_that_a_scripts_config_sets_counts_and_the_others_are_the_formats(
    world: World, config: dict[str, object], knobs: tuple[int, int, int]
) -> None:
    world.do("start", config=config)
    world.memory("rex", "Rex sleeps in the barn.", provenance="user_said")
    world.do("restart")
    world.memory("own", "Rex sleeps in the attic.", provenance="user_said", sticky=1)
    world.memory("lore", "Old lore.", keys=["lore"])
    told = [world.do("inspect", id=one) for one in ("rex", "own", "lore")]
    assert [(one["sticky"], one["cooldown"], one["delay"]) for one in told] == [knobs, (1, *knobs[1:]), (0, 0, 0)]
