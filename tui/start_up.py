"""The start behind the first paint: the assistant is opened, then its model loaded, both in threads.

The one fact that a reader would get wrong: threads touch no widget. What they tell is posted, and the shares of the
loading go through the same queue as its end, so that none of them comes after it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from assistant.errors import AssistantError
from memory.errors import StoreError
from tui.messages import IdleMoved, ModelMoved

if TYPE_CHECKING:
    from collections.abc import Callable

    from assistant.model import ModelInfo
    from tui.app import ReverieApp
    from tui.backend import Backend
    from tui.model_work import ModelState

_LOG = logging.getLogger(__name__)


class StartUp:
    """Opens the assistant for an app that is painted already, and tells what goes wrong.

    Args:
        app: Whose start it is.
        load_backend: Opens the assistant; called once, in a thread. Raises AssistantError or StoreError.
    """

    def __init__(self, app: ReverieApp, load_backend: Callable[[], Backend]) -> None:
        self._app = app
        self._load_backend = load_backend
        self._opening: asyncio.Future[Backend] | None = None

    async def open(self) -> Backend | None:
        """Open the assistant; None where that failed, which the user was told."""
        self._opening = asyncio.ensure_future(asyncio.to_thread(self._open))
        try:
            return await self._opening
        except (AssistantError, StoreError) as error:
            self._fail(error.message, error.hint)
        except Exception as error:  # noqa: BLE001 - the thread's outer edge: a bug is told, then the app quits
            _LOG.exception("The start failed by a bug")
            self._fail(f"A mistake in Reverie ({type(error).__name__}).", "The log holds the details.")
        return None

    async def opened(self) -> None:
        """Wait until `open` has come to its end, whatever that is: who leaves must close what was opened."""
        if self._opening is not None:
            await asyncio.wait([self._opening])

    async def attach(self, backend: Backend) -> None:
        """Hand the opened assistant to the screens."""
        backend.watch_models(self._tell_model)
        await self._app.chat.attach(backend)
        self._app.chat.refresh_bindings()

    async def load_model(self, backend: Backend) -> None:
        """Load the model, then begin idle work.

        Raises:
            AssistantError: the model cannot be loaded.
        """
        info = await asyncio.to_thread(backend.load_model, self._tell_loading)
        self._tell_loading(1.0, info)
        backend.start_idle(self._tell_idle)

    def _open(self) -> Backend:
        # First import what the first paint did without.
        import tui.chat.parts  # noqa: PLC0415
        import tui.chat.turn_display  # noqa: PLC0415
        import tui.widgets.message  # noqa: F401, PLC0415

        return self._load_backend()

    def _fail(self, message: str, hint: str) -> None:
        self._app.chat.start_failed()
        from tui.widgets.dialogs import ErrorDialog  # noqa: PLC0415 - what the first paint does without

        dialog = ErrorDialog("Reverie could not start", message, hint, "Quit")
        self._app.push_screen(dialog, lambda _: self._app.exit(1))

    def _tell_model(self, state: ModelState) -> None:
        self._app.post_message(ModelMoved(state))

    def _tell_loading(self, share: float, info: ModelInfo | None = None) -> None:
        from tui.model_work import ModelState  # noqa: PLC0415 - brings the store

        self._tell_model(ModelState("", "loading", share, is_running=info is None, info=info))

    def _tell_idle(self, words: str) -> None:
        self._app.chat.post_message(IdleMoved(words))
