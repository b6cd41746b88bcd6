"""How `config.toml` is changed: one key at a time, comments and order kept.

The one fact that a reader would get wrong: setting checks the whole file as it would become, so one that cannot be used
is never left behind; taking out always goes, because it is how such a file is repaired. tomlkit is imported only to
write: starting must stay quick.
"""

import tomllib
from collections.abc import Callable, Iterator, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.config import (
    KEYS,
    Config,
    Value,
    config_from_mapping,
    config_of_file,
    load_config,
    nearest,
    read_toml,
    settings,
)
from assistant.config_errors import SettingError
from assistant.config_places import usable_place
from assistant.errors import ConfigError
from assistant.replaced_file import replace_file

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    # What tomlkit's containers are, the document too.
    Holder = MutableMapping[str, Any]


def set_value(path: Path, key: str, value: Value | None) -> Config:
    """Write one key into `path`, everything else (comments too) as it was; None takes the key out.

    A value that is the default is no line of the file: the key is taken out then too.

    Raises:
        ConfigError: the key, the value, or what the file holds besides cannot be used.
    """
    if value is None:
        unset_value(path, key)
        return load_config(path)
    if isinstance(value, str):
        value = usable_place(key, value)
    config_from_mapping({key: value}, where="")
    section, default = next((setting.section, default) for name, default, setting in settings() if name == key)

    def change(document: "TOMLDocument") -> None:
        import tomlkit  # noqa: PLC0415 - see the module's docstring

        places = list(_holders(document, key))
        kept = document.get(section)
        if not isinstance(kept, dict) or (key not in kept and key in document):
            kept = document
        for place in places:
            if value == default or place is not kept:
                del place[key]
        if value == default:
            _drop_if_empty(document, section)
        elif key in kept or kept is not document:
            kept[key] = value
        else:
            table = tomlkit.table()
            table.add(key, value)
            # In place of a value that stands where the section belongs, which no start could read.
            document[section] = table

    return _rewrite(path, change)


def unset_value(path: Path, key: str) -> None:
    """Take a key out of `path` wherever it stands there, known or not; `keys.chat.new_chat` takes out an action's keys.

    Raises:
        ConfigError: there is no such key, neither in the file nor at all; or the file is no TOML or cannot be written.
    """
    names = [name for name, _, _ in settings()]
    is_found = False

    def change(document: "TOMLDocument") -> None:
        nonlocal is_found
        for place in list(_holders(document, key)):
            is_found = True
            del place[key]
        head, _, rest = key.partition(".")
        if head == KEYS and rest and isinstance(document.get(KEYS), dict):
            is_found = _drop_dotted(document[KEYS], rest) or is_found
        for section in {KEYS, *(setting.section for _, _, setting in settings())}:
            if is_found:
                _drop_if_empty(document, section)

    text = _changed(path, change)
    if not is_found and key not in names and not key.startswith(f"{KEYS}."):
        raise SettingError(f'There is no key "{key}".', nearest(key, names), key=key)
    if is_found:
        _write(path, text)


def set_keys(path: Path, action: str, keys: str | None) -> Config:
    """Write an action's keys, with commas, into `[keys]`; None takes them out, so that its own hold again.

    Raises:
        ConfigError: what the file already holds cannot be used, or it cannot be written.
    """
    if keys is None:
        unset_value(path, f"{KEYS}.{action}")
        return load_config(path)

    def change(document: "TOMLDocument") -> None:
        import tomlkit  # noqa: PLC0415 - see the module's docstring

        table = document.get(KEYS)
        if not isinstance(table, dict):
            table = tomlkit.table()
            document[KEYS] = table
        if action not in table:
            _drop_dotted(table, action)
        table[action] = keys.split(",") if "," in keys else keys

    return _rewrite(path, change)


def _holders(document: "TOMLDocument", key: str) -> "Iterator[Holder]":
    """Yield the document and its tables, those that have the key; not `[keys]`, whose names are actions."""
    if key in document:
        yield document
    yield from (table for name, table in document.items() if name != KEYS and isinstance(table, dict) and key in table)


def _drop_dotted(table: "Holder", name: str) -> bool:
    """Take "chat.new_chat" out, whether it is one name or a table's; tell whether it was there."""
    is_found = name in table
    if is_found:
        del table[name]
    head, dot, rest = name.partition(".")
    inner = table.get(head)
    if dot and isinstance(inner, dict) and _drop_dotted(inner, rest):
        is_found = True
        if not inner:
            del table[head]
    return is_found


def _drop_if_empty(document: "TOMLDocument", section: str) -> None:
    """Take the heading of a section away that holds nothing, no comment either."""
    from tomlkit.items import Table  # noqa: PLC0415 - see the module's docstring

    table = document.get(section)
    if isinstance(table, Table) and not table and not table.as_string().strip():
        del document[section]


def _rewrite(path: Path, change: Callable[["TOMLDocument"], None]) -> Config:
    """Change the file; the whole of it as it would become is checked before it replaces the old one in one step."""
    text = _changed(path, change)
    config = config_of_file(tomllib.loads(text), path)
    _write(path, text)
    return config


def _changed(path: Path, change: Callable[["TOMLDocument"], None]) -> str:
    import tomlkit  # noqa: PLC0415 - see the module's docstring

    # Says in words what is wrong with a file that is no TOML.
    read_toml(path)
    document = tomlkit.parse(path.read_text("utf-8") if path.exists() else "")
    change(document)
    return tomlkit.dumps(document)


def _write(path: Path, text: str) -> None:
    """Replace the file, unless it says the same already: what nobody changed is not made."""
    if text == (path.read_text("utf-8") if path.exists() else ""):
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, [text])
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.", "Check the folder's permissions.") from error
