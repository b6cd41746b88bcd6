"""What holds for every script: a preview changes nothing, a run repeats byte for byte, a wrong line says what is wrong.

The one fact that a reader would get wrong: "nothing changes" is told from every table there is, the shadow tables of both
indexes included, and not from the rows that a preview might be expected to touch.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from replay_world import World, active, embedder

from assistant.replay import Replay
from assistant.replay_errors import ScriptError
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
    ('{"do": "say", "text": 7}', '"text": expected a string of words, not 7'),
    ('{"do": "say", "text": "x", "mode": "loud"}', '"mode": expected one of asked, associative'),
    (
        '{"do": "say", "text": "x", "reply": [1]}',
        '"reply": expected a string, or a list of one or two strings (draft, rewrite), not [1]',
    ),
    (
        '{"do": "rewind", "to_turn": -1}',
        '"to_turn": expected a whole number, 0 or more and below 1,000,000,000, not -1',
    ),
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
    ('{"do": "memory", "id": "B", "text": "   "}', '"text": expected a string of words, not'),
    ('{"do": "memory", "id": "A", "text": "again"}', "\"id\": expected a new one, there is a memory 'A' already"),
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
    (
        '{"do": "branch", "from_turn": 1, "name": "main"}',
        "\"name\": expected a new one, there is a chat 'main' already",
    ),
    ('{"do": "advance", "days": -1}', '"days": expected a number, 0 or more'),
    ('{"do": "recall", "text": "x", "k": 0}', '"k": expected a whole number, 1 or more'),
    ('{"do": "start"}', '"do": expected start as the first command only'),
    ('{"do": "memory", "id": " ", "text": "x"}', '"id": expected a string of words'),
    (
        '{"do": "memory", "id": "B", "text": "x", "age_hours": 1e11}',
        '"age_hours": expected an age that leads to moments',
    ),
    ('{"do": "memory", "id": "B", "text": "x", "age_hours": 17800000}', '"age_hours": expected an age that leads to'),
    ('{"do": "edit", "id": "A", "age_hours": 1e11}', '"age_hours": expected an age that leads to moments'),
    ('{"do": "edit", "id": "A", "text": ""}', '"text": expected a string of words'),
    ('{"do": "say", "text": ""}', '"text": expected a string of words'),
    ('{"do": "say", "text": "\\u001b[2J"}', '"text": expected a string of words'),
    ('{"do": "preview", "text": " "}', '"text": expected a string of words'),
    ('{"do": "cancel", "text": ""}', '"text": expected a string of words'),
    (json.dumps({"do": "say", "text": "long " * 5_000}), '"text": expected a shorter message'),
    ('{"do": "say", "text": "x", "reply": []}', '"reply": expected a string, or a list of one or two strings'),
    ('{"do": "say", "text": "x", "reply": ["a", "b", "c"]}', '"reply": expected a string, or a list of one or two'),
    ('{"do": "regenerate", "reply": []}', '"reply": expected a string, or a list of one or two strings'),
    ('{"do": "chat", "name": ""}', '"name": expected a string of words'),
    ('{"do": "branch", "from_turn": 1, "name": " "}', '"name": expected a string of words'),
    ('{"do": "ban", "term": "it"}', '"term": expected a topic. "it" is a word that nearly every text holds'),
    ('{"do": "ban", "term": ""}', '"term": expected a string of words'),
    ('{"do": "pin", "term": " "}', '"term": expected a string of words'),
    ('{"do": "forget", "text": "it"}', '"text": expected a topic'),
    (
        '{"do": "import", "path": "/no/such/file"}',
        '"path": expected a file that can be imported. /no/such/file does not',
    ),
    ('{"do": "import", "path": ""}', '"path": expected a string of words'),
    ('{"do": "advance", "hours": 1e9}', '"hours": expected a time that leads to moments from the year 100 to 9900'),
    ('{"do": "advance", "minutes": 1, "days": 1e7}', '"days": expected a time that leads to moments'),
    ('{"do": "advance", "hours": 1e12}', '"hours": expected a number, 0 or more and below 1e+12'),
    ('{"do": "undo", "intervention": 9}', '"intervention": expected one that is there'),
    ('["say", "hello"]', "expected one JSON object"),
    ('{"do": "say", "text": "x"', "not JSON"),
    ("say hello", "not JSON"),
]


@pytest.mark.parametrize(("line", "words"), WRONG, ids=[line[:80] for line, _ in WRONG])
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


WRONG_STARTS = [
    ('{"do": "start", "tz": "Mars/Base"}', '"tz": expected a time zone as in "Europe/Rome", not \'Mars/Base\''),
    ('{"do": "start", "tz": " "}', '"tz": expected a time zone'),
    ('{"do": "start", "at": "2026-01-05"}', '"at": expected an ISO 8601 moment with a time zone'),
    (
        '{"do": "start", "at": "0001-01-01T00:00:00Z"}',
        '"at": expected an ISO 8601 moment with a time zone, from the year',
    ),
    (
        '{"do": "start", "at": "9999-12-31T00:00:00Z"}',
        '"at": expected an ISO 8601 moment with a time zone, from the year',
    ),
    ('{"do": "start", "config": {"no_such": 1}}', '"config": expected settings as in config.toml. config: unknown key'),
    (
        '{"do": "start", "config": {"n_ctx": "x"}}',
        '"config": expected settings as in config.toml. config: "n_ctx" must',
    ),
    (
        '{"do": "start", "config": {"timezone": "Mars"}}',
        '"config": expected settings as in config.toml. config: "timezone"',
    ),
    ('{"do": "start", "config": {"data_dir": "/elsewhere"}}', '"config": expected no “data_dir”'),
]


@pytest.mark.parametrize(("line", "words"), WRONG_STARTS, ids=[line for line, _ in WRONG_STARTS])
def test_a_wrong_start_names_its_field_and_what_was_expected(line: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=f"^line 1: {re.escape(words)}"):
        next(Replay(tmp_path, embedder()).run([line]))


@pytest.mark.parametrize("at", ["0100-01-01T00:00:00+00:00", "9899-12-31T23:00:00Z"])
def test_a_moment_that_a_start_may_name_is_one_to_live_at(at: str, world: World) -> None:
    world.do("start", at=at, tz="America/St_Johns")
    world.memory("rex", "Rex sleeps in the barn.", provenance="user_said")
    world.say("Where does Rex sleep?")
    world.do("idle", jobs=["fade", "merge", "gist", "scan"])
    world.do("restart")
    assert world.do("health")["memories"] >= 2
    assert world.do("inspect", id="rex")["importance"] == 0.6


def test_config_says_the_time_zone_where_the_start_does_not(world: World) -> None:
    world.do("start", at="2026-01-05T09:00:00Z", config={"timezone": "Asia/Tokyo"})
    assert "18:00" in world.say("hello")["prompt"]


LONG = "z" * 100_000


@pytest.mark.parametrize(
    "command",
    [
        {"do": LONG},
        {"do": "say", LONG: 1},
        {"do": "say", "text": [LONG]},
        {"do": "inspect", "id": LONG},
        {"do": "unban", "term": LONG},
        {"do": "import", "path": f"/{LONG}"},
        {"do": "idle", "jobs": [LONG]},
        {"do": "start", "config": {LONG: 1}},
        {"do": "start", "config": {"persona": [LONG]}},
        {"do": "start", "tz": LONG},
        {"do": "start", "at": LONG},
        {"do": "memory", "id": "x\ny", "text": "x", "a\nb": 1},
    ],
    ids=lambda command: json.dumps(command)[:60],
)
def test_a_wrong_line_of_any_length_is_told_in_one_short_line(command: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(ScriptError) as caught:
        next(Replay(tmp_path, embedder()).run([json.dumps(command)]))
    told = str(caught.value)
    assert len(told) < 600
    assert len(told.splitlines()) == 1
    assert "expected" in told


def test_expect_is_allowed_anywhere_and_ignored(world: World) -> None:
    assert world.do("say", text="hello", expect={"anything": [1]})["turn"] == 1
    assert world.do("advance", minutes=1, expect="more")["do"] == "advance"


def test_a_memory_without_knobs_has_those_of_the_format_and_what_is_said_the_programs(world: World) -> None:
    world.memory("rex", "Rex sleeps in the barn.", provenance="user_said")
    world.memory("lore", "Old lore.", keys=["lore"])
    world.say("The boiler is a Junkers.")

    knobs = [world.do("inspect", id=one) for one in ("rex", "lore", "m3")]

    assert [(one["sticky"], one["cooldown"]) for one in knobs] == [(2, 4), (0, 0), (7, 4)]
