"""Lorebooks out: entries as they came in, with what was edited here written into them.

The one fact that a reader would get wrong: nothing is written from scratch. An entry is changed only where reading it
again would not give the memory, and what its form has no field for goes into `extensions.reverie`.
"""

import copy
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from itertools import count
from types import MappingProxyType
from typing import Any

from memory.importers.foreign_json import Clean
from memory.importers.lorebook import Original, find_frame
from memory.importers.lorebook_entry import LOGIC_NUMBERS, EntryValues, own_name, read_entry, split_decorators
from memory.importers.lorebook_fields import (
    CHARACTER_BOOK_ONLY,
    OWN_EXTENSION,
    EntryError,
    EntryReader,
    Form,
    native_path,
    put,
    remove_own,
)
from memory.importers.lorebook_timers import timers_of

_WORLD_INFO_ENTRY: Mapping[str, Any] = MappingProxyType(
    {
        "uid": 0,
        "key": [],
        "keysecondary": [],
        "comment": "",
        "content": "",
        "constant": False,
        "vectorized": False,
        "selective": True,
        "selectiveLogic": 0,
        "order": 100,
        "position": 0,
        "disable": False,
        "probability": 100,
        "useProbability": True,
        "group": "",
        "groupOverride": False,
        "groupWeight": 100,
        "scanDepth": None,
        "caseSensitive": None,
        "matchWholeWords": None,
        "sticky": 0,
        "cooldown": 0,
        "delay": 0,
        "excludeRecursion": False,
        "preventRecursion": False,
        "delayUntilRecursion": False,
        "role": None,
        "triggers": [],
    }
)


@dataclass(frozen=True, slots=True)
class Exported:
    """A memory on its way out.

    Args:
        values: The memory as it is now.
        original: The entry it came from, or None for one that was written here.
        form: The native spelling of that entry.
    """

    values: EntryValues
    original: Original | None = None
    form: Form = Form.OBJECT


def updated_entry(entry: Mapping[str, Any], wanted: EntryValues, form: Form, clean: Clean) -> dict[str, Any]:
    """Return an entry that reads as `wanted`, changed only where it does not do so already."""
    updated: dict[str, Any] = copy.deepcopy(dict(entry))
    remove_own(updated, map(own_name, _unequal(updated, wanted, form, clean)))
    changed = _unequal(updated, wanted, form, clean)
    for names, write in _WRITERS.items():
        if changed & names:
            write(updated, wanted, form, clean)
    for name in _unequal(updated, wanted, form, clean):
        value = getattr(wanted, name)
        put(updated, (*OWN_EXTENSION, own_name(name)), list(value) if isinstance(value, tuple) else value)
    return updated


def fill_envelope(envelope: str, entries: Iterable[Exported], left_out: Iterable[Original], clean: Clean) -> str:
    """Return a lorebook's file in the form it came in.

    Args:
        envelope: The file without entries.
        entries: Its memories.
        left_out: What became none, to be written back as it was.
        clean: Makes a text safe to show.
    """
    root = json.loads(envelope)
    frame = find_frame(root)
    assert frame is not None  # it was one when it was stored
    filled = [
        replace(one.original, entry=updated_entry(one.original.entry, one.values, frame.form, clean))
        for one in entries
        if one.original is not None
    ]
    ordered = sorted((*filled, *left_out), key=lambda one: one.place)
    if frame.form is Form.LIST:
        frame.book["entries"] = [one.entry for one in ordered]
    else:
        frame.book["entries"] = _by_slot(ordered)
    return _file_text(root)


def world_info(entries: Iterable[Exported], clean: Clean) -> str:
    """Return memories of any origin as one World Info file, numbered anew."""
    numbered = {}
    for uid, one in enumerate(entries):
        base = dict(_WORLD_INFO_ENTRY)
        if one.original is not None:
            base |= _as_world_info(one.original.entry, one.form, clean)
        numbered[str(uid)] = updated_entry(base | {"uid": uid}, one.values, Form.OBJECT, clean)
    return _file_text({"entries": numbered})


def _as_world_info(entry: Mapping[str, Any], form: Form, clean: Clean) -> dict[str, Any]:
    """Return what of an entry can stand in World Info beside the fields that Reverie writes."""
    if form is Form.OBJECT:
        return dict(entry)
    kept = {name: value for name, value in entry.items() if name not in CHARACTER_BOOK_ONLY}
    if not isinstance(kept.get("position"), int):
        kept.pop("position", None)
    order = EntryReader(entry, form, clean).raw("order")
    return kept | ({} if order is None else {"order": order})


def _unequal(entry: Mapping[str, Any], wanted: EntryValues, form: Form, clean: Clean) -> set[str]:
    """Name the fields that do not read as wanted; all of them where the entry cannot be read."""
    try:
        return set(read_entry(entry, form, clean).values.differences(wanted))
    except EntryError:
        return {one.name for one in fields(EntryValues)}


def _by_slot(ordered: Iterable[Original]) -> dict[str, Any]:
    """Put entries under their own names; one that has none, or whose name is taken, gets the next free number."""
    by_slot: dict[str, Any] = {}
    for one in ordered:
        names = (str(number) for number in count(len(by_slot)))
        is_free = one.slot is not None and one.slot not in by_slot
        slot = one.slot if is_free and one.slot is not None else next(name for name in names if name not in by_slot)
        by_slot[slot] = one.entry
    return by_slot


def _file_text(root: object) -> str:
    return json.dumps(root, ensure_ascii=False, indent=2) + "\n"


# Writers of single fields, in the form's own spelling

_Write = Callable[[dict[str, Any], EntryValues, Form, Clean], None]


def _write_content(entry: dict[str, Any], wanted: EntryValues, form: Form, clean: Clean) -> None:
    """Write the text behind those decorators that still hold."""
    try:
        old = split_decorators(EntryReader(entry, form, clean).text("content"))
    except EntryError:
        old = split_decorators("")
    dropped = {
        "@@activate": not wanted.is_constant,
        "@@dont_activate": not wanted.is_disabled,
        "@@exclude_keys": old.exclude_keys != wanted.exclude_keys,
    }
    kept = [line for line in old.lines if not dropped.get(line.replace("@@@", "@@").split()[0], False)]
    put(entry, native_path("content", form), "\n".join((*kept, wanted.text)))


def _write_condition(entry: dict[str, Any], wanted: EntryValues, form: Form, _clean: Clean) -> None:
    put(entry, native_path("secondary_keys", form), list(wanted.secondary_keys))
    put(entry, native_path("logic", form), LOGIC_NUMBERS.index(wanted.logic))
    if wanted.secondary_keys:
        put(entry, native_path("selective", form), True)


def _write_probability(entry: dict[str, Any], wanted: EntryValues, form: Form, _clean: Clean) -> None:
    put(entry, native_path("probability", form), wanted.probability)
    put(entry, native_path("use_probability", form), True)


def _write_timers(entry: dict[str, Any], wanted: EntryValues, form: Form, _clean: Clean) -> None:
    timers = timers_of(wanted.knobs)
    put(entry, native_path("sticky", form), timers.sticky)
    put(entry, native_path("cooldown", form), timers.cooldown)
    put(entry, native_path("delay", form), timers.delay)


def _write_disabled(entry: dict[str, Any], wanted: EntryValues, form: Form, _clean: Clean) -> None:
    field, value = ("disable", wanted.is_disabled) if form is Form.OBJECT else ("enabled", not wanted.is_disabled)
    put(entry, native_path(field, form), value)


def _plain(field: str, value_of: Callable[[EntryValues], object]) -> _Write:
    def write(entry: dict[str, Any], wanted: EntryValues, form: Form, _clean: Clean) -> None:
        put(entry, native_path(field, form), value_of(wanted))

    return write


# The order counts: the content's decorators depend on constant and disabled, a title falls back on the keys.
_WRITERS: Mapping[frozenset[str], _Write] = MappingProxyType(
    {
        frozenset({"keys"}): _plain("keys", lambda wanted: list(wanted.keys)),
        frozenset({"secondary_keys", "logic"}): _write_condition,
        frozenset({"is_constant"}): _plain("constant", lambda wanted: wanted.is_constant),
        frozenset({"probability"}): _write_probability,
        frozenset({"groups"}): _plain("group", lambda wanted: ", ".join(wanted.groups)),
        frozenset({"is_case_sensitive"}): _plain("case_sensitive", lambda wanted: wanted.is_case_sensitive),
        frozenset({"is_whole_words"}): _plain("whole_words", lambda wanted: wanted.is_whole_words),
        frozenset({"sticky", "cooldown", "delay"}): _write_timers,
        frozenset({"is_disabled"}): _write_disabled,
        frozenset({"text", "is_constant", "is_disabled", "exclude_keys"}): _write_content,
        frozenset({"title"}): _plain("comment", lambda wanted: wanted.title),
    }
)
