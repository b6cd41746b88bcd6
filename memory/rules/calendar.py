"""Circadian days: from 04:00 (a setting) to 04:00 of the user's local time.

The one fact that a reader would get wrong: a day is not 24 hours. Where clocks are put forward it has 23, back 25, and
an hour at which it should begin may not exist; so both ends are reckoned by the local calendar, never by adding hours.
"""

from datetime import UTC, date, datetime, timedelta, tzinfo

_DAY = timedelta(days=1)


def day_start(day: date, zone: tzinfo | None, starts_at_hour: int) -> datetime:
    """Return the moment (UTC) at which a circadian day begins.

    Where clocks skip that hour the day begins as much later; where they pass it twice, at the first time.

    Args:
        day: The local date on which it begins.
        zone: The user's; None = this computer's.
        starts_at_hour: 0..23, local.
    """
    local = datetime(day.year, day.month, day.day, starts_at_hour, tzinfo=zone)
    return local.astimezone(UTC)


def circadian_day(moment: datetime, zone: tzinfo | None, starts_at_hour: int) -> date:
    """Return the circadian day of a moment, named by the local date on which it begins.

    With 04:00: 03:59 on 6 January belongs to 5 January, 04:00 to 6 January.
    """
    day = moment.astimezone(zone).date()
    return day if moment >= day_start(day, zone, starts_at_hour) else day - _DAY


def next_day_start(moment: datetime, zone: tzinfo | None, starts_at_hour: int) -> datetime:
    """Return the moment (UTC) at which the circadian day after that of `moment` begins."""
    return day_start(circadian_day(moment, zone, starts_at_hour) + _DAY, zone, starts_at_hour)


def day_bounds(day: date, zone: tzinfo | None, starts_at_hour: int) -> tuple[datetime, datetime]:
    """Return the first moment of a circadian day and the first that is no longer in it, both UTC."""
    return day_start(day, zone, starts_at_hour), day_start(day + _DAY, zone, starts_at_hour)
