"""What each command of a replay script may hold, and the check that names line, field and expectation.

The one fact that a reader would get wrong: a field that is not listed here stops the run; only `expect` is let through.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from assistant.cleaning import clean_text
from assistant.config import is_timezone
from assistant.file_import import KINDS
from assistant.jobs.job import JobName
from assistant.replay_errors import FieldError, ScriptError, cut, shown
from memory.records import Kind, Logic, Mode, Provenance

_LARGEST_AMOUNT = 1e12
_LARGEST_COUNT = 10**9
_WHOLE_PERCENT = 100
# Beyond these the store and the calendar cannot reckon with a day before or after.
_FIRST_YEAR, _LAST_YEAR = 100, 9900
_MOMENTS = f"from the year {_FIRST_YEAR} to {_LAST_YEAR}"


@dataclass(frozen=True, slots=True)
class Field:
    """One field: what is expected in words, the test, and the default; `is_required` has none."""

    expected: str
    is_valid: Callable[[Any], bool]
    default: Any = None
    is_required: bool = False


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST_AMOUNT


def _is_text(value: object) -> bool:
    # JSON can write half of a surrogate pair; no tokeniser or database takes one.
    return isinstance(value, str) and not any("\ud800" <= one <= "\udfff" for one in value)


def _is_words(value: object) -> bool:
    return _is_text(value) and isinstance(value, str) and bool(clean_text(value).strip())


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(one) for one in value)


def _is_moment(value: object) -> bool:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
        return at is not None and at.tzinfo is not None and _is_possible(at.astimezone(UTC))
    except (ValueError, OverflowError):
        return False


def _is_possible(at: datetime) -> bool:
    return _FIRST_YEAR <= at.year < _LAST_YEAR


def moment_after(at: datetime, *, days: float = 0, hours: float = 0, minutes: float = 0) -> datetime:
    """Return the moment so long after `at`.

    Raises:
        FieldError: it is out of the range of moments; names the largest of the three.
    """
    try:
        there = at + timedelta(days=days, hours=hours, minutes=minutes)
    except OverflowError:
        there = None
    if there is None or not _is_possible(there):
        in_minutes = {"days": days * 24 * 60, "hours": hours * 60, "minutes": minutes}
        raise FieldError(max(in_minutes, key=lambda name: in_minutes[name]), f"a time that leads to moments {_MOMENTS}")
    return there


def moment_before(at: datetime, age_hours: float) -> datetime:
    """Return the moment so long before `at`.

    Raises:
        FieldError: it is out of the range of moments.
    """
    try:
        there = at - timedelta(hours=age_hours)
    except OverflowError:
        there = None
    if there is None or not _is_possible(there):
        raise FieldError("age_hours", f"an age that leads to moments {_MOMENTS}")
    return there


def _text(default: str | None = None) -> Field:
    return Field("a string", _is_text, default, default is None)


def _words() -> Field:
    return Field("a string of words", _is_words, is_required=True)


def _optional_words() -> Field:
    return Field("a string of words", _is_words)


def _flag(*, default: bool | None = False) -> Field:
    return Field("true or false", lambda value: isinstance(value, bool), default)


def _required_flag() -> Field:
    return Field("true or false", lambda value: isinstance(value, bool), is_required=True)


def _count(default: int | None = None, *, is_required: bool = False, least: int = 0) -> Field:
    words = f"a whole number, {least} or more and below {_LARGEST_COUNT:,}"
    return Field(words, lambda value: _is_int(value) and least <= value < _LARGEST_COUNT, default, is_required)


def _amount(default: float | None = None) -> Field:
    return Field(
        f"a number, 0 or more and below {_LARGEST_AMOUNT:g}", lambda value: _is_number(value) and value >= 0, default
    )


def _job_list() -> Field:
    names = [str(one) for one in JobName]
    return Field(
        "a list of " + ", ".join(names) + ", or null for all that are due",
        lambda value: _is_texts(value) and all(one in names for one in value),
    )


def _one_of(values: type[Kind] | type[Logic] | type[Mode] | type[Provenance], default: str | None = None) -> Field:
    words = [str(one) for one in values]
    return Field("one of " + ", ".join(words), lambda value: value in words, default)


def _texts(default: list[str] | None = None) -> Field:
    return Field("a list of strings", _is_texts, default)


_SHARE = Field("a number from 0 to 1", lambda value: _is_number(value) and 0 <= value <= 1)
_PERCENT = Field("a whole number from 0 to 100", lambda value: _is_int(value) and 0 <= value <= _WHOLE_PERCENT)
_REPLY = Field(
    "a string, or a list of one or two strings (draft, rewrite)",
    lambda value: _is_text(value) or (_is_texts(value) and len(value) in (1, 2)),
    "ok",
)

_MEMORY: Mapping[str, Field] = {
    "text": _words(),
    "provenance": _one_of(Provenance, "authored"),
    "kind": _one_of(Kind, "fact"),
    "importance": _SHARE,
    "age_hours": _amount(0),
    "keys": _texts([]),
    "exclude_keys": _texts([]),
    "secondary_keys": _texts([]),
    "logic": _one_of(Logic, "any"),
    "sticky": _count(),
    "cooldown": _count(),
    "delay": _count(),
    "constant": _flag(),
    "pinned": _flag(),
    "disabled": _flag(),
    "probability": _PERCENT,
    "group": _text(""),
}


def _given_only(fields: Mapping[str, Field]) -> Mapping[str, Field]:
    """Make every field optional, absent where it is not given: an edit."""
    return {name: Field(one.expected, one.is_valid) for name, one in fields.items()}


COMMANDS: Mapping[str, Mapping[str, Field]] = {
    "start": {
        "at": Field(f"an ISO 8601 moment with a time zone, {_MOMENTS}", _is_moment, "2026-01-05T09:00:00Z"),
        "tz": Field('a time zone as in "Europe/Rome"', lambda value: _is_words(value) and is_timezone(value)),
        "seed": Field("a whole number", _is_int, 0),
        "config": Field("an object", lambda value: isinstance(value, dict), {}),
    },
    "memory": {"id": _words(), **_MEMORY},
    "chat": {"name": _words()},
    "say": {"text": _words(), "reply": _REPLY, "mode": _one_of(Mode)},
    "preview": {"text": _words(), "mode": _one_of(Mode)},
    "regenerate": {"reply": _REPLY},
    "cancel": {"text": _words(), "after_tokens": _count(0), "reply": _REPLY},
    "rewind": {"to_turn": _count(is_required=True)},
    "branch": {"from_turn": _count(is_required=True), "name": _words()},
    "edit": {"id": _text(), **_given_only(_MEMORY)},
    "forget": {"id": _optional_words(), "text": _optional_words()},
    "ban": {"term": _words()},
    "unban": {"term": _words()},
    "pin": {"term": _optional_words(), "id": _optional_words()},
    "unpin": {"term": _optional_words(), "id": _optional_words()},
    "import": {
        "path": _words(),
        "format": Field(f"one of {', '.join(KINDS)}, or null to tell it by the content", lambda value: value in KINDS),
    },
    "feedback": {"id": _text(), "useful": _required_flag()},
    "advance": {"minutes": _amount(0), "hours": _amount(0), "days": _amount(0)},
    "recall": {"text": _text(), "k": _count(10, least=1)},
    "inspect": {"id": _text()},
    "idle": {"jobs": _job_list()},
    "undo": {"intervention": _count(is_required=True, least=1)},
    "health": {},
    "restart": {"kill": _flag()},
}


def check(line: int, command: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Check one line and fill in the defaults; null counts as not given.

    Raises:
        ScriptError: an unknown `do`, or an unknown, missing or mistyped field.
    """
    do = command.get("do")
    if not isinstance(do, str) or do not in COMMANDS:
        raise ScriptError(line, f'"do": expected one of {", ".join(COMMANDS)}, not {shown(do)}')
    fields = COMMANDS[do]
    for name in command:
        if name not in fields and name not in ("do", "expect"):
            named = cut(name)
            raise ScriptError(line, f'"{named}": {do} has no such field; expected one of {", ".join(fields)}')
    values = {}
    for name, one in fields.items():
        value = command.get(name)
        if value is None:
            if one.is_required:
                raise ScriptError(line, f'"{name}": {do} needs it; expected {one.expected}')
            values[name] = one.default
        elif one.is_valid(value):
            values[name] = value
        else:
            raise ScriptError(line, f'"{name}": expected {one.expected}, not {shown(value)}')
    return do, values
