"""The only place that asks what time it is.

The one fact that a reader would get wrong: everything below takes `now` as an argument; a script's clock stands in
here, nowhere else.
"""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the moment, and measures durations."""

    def now(self) -> datetime:
        """Return the moment: aware, UTC."""
        ...

    def monotonic_s(self) -> float:
        """Return seconds from an arbitrary start, never going back."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the moment: aware, UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one place where this is allowed

    def monotonic_s(self) -> float:
        """Return seconds from an arbitrary start, never going back."""
        return time.monotonic()
