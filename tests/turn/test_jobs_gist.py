"""Gists: one for each closed day, of the user's own sentences; gone or made anew with what they quote."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from conftest import OpenSession
from exchanges import complaints, open_chat, say
from fakes import MONDAY, FakeClock
from idle_world import author, is_there, logical_dump, read, run, said

from assistant import authoring, branches, topics
from assistant import memories as memory_actions
from assistant.jobs.gist import Gist
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import transaction
from memory.records import Kind, Memory, Mode, OutReason, Provenance
from memory.store import gists, memories, memory_ids, merging

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
DAYS_TALK = (
    "I planted three apple trees behind the house in Graz.",
    "My sister Ilse came to help with the watering.",
    "The nursery sold us a quince as well.",
)


def gists_of(session: Session) -> list[Memory]:
    with session.connection() as store:
        known = memories.read_memories(store, reversed(memory_ids.all_ids(store))).values()
        return [one for one in known if one.provenance is Provenance.GIST]


def talk(session: Session, start: datetime, texts: tuple[str, ...] = DAYS_TALK) -> list[int]:
    return [said(session, text, start + place * HOUR) for place, text in enumerate(texts)]


def test_closed_day_becomes_one_gist_of_its_own_sentences(session: Session) -> None:
    ids = talk(session, MONDAY)
    made = run(session, JobName.GIST, MONDAY + DAY).gists
    (gist,) = gists_of(session)
    assert made == (gist.handle,)
    assert gist.text.splitlines() == list(DAYS_TALK)
    assert (gist.kind, gist.provenance, gist.importance) == (Kind.FACT, Provenance.GIST, 0.5)
    assert gist.said_at == gist.importance_at == datetime(2026, 1, 5, 23, 59, 59, 999_000, tzinfo=UTC)
    with session.connection() as store:
        assert gists.sources_of(store, gist.id) == ids
        assert complaints(store) == []


def test_day_that_is_not_over_waits_for_four_in_the_morning(session: Session) -> None:
    talk(session, MONDAY)
    assert run(session, JobName.GIST, datetime(2026, 1, 6, 3, 59, tzinfo=UTC)).gists == ()
    assert len(run(session, JobName.GIST, datetime(2026, 1, 6, 4, 0, tzinfo=UTC)).gists) == 1


def test_night_talk_belongs_to_the_day_before(session: Session) -> None:
    talk(session, datetime(2026, 1, 6, 1, tzinfo=UTC))
    run(session, JobName.GIST, MONDAY + 3 * DAY)
    assert [one.said_at.date().isoformat() for one in gists_of(session)] == ["2026-01-05"]


def test_twice_is_once(session: Session) -> None:
    for day in range(3):
        talk(session, MONDAY + day * DAY)
    run(session, JobName.GIST, MONDAY + 2 * DAY)
    with session.connection() as store:
        once = logical_dump(store)
    assert run(session, JobName.GIST, MONDAY + 2 * DAY).gists == ()
    with session.connection() as store:
        assert logical_dump(store) == once
    assert len(run(session, JobName.GIST, MONDAY + 5 * DAY).gists) == 1


def test_two_statements_are_too_few(session: Session) -> None:
    talk(session, MONDAY, DAYS_TALK[:2])
    assert run(session, JobName.GIST, MONDAY + DAY).gists == ()


@pytest.mark.parametrize("kind", [Kind.QUESTION, Kind.GREETING, Kind.APOLOGY, Kind.REPORT])
def test_what_states_nothing_does_not_count(session: Session, kind: Kind) -> None:
    talk(session, MONDAY, DAYS_TALK[:2])
    said(session, "Is the quince a tree, and the apple?", MONDAY, kind=kind)
    assert run(session, JobName.GIST, MONDAY + DAY).gists == ()


def test_only_what_the_user_said_counts(session: Session) -> None:
    for provenance in (Provenance.ASSISTANT_SAID, Provenance.IMPORTED):
        said(session, "The garden of Graz is large and old.", MONDAY, provenance=provenance)
    author(session, "lore", "Rex the dog sleeps in the garden.")
    talk(session, MONDAY, DAYS_TALK[:2])
    assert run(session, JobName.GIST, MONDAY + DAY).gists == ()


def test_banned_and_disabled_statements_are_left_out(session: Session) -> None:
    talk(session, MONDAY, (*DAYS_TALK, "The spider in the shed was huge.", "Our neighbour sold his tractor."))
    said(session, "The cellar under the shed is dry.", MONDAY, is_disabled=True)
    topics.ban(session, "spiders")
    run(session, JobName.GIST, MONDAY + DAY)
    (gist,) = gists_of(session)
    assert ("spider" in gist.text, "cellar" in gist.text, "tractor" in gist.text) == (False, False, True)


def test_statement_that_was_replaced_is_left_out_and_takes_an_older_gist_along(session: Session) -> None:
    ids = talk(session, MONDAY, (*DAYS_TALK, "I live in Rome."))
    run(session, JobName.GIST, MONDAY + DAY)
    assert "Rome" in gists_of(session)[0].text
    newer = said(session, "I live in Ghent.", MONDAY + DAY)
    with session.connection() as store, transaction(store):
        merging.supersede(store, [ids[3]], newer)
    assert gists_of(session) == []
    run(session, JobName.GIST, MONDAY + DAY)
    assert "Rome" not in gists_of(session)[0].text


def test_forgetting_a_source_takes_the_gist_along_and_the_rest_is_summed_up_again(session: Session) -> None:
    ids = talk(session, MONDAY, (*DAYS_TALK, "The locker code is by the door frame."))
    run(session, JobName.GIST, MONDAY + DAY)
    memory_actions.forget(session, read(session, ids[3]).handle)
    assert gists_of(session) == []
    run(session, JobName.GIST, MONDAY + DAY)
    assert gists_of(session)[0].text.splitlines() == list(DAYS_TALK)


def test_forgetting_down_to_two_leaves_no_gist(session: Session) -> None:
    ids = talk(session, MONDAY)
    run(session, JobName.GIST, MONDAY + DAY)
    memory_actions.forget(session, read(session, ids[0]).handle)
    run(session, JobName.GIST, MONDAY + DAY)
    assert gists_of(session) == []


def test_edited_source_is_quoted_as_it_is_now(session: Session) -> None:
    ids = talk(session, MONDAY)
    run(session, JobName.GIST, MONDAY + DAY)
    authoring.edit_memory(
        session, read(session, ids[2]).handle, authoring.Authored(text="The nursery sold us a medlar.")
    )
    run(session, JobName.GIST, MONDAY + DAY)
    (gist,) = gists_of(session)
    assert ("medlar" in gist.text, "quince" in gist.text) == (True, False)


def test_rewound_turn_takes_its_sentence_out_of_the_gist(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    turns = [
        say(session, chat, text, reply="I see.").turn_id for text in (*DAYS_TALK, "Our neighbour sold his tractor.")
    ]
    run(session, JobName.GIST, clock.now() + DAY)
    assert "tractor" in gists_of(session)[0].text
    assert turns[2]
    branches.rewind(session, chat.id, turns[2])
    run(session, JobName.GIST, clock.now() + DAY)
    assert gists_of(session)[0].text.splitlines() == list(DAYS_TALK)


def test_gist_that_the_user_forgot_does_not_come_back(session: Session) -> None:
    talk(session, MONDAY)
    run(session, JobName.GIST, MONDAY + DAY)
    (gist,) = gists_of(session)
    with session.connection() as store, transaction(store):
        memories.delete_memories(store, [gist.id])
    assert run(session, JobName.GIST, MONDAY + 2 * DAY).gists == ()
    assert not is_there(session, gist.id)


def test_statement_with_an_earlier_date_is_summed_up_too(session: Session) -> None:
    talk(session, MONDAY + 5 * DAY)
    run(session, JobName.GIST, MONDAY + 5 * DAY)
    talk(session, MONDAY)
    run(session, JobName.GIST, MONDAY + 6 * DAY)
    assert sorted(one.said_at.day for one in gists_of(session)) == [5, 10]


def test_moving_to_another_time_zone_quotes_nothing_twice(open_session: OpenSession) -> None:
    session = open_session()
    session.zone = ZoneInfo("Asia/Tokyo")
    for place in range(12):
        said(session, f"The {'abcdefghijkl'[place]}rrow fell near the old stable {place}.", MONDAY + place * 2 * HOUR)
    run(session, JobName.GIST, MONDAY + 2 * DAY)
    session.zone = ZoneInfo("America/Los_Angeles")
    with session.connection() as store, transaction(store):
        store.execute("UPDATE jobs SET progress = '0' WHERE name = 'gist'")
    run(session, JobName.GIST, MONDAY + 4 * DAY)
    with session.connection() as store:
        doubled = store.execute("SELECT memory_id FROM gist_sources GROUP BY memory_id HAVING COUNT(*) > 1").fetchall()
    assert doubled == []


@pytest.mark.parametrize(
    "day",
    [datetime(2024, 2, 29, 9, tzinfo=UTC), datetime(2026, 3, 29, 9, tzinfo=UTC), datetime(2026, 10, 25, 9, tzinfo=UTC)],
)
def test_leap_days_and_days_of_changing_clocks_have_their_gist(session: Session, day: datetime) -> None:
    session.zone = ZoneInfo("Europe/Rome")
    talk(session, day)
    run(session, JobName.GIST, day + DAY)
    assert [one.said_at.astimezone(session.zone).date() for one in gists_of(session)] == [day.date()]


def test_gist_of_what_stands_in_the_history_is_not_said_again(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    for text in DAYS_TALK:
        say(session, chat, text)
    clock.advance(days=1)
    run(session, JobName.GIST, clock.now())
    (gist,) = gists_of(session)
    text = "Was it apple trees and a quince that I planted behind the house in Graz?"
    told = {one.memory_id: one for one in say(session, chat, text, mode=Mode.ASSOCIATIVE).selection.withheld}
    assert told[gist.id].out_reason is OutReason.VISIBLE
    elsewhere = say(session, open_chat(session, "other"), text, mode=Mode.ASSOCIATIVE).selection.active
    assert gist.id in [one.memory_id for one in elsewhere]


@pytest.mark.parametrize("looks", range(1, 8))
def test_day_that_was_cut_short_is_summed_up_later(session: Session, looks: int) -> None:
    talk(session, MONDAY)
    talk(session, MONDAY + DAY)
    left = iter([False] * looks)
    with session.connection() as store:
        Gist().run_slice(session, store, MONDAY + 2 * DAY, lambda: next(left, True))
    run(session, JobName.GIST, MONDAY + 2 * DAY)
    assert [one.text.splitlines() for one in gists_of(session)] == [list(DAYS_TALK)] * 2
