"""Shows the model: its name, its loading, what is downloaded meanwhile.

The one fact that a reader would get wrong: no model in memory is no failure. The next message loads it again.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from tui.activity import Phase
from tui.model_name import friendly_name
from tui.telling import tell, work_told
from tui.widgets.chat_log import ChatLog
from tui.widgets.first_run import FirstRun

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from assistant.errors import AssistantError
    from assistant.model import ModelInfo
    from tui.backend import Backend
    from tui.chat.reply_models import ReplyModels
    from tui.chat.running_turn import RunningTurn
    from tui.model_work import ModelState

_NONE_LOADED = "no model in memory, the next message loads it"


class ModelStatus(Protocol):
    """The values that the status line is bound to; set here alone."""

    model_name: str
    side_work: str


class ModelDisplay:
    """Shows which model answers, and what is being done about models.

    Args:
        screen: The chat screen.
        status: Where the values of the status line stand.
        backend: The assistant.
        turn: What runs, and says so in the same line.
        models: Says at a reply which one wrote it.
        count: Counts anew what is counted in the model's tokens.
    """

    def __init__(
        self,
        screen: Screen[None],
        status: ModelStatus,
        backend: Backend,
        turn: RunningTurn,
        models: ReplyModels,
        count: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._status = status
        self._backend = backend
        self._turn = turn
        self._models = models
        self._count = count

    @property
    def can_answer(self) -> bool:
        """Whether a model is there to answer, or comes with the next message."""
        return bool(self._status.model_name) or self._status.side_work == _NONE_LOADED

    def loaded(self, info: ModelInfo) -> None:
        """Show the model's name and the room it has."""
        self._status.model_name = friendly_name(info)
        self._models.use(info.name)
        self._status.side_work = ""
        self._turn.say_unless_running(Phase.READY)
        if not info.is_default:
            self._screen.query(FirstRun).remove()
        self._count()

    async def failed(self, error: AssistantError) -> None:
        """Say why there is no model; reading, renaming and forgetting work without."""
        self._turn.say_unless_running(Phase.FAILED, detail=error.message)
        await self._screen.query_one(ChatLog).add_line(f"{error.message} {error.hint}".strip(), classes="notice")

    def read_again(self) -> None:
        """Show the model that a message loaded again."""
        if self._status.model_name:
            return

        async def read() -> None:
            self.loaded(await asyncio.to_thread(self._backend.load_model))

        work_told(self._screen, read, group="model", exclusive=True)

    def moved(self, state: ModelState) -> None:
        """Show what is being done with a model, and how it ended."""
        if state.is_running:
            self._show_running(state)
            return
        self._status.side_work = ""
        if state.info is not None:
            self.loaded(state.info)
        elif state.doing == "unloading":
            self._status.model_name = ""
            self._status.side_work = _NONE_LOADED
        if self._turn.activity.phase is Phase.LOADING:
            self._turn.say(Phase.READY)
        if self._screen.app.screen is self._screen and state.words:
            tell(self._screen, state.words, is_error=state.is_failed)

    def _show_running(self, state: ModelState) -> None:
        share = "" if state.share is None else f" {state.share:.0%}"
        if state.doing != "loading":
            self._status.side_work = f"{state.doing} {state.name}{share}"
        else:
            self._turn.say_unless_running(Phase.LOADING, detail=f"{state.name}{share}".strip())
