"""A program in a terminal of its own, for measurements of what a user would see.

The one fact that a reader would get wrong: what is seen is the raw output, not a screen. A marker must be text that the
program writes in one piece.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

_READ_BYTES = 65_536


class Terminal:
    """A child process on a pseudo-terminal of a given size."""

    def __init__(
        self, command: Sequence[str], *, columns: int = 80, rows: int = 24, environ: Mapping[str, str] | None = None
    ) -> None:
        self.started_s = time.perf_counter()
        self.output = bytearray()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        settings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(environ or {})}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=settings, start_new_session=True
        )
        os.close(slave)

    def __enter__(self) -> Self:
        """Return the terminal, its program running."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program: orderly, else by force."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.wait_exit(10.0)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Close the window."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def write(self, data: bytes) -> None:
        """Type."""
        os.write(self._master, data)

    def wait_for(self, marker: bytes, timeout_s: float = 30.0) -> float:
        """Read until the output since the last `forget` holds `marker`; return the seconds since the start.

        Raises:
            TimeoutError: If it never came.
            EOFError: If the program ended before.
        """
        deadline_s = time.perf_counter() + timeout_s
        while marker not in self.output:
            if not self._read(deadline_s - time.perf_counter()):
                if time.perf_counter() < deadline_s:
                    raise EOFError(f"the program ended before {marker!r} appeared")
                raise TimeoutError(f"{marker!r} did not appear in {timeout_s:g} s")
        return time.perf_counter() - self.started_s

    def forget(self) -> None:
        """Drop what was read so far."""
        self.output.clear()

    def idle(self, duration_s: float) -> None:
        """Read what comes for so long, as a terminal does while nobody types."""
        deadline_s = time.perf_counter() + duration_s
        while (left_s := deadline_s - time.perf_counter()) > 0:
            self._read(left_s)

    def wait_exit(self, timeout_s: float) -> int | None:
        """Read until the program has ended; return its exit code, None if it goes on."""
        deadline_s = time.perf_counter() + timeout_s
        while self.process.poll() is None and time.perf_counter() < deadline_s:
            if self._master >= 0:
                self._read(0.05)
            else:
                time.sleep(0.05)
        return self.process.poll()

    def _read(self, wait_s: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, wait_s))
        if not ready:
            return False
        try:
            data = os.read(self._master, _READ_BYTES)
        except OSError:  # the child closed its side
            return False
        self.output += data
        return bool(data)
