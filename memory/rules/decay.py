"""Fading: what an importance is worth now, and the three regimes of recency.

The one fact that a reader would get wrong: nothing here is applied step by step. Importance now is a closed form of a
stored value and the moment when it was true, so that a pass run twice gives what one run gives.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memory.records import STANDING_KINDS, Kind, Provenance, Tier

FADE_PER_DAY = 0.95
ARCHIVE_BELOW = 0.1
RENEWED_AT_LEAST = 0.3
ABSENCE_COUNTS_AT_MOST = timedelta(days=7)
REINDUCTION_LASTS = timedelta(days=30)
SHORT_TIER_ENDS = timedelta(hours=72)
MID_TIER_ENDS = timedelta(hours=336)
LONG_TIER_KEEPS_FROM = 0.8

_DAY = timedelta(days=1)
_START_OF_TIME = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Presence:
    """When the user was there; a turn, a session start and a user command are activity.

    Args:
        first_session_at: The time before it is one absence.
        last_activity_at: The time from it until now is the running absence.
        absences: (start, end) of each ended stretch without activity. Those of 7 days and less change nothing and need
            not be stored.
    """

    first_session_at: datetime
    last_activity_at: datetime
    absences: tuple[tuple[datetime, datetime], ...] = ()


@dataclass(frozen=True, slots=True)
class StoredImportance:
    """An importance and the moment at which it was true: the pair that is written back together."""

    importance: float
    importance_at: datetime


def tier(age: timedelta) -> Tier:
    """Tell the regime of an age: 71.9 h is short, 72 h is mid, 336 h is long. An age below 0 is short."""
    if age < SHORT_TIER_ENDS:
        return Tier.SHORT
    return Tier.MID if age < MID_TIER_ENDS else Tier.LONG


def tier_factor(of_tier: Tier, importance: float) -> float:
    """Return the factor that recency puts on a score.

    short 1.2, mid 1.1, long 1.05 where the importance now is at least 0.8, else 1.0.
    Source: the second article's two-layer memory; its ">= 8 of 10" is 0.8 here (DESIGN 2.2).
    """
    match of_tier:
        case Tier.SHORT:
            return 1.2
        case Tier.MID:
            return 1.1
        case Tier.LONG:
            return 1.05 if importance >= LONG_TIER_KEEPS_FROM else 1.0


def uncounted_stretches(presence: Presence, now: datetime) -> tuple[tuple[datetime, datetime], ...]:
    """Return the stretches up to `now` in which nothing fades: each absence without its last 7 days.

    With them a set-based pass needs no loop: in SQL, days since a moment = (now - moment) - the sum over these stretches
    of max(0, end - max(start, moment)). They do not overlap, and the first may start at year 1.
    """
    gaps = ((_START_OF_TIME, presence.first_session_at), *presence.absences, (presence.last_activity_at, now))
    ends_at_latest = now - ABSENCE_COUNTS_AT_MOST
    return tuple(
        (start, min(end - ABSENCE_COUNTS_AT_MOST, ends_at_latest))
        for start, end in gaps
        if start < min(end - ABSENCE_COUNTS_AT_MOST, ends_at_latest)
    )


def effective_days(since: datetime, now: datetime, presence: Presence) -> float:
    """Count the days from `since` to `now`, of each absence at most 7, in fractions; 0 if the clock was set back.

    days = (now - since) - sum of max(0, absence inside [since, now] - 7 d). A 60-day absence within 80 days leaves
    80 - (60 - 7) = 27. Source: DESIGN 2.2; decay by the calendar emptied an account in two idle months (mentedb#260).
    """
    if now <= since:
        return 0.0
    counted = now - since
    for start, end in uncounted_stretches(presence, now):
        counted -= max(timedelta(0), end - max(start, since))
    return counted / _DAY


def fading_starts_at(
    *,
    kind: Kind,
    provenance: Provenance,
    is_pinned: bool,
    importance_at: datetime,
    reinduced_at: datetime | None,
) -> datetime | None:
    """Return the moment from which a memory fades, or None if it never does.

    Pinned and authored memories never fade. Identity and preference start 30 days after the last session that loaded
    them; one that no session has loaded, 30 days after its own moment. Whatever set `importance_at` later counts too.
    """
    if is_pinned or provenance is Provenance.AUTHORED:
        return None
    if kind not in STANDING_KINDS:
        return importance_at
    return max(importance_at, reinduced_at or importance_at) + REINDUCTION_LASTS


def importance_now(stored: float, fades_from: datetime | None, now: datetime, presence: Presence) -> float:
    """Return what a stored importance is worth at `now`.

    importance(t) = stored * 0.95 ** days. 0.5 after 10 days: 0.5 * 0.95 ** 10 = 0.2994. Source: the first article's 5 %
    a day; its sample multiplies the stored value on each run, ours is closed form (DESIGN 11).

    Args:
        stored: Clamped to 0..1.
        fades_from: From `fading_starts_at`; None = exempt.
        now: Aware, UTC, like every moment here.
        presence: When the user was there.
    """
    held = min(1.0, max(0.0, stored))
    if fades_from is None:
        return held
    return float(held * FADE_PER_DAY ** effective_days(fades_from, now, presence))


def is_faded(importance: float) -> bool:
    """Tell whether an importance now is low enough for the archive: 0.0999 is, 0.1 is not."""
    return importance < ARCHIVE_BELOW


def renewed(stored: float, importance: float, now: datetime) -> StoredImportance:
    """Return what the user's renewal leaves: the stored value again, from now on; a faded one at least 0.3.

    Args:
        stored: The stored value.
        importance: The importance now, which tells whether the memory has faded into the archive.
        now: The moment of the renewal.
    """
    return StoredImportance(max(stored, RENEWED_AT_LEAST) if is_faded(importance) else stored, now)


def halved(importance: float, now: datetime) -> StoredImportance:
    """Return what "not relevant" leaves: half of the importance now, from now on."""
    return StoredImportance(importance / 2, now)
