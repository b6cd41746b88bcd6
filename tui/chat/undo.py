"""The undo key: the last deleted chat, the last edited message, or the last ban, pin or remembered thing.

The one fact that a reader would get wrong: what the undo line names is taken back at once. Where it names nothing, the
store may still have something; that is taken back only after a question.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from assistant.errors import NotFoundError
from tui.telling import tell, work_told
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.undo_line import Undoable, UndoLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from tui.backend import Backend
    from tui.chat.chat_actions import ChatActions
    from tui.chat.surroundings import Surroundings
    from tui.chat.turn_editor import TurnEditor

_NO_UNDO = "there is nothing to undo"


class Undo:
    """Takes back, and says what."""

    def __init__(
        self,
        screen: Screen[None],
        backend: Backend,
        chat_actions: ChatActions,
        turns: TurnEditor,
        around: Surroundings,
        refuse: Callable[[str], None],
    ) -> None:
        self._screen = screen
        self._backend = backend
        self._chat_actions = chat_actions
        self._turns = turns
        self._around = around
        self._refuse = refuse

    def take_back(self) -> None:
        """Bring the chat that was deleted last back, or take back the last ban, pin or remembered thing."""
        # Taken now, so that a second key takes back what was done before.
        done = self._screen.query_one(UndoLine).take()
        work_told(self._screen, partial(self._take_back, done), group="chat" if done and done.chat_id else "memory")

    async def _take_back(self, done: Undoable | None) -> None:
        if done is None:
            await self._undo(should_ask=True)
            return
        is_over = False
        try:
            if done.chat_id is None:
                await self._undo(should_ask=False)
                is_over = True
            elif done.edited_in is None:
                is_over = await self._chat_actions.bring_back(done.chat_id)
            else:
                take_back = partial(self._turns.take_edit_back, done.edited_in, done.chat_id)
                is_over = await self._chat_actions.change(take_back)
        except NotFoundError:
            is_over = True
            raise
        finally:
            if not is_over:
                self._screen.query_one(UndoLine).offer_again(done)

    async def _undo(self, *, should_ask: bool) -> None:
        if should_ask:
            try:
                words = await asyncio.to_thread(self._backend.what_undo_does)
            except NotFoundError:
                self._refuse(_NO_UNDO)
                return
            if not await self._screen.app.push_screen_wait(ConfirmDialog("Undo?", f"After that: {words}", "Undo")):
                return
        tell(self._screen, await asyncio.to_thread(self._backend.undo))
        await self._around.read_again()
