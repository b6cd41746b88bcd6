"""Exports that are a little broken: the broken item is lost, the others are not, and the report says which and why."""

import json
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from chat_files import START, ChatGPT, claude_chat, claude_message, write_zip

from assistant.file_import import FileReport, plan_file
from assistant.session import Session
from memory.errors import ImportFileError


def plan(session: Session, path: Path) -> FileReport:
    return plan_file(session, path, lambda _share, _words: None, threading.Event())


def stored(report: FileReport) -> dict[str, Any]:
    return dict(report.apply(lambda _share, _words: None, threading.Event()).figures)


def refusal(session: Session, path: Path) -> str:
    with pytest.raises(ImportFileError) as caught:
        plan(session, path)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def chats(*numbers: int) -> list[dict[str, Any]]:
    return [ChatGPT(f"c{one}", f"Chat {one}").say(f"I have {one} boats.", "Good.").value() for one in numbers]


def claude() -> dict[str, Any]:
    said = claude_message("m1", "human", "I live in Graz.", START), claude_message("m2", "assistant", "Good.", START)
    return claude_chat("c1", "Trains", said)


@pytest.mark.parametrize("name", ["mine.json", "conversations.json"])
@pytest.mark.parametrize(("chat", "service"), [(chats(1)[0], "ChatGPT"), (claude(), "Claude")])
def test_file_that_is_cut_in_its_first_chat_is_told_as_what_it_looks_like(
    session: Session, tmp_path: Path, name: str, chat: dict[str, Any], service: str
) -> None:
    path = written(tmp_path / name, json.dumps([chat])[:-30])
    told = refusal(session, path)
    assert told.startswith(f"{name} looks like an export of {service}, and cannot be read. This is not JSON: ")
    assert told.endswith("The file may be cut short: export or download it again.")
    assert "World Info" not in told


def test_file_that_is_cut_later_gives_the_chats_before_the_cut(session: Session, tmp_path: Path) -> None:
    path = written(tmp_path / "mine.json", json.dumps(chats(1, 2, 3))[:-30])
    report = plan(session, path)
    (warning,) = report.warnings
    assert warning.startswith("“the rest of mine.json” is left out: This is not JSON: ")
    assert report.lines[1].startswith("2 new, 1 left out")
    done = stored(report)
    assert (done["chats"], done["memories"], done["refused"]) == (2, 2, 1)
    whole = plan(session, written(path, json.dumps(chats(1, 2, 3))))
    assert whole.lines[1].startswith("1 new, 2 here already;")


def test_one_broken_file_of_a_zip_costs_the_others_nothing(session: Session, tmp_path: Path) -> None:
    entries = {"conversations-000.json": json.dumps(chats(1))[:-30], "conversations-001.json": json.dumps(chats(2, 3))}
    report = plan(session, write_zip(tmp_path / "export.zip", dict(entries)))
    (warning,) = report.warnings
    assert warning.startswith("“conversations-000.json” is left out: This is not JSON")
    assert stored(report)["chats"] == 2


def test_zip_of_broken_files_alone_is_refused(session: Session, tmp_path: Path) -> None:
    path = write_zip(tmp_path / "export.zip", {"conversations.json": json.dumps(chats(1))[:-30]})
    assert refusal(session, path).startswith("conversations.json looks like an export of ChatGPT")


@pytest.mark.parametrize("garbage", [5, None, "x", [], {}, {"mapping": None}])
def test_garbage_before_the_first_chat_costs_nothing_else(session: Session, tmp_path: Path, garbage: object) -> None:
    report = plan(session, written(tmp_path / "mine.json", json.dumps([garbage, *chats(1, 2)])))
    assert report.kind == "chatgpt"
    assert report.warnings == ("“item 1” is left out: it is no chat of a known kind",)
    assert stored(report)["chats"] == 2


def test_numbers_that_are_none_cost_only_a_date(session: Session, tmp_path: Path) -> None:
    chat = ChatGPT("c1", "Boats").say("I have 3 boats.", "Good.").value()
    chat["mapping"][chat["current_node"]]["message"]["create_time"] = float("nan")
    report = plan(session, written(tmp_path / "mine.json", json.dumps([chat])))
    assert report.warnings == ("1 message without a usable date: dated as the one before",)
    assert stored(report)["turns"] == 1


@pytest.mark.parametrize("content", ["[]", "[1, 2]", '[{"mapping": null}]'])
def test_list_without_a_chat_is_told_as_one(session: Session, tmp_path: Path, content: str) -> None:
    told = refusal(session, written(tmp_path / "mine.json", content))
    assert told.startswith("mine.json holds no chats of ChatGPT or Claude. Expected ChatGPT's or Claude's export")


def test_zip_that_is_cut_short_is_told_as_a_zip(session: Session, tmp_path: Path) -> None:
    whole = write_zip(tmp_path / "export.zip", {"conversations.json": chats(1)}).read_bytes()
    path = written(tmp_path / "export.zip", whole[: len(whole) // 2])
    assert refusal(session, path) == "export.zip is a zip that is cut short or damaged. Download it again."


def test_span_of_a_report_holds_every_message_however_the_chat_is_dated(session: Session, tmp_path: Path) -> None:
    said = (
        claude_message("m1", "human", "I live in Graz.", START - timedelta(days=2)),
        claude_message("m2", "assistant", "Good.", START - timedelta(days=1)),
    )
    chat = claude_chat("c1", "Trains", said, START)
    report = plan(session, written(tmp_path / "mine.json", json.dumps([chat])))
    assert report.lines[0] == "Claude export “mine.json”, 1 chat from 2023-03-31 to 2023-04-01:"
