"""Which moments in a foreign file can be true.

The one fact that a reader would get wrong: what cannot be true is not corrected to now. It has no date, and takes that of
what stands beside it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

EARLIEST_OF_CHATS = datetime(2000, 1, 1, tzinfo=UTC)
EARLIEST_OF_NOTES = datetime(1900, 1, 1, tzinfo=UTC)
# Another machine's clock may be ahead of this one's.
_AHEAD = timedelta(days=1)
_MILLISECONDS_FROM = 1e11


@dataclass(frozen=True, slots=True)
class PossibleMoments:
    """The span in which a moment can be: from `earliest` until now."""

    earliest: datetime
    now: datetime

    def of_seconds(self, value: object) -> datetime | None:
        """Read seconds, or milliseconds, since 1970."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        try:
            # A whole number may be too large to divide; one that is none has no date either.
            seconds = value / 1000 if abs(value) >= _MILLISECONDS_FROM else value
            return self._possible(datetime.fromtimestamp(seconds, UTC))
        except (OverflowError, ValueError, OSError):
            return None

    def of_text(self, value: object) -> datetime | None:
        """Read an ISO 8601 moment; without a time zone it is UTC."""
        if not isinstance(value, str):
            return None
        try:
            moment = datetime.fromisoformat(value.strip())
            return self._possible(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
        except (OverflowError, ValueError):
            return None

    def _possible(self, moment: datetime) -> datetime | None:
        if not self.earliest <= moment <= self.now + _AHEAD:
            return None
        # Stored moments are whole milliseconds.
        whole = moment.astimezone(UTC).replace(microsecond=moment.microsecond // 1000 * 1000)
        return min(whole, self.now)
