"""Patterns out of the tables of day phrases: one for each kind of phrase, with a language's own words in its places.

The one fact that a reader would get wrong: the words of a text decide first which patterns can match at all. Trying them
all on every candidate of a question would cost more than the search.
"""

import re
from collections.abc import Iterable
from functools import cache

from memory.rules.day_phrases import DAY_PHRASES
from memory.rules.languages import Language

NUMBER = "#"
"""Stands for any number among the words of a text."""

WORD = re.compile(r"[^\W\d_]+")
CONDITION = re.compile(r"\(.*?\)")
GROUP_NUMBER = re.compile(r"_\d+$")
_YEAR = r"(?P<year>(?:19|20)\d\d)\b"
_DAY = r"\b(?P<day>[0-3]?\d)"
_PLACE = re.compile(r"\{(\w+)\}")


@cache
def triggers(language: Language) -> frozenset[str]:
    """Collect words of which one must be there for any phrase to be."""
    phrases = DAY_PHRASES[language]
    tables = (phrases.months, phrases.weekdays, phrases.units, phrases.spans, phrases.seasons, phrases.feasts)
    return frozenset([NUMBER]).union(*map(_last_words, (*tables, phrases.single)))


def _last_words(names: Iterable[str]) -> frozenset[str]:
    return frozenset(WORD.findall(CONDITION.sub("", name))[-1] for name in names)


@cache
def templates(language: Language) -> tuple[tuple[str, frozenset[str], str], ...]:
    """List a language's templates, the most telling first, with words of which one must be there, and what each is."""
    phrases = DAY_PHRASES[language]
    spans = (*phrases.spans, *phrases.weekdays, *phrases.seasons, *phrases.months, *phrases.feasts)
    number = frozenset([NUMBER])
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


@cache
def pattern(language: Language, template: str) -> re.Pattern[str]:
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
