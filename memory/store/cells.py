"""Read the values of a row that may hold nonsense, as a damaged or hand-edited file does.

The one fact that a reader would get wrong: nothing here raises. A value that is none of its kind is named in words, and a
harmless one stands in for it, so that one bad cell never costs the row, nor the rows beside it.
"""

import json
import math
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TypeVar

from memory.database import Row
from memory.store.rows import from_ms

Member = TypeVar("Member", bound=StrEnum)

# Both ends leave room for any time zone.
FIRST_MS, LAST_MS = -62_000_000_000_000, 253_000_000_000_000
# Knobs, pieces, tokens, sayings: far beyond what any of them comes to.
LARGEST_COUNT = 2**31 - 1
NO_MOMENT = datetime(1970, 1, 1, tzinfo=UTC)
_SHOWN_CHARACTERS = 24

# What reading a row as if it were sound raises where it is not.
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


class Cells:
    """The values of one row, by name. `damage` names those that are none of their kind."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self.damage: list[str] = []

    def member(self, name: str, instead: Member) -> Member:
        """Read one of a closed set."""
        try:
            return type(instead)(self._row[name])
        except ValueError:
            return self._bad(name, instead)

    def moment(self, name: str, instead: datetime = NO_MOMENT) -> datetime:
        """Read a moment."""
        value = self._row[name]
        if isinstance(value, int) and FIRST_MS <= value <= LAST_MS:
            return from_ms(value)
        return self._bad(name, instead)

    def optional_moment(self, name: str, instead: datetime | None = None) -> datetime | None:
        """Read a moment that may be absent."""
        value = self._row[name]
        if value is None or (isinstance(value, int) and FIRST_MS <= value <= LAST_MS):
            return None if value is None else from_ms(value)
        return self._bad(name, instead)

    def share(self, name: str, instead: float) -> float:
        """Read a number from 0 to 1."""
        value = self._row[name]
        if isinstance(value, int | float) and 0.0 <= value <= 1.0:
            return float(value)
        return self._bad(name, instead)

    def number(self, name: str, instead: float | None) -> float | None:
        """Read a number that may be absent."""
        value = self._row[name]
        if value is None or (isinstance(value, int | float) and math.isfinite(value)):
            return value
        return self._bad(name, instead)

    def count(self, name: str, instead: int = 0) -> int:
        """Read a whole number from 0."""
        value = self._row[name]
        return value if isinstance(value, int) and 0 <= value <= LARGEST_COUNT else self._bad(name, instead)

    def optional_id(self, name: str) -> int | None:
        """Read an id that may be absent."""
        value = self._row[name]
        return value if value is None or isinstance(value, int) else self._bad(name, None)

    def text(self, name: str) -> str:
        """Read a text; bytes are read as one."""
        value = self._row[name]
        return value if isinstance(value, str) else self._bad(name, as_text(value))

    def texts(self, name: str) -> tuple[str, ...]:
        """Read a JSON list of texts."""
        try:
            value = json.loads(self._row[name])
        except UNREADABLE:
            return self._bad(name, ())
        is_sound = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return tuple(value) if is_sound else self._bad(name, ())

    def flag(self, name: str) -> bool:
        """Read a yes or no."""
        value = self._row[name]
        return bool(value) if isinstance(value, int) else self._bad(name, True)

    def note(self, name: str) -> None:
        """Name a value that the caller has judged itself."""
        self._bad(name, None)

    def _bad(self, name: str, instead: "T") -> "T":
        shown = " ".join(as_text(self._row[name]).split())
        cut = shown if len(shown) <= _SHOWN_CHARACTERS else f"{shown[:_SHOWN_CHARACTERS]}…"
        self.damage.append(f"{name.replace('_', ' ')} is “{cut}”")
        return instead


T = TypeVar("T")


def as_text(value: object) -> str:
    """Return a stored value as a text, whatever it is."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def as_day(value: object) -> date | None:
    """Return a stored day; None where it is none."""
    try:
        return date.fromisoformat(as_text(value))
    except ValueError:
        return None
