"""Settings as a screen shows and changes them: what config.toml says, and what the running program goes by.

The one fact that a reader would get wrong: the two differ for what holds only from the next start. Everything else is
taken over at once, after it was written.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from assistant.config import Config, Setting, Value, load_config, parse_value, settings
from assistant.config_file import set_keys, set_value
from assistant.session import Session


@dataclass(frozen=True, slots=True)
class SettingView:
    """One key: what it means, what config.toml makes of it, and whether that waits for the next start."""

    key: str
    setting: Setting
    default: Value
    value: Value
    waits_for_start: bool = False

    @property
    def is_default(self) -> bool:
        """Whether nothing was changed."""
        return self.value == self.default


@dataclass(frozen=True, slots=True)
class SettingsView:
    """All keys in the order of the file, the keys of the keyboard that it rebinds, and its place."""

    rows: tuple[SettingView, ...]
    keys: tuple[tuple[str, str], ...]
    path: Path


def read_settings(session: Session) -> SettingsView:
    """Read config.toml.

    Raises:
        ConfigError: it cannot be used: somebody changed it meanwhile.
    """
    written = load_config(session.config_file)
    rows = []
    for key, default, setting in settings():
        value: Value = getattr(written, key)
        waits = setting.is_applied_at_start and not _is_running(session, key, value)
        rows.append(SettingView(key, setting, default, value, waits))
    return SettingsView(tuple(rows), written.keys, session.config_file)


def _is_running(session: Session, key: str, value: Value) -> bool:
    if key == "data_dir":
        # The command line wins over it, so an empty one says nothing about where the program runs.
        return not value or Path(str(value)).expanduser().absolute() == session.folder
    return bool(getattr(session.config, key) == value)


def change_setting(session: Session, key: str, words: str | None) -> Config:
    """Write one key as it was typed, None to take it out, and go by it at once where that can be.

    Returns:
        What config.toml says now.

    Raises:
        ConfigError: no such key, no such value, or the file cannot be written; nothing is changed then.
    """
    written = set_value(session.config_file, key, None if words is None else parse_value(key, words))
    setting = next(setting for name, _, setting in settings() if name == key)
    if not setting.is_applied_at_start:
        # A key's name and the type of its value were checked above.
        changed = replace(session.config, **{key: getattr(written, key)})
        session.take_config(changed)
    return written


def change_keys(session: Session, action: str, keys: str | None) -> Config:
    """Write an action's keys, with commas; None takes them out.

    Raises:
        ConfigError: the file cannot be used or written.
    """
    written = set_keys(session.config_file, action, keys)
    session.take_config(replace(session.config, keys=written.keys))
    return written
