"""Merge: what becomes one memory and what must not; which statement stands before which; and nothing is lost by it."""

from datetime import timedelta
from pathlib import Path

import pytest
from exchanges import complaints, files_holding, open_chat, say
from fakes import MONDAY
from idle_world import is_there, logical_dump, read, run, said
from replay_world import World

from assistant import branches, chats
from assistant import memories as memory_actions
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import transaction
from memory.records import Kind, MemoryId, Provenance, Trigger
from memory.store import chats as chat_rows
from memory.store import memories, memory_ids, merging, meta, verdicts

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
TREES = "I planted three apple trees behind the house in Graz."


def merge(session: Session) -> tuple[str, ...]:
    return run(session, JobName.MERGE, MONDAY + 30 * DAY).merged


def test_same_thing_said_twice_becomes_one_memory(session: Session) -> None:
    first = said(session, TREES, MONDAY, importance=0.5)
    second = said(session, "i planted THREE apple-trees behind the house, in Graz!!", MONDAY + 9 * DAY, importance=0.6)
    assert merge(session) == (read(session, first).handle,)
    one = read(session, first)
    assert (one.text, one.times_said, one.said_at) == (TREES, 2, MONDAY)
    assert (one.importance, one.importance_at) == (0.6, MONDAY + 9 * DAY)
    assert not is_there(session, second)
    with session.connection() as store:
        assert complaints(store) == []


def test_three_times_is_one_memory_and_twice_is_once(session: Session) -> None:
    first = said(session, TREES, MONDAY)
    for day in (1, 2):
        said(session, TREES, MONDAY + day * DAY)
    merge(session)
    assert read(session, first).times_said == 3
    with session.connection() as store:
        once = logical_dump(store)
    assert merge(session) == ()
    with session.connection() as store:
        assert logical_dump(store) == once


def test_an_import_of_what_was_said_earlier_stays_as_the_older_one(session: Session) -> None:
    later = said(session, TREES, MONDAY)
    earlier = said(session, TREES, MONDAY - 300 * DAY)
    merge(session)
    assert (is_there(session, later), read(session, earlier).importance_at) == (False, MONDAY)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I planted three apple trees in Graz.", "I planted four apple trees in Graz."),
        ("I planted 3 apple trees in Graz.", "I planted 4 apple trees in Graz."),
        ("I like cilantro on my soup.", "I do not like cilantro on my soup."),
        ("Ann told Bob about the garden.", "Bob told Ann about the garden."),
        ("I planted apple trees in Graz.", "I planted pear trees in Graz."),
        ("My sister lives in Rome.", "My brother lives in Rome."),
    ],
)
def test_what_is_nearly_the_same_stays_apart(session: Session, one: str, other: str) -> None:
    ids = [said(session, one, MONDAY), said(session, other, MONDAY + HOUR)]
    assert merge(session) == ()
    assert all(is_there(session, each) for each in ids)


def test_what_is_dated_by_its_day_is_merged_within_the_day_only(session: Session) -> None:
    text = "I went running in the park today."
    first = said(session, text, MONDAY)
    same_day = said(session, text, MONDAY + HOUR)
    next_day = said(session, text, MONDAY + DAY)
    merge(session)
    assert [is_there(session, each) for each in (first, same_day, next_day)] == [True, False, True]


def test_never_across_provenance_kind_or_into_what_is_held_or_authored(session: Session) -> None:
    ids = [
        said(session, TREES, MONDAY),
        said(session, TREES, MONDAY, provenance=Provenance.ASSISTANT_SAID),
        said(session, TREES, MONDAY, provenance=Provenance.IMPORTED),
        said(session, TREES, MONDAY, provenance=Provenance.AUTHORED),
        said(session, TREES, MONDAY, provenance=Provenance.AUTHORED),
        said(session, TREES, MONDAY, provenance=Provenance.GIST),
        said(session, TREES, MONDAY, kind=Kind.QUESTION),
        said(session, TREES, MONDAY, is_pinned=True),
        said(session, TREES, MONDAY, is_disabled=True),
        said(session, TREES, MONDAY, trigger=Trigger(keys=("trees",))),
    ]
    assert merge(session) == ()
    assert all(is_there(session, each) for each in ids)


def test_what_the_assistant_says_again_is_not_renewed(session: Session) -> None:
    first = said(session, TREES, MONDAY, provenance=Provenance.ASSISTANT_SAID, importance=0.2)
    said(session, TREES, MONDAY + 9 * DAY, provenance=Provenance.ASSISTANT_SAID, importance=0.3)
    merge(session)
    one = read(session, first)
    assert (one.times_said, one.importance, one.importance_at) == (2, 0.2, MONDAY)


def test_what_the_user_found_useless_since_stays_so(session: Session) -> None:
    first = said(session, TREES, MONDAY)
    said(session, TREES, MONDAY + DAY)
    with session.connection() as store, transaction(store):
        memories.set_importance(store, first, 0.2, MONDAY + 2 * DAY)
    merge(session)
    assert read(session, first).importance == 0.2


def test_timers_of_the_one_that_goes_live_on(session: Session) -> None:
    chat = open_chat(session)
    said(session, TREES, MONDAY - 40 * DAY)
    second = said(session, TREES, MONDAY - 30 * DAY)
    result = say(session, chat, "Are there apple trees behind the house in Graz?")
    assert result.turn_id
    with session.connection() as store:
        fired = {row.memory_id for row in verdicts.of_turn(store, result.turn_id) if row.verdict.in_reason}
    assert second in fired
    merge(session)
    with session.connection() as store:
        after = {row.memory_id for row in verdicts.of_turn(store, result.turn_id) if row.verdict.in_reason}
        assert complaints(store) == []
    assert after == fired - {second}


def memory_said_in(session: Session, text: str) -> MemoryId:
    with session.connection() as store:
        rows = memories.read_memories(store, memory_ids.all_ids(store)).values()
        return next(one.id for one in rows if one.text == text and one.provenance is Provenance.USER_SAID)


def test_message_of_the_one_that_goes_is_still_known(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, TREES)
    second = say(session, chat, TREES)
    merge(session)
    first = memory_said_in(session, TREES)
    with session.connection() as store:
        (message_id,) = merging.said_messages(store, [first])
        row = store.execute("SELECT turn_id, text FROM messages WHERE id = ?", (message_id,)).fetchone()
    assert (row["turn_id"], row["text"]) == (second.turn_id, TREES)


def test_rewinding_the_second_saying_leaves_the_first(session: Session) -> None:
    chat = open_chat(session)
    first = say(session, chat, TREES)
    say(session, chat, TREES)
    merge(session)
    assert first.turn_id
    branches.rewind(session, chat.id, first.turn_id)
    one = read(session, memory_said_in(session, TREES))
    assert (one.turn_id, one.times_said) == (first.turn_id, 1)


def test_deleting_the_chat_of_the_first_saying_leaves_the_second(session: Session) -> None:
    one, other = open_chat(session, "one"), open_chat(session, "other")
    say(session, one, TREES)
    second = say(session, other, TREES, reply="noted")
    merge(session)
    with session.connection() as store, transaction(store):
        chat_rows.delete_chat(store, one.id)
    left = read(session, memory_said_in(session, TREES))
    assert (left.turn_id, left.times_said) == (second.turn_id, 1)
    with session.connection() as store:
        assert complaints(store) == []
    assert chats.chat_by_name(session, "one") is None


def test_newer_statement_stands_before_the_older_which_is_kept(session: Session) -> None:
    older = said(session, "I live in Rome.", MONDAY, kind=Kind.IDENTITY)
    newer = said(session, "I live in Ghent.", MONDAY + DAY, kind=Kind.IDENTITY)
    sister = said(session, "My sister lives in Oslo.", MONDAY + 2 * DAY, kind=Kind.IDENTITY)
    with session.connection() as store:
        version = meta.standing_version(store)
    assert merge(session) == (read(session, newer).handle,)
    assert read(session, older).superseded_by == newer
    assert (read(session, newer).superseded_by, read(session, sister).superseded_by) == (None, None)
    with session.connection() as store:
        assert meta.standing_version(store) > version
        assert memory_ids.standing_ids(store) == [newer, sister]


def test_statement_that_was_stored_late_goes_behind_what_was_said_after_it(session: Session) -> None:
    newer = said(session, "I live in Ghent.", MONDAY, kind=Kind.IDENTITY)
    older = said(session, "I live in Rome.", MONDAY - 90 * DAY, kind=Kind.IDENTITY)
    merge(session)
    assert (read(session, older).superseded_by, read(session, newer).superseded_by) == (newer, None)


def test_pinned_and_authored_statements_are_never_replaced(session: Session) -> None:
    pinned = said(session, "I live in Rome.", MONDAY, kind=Kind.IDENTITY, is_pinned=True)
    authored = said(session, "I live in Rome.", MONDAY, kind=Kind.IDENTITY, provenance=Provenance.AUTHORED)
    said(session, "I live in Ghent.", MONDAY + DAY, kind=Kind.IDENTITY)
    assert merge(session) == ()
    assert (read(session, pinned).superseded_by, read(session, authored).superseded_by) == (None, None)


def test_correction_in_the_talk_acts_at_once(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister's name is Ilsa.")
    say(session, chat, "What could I give her?")
    say(session, chat, "no, her name is Ilse")
    wrong = read(session, memory_said_in(session, "My sister's name is Ilsa."))
    right = read(session, memory_said_in(session, "no, her name is Ilse"))
    assert wrong.superseded_by == right.id
    assert (right.kind, right.importance) == (Kind.IDENTITY, 0.9)


def test_correction_that_names_its_subject_reaches_other_chats(session: Session) -> None:
    say(session, open_chat(session, "one"), "I live in Rome.")
    say(session, open_chat(session, "other"), "Actually I live in Ghent now.")
    assert read(session, memory_said_in(session, "I live in Rome.")).superseded_by


def test_pronoun_of_another_chat_corrects_nothing_there(session: Session) -> None:
    say(session, open_chat(session, "one"), "My brother lives in Rome.")
    say(session, open_chat(session, "other"), "No, she lives in Ghent.")
    assert read(session, memory_said_in(session, "My brother lives in Rome.")).superseded_by is None


def test_asked_for_it_the_newer_statement_is_first(tmp_path: Path) -> None:
    with World(tmp_path / "data") as world:
        world.do("start")
        world.say("I live in Rome, in the quarter of Trastevere where I live in Rome.")
        world.say("I live in Rome.")
        world.do("advance", days=1)
        world.say("I live in Ghent.")
        world.do("idle", jobs=["merge"])
        found = [one["text"] for one in world.do("recall", text="Where do I live? Rome?")["results"]]
        assert found.index("I live in Ghent.") < found.index("I live in Rome.")


def test_forgetting_what_was_said_twice_leaves_neither_saying_in_any_file(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "The locker code is quillwort, by the door.", reply="Noted.")
    say(session, chat, "the locker code is QUILLWORT by the door!", reply="Sure.")
    said(session, "The garden is wet.", MONDAY)
    merge(session)
    one = memory_said_in(session, "The locker code is quillwort, by the door.")
    assert read(session, one).times_said == 2
    memory_actions.forget(session, read(session, one).handle)
    session.close()
    assert files_holding(session.folder, ["quillwort"]) == []
