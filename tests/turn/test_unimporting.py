"""Imports that are taken back are gone for good: also from what Reverie said of them, and from the backups."""

from pathlib import Path

import pytest
from chat_files import ChatGPT, write_json
from exchanges import complaints, dump_of, files_holding, open_chat, say
from fakes import FakeClock

from assistant import chats, memories
from assistant.chat_import import apply_chats, plan_chats
from assistant.doomed import FORGOTTEN_TEXT
from assistant.import_source import ChatSource, NoteSource, find_source
from assistant.note_import import apply_notes, plan_notes
from assistant.session import Session
from assistant.unimporting import Imported, count_imported, delete_imported
from memory.store.backups import make_backup
from tui.cli import run_command

TOLD = "I met Quarkbeutel in Linz yesterday."


@pytest.fixture
def imported(session: Session, clock: FakeClock, tmp_path: Path) -> Session:
    """A session with an imported chat and a note, and talk about both."""
    path = write_json(tmp_path / "conversations.json", [ChatGPT("a", "A trip").say(TOLD, "Nice.").value()])
    source = find_source(path, clock.now(), session.zone)
    assert isinstance(source, ChatSource)
    apply_chats(session, plan_chats(session, source))
    note = tmp_path / "day 2020-03-04.md"
    note.write_text("The gate code is 4711 and a half.\n", "utf-8")
    found = find_source(note, clock.now(), session.zone)
    assert isinstance(found, NoteSource)
    apply_notes(session, plan_notes(session, found))
    chat = open_chat(session)
    say(session, chat, "Whom did I meet?", "You said: I met Quarkbeutel in Linz yesterday. Is that right?")
    say(session, chat, "And the code?", "The gate code is 4711, and a half!")
    say(session, chat, "My garden has pears.", "Pears are lovely.")
    return session


def test_replies_that_repeat_an_import_word_for_word_go_with_it(imported: Session, clock: FakeClock) -> None:
    with imported.connection() as store:
        make_backup(store, imported.folder, clock.now())
    assert count_imported(imported) == Imported(chats=1, memories=2, replies=2)

    assert delete_imported(imported) == Imported(chats=1, memories=2, replies=2)

    assert files_holding(imported.folder, ["Quarkbeutel", "Linz", "4711"]) == []
    assert not [word for word in ("quarkbeutel", "linz", "4711") if word in repr(dump_of(imported)["memories"]).lower()]
    turns = chats.read_chat(imported, chats.chat_named(imported, "main").id).turns
    assert [(one.user.text, one.reply.text) for one in turns] == [
        ("Whom did I meet?", FORGOTTEN_TEXT),
        ("And the code?", FORGOTTEN_TEXT),
        ("My garden has pears.", "Pears are lovely."),
    ]
    with imported.connection() as store:
        assert complaints(store) == []
    assert count_imported(imported) == Imported(0, 0)


def test_what_the_user_said_here_too_stays_with_the_replies_that_repeat_it(imported: Session) -> None:
    memories.remember(imported, TOLD)
    assert count_imported(imported).replies == 1
    delete_imported(imported)
    assert memories.recall(imported, "Whom did I meet in Linz?")
    turns = chats.read_chat(imported, chats.chat_named(imported, "main").id).turns
    assert turns[0].reply.text.startswith("You said: I met Quarkbeutel")


def test_question_says_what_goes_and_what_stays(
    imported: Session, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["import", "--undo", "--data-dir", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Imported from services and notes: 1 chat, 2 memories.",
        "2 replies of Reverie's repeat some of it word for word; that goes too.",
        "What you said here yourself stays.",
        "Deleted: 1 chat, 2 memories, 2 replies.",
    ]
    assert files_holding(imported.folder, ["Quarkbeutel", "4711"]) == []
