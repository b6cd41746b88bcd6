"""A turn that makes room for an edited message comes back where nothing came of it; a message without a turn is a draft."""

import threading

import pytest
from exchanges import complaints, open_chat, say
from fakes import FakeClock

from assistant import branches, chats
from assistant.composition import TurnRequest
from assistant.errors import NotFoundError
from assistant.events import Stopped
from assistant.session import Session
from assistant.turn import run_turn
from assistant.why import why
from memory.records import Provenance
from memory.store import memories, memory_ids


def texts(session: Session) -> list[str]:
    return [turn.user.text for turn in chats.read_chat(session, open_chat(session).id).turns]


def test_a_turn_set_aside_is_out_of_its_chat_and_comes_back_whole(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My cat is called Tom.")
    say(session, chat, "My dog is called Rex.")
    before = chats.read_chat(session, chat.id).turns
    holder = branches.set_aside(session, chat.id)
    assert texts(session) == ["My cat is called Tom."]
    assert [one.chat.id for one in chats.list_chats(session)] == [chat.id]
    assert branches.take_back(session, chat.id, holder)
    assert chats.read_chat(session, chat.id).turns == before
    with session.connection() as store:
        assert complaints(store) == []


def test_it_stays_aside_where_the_chat_went_on(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "One.")
    holder = branches.set_aside(session, chat.id)
    say(session, chat, "Another one.")
    assert not branches.take_back(session, chat.id, holder)
    assert texts(session) == ["Another one."]


def test_what_was_set_aside_goes_for_good_with_the_program(session: Session, open_session: object) -> None:
    chat = open_chat(session)
    say(session, chat, "My parrot is called Quark.")
    branches.set_aside(session, chat.id)
    say(session, chat, "My parrot is called Kiwi.")
    session.close()
    later = open_session()  # type: ignore[operator] - the fixture's own function
    with later.connection() as store:
        found = store.execute("SELECT COUNT(*) AS n FROM messages WHERE text LIKE '%Quark%'").fetchone()
        assert found["n"] == 0
        assert complaints(store) == []


def test_a_chat_without_turns_has_none_to_set_aside(session: Session) -> None:
    with pytest.raises(NotFoundError):
        branches.set_aside(session, open_chat(session).id)


@pytest.mark.parametrize(("is_draft", "expected"), [(True, "A thought\n\nand on"), (False, "and on")])
def test_a_message_that_became_no_turn_is_its_chats_draft_where_there_is_an_input(
    session: Session,
    is_draft: bool,  # noqa: FBT001 - a row of a table
    expected: str,
) -> None:
    chat = open_chat(session)
    chats.save_draft(session, chat.id, "and on")
    stop = threading.Event()
    stop.set()
    *_, last = run_turn(session, TurnRequest(chat.id, "A thought", is_draft=is_draft), stop)
    assert isinstance(last, Stopped)
    assert last.returned_text == "A thought"
    view = chats.read_chat(session, chat.id)
    assert (view.turns, view.draft) == ((), expected)


def test_an_edit_is_taken_back_in_its_place_and_brought_again(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My cat is called Tom.")
    say(session, chat, "My dog is called Rex.")
    holder = branches.set_aside(session, chat.id)
    say(session, chat, "My dog is called Max.")
    taken = branches.take_edit_back(session, chat.id, holder)
    assert texts(session) == ["My cat is called Tom.", "My dog is called Rex."]
    assert live_texts(session) == {"My cat is called Tom.", "My dog is called Rex."}
    assert taken.chat_id == chat.id
    assert taken.holder_id is not None
    assert branches.take_edit_back(session, chat.id, taken.holder_id).holder_id is not None
    assert texts(session) == ["My cat is called Tom.", "My dog is called Max."]
    assert live_texts(session) == {"My cat is called Tom.", "My dog is called Max."}
    with session.connection() as store:
        assert complaints(store) == []


def test_an_edit_of_the_only_message_is_taken_back(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My dog is called Rex.")
    holder = branches.set_aside(session, chat.id)
    say(session, chat, "My dog is called Max.")
    branches.take_edit_back(session, chat.id, holder)
    assert texts(session) == ["My dog is called Rex."]


def test_where_the_talk_has_gone_on_the_message_as_it_was_becomes_a_branch(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My dog is called Rex.")
    holder = branches.set_aside(session, chat.id)
    say(session, chat, "My dog is called Max.")
    say(session, chat, "He is four.")
    taken = branches.take_edit_back(session, chat.id, holder)
    assert (taken.chat_id, taken.holder_id) == (holder, None)
    assert texts(session) == ["My dog is called Max.", "He is four."]
    assert [turn.user.text for turn in chats.read_chat(session, holder).turns] == ["My dog is called Rex."]
    assert [one.chat.id for one in branches.forks(session, chat.id)] == [holder]


def test_an_edit_stays_once_its_ten_minutes_are_over(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, "My dog is called Rex.")
    holder = branches.set_aside(session, chat.id)
    say(session, chat, "My dog is called Max.")
    clock.advance(minutes=10)
    with pytest.raises(NotFoundError, match="10 minutes"):
        branches.take_edit_back(session, chat.id, holder)
    assert texts(session) == ["My dog is called Max."]


def live_texts(session: Session) -> set[str]:
    """What the user said and could come up."""
    with session.connection() as store:
        hidden = memory_ids.hidden_ids(store)
        known = memories.read_memories(store, memory_ids.all_ids(store))
        return {one.text for one in known.values() if one.id not in hidden and one.provenance is Provenance.USER_SAID}


def test_what_was_edited_away_is_not_listed_as_held_back(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister Ilse keeps bees in Graz.")
    branches.set_aside(session, chat.id)
    turn_id = say(session, chat, "My sister Ilse keeps bees in Linz.").turn_id
    later = say(session, open_chat(session, "other"), "Ilse and her bees").turn_id
    assert turn_id is not None
    assert later is not None
    with session.connection() as store:
        hidden = memory_ids.hidden_ids(store)
    assert len(hidden) >= 1
    for one in (turn_id, later):
        assert not hidden & {row.memory.id for row in why(session, one).withheld}
