"""The welcome: asks for a name and tastes, says where everything lies. Whoever wants none of it never sees it.

The one fact that a reader would get wrong: it does not open by itself. A first message can be typed at once; the line in
the empty talk only offers it.
"""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static, TextArea

from assistant.cleaning import clean_text
from tui.keymap import action, key_words
from tui.widgets.form_dialog import FormDialog, form_buttons


@dataclass(frozen=True, slots=True)
class Introduction:
    """What the user wrote of themselves; either may be empty, not both."""

    name: str
    tastes: str


class WelcomeDialog(FormDialog[Introduction]):
    """Two questions, both of which may stay open; None when they do.

    Args:
        where: What is stored where, and how to leave nothing behind.
    """

    AUTO_FOCUS = "#name"

    def __init__(self, where: tuple[str, str]) -> None:
        super().__init__(self._take, line_done=self._go_on)
        self._where = where

    def compose(self) -> ComposeResult:
        """Yield the questions, what becomes of the answers, and two buttons."""
        with Vertical(classes="dialog editor"):
            yield Static(Content.styled("Welcome. What shall I call you?", "bold"))
            with VerticalScroll(classes="form", can_focus=False):
                yield Input(placeholder="your name", max_length=80, id="name", compact=True)
                yield Static("Likes and dislikes, one a line:", markup=False)
                yield TextArea(id="tastes", placeholder="I drink tea, never coffee", tab_behavior="focus")
            # Not in what scrolls: nothing there takes the focus, so no key would bring it in sight.
            memories = key_words(action("open_memories"))
            becomes = f"Answers become memories; {memories} changes and forgets them."
            yield Static(Content("\n".join((*map(clean_text, self._where), becomes))), classes="dialog-detail")
            yield from form_buttons("Remember", no="Skip")

    def _go_on(self) -> None:
        """Go on to the tastes with Enter."""
        self.query_one(TextArea).focus()

    def _take(self) -> None:
        """Take what is written, if anything is."""
        name, tastes = self.query_one(Input).value.strip(), self.query_one(TextArea).text.strip()
        self.dismiss(Introduction(name, tastes) if name or tastes else None)
