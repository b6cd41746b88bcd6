"""Sizes and shares in words, for screens and commands.

The one fact that a reader would get wrong: a gigabyte is 10^9 bytes, as the hub and the file managers count.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.model_download import Downloading

_BAR_CELLS = 20
_GIGABYTE, _MEGABYTE = 1e9, 1e6
_MINUTE_S = 60


def progress_words(event: Downloading) -> str:
    """Say how far a download is: "42%, 470 of 1,117 MB, 5.2 MB/s, 2 min left"."""
    share = event.done_bytes / event.total_bytes if event.total_bytes else 1.0
    amount = f"{event.done_bytes / _MEGABYTE:,.0f} of {event.total_bytes / _MEGABYTE:,.0f} MB"
    if event.resumed_bytes:
        return f"goes on at {amount}"
    speed = f", {event.bytes_per_s / _MEGABYTE:,.1f} MB/s, {_duration(event.left_s)} left" if event.bytes_per_s else ""
    verb = "reading what is here, " if event.is_checking else ""
    return f"{verb}{share:.0%}, {amount}{speed}"


def _duration(seconds: float) -> str:
    """Return "40 s", "3 min", "2 h 10 min"; rounded up."""
    if seconds < _MINUTE_S:
        return f"{math.ceil(seconds)} s"
    minutes = math.ceil(seconds / _MINUTE_S)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{minutes} min"


def bar(share: float) -> str:
    """Return twenty cells, filled from the left."""
    filled = round(max(0.0, min(share, 1.0)) * _BAR_CELLS)
    return "━" * filled + "┄" * (_BAR_CELLS - filled)


def gigabytes(size_bytes: int) -> str:
    """Return "98 MB", "1.1 GB"."""
    return f"{size_bytes / _GIGABYTE:,.1f} GB" if size_bytes >= _GIGABYTE else f"{size_bytes / _MEGABYTE:,.0f} MB"
