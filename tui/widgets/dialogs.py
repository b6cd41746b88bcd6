"""Questions and errors that stand in front of everything.

The one fact that a reader would get wrong: Escape always means the harmless answer, and the harmless answer has the
focus where an answer cannot be undone.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from assistant.cleaning import clean_text


class ConfirmDialog(ModalScreen[bool]):
    """Asks one question; True only for the button that says what happens."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", "Cancel")]

    def __init__(self, question: str, detail: str, yes: str) -> None:
        super().__init__()
        self._question = question
        self._detail = detail
        self._yes = yes

    def compose(self) -> ComposeResult:
        """Yield the question, what it is about, and two buttons, the harmless one first."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._question, "bold"))
            yield Static(Content(clean_text(self._detail)), classes="dialog-detail")
            with Horizontal(classes="dialog-buttons"):
                yield Button("Cancel", id="no")
                yield Button(self._yes, id="yes", variant="error")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_cancel(self) -> None:
        """Answer no."""
        self.dismiss(False)


class RenameDialog(ModalScreen[str | None]):
    """Asks for a title; None when nothing is to change."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", "Cancel")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Yield one input with the present title."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled("Rename the chat", "bold"))
            yield Input(self._title, max_length=200)
            with Horizontal(classes="dialog-buttons"):
                yield Button("Cancel", id="no")
                yield Button("Rename", id="yes", variant="primary")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the title with Enter."""
        event.stop()
        self._take()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the title, or leave it."""
        event.stop()
        if event.button.id == "yes":
            self._take()
        else:
            self.dismiss(None)

    def action_cancel(self) -> None:
        """Leave the title."""
        self.dismiss(None)

    def _take(self) -> None:
        title = self.query_one(Input).value.strip()
        self.dismiss(title if title and title != self._title else None)


class ErrorDialog(ModalScreen[None]):
    """Tells what happened and what to do."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter", "close", "Close")]

    def __init__(self, title: str, message: str, hint: str, button: str) -> None:
        super().__init__()
        self._title = title
        self._message = message
        self._hint = hint
        self._button = button

    def compose(self) -> ComposeResult:
        """Yield title, message, hint and one button."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._title, "bold $text-error"))
            yield Static(Content(clean_text(self._message)), classes="dialog-detail")
            if self._hint:
                yield Static(Content(clean_text(self._hint)), classes="dialog-detail")
            with Horizontal(classes="dialog-buttons"):
                yield Button(self._button, id="close", variant="primary")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close."""
        event.stop()
        self.dismiss()

    def action_close(self) -> None:
        """Close."""
        self.dismiss()
