"""Settings changed while the program runs: written, checked, gone by."""

import threading
from pathlib import Path

import pytest
from exchanges import OpenSession, open_chat, say
from fakes import FakeModel

from assistant.changing_settings import change_keys, change_setting, read_settings
from assistant.config import load_config
from assistant.errors import ConfigError
from assistant.session import Session
from tui.session_backend import SessionBackend


def row(session: Session, key: str) -> tuple[object, bool, bool]:
    found = next(one for one in read_settings(session).rows if one.key == key)
    return found.value, found.is_default, found.waits_for_start


def test_a_change_is_written_and_the_next_turn_goes_by_it(session: Session, model: FakeModel) -> None:
    change_setting(session, "temperature", "0.2")
    change_setting(session, "persona", "You are a pirate.")
    say(session, open_chat(session), "hello there")

    assert model.requests[-1].sampling.temperature == 0.2
    assert model.requests[-1].messages[0].text.startswith("You are a pirate.")
    assert load_config(session.config_file).temperature == 0.2
    assert row(session, "temperature") == (0.2, False, False)
    change_setting(session, "temperature", None)
    assert row(session, "temperature") == (0.7, True, False)
    assert session.config.temperature == 0.7


def test_a_time_zone_holds_at_once_and_a_context_from_the_next_start(session: Session) -> None:
    change_setting(session, "timezone", "Europe/Rome")
    change_setting(session, "n_ctx", "1024")

    assert str(session.zone) == "Europe/Rome"
    assert session.config.n_ctx == 0
    assert row(session, "n_ctx") == (1024, False, True)
    assert row(session, "data_dir") == ("", True, False)


@pytest.mark.parametrize(("key", "words"), [("temperature", "3"), ("timezone", "Mars/Base"), ("dreams", "maybe")])
def test_what_cannot_be_changes_neither_file_nor_program(session: Session, key: str, words: str) -> None:
    session.config_file.write_text("# mine\n")
    before = session.config
    with pytest.raises(ConfigError):
        change_setting(session, key, words)

    assert session.config_file.read_text() == "# mine\n"
    assert session.config == before


def test_keys_are_kept_with_the_rest(session: Session, folder: Path) -> None:
    session.config_file.write_text("[sampling]\ntop_k = 9\n")
    change_keys(session, "chat.new_chat", "f4,alt+n")

    assert read_settings(session).keys == (("chat.new_chat", "f4,alt+n"),)
    assert load_config(folder / "config.toml").top_k == 9


def test_idle_work_goes_by_new_switches_at_once_and_ends_with_the_assistant(open_session: OpenSession) -> None:
    backend = SessionBackend(open_session())
    backend.start_idle(lambda _: None)
    before = {thread for thread in threading.enumerate() if thread.name.startswith("idle")}
    backend.change_setting("temperature", "0.2")
    assert {thread for thread in threading.enumerate() if thread.name.startswith("idle")} == before
    backend.change_setting("dreams", "false")
    after = {thread for thread in threading.enumerate() if thread.name.startswith("idle")}
    backend.close()

    assert len(before) == len(after) == 1
    assert before != after
    assert not any(thread.is_alive() for thread in before | after)
