"""The line in the talk that says that another chat goes on from here in another way.

The one fact that a reader would get wrong: it stands in both chats, after the last turn that both hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import Button

from tui import wording

if TYPE_CHECKING:
    from assistant.branches import Fork
    from memory.records import ChatId


class ForkLine(Button):
    """Names the other branch; pressing it goes there."""

    class Followed(Message):
        """The reader wants to go to the other branch."""

        def __init__(self, chat_id: ChatId) -> None:
            super().__init__()
            self.chat_id = chat_id

    def __init__(self, fork: Fork) -> None:
        title = wording.shorten(wording.chat_title(fork.chat), 60)
        super().__init__(
            Content(f"↳ “{title}” goes another way from here: go there"), compact=True, classes="line fork"
        )
        self.fork = fork

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Ask to go there."""
        event.stop()
        self.post_message(self.Followed(self.fork.chat.id))
