"""What a killed program leaves half-written goes, and what a living one writes stays."""

import signal
import subprocess
import sys
from collections.abc import Callable

import pytest
from exchanges import OpenSession, files_holding, open_chat, say
from fakes import FakeClock

from assistant import chats, memories
from assistant.lapses import look
from assistant.session import Session
from memory.folder import BACKUPS_NAME, FolderLock
from memory.store.backups import copy_database, is_good, make_backup, partial_copies

TOLD = "My locker at the Zwickau station has the number quincunx."

# Copies as the daily backup does, and dies at the third step as by kill -9.
_DYING_COPY = """
import os, signal, sys
from pathlib import Path
from threading import Event
from memory.database import connect
from memory.store import backups

class Killed(Event):
    looks = 0
    def is_set(self):
        self.looks += 1
        if self.looks == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return False

folder = Path(sys.argv[1])
backups.copy_database(connect(folder / "reverie.db"), folder / "backups" / "daily-2026-01-04.db", stop=Killed())
"""


def kill_a_backup(session: Session) -> None:
    """Leave what kill -9 leaves of a backup that is being made."""
    big = "The garden is wide and green. " * 400
    with session.connection() as store:
        store.executemany(
            "INSERT INTO dreams (at, day, text) VALUES (0, '2026-01-05', ?)",
            [(f"{number} {big}",) for number in range(200)],
        )
    done = subprocess.run([sys.executable, "-c", _DYING_COPY, str(session.folder)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert partial_copies(session.folder)


def plant(session: Session) -> None:
    """Leave copies under every name that they can have, whole ones."""
    content = session.database.read_bytes() + TOLD.encode()
    folder = session.folder / BACKUPS_NAME
    folder.mkdir(exist_ok=True, mode=0o700)
    for name in ("daily-2026-01-04.partial", "before-migration-3-20260104T101500.partial"):
        for ending in ("", "-wal", "-shm", "-journal"):
            (folder / f"{name}{ending}").write_bytes(content)
    (session.folder / "reverie.partial").write_bytes(content)


@pytest.mark.parametrize("leave", [kill_a_backup, plant])
def test_next_start_removes_what_a_killed_backup_left(
    session: Session, open_session: OpenSession, leave: Callable[[Session], None]
) -> None:
    leave(session)
    open_session()
    assert partial_copies(session.folder) == ()
    assert list(session.folder.rglob("*.partial*")) == []


def forget_it(session: Session, _clock: FakeClock) -> None:
    assert memories.forget(session, "m1").leftovers == ()


def delete_it(session: Session, clock: FakeClock) -> None:
    chats.delete_chat(session, chats.chat_named(session, "main").id)
    clock.advance(minutes=10)
    look(session)


@pytest.mark.parametrize("leave", [forget_it, delete_it])
def test_every_cleaning_removes_what_a_killed_backup_left(
    session: Session, clock: FakeClock, leave: Callable[[Session, FakeClock], None]
) -> None:
    say(session, open_chat(session), TOLD, "Noted.")
    plant(session)
    leave(session, clock)
    assert files_holding(session.folder, ["zwickau", "quincunx"]) == []
    assert list(session.folder.rglob("*.partial*")) == []


def test_copy_that_a_living_program_writes_is_left_alone(session: Session, open_session: OpenSession) -> None:
    plant(session)
    before = partial_copies(session.folder)
    with FolderLock(session.folder).held():
        open_session()
        look(session)
    assert partial_copies(session.folder) == before


def test_files_of_others_are_left_alone(session: Session, open_session: OpenSession) -> None:
    folder = session.folder / BACKUPS_NAME
    folder.mkdir(mode=0o700)
    others = [session.folder / "film.partial", folder / "film.partial"]
    for path in others:
        path.write_bytes(b"x")
    open_session()
    assert [path for path in others if not path.exists()] == []


def test_copy_is_not_spoilt_by_a_journal_that_was_left(session: Session, clock: FakeClock) -> None:
    plant(session)
    memories.remember(session, "The fence was painted on Saturday.")
    with session.connection() as store:
        made = make_backup(store, session.folder, clock.now())
    assert made
    assert is_good(made)


def test_forgetting_without_room_for_a_copy_leaves_one_backup_and_says_where_the_words_still_are(
    session: Session,
) -> None:
    folder = session.folder / BACKUPS_NAME
    memories.remember(session, TOLD)
    with session.connection() as store:
        for day in ("2026-01-02", "2026-01-03", "2026-01-04"):
            copy_database(store, folder / f"daily-{day}.db")
    # No copy can be begun where this stands, as on a full disk.
    (folder / "daily-2026-01-04.partial").mkdir()
    forgotten = memories.forget(session, "m1")
    assert forgotten.count == 1
    assert [path.name for path in folder.glob("*.db")] == ["daily-2026-01-04.db"]
    assert any("daily-2026-01-04.db" in str(one) for one in forgotten.leftovers)
    (folder / "daily-2026-01-04.partial").rmdir()
    look(session)
    assert files_holding(session.folder, ["quincunx"]) == []
