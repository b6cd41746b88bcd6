"""Questions and errors that stand in front of everything.

The one fact that a reader would get wrong: Escape always means the harmless answer, and the harmless answer has the
focus where an answer cannot be undone.
"""

from typing import ClassVar, Generic

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Static

from assistant.cleaning import clean_line, clean_text
from tui.widgets.dialog import Answer, Dialog
from tui.widgets.form_dialog import FormDialog, form_buttons

LONGEST_PATH = 4_096
_LONGEST_LINE = 200


_SCROLLING: list[BindingType] = [
    Binding("up", "scroll(-1)", show=False),
    Binding("down", "scroll(1)", show=False),
    Binding("pageup", "scroll_page(-1)", show=False),
    Binding("pagedown", "scroll_page(1)", show=False),
]


class _Told(Dialog[Answer], Generic[Answer]):
    """A text that scrolls, however long it is, above buttons that are always in sight."""

    BINDINGS: ClassVar[list[BindingType]] = _SCROLLING

    def action_scroll(self, rows: int) -> None:
        """Move the text by some rows; the focus stays on the buttons."""
        self.query_one(".dialog-body").scroll_relative(y=rows, animate=False)

    def action_scroll_page(self, pages: int) -> None:
        """Move the text by pages."""
        body = self.query_one(".dialog-body")
        body.scroll_relative(y=pages * body.size.height, animate=False)


class ConfirmDialog(_Told[bool]):
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
            yield Static(Content.styled(clean_line(self._question), "bold"))
            with VerticalScroll(classes="dialog-body", can_focus=False):
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


class AskDialog(FormDialog[str]):
    """Asks for one line of text; None when nothing is to be done."""

    def __init__(
        self, question: str, yes: str, *, text: str = "", detail: str = "", max_length: int = _LONGEST_LINE
    ) -> None:
        super().__init__(self._take)
        self._question = question
        self._yes = yes
        self._text = text
        self._detail = detail
        self._max_length = max_length

    def compose(self) -> ComposeResult:
        """Yield the question and one input with what is proposed."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled(clean_line(self._question), "bold"))
            if self._detail:
                yield Static(Content(clean_text(self._detail)), classes="dialog-detail")
            yield Input(clean_line(self._text), max_length=self._max_length)
            yield from form_buttons(self._yes)

    def _take(self) -> None:
        """Take the line."""
        text = self.query_one(Input).value.strip()
        self.dismiss(text or None)


class ErrorDialog(_Told[None]):
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
            yield Static(Content.styled(clean_line(self._title), "bold $text-error"))
            with VerticalScroll(classes="dialog-body", can_focus=False):
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
