"""One flow for all that can be imported: what a path holds, the report, the result, a stop, and typed paths."""

import json
import os
import threading
from pathlib import Path

import pytest
from chat_files import ChatGPT, many_chats, write_json

from assistant.chats import list_chats
from assistant.errors import AssistantError
from assistant.file_import import KINDS, expanded, plan_file, typed_path
from assistant.session import Session
from assistant.unimporting import count_imported, delete_imported
from memory.errors import ImportFileError


def quiet(_share: float, _words: str) -> None:
    """Tell nobody."""


def a_chat_file(folder: Path) -> Path:
    return write_json(folder / "conversations.json", [ChatGPT("c1", "Trains").say("I live in Graz.", "Good.").value()])


def a_note(folder: Path) -> Path:
    path = folder / "2024-05-01.md"
    path.write_text("We saw a heron.\n\nIt was grey.\n")
    return path


def a_lorebook(folder: Path) -> Path:
    entry = {"uid": 0, "key": ["bar"], "comment": "The bar", "content": "The sand bar moves.", "position": 0}
    return write_json(folder / "harbour.json", {"entries": {"0": entry}})


@pytest.mark.parametrize(
    ("kind", "make", "first", "words", "figures"),
    [
        ("chatgpt", a_chat_file, "ChatGPT export", "Imported: 1 chat, 1 turn, 1 memory.",
         {"chats": 1, "turns": 1, "memories": 1, "refused": 0, "skipped": {"system, tool and hidden messages": 1}}),
        ("notes", a_note, "Notes", "Imported: 2 memories from 1 note.",
         {"notes": 1, "memories": 2, "refused": 0, "skipped": {}}),
        ("lorebook", a_lorebook, "World Info", "Imported: 1 added, 0 changed, 0 as they were or left out.",
         {"added": 1, "changed": 0, "skipped": 0, "warnings": []}),
    ],
)  # fmt: skip
def test_each_kind_is_known_reported_stored_and_then_nothing_new(
    session: Session, tmp_path: Path, kind: str, make: object, first: str, words: str, figures: dict[str, object]
) -> None:
    assert callable(make)
    path = make(tmp_path)
    report = plan_file(session, path, quiet, threading.Event())
    assert (report.kind, report.warnings) == (kind, ())
    assert kind in KINDS
    assert report.lines[0].startswith(first)
    assert (report.is_empty, report.words) == (False, "")
    done = report.apply(quiet, threading.Event())
    assert (done.words, done.is_stopped) == (words, False)
    assert done.added == figures.get("memories", figures.get("added"))
    assert json.loads(json.dumps(done.figures)) == figures
    again = plan_file(session, path, quiet, threading.Event())
    assert (again.is_empty, again.words) == (True, "There is nothing new in it.")


def test_a_stop_while_reading_stores_nothing_and_one_while_storing_goes_on_the_next_time(
    session: Session, tmp_path: Path
) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(20, 3)))
    stop = threading.Event()
    stopped = plan_file(session, path, lambda _share, _words: stop.set(), stop)
    assert (stopped.is_stopped, stopped.words) == (True, "Stopped. Nothing was imported.")
    stop = threading.Event()
    told: list[str] = []

    def some(share: float, words: str) -> None:
        told.append(words)
        if share > 0.4:
            stop.set()

    done = plan_file(session, path, quiet, threading.Event()).apply(some, stop)
    assert done.is_stopped
    assert done.words.startswith("Stopped after ")
    assert done.words.endswith(" turns, which stay. Import it again to go on.")
    assert len(told) == len(set(told)), "no share is told twice"
    stored = len(list_chats(session))
    assert 0 < stored < 20
    plan_file(session, path, quiet, threading.Event()).apply(quiet, threading.Event())
    assert len(list_chats(session)) == 20


def test_a_stop_ends_the_walk_through_a_folder(session: Session, tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    assert plan_file(session, tmp_path, quiet, stop).is_stopped
    with pytest.raises(ImportFileError, match="holds no notes"):
        plan_file(session, tmp_path, quiet, threading.Event())


def test_deleting_tells_how_far_it_is_and_what_went(session: Session, tmp_path: Path) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(4, 1)))
    plan_file(session, path, quiet, threading.Event()).apply(quiet, threading.Event())
    plan_file(session, a_note(tmp_path), quiet, threading.Event()).apply(quiet, threading.Event())
    assert count_imported(session).lines == (
        "Imported from services and notes: 4 chats, 6 memories.",
        "What you said here yourself stays.",
    )
    shares: list[float] = []
    gone = delete_imported(session, on_progress=shares.append)
    assert gone.deleted_words == "Deleted: 4 chats, 6 memories."
    assert (shares[0], shares[-1]) == (1 / 6, 1.0)
    assert count_imported(session).is_empty


@pytest.mark.skipif(os.name != "posix", reason="the quotes are those of a POSIX shell")
def test_a_path_is_taken_as_it_is_typed_pasted_or_dragged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    plain, spaced, odd = (tmp_path / name for name in ("a.zip", "my export (1).zip", "it's.zip"))
    for path in (plain, spaced, odd, tmp_path / "'q'.zip"):
        path.touch()
    for text, path in (
        (f" {plain}\n", plain),
        ("~/a.zip", plain),
        ("'~/a.zip'", plain),
        (str(spaced), spaced),
        (f"'{spaced}' ", spaced),
        (f'"{spaced}"', spaced),
        (str(spaced).replace(" ", "\\ ").replace("(", "\\(").replace(")", "\\)"), spaced),
        (str(odd), odd),
        (str(odd).replace("'", "'\\''").join("''"), odd),
        (f"{tmp_path}/'q'.zip", tmp_path / "'q'.zip"),
        ("~nobody-of-that-name/a", Path("~nobody-of-that-name/a")),
        ("/is/not\0there", Path("/is/not\0there")),
    ):
        assert typed_path(text) == path, text
    with pytest.raises(AssistantError, match="There is no path"):
        typed_path("  ")
    with pytest.raises(AssistantError, match="There is no path"):
        expanded("")


def test_an_address_of_a_dragged_file_is_its_path() -> None:
    assert typed_path("file:///tmp/a%20b.zip") == Path("/tmp/a b.zip")  # noqa: S108 - nothing is there
