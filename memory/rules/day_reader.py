"""Reads the day phrases of one language in a text, counted from the text's own day.

The one fact that a reader would get wrong: the most telling phrases are read first, and each takes its words away from
those after it: "31 February" is no day, and leaves no "February" either.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from memory.rules.day_phrases import DayPhrases
from memory.rules.day_templates import CONDITION, GROUP_NUMBER, pattern, templates
from memory.rules.languages import Language
from memory.rules.stretches import Days, month_end, month_or_day, shifted

_FIRST_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_SEASON_MONTHS = 3
_HALF_YEAR_MONTHS = 6
# How far "three weeks ago" may be off, by unit.
_SLACK_DAYS = {"day": 0, "week": 3, "month": 15, "year": 183}
_UNIT_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}
# A day of the year is that of the nearest year, if it is as near as this; else of the year before or the next.
_NEAR_DAYS = 122
_YEARS_BACK = 10

_Resolve = Callable[[dict[str, str]], Iterator[Days]]


@dataclass(frozen=True, slots=True)
class Mention:
    """One place in a plain text that names days, with every reading of it."""

    start: int
    end: int
    readings: tuple[Days, ...]


def without(words: str, found: list[Mention]) -> str:
    """Return words with what was found taken out, all other places the same."""
    for one in found:
        words = f"{words[: one.start]}{'·' * (one.end - one.start)}{words[one.end :]}"
    return words


class Reader:
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
        for template, needed, name in templates(self._language):
            if own.isdisjoint(needed):
                continue
            resolve = methods[name]
            for match in pattern(self._language, template).finditer(words):
                named = {GROUP_NUMBER.sub("", name): text for name, text in match.groupdict().items() if text}
                # One without a reading takes its words too: "31 February" is not February.
                found.append(Mention(match.start(), match.end(), tuple(resolve(named))))
            words = without(words, found)
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
        every = [one for each in ([int(year)] if year else years) if (one := month_or_day(each, month, day))]
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
        first, last = shifted(self._today, ends[0] - slack), shifted(self._today, ends[1] + slack)
        last = min(last, shifted(self._today, -1)) if sign < 0 else last
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
        yield Days(shifted(self._today, -round(most * _UNIT_DAYS[unit])), self._today)

    def _single(self, named: dict[str, str]) -> Iterator[Days]:
        said = named["single"]
        offset = next(days for phrase, days in self._phrases.single.items() if CONDITION.sub("", phrase) == said)
        day = shifted(self._today, offset)
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
            days = [shifted(self._today, -((self._today.weekday() - weekday - 1) % 7) - 1)]
        elif step == 0:
            days = [shifted(self._today, weekday - self._today.weekday())]
        else:
            coming = shifted(self._today, (weekday - self._today.weekday() - 1) % 7 + 1)
            following = shifted(self._today, weekday - self._today.weekday() + 7)
            days = sorted({coming, following})
        yield from (Days(day, day) for day in days)

    def _relative_span(self, span: str, step: int) -> Days:
        today = self._today
        monday = -today.weekday()
        if span == "night":
            day = shifted(self._today, step)
            return Days(day, day)
        if span == "week":
            return Days(shifted(self._today, monday + 7 * step), shifted(self._today, monday + 7 * step + 6))
        if span == "weekend":
            return Days(shifted(self._today, monday + 7 * step + 5), shifted(self._today, monday + 7 * step + 6))
        if span == "month":
            months = today.year * 12 + today.month - 1 + step
            return month_or_day(months // 12, months % 12 + 1, 0) or Days(today, today)
        year = today.year + step
        return Days(date(year, 1, 1), date(year, 12, 31))

    def _yearly(self, name: str) -> list[Days]:
        phrases, year = self._phrases, self._today.year
        years = range(year - 2, year + 3)
        if name in phrases.seasons:
            return [self._season(name, each) for each in years]
        month, day = phrases.feasts[name] if name in phrases.feasts else (phrases.months[name], 0)
        return [one for each in years if (one := month_or_day(each, month, day))]

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
        return Days(date(year, month, 1), month_end(ends // 12, ends % 12 + 1))

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
            day = shifted(self._today, (weekday - self._today.weekday() - 1) % 7 + 1)
            yield Days(day, day)

    def _year(self, named: dict[str, str]) -> Iterator[Days]:
        year = int(named["year"])
        yield Days(date(year, 1, 1), date(year, 12, 31))
