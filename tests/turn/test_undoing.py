"""Undo: the last action is taken back whole, or stays the last."""

from threading import Event

import pytest
from exchanges import open_chat
from fakes import FakeModel

from assistant import memories, topics, welcome
from assistant.composition import TurnRequest
from assistant.errors import NotFoundError
from assistant.events import Completed, Token
from assistant.session import Session
from assistant.turn import run_turn
from assistant.undoing import undo_last, what_undo_does
from memory.errors import BusyError


def test_what_could_not_be_undone_now_is_undone_by_the_next_undo(session: Session, model: FakeModel) -> None:
    memories.remember(session, "The boiler is loud.")
    memories.remember(session, "My locker is in Zwickau.")
    model.script(["I see."])
    turn = run_turn(session, TurnRequest(open_chat(session).id, "Hello."), Event())
    assert any(isinstance(event, Token) for event in turn)
    for _ in range(2):
        with pytest.raises(BusyError):
            undo_last(session)
    assert isinstance(list(turn)[-1], Completed)
    assert undo_last(session) == "Forgotten again: “My locker is in Zwickau.”"
    assert undo_last(session) == "Forgotten again: “The boiler is loud.”"
    with pytest.raises(NotFoundError):
        undo_last(session)


def test_each_kind_of_action_is_undone_in_turn_the_last_first(session: Session) -> None:
    (boiler,) = memories.remember(session, "The boiler is loud.")
    memories.pin(session, boiler.handle)
    memories.unpin(session, boiler.handle)
    topics.pin_topic(session, "garden")
    topics.unpin_topic(session, "garden")
    topics.ban(session, "Rex")
    topics.unban(session, "Rex")
    said = []
    for _ in range(7):
        told = what_undo_does(session)
        said.append(undo_last(session))
        assert said[-1] == told or told == "Memory m1 “The boiler is loud.” is forgotten."
    assert said == [
        "“Rex” is banned again.",
        "“Rex” is no longer banned.",
        "“garden” is pinned again.",
        "“garden” is no longer pinned.",
        "Memory m1 “The boiler is loud.” is pinned again.",
        "Memory m1 “The boiler is loud.” is no longer pinned.",
        "Forgotten again: “The boiler is loud.”",
    ]
    assert memories.list_memories(session) == []
    assert list(topics.list_topics(session)) == []


@pytest.mark.parametrize("is_welcome", [False, True])
def test_undo_takes_back_every_piece_of_what_was_told_at_length(session: Session, is_welcome: bool) -> None:  # noqa: FBT001
    memories.remember(session, "The boiler is loud.")
    told = " ".join(f"In year {year} I liked to walk along the river with my dog." for year in range(1950, 2050))
    added = welcome.introduce(session, "", told) if is_welcome else memories.remember(session, told)
    memories.remember(session, "My locker is in Zwickau.")
    assert len(added) > 2
    undo_last(session)
    assert len(memories.list_memories(session)) == len(added) + 1
    undo_last(session)
    assert [one.memory.text for one in memories.list_memories(session)] == ["The boiler is loud."]
    undo_last(session)
    assert memories.list_memories(session) == []
