"""The part of the hand-written assistant that keeps settings: a real config.toml, if a test names one.

The one fact that a reader would get wrong: values are checked by the same code as ever; only the place is a test's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from assistant.changing_settings import SettingsView, SettingView
from assistant.chat_settings import CHAT_KEYS, DEFAULT_WORDS, ChatSetting
from assistant.config import Config, Value, config_from_mapping, parse_value, settings
from assistant.config_file import set_keys, set_value
from memory.records import ChatId


class FakeSettings:
    """Settings, in memory or in a file."""

    def __init__(self) -> None:
        self.config = Config()
        self.config_file: Path | None = None
        self.changed: list[tuple[str, str | None]] = []
        self.own: dict[ChatId, dict[str, Value]] = {}

    def settings(self) -> SettingsView:
        rows = [
            SettingView(
                key,
                setting,
                default,
                getattr(self.config, key),
                setting.is_applied_at_start and getattr(self.config, key) != default,
            )
            for key, default, setting in settings()
        ]
        return SettingsView(tuple(rows), self.config.keys, self.config_file or Path("/home/lotte/config.toml"))

    def change_setting(self, key: str, words: str | None) -> Config:
        value = None if words is None else parse_value(key, words)
        if self.config_file is not None:
            self.config = set_value(self.config_file, key, value)
        else:
            default = next(default for name, default, _ in settings() if name == key)
            self.config = config_from_mapping({key: default if value is None else value}, base=self.config)
        self.changed.append((key, words))
        return self.config

    def change_keys(self, action: str, keys: str | None) -> Config:
        if self.config_file is not None:
            self.config = set_keys(self.config_file, action, keys)
        else:
            others = tuple(one for one in self.config.keys if one[0] != action)
            self.config = replace(self.config, keys=(*others, *(((action, keys),) if keys else ())))
        self.changed.append((action, keys))
        return self.config

    def chat_settings(self, chat_id: ChatId | None) -> Sequence[ChatSetting]:
        known = {name: setting for name, _, setting in settings()}
        own = self.own.get(chat_id, {}) if chat_id is not None else {}
        return tuple(ChatSetting(key, known[key], getattr(self.config, key), own.get(key)) for key in CHAT_KEYS)

    def set_chat_settings(self, chat_id: ChatId, typed: Mapping[str, str]) -> Sequence[ChatSetting]:
        values = {key: parse_value(key, words) for key, words in typed.items() if words not in DEFAULT_WORDS}
        config_from_mapping(values, where="this chat")
        kept = {key: value for key, value in self.own.get(chat_id, {}).items() if key not in typed}
        self.own[chat_id] = kept | values
        return self.chat_settings(chat_id)
