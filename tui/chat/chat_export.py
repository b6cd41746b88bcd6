"""Writes the open chat into a file.

The one fact that a reader would get wrong: a file that is there is replaced only after a question.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from assistant.errors import FileThereError
from tui.chat.kept_turn import NO_TURN
from tui.telling import tell, work_told
from tui.widgets.dialogs import LONGEST_PATH, AskDialog, ConfirmDialog
from tui.wording import chat_title, file_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from memory.records import Chat
    from tui.backend import Backend
    from tui.chat.open_chat import OpenChat


class ChatExport:
    """Asks for a file, and writes it."""

    def __init__(self, screen: Screen[None], backend: Backend, chats: OpenChat, refuse: Callable[[str], None]) -> None:
        self._screen = screen
        self._backend = backend
        self._chats = chats
        self._refuse = refuse

    def begin(self, path: str = "") -> None:
        """Write the open chat into a file; without a path it is asked for."""
        chat = self._chats.chat
        if chat is None:
            self._refuse(NO_TURN)
        else:
            work_told(self._screen, partial(self._export, chat, path), group="export")

    async def _ask(self, chat: Chat) -> str | None:
        ask = AskDialog(
            "Export this chat into which file?",
            "Export",
            text=f"~/{file_name(chat_title(chat, turn_count=1))}.md",
            detail="Ending in .md it is to be read; in .json it is whole, and can be imported elsewhere. "
            "All chats at once: `reverie export --format json -o FILE` in a shell.",
            max_length=LONGEST_PATH,
        )
        return await self._screen.app.push_screen_wait(ask)

    async def _export(self, chat: Chat, given: str) -> None:
        path = given or await self._ask(chat)
        if path is None:
            return
        export = partial(self._backend.export_chat, chat.name, path)
        try:
            written = await asyncio.to_thread(export, may_replace=False)
        except FileThereError as error:
            question = ConfirmDialog("Replace this file?", f"{error.message} What it holds now is lost.", "Replace")
            if not await self._screen.app.push_screen_wait(question):
                return
            written = await asyncio.to_thread(export, may_replace=True)
        tell(self._screen, f"Written: {written}")
