"""How `config.toml` is changed: one key at a time, comments and order kept.

The one fact that a reader would get wrong: what is written was checked as a whole first, so a file that cannot be used
is never left behind. tomlkit is imported only to write: starting must stay quick.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.config import KEYS, Config, Value, config_from_mapping, load_config, nearest, settings
from assistant.errors import ConfigError
from assistant.replaced_file import replace_file

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def set_value(path: Path, key: str, value: Value | None) -> Config:
    """Write one key into `path`, everything else (comments too) as it was; None takes the key out.

    Raises:
        ConfigError: the key, the value, or what the file already holds cannot be used.
    """
    import tomlkit  # noqa: PLC0415 - see the module's docstring

    config_from_mapping({} if value is None else {key: value}, where=str(path))
    known = {name: setting for name, _, setting in settings()}
    if key not in known:
        raise ConfigError(f'{path}: unknown key "{key}".', nearest(key, list(known)))
    section = known[key].section

    def change(document: "TOMLDocument") -> None:
        holder = document if key in document else document.get(section)
        if value is None:
            if holder is not None and key in holder:
                del holder[key]
        elif holder is None:
            table = tomlkit.table()
            table.add(key, value)
            document.add(section, table)
        else:
            holder[key] = value

    return _rewrite(path, change)


def set_keys(path: Path, action: str, keys: str | None) -> Config:
    """Write an action's keys, with commas, into `[keys]`; None takes them out, so that its own hold again.

    Raises:
        ConfigError: what the file already holds cannot be used, or it cannot be written.
    """
    import tomlkit  # noqa: PLC0415 - see the module's docstring

    def change(document: "TOMLDocument") -> None:
        table = document.get(KEYS)
        if table is None:
            table = tomlkit.table()
            document.add(KEYS, table)
        scope, _, name = action.partition(".")
        inner = table.get(scope)
        if isinstance(inner, dict) and name in inner:
            del inner[name]
        if action in table:
            del table[action]
        if keys is not None:
            table[action] = keys.split(",") if "," in keys else keys

    return _rewrite(path, change)


def _rewrite(path: Path, change: Callable[["TOMLDocument"], None]) -> Config:
    """Change the file; the whole of it as it would become is checked before it replaces the old one in one step."""
    import tomlkit  # noqa: PLC0415 - see the module's docstring

    load_config(path)
    document = tomlkit.parse(path.read_text("utf-8") if path.exists() else "")
    change(document)
    text = tomlkit.dumps(document)
    config = config_from_mapping(tomllib.loads(text), where=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, [text])
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.", "Check the folder's permissions.") from error
    return config
