"""What stands in front of a screen: a dialog with a key line of its own, over the screen's.

The one fact that a reader would get wrong: no key of the screen behind works while a dialog is open, so none may be
shown. Quit alone does, and is bound here again only to be shown.
"""

from typing import ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui.keymap import action, binding_id
from tui.panes import HEIGHTS
from tui.widgets.key_line import KeyLine

Answer = TypeVar("Answer")
_QUIT = action("quit")


class Dialog(ModalScreen[Answer], Generic[Answer]):
    """Asks or tells something; what it is closed with is the answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(_QUIT.key, "app.quit", _QUIT.label, id=binding_id(_QUIT), tooltip=_QUIT.tooltip)
    ]
    VERTICAL_BREAKPOINTS = HEIGHTS

    def on_mount(self) -> None:
        """Tell the keys that work here."""
        self.mount(KeyLine())
