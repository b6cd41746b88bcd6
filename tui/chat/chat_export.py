"""Writes the open chat, or all chats with all that is remembered, into a file.

The one fact that a reader would get wrong: a file that is there is replaced only after a question.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from assistant.errors import FileThereError
from tui.chat.kept_turn import NO_TURN
from tui.telling import tell, work_told
from tui.widgets.choice_dialogs import ChooseDialog
from tui.widgets.dialogs import LONGEST_PATH, AskDialog, ConfirmDialog
from tui.wording import chat_title, file_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from memory.records import Chat
    from tui.backend import Backend
    from tui.chat.open_chat import OpenChat


_THIS, _ALL = "This chat", "All chats and memories"


class ChatExport:
    """Asks for a file, and writes it."""

    def __init__(self, screen: Screen[None], backend: Backend, chats: OpenChat, refuse: Callable[[str], None]) -> None:
        self._screen = screen
        self._backend = backend
        self._chats = chats
        self._refuse = refuse

    def begin(self, path: str = "") -> None:
        """Write the open chat into a file; without a path, ask what to export and into which file."""
        chat = self._chats.chat
        if path and chat is None:
            self._refuse(NO_TURN)
        elif path:
            work_told(self._screen, partial(self._export, chat, path), group="export")
        else:
            work_told(self._screen, self._ask, group="export")

    async def _ask(self) -> None:
        chat = self._chats.chat
        if chat is not None:
            choice = ChooseDialog("Export what?", [_THIS, _ALL], _THIS)
            chosen = await self._screen.app.push_screen_wait(choice)
            if chosen is None:
                return
            chat = chat if chosen == _THIS else None
        path = await self._screen.app.push_screen_wait(_file_question(chat))
        if path is not None:
            await self._export(chat, path)

    async def _export(self, chat: Chat | None, path: str) -> None:
        export = partial(self._backend.export_chat, None if chat is None else chat.name, path)
        try:
            written = await asyncio.to_thread(export, may_replace=False)
        except FileThereError as error:
            question = ConfirmDialog("Replace this file?", f"{error.message} What it holds now is lost.", "Replace")
            if not await self._screen.app.push_screen_wait(question):
                return
            written = await asyncio.to_thread(export, may_replace=True)
        tell(self._screen, f"Written: {written}")


def _file_question(chat: Chat | None) -> AskDialog:
    """Ask for a file, for a chat or for all of them."""
    if chat is None:
        return AskDialog(
            "Export all chats into which file?",
            "Export",
            text="~/reverie.json",
            detail="Ending in .json it is whole, with all memories, and can be imported elsewhere; in .md the chats are "
            "to be read.",
            max_length=LONGEST_PATH,
        )
    return AskDialog(
        "Export this chat into which file?",
        "Export",
        text=f"~/{file_name(chat_title(chat, turn_count=1))}.md",
        detail="Ending in .md it is to be read; in .json it is whole, and can be imported elsewhere.",
        max_length=LONGEST_PATH,
    )
