"""How much one transaction of a job takes on, so that it holds the write lock for less than 50 ms.

The one fact that a reader would get wrong: pace never decides what is done, only in how many steps.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from assistant.clock import Clock
from memory.database import Connection, transaction

# A third of what is allowed: the next step may be slower than the last.
_AIM_S = 0.015
_GROWTH = 1.5
_SLICE_S = 0.5


class Pace:
    """Sizes the next step by how long the last one took.

    Args:
        clock: Measures.
        first: Rows of the first step.
        most: Rows of any step.
    """

    def __init__(self, clock: Clock, first: int, most: int) -> None:
        self._clock = clock
        self._most = most
        self._began_at_s = clock.monotonic_s()
        self._is_asked = False
        self.rows = first

    @property
    def is_slice_over(self) -> bool:
        """Whether the slice has had its time; not when first asked, so that every slice gets on."""
        was_asked, self._is_asked = self._is_asked, True
        return was_asked and self._clock.monotonic_s() - self._began_at_s >= _SLICE_S

    @contextmanager
    def step(self, connection: Connection) -> Iterator[None]:
        """Run one step in a transaction of its own."""
        with transaction(connection):
            # Waiting for the lock is no work.
            began_at_s = self._clock.monotonic_s()
            yield
        took_s = self._clock.monotonic_s() - began_at_s
        if took_s > _AIM_S:
            self.rows = max(1, int(self.rows * _AIM_S / took_s))
        else:
            self.rows = min(self._most, int(self.rows * _GROWTH) + 1)
