"""The part of the chat screen that shows and changes what the open chat has of its own.

The one fact that a reader would get wrong: a chat that is not begun yet is begun by its first own value.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.reactive import var

from assistant.errors import ConfigError
from tui.model_screen import ModelDisplayScreen
from tui.telling import tell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assistant.chat_settings import ChatSetting
    from tui.backend import Backend
    from tui.open_chat import OpenChat


class ChatSettingsScreen(ModelDisplayScreen):
    """Shows in the status line what differs in this chat, and lets it be changed."""

    own_settings: var[str] = var("")
    """What the open chat has otherwise than the settings; empty = nothing."""

    def action_chat_settings(self) -> None:
        """Ask for what this chat is to have of its own."""
        if self._backend is not None and self._open_chat is not None:
            backend, chats = self._backend, self._open_chat

            async def ask() -> None:
                await self._ask_settings(backend, chats)

            self.work(ask, group="chat-settings", exclusive=True)

    async def set_in_chat(self, text: str) -> None:
        """Tell or change what the open chat has of its own: the line `/set ...`."""
        from tui.chat_setting_words import set_lines  # noqa: PLC0415 - brings the store

        backend, chats = self._backend, self._open_chat
        if backend is None or chats is None:
            return
        words = text.partition(" ")[2].strip()
        is_change = len(words.split(maxsplit=1)) > 1
        chat_id = (await chats.ensure()).id if is_change else None if chats.chat is None else chats.chat.id

        def run() -> list[str]:
            found = backend.chat_settings(chat_id)
            return set_lines(words, found, lambda key, value: _set_one(backend, chats, key, value))

        tell(self, "\n".join(await asyncio.to_thread(run)))
        await self.read_own_settings()
        self.model_changed()

    async def read_own_settings(self) -> None:
        """Read what the open chat has of its own."""
        from assistant.chat_settings import own_words  # noqa: PLC0415 - brings the store

        backend, chats = self._backend, self._open_chat
        if backend is None or chats is None:
            return
        chat_id = None if chats.chat is None else chats.chat.id
        found = await asyncio.to_thread(backend.chat_settings, chat_id)
        self.own_settings = own_words(tuple(found))

    async def _ask_settings(self, backend: Backend, chats: OpenChat) -> None:
        from tui.widgets.chat_settings_dialog import ChatSettingsDialog  # noqa: PLC0415 - seldom needed

        found = await asyncio.to_thread(backend.chat_settings, None if chats.chat is None else chats.chat.id)
        typed: Mapping[str, str] = {}
        problem = ""
        while True:
            answer = await self.app.push_screen_wait(ChatSettingsDialog(found, typed, problem))
            if not answer:
                return
            typed = answer
            chat = await chats.ensure()
            try:
                await asyncio.to_thread(backend.set_chat_settings, chat.id, typed)
            except ConfigError as error:
                problem = str(error)
                continue
            break
        await self.read_own_settings()
        self.model_changed()


def _set_one(backend: Backend, chats: OpenChat, key: str, value: str) -> Sequence[ChatSetting]:
    assert chats.chat is not None
    return backend.set_chat_settings(chats.chat.id, {key: value})
