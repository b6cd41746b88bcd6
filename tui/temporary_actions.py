"""The part of the chat screen that begins a temporary chat and leaves it.

The one fact that a reader would get wrong: while it lasts, the whole screen is in an empty store of its own. The list
shows the chats begun there, and searches, memories and bans are those of that store; all of it goes when it is left.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.chat_settings_screen import ChatSettingsScreen
from tui.keymap import action, key_words
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from memory.records import ChatId
    from tui.open_chat import OpenChat

TITLE = "Temporary: nothing is stored or remembered"
# What reads the store beside the screen; its result would be of the store that was left.
_READERS = ("why", "context", "chats", "catch-up")


class TemporaryActionsScreen(ChatSettingsScreen):
    """Actions on the talk of which nothing is kept."""

    def action_temporary_chat(self) -> None:
        """Begin a temporary chat; in one, delete it and go back to the chat before."""
        if not self._one.may_switch() or self._open_chat is None:
            return
        change = self._go_back if self._open_chat.is_temporary else self._begin
        self.work(partial(self.switch, partial(change, self._open_chat)), group="chat")

    def action_new_chat(self) -> None:
        """Show an empty talk; a temporary one is deleted."""
        if not self._one.may_switch() or self._open_chat is None:
            return
        chats = self._open_chat
        begin = partial(self._leave, chats) if chats.is_temporary else chats.start_new
        self.work(partial(self.switch, begin), group="chat")

    async def _begin(self, chats: OpenChat) -> None:
        self.end_edit()
        self._drop_readers()
        await chats.begin_temporary()
        self.query_one(UndoLine).set_aside()
        self.query_one(Composer).set_standing_title(TITLE)
        again, new = key_words(action("temporary_chat")), key_words(action("new_chat"))
        words = (
            f"A talk without a trace: nothing remembered is used, and all of it is gone once {again} or {new} ends it."
        )
        await self.query_one(ChatLog).add_line(words, classes="notice")

    async def _leave(self, chats: OpenChat) -> None:
        await self._delete(chats)

    async def _go_back(self, chats: OpenChat) -> None:
        before = await self._delete(chats)
        if before is not None:
            await chats.open(before, should_save=False)

    async def _delete(self, chats: OpenChat) -> ChatId | None:
        self.end_edit()
        self._drop_readers()
        before = await chats.leave_temporary()
        self.query_one(UndoLine).take_back()
        self.query_one(Composer).set_standing_title("")
        return before

    def _drop_readers(self) -> None:
        for group in _READERS:
            self.workers.cancel_group(self, group)
