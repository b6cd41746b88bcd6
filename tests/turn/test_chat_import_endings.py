"""Imports of chats that end early, twice at once, or with bad files: whole turns stay, and it goes on."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from bringing_in import bring_in, is_sound, plan, remembered
from chat_files import ChatGPT, many_chats, write_json, write_zip
from exchanges import OpenSession, dump_of
from fakes import MONDAY, FakeClock, FakeModel

from assistant import chats
from assistant.bootstrap import build_session
from assistant.chat_import import ChatImportResult, apply_chats
from assistant.config import Config
from assistant.import_source import find_source
from assistant.session import Session
from memory.database import connect
from memory.embedding import Embedder
from memory.errors import ImportFileError
from memory.folder import DATABASE_NAME


class StopAfter(threading.Event):
    """A stop flag that is set when it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    def is_set(self) -> bool:
        self._looks -= 1
        return self._looks < 0


def test_a_stopped_import_goes_on_where_it_was(session: Session, tmp_path: Path) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(6, 40)))
    whole = 6 * 40
    done = 0
    for _ in range(60):
        result = apply_chats(session, plan(session, path), stop=StopAfter(looks=16))
        done += result.turns
        if not result.is_stopped:
            break
    assert done == whole
    assert sum(one.turn_count for one in chats.list_chats(session)) == whole
    assert plan(session, path).is_empty
    assert is_sound(session)


KILLED = """
import sys
from pathlib import Path
from assistant.bootstrap import build_session
from assistant.chat_import import apply_chats, plan_chats
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.import_source import find_source
from assistant.scripted_model import ScriptedModel
from memory.embedding import WordLlamaEmbedder
session = build_session(Config(data_dir=sys.argv[1]), clock=SystemClock(), model=ScriptedModel(), embedder=WordLlamaEmbedder())
report = plan_chats(session, find_source(Path(sys.argv[2]), session.clock.now(), session.zone))
print("ready", flush=True)
apply_chats(session, report)
"""


def test_a_killed_import_leaves_whole_turns_and_goes_on(
    open_session: OpenSession, folder: Path, tmp_path: Path
) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(20, 60)))
    with subprocess.Popen([sys.executable, "-c", KILLED, str(folder), str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with closing(connect(folder / DATABASE_NAME)) as connection:
            while connection.execute("SELECT COUNT(*) FROM turns").fetchone()[0] < 50:
                assert process.poll() is None
                threading.Event().wait(0.01)
        os.kill(process.pid, signal.SIGKILL)
    session = open_session()
    assert is_sound(session)
    with session.connection() as connection:
        there = connection.execute("SELECT COUNT(*) FROM turns").fetchone()[0]
    assert 50 <= there < 1200
    done = bring_in(session, path)
    assert done.turns == 1200 - there
    assert len(remembered(session)) == 1200
    assert is_sound(session)


class WatchedClock(FakeClock):
    """A clock whose date stands still while its seconds are real, and are written down."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_s: list[float] = []

    def monotonic_s(self) -> float:
        self.asked_s.append(time.perf_counter())
        return self.asked_s[-1]


def test_no_step_holds_the_write_lock_for_long(
    folder: Path, tmp_path: Path, model: FakeModel, embedder: Embedder
) -> None:
    clock = WatchedClock()
    with closing(build_session(Config(data_dir=str(folder)), clock=clock, model=model, embedder=embedder)) as session:
        report = plan(session, write_json(tmp_path / "conversations.json", list(many_chats(4, 100))))
        clock.asked_s.clear()
        assert apply_chats(session, report).turns == 400
    # A step looks at the clock when it has the lock and before it lets go; the first look was that of the whole.
    begins, ends = clock.asked_s[1::2], clock.asked_s[2::2]
    held = sorted(end - begin for begin, end in zip(begins, ends, strict=False))
    assert len(held) >= 8
    # The machine may stall once; the lock does not.
    assert held[len(held) * 9 // 10] < 0.05


def test_two_imports_of_one_file_at_once_store_it_once(open_session: OpenSession, tmp_path: Path) -> None:
    first, second = open_session(), open_session()
    path = write_json(tmp_path / "conversations.json", list(many_chats(4, 25)))
    reports = [plan(one, path) for one in (first, second)]
    results: list[ChatImportResult] = []
    both = [
        threading.Thread(target=lambda one=one, report=report: results.append(apply_chats(one, report)))
        for one, report in zip((first, second), reports, strict=True)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sum(one.turns for one in results) == 100
    assert [one.turn_count for one in chats.list_chats(first)] == [25] * 4
    assert len(remembered(first)) == 100
    assert is_sound(first)


# -- bad files


def refusal(session: Session, path: Path) -> str:
    with pytest.raises(ImportFileError) as caught:
        plan(session, path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_bad_files_are_one_line_each_and_change_nothing(session: Session, tmp_path: Path) -> None:
    before = dump_of(session)
    cut = tmp_path / "conversations.json"
    cut.write_text(json.dumps([ChatGPT("c1").say("One", "1").value()])[:-40])
    assert "conversations.json" in refusal(session, cut)
    bad_zip = tmp_path / "bad.zip"
    whole = write_zip(tmp_path / "whole.zip", {"conversations.json": [ChatGPT("c1").say("One" * 5000, "1").value()]})
    content = bytearray(whole.read_bytes())
    content[200:230] = bytes(30)
    bad_zip.write_bytes(content)
    assert "damaged zip" in refusal(session, bad_zip)
    assert "holds no conversations.json" in refusal(session, write_zip(tmp_path / "other.zip", {"photo.txt": "x"}))
    assert "holds no chats" in refusal(session, write_zip(tmp_path / "e.zip", {"conversations.json": []}))
    latin = tmp_path / "latin.zip"
    write_zip(latin, {"conversations.json": '[{"mapping": {}, "title": "ä"}]'.encode("latin-1")})
    assert "not UTF-8" in refusal(session, latin)
    bomb = write_zip(tmp_path / "bomb.zip", {"conversations.json": "[" + " " * 60_000_000 + "]"})
    assert "would unpack to 60 MB" in refusal(session, bomb)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "holds no notes" in refusal(session, empty)
    assert find_source(tmp_path / "gone.json", MONDAY, None) is None
    assert dump_of(session) == before


def test_one_bad_chat_costs_the_others_nothing(session: Session, tmp_path: Path) -> None:
    good = ChatGPT("c1", "Good").say("One", "1").value()
    path = write_json(tmp_path / "conversations.json", [good, {"odd": 1}, ChatGPT("c2", "Bare").value(), 7])
    report = plan(session, path)
    assert report.lines[1].startswith("1 new, 3 left out")
    assert [line for line in report.lines if line.startswith("!")] == [
        "! “item 2” is left out: it is no chat of a known kind",
        "! “Bare” is left out: nothing was said in it that was answered",
        "! “item 4” is left out: it is no chat of a known kind",
    ]
    assert apply_chats(session, report).turns == 1
