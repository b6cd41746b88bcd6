"""The days that a text speaks of: "yesterday", "on 14 March", "vor drei Tagen", "el verano pasado".

The one fact that a reader would get wrong: nothing is guessed. Where a phrase has two readings ("on Monday", without a
sign of past or future) both stand, and where a calendar has no such day there is none.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from memory.rules.day_phrases import DAY_PHRASES, DayPhrases
from memory.rules.languages import Language, languages_of
from memory.rules.sentences import plain

_MOST_CHARACTERS = 4_000
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_YEAR = r"(?P<year>(?:19|20)\d\d)\b"
_DAY = r"\b(?P<day>[0-3]?\d)"
_WORD = re.compile(r"[^\W\d_]+")
_ANY_NUMBER = re.compile(r"\d")
# Stands for any number among the words of a text.
_NUMBER = "#"
_CONDITION = re.compile(r"\(.*?\)")
_PLACE = re.compile(r"\{(\w+)\}")
_GROUP_NUMBER = re.compile(r"_\d+$")
_FIRST_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_SEASON_MONTHS = 3
_HALF_YEAR_MONTHS = 6
# How far "three weeks ago" may be off, by unit.
_SLACK_DAYS = {"day": 0, "week": 3, "month": 15, "year": 183}
_UNIT_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}
# A day of the year is that of the nearest year, if it is as near as this; else of the year before or the next.
_NEAR_DAYS = 122
_YEARS_BACK = 10


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


@dataclass(frozen=True, slots=True)
class Mention:
    """One place in a plain text that names days, with every reading of it."""

    start: int
    end: int
    readings: tuple[Days, ...]


def spoken_days(text: str, said_on: date, *, is_south: bool = False) -> tuple[Days, ...]:
    """Return the stretches of days that a message speaks of, besides the day on which it was said.

    Worked: "Yesterday I saw the dentist", said on 15 March 2026: 14 March 2026.

    Args:
        text: The message.
        said_on: Its own local date, which "yesterday" counts from.
        is_south: Summer is in January.
    """
    found = mentions(plain(text[:_MOST_CHARACTERS]), said_on, is_south=is_south)
    return tuple(dict.fromkeys(days for mention in found for days in mention.readings))


def mentions(words: str, today: date, *, is_question: bool = False, is_south: bool = False) -> list[Mention]:
    """Find what names days in a plain text, in order of appearance.

    Args:
        words: From `sentences.plain`.
        today: The local date of the text.
        is_question: A day without a year is that of any year.
        is_south: Summer is in January.
    """
    found = [
        Mention(match.start(), match.end(), (Days(day, day),))
        for match in _ISO.finditer(words)
        if (day := _day(*(int(match[name]) for name in ("year", "month", "day"))))
    ]
    told = _WORD.findall(words)
    own = frozenset(told)
    if _ANY_NUMBER.search(words):
        own |= {_NUMBER}
    if not any(own & _triggers(language) for language in DAY_PHRASES):
        return found
    languages = languages_of(told)
    for language, phrases in DAY_PHRASES.items():
        if language in languages and own & _triggers(language):
            reader = _Reader(language, phrases, today, is_question=is_question, is_south=is_south)
            found += reader.read(_without(words, found), own)
    return sorted((one for one in found if one.readings), key=lambda one: one.start)


@cache
def _triggers(language: Language) -> frozenset[str]:
    """Collect words of which one must be there for any phrase to be."""
    phrases = DAY_PHRASES[language]
    tables = (phrases.months, phrases.weekdays, phrases.units, phrases.spans, phrases.seasons, phrases.feasts)
    return frozenset([_NUMBER]).union(*map(_last_words, (*tables, phrases.single)))


def _last_words(names: Iterable[str]) -> frozenset[str]:
    return frozenset(_WORD.findall(_CONDITION.sub("", name))[-1] for name in names)


@cache
def _templates(language: Language) -> tuple[tuple[str, frozenset[str], str], ...]:
    """List a language's templates, the most telling first, with words of which one must be there, and what each is."""
    phrases = DAY_PHRASES[language]
    spans = (*phrases.spans, *phrases.weekdays, *phrases.seasons, *phrases.months, *phrases.feasts)
    number = frozenset([_NUMBER])
    return (
        *((template, number, "date") for template in phrases.dates),
        (phrases.ago, _last_words(phrases.units), "ago"),
        (phrases.ahead, _last_words(phrases.units), "ahead"),
        (phrases.past_span, _last_words(phrases.units), "past_span"),
        (phrases.last, _last_words(spans), "last"),
        (phrases.this, _last_words(spans), "this"),
        (phrases.next, _last_words(spans), "next"),
        ("{single}", _last_words(phrases.single), "single"),
        ("{feast}(?: {year})?", _last_words(phrases.feasts), "feast"),
        ("{season} (?:de |del |of )?{year}", number, "season"),
        (phrases.in_month, _last_words(phrases.months), "month"),
        (phrases.on_weekday, _last_words(phrases.weekdays), "weekday"),
        (phrases.in_year, number, "year"),
    )


def _without(words: str, found: list[Mention]) -> str:
    for one in found:
        words = f"{words[: one.start]}{'·' * (one.end - one.start)}{words[one.end :]}"
    return words


@cache
def _pattern(language: Language, template: str) -> re.Pattern[str]:
    """Compile a template with the language's own words in its places; a place used twice gives two groups."""
    phrases = DAY_PHRASES[language]
    spans = [*phrases.spans, *phrases.weekdays, *phrases.seasons, *phrases.months, *phrases.feasts]
    words = {
        "month": phrases.months, "weekday": phrases.weekdays, "unit": phrases.units, "season": phrases.seasons,
        "feast": phrases.feasts, "span": spans, "n": [r"\d{1,3}", *phrases.numbers], "single": phrases.single,
    }  # fmt: skip
    counted = 0

    def fill(place: re.Match[str]) -> str:
        nonlocal counted
        counted += 1
        name = place[1]
        if name in ("year", "day"):
            return (_YEAR if name == "year" else _DAY).replace(f"<{name}>", f"<{name}_{counted}>")
        longest_first = sorted(words[name], key=len, reverse=True)
        return rf"\b(?P<{name}_{counted}>{'|'.join(longest_first)})\b"

    return re.compile(_PLACE.sub(fill, template))


_Resolve = Callable[[dict[str, str]], Iterator[Days]]


class _Reader:
    """Reads one language's phrases, the most telling first; each takes its words away from those after it."""

    def __init__(
        self, language: Language, phrases: DayPhrases, today: date, *, is_question: bool, is_south: bool
    ) -> None:
        self._language = language
        self._phrases = phrases
        self._today = today
        self._is_question = is_question
        self._is_south = is_south
        self._is_past = self._is_future = False

    def read(self, words: str, own: frozenset[str]) -> list[Mention]:
        """Find what names days; `own` are the words of the text."""
        phrases = self._phrases
        past = re.search(phrases.past, words) is not None
        future = re.search(phrases.future, words) is not None
        self._is_past, self._is_future = past and not future, future and not past
        methods: dict[str, _Resolve] = {
            "date": self._date, "ago": self._ago, "ahead": self._ahead, "past_span": self._past_span,
            "last": self._last, "this": self._this, "next": self._next, "single": self._single, "feast": self._feast,
            "season": self._season_of_year, "month": self._month, "weekday": self._weekday, "year": self._year,
        }  # fmt: skip
        found: list[Mention] = []
        for template, needed, name in _templates(self._language):
            if own.isdisjoint(needed):
                continue
            resolve = methods[name]
            for match in _pattern(self._language, template).finditer(words):
                named = {_GROUP_NUMBER.sub("", name): text for name, text in match.groupdict().items() if text}
                # One without a reading takes its words too: "31 February" is not February.
                found.append(Mention(match.start(), match.end(), tuple(resolve(named))))
            words = _without(words, found)
        return [one for one in found if one.readings]

    def _date(self, named: dict[str, str]) -> Iterator[Days]:
        month = int(named["number"]) if "number" in named else self._phrases.months[named["month"]]
        return self._of_year(month, int(named["day"]), named.get("year"))

    def _feast(self, named: dict[str, str]) -> Iterator[Days]:
        return self._of_year(*self._phrases.feasts[named["feast"]], named.get("year"))

    def _month(self, named: dict[str, str]) -> Iterator[Days]:
        name, year = named["month"], named.get("year")
        if name in self._phrases.unsure_months and not year and "sure" not in named:
            return iter(())
        return self._of_year(self._phrases.months[name], 0, year)

    def _of_year(self, month: int, day: int, year: str | None) -> Iterator[Days]:
        """Yield a day, or a whole month where `day` is 0; without a year, of those years that it may be of."""
        years = range(self._today.year - _YEARS_BACK, self._today.year + 2)
        every = [one for each in ([int(year)] if year else years) if (one := _month_or_day(each, month, day))]
        if year or self._is_question:
            return iter(every)
        return iter(self._likely(every))

    def _likely(self, every: list[Days]) -> list[Days]:
        """Choose the last or the next of yearly days by tense; without one the nearest, or both if neither is near."""
        today = self._today
        past = [one for one in every if one.first <= today][-1:]
        future = [one for one in every if one.last >= today][:1]
        if self._is_past or self._is_future:
            return past if self._is_past else future
        near = [one for one in (*past, *future) if self._distance(one) <= _NEAR_DAYS]
        return sorted({*near} or {*past, *future})

    def _distance(self, days: Days) -> int:
        return max(0, (days.first - self._today).days, (self._today - days.last).days)

    def _ago(self, named: dict[str, str]) -> Iterator[Days]:
        return self._away(named, -1)

    def _ahead(self, named: dict[str, str]) -> Iterator[Days]:
        return self._away(named, 1)

    def _away(self, named: dict[str, str], sign: int) -> Iterator[Days]:
        fewest, most, unit = self._amount(named)
        ends = sorted(sign * round(count * _UNIT_DAYS[unit]) for count in (fewest, most))
        slack = _SLACK_DAYS[unit]
        first, last = self._shifted(ends[0] - slack), self._shifted(ends[1] + slack)
        last = min(last, self._shifted(-1)) if sign < 0 else last
        weekday = named.get("weekday")
        if weekday is None:
            yield Days(first, last)
            return
        for place in range((last - first).days + 1):
            day = first + timedelta(days=place)
            if day.weekday() == self._phrases.weekdays[weekday]:
                yield Days(day, day)

    def _amount(self, named: dict[str, str]) -> tuple[int, int, str]:
        said = named["n"]
        number = int(said) if said.isdigit() else self._phrases.numbers[said]
        fewest, most = (number, number) if isinstance(number, int) else number
        return fewest, most, self._phrases.units[named["unit"]]

    def _past_span(self, named: dict[str, str]) -> Iterator[Days]:
        _, most, unit = self._amount(named)
        yield Days(self._shifted(-round(most * _UNIT_DAYS[unit])), self._today)

    def _shifted(self, days: int) -> date:
        """Return a day so many days away; the calendar's own ends where it goes no further."""
        ordinal = self._today.toordinal() + days
        return date.fromordinal(min(max(ordinal, date.min.toordinal()), date.max.toordinal()))

    def _single(self, named: dict[str, str]) -> Iterator[Days]:
        said = named["single"]
        offset = next(days for phrase, days in self._phrases.single.items() if _CONDITION.sub("", phrase) == said)
        day = self._shifted(offset)
        yield Days(day, day)

    def _last(self, named: dict[str, str]) -> Iterator[Days]:
        return self._relative(named["span"], -1)

    def _this(self, named: dict[str, str]) -> Iterator[Days]:
        return self._relative(named["span"], 0)

    def _next(self, named: dict[str, str]) -> Iterator[Days]:
        return self._relative(named["span"], 1)

    def _relative(self, name: str, step: int) -> Iterator[Days]:
        """Yield the last (-1), this (0) or next (1) of something that has a name."""
        phrases = self._phrases
        if name in phrases.weekdays:
            yield from self._relative_weekday(phrases.weekdays[name], step)
        elif name in phrases.spans:
            yield self._relative_span(phrases.spans[name], step)
        else:
            yield from self._recurring(self._yearly(name), step)

    def _relative_weekday(self, weekday: int, step: int) -> Iterator[Days]:
        """Yield the one before today, the one of this week, or of the days to come both that "next Friday" may be."""
        if step < 0:
            days = [self._shifted(-((self._today.weekday() - weekday - 1) % 7) - 1)]
        elif step == 0:
            days = [self._shifted(weekday - self._today.weekday())]
        else:
            coming = self._shifted((weekday - self._today.weekday() - 1) % 7 + 1)
            following = self._shifted(weekday - self._today.weekday() + 7)
            days = sorted({coming, following})
        yield from (Days(day, day) for day in days)

    def _relative_span(self, span: str, step: int) -> Days:
        today = self._today
        monday = -today.weekday()
        if span == "night":
            day = self._shifted(step)
            return Days(day, day)
        if span == "week":
            return Days(self._shifted(monday + 7 * step), self._shifted(monday + 7 * step + 6))
        if span == "weekend":
            return Days(self._shifted(monday + 7 * step + 5), self._shifted(monday + 7 * step + 6))
        if span == "month":
            months = today.year * 12 + today.month - 1 + step
            return _month_or_day(months // 12, months % 12 + 1, 0) or Days(today, today)
        year = today.year + step
        return Days(date(year, 1, 1), date(year, 12, 31))

    def _yearly(self, name: str) -> list[Days]:
        phrases, year = self._phrases, self._today.year
        years = range(year - 2, year + 3)
        if name in phrases.seasons:
            return [self._season(name, each) for each in years]
        month, day = phrases.feasts[name] if name in phrases.feasts else (phrases.months[name], 0)
        return [one for each in years if (one := _month_or_day(each, month, day))]

    def _recurring(self, every: list[Days], step: int) -> Iterator[Days]:
        if step < 0:
            yield from [one for one in every if one.last < self._today][-1:]
        elif step > 0:
            yield from [one for one in every if one.first > self._today][:1]
        else:
            yield min(every, key=self._distance)

    def _season(self, name: str, year: int) -> Days:
        """Return a season by the year in which it begins, of three whole months."""
        month = _FIRST_MONTH[self._phrases.seasons[name]]
        if self._is_south:
            month = (month + _HALF_YEAR_MONTHS - 1) % 12 + 1
        ends = year * 12 + month - 1 + _SEASON_MONTHS - 1
        return Days(date(year, month, 1), _month_end(ends // 12, ends % 12 + 1))

    def _season_of_year(self, named: dict[str, str]) -> Iterator[Days]:
        """Yield a season of a year; one across new year may be that which begins or that which ends in it."""
        year = int(named["year"])
        yield self._season(named["season"], year)
        before = self._season(named["season"], year - 1)
        if before.last.year == year:
            yield before

    def _weekday(self, named: dict[str, str]) -> Iterator[Days]:
        """Yield the nearest such day before today, or after it, or both where no tense tells."""
        weekday = self._phrases.weekdays[named["weekday"]]
        if not self._is_future:
            yield from self._relative_weekday(weekday, -1)
        if not self._is_past:
            day = self._shifted((weekday - self._today.weekday() - 1) % 7 + 1)
            yield Days(day, day)

    def _year(self, named: dict[str, str]) -> Iterator[Days]:
        year = int(named["year"])
        yield Days(date(year, 1, 1), date(year, 12, 31))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _month_or_day(year: int, month: int, day: int) -> Days | None:
    """Return a day, or a whole month where `day` is 0; None if the calendar has no such day."""
    first = _day(year, month, day or 1)
    if first is None:
        return None
    return Days(first, first if day else _month_end(year, month))
