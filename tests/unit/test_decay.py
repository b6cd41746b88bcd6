"""Fading is a closed form: golden numbers and the laws that make a pass safe to repeat."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.records import Kind, Provenance, Tier
from memory.rules.decay import (
    Presence,
    StoredImportance,
    effective_days,
    fading_starts_at,
    halved,
    importance_now,
    is_faded,
    renewed,
    tier,
    tier_factor,
    uncounted_stretches,
)

T0 = datetime(2026, 1, 5, 9, tzinfo=UTC)
DAY = timedelta(days=1)


def always_there(now: datetime) -> Presence:
    return Presence(first_session_at=T0 - 1000 * DAY, last_activity_at=now)


moments = st.integers(min_value=-400 * 24, max_value=800 * 24).map(lambda hours: T0 + timedelta(hours=hours))
importances = st.floats(min_value=0, max_value=1)


@st.composite
def presences(draw: st.DrawFn) -> Presence:
    """A history in order: first session, then absences of any length with activity between them."""
    hours = st.integers(min_value=1, max_value=24 * 60)
    first = draw(moments)
    clock = first
    absences = []
    for _ in range(draw(st.integers(0, 4))):
        start = clock + timedelta(hours=draw(hours))
        clock = start + timedelta(hours=draw(hours))
        absences.append((start, clock))
    return Presence(first, clock + timedelta(hours=draw(hours)), tuple(absences))


@pytest.mark.parametrize(
    ("stored", "days", "expected"),
    [(0.5, 0, 0.5), (0.5, 10, 0.2994), (0.9, 1, 0.855), (0.6, 30, 0.1288), (0.3, 22, 0.0971), (1.0, 0.5, 0.9747)],
)
def test_fading_gives_the_worked_numbers(stored: float, days: float, expected: float) -> None:
    now = T0 + days * DAY
    assert round(importance_now(stored, T0, now, always_there(now)), 4) == expected


@pytest.mark.parametrize(
    ("hours", "expected"),
    [(-5, Tier.SHORT), (0, Tier.SHORT), (71.99, Tier.SHORT), (72, Tier.MID), (335.99, Tier.MID), (336, Tier.LONG)],
)
def test_tier_is_told_by_age_alone(hours: float, expected: Tier) -> None:
    assert tier(timedelta(hours=hours)) is expected


def test_tier_factor_of_the_long_tier_asks_for_importance() -> None:
    assert [tier_factor(t, 0.1) for t in Tier] == [1.2, 1.1, 1.0]
    assert tier_factor(Tier.LONG, 0.8) == 1.05
    assert tier_factor(Tier.LONG, 0.7999) == 1.0
    assert tier_factor(Tier.SHORT, 0.9) == 1.2


def test_two_idle_months_cost_seven_days() -> None:
    presence = Presence(T0 - 100 * DAY, last_activity_at=T0)
    assert effective_days(T0, T0 + 60 * DAY, presence) == 7.0
    assert round(importance_now(0.5, T0, T0 + 60 * DAY, presence), 4) == 0.3492


def test_an_ended_absence_counts_seven_days_and_time_around_it_whole() -> None:
    presence = Presence(T0 - 100 * DAY, T0 + 80 * DAY, ((T0 + 10 * DAY, T0 + 70 * DAY),))
    assert effective_days(T0, T0 + 80 * DAY, presence) == 27.0


def test_a_memory_from_inside_an_absence_counts_its_own_part_only() -> None:
    presence = Presence(T0 - 100 * DAY, T0 + 70 * DAY, ((T0, T0 + 60 * DAY),))
    assert effective_days(T0 + 57 * DAY, T0 + 70 * DAY, presence) == 13.0
    assert effective_days(T0 + 40 * DAY, T0 + 70 * DAY, presence) == 17.0


def test_an_import_from_before_the_first_session_loses_seven_days_for_all_those_years() -> None:
    presence = Presence(first_session_at=T0, last_activity_at=T0 + 2 * DAY)
    assert effective_days(T0 - 2000 * DAY, T0 + 2 * DAY, presence) == 9.0


def test_a_short_absence_counts_whole() -> None:
    presence = Presence(T0 - DAY, T0 + 6 * DAY, ((T0, T0 + 6 * DAY),))
    assert effective_days(T0, T0 + 12 * DAY, presence) == 12.0


def test_a_clock_set_back_changes_nothing() -> None:
    assert effective_days(T0, T0 - 30 * DAY, always_there(T0)) == 0.0
    assert importance_now(0.5, T0, T0 - 30 * DAY, always_there(T0)) == 0.5


def test_the_night_of_a_clock_change_is_as_long_as_any_in_utc() -> None:
    before = datetime(2026, 3, 29, 0, tzinfo=UTC)
    other_zone = (before + DAY).astimezone(tz=None)
    presence = always_there(before + DAY)
    assert effective_days(before, before + DAY, presence) == effective_days(before, other_zone, presence) == 1.0


@pytest.mark.parametrize(
    ("kind", "provenance", "is_pinned", "days_until_fading"),
    [
        (Kind.FACT, Provenance.USER_SAID, False, 0),
        (Kind.FACT, Provenance.USER_SAID, True, None),
        (Kind.FACT, Provenance.AUTHORED, False, None),
        (Kind.IDENTITY, Provenance.AUTHORED, False, None),
        (Kind.IDENTITY, Provenance.USER_SAID, True, None),
        (Kind.IDENTITY, Provenance.USER_SAID, False, 30),
        (Kind.PREFERENCE, Provenance.IMPORTED, False, 30),
        (Kind.COMMITMENT, Provenance.USER_SAID, False, 0),
        (Kind.CHAT, Provenance.GIST, False, 0),
    ],
)
def test_the_pinned_and_the_authored_never_fade(
    kind: Kind,
    provenance: Provenance,
    is_pinned: bool,  # noqa: FBT001 - a table's column
    days_until_fading: int | None,
) -> None:
    starts = fading_starts_at(
        kind=kind, provenance=provenance, is_pinned=is_pinned, importance_at=T0, reinduced_at=None
    )
    assert starts == (None if days_until_fading is None else T0 + days_until_fading * DAY)


def test_identity_fades_thirty_days_after_the_last_session_that_loaded_it() -> None:
    starts = fading_starts_at(
        kind=Kind.IDENTITY,
        provenance=Provenance.USER_SAID,
        is_pinned=False,
        importance_at=T0,
        reinduced_at=T0 + 50 * DAY,
    )
    assert starts == T0 + 80 * DAY
    now = T0 + 90 * DAY
    assert importance_now(0.9, starts, T0 + 80 * DAY, always_there(now)) == 0.9
    assert round(importance_now(0.9, starts, now, always_there(now)), 4) == 0.5389


def test_a_renewal_after_the_last_reinduction_counts_from_the_renewal() -> None:
    starts = fading_starts_at(
        kind=Kind.PREFERENCE,
        provenance=Provenance.USER_SAID,
        is_pinned=False,
        importance_at=T0 + 9 * DAY,
        reinduced_at=T0,
    )
    assert starts == T0 + 39 * DAY


def test_archive_limit_is_below_a_tenth() -> None:
    assert is_faded(0.0999)
    assert not is_faded(0.1)


def test_renewal_keeps_the_stored_value_and_lifts_a_faded_one() -> None:
    assert renewed(0.5, 0.2, T0) == StoredImportance(0.5, T0)
    assert renewed(0.2, 0.15, T0) == StoredImportance(0.2, T0)
    assert renewed(0.2, 0.05, T0) == StoredImportance(0.3, T0)
    assert renewed(0.6, 0.05, T0) == StoredImportance(0.6, T0)


def test_not_relevant_halves_the_importance_now() -> None:
    assert halved(0.2994, T0) == StoredImportance(0.1497, T0)


@given(importances, moments, moments, presences())
def test_importance_stays_between_zero_and_the_stored_value(
    stored: float, at: datetime, now: datetime, presence: Presence
) -> None:
    assert 0.0 <= importance_now(stored, at, now, presence) <= stored


@given(st.floats(min_value=-5, max_value=5), moments, moments)
def test_a_damaged_stored_value_is_clamped(stored: float, at: datetime, now: datetime) -> None:
    assert 0.0 <= importance_now(stored, at, now, always_there(now)) <= 1.0


@given(importances, moments, moments, moments, presences())
def test_importance_never_grows_with_time_while_the_user_is_there(
    stored: float, at: datetime, one: datetime, other: datetime, presence: Presence
) -> None:
    early, late = sorted((one, other))
    assert importance_now(stored, at, late, presence) <= importance_now(stored, at, early, presence) + 1e-12


@given(moments, moments, presences())
def test_days_are_never_more_than_the_calendar_has(at: datetime, now: datetime, presence: Presence) -> None:
    assert 0.0 <= effective_days(at, now, presence) <= max(0.0, (now - at) / DAY)


@given(moments, moments, presences())
def test_each_absence_costs_at_most_seven_days(at: datetime, now: datetime, presence: Presence) -> None:
    gaps = [
        (datetime.min.replace(tzinfo=UTC), presence.first_session_at),
        *presence.absences,
        (presence.last_activity_at, now),
    ]
    overlaps = [max(timedelta(0), min(end, now) - max(start, at)) for start, end in gaps]
    expected = max(timedelta(0), now - at) - sum(overlaps, timedelta(0))
    expected += sum((min(overlap, 7 * DAY) for overlap in overlaps), timedelta(0))
    assert effective_days(at, now, presence) == pytest.approx(expected / DAY)


@given(moments, presences())
def test_uncounted_stretches_are_in_order_and_apart(now: datetime, presence: Presence) -> None:
    stretches = uncounted_stretches(presence, now)
    edges = [edge for stretch in stretches for edge in stretch]
    assert edges == sorted(edges)
    assert all(end <= now - 7 * DAY for _, end in stretches)


@given(importances, moments, moments, moments)
def test_a_pass_in_between_changes_nothing(stored: float, at: datetime, one: datetime, other: datetime) -> None:
    between, now = sorted((one, other))
    presence = always_there(now)
    written_back = importance_now(stored, at, between, presence)
    assert importance_now(written_back, max(at, between), now, presence) == pytest.approx(
        importance_now(stored, at, now, presence)
    )
