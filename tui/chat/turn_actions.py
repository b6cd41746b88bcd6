"""The keys on the selected turn: its replies, and where the chat goes from it.

The one fact that a reader would get wrong: all of it runs beside the screen. The bar under the turn is made anew, and
the button that asked for it must not be waited for by itself.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.telling import work_told

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from tui.chat.chat_actions import ChatActions
    from tui.chat.next_prompt import NextPrompt
    from tui.chat.open_chat import OpenChat
    from tui.chat.surroundings import Surroundings
    from tui.chat.turn_editor import TurnEditor

_GROUP = "turn-edit"


class TurnActions:
    """Has the turn changed, and what hangs on it shown again.

    Args:
        screen: The chat screen.
        turns: What changes a turn.
        chats: The open chat.
        chat_actions: Goes to another chat.
        around: What has to follow.
        prompt: What has to be counted again.
        back: Goes back to the input.
    """

    def __init__(
        self,
        screen: Screen[None],
        turns: TurnEditor,
        chats: OpenChat,
        *,
        chat_actions: ChatActions,
        around: Surroundings,
        prompt: NextPrompt,
        back: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._turns = turns
        self._chats = chats
        self._chat_actions = chat_actions
        self._around = around
        self._prompt = prompt
        self._back = back

    def show_other_reply(self, step: int) -> None:
        """Show another of the replies that the selected turn was given."""
        work_told(self._screen, partial(self._turns.show_other, step), group=_GROUP)

    def keep_reply(self) -> None:
        """Make the reply that is shown the kept one."""
        work_told(self._screen, self._keep_reply, group=_GROUP)

    async def _keep_reply(self) -> None:
        await self._turns.keep_shown()
        self._prompt.count()

    def branch(self) -> None:
        """Begin another chat from the selected turn, and go there."""
        self._chat_actions.switch(self._turns.branch)

    def follow_fork(self) -> None:
        """Go to the branch that parts from this chat at the selected turn."""
        self._chat_actions.switch(self._turns.follow_fork)

    def rewind(self) -> None:
        """Drop everything after the selected turn, after a question."""
        work_told(self._screen, self._rewind, group=_GROUP)

    async def _rewind(self) -> None:
        if await self._turns.rewind():
            await self._chats.refresh_list()
            self._back()
            self._around.show()
