"""What holds for the open chat's next prompt: how full it is, and what the chat has otherwise than the settings.

The one fact that a reader would get wrong: a chat that is not begun yet is begun by its first own value.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from assistant.chat_settings import own_words
from assistant.errors import ConfigError
from tui.chat_setting_words import set_lines
from tui.telling import errors_told, tell, work_told
from tui.widgets.chat_log import ChatLog
from tui.widgets.chat_settings_dialog import ChatSettingsDialog

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.screen import Screen

    from assistant.chat_settings import ChatSetting
    from assistant.context import ContextUse
    from memory.records import ChatId
    from tui.backend import Backend
    from tui.chat.open_chat import OpenChat

COUNTING = "context"
"""The group of workers that count."""


class PromptStatus(Protocol):
    """The values that the status line is bound to; set here alone, but for the model's name, which is only read."""

    context_use: ContextUse | None
    own_settings: str

    @property
    def model_name(self) -> str:
        """The loaded model, or empty: without one nothing can be counted."""


class NextPrompt:
    """Counts it, and shows and changes what the chat has of its own."""

    def __init__(self, screen: Screen[None], status: PromptStatus, backend: Backend, chats: OpenChat) -> None:
        self._screen = screen
        self._status = status
        self._backend = backend
        self._chats = chats

    @property
    def _chat_id(self) -> ChatId | None:
        return None if self._chats.chat is None else self._chats.chat.id

    def count(self) -> None:
        """Count the prompt's tokens anew, and read what the chat has of its own."""
        work_told(self._screen, self._count, group=COUNTING, exclusive=True)

    async def _count(self) -> None:
        with errors_told(self._screen):
            await self._read_own()
        if not self._status.model_name:
            return
        chat_id = self._chat_id
        if chat_id is None:
            self._status.context_use = None
            return
        self._status.context_use = use = await asyncio.to_thread(self._backend.context_use, chat_id)
        await self._screen.query_one(ChatLog).show_cut(use.first_turn if use.dropped_turns else None)

    async def _read_own(self) -> None:
        found = await asyncio.to_thread(self._backend.chat_settings, self._chat_id)
        self._status.own_settings = own_words(tuple(found))

    def ask(self) -> None:
        """Ask for what this chat is to have of its own."""
        work_told(self._screen, self._ask, group="chat-settings", exclusive=True)

    async def _ask(self) -> None:
        chat_id = self._chat_id
        found = await asyncio.to_thread(self._backend.chat_settings, chat_id)
        typed: Mapping[str, str] = {}
        problem = ""
        while True:
            answer = await self._screen.app.push_screen_wait(ChatSettingsDialog(found, typed, problem))
            if not answer:
                return
            typed = answer
            if chat_id is None:
                chat_id = (await self._chats.ensure()).id
            try:
                await asyncio.to_thread(self._backend.set_chat_settings, chat_id, typed)
            except ConfigError as error:
                problem = str(error)
                continue
            break
        await self._read_own()
        self.count()

    async def set_in_chat(self, words: str) -> None:
        """Tell or change what the open chat has of its own: what stands behind `/set`."""
        # Which chat is asked once: another may be open by the time that the thread gets there.
        is_change = len(words.split(maxsplit=1)) > 1
        chat_id = (await self._chats.ensure()).id if is_change else self._chat_id
        tell(self._screen, "\n".join(await asyncio.to_thread(self._set, chat_id, words)))
        await self._read_own()
        self.count()

    def _set(self, chat_id: ChatId | None, words: str) -> list[str]:
        def change(key: str, value: str) -> Sequence[ChatSetting]:
            assert chat_id is not None, "a change begins a chat"
            return self._backend.set_chat_settings(chat_id, {key: value})

        return set_lines(words, self._backend.chat_settings(chat_id), change)
