"""What is done to whole chats: going to one, beginning one, renaming, deleting, putting away.

The one fact that a reader would get wrong: a chat that is open can be put away. It stays open; only the list no longer
shows it, and the next start opens another.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.keymap import action, key_words
from tui.telling import tell, work_told
from tui.widgets.undo_line import UndoLine
from tui.wording import chat_title, shorten

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.screen import Screen

    from memory.records import Chat, ChatId, TurnId
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat
    from tui.chat.surroundings import Surroundings
    from tui.chat.temporary_chat import TemporaryChat
    from tui.widgets.found_marks import Found

_TITLE_CHARACTERS = 40


class ChatActions:
    """Changes which chat is open, and the chats of the list.

    Args:
        screen: The chat screen.
        chats: The open chat.
        temporary: The way into a temporary chat and out of it.
        one: Holds back what would change the talk too soon.
        around: What has to follow another chat.
        back: Goes back to the input.
    """

    def __init__(
        self,
        screen: Screen[None],
        chats: OpenChat,
        temporary: TemporaryChat,
        one: OneAtATime,
        around: Surroundings,
        back: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._chats = chats
        self._temporary = temporary
        self._one = one
        self._around = around
        self._back = back

    def go_to(self, chat_id: ChatId, turn_id: TurnId | None = None, found: Found | None = None) -> None:
        """Open a chat, with one of its turns selected if it is told which, and marked what was looked for."""
        self.switch(partial(self._chats.open, chat_id, turn_id, found=found))

    def start_new(self) -> None:
        """Show an empty talk; a temporary one is deleted."""
        self.switch(self._temporary.delete if self._chats.is_temporary else self._chats.start_new)

    def toggle_temporary(self) -> None:
        """Begin a temporary chat; in one, delete it and go back to the chat before."""
        self.switch(self._temporary.go_back if self._chats.is_temporary else self._temporary.begin)

    def rename(self, chat: Chat) -> None:
        """Ask for a chat's new title."""
        work_told(self._screen, partial(self._chats.ask_title, chat), group="chat")

    def delete(self, chat: Chat) -> None:
        """Delete a chat; the undo line stands for as long as undo holds."""
        if self._one.may_switch():
            self.switch(partial(self._chats.delete, chat), should_leave=False)

    async def bring_back(self, chat_id: ChatId) -> bool:
        """Bring a deleted chat back; returns whether nothing went first."""
        return await self.change(partial(self._chats.undo_delete, chat_id))

    async def change(self, change: Callable[[], Awaitable[object]]) -> bool:
        """Change which chat is open or what it holds, and stay where the focus is; returns whether nothing went first."""
        return await self._switch(change, should_leave=False)

    def put_away(self, chat: Chat) -> None:
        """Take a chat out of the list, or bring it back."""
        work_told(self._screen, partial(self._put_away, chat), group="chat")

    async def _put_away(self, chat: Chat) -> None:
        await self._chats.put_away(chat)
        title = shorten(chat_title(chat, turn_count=1), _TITLE_CHARACTERS)
        others = key_words(action("show_away"))
        done = "is back in the list" if chat.is_put_away else f"is put away; {others} in the list shows it"
        tell(self._screen, f"“{title}” {done}.")

    def switch(self, change: Callable[[], Awaitable[object]], *, should_leave: bool = True) -> None:
        """Change which chat is open, and show what belongs to it; with `should_leave` go back to the input."""

        async def switch() -> None:
            await self._switch(change, should_leave=should_leave)

        work_told(self._screen, switch, group="chat")

    async def _switch(self, change: Callable[[], Awaitable[object]], *, should_leave: bool) -> bool:
        async with self._one.lock:
            # Asked again: a message may have gone since the key.
            if not self._one.may_switch():
                return False
            await change()
        if should_leave:
            self._screen.query_one(UndoLine).go_on()
            self._back()
        self._around.show()
        return True
