"""Iterate something slow so that a stop is seen at once, whatever it waits for.

The one fact that a reader would get wrong: after a stop the thread behind it may still wait for the network. Nobody
listens to it any more, and it ends by itself.
"""

import queue
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
_LOOK_EVERY_S = 0.05
_ITEMS_AHEAD = 16


@dataclass(frozen=True, slots=True)
class _Item(Generic[T]):
    value: T


@dataclass(frozen=True, slots=True)
class _End:
    error: Exception | None = None


class _Handover(Generic[T]):
    """A few items on their way from one thread to another, until the taker leaves."""

    def __init__(self) -> None:
        self.items: queue.Queue[_Item[T] | _End] = queue.Queue(_ITEMS_AHEAD)
        self.is_left = threading.Event()

    def put(self, item: _Item[T] | _End) -> bool:
        """Wait for room; returns False once nobody takes any more."""
        while not self.is_left.is_set():
            try:
                self.items.put(item, timeout=_LOOK_EVERY_S)
            except queue.Full:
                continue
            return True
        return False

    def put_all(self, start: Callable[[], Generator[T]]) -> None:
        """Run a generator to its end; the thread's whole life."""
        try:
            with closing(start()) as generator:
                for value in generator:
                    if not self.put(_Item(value)):
                        return
        except Exception as error:  # noqa: BLE001 - a thread's outer edge; it is raised on the other side
            self.put(_End(error))
        else:
            self.put(_End())


def iterate_stoppable(start: Callable[[], Generator[T]], stop: threading.Event) -> Iterator[T]:
    """Yield what the generator of `start` yields; end early once `stop` is set. Its errors are raised here.

    The generator runs in a thread of its own and is closed there.
    """
    handover: _Handover[T] = _Handover()
    threading.Thread(target=handover.put_all, args=(start,), name="stoppable", daemon=True).start()
    try:
        while not stop.is_set():
            try:
                item = handover.items.get(timeout=_LOOK_EVERY_S)
            except queue.Empty:
                continue
            if isinstance(item, _Item):
                yield item.value
            elif item.error is not None:
                raise item.error
            else:
                return
    finally:
        handover.is_left.set()
