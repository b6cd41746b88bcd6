"""Moving about in the talk: selecting turns, scrolling, loading the turns before and after.

The one fact that a reader would get wrong: all of it works while the memory is still being opened. Only turns that are
not on screen have to be read, and until `chats` is there, there are none.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.telling import errors_told, work_told
from tui.widgets.chat_log import ChatLog

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat

_PAGE = "page"


class Reading:
    """Moves the selection and the talk; `chats` is handed over once the memory is open."""

    def __init__(self, screen: Screen[None], one: OneAtATime) -> None:
        self.chats: OpenChat | None = None
        self._screen = screen
        self._one = one

    @property
    def _log(self) -> ChatLog:
        return self._screen.query_one(ChatLog)

    async def move_selection(self, step: int) -> None:
        """Select the turn before (-1) or after (1)."""
        if self._log.is_edge(step):
            await self.show_page(step)
        self._log.move_selection(step)

    def go_to_turn(self) -> None:
        """Go to the selected turn, or to the last one."""
        log = self._log
        if log.selected is None and log.blocks:
            log.select(log.blocks[-1])
        log.focus()

    async def show_page(self, step: int) -> None:
        """Show the turns before (-1) or after (1) those on screen."""
        if self.chats is not None and not self._one.is_leaving:
            with errors_told(self._screen):
                await self.chats.show_page(step, may_shorten=not self._one.is_replying)

    def want_page(self, step: int) -> None:
        """Load what the reader scrolled to."""
        # A key that is held down asks again before the first page is there.
        if not any(one.group == _PAGE for one in self._screen.workers):
            work_told(self._screen, partial(self.show_page, step), group=_PAGE)

    def scroll(self, pages: int) -> None:
        """Scroll the talk while the input keeps the focus; past its edge, load more turns."""
        if pages < 0:
            self._log.action_page_up()
        else:
            self._log.action_page_down()

    async def to_end(self) -> None:
        """Go to the end and follow it."""
        self._log.select(None)
        if self.chats is not None and not self._one.is_replying:
            with errors_told(self._screen):
                await self.chats.show_end()
        self._log.to_end()
