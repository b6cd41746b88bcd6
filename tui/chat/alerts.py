"""Tells in the talk of the loops that a scan found.

The one fact that a reader would get wrong: asking for alerts takes them; each is told once.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.keymap import action, key_words
from tui.telling import work_told
from tui.widgets.chat_log import ChatLog

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.backend import Backend


class Alerts:
    """Tells those that were not told yet."""

    def __init__(self, screen: Screen[None], backend: Backend) -> None:
        self._screen = screen
        self._backend = backend

    def tell(self) -> None:
        """Tell of the loops that a scan found since the last time."""
        work_told(self._screen, self._tell, group="alerts")

    async def _tell(self) -> None:
        for one in await asyncio.to_thread(self._backend.new_alerts):
            words = f"A loop was found: “{one.theme}” in {one.frequency:.0%} of my replies."
            line = f"{words} {key_words(action('open_health'))} tells what was done, and takes it back."
            await self._screen.query_one(ChatLog).add_line(line, classes="notice")
