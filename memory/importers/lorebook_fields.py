"""How the fields of a lorebook entry are spelled in each form, and how they are read and written.

The one fact that a reader would get wrong: an entry may carry both spellings, in conflict. The native one of its form wins
wherever it is present, null included; the other is read only where the native one is absent.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from memory.importers.foreign_json import Clean, told_value
from memory.rules.keys import split_keys

ForeignEntry = Mapping[str, Any]
Path = tuple[str, ...]

_EXTENSION, _OWN = "extensions", "reverie"
OWN_EXTENSION: Path = (_EXTENSION, _OWN)

_WORDS_OF_FLAGS = {"true": True, "false": False}
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_EXPECTED_FLAG = "expected true or false"


class Form(StrEnum):
    """Which spelling is native: World Info's object of entries, or the character book's list."""

    OBJECT = "object"
    LIST = "list"


class EntryError(ValueError):
    """An entry that cannot be imported; says why."""


_SPELLINGS: Mapping[str, tuple[tuple[Path, ...], tuple[Path, ...]]] = {
    # field: (World Info's paths, the character book's paths); the first is the one written
    "uid": ((("uid",),), (("id",),)),
    "keys": ((("key",),), (("keys",),)),
    "secondary_keys": ((("keysecondary",),), (("secondary_keys",),)),
    "content": ((("content",),), (("content",),)),
    "comment": ((("comment",),), (("comment",),)),
    "name": ((("name",),), (("name",),)),
    "constant": ((("constant",),), (("constant",),)),
    "selective": ((("selective",),), (("selective",),)),
    "logic": ((("selectiveLogic",),), ((_EXTENSION, "selectiveLogic"), (_EXTENSION, "selective_logic"))),
    "disable": ((("disable",),), ()),
    "enabled": ((), (("enabled",),)),
    "probability": ((("probability",),), ((_EXTENSION, "probability"),)),
    "use_probability": ((("useProbability",),), ((_EXTENSION, "useProbability"), (_EXTENSION, "use_probability"))),
    "group": ((("group",),), ((_EXTENSION, "group"),)),
    "case_sensitive": ((("caseSensitive",),), (("case_sensitive",), (_EXTENSION, "case_sensitive"))),
    "whole_words": ((("matchWholeWords",),), ((_EXTENSION, "match_whole_words"),)),
    "sticky": ((("sticky",),), ((_EXTENSION, "sticky"),)),
    "cooldown": ((("cooldown",),), ((_EXTENSION, "cooldown"),)),
    "delay": ((("delay",),), ((_EXTENSION, "delay"),)),
    "order": ((("order",),), (("insertion_order",),)),
}
CHARACTER_BOOK_ONLY = frozenset({"keys", "secondary_keys", "enabled", "case_sensitive", "insertion_order", "id"})
"""Top-level names that a World Info entry has under other names."""


def native_path(field: str, form: Form) -> Path:
    """Return where a form keeps a field."""
    world, book = _SPELLINGS[field]
    return (world or book)[0] if form is Form.OBJECT else (book or world)[0]


class EntryReader:
    """Reads one foreign entry's fields as values, and refuses what has the wrong type."""

    def __init__(self, entry: ForeignEntry, form: Form, clean: Clean) -> None:
        self._entry = entry
        self._form = form
        self._clean = clean

    def raw(self, field: str) -> Any:
        """Return a field as it is in the file; None where it is null or absent."""
        return self._find(field)[1]

    def text(self, field: str) -> str:
        """Return a text, cleaned; "" where it is null or absent."""
        value = self.raw(field)
        if value is None:
            return ""
        if isinstance(value, str):
            return self._clean(value)
        if _is_whole(value):
            return str(value)
        raise EntryError(f"{self._told(field, value)}; expected a text")

    def line(self, field: str) -> str:
        """Return a text on one line."""
        return " ".join(self.text(field).split())

    def flag(self, field: str, *, default: bool) -> bool:
        """Return a switch; some programs write it as 0 and 1, or in quotes."""
        value = self.raw(field)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        if _is_whole(value) and value in (0, 1):
            return bool(value)
        if isinstance(value, str) and value.strip().lower() in _WORDS_OF_FLAGS:
            return _WORDS_OF_FLAGS[value.strip().lower()]
        raise EntryError(f"{self._told(field, value)}; {_EXPECTED_FLAG}")

    def is_disabled(self) -> bool:
        """Tell whether the entry is switched off: the forms spell that the opposite way round."""
        fields = ("disable", "enabled") if self._form is Form.OBJECT else ("enabled", "disable")
        for field in fields:
            if self._find(field)[0]:
                return self.flag(field, default=field == "enabled") is (field == "disable")
        return False

    def whole(self, field: str, *, default: int, most: int) -> int:
        """Return a whole number from 0 to `most`, also one that was written in quotes; blank quotes are the default."""
        value = self.raw(field)
        number = _whole_number(value)
        if value is None or (isinstance(value, str) and not value.strip()):
            return default
        if number is None or not 0 <= number <= most:
            raise EntryError(f"{self._told(field, value)}; expected a whole number from 0 to {most:,}")
        return number

    def percentage(self, field: str) -> int:
        """Return a percentage as a whole number, 0..100; 100 where it is null or absent."""
        value = self.raw(field)
        if isinstance(value, float) and 0 <= value <= 100:  # noqa: PLR2004 - a percentage
            return round(value)
        return self.whole(field, default=100, most=100)

    def keys(self, field: str) -> tuple[str, ...]:
        """Return keys: a list, or one text with commas between them."""
        value = self.raw(field)
        if value is None:
            return ()
        if isinstance(value, str):
            return tuple(map(self._clean, split_keys(value)))
        if not isinstance(value, list):
            raise EntryError(f"{self._told(field, value)}; expected a list of texts")
        return tuple(self._key(field, one) for one in value)

    def own(self) -> ForeignEntry:
        """Return what an export of Reverie's put beside the foreign fields."""
        found = _at(self._entry, OWN_EXTENSION)[1]
        return found if isinstance(found, dict) else {}

    def _key(self, field: str, value: object) -> str:
        if isinstance(value, str):
            return self._clean(value)
        if _is_whole(value):
            return str(value)
        raise EntryError(f"{self._told(field, value)} as one of its keys; expected a text")

    def _find(self, field: str) -> tuple[bool, Any]:
        world, book = _SPELLINGS[field]
        for paths in (world, book) if self._form is Form.OBJECT else (book, world):
            found = [_at(self._entry, path) for path in paths]
            if any(is_there for is_there, _value in found):
                return True, next((value for _is_there, value in found if value is not None), None)
        return False, None

    def _told(self, field: str, value: object) -> str:
        return f"“{native_path(field, self._form)[-1]}” is {told_value(value, self._clean)}"


def put(entry: dict[str, Any], path: Path, value: object) -> None:
    """Write a value into an entry; what is in the way of its path and no object is replaced by one."""
    *folders, name = path
    for folder in folders:
        if not isinstance(entry.get(folder), dict):
            entry[folder] = {}
        entry = entry[folder]
    entry[name] = value


def remove_own(entry: dict[str, Any], names: Iterable[str]) -> None:
    """Take values out of Reverie's extension, and the extension with the last of them."""
    if not _at(entry, OWN_EXTENSION)[0] or not isinstance(entry[_EXTENSION][_OWN], dict):
        return
    own = entry[_EXTENSION][_OWN]
    for name in names:
        own.pop(name, None)
    if not own:
        del entry[_EXTENSION][_OWN]
    if not entry[_EXTENSION]:
        del entry[_EXTENSION]


def _at(entry: ForeignEntry, path: Path) -> tuple[bool, Any]:
    value: Any = entry
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return False, None
        value = value[name]
    return True, value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole_number(value: object) -> int | None:
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
