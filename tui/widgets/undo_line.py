"""The line that stands as long as a deleted chat can be brought back.

The one fact that a reader would get wrong: the ten minutes are the assistant's promise; the line only mirrors them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from tui import wording
from tui.keymap import action, key_words

if TYPE_CHECKING:
    from memory.records import ChatId

UNDO_S = 600.0


class UndoLine(Static):
    """Names the chat that was deleted last; a click or the key brings it back."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__("", id=id, markup=False)
        self._deleted: list[tuple[ChatId, str]] = []
        self.display = False

    @property
    def latest(self) -> ChatId | None:
        """The chat that undo would bring back."""
        return self._deleted[-1][0] if self._deleted else None

    def add(self, chat_id: ChatId, title: str) -> None:
        """Offer to bring this chat back, for ten minutes."""
        self._deleted.append((chat_id, title))
        self.set_timer(UNDO_S, lambda: self.remove_chat(chat_id))
        self._paint()

    def remove_chat(self, chat_id: ChatId) -> None:
        """Offer it no more: it is back, or the time is over."""
        self._deleted = [entry for entry in self._deleted if entry[0] != chat_id]
        self._paint()

    async def on_click(self) -> None:
        """Bring the last one back."""
        await self.run_action("screen.undo_delete")

    def _paint(self) -> None:
        self.display = bool(self._deleted)
        if self._deleted:
            title = wording.shorten(self._deleted[-1][1] or "New chat", 40)
            more = f" and {len(self._deleted) - 1} before" if len(self._deleted) > 1 else ""
            key = key_words(action("undo_delete"))
            self.update(Content.assemble((key, "bold"), f" brings back “{title}”{more}, deleted just now"))
