"""The chats at the left: title, number of turns, when.

The one fact that a reader would get wrong: titles come from users and models, so they are shown as plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from tui import wording
from tui.keymap import Scope, action, actions, bindings
from tui.themes import FAINT
from tui.widgets.button_rows import ButtonRows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from textual.app import ComposeResult

    from assistant.views import ChatSummary
    from memory.records import Chat, ChatId

_CURSOR = "▌"


class ChatList(Vertical):
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
        self._marked: int | None = None
        self._every: tuple[ChatSummary, ...] = ()
        self._shows_away = False

    def compose(self) -> ComposeResult:
        """Yield the title with "New", the list, and a button for each action on the selected chat."""
        new = action("new_chat")
        with Horizontal(classes="pane-title"):
            yield Static("Chats", markup=False)
            yield Button("New", compact=True, action="screen.new_chat", tooltip=new.tooltip)
        yield OptionList(markup=False, compact=True)
        with ButtonRows(classes="pane-buttons"):
            for entry in actions(Scope.CHATS):
                yield Button(
                    entry.label,
                    compact=True,
                    id=f"chats-{entry.id}",
                    action=f"screen.{entry.id}",
                    tooltip=entry.tooltip,
                )

    @property
    def selected(self) -> Chat | None:
        """The chat under the cursor."""
        index = self.query_one(OptionList).highlighted
        return None if index is None or index >= len(self._summaries) else self._summaries[index].chat

    def show(self, summaries: Sequence[ChatSummary], open_id: ChatId | None, now: datetime) -> None:
        """Show these chats, the open one marked; the cursor stays on its chat if that is still there.

        Of all that are given, either those put away are shown or the others.
        """
        self._every = tuple(summaries)
        away = sum(one.chat.is_put_away for one in summaries)
        if not away:
            self._shows_away = False
        summaries = [one for one in summaries if one.chat.is_put_away == self._shows_away]
        self.query_one(".pane-title Static", Static).update(
            Content("Put away" if self._shows_away else f"Chats · {away:,} away" if away else "Chats")
        )
        for entry in actions(Scope.CHATS):
            button = self.query_one(f"#chats-{entry.id}", Button)
            if entry.id == "put_away":
                button.label = "Take back" if self._shows_away else entry.label
            elif entry.id == "show_away":
                button.display = bool(away)
        options = self.query_one(OptionList)
        selected = self.selected
        wanted = selected.id if selected is not None and self.has_focus_within else open_id
        self._summaries, self._open_id, self._now = tuple(summaries), open_id, now
        self._marked = next((index for index, one in enumerate(summaries) if one.chat.id == wanted), None)
        options.set_options([Option(self._row(index)) for index in range(len(summaries))])
        options.highlighted = self._marked

    def toggle_away(self) -> bool:
        """Show the chats that were put away instead of the others, or the other way round; tell if there are any."""
        self._shows_away = not self._shows_away
        self._show_again()
        return any(one.chat.is_put_away for one in self._every)

    def on_resize(self) -> None:
        """Cut the titles to the new width."""
        self._show_again()

    def _show_again(self) -> None:
        if self._now is not None:
            self.show(self._every, self._open_id, self._now)

    def focus_list(self) -> None:
        """Put the cursor in the list, on a chat if there is one."""
        options = self.query_one(OptionList)
        if options.highlighted is None and options.option_count:
            options.highlighted = 0
        options.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the mark along with the cursor."""
        event.stop()
        options = self.query_one(OptionList)
        left, self._marked = self._marked, options.highlighted
        for index in {left, self._marked} - {None}:
            if left != self._marked and index is not None and index < len(self._summaries):
                options.replace_option_prompt_at_index(index, self._row(index))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for the chat that was chosen."""
        event.stop()
        self.post_message(self.Opened(self._summaries[event.option_index].chat.id))

    def _row(self, index: int) -> Content:
        """Two lines: title, figures. The bar at the left marks the cursor, `›` the open chat: neither needs colour."""
        summary = self._summaries[index]
        chat = summary.chat
        is_open = chat.id == self._open_id
        bar = _CURSOR if index == self._marked else " "
        width = max(16, self.query_one(OptionList).size.width - 4)
        title = wording.shorten(wording.chat_title(chat, turn_count=summary.turn_count), width)
        parts = [wording.count(summary.turn_count, "turn")]
        if self._now is not None:
            parts.append(wording.relative_date(chat.updated_at, self._now))
        if chat.parent_chat_id is not None:
            parts.append("branch")
        if summary.is_answered_elsewhere:
            parts.append("in use elsewhere")
        return Content.assemble(
            (f"{bar}{'›' if is_open else ' '} ", "$primary"),
            (title, "bold" if is_open else ""),
            "\n",
            (bar, "$primary"),
            ("  " + wording.shorten(" · ".join(parts), width), FAINT),
        )
