"""What takes long with models, behind the screens: one download and one change at a time, in threads of its own.

The one fact that a reader would get wrong: it belongs to the assistant and not to the models screen, so a download goes
on when the user goes back to the chat.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.errors import AssistantError
from assistant.model_catalogue import name_of_file
from assistant.model_download import Downloaded, Downloading, DownloadPaused, download_model
from assistant.model_switch import SwitchStoppedError, unload_model, use_model
from assistant.models import describe_model
from assistant.paths import models_folder
from memory.errors import StoreError
from tui.amounts import gigabytes, progress_words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from assistant.model import ModelInfo
    from assistant.model_catalogue import OfferedModel
    from assistant.session import Session

_LOG = logging.getLogger(__name__)
_JOIN_S = 10.0


@dataclass(frozen=True, slots=True)
class ModelState:
    """What is being done with a model, or how it ended.

    Args:
        name: Of the model.
        doing: "downloading", "loading" or "unloading".
        share: How much is done, 0..1; None = unknown.
        words: The progress, or at the end the outcome.
        is_running: False once it has ended.
        is_failed: Whether `words` say what went wrong.
        info: What is loaded now, after a change.
    """

    name: str
    doing: str
    share: float | None = None
    words: str = ""
    is_running: bool = True
    is_failed: bool = False
    info: ModelInfo | None = None


class ModelWork:
    """Owns the thread that downloads or changes a model."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._on_state: Callable[[ModelState], None] | None = None
        self._state: ModelState | None = None

    @property
    def state(self) -> ModelState | None:
        """What is being done now or was done last; None = nothing yet."""
        return self._state

    def watch(self, on_state: Callable[[ModelState], None]) -> None:
        """Have each change told; from a thread."""
        self._on_state = on_state

    def download(self, offered: OfferedModel) -> None:
        """Begin a download.

        Raises:
            AssistantError: something is being done already.
        """
        self._start(ModelState(offered.name, "downloading"), lambda state: self._download(state, offered))

    def use(self, path: Path) -> None:
        """Begin to change the model.

        Raises:
            AssistantError: something is being done already.
        """
        self._start(ModelState(name_of_file(path), "loading"), lambda state: self._use(state, path))

    def unload(self) -> None:
        """Give the model's memory back; waits for it.

        Raises:
            TurnRefusedError: a reply is being written.
        """
        unload_model(self._session)
        words = "The model is out of memory; the next message loads it again."
        self._tell(ModelState("", "unloading", words=words, is_running=False))

    def stop(self) -> None:
        """Ask what runs to end; what came of a download stays for the next try."""
        self._stop.set()

    def close(self) -> None:
        """End what runs, and wait for it."""
        self._on_state = None
        self._stop.set()
        if self._thread is not None:
            self._thread.join(_JOIN_S)

    def _start(self, state: ModelState, work: Callable[[ModelState], ModelState]) -> None:
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                running = self._state
                what = f"{running.doing} {running.name}" if running else "at work"
                raise AssistantError(f"One thing at a time: Reverie is {what}.", "Wait for it, or stop it first.")
            self._stop = threading.Event()
            self._thread = threading.Thread(target=self._run, args=(state, work), name="model-work", daemon=True)
            self._tell(state)
            self._thread.start()

    def _run(self, state: ModelState, work: Callable[[ModelState], ModelState]) -> None:
        try:
            ended = work(state)
        except SwitchStoppedError as error:
            ended = replace(state, words=str(error))
        except (AssistantError, StoreError) as error:
            ended = replace(state, words=f"{error.message} {error.hint}".strip(), is_failed=True)
        except Exception as error:  # noqa: BLE001 - a thread's outer edge: a bug is told and goes to the log
            _LOG.error("work on a model failed by a bug", exc_info=error)
            words = f"A mistake in Reverie ({type(error).__name__}); the log holds the details."
            ended = replace(state, words=words, is_failed=True)
        self._tell(replace(ended, is_running=False))

    def _tell(self, state: ModelState) -> None:
        self._state = state
        on_state = self._on_state
        if on_state is not None:
            on_state(state)

    def _download(self, state: ModelState, offered: OfferedModel) -> ModelState:
        folder = models_folder(self._session.folder)
        for event in download_model(offered, folder, self._stop):
            match event:
                case Downloading(done_bytes=done, total_bytes=total):
                    self._tell(replace(state, share=done / total, words=progress_words(event)))
                case DownloadPaused(done_bytes=done):
                    return replace(state, words=f"Stopped; {gigabytes(done)} wait for the next try.")
                case Downloaded(path=path):
                    problem = describe_model(path, self._session.config).problem
                    return replace(state, share=1.0, words=problem or f"{offered.name} is here now; “Use” loads it.")
        return state

    def _use(self, state: ModelState, path: Path) -> ModelState:
        def tell_share(share: float) -> None:
            self._tell(replace(state, share=share, words=f"{share:.0%}"))

        info = use_model(self._session, path, self._stop, tell_share)
        words = " ".join((f"{state.name} is loaded and in use.", *self._session.untold_notices()))
        return replace(state, share=1.0, words=words, info=info)
