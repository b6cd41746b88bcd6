"""`import` in a script: whatever the command takes, with one form of result."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chat_files import START, ChatGPT, claude_chat, claude_message, write_json, write_zip
from replay_world import World

from assistant.replay_errors import ScriptError


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def chatgpt(folder: Path) -> Path:
    return write_json(folder / "mine.json", [ChatGPT("c1", "Trains").say("I live in Graz.", "Good.").value()])


def chatgpt_zip(folder: Path) -> Path:
    chat = ChatGPT("c1", "Trains").say("I live in Graz.", "Good.").value()
    return write_zip(folder / "export.zip", {"conversations.json": [chat]})


def claude(folder: Path) -> Path:
    said = claude_message("m1", "human", "I live in Graz.", START), claude_message("m2", "assistant", "Good.", START)
    return write_json(folder / "mine.json", [claude_chat("c1", "Trains", said)])


def notes(folder: Path) -> Path:
    (folder / "notes").mkdir()
    (folder / "notes" / "2024-05-01.md").write_text("I live in Graz.\n")
    return folder / "notes"


def lorebook(folder: Path) -> Path:
    entry = {"uid": 0, "key": ["graz"], "comment": "Graz", "content": "I live in Graz.", "position": 0}
    return write_json(folder / "book.json", {"entries": {"0": entry}})


ALL = [("chatgpt", chatgpt), ("chatgpt", chatgpt_zip), ("claude", claude), ("notes", notes), ("lorebook", lorebook)]


@pytest.mark.parametrize("given", ["", "format"])
@pytest.mark.parametrize(("kind", "make"), ALL)
def test_script_imports_what_the_command_takes(
    world: World, tmp_path: Path, kind: str, make: Callable[[Path], Path], given: str
) -> None:
    path = str(make(tmp_path))
    done = world.do("import", path=path, **({given: kind} if given else {}))
    assert (done["added"], done["warnings"]) == (1, [])
    assert len(world.do("preview", text="Where do I live, in Graz?")["active"]) == 1
    again = world.do("import", path=path)
    assert again["added"] == 0


def test_what_an_import_leaves_out_is_counted_and_told(world: World, tmp_path: Path) -> None:
    chat = ChatGPT("c1", "Trains").say("I live in Graz.", "Good.").value()
    done = world.do("import", path=str(write_json(tmp_path / "mine.json", [chat, 5])))
    assert (done["chats"], done["turns"], done["memories"], done["added"]) == (1, 1, 1, 1)
    assert done["skipped"] == 2, "the item that is none, and the hidden system message"
    assert done["warnings"] == ["“item 2” is left out: it is no chat of a known kind"]


def test_format_that_the_path_does_not_hold_is_told(world: World, tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match='^line 1: "format": expected chatgpt, which is what the path holds'):
        world.do("import", path=str(chatgpt(tmp_path)), format="lorebook")


def test_format_is_one_of_the_kinds(world: World) -> None:
    with pytest.raises(
        ScriptError, match='"format": expected one of chatgpt, claude, reverie, notes, lorebook, or null'
    ):
        world.do("import", path="x", format="zip")


def test_lorebook_entry_that_another_of_its_name_replaces_is_told(world: World, tmp_path: Path) -> None:
    entry = {"uid": 1, "key": ["a"], "content": "x"}
    first, last = (json.dumps(entry | {"comment": one}) for one in ("First", "Last"))
    book = tmp_path / "book.json"
    book.write_text(f'{{"entries": {{"0": {first}, "0": {last}}}}}')
    done = world.do("import", path=str(book))
    assert done["added"] == 1
    assert done["warnings"] == ["the name “0” is given twice in one object, and “First” is lost by it"]
