"""What the chat screen shows first once the memory is open: the last chat, what is to be told, the early message.

The one fact that a reader would get wrong: the user types meanwhile. What stands in the input by then stays there.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.telling import errors_told
from tui.widgets.chat_log import ChatLog

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.backend import Backend
    from tui.chat.alerts import Alerts
    from tui.chat.answering import Answering
    from tui.chat.early_message import EarlyMessage
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat
    from tui.chat.surroundings import Surroundings


class Resuming:
    """Happens once."""

    def __init__(
        self,
        screen: Screen[None],
        backend: Backend,
        chats: OpenChat,
        *,
        early: EarlyMessage,
        one: OneAtATime,
        answering: Answering,
        around: Surroundings,
        alerts: Alerts,
    ) -> None:
        self._screen = screen
        self._backend = backend
        self._chats = chats
        self._early = early
        self._one = one
        self._answering = answering
        self._around = around
        self._alerts = alerts
        self._is_done = asyncio.Event()

    async def resume(self) -> None:
        """Show the chat that was open last, and have a message answered that was written before."""
        # Until all of it is there another message waits, or is told to: it would begin a chat of its own.
        async with self._one.lock:
            early = self._early.take()
            if early is None:
                await self._show()
                return
            with self._one.sending():
                self._chats.in_hand, block = early
                await self._screen.query_one(ChatLog).drop(block)
                await self._show()
                await self._answering.begin(early[0])

    async def _show(self) -> None:
        with errors_told(self._screen):
            await self._chats.resume()
        for notice in self._backend.notices:
            await self._screen.query_one(ChatLog).add_line(notice, classes="notice")
        self._around.show_why()
        self._alerts.tell()
        self._is_done.set()

    async def done(self, most_s: float) -> None:
        """Wait until the chat is there, or for so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_done.wait(), most_s)
