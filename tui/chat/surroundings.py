"""What stands around the talk, read again whenever it may be old: the list of chats, the why pane, the next prompt.

The one fact that a reader would get wrong: another program may have gone on in the open chat. That is looked for when
the user comes back to this terminal, not while they are here; but what it forgot leaves the screen within seconds.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.chat.next_prompt import COUNTING
from tui.telling import work_told

if TYPE_CHECKING:
    from textual.screen import Screen

    from assistant.events import MemoriesChosen
    from tui.chat.next_prompt import NextPrompt
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat
    from tui.chat.why_reader import WhyReader
    from tui.widgets.message import TurnBlock

_WHY, _CHATS, _CATCH_UP = "why", "chats", "catch-up"
# What reads the store beside the screen.
_READERS = (_WHY, COUNTING, _CHATS, _CATCH_UP)


class Surroundings:
    """Reads it; where several ask for the same, the last one is served."""

    def __init__(
        self, screen: Screen[None], chats: OpenChat, why: WhyReader, prompt: NextPrompt, one: OneAtATime
    ) -> None:
        self._screen = screen
        self._chats = chats
        self._why = why
        self._prompt = prompt
        self._one = one

    def show(self) -> None:
        """Show again why, and how full the context is."""
        self.show_why()
        self._prompt.count()

    def show_why(self) -> None:
        """Show why for the selected turn."""
        work_told(self._screen, self._why.refresh, group=_WHY, exclusive=True)

    def show_chosen(self, block: TurnBlock, event: MemoriesChosen) -> None:
        """Show what the running turn has just remembered."""
        work_told(self._screen, partial(self._why.show_chosen, block, event), group=_WHY, exclusive=True)

    def list_chats(self) -> None:
        """Read the list of chats again."""
        work_told(self._screen, self._chats.refresh_list, group=_CHATS, exclusive=True)

    async def read_again(self) -> None:
        """Read everything on screen again: something was forgotten, or changed elsewhere."""
        async with self._one.lock:
            if not self._one.is_replying:
                await self._chats.reload()
        await self._chats.refresh_list()
        await self._why.refresh()

    def look_elsewhere(self) -> None:
        """Look for what another program said in the open chat."""
        work_told(self._screen, self._catch_up, group=_CATCH_UP, exclusive=True)

    def look_for_forgotten(self) -> None:
        """Look for what another program forgot: called every few seconds, for nothing of that may stay on screen."""
        if not any(one.group == _CATCH_UP for one in self._screen.workers):
            work_told(self._screen, self._drop_forgotten, group=_CATCH_UP)

    async def _drop_forgotten(self) -> None:
        if await self._chats.is_forgotten_elsewhere():
            await self._catch_up()

    async def _catch_up(self) -> None:
        async with self._one.lock:
            has_changed = not self._one.is_replying and await self._chats.catch_up()
        if has_changed:
            await self._chats.refresh_list()
            self.show()

    def drop_readers(self) -> None:
        """Let nothing that is being read come on screen any more: it would be of a store that is left."""
        for group in _READERS:
            self._screen.workers.cancel_group(self._screen, group)
