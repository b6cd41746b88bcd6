"""Re-induction from end to end: who the user is stays as long as sessions load it, and begins to fade 30 days after."""

from datetime import timedelta

import pytest
from conftest import OpenSession
from exchanges import open_chat, say
from fakes import MONDAY, FakeClock
from idle_world import read, run, said

from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import transaction
from memory.records import Kind, MemoryId
from memory.store import presence
from memory.worth import importance

DAY = timedelta(days=1)


def worth(session: Session, memory_id: MemoryId, clock: FakeClock) -> float:
    with session.connection() as store:
        return importance(read(session, memory_id), clock.now(), presence.read_presence(store, clock.now()))


def start(open_session: OpenSession, clock: FakeClock) -> Session:
    session = open_session()
    say(session, open_chat(session), "Good morning.")
    return session


def be_there(session: Session, clock: FakeClock, days: int) -> None:
    for _ in range(days):
        clock.advance(days=1)
        with session.connection() as store, transaction(store):
            presence.note_activity(store, clock.now())


@pytest.fixture
def identity(open_session: OpenSession, clock: FakeClock) -> MemoryId:
    session = start(open_session, clock)
    memory_id = said(session, "I am called Dana.", MONDAY, kind=Kind.IDENTITY, importance=0.9)
    session.close()
    return memory_id


def test_session_that_loads_it_starts_its_30_days_anew(
    open_session: OpenSession, clock: FakeClock, identity: MemoryId
) -> None:
    for _ in range(6):
        clock.advance(days=20)
        session = start(open_session, clock)
        assert read(session, identity).reinduced_at == clock.now()
        assert worth(session, identity, clock) == 0.9
        session.close()


def test_without_a_session_it_fades_from_the_31st_day(
    open_session: OpenSession, clock: FakeClock, identity: MemoryId
) -> None:
    clock.advance(days=1)
    session = start(open_session, clock)
    be_there(session, clock, 30)
    assert worth(session, identity, clock) == 0.9
    be_there(session, clock, 10)
    assert worth(session, identity, clock) == pytest.approx(0.9 * 0.95**10)


def test_one_that_faded_away_leaves_the_standing_block_and_the_live_partition(
    open_session: OpenSession, clock: FakeClock, identity: MemoryId
) -> None:
    clock.advance(days=1)
    session = start(open_session, clock)
    be_there(session, clock, 30 + 43)
    # 0.9 * 0.95 ** 43 = 0.0992.
    assert read(session, identity).handle in run(session, JobName.FADE, clock.now()).archived
    session.close()
    again = start(open_session, clock)
    with again.connection() as store:
        assert identity not in again.standing(store, clock.now()).ids
    assert read(again, identity).reinduced_at == MONDAY + DAY


def test_restart_within_the_30_days_keeps_it_out_of_the_archive(
    open_session: OpenSession, clock: FakeClock, identity: MemoryId
) -> None:
    for _ in range(4):
        session = start(open_session, clock)
        be_there(session, clock, 29)
        assert read(session, identity).handle not in run(session, JobName.FADE, clock.now()).archived
        session.close()
    session = start(open_session, clock)
    with session.connection() as store:
        assert identity in session.standing(store, clock.now()).ids


def test_each_session_logs_what_it_loaded_once(open_session: OpenSession, clock: FakeClock, identity: MemoryId) -> None:
    for _ in range(3):
        clock.advance(days=1)
        session = start(open_session, clock)
        say(session, open_chat(session), "And good night.")
        with session.connection() as store:
            rows = store.execute("SELECT COUNT(*) FROM reinductions WHERE memory_id = ?", (identity,)).fetchone()
        session.close()
    assert rows[0] == 3
