"""Every setting: its meaning, default and range, and how `config.toml` is read.

The one fact that a reader would get wrong: the sections of the file are for reading only. Every key's name is unique,
so `config set`, overrides and a replay script name a key without its section.
"""

import difflib
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from assistant.config_errors import SettingError, at, bad_value, with_repair
from assistant.errors import ConfigError

Value = bool | int | float | str
T = TypeVar("T", bound=Value)
# NUL, and the halves of surrogate pairs that stand for bytes which are no UTF-8.
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")

KEYS = "keys"

PERSONA = "You are Reverie, a helpful assistant. Answer in one or two sentences."


@dataclass(frozen=True, slots=True)
class Setting:
    """What a person needs to know about one key.

    Args:
        zero_means: Non-empty where 0 stands outside the range and means this.
        is_applied_at_start: False where a change takes effect on the next turn.
    """

    section: str
    meaning: str
    minimum: float | None = None
    maximum: float | None = None
    zero_means: str = ""
    is_applied_at_start: bool = False

    def range_words(self) -> str:
        """Return the range as words, "" where there is none: `"0 to 2"`, `"512 to 1048576, or 0 for automatic"`."""
        if self.minimum is None or self.maximum is None:
            return ""
        words = f"{self.minimum:g} to {self.maximum:.15g}"
        return f"{words}, or 0 for {self.zero_means}" if self.zero_means else words


def _setting(
    default: T,
    section: str,
    meaning: str,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    zero_means: str = "",
    is_applied_at_start: bool = False,
) -> T:
    setting = Setting(section, meaning, minimum, maximum, zero_means, is_applied_at_start)
    return field(default=default, metadata={"setting": setting})


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings, checked. One attribute for each key of `config.toml`."""

    data_dir: str = _setting(
        "",
        "folders",
        'The folder of the database, its backups and the log; "" = the usual place for this system. '
        "--data-dir and REVERIE_DATA_DIR win over it.",
        is_applied_at_start=True,
    )
    model_path: str = _setting(
        "",
        "model",
        'The GGUF file of the chat model; "" = the small one that came with Reverie.',
        is_applied_at_start=True,
    )
    embedder_path: str = _setting(
        "",
        "model",
        'The GGUF file of the model that tells what texts mean, for finding memories; "" = the one that came with Reverie. '
        "Idle work makes the vectors anew.",
        is_applied_at_start=True,
    )
    n_ctx: int = _setting(
        0,
        "model",
        "How many tokens the model sees at once. Automatic: the least of 8,192, the model's own limit and what "
        "memory allows.",
        minimum=512,
        maximum=1_048_576,
        zero_means="automatic",
        is_applied_at_start=True,
    )
    n_threads: int = _setting(
        0,
        "model",
        "Processor threads for the model. Automatic: physical cores minus one.",
        minimum=1,
        maximum=512,
        zero_means="automatic",
        is_applied_at_start=True,
    )
    max_reply_tokens: int = _setting(
        1024, "model", "The longest reply, in tokens, reasoning included.", minimum=16, maximum=32_768
    )
    persona: str = _setting(PERSONA, "model", "How the assistant is to behave: the first lines of every prompt.")
    temperature: float = _setting(
        0.7, "sampling", "How freely words are chosen; 0 = always the likeliest.", minimum=0, maximum=2
    )
    top_p: float = _setting(
        0.95, "sampling", "Choose among the likeliest tokens that together have this probability.", minimum=0, maximum=1
    )
    top_k: int = _setting(
        40, "sampling", "Choose among this many of the likeliest tokens; 0 = all.", minimum=0, maximum=1000
    )
    min_p: float = _setting(
        0.05, "sampling", "Leave out tokens less likely than this share of the likeliest one.", minimum=0, maximum=1
    )
    repeat_penalty: float = _setting(
        1.1, "sampling", "How much a token that was just used is held back; 1 = not at all.", minimum=1, maximum=2
    )
    seed: int = _setting(
        -1,
        "sampling",
        "The same seed gives the same reply to the same prompt; -1 = a fresh one each time.",
        minimum=-1,
        maximum=2**31 - 1,
    )
    retrieved_sticky: int = _setting(
        7, "memory", "For how many turns a memory that came up stays in the prompt.", minimum=0, maximum=1000
    )
    retrieved_cooldown: int = _setting(
        4, "memory", "For how many turns a memory then stays out, unless it is asked for.", minimum=0, maximum=1000
    )
    retrieved_delay: int = _setting(
        0, "memory", "How many turns a chat must have before memories come up in it.", minimum=0, maximum=1000
    )
    memory_block_max_memories: int = _setting(
        6,
        "memory",
        "The most memories that one turn's prompt carries, the standing ones aside; fewer where the model would read "
        "longer than a second.",
        minimum=0,
        maximum=50,
    )
    context_share: float = _setting(
        0.25,
        "memory",
        "The most of the context that the memories of one turn may fill; less where the model would read longer than a "
        "second.",
        minimum=0,
        maximum=0.5,
    )
    day_starts_at_hour: int = _setting(
        4, "memory", "The local hour at which a new day begins, for summaries and dreams.", minimum=0, maximum=23
    )
    timezone: str = _setting(
        "", "memory", 'The time zone that dates are told in, as in "Europe/Rome"; "" = that of this computer.'
    )
    idle_after_s: int = _setting(
        120, "idle", "Seconds without a key or a turn after which idle work may begin.", minimum=5, maximum=86_400
    )
    fade: bool = _setting(True, "idle", "Whether memories that faded are moved to the archive of the index.")
    merge: bool = _setting(
        True, "idle", "Whether the same thing said twice becomes one memory, and a newer statement replaces an older."
    )
    gist: bool = _setting(True, "idle", "Whether each past day is summed up in a few of your own sentences.")
    scan: bool = _setting(True, "idle", "Whether the last replies are scanned for loops, every 3 days or 50 replies.")
    dreams: bool = _setting(True, "idle", "Whether Reverie dreams while you are away (about 80 tokens, every 15 min).")
    embed: bool = _setting(True, "idle", "Whether missing vectors are made, and all anew for another embedder.")
    backup: bool = _setting(True, "idle", "Whether the database is copied once a day and checked once a week.")
    backup_cap_bytes: int = _setting(
        2_000_000_000,
        "idle",
        "The most disk space for the last 7 daily backups; the newest is always kept.",
        minimum=0,
        maximum=10**15,
    )
    theme: str = _setting(
        "",
        "screen",
        "The colours of the screens, by name: the palette's Theme lists them; \"\" = Reverie's own dark ones.",
    )
    keys: tuple[tuple[str, str], ...] = ()
    """What `[keys]` rebinds: an action as "chat.new_chat" and its keys with commas. Whether there is such an action
    is the screens' business."""


def settings() -> Iterator[tuple[str, Value, Setting]]:
    """Yield every key in the order of the file: its name, default and description."""
    for each in fields(Config):
        if "setting" not in each.metadata:
            continue
        default, setting = each.default, each.metadata["setting"]
        assert isinstance(default, bool | int | float | str)
        assert isinstance(setting, Setting)
        yield each.name, default, setting


def load_config(path: Path | None, overrides: Mapping[str, object] | None = None) -> Config:
    """Read `path` (a missing file = all defaults), then put `overrides` on top.

    Raises:
        ConfigError: in one line, naming the file, the key, and the command that repairs it.
    """
    config = config_of_file(read_toml(path), path) if path else Config()
    return config_from_mapping(overrides or {}, base=config, where="command line")


def config_of_file(mapping: Mapping[str, object], path: Path) -> Config:
    """Check what a file holds.

    Raises:
        SettingError: a key that cannot be used; its hint ends with the command that takes it out.
    """
    try:
        return config_from_mapping(mapping, where=str(path))
    except SettingError as error:
        raise with_repair(error) from error


def read_toml(path: Path) -> Mapping[str, object]:
    """Read a file of settings, unchecked; a missing one is empty.

    Raises:
        ConfigError: it cannot be read, or is no TOML.
    """
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}.", "Correct that line, or move the file away.") from error
    except RecursionError as error:
        raise ConfigError(f"{path} nests values too deep.", "Write one value a key, or move the file away.") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}.", "Check the file's permissions.") from error


def config_from_mapping(mapping: Mapping[str, object], *, base: Config | None = None, where: str = "config") -> Config:
    """Check `mapping` (keys at the top or in their sections) and put it over `base`.

    Args:
        mapping: Values by key.
        base: What holds where `mapping` says nothing; None = the defaults.
        where: What an error names as the place: a file, or what stands for one; "" names none.

    Raises:
        SettingError: an unknown key (the nearest known one is named), a wrong type, or a value out of range.
    """
    known = {name: (default, setting) for name, default, setting in settings()}
    sections = {setting.section for _, setting in known.values()}
    changes: dict[str, Value | tuple[tuple[str, str], ...]] = {}
    if KEYS in mapping:
        changes[KEYS] = _keys(mapping[KEYS], where)
    for name, value, section in _flat({name: mapping[name] for name in mapping if name != KEYS}, sections):
        if name not in known:
            raise SettingError(f'{at(where)}unknown key "{name}".', nearest(name, [*known, *sections]), key=name)
        default, setting = known[name]
        if section and section != setting.section:
            hint = f"It belongs in [{setting.section}]."
            raise SettingError(f'{at(where)}"{name}" stands in [{section}].', hint, key=name)
        if name in changes:
            hint = f"Keep the one in [{setting.section}]."
            raise SettingError(f'{at(where)}"{name}" is there twice.', hint, key=name)
        changes[name] = _checked(name, value, default, setting, where)
    return replace(base or Config(), **changes)  # type: ignore[arg-type]  # `_checked` has tied each name to its type


def _keys(table: object, where: str, name: str = KEYS) -> tuple[tuple[str, str], ...]:
    """Read `[keys]`: an action's name, whole or by its scope's table, and a key or a list of keys."""
    if not isinstance(table, Mapping):
        hint = 'Write lines as: "chat.new_chat" = "f4"'
        raise SettingError(f"{at(where)}[{name}] must be a table, not {table!r}.", hint, key=name)
    found: list[tuple[str, str]] = []
    for inner, value in table.items():
        full = f"{name}.{inner}"
        if isinstance(value, Mapping):
            found += _keys(value, where, full)
            continue
        keys = [value] if isinstance(value, str) else value
        if not isinstance(keys, list) or not keys or not all(isinstance(one, str) and one.strip() for one in keys):
            raise bad_value(full, "must be a key or a list of keys", value=value, where=where)
        found.append((full.removeprefix(f"{KEYS}."), ",".join(key.strip() for one in keys for key in one.split(","))))
    return tuple(found)


def _flat(mapping: Mapping[str, object], sections: set[str]) -> Iterator[tuple[str, object, str]]:
    for name, value in mapping.items():
        if name in sections and isinstance(value, Mapping):
            for inner_name, inner_value in value.items():
                yield str(inner_name), inner_value, name
        else:
            yield name, value, ""


def nearest(name: str, known: list[str]) -> str:
    """Ask whether the nearest known name was meant."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.0)
    return f'Did you mean "{close[0]}"?'


def _checked(name: str, value: object, default: Value, setting: Setting, where: str) -> Value:
    expected = type(default)
    if expected is float and type(value) is int:
        value = float(value)
    is_finite = not isinstance(value, float) or math.isfinite(value)
    # Exact types, because True is an int to isinstance.
    if not isinstance(value, bool | int | float | str) or type(value) is not expected or not is_finite:
        raise _not_of_type(name, value, default, setting, where)
    if not isinstance(value, str) and setting.minimum is not None and setting.maximum is not None:
        is_special = bool(setting.zero_means) and value == 0
        if not is_special and not setting.minimum <= value <= setting.maximum:
            raise _not_of_type(name, value, default, setting, where)
    if isinstance(value, str) and _UNWRITABLE.search(value):
        raise bad_value(name, "must be text that a file can hold", value=value, where=where)
    if name == "timezone" and isinstance(value, str) and value and not is_timezone(value):
        raise bad_value(name, "must be the name of a time zone", 'Write it as "Europe/Rome".', value=value, where=where)
    return value


def _not_of_type(name: str, value: object, default: Value, setting: Setting, where: str = "") -> SettingError:
    return bad_value(name, f"must be {_type_words(default, setting)}", value=value, where=where)


def _type_words(default: Value, setting: Setting) -> str:
    words = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes"}[type(default)]
    return f"{words}, {setting.range_words()}" if setting.range_words() else words


def is_timezone(name: str) -> bool:
    """Tell whether a name is that of a known time zone."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def parse_value(key: str, text: str) -> Value:
    """Turn what was typed for `key` into its type; the range is checked where it is used.

    Raises:
        ConfigError: no such key, or the text is no value of its type.
    """
    known = {name: (default, setting) for name, default, setting in settings()}
    if key not in known:
        raise ConfigError(f'There is no key "{key}".', nearest(key, list(known)))
    default, setting = known[key]
    words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    try:
        if isinstance(default, bool):
            return words[text.strip().lower()]
        return type(default)(text)
    except (KeyError, ValueError) as error:
        raise _not_of_type(key, text, default, setting) from error
