"""What one chat has otherwise than the config: temperature and its like, and the persona.

The one fact that a reader would get wrong: only what differs is stored, so a change of the config reaches every chat
that has no word of its own on that key. A branch begins with its parent's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from assistant.config import Config, Setting, Value, config_from_mapping, nearest, parse_value, settings
from assistant.errors import ConfigError
from assistant.session import Session
from memory.database import Connection, transaction
from memory.records import ChatId
from memory.store import chats

CHAT_KEYS = ("temperature", "top_p", "top_k", "min_p", "repeat_penalty", "persona")
DEFAULT_WORDS = frozenset({"default", ""})


@dataclass(frozen=True, slots=True)
class ChatSetting:
    """One key as a chat has it. `own` is None where the config's `common` value holds."""

    key: str
    setting: Setting
    common: Value
    own: Value | None

    @property
    def value(self) -> Value:
        """What holds in this chat."""
        return self.common if self.own is None else self.own


def read_chat_settings(session: Session, chat_id: ChatId | None) -> tuple[ChatSetting, ...]:
    """List every key that a chat can have of its own; None = a chat that is not begun yet."""
    known = {name: setting for name, _, setting in settings()}
    own: Mapping[str, Value] = {}
    if chat_id is not None:
        with session.connection() as connection:
            own = own_settings(connection, chat_id)
    return tuple(ChatSetting(key, known[key], getattr(session.config, key), own.get(key)) for key in CHAT_KEYS)


def set_chat_setting(session: Session, chat_id: ChatId, key: str, words: str) -> tuple[ChatSetting, ...]:
    """Give a chat its own value of a key, as it was typed; "default" or nothing takes it back.

    Raises:
        ConfigError: no such key for a chat, or no value for it.
    """
    return set_chat_settings(session, chat_id, {key: words})


def set_chat_settings(session: Session, chat_id: ChatId, typed: Mapping[str, str]) -> tuple[ChatSetting, ...]:
    """Do the same for several keys at once; if one cannot be, none is changed."""
    changes: dict[str, Value | None] = {}
    for key, words in typed.items():
        if key not in CHAT_KEYS:
            hint = f"{nearest(key, list(CHAT_KEYS))} There are {', '.join(CHAT_KEYS)}."
            raise ConfigError(f'A chat has no "{key}" of its own.', hint)
        changes[key] = None if words.strip().lower() in DEFAULT_WORDS else parse_value(key, words.strip())
    config_from_mapping({key: value for key, value in changes.items() if value is not None}, where="this chat")
    with session.connection() as connection, transaction(connection):
        own = own_settings(connection, chat_id) | changes
        chats.set_settings(connection, chat_id, {key: value for key, value in own.items() if value is not None})
    return read_chat_settings(session, chat_id)


def own_settings(connection: Connection, chat_id: ChatId) -> dict[str, Value]:
    """Read what a chat has of its own; a value that cannot be, by another version's hand, counts as none."""
    found: dict[str, Value] = {}
    for key, value in chats.read_settings(connection, chat_id).items():
        if key not in CHAT_KEYS or not isinstance(value, get_args(Value)):
            continue
        try:
            config_from_mapping({key: value}, where="this chat")
        except ConfigError:
            continue
        found[key] = value
    return found


def chat_config(session: Session, connection: Connection, chat_id: ChatId) -> Config:
    """Return the config as it holds in a chat."""
    return config_from_mapping(own_settings(connection, chat_id), base=session.config, where="this chat")


def own_words(found: tuple[ChatSetting, ...]) -> str:
    """Say in a few words what a chat has otherwise, "" where nothing: "temperature 0.3, own persona"."""
    own = (one for one in found if one.own is not None)
    return ", ".join("own persona" if one.key == "persona" else f"{one.key} {one.own:g}" for one in own)
