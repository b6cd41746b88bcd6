"""Keeps Python's garbage collector from stopping the screen between a key and its paint.

The one fact that a reader would get wrong: a full collection over a screen's 200,000 objects takes 60 to 300 ms, and
Python starts one whenever enough was allocated, which is while a reply streams; one of the middle generation takes 10 to
25 ms. So nothing is collected before the first paint (16 ms of the start); later only the youngest stays automatic, the
middle one waits for a pause in typing, a full one for a quiet moment.
Measured 2026-11 with `benchmarks.typing`: p95 of a key while a reply streams 157 ms before.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG = 5_000  # allocations before a look at the newest objects: about 1 ms
_MIDDLE = 500  # of those: 2.5 million allocations without a pause between keys are a minute of streaming
_MIDDLE_DUE_AFTER = 20
_NEVER = 1_000_000
_OVERDUE_AFTER = 12  # the same while a reply streams: about once in half a minute
_DUE_AFTER = 3  # collections of the middle generation, about 300,000 allocations


def pause() -> None:
    """Collect nothing until `take_over`: what the start imports is not garbage."""
    gc.disable()


def take_over() -> tuple[int, int, int]:
    """Exempt what the start-up made, which stays until the end, and stop automatic full collections.

    Returns:
        The thresholds as they were.
    """
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
    gc.enable()
    return thresholds


def exempt() -> None:
    """Exempt what was made since `take_over`; call it when a second part of the start is over.

    Nothing that leaves the screen again may be there yet: what is exempt is never freed where it refers to itself.
    """
    gc.freeze()


@contextmanager
def exempted() -> Iterator[None]:
    """Exempt what there is for as long as a command works on it; not for the app, which exempts for good.

    The plan of a large import is 500,000 objects: a full collection over them, in a step, would hold the lock for 0.2 s.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def give_back(thresholds: tuple[int, int, int]) -> None:
    """Undo `take_over`, for whoever goes on in this process.

    Args:
        thresholds: What `take_over` returned.
    """
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def collect_middle_if_due() -> bool:
    """Do the middle collection that has been put off; call it when nobody types.

    Returns:
        Whether there was one.
    """
    if gc.get_count()[1] < _MIDDLE_DUE_AFTER:
        return False
    gc.collect(1)
    return True


def collect_if_due(*, is_quiet: bool = True) -> bool:
    """Do the full collection that has been put off; call it when nobody types.

    Args:
        is_quiet: Nothing streams either. Else it waits longer: painting the reply stops for 0.1 to 0.3 s meanwhile, but
            in an hour of replies without a pause garbage would grow without end.

    Returns:
        Whether there was one.
    """
    if gc.get_count()[2] < (_DUE_AFTER if is_quiet else _OVERDUE_AFTER):
        return False
    gc.collect()
    return True
