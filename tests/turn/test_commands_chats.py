"""`reverie chats delete` and the end of a program tell the truth: what is gone, what is left, and when it goes."""

from contextlib import closing
from pathlib import Path

import pytest
from exchanges import OpenSession, dump_of, files_holding, open_chat, say
from fakes import FakeClock

from assistant import chats
from assistant.errors import UnfinishedError
from assistant.session import Session
from memory.database import connect
from memory.folder import BACKUPS_NAME, DATABASE_NAME, FolderLock
from tui.cli import run_command
from tui.session_backend import SessionBackend

LATER = "What is left goes as soon as that is over, while Reverie is open or when it starts next."


@pytest.fixture
def secret(session: Session) -> Session:
    """A session with a chat of that name."""
    say(session, open_chat(session, "secret"), "I planted apple trees near Zwickau.", "How many?")
    return session


def test_chat_that_is_deleted_is_gone_and_nothing_else_is_said(
    secret: Session, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["chats", "delete", "secret", "--data-dir", str(folder)]) == 0
    assert capsys.readouterr() == ("Deleted: I planted apple trees near Zwickau.\n", "")
    assert files_holding(folder, ["Zwickau"]) == []
    assert dump_of(secret)["chats"] == []


def test_deletion_that_waits_for_another_program_is_told_and_made_good_by_the_next_start(
    secret: Session, folder: Path, open_session: OpenSession
) -> None:
    chat = chats.chat_named(secret, "secret")
    with FolderLock(folder).held():
        told = chats.delete_for_good(secret, chat.id, wait_s=0)
    assert told == (
        "“I planted apple trees near Zwickau.” is out of sight, but not deleted yet: "
        f"Another Reverie is working on {folder}. {LATER}"
    )
    assert chats.list_chats(secret) == []
    assert files_holding(folder, ["Zwickau"])

    open_session()

    assert files_holding(folder, ["Zwickau"]) == []


def test_words_that_another_program_still_reads_are_told_of_and_go_once_it_ends(
    secret: Session, folder: Path, open_session: OpenSession, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(connect(folder / DATABASE_NAME)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM messages").fetchone()
        assert run_command(["chats", "delete", "secret", "--data-dir", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "reverie: “I planted apple trees near Zwickau.” is deleted, but its words are still in the files: another "
        f"program reads the database. {LATER}\n"
    )
    assert dump_of(secret)["messages"] == []

    open_session()

    assert files_holding(folder, ["Zwickau"]) == []


def test_backup_that_cannot_be_written_anew_is_told_of(secret: Session, folder: Path) -> None:
    backups = folder / BACKUPS_NAME
    backups.mkdir()
    (backups / "daily-2026-01-04.db").write_bytes(secret.database.read_bytes())
    # In the place of the copy stands what no program can write over.
    (backups / "daily-2026-01-04.partial").mkdir()
    told = chats.delete_for_good(secret, chats.chat_named(secret, "secret").id)
    assert told.startswith("“I planted apple trees near Zwickau.” is deleted, but its words are still in the files: ")
    assert told.endswith(LATER)
    (backups / "daily-2026-01-04.partial").rmdir()
    chats.purge_lapsed(secret)
    assert files_holding(folder, ["Zwickau"]) == []


def test_program_that_ends_tells_what_it_could_not_delete(
    secret: Session, folder: Path, open_session: OpenSession, caplog: pytest.LogCaptureFixture
) -> None:
    backups = folder / BACKUPS_NAME
    backups.mkdir()
    (backups / "daily-2026-01-04.db").write_bytes(secret.database.read_bytes())
    (backups / "daily-2026-01-04.partial").mkdir()
    backend = SessionBackend(secret)
    backend.delete_chat(chats.chat_named(secret, "secret").id)
    with pytest.raises(UnfinishedError, match="is deleted, but its words are still in the files"):
        backend.close()
    assert [one for one in caplog.records if one.levelname != "INFO"] == []
    (backups / "daily-2026-01-04.partial").rmdir()

    open_session()

    assert files_holding(folder, ["Zwickau"]) == []


def test_program_that_ends_tells_once_what_it_could_not_clean_of_several_chats(
    secret: Session, folder: Path, open_session: OpenSession
) -> None:
    backups = folder / BACKUPS_NAME
    backups.mkdir()
    (backups / "daily-2026-01-04.db").write_bytes(secret.database.read_bytes())
    (backups / "daily-2026-01-04.partial").mkdir()
    say(secret, open_chat(secret, "other"), "I sold the old tractor.", "For how much?")
    stays = open_chat(secret, "stays")
    for name in ("secret", "other", "stays"):
        chats.delete_chat(secret, chats.chat_named(secret, name).id)
    chats.undo_delete_chat(secret, stays.id)
    secret.close()
    (told,) = secret.last_words
    assert told.startswith(
        "“I planted apple trees near Zwickau.” and 1 more chat are deleted, but their words are still in the files: "
    )
    assert told.endswith(LATER)
    (backups / "daily-2026-01-04.partial").rmdir()

    later = open_session()

    assert files_holding(folder, ["Zwickau", "tractor"]) == []
    assert [one.chat.name for one in chats.list_chats(later)] == ["stays"]


def test_chat_that_a_killed_command_marked_for_good_does_not_wait_for_ten_minutes(
    secret: Session, folder: Path, open_session: OpenSession, clock: FakeClock
) -> None:
    with FolderLock(folder).held():
        chats.delete_for_good(secret, chats.chat_named(secret, "secret").id, wait_s=0)
    secret.abandon()
    clock.advance(minutes=1)
    assert dump_of(open_session())["chats"] == []
