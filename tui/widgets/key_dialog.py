"""Takes the next key that is pressed, whatever it is.

The one fact that a reader would get wrong: Escape leaves and Ctrl+Q quits as everywhere, so these two cannot be chosen
by pressing them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from assistant.cleaning import clean_line
from assistant.errors import ConfigError
from tui.themes import FAINT
from tui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Key


class KeyDialog(Dialog[str | None]):
    """Asks for a key; returns Textual's name of it, None when nothing is to be done.

    Args:
        name: Whose key it is to be.
        detail: What its keys are now.
        check: Raises a ConfigError where a key cannot be chosen; then another is waited for.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", "Leave it")]
    TAKES_EVERY_KEY = True

    def __init__(self, name: str, detail: str, check: Callable[[str], None]) -> None:
        super().__init__()
        self._name_of_action = name
        self._detail = detail
        self._check = check

    def compose(self) -> ComposeResult:
        """Yield the question, and a line for what cannot be."""
        question = Content.assemble(
            ("Press the new key", "bold"), f" of {clean_line(self._name_of_action)}.", ("  Esc leaves it.", FAINT)
        )
        with Vertical(classes="dialog"):
            yield Static(question, markup=False)
            yield Static(Content(clean_line(self._detail)), classes="dialog-detail", markup=False)
            yield Static("", id="refused", markup=False)

    def on_mount(self) -> None:
        """Leave no line for what is not there yet."""
        self.query_one("#refused").display = False

    def on_key(self, event: Key) -> None:
        """Take the key, or say why it cannot be."""
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.action_cancel()
            return
        # Shift with a letter is that letter to every reader of a key line.
        key = event.key.lower() if len(event.key) == 1 else event.key
        try:
            self._check(key)
        except ConfigError as error:
            refused = self.query_one("#refused", Static)
            refused.update(Content.styled(f"✕ {clean_line(error.message)} Press another, or Esc.", "$error"))
            refused.display = True
            return
        self.dismiss(key)

    def action_cancel(self) -> None:
        """Leave it."""
        self.dismiss(None)
