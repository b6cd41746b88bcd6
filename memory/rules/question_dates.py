"""The days that a message speaks of: "in July 2022", "on 5 May", "two weeks ago", "last Saturday".

The one fact that a reader would get wrong: the windows are wider than the words. What happened on a day is told on that
day or some days later, and plans are told before; a memory's date is that of the telling.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905 - reads better
)
_MONTH_NUMBERS = (
    {name: number for number, name in enumerate(_MONTHS, 1)}
    | {name[:3]: number for number, name in enumerate(_MONTHS, 1)}
    | {"sept": 9}
)
_MONTH = "(" + "|".join(sorted(_MONTH_NUMBERS, key=len, reverse=True)) + ")"
_DATE = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?{_MONTH}\b\.?(?: (\d{{1,2}})(?:st|nd|rd|th)?\b)?(?:,? (?:of )?(\d{{4}}))?"
)
# "may" and "march" are other words too, unless something says that they are months.
_SURE_MONTH = re.compile(r"\b(?:in|of|during|since|last|early|late|mid|this|by|until) (?:may|march|mar)\b")
_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple of": 2, "a couple of": 2, "three": 3, "few": 3, "a few": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_NUMBER = r"(\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"
_AGO = re.compile(rf"\b{_NUMBER} (day|week|month|year)s? ago\b")
_PAST_SPAN = re.compile(rf"\b(?:last|past) {_NUMBER} (day|week|month|year)s?\b")
_LAST = re.compile(
    r"\b(?:last|past|previous|this) (week(?:end)?|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
# How far "three weeks ago" may be off, by unit.
_AGO_SLACK_DAYS = {"day": 1, "week": 4, "month": 12, "year": 90}
_LAST_DAYS = {"week": 11, "weekend": 9, "month": 45, "year": 480}
_TOLD_AFTER_DAY = timedelta(days=10)
_PLANNED_BEFORE_DAY = timedelta(days=7)
_TOLD_AFTER_MONTH = timedelta(days=40)


@dataclass(frozen=True, slots=True)
class DateWindow:
    """When something was probably told. With `year` None it recurs each year.

    Args:
        start: First moment; of any year if it recurs.
        length: From there.
        is_yearly: The message named no year.
    """

    start: datetime
    length: timedelta
    is_yearly: bool = False

    def holds(self, moment: datetime) -> bool:
        """Tell whether an aware moment lies in the window, of its own or the year before where it recurs."""
        if not self.is_yearly:
            return self.start <= moment <= self.start + self.length
        starts = (self.start.replace(year=moment.year), self.start.replace(year=moment.year - 1))
        return any(start <= moment <= start + self.length for start in starts)


def date_windows(text: str, now: datetime) -> tuple[DateWindow, ...]:
    """Return the windows that a message names; none for most messages.

    Args:
        text: The message.
        now: Its moment, aware, UTC, which "ago" counts from.
    """
    words = text.lower()
    named = _named_dates(words)
    if named:
        return named
    relative = _relative_window(words, now)
    if relative is not None:
        return (relative,)
    year = _YEAR.search(words)
    if year is None:
        return ()
    return (DateWindow(datetime(int(year.group()), 1, 1, tzinfo=UTC), timedelta(days=366)),)


def _named_dates(words: str) -> tuple[DateWindow, ...]:
    found = []
    for year, month, day in _ISO.findall(words):
        found.append(_window(int(year), int(month), int(day)))
    for match in _DATE.finditer(words):
        day_before, name, day_after, year = match.groups()
        day = int(day_before or day_after or 0)
        is_sure = day or year or name not in {"may", "march", "mar"} or _SURE_MONTH.search(words)
        if is_sure:
            found.append(_window(int(year) if year else None, _MONTH_NUMBERS[name], day))
    return tuple(window for window in found if window is not None)


def _window(year: int | None, month: int, day: int) -> DateWindow | None:
    """Return the window of a day, or of a whole month where `day` is 0; None if the calendar has no such day."""
    try:
        # 2000 was a leap year: 29 February exists in it.
        start = datetime(year or 2000, month, day or 1, tzinfo=UTC)
    except ValueError:
        return None
    if day:
        start, length = start - _PLANNED_BEFORE_DAY, _PLANNED_BEFORE_DAY + _TOLD_AFTER_DAY
    else:
        length = _TOLD_AFTER_MONTH
    if year is None and (start.month, start.day) == (2, 29):
        start -= timedelta(days=1)
    return DateWindow(start, length, is_yearly=year is None)


def _relative_window(words: str, now: datetime) -> DateWindow | None:
    if match := _AGO.search(words):
        centre = now - timedelta(days=_count(match[1]) * _UNIT_DAYS[match[2]])
        slack = timedelta(days=_AGO_SLACK_DAYS[match[2]])
        return DateWindow(centre - slack, 2 * slack)
    if match := _PAST_SPAN.search(words):
        return _until(now, _count(match[1]) * _UNIT_DAYS[match[2]] + 2)
    if match := _LAST.search(words):
        return _until(now, _LAST_DAYS.get(match[1], 8))
    return _until(now, 2) if "yesterday" in words else None


def _count(number: str) -> int:
    return int(number) if number.isdigit() else _NUMBERS[number]


def _until(now: datetime, days: int) -> DateWindow:
    return DateWindow(now - timedelta(days=days), timedelta(days=days))
