"""Keeps the promise that a deleted chat is gone after ten minutes, in a program that goes on for days.

The one fact that a reader would get wrong: this is no idle work. It does not wait until the user is away and cannot be
switched off: whoever deleted a chat and sits there typing was promised the same.
"""

import logging
import threading

from assistant.chats import purge_lapsed
from assistant.errors import AssistantError
from assistant.session import Session
from memory.errors import StoreError

_LOOK_EVERY_S = 15.0
_JOIN_S = 10.0
_log = logging.getLogger(__name__)


def look(session: Session) -> None:
    """Delete for good what has lapsed by now. What goes wrong is logged and tried again at the next look."""
    try:
        purge_lapsed(session)
    except (AssistantError, StoreError) as error:
        _log.warning("a deleted chat could not be removed yet: %s", error.message)
    except Exception as error:  # noqa: BLE001 - the thread's outer edge: a promise must be tried again
        _log.warning("a deleted chat could not be removed yet: %s", type(error).__name__)
        _log.debug("lapses", exc_info=error)


class LapseThread:
    """Looks a few times a minute; `close` ends it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lapses", daemon=True)

    def start(self) -> "LapseThread":
        """Begin to look."""
        self._thread.start()
        return self

    def close(self) -> None:
        """End the thread. Idempotent."""
        self._stop.set()
        self._thread.join(_JOIN_S)

    def _run(self) -> None:
        while not self._stop.wait(_LOOK_EVERY_S):
            look(self._session)
