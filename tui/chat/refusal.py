"""Why the last key did nothing, said in the status line.

The one fact that a reader would get wrong: it goes by itself, after a while or when the turn that it spoke of is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

_STANDS_S = 8.0


class RefusalStatus(Protocol):
    """The value that the status line is bound to; set here alone."""

    refusal: str


class Refusal:
    """Says it, and takes it away."""

    def __init__(self, screen: Screen[None], status: RefusalStatus) -> None:
        self._screen = screen
        self._status = status
        self._timer: Timer | None = None

    def say(self, words: str) -> None:
        """Say why a key does nothing now; it stands until the turn ends, or long enough to be read."""
        self._status.refusal = words
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(_STANDS_S, self.drop)

    def drop(self) -> None:
        """Take it away."""
        self._status.refusal = ""
