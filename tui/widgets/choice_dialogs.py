"""Two more questions: one of a list, and a text of several lines.

The one fact that a reader would get wrong: in the text, Enter begins a line; F10 or the button takes it.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static, TextArea
from textual.widgets.option_list import Option

from assistant.cleaning import clean_line, clean_text
from tui.themes import FAINT
from tui.widgets.dialog import Dialog
from tui.widgets.form_dialog import FormDialog, form_buttons, form_title


class ChooseDialog(Dialog[str | None]):
    """Asks for one of several; None when nothing is to be done."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", "Cancel")]

    def __init__(self, question: str, choices: list[str], chosen: str) -> None:
        super().__init__()
        self._question = question
        self._choices = choices
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        """Yield the question and the list."""
        with Vertical(classes="dialog chooser"):
            yield Static(
                Content.assemble((clean_line(self._question), "bold"), ("   Enter takes, Esc leaves it", FAINT))
            )
            yield OptionList(*(Option(Content(clean_line(one))) for one in self._choices), markup=False, compact=True)

    def on_mount(self) -> None:
        """Begin at what is chosen now."""
        if self._chosen in self._choices:
            self.query_one(OptionList).highlighted = self._choices.index(self._chosen)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take it."""
        event.stop()
        self.dismiss(self._choices[event.option_index])

    def action_cancel(self) -> None:
        """Leave it."""
        self.dismiss(None)


class TextDialog(FormDialog[str]):
    """Asks for a text of several lines; None when nothing is to be done."""

    def __init__(self, question: str, text: str, detail: str) -> None:
        super().__init__(self._take)
        self._question = question
        self._text = text
        self._detail = detail

    def compose(self) -> ComposeResult:
        """Yield the question, the text and two buttons."""
        with Vertical(classes="dialog editor writer"):
            yield form_title(self._question)
            yield Static(Content(clean_text(self._detail)), classes="dialog-detail")
            yield TextArea(clean_text(self._text), soft_wrap=True, tab_behavior="focus")
            yield from form_buttons("Save")

    def on_mount(self) -> None:
        """Begin at the end of the text."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        area.focus()

    def _take(self) -> None:
        """Take the text."""
        self.dismiss(self.query_one(TextArea).text)
