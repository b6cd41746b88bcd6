"""The keys on the selected turn: its replies, and where the chat goes from it.

The one fact that a reader would get wrong: all of it runs beside the screen. The bar under the turn is made anew, and
the button that asked for it must not be waited for by itself.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.telling import work_told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.screen import Screen

    from assistant.branches import Fork
    from tui.chat.chat_actions import ChatActions
    from tui.chat.next_prompt import NextPrompt
    from tui.chat.one_at_a_time import OneAtATime
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
        one: Holds back what would change a turn too soon.
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
        one: OneAtATime,
        chat_actions: ChatActions,
        around: Surroundings,
        prompt: NextPrompt,
        back: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._turns = turns
        self._chats = chats
        self._one = one
        self._chat_actions = chat_actions
        self._around = around
        self._prompt = prompt
        self._back = back

    def show_other_reply(self, step: int) -> None:
        """Show another of the replies that the selected turn was given."""
        work_told(self._screen, partial(self._change, partial(self._turns.show_other, step)), group=_GROUP)

    def keep_reply(self) -> None:
        """Make the reply that is shown the kept one."""
        work_told(self._screen, partial(self._change, self._keep_reply), group=_GROUP)

    async def _keep_reply(self) -> None:
        await self._turns.keep_shown()
        self._prompt.count()

    async def _change(self, change: Callable[[], Awaitable[None]]) -> None:
        async with self._one.lock:
            # Asked again: a message may have gone since the key.
            if self._one.may_switch():
                await change()

    def keep_number(self, number: int) -> None:
        """Make one of the selected turn's replies the kept one, the first given being 1."""

        async def keep() -> None:
            await self._turns.keep_number(number)
            self._prompt.count()

        work_told(self._screen, partial(self._change, keep), group=_GROUP)

    def branch(self, name: str = "") -> None:
        """Begin another chat from the selected turn, and go there; without a name it is numbered."""
        self._chat_actions.switch(partial(self._turns.branch, name))

    def follow_fork(self, fork: Fork | None = None) -> None:
        """Go to a branch, where it parts from this chat; None = the one that does so at the selected turn."""
        self._chat_actions.switch(partial(self._turns.follow_fork, fork))

    def rewind(self, *, is_whole: bool = False) -> None:
        """Drop everything after the selected turn, or the whole talk, after a question."""
        work_told(self._screen, partial(self._rewind, is_whole=is_whole), group=_GROUP)

    async def _rewind(self, *, is_whole: bool) -> None:
        rewind = await self._turns.ask_to_rewind(is_whole=is_whole)
        if rewind is not None:
            await self._change(rewind)
            await self._chats.refresh_list()
            self._back()
            self._around.show()
