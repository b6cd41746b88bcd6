"""The thread body that iterates one turn and posts what it yields.

The one fact that a reader would get wrong: when nobody listens any more the turn is stopped, not abandoned: the
iteration goes on to the turn's own end, so that the text so far is stored.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, assert_never

from tui.messages import TurnBroke, TurnMoved, TurnRun, Way

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.message import Message

    from assistant.events import TurnEvent
    from tui.backend import Backend

_LOG = logging.getLogger(__name__)


def iterate_turn(backend: Backend, run: TurnRun, post: Callable[[Message], bool]) -> None:
    """Run a turn to its end.

    Args:
        backend: The assistant.
        run: The turn, with its stop flag; `ended` is set whatever happens.
        post: Delivers a message to the screen; False once the app is closing.
    """
    try:
        for event in _events(backend, run):
            if not post(TurnMoved(run, event)):
                run.stop.set()
    except Exception as error:  # noqa: BLE001 - a thread's outer edge: a bug is told in a dialog
        _LOG.exception("A turn ended by a bug")
        post(TurnBroke(run, error))
    finally:
        run.ended.set()


def _events(backend: Backend, run: TurnRun) -> Iterator[TurnEvent]:
    match run.way:
        case Way.SEND:
            return backend.run_turn(run.chat_id, run.text, run.stop)
        case Way.REGENERATE:
            return backend.regenerate(run.chat_id, run.stop)
        case Way.CONTINUE:
            return backend.continue_reply(run.chat_id, run.stop)
        case _:
            assert_never(run.way)
