"""Keeps the why pane on the turn that is selected, and carries out what the user does to a memory there.

The one fact that a reader would get wrong: the running turn has no id yet. What it remembered comes with its
MemoriesChosen event and is held here until the turn is kept.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui import wording
from tui.telling import tell
from tui.widgets.chat_log import ChatLog
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.why_pane import WhyPane

if TYPE_CHECKING:
    from textual.screen import Screen

    from assistant.clock import Clock
    from assistant.events import MemoriesChosen
    from assistant.views import WhyRow, WhyView
    from tui.backend import Backend
    from tui.widgets.message import TurnBlock

_FORGET = (
    "The memory goes for good, with the message it came from and the replies that repeat it, from the backups too."
)


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

    async def toggle_pin(self, row: WhyRow) -> None:
        """Pin or unpin a memory, and say so."""
        handle = row.memory.handle
        await asyncio.to_thread(self._backend.unpin if row.memory.is_pinned else self._backend.pin, handle)
        done = "Unpinned" if row.memory.is_pinned else "Pinned"
        tell(self._screen, f"{done}: {wording.shorten(row.memory.text, 80)}")
        await self.refresh()

    async def forget(self, row: WhyRow) -> bool:
        """Ask, then forget a memory.

        Returns:
            Whether it was forgotten, so that the talk has to be read again.
        """
        words = wording.shorten(row.memory.text, 300)
        if not await self._screen.app.push_screen_wait(
            ConfirmDialog("Forget this memory?", f"“{words}”\n\n{_FORGET}", "Forget")
        ):
            return False
        forgotten = await asyncio.to_thread(self._backend.forget, row.memory.handle)
        tell(self._screen, f"Forgotten: {wording.count(forgotten.count, 'entry').replace('entrys', 'entries')}.")
        if forgotten.leftovers:
            files = ", ".join(forgotten.leftovers)
            tell(self._screen, f"Some files still hold the words: {files}", is_error=True)
        return True
