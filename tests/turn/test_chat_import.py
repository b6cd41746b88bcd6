"""Chats and notes brought into a real folder: with their own dates, once, in steps, beside what is said here."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from chat_files import START, ChatGPT, claude_chat, claude_message, many_chats, write_json, write_zip
from exchanges import OpenSession, complaints, dump_of, files_holding, open_chat, say
from fakes import MONDAY, FakeClock, FakeModel
from idle_world import run

from assistant import chats, forgetting, memories, topics
from assistant.bootstrap import build_session
from assistant.chat_import import ChatImportResult, ChatReport, apply_chats, plan_chats
from assistant.chat_search import search_chats
from assistant.config import Config
from assistant.health import read_health
from assistant.import_source import ChatSource, NoteSource, find_source
from assistant.jobs.job import JobName
from assistant.note_import import NoteReport, apply_notes, plan_notes
from assistant.session import Session
from assistant.unimporting import Imported, count_imported, delete_imported
from memory.database import connect
from memory.embedding import Embedder
from memory.errors import ImportFileError
from memory.folder import DATABASE_NAME
from memory.records import Kind, Memory, Provenance, Tier, VerdictKind
from memory.store import chats as chat_rows
from memory.store import interventions, messages, verdicts

GARDEN = ("I live in Graz and I have two cats.", "Graz is lovely.")


def source(session: Session, path: Path) -> ChatSource:
    found = find_source(path, session.clock.now(), session.zone)
    assert isinstance(found, ChatSource)
    return found


def plan(session: Session, path: Path) -> ChatReport:
    return plan_chats(session, source(session, path))


def bring_in(session: Session, path: Path) -> ChatImportResult:
    return apply_chats(session, plan(session, path))


def bring_in_notes(session: Session, path: Path) -> NoteReport:
    found = find_source(path, session.clock.now(), session.zone)
    assert isinstance(found, NoteSource)
    report = plan_notes(session, found)
    apply_notes(session, report)
    return report


def talk(session: Session, name: str) -> list[tuple[str, str]]:
    chat = chats.chat_named(session, name)
    return [(one.user.text, one.reply.text) for one in chats.read_chat(session, chat.id).turns]


def remembered(session: Session) -> list[Memory]:
    found = [one.memory for one in memories.list_memories(session, limit=100_000)]
    return sorted(found, key=lambda one: one.id)


def is_sound(session: Session) -> bool:
    with session.connection() as connection:
        return complaints(connection) == []


@pytest.fixture
def export(tmp_path: Path) -> Path:
    garden = ChatGPT("g1", "Garden").say(*GARDEN).say("How do I prune roses?", "In March.")
    return write_zip(tmp_path / "export.zip", {"user.json": {}, "conversations.json": [garden.value()]})


# -- what is taken, and when it was


def test_statements_become_memories_of_their_own_moment_and_replies_become_none(session: Session, export: Path) -> None:
    done = bring_in(session, export)
    assert (done.chats, done.turns, done.memories) == (1, 2, 2)
    home, question = remembered(session)
    assert (home.provenance, home.kind, question.kind) == (Provenance.IMPORTED, Kind.IDENTITY, Kind.QUESTION)
    assert home.said_at == home.importance_at == START + timedelta(minutes=2)
    assert home.importance == 0.9
    assert talk(session, "garden") == [GARDEN, ("How do I prune roses?", "In March.")]
    chat = chats.chat_named(session, "garden")
    assert (chat.created_at, chat.updated_at) == (START, START + timedelta(minutes=5))
    view = chats.read_chat(session, chat.id)
    assert [one.at for one in view.turns] == [START + timedelta(minutes=2), START + timedelta(minutes=4)]
    assert is_sound(session)


def test_nothing_bears_the_date_of_the_import(session: Session, export: Path) -> None:
    bring_in(session, export)
    with session.connection() as connection:
        now_ms = int(MONDAY.timestamp() * 1000)
        for table, column in (
            ("chats", "created_at"), ("chats", "updated_at"), ("turns", "at"), ("messages", "created_at"),
            ("memories", "said_at"), ("memories", "importance_at"),
        ):  # fmt: skip
            latest = connection.execute(f"SELECT MAX({column}) FROM {table}").fetchone()[0]  # noqa: S608 - constants
            assert latest < now_ms - 86_400_000, (table, column)


def test_old_statements_are_old_here_too(session: Session, export: Path) -> None:
    bring_in(session, export)
    view = memories.show(session, "m1")
    assert view.tier is Tier.LONG
    assert [one.memory.handle for one in memories.recall(session, "Where do I live?")][:1] == ["m1"]


def test_claudes_export_and_one_in_several_files_are_taken_too(session: Session, tmp_path: Path) -> None:
    said = [claude_message("m1", "human", GARDEN[0], START), claude_message("m2", "assistant", GARDEN[1], START)]
    path = write_zip(
        tmp_path / "claude.zip",
        {
            "data/conversations-000.json": [claude_chat("u1", "Home", said)],
            "data/conversations-001.json": [claude_chat("u2", "Trees", said)],
            "data/users.json": [],
            "__MACOSX/conversations.json": "junk",
        },
    )
    report = plan(session, path)
    assert report.lines[:2] == (
        "Claude export “claude.zip”, 2 chats from 2023-04-02 to 2023-04-02:",
        "2 to add, 0 that went on, 0 unchanged, 0 left out; 2 turns and 2 memories to add.",
    )
    apply_chats(session, report)
    assert talk(session, "trees") == [GARDEN]
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    write_json(unpacked / "conversations.json", [claude_chat("u1", "Home", said)])
    assert plan(session, unpacked).is_empty


def test_an_order_among_old_messages_is_no_order_and_no_memory(session: Session, tmp_path: Path) -> None:
    chat = ChatGPT("c1", "Rex").say("Stop talking about Rex.", "Fine.").say("Forget my phone number.", "Done.")
    bring_in(session, write_json(tmp_path / "conversations.json", [chat.value()]))
    assert remembered(session) == []
    assert list(topics.list_topics(session)) == []
    assert len(talk(session, "rex")) == 2


def test_what_is_banned_or_pinned_here_holds_for_what_comes_in(session: Session, export: Path) -> None:
    topics.ban(session, "cats")
    topics.pin_topic(session, "roses")
    bring_in(session, export)
    assert [one.is_topic_pinned for one in remembered(session)] == [False, True]
    assert all("cats" not in one.memory.text for one in memories.recall(session, "What do I have?"))


def test_a_huge_message_is_kept_whole_and_remembered_in_part(session: Session, tmp_path: Path) -> None:
    text = "I grow pears in the valley. " * 40_000
    path = write_json(tmp_path / "conversations.json", [ChatGPT("c1", "Big").say(text, "ok").value()])
    done = bring_in(session, path)
    assert done.turns == 1
    assert 10 <= done.memories <= 100
    assert talk(session, "big")[0][0] == text.strip()
    assert is_sound(session)


# -- twice, longer, elsewhere


def test_the_same_file_twice_changes_nothing(session: Session, export: Path, clock: FakeClock) -> None:
    bring_in(session, export)
    before = dump_of(session)
    clock.advance(days=1)
    report = plan(session, export)
    assert report.is_empty
    assert report.lines[1].startswith("0 to add, 0 that went on, 1 unchanged")
    done = apply_chats(session, report)
    assert (done.chats, done.turns, done.memories) == (0, 0, 0)
    after = dump_of(session)
    assert {name for name in before if before[name] != after[name]} <= {"presence", "absences"}


def test_a_longer_export_adds_only_what_is_new(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    chat = ChatGPT("c1", "Trees").say("I like elms.", "So do I.")
    bring_in(session, write_json(path, [chat.value()]))
    chat.say("And I like oaks.", "Who does not.")
    other = ChatGPT("c2", "Trees").say("I like limes.", "The tree?")
    report = plan(session, write_json(path, [chat.value(), other.value()]))
    assert (report.new_chats, report.grown_chats, report.new_turns, report.new_memories) == (1, 1, 2, 2)
    apply_chats(session, report)
    assert [one for one, _ in talk(session, "trees")] == ["I like elms.", "And I like oaks."]
    assert [one for one, _ in talk(session, "trees-2")] == ["I like limes."]
    assert plan(session, path).is_empty
    assert is_sound(session)


def test_a_chat_that_went_on_here_and_there_becomes_a_branch(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    chat = ChatGPT("c1", "Trees").say("I like elms.", "So do I.")
    bring_in(session, write_json(path, [chat.value()]))
    mine = chats.chat_named(session, "trees")
    say(session, mine, "Here I say ash.")
    chat.say("There I said oak.", "Oak.")
    write_json(path, [chat.value()])
    bring_in(session, path)
    assert [one for one, _ in talk(session, "trees")] == ["I like elms.", "Here I say ash."]
    assert [one for one, _ in talk(session, "trees-2")] == ["I like elms.", "There I said oak."]
    branch = chats.chat_named(session, "trees-2")
    assert branch.parent_chat_id == mine.id
    assert plan(session, path).is_empty
    chat.say("And yew.", "Yew.")
    bring_in(session, write_json(path, [chat.value()]))
    assert [one for one, _ in talk(session, "trees-2")][2:] == ["And yew."]
    assert is_sound(session)


def test_what_was_forgotten_stays_forgotten_and_what_was_deleted_comes_back(session: Session, export: Path) -> None:
    bring_in(session, export)
    assert forgetting.forget_text(session, "cats").leftovers == ()
    bring_in(session, export)
    assert [one.text for one in remembered(session)] == ["How do I prune roses?"]
    assert files_holding(session.folder, ["two cats"]) == []
    chats.delete_chat(session, chats.chat_named(session, "garden").id)
    bring_in(session, export)
    assert search_chats(session, "roses").hits[0].chat.title == "Garden"
    assert isinstance(session.clock, FakeClock)
    session.clock.advance(minutes=10)
    chats.purge_deleted(session)
    assert is_sound(session)


# -- the past moves nothing


def test_imported_turns_move_no_cooldown_and_no_window(session: Session, tmp_path: Path) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister Ilse is a baker.")
    say(session, chat, "Here it rains.", "It does rain a lot.")
    with session.connection() as connection:
        before = chat_rows.turn_clock(connection, chat.id, window=50)
        replies = messages.recent_replies(connection, 100)
        said = messages.recent_user_texts(connection, 100)
        exchanges = interventions.recent_exchanges(connection, 50)
        last = chat_rows.last_turn_id(connection)
    health = read_health(session)
    bring_in(session, write_json(tmp_path / "conversations.json", list(many_chats(3, 30))))
    with session.connection() as connection:
        after = chat_rows.turn_clock(connection, chat.id, window=50)
        assert (after.counted, after.path) == (before.counted, before.path)
        assert messages.recent_replies(connection, 100) == replies
        assert messages.recent_user_texts(connection, 100) == said
        assert interventions.recent_exchanges(connection, 50) == exchanges
        assert not interventions.has_turns_after(connection, chat_rows.TurnId(0), 3)
        assert chat_rows.last_turn_id(connection) == last
    now = read_health(session)
    figures = {one.name: one.value for one in now.figures}
    assert figures["diversity"] == {one.name: one.value for one in health.figures}["diversity"]
    assert figures["average_importance"] == {one.name: one.value for one in health.figures}["average_importance"]


def active_turns(session: Session, export: Path | None) -> list[bool]:
    """Tell on which of eight turns about her Ilse's memory was active; an export comes in after the fourth."""
    say(session, open_chat(session), "My sister Ilse bakes rye bread on Fridays.")
    other = open_chat(session, "other")
    found = []
    for number in range(8):
        turn_id = say(session, other, f"Tell me something of Ilse and bread, number {number}").turn_id
        with session.connection() as connection:
            rows = verdicts.of_turn(connection, turn_id)
        found.append(any(one.verdict.kind is VerdictKind.IN and one.memory_id == 1 for one in rows))
        if number == 3 and export is not None:
            bring_in(session, export)
    return found


def test_a_memory_cools_for_as_long_whether_or_not_years_are_imported(
    open_session: OpenSession, session: Session, tmp_path: Path, empty_database: Path
) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(1, 20)))
    with_import = active_turns(session, path)
    session.close()
    shutil.copyfile(empty_database, session.folder / DATABASE_NAME)
    without = active_turns(open_session(), None)
    assert with_import == without
    assert {True, False} == set(without)


def test_an_imported_chat_can_be_gone_on_with(session: Session, export: Path) -> None:
    bring_in(session, export)
    chat = chats.chat_named(session, "garden")
    result = say(session, chat, "And when do I plant tulips?", "In autumn.")
    assert result.turn_id == 3
    view = chats.read_chat(session, chat.id)
    assert [one.turn_id for one in view.turns] == [1, 2, 3]
    assert view.turns[-1].at == MONDAY
    assert is_sound(session)


# -- stopped, killed, at once


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
    assert report.lines[1].startswith("1 to add, 0 that went on, 0 unchanged, 3 left out")
    assert [line for line in report.lines if line.startswith("!")] == [
        "! “item 2” is left out: it is no chat of a known kind",
        "! “Bare” is left out: nothing was said in it that was answered",
        "! “item 4” is left out: it is no chat of a known kind",
    ]
    assert apply_chats(session, report).turns == 1


# -- notes


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "journal").mkdir(parents=True)
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian" / "x.md").write_text("hidden")
    (folder / "journal" / "2023-11-30.md").write_text(
        "# Walk\n\nWe saw a heron at the pond.\n\nI prefer quiet places.\n"
    )
    (folder / "family.md").write_text("---\ndate: 2022-05-01\n---\nMy sister Ilse lives in Graz.\n")
    (folder / "latin.md").write_bytes("Süß".encode("latin-1"))
    (folder / "list.txt").write_text("no note")
    return folder


def test_notes_become_memories_of_their_own_date_and_title(session: Session, notes: Path) -> None:
    report = bring_in_notes(session, notes)
    assert report.lines == (
        "Notes “notes”, 2 notes from 2022-05-01 to 2023-11-30:",
        "3 paragraphs to remember, 0 known; 1 of the notes left out.",
        "! “latin.md” is left out: it is not UTF-8 text (byte 1)",
    )
    by_text = {one.text: one for one in remembered(session)}
    heron, quiet = by_text["We saw a heron at the pond."], by_text["I prefer quiet places."]
    assert heron.title == "2023-11-30: Walk"
    assert heron.said_at == heron.importance_at == datetime(2023, 11, 30, 12, tzinfo=UTC)
    assert (quiet.kind, quiet.provenance) == (Kind.PREFERENCE, Provenance.IMPORTED)
    assert by_text["My sister Ilse lives in Graz."].kind is Kind.IDENTITY


def test_edited_notes_add_the_new_paragraph_and_keep_the_old(session: Session, notes: Path) -> None:
    bring_in_notes(session, notes)
    before = dump_of(session)["memories"]
    assert bring_in_notes(session, notes).is_empty
    assert dump_of(session)["memories"] == before
    (notes / "family.md").write_text("---\ndate: 2022-05-01\n---\nNew first.\n\nMy sister Ilse lives in Graz.\n")
    report = bring_in_notes(session, notes)
    assert (report.new, report.known) == (1, 3)
    assert len(remembered(session)) == 4


def test_merged_paragraphs_are_known_and_forgotten_ones_leave_no_trace(session: Session, notes: Path) -> None:
    (notes / "again.md").write_text("---\ndate: 2024-05-01\n---\nMy sister Ilse lives in Graz.\n")
    bring_in_notes(session, notes)
    assert run(session, JobName.MERGE, session.clock.now()).merged
    assert bring_in_notes(session, notes).is_empty
    forgetting.forget_text(session, "Ilse")
    with session.connection() as connection:
        assert connection.execute("SELECT COUNT(*) FROM imported_paragraphs").fetchone()[0] == 2
    assert is_sound(session)


def test_a_single_note_is_enough(session: Session, notes: Path) -> None:
    assert bring_in_notes(session, notes / "family.md").new == 1


# -- taken back


def test_imports_are_taken_back_for_good_but_not_what_went_on_here(
    session: Session, export: Path, notes: Path, tmp_path: Path
) -> None:
    said_here = say(session, open_chat(session), "I keep bees behind the barn.")
    bring_in(session, export)
    bring_in(
        session, write_json(tmp_path / "conversations.json", [ChatGPT("c9", "Elms").say("I like elms.", "So?").value()])
    )
    bring_in_notes(session, notes)
    say(session, chats.chat_named(session, "elms"), "And oaks.")
    assert count_imported(session) == Imported(chats=1, memories=3, gone_on_chats=1)
    assert delete_imported(session) == Imported(chats=1, memories=3, gone_on_chats=1)
    assert sorted(one.chat.name for one in chats.list_chats(session)) == ["elms", "main"]
    assert files_holding(session.folder, ["two cats", "heron at the pond"]) == []
    assert chats.read_chat(session, chats.chat_named(session, "main").id).turns[0].turn_id == said_here.turn_id
    assert is_sound(session)
    assert bring_in(session, export).turns == 2
