"""The chats at the left: title, number of turns, when.

The one fact that a reader would get wrong: titles come from users and models, so they are shown as plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from tui import wording
from tui.keymap import Scope, action, actions, bindings
from tui.panes import SidePane
from tui.themes import FAINT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from textual.app import ComposeResult

    from assistant.views import ChatSummary
    from memory.records import Chat, ChatId


class ChatList(SidePane):
    """Lists chats; opening one is asked for by message, everything else by the screen's actions."""

    BINDINGS = bindings(Scope.CHATS)

    class Opened(Message):
        """The user wants to go to this chat."""

        def __init__(self, chat_id: ChatId) -> None:
            super().__init__()
            self.chat_id = chat_id

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id, classes="pane")
        self._summaries: tuple[ChatSummary, ...] = ()
        self._open_id: ChatId | None = None
        self._now: datetime | None = None

    def compose(self) -> ComposeResult:
        """Yield the title with "New", the list, and a button for each action on the selected chat."""
        new = action("new_chat")
        with Horizontal(classes="pane-title"):
            yield Static("Chats")
            yield Button("New", compact=True, action="screen.new_chat", tooltip=new.tooltip)
        yield OptionList(markup=False, compact=True)
        with Horizontal(classes="pane-buttons"):
            for entry in actions(Scope.CHATS):
                yield Button(entry.label, compact=True, action=f"screen.{entry.id}", tooltip=entry.tooltip)

    @property
    def selected(self) -> Chat | None:
        """The chat under the cursor."""
        index = self.query_one(OptionList).highlighted
        return None if index is None or index >= len(self._summaries) else self._summaries[index].chat

    def show(self, summaries: Sequence[ChatSummary], open_id: ChatId | None, now: datetime) -> None:
        """Show these chats, the open one marked; the cursor stays on its chat if that is still there."""
        options = self.query_one(OptionList)
        selected = self.selected
        wanted = selected.id if selected is not None and self.has_focus_within else open_id
        self._summaries, self._open_id, self._now = tuple(summaries), open_id, now
        width = max(16, options.size.width - 3)
        options.set_options([_option(summary, open_id, now, width) for summary in summaries])
        for index, summary in enumerate(summaries):
            if summary.chat.id == wanted:
                options.highlighted = index

    def on_resize(self) -> None:
        """Cut the titles to the new width."""
        if self._now is not None:
            self.show(self._summaries, self._open_id, self._now)

    def focus_list(self) -> None:
        """Put the cursor in the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for the chat that was chosen."""
        event.stop()
        self.post_message(self.Opened(self._summaries[event.option_index].chat.id))


def _option(summary: ChatSummary, open_id: ChatId | None, now: datetime, width: int) -> Option:
    chat = summary.chat
    is_open = chat.id == open_id
    title = wording.shorten(wording.chat_title(chat), width)
    parts = [wording.count(summary.turn_count, "turn"), wording.relative_date(chat.updated_at, now)]
    if chat.parent_chat_id is not None:
        parts.append("branch")
    if summary.is_answered_elsewhere:
        parts.append("in use elsewhere")
    return Option(
        Content.assemble(
            ("› " if is_open else "  ", "$primary"),
            (title, "bold" if is_open else ""),
            ("\n  " + " · ".join(parts), FAINT),
        )
    )
