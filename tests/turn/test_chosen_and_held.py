"""Which memories a script's turn chooses, holds and lists first, where two rules meet."""

from pathlib import Path

import pytest

from tests.turn.replay_world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def standing(world: World) -> list[str]:
    return [one["id"] for one in world.do("preview", text="Well, so be it.")["active"] if one["reason"] == "standing"]


def test_recall_breaks_ties_by_importance_now_then_by_tier_then_by_id(world: World) -> None:
    with world:
        text = "The lighthouse keeper paints boats."
        world.do("memory", id="old", text=text, importance=0.6, age_hours=24 * 60, provenance="user_said")
        for handle in ("c", "b", "a"):
            world.do("memory", id=handle, text=text, importance=0.5, provenance="user_said")
        world.do("memory", id="mid", text=text, importance=0.5 / 0.95**4, age_hours=96, provenance="user_said")
        found = world.do("recall", text="lighthouse keeper boats")["results"]
        assert [one["id"] for one in found] == ["a", "b", "c", "mid", "old"]
        assert world.do("recall", text="lighthouse keeper boats", k=1)["results"][0]["id"] == "a"


@pytest.mark.parametrize(
    "kept_out",
    [{"delay": 50}, {"exclude_keys": ["lighthouse"]}, {"probability": 0}, {"group": "sea"}],
    ids=["delayed", "excluded", "by chance", "by its group"],
)
def test_the_random_band_brings_in_nothing_that_the_gate_keeps_out(tmp_path: Path, kept_out: dict[str, object]) -> None:
    came: dict[str, list[str]] = {}
    for name, knobs in (("free", {}), ("kept", kept_out)):
        with World(tmp_path / name) as world:
            world.do(
                "memory", id="old", text="Grandfather carved spoons.", provenance="user_said", age_hours=800, **knobs
            )
            world.do("memory", id="light", text="A note on light.", keys=["lighthouse"], group="sea")
            turn = world.do("say", text="Tell me of the lighthouse.")
            came[name] = [one["id"] for one in turn["active"] if one["reason"] == "random"]
    assert came == {"free": ["old"], "kept": []}


def test_a_memory_edited_off_a_pinned_topic_is_held_no_longer(world: World) -> None:
    with world:
        world.do("pin", term="thesis")
        world.do("memory", id="a", text="The thesis is due in May.")
        assert standing(world) == ["a"]
        world.do("edit", id="a", text="The garden is due in May.")
        assert standing(world) == []
        assert world.do("inspect", id="a")["topic_pinned"] is False
        world.do("edit", id="a", text="The thesis is due in June.")
        assert standing(world) == ["a"]


def test_only_what_the_user_said_stands_as_identity(world: World) -> None:
    with world:
        for provenance in ("assistant_said", "gist", "user_said", "imported"):
            world.do("memory", id=provenance, text=f"Told by {provenance}.", kind="identity", provenance=provenance)
        world.do("restart")
        assert sorted(standing(world)) == ["imported", "user_said"]
        world.do("pin", id="gist")
        assert sorted(standing(world)) == ["gist", "imported", "user_said"]


def test_the_same_words_of_another_kind_become_one_memory(world: World) -> None:
    with world:
        world.do("memory", id="a", text="The boat is green.", kind="fact", provenance="user_said", age_hours=30)
        world.do("memory", id="b", text="The boat is green.", kind="chat", provenance="user_said")
        assert world.do("idle", jobs=["merge"])["merged"]
