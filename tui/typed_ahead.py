"""What is typed while a reply is written, on a terminal that is read line by line.

The one fact that a reader would get wrong: the terminal itself throws it away. Its Ctrl+C drops all that was typed before
and not read yet, unless it is told not to.
"""

from __future__ import annotations

import os
import select
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

try:
    import termios
except ImportError:  # Windows has no such terminals
    HAS_TERMIOS = False
else:
    HAS_TERMIOS = True

_LOCAL_MODES = 3
_MOST_BYTES = 65_536


@contextmanager
def lines_kept(lines_in: TextIO) -> Iterator[None]:
    """Within the block, let Ctrl+C drop nothing that was typed before it."""
    if not HAS_TERMIOS or not _is_terminal(lines_in):
        yield
        return
    before = termios.tcgetattr(lines_in)
    changed = termios.tcgetattr(lines_in)
    changed[_LOCAL_MODES] |= termios.NOFLSH
    termios.tcsetattr(lines_in, termios.TCSANOW, changed)
    try:
        yield
    finally:
        termios.tcsetattr(lines_in, termios.TCSANOW, before)


def take_typed_ahead(lines_in: TextIO) -> list[str]:
    """Return the whole lines that were typed and not read yet; does not wait."""
    found: list[str] = []
    while _is_terminal(lines_in) and select.select([lines_in], [], [], 0)[0]:
        # A terminal hands over one line at a time. What ends it is no line: the end of the input stays for the next reader.
        line = os.read(lines_in.fileno(), _MOST_BYTES)
        if not line.endswith(b"\n"):
            break
        found.append(line.decode(errors="replace").rstrip("\n"))
    return found


def _is_terminal(lines_in: TextIO) -> bool:
    try:
        return os.isatty(lines_in.fileno())
    except OSError:
        # A stand-in has no number: io.UnsupportedOperation.
        return False
