"""What every form in front of the screen does alike: Enter or a button takes it, Escape leaves it.

The one fact that a reader would get wrong: Textual calls the handlers of every class of a widget, the base's too. A form
that wants another Enter says so to the constructor (`line_done`), it has no handler of its own.
"""

from collections.abc import Callable, Iterator
from typing import ClassVar, Generic, TypeVar

from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from assistant.cleaning import clean_line
from tui.keymap import Scope, action, bindings, key_words
from tui.themes import FAINT
from tui.widgets.dialog import Dialog

T = TypeVar("T")


class FormDialog(Dialog[T | None], Generic[T]):
    """A form with a button that takes it and one that leaves it; None when nothing is to be done.

    Args:
        save: Takes what stands in the form.
        line_done: What Enter in a line does, if that is not taking the form.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(Scope.FORM)

    def __init__(self, save: Callable[[], None], *, line_done: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._save = save
        self._line_done = line_done or save

    def action_save(self) -> None:
        """Take what stands in the form."""
        self._save()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what Enter does here."""
        event.stop()
        self._line_done()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the form, or leave it."""
        event.stop()
        if event.button.id == "yes":
            self._save()
        else:
            self.dismiss(None)

    def action_cancel(self) -> None:
        """Leave it."""
        self.dismiss(None)


def form_title(title: str) -> Static:
    """Say what the form is for, and the keys of a form of several lines."""
    keys = f"   {key_words(action('save', Scope.FORM))} saves, {key_words(action('cancel', Scope.FORM))} leaves it"
    return Static(Content.assemble((clean_line(title), "bold"), (keys, FAINT)))


def form_buttons(yes: str, no: str = "Cancel") -> Iterator[Widget]:
    """Yield the two buttons, the harmless one first."""
    with Horizontal(classes="dialog-buttons"):
        yield Button(no, id="no")
        yield Button(yes, id="yes", variant="primary")
