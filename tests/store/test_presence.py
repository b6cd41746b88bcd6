"""Presence: absences of more than a week, clocks set back, and the re-induction log."""

from datetime import timedelta

from fakes import MONDAY

from memory.database import Connection
from memory.records import Kind, Provenance
from memory.store import memories, presence
from memory.store.memories import NewMemory

WEEK = timedelta(days=7)
SECOND = timedelta(seconds=1)


def test_before_the_first_session_now_stands_for_everything(store: Connection) -> None:
    found = presence.read_presence(store, MONDAY)
    assert (found.first_session_at, found.last_activity_at, found.absences) == (MONDAY, MONDAY, ())


def test_session_is_a_sign_of_the_user(store: Connection) -> None:
    first = presence.start_session(store, MONDAY)
    second = presence.start_session(store, MONDAY + timedelta(days=1))
    found = presence.read_presence(store, MONDAY + timedelta(days=3))
    assert (found.first_session_at, found.last_activity_at) == (MONDAY, MONDAY + timedelta(days=1))
    assert second > first


def test_absence_of_exactly_a_week_is_not_stored(store: Connection) -> None:
    presence.note_activity(store, MONDAY)
    presence.note_activity(store, MONDAY + WEEK)
    assert presence.read_presence(store, MONDAY + WEEK).absences == ()


def test_longer_absences_are_stored_with_both_ends(store: Connection) -> None:
    back = MONDAY + WEEK + SECOND
    again = back + timedelta(days=60)
    for moment in (MONDAY, back, back + timedelta(days=2), again):
        presence.note_activity(store, moment)
    found = presence.read_presence(store, again)
    assert found.absences == ((MONDAY, back), (back + timedelta(days=2), again))
    assert found.last_activity_at == again


def test_clock_set_back_changes_nothing(store: Connection) -> None:
    presence.note_activity(store, MONDAY)
    presence.note_activity(store, MONDAY + timedelta(days=20))
    before = presence.read_presence(store, MONDAY)
    for days in (19, 3, 0, -400):
        presence.note_activity(store, MONDAY + timedelta(days=days))
        presence.start_session(store, MONDAY + timedelta(days=days))
    assert presence.read_presence(store, MONDAY) == before


def test_session_that_ends_keeps_its_moments(store: Connection) -> None:
    session_id = presence.start_session(store, MONDAY)
    presence.end_session(store, session_id, MONDAY + timedelta(hours=1))
    row = store.execute("SELECT started_at, ended_at FROM sessions WHERE id = :id", {"id": session_id}).fetchone()
    assert row["ended_at"] - row["started_at"] == 3_600_000


def test_reinduction_moves_its_members_alone_and_logs_each_once(store: Connection) -> None:
    new = NewMemory("I am Ann.", Provenance.USER_SAID, Kind.IDENTITY, 0.9, MONDAY, MONDAY)
    inside, outside = (memories.insert_memory(store, new) for _ in range(2))
    first, second = presence.start_session(store, MONDAY), presence.start_session(store, MONDAY)
    later = MONDAY + timedelta(days=1)
    presence.log_reinduction(store, first, [inside], MONDAY)
    presence.log_reinduction(store, first, [inside], MONDAY)
    presence.log_reinduction(store, second, [inside], later)
    found = memories.read_memories(store, [inside, outside])
    assert (found[inside].reinduced_at, found[outside].reinduced_at) == (later, None)
    rows = store.execute("SELECT session_id, memory_id FROM reinductions ORDER BY session_id").fetchall()
    assert [tuple(row) for row in rows] == [(first, inside), (second, inside)]
