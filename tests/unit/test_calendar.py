"""Circadian days: around the boundary, where clocks change, in leap years, for travellers; and laws over all moments."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.calendar import circadian_day, day_bounds, day_start, next_day_start

ROME = ZoneInfo("Europe/Rome")
ZONES = [
    "UTC",
    "Europe/Rome",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/Sao_Paulo",
]
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2040, 1, 1)).map(lambda naive: naive.replace(tzinfo=UTC))  # noqa: DTZ001 - drawn as UTC
HOURS = st.integers(0, 23)


def rome(*fields: int) -> datetime:
    return datetime(*fields, tzinfo=ROME)  # type: ignore[misc,arg-type]  # year to minute


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (rome(2026, 1, 6, 3, 59), date(2026, 1, 5)),
        (rome(2026, 1, 6, 4, 0), date(2026, 1, 6)),
        (rome(2026, 1, 6, 23, 59), date(2026, 1, 6)),
        (rome(2026, 1, 7, 0, 30), date(2026, 1, 6)),
        (rome(2024, 2, 29, 12, 0), date(2024, 2, 29)),
        (rome(2024, 3, 1, 3, 59), date(2024, 2, 29)),
        (rome(2026, 3, 1, 3, 59), date(2026, 2, 28)),
        (rome(2027, 1, 1, 2, 0), date(2026, 12, 31)),
    ],
)
def test_day_begins_at_four(moment: datetime, day: date) -> None:
    assert circadian_day(moment, ROME, 4) == day


def test_day_has_23_hours_when_clocks_go_forward_and_25_when_back() -> None:
    lengths = {day: day_bounds(day, ROME, 4) for day in (date(2026, 3, 28), date(2026, 10, 24), date(2026, 6, 1))}
    hours = [(end - start) / timedelta(hours=1) for start, end in lengths.values()]
    assert hours == [23, 25, 24]


def test_day_that_begins_at_a_skipped_hour_begins_when_the_clocks_have_jumped() -> None:
    assert day_start(date(2026, 3, 29), ROME, 2).astimezone(ROME).hour == 3
    assert circadian_day(rome(2026, 3, 29, 3, 0), ROME, 2) == date(2026, 3, 29)
    assert circadian_day(rome(2026, 3, 29, 1, 59), ROME, 2) == date(2026, 3, 28)


def test_day_that_begins_at_a_repeated_hour_begins_at_the_first() -> None:
    start = day_start(date(2026, 10, 25), ROME, 2)
    assert (start, start.astimezone(ROME).fold) == (datetime(2026, 10, 25, 0, tzinfo=UTC), 0)


def test_traveller_has_another_day_at_the_same_moment() -> None:
    moment = datetime(2026, 1, 6, 6, tzinfo=UTC)
    assert circadian_day(moment, ROME, 4) == date(2026, 1, 6)
    assert circadian_day(moment, ZoneInfo("America/New_York"), 4) == date(2026, 1, 5)


def test_without_a_zone_the_computers_own_counts() -> None:
    moment = datetime(2026, 1, 6, 12, tzinfo=UTC)
    local = moment.astimezone()
    assert circadian_day(moment, None, 0) == local.date()


@given(MOMENTS, st.sampled_from(ZONES), HOURS)
def test_every_moment_is_within_its_own_day(moment: datetime, name: str, hour: int) -> None:
    zone = ZoneInfo(name)
    day = circadian_day(moment, zone, hour)
    start, end = day_bounds(day, zone, hour)
    # A day that a zone skipped on its way over the date line has no length; no moment is in it.
    assert start <= moment < end
    assert next_day_start(moment, zone, hour) == end


@given(MOMENTS, st.sampled_from(ZONES), HOURS)
def test_last_moment_of_a_date_is_within_the_day_that_it_names(moment: datetime, name: str, hour: int) -> None:
    zone = ZoneInfo(name)
    day = circadian_day(moment, zone, hour)
    last = day_start(day + timedelta(days=1), zone, 0) - timedelta(milliseconds=1)
    assert circadian_day(last, zone, hour) == day
