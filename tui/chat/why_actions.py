"""What is done to memories from the chat screen: to the one selected in the why pane, and by the welcome.

The one fact that a reader would get wrong: a memory that was shown may be gone. The action is then told as an error, and
the pane is read again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.telling import work_told
from tui.widgets.why_pane import WhyPane

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.screen import Screen

    from memory.records import Memory
    from tui.chat.surroundings import Surroundings
    from tui.chat.why_reader import WhyReader
    from tui.memory_actions import MemoryActions


class WhyActions:
    """Acts, and shows in the pane what is stored after it."""

    def __init__(self, screen: Screen[None], memories: MemoryActions, why: WhyReader, around: Surroundings) -> None:
        self._screen = screen
        self._memories = memories
        self._why = why
        self._around = around

    def toggle_pin(self) -> None:
        """Pin the selected memory, or lift its pin."""
        self._act(self._memories.toggle_pin)

    def ban(self) -> None:
        """Ban a topic of the selected memory."""
        self._act(self._memories.ban)

    def edit(self) -> None:
        """Edit the selected memory."""
        self._act(self._memories.edit)

    def judge(self, *, is_useful: bool) -> None:
        """Renew the selected memory, or halve its importance."""
        self._act(lambda memory: self._memories.judge(memory, is_useful=is_useful))

    def forget(self) -> None:
        """Forget the selected memory, after a question; what quotes it is read again."""
        row = self._screen.query_one(WhyPane).selected
        if row is None:
            return

        async def forget() -> None:
            if await self._memories.forget(row.memory):
                await self._around.read_again()
            else:
                await self._why.refresh()

        work_told(self._screen, forget, group="memory")

    def welcome(self) -> None:
        """Ask for the user's name and tastes."""

        async def ask() -> None:
            if await self._memories.introduce():
                self._around.show_why()

        work_told(self._screen, ask, group="welcome")

    def _act(self, act: Callable[[Memory], Awaitable[object]]) -> None:
        row = self._screen.query_one(WhyPane).selected
        if row is None:
            return

        async def act_and_show() -> None:
            await act(row.memory)
            await self._why.refresh()

        work_told(self._screen, act_and_show, group="memory")
