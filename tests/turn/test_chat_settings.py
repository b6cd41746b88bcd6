"""What one chat has otherwise than the config."""

from pathlib import Path

import pytest
from exchanges import OpenSession, files_holding, open_chat, say
from fakes import FakeModel

from assistant import branches, memories
from assistant.chat_settings import own_words, read_chat_settings, set_chat_setting, set_chat_settings
from assistant.context import stable_prompt
from assistant.errors import ConfigError
from assistant.session import Session
from memory.database import transaction
from memory.store import chats


def value_of(session: Session, chat_id: object, key: str) -> object:
    found = read_chat_settings(session, chat_id)  # type: ignore[arg-type]
    return next(one.value for one in found if one.key == key)


def test_a_turn_uses_its_chats_own_values_and_other_chats_the_configs(session: Session, model: FakeModel) -> None:
    cold, other = open_chat(session, "cold"), open_chat(session, "other")
    set_chat_settings(session, cold.id, {"temperature": "0.1", "top_k": "5", "persona": "You are a pirate."})
    say(session, cold, "hello there")
    say(session, other, "hello there")

    mine, others = model.requests
    assert (mine.sampling.temperature, mine.sampling.top_k, mine.sampling.top_p) == (0.1, 5, 0.95)
    assert mine.messages[0].text.startswith("You are a pirate.")
    assert (others.sampling.temperature, others.sampling.top_k) == (0.7, 40)
    assert others.messages[0].text.startswith(session.config.persona)


def test_what_is_evaluated_ahead_is_what_the_turn_asks_for(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    set_chat_setting(session, chat.id, "persona", "You are a pirate.")
    say(session, chat, "hello there")
    with session.connection() as connection:
        ahead = stable_prompt(session, connection, chat.id)
    say(session, chat, "and again")

    assert model.requests[-1].messages[: len(ahead)] == ahead


def test_values_hold_over_a_restart_and_default_takes_them_back(open_session: OpenSession) -> None:
    first = open_session()
    chat = open_chat(first)
    found = set_chat_setting(first, chat.id, "temperature", "0.3")
    assert own_words(found) == "temperature 0.3"
    first.close()
    second = open_session()
    assert value_of(second, chat.id, "temperature") == 0.3
    assert own_words(set_chat_setting(second, chat.id, "temperature", "default")) == ""
    assert value_of(second, chat.id, "temperature") == 0.7


def test_only_what_differs_is_stored_so_the_config_reaches_the_rest(open_session: OpenSession) -> None:
    first = open_session()
    chat = open_chat(first)
    set_chat_setting(first, chat.id, "temperature", "0.3")
    first.close()
    second = open_session(temperature=1.5, top_k=7)
    assert value_of(second, chat.id, "temperature") == 0.3
    assert value_of(second, chat.id, "top_k") == 7


@pytest.mark.parametrize(
    ("key", "words", "complaint"),
    [
        ("temperature", "3", r'"temperature" must be a number, 0 to 2, not 3.0'),
        ("temperature", "warm", r'"temperature" must be a number'),
        ("temprature", "1", r'Did you mean "temperature"\?'),
        ("n_ctx", "512", r'A chat has no "n_ctx" of its own'),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(session: Session, key: str, words: str, complaint: str) -> None:
    chat = open_chat(session)
    with pytest.raises(ConfigError, match=complaint):
        set_chat_setting(session, chat.id, key, words)
    with pytest.raises(ConfigError):
        set_chat_settings(session, chat.id, {"top_k": "3", key: words if key != "n_ctx" else "1"})

    assert own_words(read_chat_settings(session, chat.id)) == ""


def test_a_branch_begins_with_its_parents_settings_and_goes_its_own_way(session: Session) -> None:
    chat = open_chat(session)
    turn = say(session, chat, "hello there").turn_id
    assert turn is not None
    set_chat_setting(session, chat.id, "temperature", "0.3")
    branch = branches.branch(session, chat.id, turn)
    set_chat_setting(session, branch.id, "temperature", "1.2")

    assert value_of(session, branch.id, "temperature") == 1.2
    assert value_of(session, chat.id, "temperature") == 0.3


def test_a_damaged_or_foreign_value_counts_as_none(session: Session) -> None:
    chat = open_chat(session)
    with session.connection() as connection, transaction(connection):
        chats.set_settings(connection, chat.id, {"temperature": "hot", "top_k": 9, "mirostat": 2, "top_p": None})
    assert own_words(read_chat_settings(session, chat.id)) == "top_k 9"
    assert say(session, chat, "hello there").reply


def test_a_persona_that_restates_what_is_forgotten_goes_with_it(session: Session, folder: Path) -> None:
    chat = open_chat(session)
    (memory,) = memories.remember(session, "My sister Zwickelina lives in Graz")
    set_chat_settings(session, chat.id, {"persona": "Call my sister Zwickelina often.", "top_k": "9"})
    memories.forget(session, memory.handle)

    assert files_holding(folder, ["Zwickelina"]) == []
    assert own_words(read_chat_settings(session, chat.id)) == "top_k 9"
