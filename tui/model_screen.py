"""The part of the chat screen that shows the model: its name, its loading, what is downloaded meanwhile.

The one fact that a reader would get wrong: no model in memory is no failure. The next message loads it again.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.reactive import var

from tui.activity import Phase
from tui.talk_actions import TalkActionsScreen
from tui.telling import tell
from tui.widgets.chat_log import ChatLog
from tui.widgets.first_run import FirstRun

if TYPE_CHECKING:
    from assistant.errors import AssistantError
    from assistant.model import ModelInfo
    from tui.messages import ModelMoved
    from tui.model_work import ModelState

_NONE_LOADED = "no model in memory, the next message loads it"


class ModelDisplayScreen(TalkActionsScreen):
    """Shows which model answers, and what is being done about models."""

    model_name: var[str] = var("")
    """The loaded model, or empty."""
    side_work: var[str] = var("")
    """What is being done about a model beside the talk; empty = nothing."""

    @property
    def can_answer(self) -> bool:
        """Whether a model is there to answer, or comes with the next message."""
        return bool(self.model_name) or self.side_work == _NONE_LOADED

    def model_changed(self) -> None:
        """Another model, or none, is loaded: what was counted in its tokens is to be counted again."""
        raise NotImplementedError

    def model_loaded(self, info: ModelInfo) -> None:
        """Show the model's name and the room it has."""
        from tui.model_name import friendly_name  # noqa: PLC0415 - brings the list of models

        self.model_name = friendly_name(info)
        self.side_work = ""
        self._turn.say_unless_running(Phase.READY)
        if not info.is_default:
            self.query(FirstRun).remove()
        self.model_changed()

    async def model_failed(self, error: AssistantError) -> None:
        """Say why there is no model; reading, renaming and forgetting work without."""
        self._turn.say_unless_running(Phase.FAILED, detail=error.message)
        await self.query_one(ChatLog).add_line(f"{error.message} {error.hint}".strip(), classes="notice")

    def read_loaded_model(self) -> None:
        """Show the model that a message loaded again."""
        backend = self._backend
        if backend is None or self.model_name:
            return

        async def read() -> None:
            self.model_loaded(await asyncio.to_thread(backend.load_model))

        self.work(read, group="model", exclusive=True)

    def on_model_moved(self, message: ModelMoved) -> None:
        """Show what is being done with a model, and how it ended."""
        message.stop()
        state = message.state
        if state.is_running:
            self._show_running(state)
            return
        self.side_work = ""
        if state.info is not None:
            self.model_loaded(state.info)
        elif state.doing == "unloading":
            self.model_name = ""
            self.side_work = _NONE_LOADED
        if self.activity.phase is Phase.LOADING:
            self._turn.say(Phase.READY)
        if self.app.screen is self and state.words:
            tell(self, state.words, is_error=state.is_failed)

    def _show_running(self, state: ModelState) -> None:
        share = "" if state.share is None else f" {state.share:.0%}"
        if state.doing != "loading":
            self.side_work = f"{state.doing} {state.name}{share}"
        else:
            self._turn.say_unless_running(Phase.LOADING, detail=f"{state.name}{share}".strip())
