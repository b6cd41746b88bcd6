"""Sizes and shares in words, for screens and commands.

The one fact that a reader would get wrong: a gigabyte is 10^9 bytes, as the hub and the file managers count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.model_download import Downloading

_BAR_CELLS = 20
_GIGABYTE, _MEGABYTE = 1e9, 1e6


def progress_words(event: Downloading) -> str:
    """Say how far a download is: "42 %, 470 of 1,117 MB"."""
    share = event.done_bytes / event.total_bytes if event.total_bytes else 1.0
    verb = "reading what is here, " if event.is_checking else ""
    return f"{verb}{share:.0%}, {event.done_bytes / 1e6:,.0f} of {event.total_bytes / 1e6:,.0f} MB"


def bar(share: float) -> str:
    """Return twenty cells, filled from the left."""
    filled = round(max(0.0, min(share, 1.0)) * _BAR_CELLS)
    return "━" * filled + "┄" * (_BAR_CELLS - filled)


def gigabytes(size_bytes: int) -> str:
    """Return "98 MB", "1.1 GB"."""
    return f"{size_bytes / _GIGABYTE:,.1f} GB" if size_bytes >= _GIGABYTE else f"{size_bytes / _MEGABYTE:,.0f} MB"
