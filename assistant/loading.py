"""Have the model ready before a turn needs it.

The one fact that a reader would get wrong: a stop ends the wait and not the loading, which goes on in its thread and
serves the next turn.
"""

import threading
from collections.abc import Iterator

from assistant.errors import ModelError
from assistant.events import ModelLoading, Notice
from assistant.session import Session

_STOP_SEEN_EVERY_S = 0.05


def wait_for_model(session: Session, stop: threading.Event) -> Iterator[ModelLoading | Notice]:
    """Have the model ready and tell what it has to say.

    Raises:
        ModelError: it cannot be loaded.
    """
    if session.model.info is None:
        yield ModelLoading()
        _load_model(session, stop)
    yield from (Notice(text) for text in session.untold_notices())


def _load_model(session: Session, stop: threading.Event) -> None:
    """Load it in a thread, so that a stop is seen meanwhile.

    Raises:
        ModelError: it cannot be loaded.
    """
    failures: list[ModelError] = []

    def load() -> None:
        try:
            session.ready_model()
        except ModelError as error:
            failures.append(error)

    loader = threading.Thread(target=load, name="model-load", daemon=True)
    loader.start()
    while loader.is_alive() and not stop.is_set():
        loader.join(_STOP_SEEN_EVERY_S)
    if failures:
        raise failures[0]
