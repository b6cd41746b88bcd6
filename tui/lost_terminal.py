"""Output that outlives its terminal, so that a closed window leads to an orderly exit.

The one fact that a reader would get wrong: SIGHUP alone is not enough. Textual's writer thread dies of the first write
to a terminal that is gone, its queue fills, and the event loop waits on it for ever, before any handler can run.
"""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator


class LenientOutput:
    """A text file whose writes go nowhere once the terminal behind it is gone."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._is_lost = False

    def write(self, text: str) -> int:
        """Write, or drop the text if there is no terminal any more."""
        if not self._is_lost:
            try:
                return self._file.write(text)
            except OSError:
                self._lose()
        return len(text)

    def flush(self) -> None:
        """Flush, if there is something to flush to."""
        if not self._is_lost:
            try:
                self._file.flush()
            except OSError:
                self._lose()

    def _lose(self) -> None:
        self._is_lost = True
        # Where the terminal was not the controlling one the system sends no SIGHUP, but the user is as gone.
        if hasattr(signal, "SIGHUP"):
            signal.raise_signal(signal.SIGHUP)

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


@contextmanager
def lenient_terminal() -> Iterator[None]:
    """Let Textual, which paints to `sys.__stderr__`, paint to a lenient one inside the block."""
    terminal = sys.__stderr__
    if terminal is None:
        yield
        return
    sys.__stderr__ = LenientOutput(terminal)  # type: ignore[assignment,misc]  # a stand-in with what Textual uses
    try:
        yield
    finally:
        sys.__stderr__ = terminal  # type: ignore[misc]  # as it was
