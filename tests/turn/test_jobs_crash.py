"""A job that is killed at any commit, and run again, leaves what an undisturbed run leaves."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from fakes import MONDAY, FakeClock
from idle_world import crashes, logical_dump, run_on, said

from assistant.jobs.embed import Embed
from assistant.jobs.fade import Fade
from assistant.jobs.gist import Gist
from assistant.jobs.job import Job
from assistant.jobs.merge import Merge
from assistant.session import Session
from memory.database import Connection, connect, transaction, truncate_wal
from memory.records import Kind
from memory.store import index, presence

DAY = timedelta(days=1)


def many_days(session: Session) -> None:
    for day in range(3):
        for text in (
            "I planted apple trees in Graz.",
            "My sister Ilse phoned about the well.",
            "The bus was late again.",
        ):
            said(session, f"{text} Number {day}.", MONDAY + day * DAY, importance=0.3)
    for city in ("Rome", "Oslo", "Ghent"):
        said(session, f"I live in {city}.", MONDAY, kind=Kind.IDENTITY, importance=0.9)
        said(session, "I planted a quince behind the house.", MONDAY, importance=0.3)
    with session.connection() as store, transaction(store):
        for day in range(40):
            presence.note_activity(store, MONDAY + day * DAY)


def without_vectors(session: Session) -> None:
    many_days(session)
    for place in range(30):
        said(session, f"Note number {place} about the shed.", MONDAY)
    with session.connection() as store, transaction(store):
        index.clear_vectors(store)


@pytest.mark.parametrize(
    ("job", "prepare"),
    [(Fade(), many_days), (Merge(), many_days), (Gist(), many_days), (Embed(), without_vectors)],
    ids=["fade", "merge", "gist", "embed"],
)
def test_killed_at_any_commit_and_run_again_equals_an_undisturbed_run(
    session: Session, clock: FakeClock, tmp_path: Path, job: Job, prepare: Callable[[Session], None]
) -> None:
    prepare(session)
    now = MONDAY + 40 * DAY
    with session.connection() as store:
        assert truncate_wal(store)
    with ExitStack() as opened:

        def copies() -> Iterator[Connection]:
            for number in range(10_000):
                path = tmp_path / f"copy{number}.db"
                shutil.copyfile(session.database, path)
                connection = connect(path)
                opened.callback(connection.close)
                connection.execute("PRAGMA synchronous = OFF")
                yield connection

        fresh = copies()
        undisturbed = next(fresh)
        untouched = logical_dump(undisturbed)
        run_on(session, undisturbed, job, now)
        expected = logical_dump(undisturbed)
        assert expected != untouched
        count = 0
        for when, connection in crashes(session, fresh, job, now):
            run_on(session, connection, job, now)
            assert logical_dump(connection) == expected, when
            count += 1
        assert count >= 4
