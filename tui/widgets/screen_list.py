"""A list in which Enter belongs to the screen, and a click only selects.

The one fact that a reader would get wrong: Textual's list takes Enter for itself and treats a click as Enter.
"""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class ScreenList(OptionList, inherit_bindings=False):
    """An option list that is only moved in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        one for one in OptionList.BINDINGS if isinstance(one, Binding) and one.key != "enter"
    ]
