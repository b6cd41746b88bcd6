"""Embed and backup: vectors of one space only, copies that are checked, and both give way."""

import itertools
from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest
from conftest import OpenSession
from fakes import MONDAY, FakeClock, FakeModel
from idle_world import logical_dump, run, said

from assistant.bootstrap import build_session
from assistant.idle import IdleWorker, run_due
from assistant.jobs.backup import Backup
from assistant.jobs.embed import Embed, adopt_embedder, read_progress
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import Connection, transaction
from memory.embedding import Vectors
from memory.store import backups, index, meta
from memory.store.jobs import read_job

DAY = timedelta(days=1)


class OtherEmbedder:
    """Another space: the vector of a text is told by its length."""

    name = "other"
    dim = 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            if text.strip():
                row[len(text) % self.dim] = 1.0
        return rows


def vectors(connection: Connection) -> dict[int, tuple[int, bytes]]:
    rows = connection.execute("SELECT memory_id, is_archived, embedding FROM memory_vectors")
    return {row[0]: (row[1], row[2]) for row in rows}


def drop_vectors(session: Session) -> None:
    with session.connection() as store, transaction(store):
        index.clear_vectors(store)


def test_missing_vectors_are_made_as_they_would_have_been(session: Session) -> None:
    for place in range(70):
        said(session, f"Note number {place} about the garden.", MONDAY)
    said(session, "   ", MONDAY)
    with session.connection() as store:
        before = vectors(store)
    drop_vectors(session)
    run(session, JobName.EMBED, MONDAY)
    with session.connection() as store:
        assert vectors(store) == before
        once = logical_dump(store)
    run(session, JobName.EMBED, MONDAY)
    with session.connection() as store:
        assert logical_dump(store) == once


def test_progress_is_told(session: Session) -> None:
    for place in range(70):
        said(session, f"Note number {place} about the garden.", MONDAY)
    drop_vectors(session)
    looks = itertools.count()
    with session.connection() as store:
        assert not Embed().run_slice(session, store, MONDAY, lambda: next(looks) >= 1).is_done
        told = read_progress(store)
        assert (told.after, told.done, told.total) == (32, 32, 70)


def test_job_is_called_for_by_what_was_stored_without_a_vector(session: Session) -> None:
    said(session, "The garden is wet.", MONDAY)
    run(session, JobName.EMBED, MONDAY)
    with session.connection() as store:
        assert not Embed().is_called_for(session, store, MONDAY)
    said(session, "The shed is dry.", MONDAY)
    drop_vectors(session)
    with session.connection() as store:
        assert Embed().is_called_for(session, store, MONDAY)


def test_new_embedder_never_meets_vectors_of_the_old(
    open_session: OpenSession, clock: FakeClock, model: FakeModel
) -> None:
    first = open_session()
    for place in range(40):
        said(first, f"Note number {place} about the garden.", MONDAY)
    first.close()
    other = OtherEmbedder()
    session = build_session(first.config, clock=clock, model=model, embedder=other)
    try:
        with session.connection() as store:
            assert vectors(store) == {}
            assert meta.read_meta(store, meta.EMBEDDER) == "other"
        run(session, JobName.EMBED, MONDAY)
        with session.connection() as store:
            made = vectors(store)
            assert len(made) == 40
            assert all(np.count_nonzero(np.frombuffer(vector, np.float32)) == 1 for _, vector in made.values())
            assert not adopt_embedder(store, other)
    finally:
        session.close()


def test_backup_is_made_once_a_day(session: Session) -> None:
    for day in (0, 0, 1, 2):
        run(session, JobName.BACKUP, MONDAY + day * DAY)
    assert [path.name for path in backups.list_backups(session.folder)] == [
        "daily-2026-01-05.db",
        "daily-2026-01-06.db",
        "daily-2026-01-07.db",
    ]


def test_whole_database_is_checked_once_a_week(session: Session) -> None:
    checked = []
    for day in range(16):
        run(session, JobName.BACKUP, MONDAY + day * DAY)
        with session.connection() as store:
            checked.append(read_job(store, "backup").progress)
    assert sorted(set(checked)) == ["2026-01-05", "2026-01-12", "2026-01-19"]


def test_clock_set_back_does_not_put_the_check_off(session: Session) -> None:
    run(session, JobName.BACKUP, MONDAY + 400 * DAY)
    run(session, JobName.BACKUP, MONDAY)
    with session.connection() as store:
        assert read_job(store, "backup").progress == "2026-01-05"


def test_backup_stops_when_the_user_is_back_and_is_made_whole_later(session: Session) -> None:
    looks = itertools.count()
    with session.connection() as store:
        assert not Backup().run_slice(session, store, MONDAY, lambda: next(looks) >= 1).is_done
    assert backups.list_backups(session.folder) == ()
    assert not list(session.folder.glob("backups/*.partial*"))
    run(session, JobName.BACKUP, MONDAY)
    assert len(backups.list_backups(session.folder)) == 1


@pytest.mark.parametrize("is_checked_before", [False, True])
def test_damage_is_noted_shown_and_checked_at_the_next_start(session: Session, *, is_checked_before: bool) -> None:
    for place in range(400):
        said(session, f"Note number {place} about the garden and all that grows in it.", MONDAY)
    if is_checked_before:
        run(session, JobName.BACKUP, MONDAY)
    good = backups.list_backups(session.folder)
    with session.connection() as store:
        page = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'memories_by_turn'").fetchone()[0]
        size = store.execute("PRAGMA page_size").fetchone()[0]
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with session.database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    done = run_due(session, MONDAY + 8 * DAY, [JobName.BACKUP])
    assert "check" in done.errors[JobName.BACKUP] or "damaged" in done.errors[JobName.BACKUP]
    assert backups.list_backups(session.folder) == good
    assert (session.folder / "run" / "suspect").exists()


def test_two_workers_make_one_backup(open_session: OpenSession) -> None:
    ticks = [IdleWorker(one, [Backup()]).tick(MONDAY) for one in (open_session(), open_session())]
    assert [one.job for one in ticks] == [JobName.BACKUP, None]
