"""What holds for every script: a preview changes nothing, a run repeats byte for byte, a wrong line says what is wrong.

The one fact that a reader would get wrong: "nothing changes" is told from every table there is, the shadow tables of both
indexes included, and not from the rows that a preview might be expected to touch.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from replay_world import World, active, embedder

from assistant.replay import Replay
from assistant.replay_fields import ScriptError
from memory.database import connect
from memory.folder import DATABASE_NAME

# Runs a script from stdin in a process of its own, whose environment the test chooses.
RUNNER = """
import sys
from pathlib import Path
from assistant.replay import Replay
from memory.embedding import WordLlamaEmbedder
for line in Replay(Path(sys.argv[1]), WordLlamaEmbedder()).run(sys.stdin):
    sys.stdout.buffer.write(line.encode() + b"\\n")
"""

SCRIPT: Sequence[Mapping[str, object]] = (
    {"do": "start", "at": "2026-03-28T23:30:00Z", "tz": "Europe/Berlin", "seed": 7},
    {"do": "memory", "id": "A", "text": "Rex is a spaniel.", "keys": ["otter"], "sticky": 2, "cooldown": 3},
    {"do": "memory", "id": "B", "text": "B stands.", "keys": ["otter"], "probability": 50, "group": "x, y"},
    {"do": "memory", "id": "C", "text": "C stands.", "keys": ["otter"], "probability": 50, "group": "y"},
    {"do": "memory", "id": "old", "text": "We sailed to Ærø.", "provenance": "user_said", "age_hours": 900},
    {"do": "memory", "id": "tea", "text": "I prefer tea over coffee", "provenance": "user_said", "kind": "preference"},
    *({"do": "say", "text": f"An otter, number {number}.", "reply": f"Otter {number} it is."} for number in range(6)),
    {"do": "advance", "days": 2, "hours": 3},
    {"do": "say", "text": "Where did we sail?", "reply": "To Ærø."},
    {"do": "regenerate", "reply": "You sailed to Ærø."},
    {"do": "branch", "from_turn": 4, "name": "other"},
    {"do": "say", "text": "The otter again 🦦", "reply": ["Otter.", "Fine."]},
    {"do": "cancel", "text": "otter", "after_tokens": 1, "reply": "A reply that is cut."},
    {"do": "ban", "term": "Rex"},
    {"do": "restart", "kill": True},
    {"do": "say", "text": "otter and spaniel"},
    {"do": "recall", "text": "sailing to Ærø"},
    {"do": "inspect", "id": "A"},
)


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def every_row(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Read the whole database, index internals included."""
    with closing(connect(folder / DATABASE_NAME)) as connection:
        tables = [row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted((tuple(row) for row in connection.execute(f'SELECT * FROM "{name}"')), key=repr)  # noqa: S608  # names from the database itself
            for name in tables
        }


def run_apart(folder: Path, **environment: str) -> bytes:
    script = "\n".join(json.dumps(one, ensure_ascii=False) for one in SCRIPT)
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, str(folder)],
        input=script.encode(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1", **environment},
    )
    return done.stdout


@pytest.mark.parametrize(
    ("text", "mode"), [("Saw an otter at the harbour.", None), ("Where does the otter live?", "asked")]
)
def test_case_25_ten_previews_change_no_row_and_show_the_prompt_to_come(
    text: str, mode: str | None, world: World, folder: Path
) -> None:
    world.memory("A", "The otter lives by the harbour.", keys=["otter"], sticky=1, cooldown=3)
    world.memory("B", keys=["otter"], probability=50)
    world.memory("found", "The harbour otter lives on crabs.", provenance="user_said", age_hours=400)
    world.memory("pinned", pinned=True)
    world.say("otter")
    world.say()
    before = every_row(folder)
    previews = [world.do("preview", text=text, mode=mode) for _ in range(10)]
    assert every_row(folder) == before
    said = world.say(text, mode=mode)
    for preview in previews:
        for part in ("turn", "chat", "mode", "active", "withheld", "prompt", "prompt_tokens"):
            assert preview[part] == said[part]
        assert preview["reply"] is None
    assert "found" in active(said)
    assert every_row(folder) != before, "the dump sees a turn"


def test_a_cancelled_turn_leaves_no_row_behind(world: World, folder: Path) -> None:
    world.memory("A", keys=["otter"], sticky=3, exclude_keys=["heron"])
    world.say("otter")
    before = every_row(folder)
    world.do("cancel", text="otter heron")
    after = every_row(folder)
    # The counter of message ids has moved on, and the indexes' counters with it: ids are never reused.
    for name in ("messages", "turns", "chat_turns", "memories", "verdicts", "directives"):
        assert after[name] == before[name]


def test_a_script_on_fresh_folders_gives_the_same_bytes(tmp_path: Path) -> None:
    lines = [json.dumps(one) for one in SCRIPT]
    first = list(Replay(tmp_path / "first", embedder()).run(lines))
    second = list(Replay(tmp_path / "second", embedder()).run(lines))
    assert first == second
    assert len(first) == len(SCRIPT)


def test_neither_time_zone_nor_hash_seed_nor_locale_shows_in_the_output(tmp_path: Path) -> None:
    environments = (
        {"TZ": "UTC", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
        {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8"},
        {"TZ": "America/St_Johns", "PYTHONHASHSEED": "4242", "LC_ALL": "C"},
    )
    outputs = [run_apart(tmp_path / str(place), **one) for place, one in enumerate(environments)]
    assert outputs[0].count(b"\n") == len(SCRIPT)
    assert outputs[1:] == outputs[:1] * 2


def test_lines_are_numbered_as_in_the_file_and_notes_are_skipped(tmp_path: Path) -> None:
    lines = ["# a note", "", '{"do": "chat", "name": "other"}', "   ", "  # another", '{"do": "chat", "name": "main"}']
    results = [json.loads(one) for one in Replay(tmp_path, embedder()).run(lines)]
    assert [(one["line"], one["do"], one["chat"]) for one in results] == [(3, "chat", "other"), (6, "chat", "main")]
    assert {one["at"] for one in results} == {"2026-01-05T09:00:00Z"}


def test_a_line_is_answered_before_the_next_is_read(tmp_path: Path) -> None:
    read: list[int] = []

    def lines() -> Iterator[str]:
        for number in range(3):
            read.append(number)
            yield '{"do": "advance", "minutes": 1}'

    results = Replay(tmp_path, embedder()).run(lines())
    for number in range(3):
        next(results)
        assert read == list(range(number + 1))


WRONG = [
    ('{"do": "sing"}', '"do": expected one of start, memory'),
    ('{"text": "hello"}', '"do": expected one of'),
    ('{"do": ["say"]}', '"do": expected one of'),
    ('{"do": "say", "text": "x", "txt": "y"}', '"txt": say has no such field; expected one of text, reply, mode'),
    ('{"do": "preview", "text": "x", "reply": "y"}', '"reply": preview has no such field'),
    ('{"do": "say"}', '"text": say needs it; expected a string'),
    ('{"do": "say", "text": 7}', '"text": expected a string, not 7'),
    ('{"do": "say", "text": "x", "mode": "loud"}', '"mode": expected one of asked, associative'),
    ('{"do": "say", "text": "x", "reply": [1]}', '"reply": expected a string, or a list of strings'),
    ('{"do": "rewind", "to_turn": -1}', '"to_turn": expected a whole number, 0 or more, not -1'),
    ('{"do": "rewind", "to_turn": true}', '"to_turn": expected a whole number'),
    ('{"do": "rewind", "to_turn": 1.5}', '"to_turn": expected a whole number'),
    ('{"do": "memory", "id": "B", "text": "x", "sticky": "3"}', '"sticky": expected a whole number, 0 or more'),
    (
        '{"do": "memory", "id": "B", "text": "x", "probability": 101}',
        '"probability": expected a whole number from 0 to',
    ),
    ('{"do": "memory", "id": "B", "text": "x", "importance": 1.5}', '"importance": expected a number from 0 to 1'),
    ('{"do": "memory", "id": "B", "text": "x", "keys": "otter"}', '"keys": expected a list of strings'),
    ('{"do": "memory", "id": "B", "text": "x", "kind": "gossip"}', '"kind": expected one of identity'),
    ('{"do": "memory", "id": "B", "text": "x", "constant": 1}', '"constant": expected true or false'),
    ('{"do": "memory", "id": "B", "text": "   "}', "text"),
    ('{"do": "memory", "id": "A", "text": "again"}', "A"),
    ('{"do": "edit", "id": "nobody", "text": "x"}', "nobody"),
    ('{"do": "inspect", "id": "nobody"}', "nobody"),
    ('{"do": "forget", "id": "nobody"}', "nobody"),
    ('{"do": "forget"}', '"id" or "text"'),
    ('{"do": "pin", "id": "nobody"}', "nobody"),
    ('{"do": "pin"}', '"term" or "id"|"id" or "term"'),
    ('{"do": "unban", "term": "weather"}', "weather"),
    ('{"do": "feedback", "id": "nobody", "useful": true}', "nobody"),
    ('{"do": "feedback", "id": "A"}', '"useful": feedback needs it; expected true or false'),
    ('{"do": "rewind", "to_turn": 5}', "turn 5"),
    ('{"do": "branch", "from_turn": 5, "name": "x"}', "turn 5"),
    ('{"do": "branch", "from_turn": 1, "name": "main"}', "main"),
    ('{"do": "advance", "days": -1}', '"days": expected a number, 0 or more'),
    ('{"do": "recall", "text": "x", "k": 0}', '"k": expected a whole number, 1 or more'),
    ('{"do": "start"}', "first"),
    ('["say", "hello"]', "expected one JSON object"),
    ('{"do": "say", "text": "x"', "not JSON"),
    ("say hello", "not JSON"),
]


@pytest.mark.parametrize(("line", "words"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_stops_the_run_with_line_field_and_expectation(line: str, words: str, folder: Path) -> None:
    lines = ['{"do": "memory", "id": "A", "text": "x"}', '{"do": "say", "text": "x"}', "", line, '{"do": "regenerate"}']
    results = Replay(folder, embedder()).run(lines)
    next(results)
    next(results)
    with pytest.raises(ScriptError, match="^line 4: ") as caught:
        next(results)
    told = str(caught.value)
    assert any(one in told for one in words.split("|")), told
    assert "\n" not in told
    assert list(results) == [], "the run is over"


@pytest.mark.parametrize("line", ['{"do": "start", "tz": "Mars/Base"}', '{"do": "start", "at": "2026-01-05"}'])
def test_a_wrong_start_stops_the_run(line: str, tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="^line 1: "):
        next(Replay(tmp_path, embedder()).run([line]))


def test_an_unknown_config_key_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="no_such_setting"):
        next(Replay(tmp_path, embedder()).run(['{"do": "start", "config": {"no_such_setting": 1}}']))


def test_expect_is_allowed_anywhere_and_ignored(world: World) -> None:
    assert world.do("say", text="hello", expect={"anything": [1]})["turn"] == 1
    assert world.do("advance", minutes=1, expect="more")["do"] == "advance"


def test_a_memory_without_knobs_has_those_of_the_format_and_what_is_said_the_programs(world: World) -> None:
    world.memory("rex", "Rex sleeps in the barn.", provenance="user_said")
    world.memory("lore", "Old lore.", keys=["lore"])
    world.say("The boiler is a Junkers.")

    knobs = [world.do("inspect", id=one) for one in ("rex", "lore", "m3")]

    assert [(one["sticky"], one["cooldown"]) for one in knobs] == [(2, 4), (0, 0), (7, 4)]
