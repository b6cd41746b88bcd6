"""The part of the chat screen that only moves about: selecting turns, scrolling, panes.

The one fact that a reader would get wrong: nothing here asks the assistant for anything, so all of it works while the
memory is still being opened.
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

    def action_previous_turn(self) -> None:
        """Select the turn before."""
        self.query_one(ChatLog).move_selection(-1)

    def action_next_turn(self) -> None:
        """Select the turn after."""
        self.query_one(ChatLog).move_selection(1)

    async def action_earlier_turns(self) -> None:
        """Load the turns before those shown."""
        await self.query_one(ChatLog).show_earlier()

    def action_last_turn(self) -> None:
        """Go to the end and follow it."""
        self.query_one(ChatLog).select(None)
        self.query_one(ChatLog).to_end()

    async def on_composer_page_requested(self, message: Composer.PageRequested) -> None:
        """Scroll the talk while the input keeps the focus; from its top on, load earlier turns."""
        log = self.query_one(ChatLog)
        if message.pages < 0 and not log.can_scroll_up:
            await log.show_earlier()
        elif message.pages < 0:
            log.scroll_page_up(animate=False)
        else:
            log.scroll_page_down(animate=False)

    def action_toggle_chats(self) -> None:
        """Go to the chats; if they have the focus, hide them."""
        toggle_pane(self, self.query_one(ChatList), CHATS_DOCKED_WIDTH)

    def action_toggle_why(self) -> None:
        """Go to the why pane; if it has the focus, hide it."""
        toggle_pane(self, self.query_one(WhyPane), WHY_DOCKED_WIDTH)

    def action_back(self) -> None:
        """Close what lies over the talk and go back to the input."""
        close_overlays(self)
        self.query_one(Composer).focus()
