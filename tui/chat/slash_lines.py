"""Does what a line that begins with "/" names.

The one fact that a reader would get wrong: none of them ever reaches the model, not even one that is unknown.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.slash import action_of, is_set, is_slash, run_words
from tui.telling import errors_told, tell
from tui.widgets.composer import Composer

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.backend import Backend
    from tui.chat.next_prompt import NextPrompt


class SlashLines:
    """Runs such lines for the chat screen, whose actions some of them open."""

    def __init__(self, screen: Screen[None], backend: Backend, prompt: NextPrompt) -> None:
        self._screen = screen
        self._backend = backend
        self._prompt = prompt

    def takes(self, text: str) -> bool:
        """Tell whether a text is such a line."""
        return is_slash(text)

    async def run(self, text: str) -> None:
        """Take a line out of the input and do what it names."""
        self._screen.query_one(Composer).remember_sent(text)
        opening = action_of(text)
        if opening is not None:
            await self._screen.run_action(opening)
            return
        with errors_told(self._screen):
            if is_set(text):
                await self._prompt.set_in_chat(text)
            else:
                tell(self._screen, await asyncio.to_thread(run_words, self._backend, text))
