"""Begins a temporary chat and leaves it.

The one fact that a reader would get wrong: while it lasts, the whole screen is in an empty store of its own. The list
shows the chats begun there, and searches, memories and bans are those of that store; all of it goes when it is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.keymap import action, key_words
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from textual.screen import Screen

    from memory.records import ChatId
    from tui.chat.message_edit import MessageEdit
    from tui.chat.open_chat import OpenChat
    from tui.chat.surroundings import Surroundings

TITLE = "Temporary: nothing is stored or remembered"


class TemporaryChat:
    """The talk of which nothing is kept, and the way into it and out of it."""

    def __init__(self, screen: Screen[None], chats: OpenChat, edit: MessageEdit, around: Surroundings) -> None:
        self._screen = screen
        self._chats = chats
        self._edit = edit
        self._around = around

    async def begin(self) -> None:
        """Show an empty talk of which nothing is kept, and say so."""
        self._leave_store()
        await self._chats.begin_temporary()
        self._screen.query_one(UndoLine).set_aside()
        self._screen.query_one(Composer).set_standing_title(TITLE)
        again, new = key_words(action("temporary_chat")), key_words(action("new_chat"))
        words = (
            f"A talk without a trace: nothing remembered is used, and all of it is gone once {again} or {new} ends it."
        )
        await self._screen.query_one(ChatLog).add_line(words, classes="notice")

    async def delete(self) -> ChatId | None:
        """Delete it and show an empty talk; returns which chat was open before it."""
        self._leave_store()
        before = await self._chats.leave_temporary()
        self._screen.query_one(UndoLine).take_back()
        self._screen.query_one(Composer).set_standing_title("")
        return before

    async def go_back(self) -> None:
        """Delete it and open the chat that was open before."""
        before = await self.delete()
        if before is not None:
            await self._chats.open(before, should_save=False)

    def _leave_store(self) -> None:
        self._edit.end()
        self._around.drop_readers()
