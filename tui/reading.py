"""The part of the chat screen that only moves about: selecting turns, scrolling, panes.

The one fact that a reader would get wrong: all of it works while the memory is still being opened. Only turns that are
not on screen have to be read, and those are a screen's below this one to read.
"""

from __future__ import annotations

from textual.screen import Screen

from tui.panes import CHATS_DOCKED_WIDTH, WHY_DOCKED_WIDTH, close_overlays, toggle_pane
from tui.widgets.chat_list import ChatList
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.why_pane import WhyPane


class ReadingScreen(Screen[None]):
    """Actions on the talk and on the panes."""

    async def show_page(self, step: int) -> None:
        """Show the turns before (-1) or after (1) those on screen."""
        raise NotImplementedError

    async def show_end(self) -> None:
        """Show the end of the chat, if it is not on screen."""
        raise NotImplementedError

    async def action_previous_turn(self) -> None:
        """Select the turn before."""
        await self._move_selection(-1)

    async def action_next_turn(self) -> None:
        """Select the turn after."""
        await self._move_selection(1)

    async def _move_selection(self, step: int) -> None:
        log = self.query_one(ChatLog)
        if log.is_edge(step):
            await self.show_page(step)
        log.move_selection(step)

    async def action_earlier_turns(self) -> None:
        """Load the turns before those shown."""
        await self.show_page(-1)

    async def action_later_turns(self) -> None:
        """Load the turns after those shown."""
        await self.show_page(1)

    async def action_last_turn(self) -> None:
        """Go to the end and follow it."""
        log = self.query_one(ChatLog)
        log.select(None)
        await self.show_end()
        log.to_end()

    def on_composer_page_requested(self, message: Composer.PageRequested) -> None:
        """Scroll the talk while the input keeps the focus; past its edge, load more turns."""
        log = self.query_one(ChatLog)
        if message.pages < 0:
            log.action_page_up()
        else:
            log.action_page_down()

    def action_toggle_chats(self) -> None:
        """Go to the chats; if they have the focus, hide them."""
        chats = self.query_one(ChatList)
        toggle_pane(self, chats, CHATS_DOCKED_WIDTH, enter=chats.focus_list)

    def action_toggle_why(self) -> None:
        """Go to the why pane; if it has the focus, hide it."""
        why = self.query_one(WhyPane)
        toggle_pane(self, why, WHY_DOCKED_WIDTH, enter=why.focus_list)

    def action_back(self) -> None:
        """Close what lies over the talk and go back to the input."""
        close_overlays(self)
        self.query_one(Composer).focus()
