"""A message that was sent before the memory was open: it stands in the talk and goes as soon as it can.

The one fact that a reader would get wrong: it is stored nowhere yet. Whoever takes it out answers for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.first_run import FirstRun

if TYPE_CHECKING:
    from textual.screen import Screen

    from assistant.clock import Clock
    from tui.widgets.message import TurnBlock

_OPENING = "waiting for the memory to open; the message goes as soon as it is there"


class EarlyMessage:
    """Holds at most one."""

    def __init__(self, screen: Screen[None], clock: Clock) -> None:
        self._screen = screen
        self._clock = clock
        self._held: tuple[str, TurnBlock] | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether one waits."""
        return self._held is not None

    async def hold(self, text: str) -> None:
        """Take a message out of the input and show it in the talk."""
        self._screen.query_one(Composer).remember_sent(text)
        await self._screen.query(FirstRun).remove()
        block = await self._screen.query_one(ChatLog).add_turn(text, self._clock.now())
        block.add_note(_OPENING)
        self._held = (text, block)

    def take(self) -> tuple[str, TurnBlock] | None:
        """Hand the message over, with its block, which is to be removed."""
        held, self._held = self._held, None
        return held

    def give_back(self) -> None:
        """Put the message back into the input: nothing can take it."""
        held = self.take()
        if held is not None:
            text, block = held
            self._screen.query_one(ChatLog).drop(block)
            self._screen.query_one(Composer).give_back(text)
