"""Notes in Markdown brought into a real folder: by paragraph, with their own dates and titles."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bringing_in import bring_in, bring_in_notes, garden_export, is_sound, remembered
from chat_files import ChatGPT, write_json
from exchanges import dump_of, files_holding, open_chat, say
from idle_world import run

from assistant import chats, forgetting
from assistant.jobs.job import JobName
from assistant.session import Session
from assistant.unimporting import Imported, count_imported, delete_imported
from memory.importers.chat_records import RefusedItem
from memory.records import Kind, Provenance


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


def test_notes_that_have_only_their_files_date_are_counted(session: Session, tmp_path: Path) -> None:
    folder = tmp_path / "loose"
    folder.mkdir()
    for name in ("pond.md", "barn.md", "2023-11-30.md"):
        (folder / name).write_text(f"About {name}: nothing new.\n")
        os.utime(folder / name, (1_600_000_000, 1_600_000_000))
    report = bring_in_notes(session, folder)
    assert report.by_file == 2
    assert report.lines[2] == (
        "2 of the notes have no date inside or in their name: the day on which their file was last changed counts."
    )
    assert {one.said_at.year for one in remembered(session)} == {2020, 2023}


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


def test_what_is_no_file_in_a_folder_of_notes_is_left_out(session: Session, notes: Path) -> None:
    os.mkfifo(notes / "pipe.md")
    (notes / "endless.md").symlink_to("/dev/zero")
    (notes / "linked.md").symlink_to(notes / "family.md")
    report = bring_in_notes(session, notes)
    assert report.refused == [
        RefusedItem("endless.md", "it is no file"),
        RefusedItem("latin.md", "it is not UTF-8 text (byte 1)"),
        RefusedItem("pipe.md", "it is no file"),
    ]


def test_imports_are_taken_back_for_good_but_not_what_went_on_here(
    session: Session, notes: Path, tmp_path: Path
) -> None:
    export = garden_export(tmp_path)
    said_here = say(session, open_chat(session), "I keep bees behind the barn.")
    bring_in(session, export)
    bring_in(
        session, write_json(tmp_path / "conversations.json", [ChatGPT("c9", "Elms").say("I like elms.", "So?").value()])
    )
    bring_in_notes(session, notes)
    say(session, chats.chat_named(session, "elms"), "And oaks.")
    assert count_imported(session) == Imported(chats=1, memories=5, gone_on_chats=1)
    assert delete_imported(session) == Imported(chats=1, memories=5, gone_on_chats=1)
    assert sorted(one.chat.name for one in chats.list_chats(session)) == ["elms", "main"]
    assert files_holding(session.folder, ["two cats", "heron at the pond"]) == []
    assert chats.read_chat(session, chats.chat_named(session, "main").id).turns[0].turn_id == said_here.turn_id
    assert is_sound(session)
    assert bring_in(session, export).turns == 2
