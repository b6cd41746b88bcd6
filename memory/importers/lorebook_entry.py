"""One lorebook entry as values that Reverie uses.

The one fact that a reader would get wrong: `values_of` is run again on the stored original whenever a file comes back or
goes out. What differs between two readings is what an author changed; nothing is compared by hash.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from memory.importers.foreign_json import Clean, told_value
from memory.importers.lorebook_fields import EntryError, EntryReader, ForeignEntry, Form
from memory.importers.lorebook_timers import MOST_MESSAGES, Timers, knobs_of
from memory.records import Kind, Knobs, Logic, Memory, Provenance, Trigger
from memory.rules.importance import importance_of
from memory.rules.keys import compile_trigger, split_keys

LOGIC_NUMBERS = (Logic.ANY, Logic.NOT_ALL, Logic.NOT_ANY, Logic.ALL)
"""World Info's `selectiveLogic`: the place in this tuple."""

_DECORATOR = re.compile(r"(@@@?)([a-z_]+)(?:[ \t]+(.*))?[ \t]*(?:\n|$)")
_NO_TEXT = "it has no text"


@dataclass(frozen=True, slots=True)
class EntryValues:
    """What Reverie uses of an entry, field by field, so that two readings can be compared.

    `importance` is 0..1: what the first layer gives, unless an export of Reverie's says otherwise.
    """

    text: str
    title: str = ""
    keys: tuple[str, ...] = ()
    exclude_keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    logic: Logic = Logic.ANY
    is_constant: bool = False
    probability: int = 100
    groups: tuple[str, ...] = ()
    is_case_sensitive: bool = False
    is_whole_words: bool = True
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    is_disabled: bool = False
    is_pinned: bool = False
    kind: Kind = Kind.FACT
    importance: float = 0.6

    @property
    def trigger(self) -> Trigger:
        """How the memory is reached."""
        return Trigger(
            keys=self.keys,
            exclude_keys=self.exclude_keys,
            secondary_keys=self.secondary_keys,
            logic=self.logic,
            is_constant=self.is_constant,
            probability=self.probability,
            groups=self.groups,
            is_case_sensitive=self.is_case_sensitive,
            is_whole_words=self.is_whole_words,
        )

    @property
    def knobs(self) -> Knobs:
        """Its hysteresis in turns."""
        return Knobs(self.sticky, self.cooldown, self.delay)

    @classmethod
    def of_memory(cls, memory: Memory) -> "EntryValues":
        """Return a stored memory's values."""
        trigger, knobs = memory.trigger, memory.knobs
        return cls(
            text=memory.text,
            title=memory.title,
            keys=trigger.keys,
            exclude_keys=trigger.exclude_keys,
            secondary_keys=trigger.secondary_keys,
            logic=trigger.logic,
            is_constant=trigger.is_constant,
            probability=trigger.probability,
            groups=trigger.groups,
            is_case_sensitive=trigger.is_case_sensitive,
            is_whole_words=trigger.is_whole_words,
            sticky=knobs.sticky,
            cooldown=knobs.cooldown,
            delay=knobs.delay,
            is_disabled=memory.is_disabled,
            is_pinned=memory.is_pinned,
            kind=memory.kind,
            importance=memory.importance,
        )

    def differences(self, other: "EntryValues") -> dict[str, Any]:
        """Return the fields in which `other` differs, with its values."""
        pairs = {one.name: (getattr(self, one.name), getattr(other, one.name)) for one in fields(self)}
        return {name: theirs for name, (ours, theirs) in pairs.items() if ours != theirs}


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """One entry, read.

    Args:
        values: What Reverie uses.
        timers: Its timers in messages, for the report.
        warnings: What an author should know, in words.
    """

    values: EntryValues
    timers: Timers = field(default_factory=Timers)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decorators:
    """The `@@` lines at the start of a content, and the text behind them.

    Args:
        lines: As written.
        text: What remains.
        is_activated: `@@activate`; likewise `is_deactivated`.
        exclude_keys: Of `@@exclude_keys`.
        unused: Names of those that Reverie has no use for.
    """

    lines: tuple[str, ...]
    text: str
    is_activated: bool
    is_deactivated: bool
    exclude_keys: tuple[str, ...]
    unused: tuple[str, ...]


def split_decorators(content: str) -> Decorators:
    """Part a content from its decorators. One with three signs counts only where the one before it is of no use here."""
    rest = content.lstrip()
    lines: list[str] = []
    used: dict[str, str] = {}
    unused: list[str] = []
    is_last_used = False
    while match := _DECORATOR.match(rest):
        signs, name, argument = match[1], match[2], match[3] or ""
        rest = rest[match.end() :]
        lines.append(match[0].rstrip())
        if signs == "@@@" and is_last_used:
            continue
        is_last_used = name in ("activate", "dont_activate", "exclude_keys")
        if is_last_used:
            used[name] = argument
        else:
            unused.append(name)
    excluded = tuple(split_keys(used.get("exclude_keys", "")))
    text = rest if lines else content
    return Decorators(tuple(lines), text, "activate" in used, "dont_activate" in used, excluded, tuple(unused))


def read_entry(entry: ForeignEntry, form: Form, clean: Clean) -> ReadEntry:
    """Read one entry.

    Args:
        entry: As it stands in the file.
        form: Which spelling is native.
        clean: Makes a text safe to show.

    Raises:
        EntryError: it cannot be imported; says why.
    """
    reader = EntryReader(entry, form, clean)
    timers = Timers(*(reader.whole(name, default=0, most=MOST_MESSAGES) for name in ("sticky", "cooldown", "delay")))
    knobs = knobs_of(timers)
    decorators = split_decorators(reader.text("content"))
    text = decorators.text.strip()
    keys = reader.keys("keys")
    secondary, logic = _condition(reader)
    foreign: dict[str, Any] = {
        "text": text,
        "title": reader.line("comment") or reader.line("name") or _first_key(keys),
        "keys": keys,
        "exclude_keys": decorators.exclude_keys,
        "secondary_keys": secondary,
        "logic": logic,
        "is_constant": reader.flag("constant", default=False) or decorators.is_activated,
        "probability": reader.percentage("probability") if reader.flag("use_probability", default=True) else 100,
        "groups": tuple(dict.fromkeys(part.strip() for part in reader.line("group").split(",") if part.strip())),
        "is_case_sensitive": reader.flag("case_sensitive", default=False),
        "is_whole_words": reader.flag("whole_words", default=True),
        "sticky": knobs.sticky,
        "cooldown": knobs.cooldown,
        "delay": knobs.delay,
        "is_disabled": reader.is_disabled() or decorators.is_deactivated,
    }
    own = _own_values(reader.own(), clean)
    final_text = own.get("text", text)
    if not final_text:
        raise EntryError(_NO_TEXT)
    usual = importance_of(kind=Kind.FACT, provenance=Provenance.AUTHORED, message_characters=len(final_text))
    values = EntryValues(**({"importance": usual} | foreign | own))
    return ReadEntry(values, timers, (*_decorator_warnings(decorators), *_key_warnings(values)))


def _condition(reader: EntryReader) -> tuple[tuple[str, ...], Logic]:
    """Return secondary keys and logic; neither where the entry does not use them."""
    secondary = reader.keys("secondary_keys")
    if not secondary or not reader.flag("selective", default=True):
        return (), Logic.ANY
    return secondary, LOGIC_NUMBERS[reader.whole("logic", default=0, most=len(LOGIC_NUMBERS) - 1)]


def _first_key(keys: Sequence[str]) -> str:
    return next((" ".join(key.split()) for key in keys if key.strip()), "")


def _decorator_warnings(decorators: Decorators) -> tuple[str, ...]:
    return tuple(f"@@{name} has no meaning here; it is kept for the export only" for name in decorators.unused)


def _key_warnings(values: EntryValues) -> tuple[str, ...]:
    bad = compile_trigger(values.trigger).bad_keys
    return tuple(f"the key “{' '.join(one.key.split())}” never matches: {one.reason}" for one in bad)


# What an export of Reverie's says beside the foreign fields


def own_name(field_name: str) -> str:
    """Return what a field of `EntryValues` is called there."""
    return "constant" if field_name == "is_constant" else field_name


def _own_values(own: ForeignEntry, clean: Clean) -> dict[str, Any]:
    values = {}
    for field_name, read in _OWN.items():
        name = own_name(field_name)
        if name in own:
            try:
                values[field_name] = read(own[name], clean)
            except (TypeError, ValueError) as error:
                shown = told_value(own[name], clean)
                raise EntryError(f"“extensions.reverie.{name}” is {shown}, which it cannot be") from error
    return values


def _own_text(value: object, clean: Clean) -> str:
    if not isinstance(value, str):
        raise TypeError
    return clean(value).strip()


def _own_texts(value: object, clean: Clean) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError
    return tuple(map(clean, value))


def _own_flag(value: object, _clean: Clean) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _own_share(value: object, _clean: Clean) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    if not 0 <= value <= 1:
        raise ValueError(value)
    return float(value)


_OWN: Mapping[str, Callable[[Any, Clean], Any]] = MappingProxyType(
    {
        "text": _own_text,
        "title": _own_text,
        "keys": _own_texts,
        "exclude_keys": _own_texts,
        "secondary_keys": _own_texts,
        "groups": _own_texts,
        "logic": lambda value, _clean: Logic(value),
        "kind": lambda value, _clean: Kind(value),
        "is_constant": _own_flag,
        "is_disabled": _own_flag,
        "is_pinned": _own_flag,
        "importance": _own_share,
    }
)
