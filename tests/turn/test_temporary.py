"""A temporary chat leaves nothing and knows nothing."""

import tempfile
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from exchanges import dump_of, files_holding, open_chat, say
from fakes import FakeModel

from assistant import memories, topics
from assistant.errors import TurnRefusedError
from assistant.events import Completed
from assistant.session import Session
from assistant.temporary import _place, end_temporary, open_temporary, remove_left_over
from assistant.turn import TurnRequest, run_turn


def test_nothing_of_it_is_stored_and_nothing_is_known_in_it(session: Session, model: FakeModel, folder: Path) -> None:
    say(session, open_chat(session), "My name is Dana and I prefer tea over coffee.")
    before = dump_of(session)

    aside = open_temporary(session)
    say_aside(aside, model, "I owe money in Zwickau. What do I like to drink?")
    topics.ban(aside, "taxes")

    prompt = "\n".join(one.text for one in model.requests[-1].messages)
    assert "tea" not in prompt
    assert memories.recall(aside, "What do I owe in Zwickau?")
    end_temporary(aside)

    assert not aside.folder.exists()
    assert dump_of(session) == before
    assert files_holding(folder, ["Zwickau", "taxes"]) == []
    assert say(session, open_chat(session), "Go on.").turn_id == 2


def say_aside(aside: Session, model: FakeModel, text: str) -> None:
    model.script(["ok"])
    assert isinstance(list(run_turn(aside, TurnRequest(open_chat(aside).id, text), Event()))[-1], Completed)


def test_model_goes_on_after_it_ends(session: Session, model: FakeModel) -> None:
    end_temporary(open_temporary(session))
    assert say(session, open_chat(session), "Hello.", "Hi.").reply
    assert model.info


def test_folder_of_a_killed_program_goes_at_the_next_start_and_no_other(session: Session) -> None:
    place = _place() or Path(tempfile.gettempdir())
    dead = Path(tempfile.mkdtemp(prefix=f"reverie-temporary-{2**22 + 7}-", dir=place))
    odd = Path(tempfile.mkdtemp(prefix="reverie-temporary-x-", dir=place))
    aside = open_temporary(session)
    try:
        remove_left_over()
        assert not dead.exists()
        assert odd.exists()
        assert aside.folder.exists()
    finally:
        end_temporary(aside)
        odd.rmdir()


def test_one_turn_at_a_time_holds_for_both_and_settings_reach_it(session: Session) -> None:
    aside = open_temporary(session)
    try:
        with aside.one_turn(), pytest.raises(TurnRefusedError), session.one_turn():
            pass
        own = aside.config
        session.take_config(replace(session.config, persona="Be terse."))
        assert aside.config == replace(own, persona="Be terse.")
        assert session.config.data_dir != aside.config.data_dir
    finally:
        end_temporary(aside)
    session.take_config(replace(session.config, persona="Be brief."))
    assert aside.config.persona == "Be terse."


@pytest.mark.skipif(not hasattr(Path, "group"), reason="permissions are of POSIX systems")
def test_folder_is_for_this_user_only(session: Session) -> None:
    aside = open_temporary(session)
    try:
        assert aside.folder.stat().st_mode & 0o077 == 0
    finally:
        end_temporary(aside)
