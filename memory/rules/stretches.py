"""Stretches of days of the local calendar, and the days that a calendar has.

The one fact that a reader would get wrong: these are dates, not moments. Whose midnight they begin at is the caller's
business.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, order=True)
class Days:
    """A stretch of days of the local calendar, both ends included."""

    first: date
    last: date

    def meets(self, other: "Days") -> bool:
        """Tell whether any day is in both."""
        return self.first <= other.last and other.first <= self.last

    def holds(self, day: date) -> bool:
        """Tell whether it has that day."""
        return self.first <= day <= self.last


def existing_day(year: int, month: int, day: int) -> date | None:
    """Return a day; None if the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def shifted(day: date, days: int) -> date:
    """Return the day so many days after another, before it where negative; the calendar's own ends where it goes no further."""
    return date.fromordinal(min(max(day.toordinal() + days, date.min.toordinal()), date.max.toordinal()))


def month_end(year: int, month: int) -> date:
    """Return the last day of a month."""
    return date(year, month, monthrange(year, month)[1])


def month_or_day(year: int, month: int, day: int) -> Days | None:
    """Return a day, or a whole month where `day` is 0; None if the calendar has no such day."""
    first = existing_day(year, month, day or 1)
    if first is None:
        return None
    return Days(first, first if day else month_end(year, month))
