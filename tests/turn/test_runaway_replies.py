"""A reply that runs in circles, in a whole turn: it ends, says so, and only its one round is kept and remembered."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from exchanges import complaints, dump, events_of, open_chat, say, stop_after
from fakes import FakeModel
from replay_world import World

from assistant import chats
from assistant.again import continue_turn, regenerate_turn
from assistant.checked_reply import RAN_AWAY
from assistant.events import Completed, Notice, Token
from assistant.session import Session
from memory.records import MessageStatus, Mode

ROUND = (
    "In the garden there was a stone fountain with old carvings. "
    "The people loved it so much that they brought flowers. "
    "Its water sang through the whole of the summer."
)
LOOP = " ".join(["Once upon a time.", *[ROUND] * 30])
KEPT = f"Once upon a time. {ROUND}"


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


@pytest.mark.parametrize("mode", Mode)
def test_it_ends_is_told_and_only_one_round_is_kept(session: Session, model: FakeModel, mode: Mode) -> None:
    chat = open_chat(session)
    model.script([LOOP])
    events = events_of(session, chat, "Tell me of the garden.", mode)

    final = events[-1]
    assert isinstance(final, Completed)
    assert final.result.reply is not None
    assert (final.result.reply.text, final.result.reply.status) == (KEPT, MessageStatus.COMPLETE)
    assert final.result.notices == (RAN_AWAY,)
    assert [one.text for one in events if isinstance(one, Notice)] == [RAN_AWAY]
    assert len("".join(one.text for one in events if isinstance(one, Token))) < len(KEPT) * 4
    with session.connection() as store:
        assert LOOP[len(KEPT) : len(KEPT) * 2] not in str(dump(store))
        assert complaints(store) == []


def test_reply_written_again_is_held_to_it_too(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    say(session, chat, "Tell me of the garden.", "No.")
    model.script([LOOP])
    final = list(regenerate_turn(session, chat.id, threading.Event()))[-1]

    assert isinstance(final, Completed)
    assert final.result.notices == (RAN_AWAY,)
    assert chats.read_chat(session, chat.id).turns[-1].reply.text == KEPT


def test_reply_that_is_carried_on_keeps_its_beginning(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    stop_after(session, chat, "Tell me of the garden.", 20, KEPT)
    begun = chats.read_chat(session, chat.id).turns[-1].reply.text
    model.script([f"{KEPT[len(begun) :]} {' '.join([ROUND] * 30)}"])
    final = list(continue_turn(session, chat.id, threading.Event()))[-1]

    assert isinstance(final, Completed)
    assert final.result.notices == (RAN_AWAY,)
    assert chats.read_chat(session, chat.id).turns[-1].reply.text == KEPT


def test_loop_that_is_carried_on_adds_nothing(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    model.script([LOOP])
    events_of(session, chat, "Tell me of the garden.")
    model.script(["".join([f" {ROUND}"] * 30)])
    events = list(continue_turn(session, chat.id, threading.Event()))

    assert RAN_AWAY in [one.text for one in events if isinstance(one, Notice)]
    assert chats.read_chat(session, chat.id).turns[-1].reply.text == KEPT


def test_rewrite_that_runs_in_circles_ends_as_well(world: World) -> None:
    world.do("ban", term="Rex")
    told = world.say("How are you?", reply=["Well, Rex is a fine dog.", LOOP])

    assert (told["reply"], told["rewritten"], told["notices"]) == (KEPT, True, [RAN_AWAY])


def test_first_draft_that_ran_in_circles_is_not_told_of_where_a_whole_rewrite_stands(world: World) -> None:
    world.say("Tell me of the garden.", reply=KEPT)
    told = world.say("And now?", reply=[LOOP, "The bell rings at noon."])

    assert (told["reply"], told["rewritten"], told["notices"]) == ("The bell rings at noon.", True, [])


def test_who_asks_for_ten_times_gets_ten(world: World) -> None:
    lines = "I shall not run in the corridor. " * 10
    told = world.say("Write ten times that you will not run in the corridor.", reply=lines)

    assert (told["reply"], told["notices"]) == (lines.strip(), [])
