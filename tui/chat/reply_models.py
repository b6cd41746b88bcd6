"""Says at a reply which model wrote it, where that is not plain.

The one fact that a reader would get wrong: it is plain only where the model in use now wrote every reply of the chat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.widgets.chat_log import ChatLog

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.screen import Screen

    from memory.records import Message


class ReplyModels:
    """Knows the model in use and those of the open chat."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._in_use = ""
        self._of_chat: frozenset[str] = frozenset()

    def use(self, name: str) -> None:
        """Another model answers from now on."""
        self._in_use = name
        self.show()

    def open(self, names: Iterable[str]) -> None:
        """Take the models that wrote the replies of the chat that is shown now."""
        self._of_chat = frozenset(names)
        self.show()

    def add(self, reply: Message) -> None:
        """Take the model of a reply that was just written."""
        self._of_chat |= {reply.model_name}
        self.show()

    def show(self) -> None:
        """Say it, or say it no more, at every reply on screen."""
        named = self._of_chat - {""}  # imported replies tell of none
        # As long as none is in use, replies of one model need no name either.
        should_name = len(named) > 1 or bool(self._in_use and named - {self._in_use})
        for block in self._screen.query_one(ChatLog).blocks:
            block.should_name_model = should_name
