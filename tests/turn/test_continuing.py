"""Carrying on a reply that was stopped or cut off."""

import threading
from pathlib import Path

import pytest
from exchanges import complaints, dump_of, open_chat, say, stop_after
from fakes import FakeModel

from assistant import chats
from assistant.again import NOTHING_TO_ADD, continue_turn
from assistant.bootstrap import build
from assistant.composition import TurnRequest
from assistant.config import Config
from assistant.events import Completed, Failed, Notice, Rewritten, Stopped, Token, TurnEvent
from assistant.session import Session
from assistant.topics import ban
from assistant.turn import run_turn
from memory.records import Chat, MessageStatus, Provenance, Role
from memory.store import memories as memory_rows
from memory.store import memory_ids

BEGINNING = "Oak lasts longest"


def go_on(session: Session, chat: Chat, *replies: str) -> list[TurnEvent]:
    assert isinstance(session.model, FakeModel)
    session.model.script(replies)
    return list(continue_turn(session, chat.id, threading.Event()))


def stopped_chat(session: Session) -> Chat:
    chat = open_chat(session)
    stop_after(session, chat, "Which wood?", 5, f"{BEGINNING} under boots.")
    assert chats.read_chat(session, chat.id).turns[-1].reply.text.startswith(BEGINNING)
    return chat


def test_whole_reply_takes_the_place_of_its_beginning(session: Session, model: FakeModel) -> None:
    chat = stopped_chat(session)
    turn = chats.read_chat(session, chat.id).turns[-1]
    before = turn.reply.text

    events = go_on(session, chat, " of children.")

    final = events[-1]
    assert isinstance(final, Completed)
    assert "".join(one.text for one in events if isinstance(one, Token)) == f"{before} of children."
    kept = chats.read_chat(session, chat.id).turns[-1]
    assert (kept.turn_id, kept.reply.text, kept.alternatives) == (turn.turn_id, f"{before} of children.", ())
    assert kept.reply.status is MessageStatus.COMPLETE
    request = model.requests[-1]
    assert request.is_continuation
    assert (request.messages[-1].role, request.messages[-1].text) == (Role.ASSISTANT, before)
    with session.connection() as store:
        found = memory_rows.read_memories(store, memory_ids.ids_of_turns(store, [turn.turn_id])).values()
        assert [one.text for one in found if one.provenance is Provenance.ASSISTANT_SAID] == [f"{before} of children."]
        assert complaints(store) == []


def test_nothing_changes_where_the_model_has_nothing_to_add(session: Session) -> None:
    chat = stopped_chat(session)
    before = dump_of(session)

    events = go_on(session, chat, "")

    assert Notice(NOTHING_TO_ADD) in events
    assert isinstance(events[-1], Stopped | Completed)
    after = dump_of(session)
    assert after["messages"] == before["messages"]
    assert after["memories"] == before["memories"]


def test_stop_before_any_more_came_is_not_told_as_the_models_silence(session: Session, model: FakeModel) -> None:
    chat = stopped_chat(session)
    before = dump_of(session)
    model.script([" of children."], stop_after_tokens=0)

    events = list(continue_turn(session, chat.id, threading.Event()))

    assert isinstance(events[-1], Stopped)
    assert Notice(NOTHING_TO_ADD) not in events
    assert dump_of(session)["messages"] == before["messages"]


def test_engine_that_dies_leaves_the_beginning_and_what_came(session: Session, model: FakeModel) -> None:
    chat = stopped_chat(session)
    before = chats.read_chat(session, chat.id).turns[-1].reply.text
    model.fail_after(1)
    warmed = len(model.warmed)

    events = go_on(session, chat, " of children and of dogs.")

    assert isinstance(events[-1], Failed)
    assert len(model.warmed) == warmed
    kept = chats.read_chat(session, chat.id).turns[-1].reply
    assert kept.text.startswith(before)
    assert kept.status is MessageStatus.FAILED


def test_banned_word_that_ends_in_the_continuation_is_not_painted(session: Session) -> None:
    chat = open_chat(session)
    stop_after(session, chat, "Who barks?", 1, "Bruno barks.")
    ban(session, "Bruno")

    events = go_on(session, chat, "o barks.", "The dog next door.")

    assert any(isinstance(one, Rewritten) for one in events)
    assert "Bruno" not in "".join(one.text for one in events if isinstance(one, Token))
    turn = chats.read_chat(session, chat.id).turns[-1]
    assert turn.reply.text == "The dog next door."
    assert [one.text for one in turn.alternatives] == ["Brun"]


def test_chat_without_a_reply_is_refused_in_words(session: Session) -> None:
    final = go_on(session, open_chat(session))[-1]

    assert isinstance(final, Failed)
    assert final.message == "There is no reply yet."


def test_stopped_once_more_keeps_the_longer_beginning(session: Session, model: FakeModel) -> None:
    chat = stopped_chat(session)
    before = chats.read_chat(session, chat.id).turns[-1].reply.text
    model.script([" of children and of dogs."], stop_after_tokens=2)

    final = list(continue_turn(session, chat.id, threading.Event()))[-1]

    assert isinstance(final, Stopped)
    kept = chats.read_chat(session, chat.id).turns[-1]
    assert len(kept.reply.text) > len(before)
    assert kept.reply.status is MessageStatus.STOPPED
    assert kept.alternatives == ()


def test_next_turn_says_what_was_carried_on(session: Session, model: FakeModel) -> None:
    chat = stopped_chat(session)
    go_on(session, chat, " of children.")
    whole = chats.read_chat(session, chat.id).turns[-1].reply.text

    say(session, chat, "And for outdoors?")

    assert whole in [one.text for one in model.requests[-1].messages]


@pytest.mark.parametrize("stop_tokens", [3, 12])
def test_default_model_carries_its_own_words_on(tmp_path: Path, stop_tokens: int) -> None:
    config = Config(data_dir=str(tmp_path / "real"), timezone="UTC", seed=1, temperature=0.0, max_reply_tokens=48)
    session = build(config)
    try:
        chat = open_chat(session)
        stop = threading.Event()
        tokens = 0
        for event in run_turn(session, TurnRequest(chat.id, "Name the seven days of the week."), stop):
            tokens += isinstance(event, Token)
            if tokens == stop_tokens:
                stop.set()
        first = chats.read_chat(session, chat.id).turns[-1].reply

        events = list(continue_turn(session, chat.id, threading.Event()))

        assert isinstance(events[-1], Completed), events[-1]
        whole = chats.read_chat(session, chat.id).turns[-1].reply
        assert first.status is MessageStatus.STOPPED
        assert whole.text.startswith(first.text)
        assert len(whole.text) > len(first.text)
        assert "<|im_" not in whole.text
        with session.connection() as store:
            assert complaints(store) == []
    finally:
        session.close()
