"""Keeps the why pane on the turn that is selected.

The one fact that a reader would get wrong: the running turn has no id yet. What it remembered comes with its
MemoriesChosen event and is held here until the turn is kept.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.widgets.chat_log import ChatLog
from tui.widgets.why_pane import WhyPane

if TYPE_CHECKING:
    from textual.screen import Screen

    from assistant.clock import Clock
    from assistant.events import MemoriesChosen
    from assistant.views import WhyView
    from tui.backend import Backend
    from tui.widgets.message import TurnBlock


class WhyReader:
    """Reads WhyViews for the pane. Whoever asks last wins."""

    def __init__(self, screen: Screen[None], backend: Backend, clock: Clock) -> None:
        self._screen = screen
        self._backend = backend
        self._clock = clock
        self._live: tuple[TurnBlock, WhyView] | None = None

    async def refresh(self) -> None:
        """Show the selected turn, or the last one."""
        pane = self._screen.query_one(WhyPane)
        block = self._screen.query_one(ChatLog).shown
        if block is None:
            pane.show_nothing("What Reverie remembers for a message will stand here, with the reason.")
        elif block.turn_id is not None:
            pane.show(await asyncio.to_thread(self._backend.why, block.turn_id), self._clock.now())
        elif self._live is not None and self._live[0] is block:
            pane.show(self._live[1], self._clock.now())
        else:
            pane.show_nothing("Nothing has been chosen for this message yet.")

    async def show_chosen(self, block: TurnBlock, event: MemoriesChosen) -> None:
        """Take what the running turn has just remembered."""
        view = await asyncio.to_thread(self._backend.why_selection, event.mode, event.selection, None)
        self._live = (block, view)
        await self.refresh()
