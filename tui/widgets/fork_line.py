"""The line in the talk that says that another chat goes on from here in another way.

The one fact that a reader would get wrong: it stands in both chats, after the last turn that both hold; above the first
turn where they share none.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import Button

from tui import wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.widget import Widget

    from assistant.branches import Fork
    from memory.records import ChatId, TurnId


class ForkLine(Button):
    """Names the other branch; pressing it goes there."""

    class Followed(Message):
        """The reader wants to go to the other branch."""

        def __init__(self, fork: Fork) -> None:
            super().__init__()
            self.fork = fork

    def __init__(self, fork: Fork) -> None:
        title = wording.shorten(wording.chat_title(fork.chat), 60)
        way = "begins another way" if fork.is_at_start else "goes another way from here"
        super().__init__(Content(f"↳ “{title}” {way}: go there"), compact=True, classes="line fork")
        self.fork = fork

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Ask to go there."""
        event.stop()
        self.post_message(self.Followed(self.fork))


def lines_at_start(forks: Sequence[Fork]) -> list[ForkLine]:
    """Return the lines that stand above the first turn."""
    return [ForkLine(fork) for fork in forks if fork.is_at_start]


def lines_after(forks: Sequence[Fork], turn_id: TurnId) -> list[ForkLine]:
    """Return the lines that stand after a turn."""
    return [ForkLine(fork) for fork in forks if fork.turn_id == turn_id]


def fork_at(forks: Sequence[Fork], turn_id: TurnId | None, *, is_first: bool) -> Fork | None:
    """Return the first branch that parts after a turn, or else one that begins in place of it."""
    after = (fork for fork in forks if fork.turn_id == turn_id)
    instead = (fork for fork in forks if is_first and fork.is_at_start)
    return next(iter((*after, *instead)), None)


def show_line_to(talk: Widget, chat_id: ChatId) -> None:
    """Bring the line in sight that leads to a chat; behind the turn that was just selected in the talk."""
    for line in talk.query_children(ForkLine):
        if line.fork.chat.id == chat_id:
            # The bar of that turn is made first, and then scrolls to itself behind a refresh of its own.
            later = talk.call_after_refresh
            talk.call_later(later, later, partial(line.scroll_visible, animate=False))
