"""One line on stderr for what lasts longer than a second, on terminals only.

The one fact that a reader would get wrong: the line is gone again before anything else is written, so a pipe's reader
and a terminal's see the same text.
"""

import threading
from types import TracebackType
from typing import Self, TextIO

from assistant.cleaning import clean_line

_QUIET_S = 1.0
_ERASE = "\r\x1b[K"


class Progress:
    """Says what is going on, once it has gone on for a second."""

    def __init__(self, stream: TextIO, *, is_shown: bool, quiet_s: float = _QUIET_S) -> None:
        self._quiet_s = quiet_s
        self._stream = stream
        self._is_shown = is_shown
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._is_painted = False
        self._words = ""

    def say(self, words: str) -> None:
        """Set the words; they appear when a second has passed since the first ones were set."""
        if not self._is_shown:
            return
        with self._lock:
            self._words = clean_line(words)
            if self._is_painted:
                self._paint()
            elif self._timer is None:
                self._timer = threading.Timer(self._quiet_s, self._appear)
                self._timer.daemon = True
                self._timer.start()

    def clear(self) -> None:
        """Take the line away: something else is about to be written."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._is_painted:
                self._stream.write(_ERASE)
                self._stream.flush()
                self._is_painted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def _appear(self) -> None:
        with self._lock:
            # `clear` may have come between the timer's end and here.
            if self._timer is not None:
                self._paint()

    def _paint(self) -> None:
        self._stream.write(f"{_ERASE}{self._words} ...")
        self._stream.flush()
        self._is_painted = True
