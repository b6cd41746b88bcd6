"""Name and tastes from the welcome: identity and preferences that stand in the prompt."""

import pytest
from exchanges import dump_of, open_chat, say
from fakes import FakeModel

from assistant.errors import TurnRefusedError
from assistant.session import Session
from assistant.undoing import undo_last
from assistant.welcome import introduce, where_things_lie
from memory.records import Kind, Provenance


def test_name_and_tastes_stand_in_the_very_first_prompt(session: Session, model: FakeModel) -> None:
    added = introduce(session, " Dana. ", "I drink tea, never coffee\n\n  hiking\n")

    assert [(one.text, one.kind, one.provenance) for one in added] == [
        ("My name is Dana.", Kind.IDENTITY, Provenance.USER_SAID),
        ("I drink tea, never coffee", Kind.PREFERENCE, Provenance.USER_SAID),
        ("hiking", Kind.PREFERENCE, Provenance.USER_SAID),
    ]
    assert {one.importance for one in added} == {0.9}
    say(session, open_chat(session), "Hello.")
    system = model.requests[-1].messages[0].text
    assert all(words in system for words in ("My name is Dana.", "never coffee", "hiking"))


@pytest.mark.parametrize(("name", "tastes"), [("", ""), ("  ", " \n "), ("x" * 81, "")])
def test_nothing_is_stored_of_empty_answers_or_a_name_that_is_none(session: Session, name: str, tastes: str) -> None:
    before = dump_of(session)
    with pytest.raises(TurnRefusedError):
        introduce(session, name, tastes)
    assert dump_of(session)["memories"] == before["memories"]


def test_it_can_be_taken_back(session: Session) -> None:
    introduce(session, "Dana", "")
    undo_last(session)
    assert dump_of(session)["memories"] == []


def test_the_folder_is_named(session: Session) -> None:
    assert str(session.folder) in where_things_lie(session)[1]
