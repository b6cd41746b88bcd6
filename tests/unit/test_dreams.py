"""Dreams, the pure part: quotas and who stands in, rotation, what fits, and telling day words from carriers."""

from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.records import MemoryId
from memory.rules.dreams import (
    CURVE_DAYS,
    FRAGMENT_BYTES_IN_ALL,
    FRAGMENTS,
    Source,
    excerpts,
    least_recently_used,
    quotas,
    shares_out,
    word_populations,
)

TODAY = date(2026, 2, 1)
PLENTY = dict.fromkeys(Source, 99)


def test_five_dreams_have_their_fragments_in_5_to_3_to_2() -> None:
    total: Counter[Source] = Counter()
    for before in range(5):
        total.update(quotas(before))
    assert total == {Source.DAY: 10, Source.CORE: 6, Source.OLD: 4}


@given(st.integers(0, 10_000))
def test_every_dream_has_four_fragments_and_what_one_lacks_a_later_one_has(before: int) -> None:
    now = quotas(before)
    assert sum(now.values()) == FRAGMENTS
    assert now[Source.DAY] == 2
    assert now[Source.CORE] in (1, 2)
    assert quotas(before + 5) == now


@pytest.mark.parametrize(
    ("available", "expected"),
    [
        (PLENTY, (2, 1, 1)),
        (PLENTY | {Source.CORE: 0}, (3, 0, 1)),
        (PLENTY | {Source.OLD: 0}, (3, 1, 0)),
        (PLENTY | {Source.DAY: 0}, (0, 1, 3)),
        ({Source.DAY: 9, Source.CORE: 0, Source.OLD: 0}, (4, 0, 0)),
        # Nothing stands in as core.
        ({Source.DAY: 0, Source.CORE: 9, Source.OLD: 0}, (0, 1, 0)),
        ({Source.DAY: 0, Source.CORE: 0, Source.OLD: 9}, (0, 0, 3)),
        (dict.fromkeys(Source, 0), (0, 0, 0)),
    ],
)
def test_shares_of_empty_sources_go_to_others(available: dict[Source, int], expected: tuple[int, int, int]) -> None:
    given_out = shares_out({Source.DAY: 2, Source.CORE: 1, Source.OLD: 1}, available)
    assert (given_out[Source.DAY], given_out[Source.CORE], given_out[Source.OLD]) == expected


@given(st.fixed_dictionaries({source: st.integers(0, 6) for source in Source}), st.integers(0, 20))
def test_no_source_gives_more_than_it_has_and_no_dream_has_more_than_four(
    available: dict[Source, int], before: int
) -> None:
    wanted = quotas(before)
    found = shares_out(wanted, available)
    assert all(0 <= found[source] <= available[source] for source in Source)
    assert sum(found.values()) <= FRAGMENTS
    assert found[Source.CORE] <= wanted[Source.CORE]


def test_rotation_takes_the_unused_first_then_the_longest_unused() -> None:
    ids = [MemoryId(one) for one in (1, 2, 3, 4, 5)]
    used = {MemoryId(1): 9, MemoryId(2): 3, MemoryId(4): 3, MemoryId(5): 8}
    assert least_recently_used(ids, used, 4) == [3, 2, 4, 5]


def test_short_fragments_stay_whole_and_leave_their_room_to_long_ones() -> None:
    long = " ".join(f"word{at:03d}" for at in range(100))
    short = "I grow pears."
    cut = excerpts([short, long, short, "One\n line. "], Random(1))  # noqa: S311 - the same draws each time
    assert (cut[0], cut[2], cut[3]) == (short, short, "One line.")
    assert cut[1] in long
    assert 250 < len(cut[1]) <= FRAGMENT_BYTES_IN_ALL


def test_every_part_of_a_long_fragment_comes_up_in_time() -> None:
    long = " ".join(f"word{at:03d}" for at in range(100))
    rng = Random(2)  # noqa: S311 - the same draws each time
    seen = {word for _ in range(60) for word in excerpts([long] * 4, rng)[0].split()}
    assert seen == set(long.split())


@given(st.lists(st.text(min_size=1, max_size=400), min_size=1, max_size=4), st.integers(0, 99))
def test_excerpts_never_have_more_bytes_than_the_dream_has_room_for(texts: list[str], seed: int) -> None:
    cut = excerpts(texts, Random(seed))  # noqa: S311 - the same draws each time
    assert sum(len(one.encode()) for one in cut) <= FRAGMENT_BYTES_IN_ALL


def days(shares: dict[str, list[int]], dreams: int = 20) -> tuple[dict[date, dict[str, int]], dict[date, int]]:
    """Count texts per day, oldest first and ending today, of so many dreams each."""
    length = max(len(counts) for counts in shares.values())
    dates = [TODAY - timedelta(days=length - 1 - at) for at in range(length)]
    texts = {
        day: {word: counts[at] for word, counts in shares.items() if at < len(counts) and counts[at]}
        for at, day in enumerate(dates)
    }
    return texts, dict.fromkeys(dates, dreams)


def names(shares: dict[str, list[int]]) -> tuple[list[str], list[str]]:
    found = word_populations(*days(shares), TODAY)
    return [one.word for one in found.day_words], [one.word for one in found.carriers]


def test_day_words_and_carriers_are_told_apart() -> None:
    shares = {
        "lantern": [8, 0, 0, 0, 1, 0, 0],
        "compass": [5, 6, 5, 4, 6, 5, 5],
        "often": [20, 20, 20, 20, 20, 20, 20],
        "lingers": [8, 4, 2, 1, 0, 0, 0],
        "rare": [1, 0, 0, 0, 0, 0, 1],
    }
    assert names(shares) == (["lantern"], ["compass"])


def test_word_of_today_is_not_yet_told() -> None:
    assert names({"compass": [5] * 7, "fresh": [0, 0, 0, 0, 0, 0, 9]}) == ([], ["compass"])


def test_nothing_is_told_before_seven_days_with_dreams() -> None:
    assert names({"compass": [5] * 6}) == ([], [])
    assert word_populations({}, {}, TODAY).day_words == ()


def test_curves_have_thirty_days_and_none_where_nothing_was_dreamt() -> None:
    texts, counts = days({"compass": [5] * 10})
    del counts[TODAY - timedelta(days=2)]
    (curve,) = word_populations(texts, counts, TODAY).carriers
    assert len(curve.shares) == CURVE_DAYS
    assert curve.shares[:20] == (None,) * 20
    assert curve.shares[-4:] == (0.25, None, 0.25, 0.25)
