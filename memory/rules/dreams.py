"""Dreams: which fragments a dream is made of, and what its words tell about the two kinds of memory.

The one fact that a reader would get wrong: shares are of fragments, counted over all dreams, not of one dream. A dream
has four fragments, which 5 : 3 : 2 does not divide; what one dream cannot give, a later one does.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from memory.records import MemoryId

FRAGMENTS = 4
CORE_MEMBERS = 10
CORE_DAYS = 3
CLOSED_DAYS = 3
MAX_TOKENS = 80
TEMPERATURE = 1.2
# What 80 tokens hold at 4 bytes each: a fragment that is longer gives way to the others.
FRAGMENT_BYTES_IN_ALL = 320

CURVE_DAYS = 30
FEWEST_DAYS = 7
DAY_WORD_PEAK = 0.15
_DAY_WORD_REST = 0.10
CARRIER_DAYS = 0.8
_CARRIER_PEAK = 0.60
_CARRIER_LOW = 0.02


class Source(StrEnum):
    """Where a fragment is from."""

    DAY = "day"
    CORE = "core"
    OLD = "old"


_TENTHS = {Source.DAY: 5, Source.CORE: 3, Source.OLD: 2}


def quotas(dreams_before: int) -> dict[Source, int]:
    """Tell how many fragments of each source the next dream has, 4 in all.

    After n dreams, day has had 2 n fragments, core floor(1.2 n), old the rest; so of five dreams' 20 fragments they have
    10, 6 and 4. Source: DESIGN 6.
    """
    day = _due(Source.DAY, dreams_before + 1) - _due(Source.DAY, dreams_before)
    core = _due(Source.CORE, dreams_before + 1) - _due(Source.CORE, dreams_before)
    return {Source.DAY: day, Source.CORE: core, Source.OLD: FRAGMENTS - day - core}


def _due(source: Source, dreams: int) -> int:
    return FRAGMENTS * _TENTHS[source] * dreams // 10


def shares_out(wanted: Mapping[Source, int], available: Mapping[Source, int]) -> dict[Source, int]:
    """Tell how many fragments each source gives, where some have less than their quota.

    Day and old stand in for each other, and day for core. Nothing stands in as core: else what an identity is made of
    would come up three times as often on a day without talk. What nobody can give is left out of the dream.
    """
    given = {source: min(wanted[source], available[source]) for source in Source}
    for source, substitute in ((Source.CORE, Source.DAY), (Source.OLD, Source.DAY), (Source.DAY, Source.OLD)):
        missing = wanted[source] - min(wanted[source], available[source])
        given[substitute] += min(missing, available[substitute] - given[substitute])
    return given


def least_recently_used(
    candidates: Sequence[MemoryId], last_used: Mapping[MemoryId, int], count: int
) -> list[MemoryId]:
    """Choose in fair rotation: what never was a fragment first, then the longest unused, ties by id.

    Drawn singly, a carrier would swing between 2 % and 35 % a day.
    """
    return sorted(candidates, key=lambda one: (last_used.get(one, 0), one))[:count]


def excerpts(texts: Sequence[str], rng: random.Random) -> list[str]:
    """Cut texts so that together they have at most 320 bytes; what short ones leave, long ones get.

    Of a text that is cut, a stretch of whole words round a drawn place is kept, so that in time every part comes up.
    """
    room = FRAGMENT_BYTES_IN_ALL
    cut = [""] * len(texts)
    by_length = sorted(range(len(texts)), key=lambda at: (len(texts[at].encode()), at))
    for done, at in enumerate(by_length):
        fair = room // (len(texts) - done)
        cut[at] = _excerpt(" ".join(texts[at].split()), fair, rng)
        room -= len(cut[at].encode())
    return cut


def _excerpt(text: str, most_bytes: int, rng: random.Random) -> str:
    if len(text.encode()) <= most_bytes:
        return text
    words = text.split(" ")
    start = rng.randrange(len(words))
    end = start + 1

    def fits(first: int, last: int) -> bool:
        return first >= 0 and last <= len(words) and len(" ".join(words[first:last]).encode()) <= most_bytes

    if not fits(start, end):
        return words[start].encode()[:most_bytes].decode(errors="ignore")
    while fits(start - 1, end) or fits(start, end + 1):
        start -= fits(start - 1, end)
        end += fits(start, end + 1)
    return " ".join(words[start:end])


@dataclass(frozen=True, slots=True)
class WordCurve:
    """One word's share of the dreams of each day, 0..1, oldest first; a day without dreams has None."""

    word: str
    shares: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class WordPopulations:
    """The two kinds of words that dreams are made of.

    Args:
        days: The days of the curves, oldest first.
        day_words: Present within one day, then gone; those of the highest peaks first.
        carriers: Steady over most days; the widest first.
    """

    days: tuple[date, ...] = ()
    day_words: tuple[WordCurve, ...] = ()
    carriers: tuple[WordCurve, ...] = ()


def word_populations(
    texts_by_day: Mapping[date, Mapping[str, int]], dreams_by_day: Mapping[date, int], last_day: date
) -> WordPopulations:
    """Tell day words from carriers over the 30 days up to `last_day`; nothing before 7 days with dreams.

    A day word is in at least 15 % of one day's dreams, in none of the three days after it, and on every other day in at
    most 10 %. A carrier is in 2-60 % of the dreams on at least 80 % of the days with dreams.
    Source: the second article's two populations, whose session words stood at 25-50 % and its carriers at 12-57 %; the
    bounds are ours.

    Args:
        texts_by_day: Per day, how many dreams held each word.
        dreams_by_day: Per day, how many dreams there were.
        last_day: The current circadian day.
    """
    days = tuple(date.fromordinal(last_day.toordinal() - back) for back in range(CURVE_DAYS - 1, -1, -1))
    dreamt = [day for day in days if dreams_by_day.get(day, 0)]
    if len(dreamt) < FEWEST_DAYS:
        return WordPopulations(days)
    words = sorted({word for day in dreamt for word in texts_by_day.get(day, {})})
    curves = [WordCurve(word, tuple(_share(word, day, texts_by_day, dreams_by_day) for day in days)) for word in words]
    day_words = [one for one in curves if _is_day_word(one)]
    carriers = [one for one in curves if _is_carrier(one)]
    return WordPopulations(
        days,
        tuple(sorted(day_words, key=lambda one: (-max(_known(one)), one.word))),
        tuple(sorted(carriers, key=lambda one: (-sum(_known(one)), one.word))),
    )


def _share(
    word: str, day: date, texts_by_day: Mapping[date, Mapping[str, int]], dreams_by_day: Mapping[date, int]
) -> float | None:
    dreams = dreams_by_day.get(day, 0)
    return texts_by_day.get(day, {}).get(word, 0) / dreams if dreams else None


def _known(curve: WordCurve) -> list[float]:
    return [share for share in curve.shares if share is not None]


def _is_day_word(curve: WordCurve) -> bool:
    known = _known(curve)
    peak = max(known)
    at = curve.shares.index(peak)
    after = [share for share in curve.shares[at + 1 : at + 1 + CLOSED_DAYS] if share is not None]
    others = [share for place, share in enumerate(curve.shares) if share is not None and place != at]
    return peak >= DAY_WORD_PEAK and bool(after) and not any(after) and max(others, default=0.0) <= _DAY_WORD_REST


def _is_carrier(curve: WordCurve) -> bool:
    known = _known(curve)
    return sum(_CARRIER_LOW <= share <= _CARRIER_PEAK for share in known) >= CARRIER_DAYS * len(known)
