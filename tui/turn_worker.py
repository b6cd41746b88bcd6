"""The thread body that iterates one turn and posts what it yields.

The one fact that a reader would get wrong: when nobody listens any more the turn is stopped, not abandoned: the
iteration goes on to the turn's own end, so that the text so far is stored.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from assistant.events import Token
from tui.messages import TurnBroke, TurnMoved, TurnRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.message import Message

    from assistant.events import TurnEvent
    from tui.backend import Backend

BATCH_S = 0.1
_LOG = logging.getLogger(__name__)


def iterate_turn(backend: Backend, run: TurnRun, post: Callable[[Message], bool]) -> None:
    """Run a turn to its end.

    Args:
        backend: The assistant.
        run: The turn, with its stop flag; `ended` is set whatever happens.
        post: Delivers a message to the screen; False once the app is closing.
    """
    try:
        for event in in_batches(_events(backend, run), time.monotonic):
            if not post(TurnMoved(run, event)):
                run.stop.set()
    except Exception as error:  # noqa: BLE001 - a thread's outer edge: a bug is told in a dialog
        _LOG.exception("A turn ended by a bug")
        post(TurnBroke(run, error))
    finally:
        run.ended.set()


def in_batches(events: Iterator[TurnEvent], monotonic_s: Callable[[], float]) -> Iterator[TurnEvent]:
    """Join tokens that come faster than the eye, so that the event loop has time for the keys.

    A token that comes later than `BATCH_S` after the last batch goes on at once; every other event takes along what waits.
    """
    waiting: list[str] = []
    is_reasoning = False
    sent_at_s = float("-inf")
    for event in events:
        if isinstance(event, Token):
            if waiting and event.is_reasoning is not is_reasoning:
                yield Token("".join(waiting), is_reasoning)
                waiting = []
            is_reasoning = event.is_reasoning
            waiting.append(event.text)
            if monotonic_s() - sent_at_s < BATCH_S:
                continue
        if waiting:
            yield Token("".join(waiting), is_reasoning)
            waiting, sent_at_s = [], monotonic_s()
        if not isinstance(event, Token):
            yield event
    if waiting:
        yield Token("".join(waiting), is_reasoning)


def _events(backend: Backend, run: TurnRun) -> Iterator[TurnEvent]:
    if run.is_again:
        return backend.regenerate(run.chat_id, run.stop)
    return backend.run_turn(run.chat_id, run.text, run.stop)
