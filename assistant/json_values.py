"""How moments and shares are written in JSON, in replays and in the commands' answers."""

from datetime import datetime


def moment_json(at: datetime) -> str:
    """Write a moment of UTC as ISO 8601 with "Z", to the second, or to the millisecond where it has a fraction."""
    return at.isoformat(timespec="milliseconds" if at.microsecond else "seconds").replace("+00:00", "Z")


def rounded(value: float | None) -> float | None:
    """Round a share or an importance to 4 decimals; None stays unknown."""
    return None if value is None else round(value, 4)
