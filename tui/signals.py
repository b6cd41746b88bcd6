"""SIGINT, SIGTERM and SIGHUP as one orderly end, whatever the moment.

The one fact that a reader would get wrong: a reply under way is not torn down by an exception. The first signal sets
its stop flag, so that the text so far is kept; only a second one raises.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | int | None
_EXIT_BASE = 128


class SignalExit(BaseException):
    """The program was told to end. `status` is what a shell expects of it: 130, 143 or 129."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = _EXIT_BASE + number


@contextmanager
def signals_as_exit() -> Iterator[None]:
    """Within the block, raise `SignalExit` in the main thread on the first signal; later ones do not disturb the end."""
    seen: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        if not seen:
            seen.append(number)
            raise SignalExit(number)

    with _handled(end):
        yield


@contextmanager
def signals_stop(stop: threading.Event, *, survives_interrupt: bool = False) -> Iterator[None]:
    """Within the block, set `stop` on the first signal and raise on the second; at its end, raise for the first.

    With `survives_interrupt` one SIGINT is used up by the stop, and the program goes on after the block.
    """
    seen: list[int] = []

    def set_stop(number: int, _frame: FrameType | None) -> None:
        seen.append(number)
        stop.set()
        if len(seen) > 1:
            raise SignalExit(number)

    with _handled(set_stop):
        yield
    if seen and not (survives_interrupt and seen == [signal.SIGINT]):
        raise SignalExit(seen[0])


@contextmanager
def signals_wait() -> Iterator[None]:
    """Within the block, let nothing interrupt: the program is putting its things away."""
    with _handled(lambda _number, _frame: None):
        yield


def ignore_signals() -> None:
    """Let nothing interrupt from here to the end of the process, which is near."""
    for number in _numbers():
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def _handled(handler: Handler) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in _numbers()}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, signal.SIG_DFL if old is None else old)


def _numbers() -> list[signal.Signals]:
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    found = [getattr(signal, name) for name in names if hasattr(signal, name)]
    # nohup's wish stands.
    return [number for number in found if signal.getsignal(number) is not signal.SIG_IGN]
