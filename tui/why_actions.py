"""The part of the chat screen that acts on the memory selected in the why pane.

The one fact that a reader would get wrong: a memory that was shown may be gone. The action is then told as an error, and
the pane is read again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.away_actions import AwayActionsScreen
from tui.widgets.why_pane import WhyPane

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from assistant.clock import Clock
    from memory.records import Memory
    from tui.memory_actions import MemoryActions
    from tui.why_reader import WhyReader


class WhyActionsScreen(AwayActionsScreen):
    """Actions on the selected memory."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self._why: WhyReader | None = None
        self._memories: MemoryActions | None = None

    async def read_again(self) -> None:
        """Read everything on screen again: something was forgotten, or changed elsewhere."""
        raise NotImplementedError

    def action_pin_memory(self) -> None:
        """Pin the selected memory, or lift its pin."""
        self._on_memory(lambda actions, memory: actions.toggle_pin(memory))

    def action_ban_memory(self) -> None:
        """Ban a topic of the selected memory."""
        self._on_memory(lambda actions, memory: actions.ban(memory))

    def action_edit_memory(self) -> None:
        """Edit the selected memory."""
        self._on_memory(lambda actions, memory: actions.edit(memory))

    def action_not_relevant(self) -> None:
        """Halve the selected memory's importance."""
        self._on_memory(lambda actions, memory: actions.judge(memory, is_useful=False))

    def action_useful(self) -> None:
        """Renew the selected memory."""
        self._on_memory(lambda actions, memory: actions.judge(memory, is_useful=True))

    def action_forget_memory(self) -> None:
        """Forget the selected memory, after a question."""
        if self._one.may_switch():
            self._on_memory(lambda actions, memory: actions.forget(memory), is_forgetting=True)

    def _on_memory(
        self, act: Callable[[MemoryActions, Memory], Awaitable[object]], *, is_forgetting: bool = False
    ) -> None:
        row, memories, why = self.query_one(WhyPane).selected, self._memories, self._why
        if row is None or memories is None or why is None:
            return

        async def act_and_show() -> None:
            done = await act(memories, row.memory)
            if is_forgetting and done:
                await self.read_again()
            else:
                await why.refresh()

        self.work(act_and_show, group="memory")
