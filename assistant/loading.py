"""Have the model ready before a turn needs it.

The one fact that a reader would get wrong: a stop ends the wait and not the loading, which goes on in its thread and
serves the next turn.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait

from assistant.events import ModelLoading, Notice
from assistant.model import ModelInfo
from assistant.session import Session

_STOP_SEEN_EVERY_S = 0.05


def wait_for_model(session: Session, stop: threading.Event) -> Iterator[ModelLoading | Notice]:
    """Have the model ready and tell what it has to say.

    Raises:
        ModelError: it cannot be loaded.
    """
    if session.model.info is None:
        yield ModelLoading()
        loading = load_beside(session.ready_model, stop)
        if loading.done():
            loading.result()
    yield from (Notice(text) for text in session.untold_notices())


def load_beside(load: Callable[[], ModelInfo], stop: threading.Event) -> Future[ModelInfo]:
    """Load in a thread and wait until it is over or `stop` is set; after a stop the thread goes on, and so may the wait."""
    loading: Future[ModelInfo] = Future()

    def run() -> None:
        try:
            loading.set_result(load())
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            loading.set_exception(error)

    threading.Thread(target=run, name="model-load", daemon=True).start()
    while not (loading.done() or stop.is_set()):
        wait([loading], _STOP_SEEN_EVERY_S)
    return loading
