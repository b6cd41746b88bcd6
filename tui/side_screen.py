"""What the screens beside the chat share: they cover it, it goes on behind them, and Escape leads back.

The one fact that a reader would get wrong: such a screen says on leaving what the chat has to know (`Leaving`). It never
reaches into the chat screen itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen
from textual.widgets import Button, Input, OptionList

from tui.keymap import Action, Scope, actions, bindings, key_words
from tui.panes import HEIGHTS, WIDTHS
from tui.telling import work_told
from tui.widgets.button_rows import ButtonRows

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from textual.events import Key
    from textual.widget import Widget

    from assistant.clock import Clock
    from memory.records import ChatId, TurnId
    from tui.backend import Backend
    from tui.widgets.found_marks import Found


@dataclass(frozen=True, slots=True)
class Leaving:
    """What the chat does next: open a chat at a turn, or read again what may have changed."""

    has_changed: bool = False
    chat_id: ChatId | None = None
    turn_id: TurnId | None = None
    found: Found | None = None


def button_line(scope: Scope, *, without: AbstractSet[str] = frozenset()) -> ButtonRows:
    """Return the bar with a button for every action of a screen, those left out that have a place of their own."""
    buttons = (
        Button(
            _label(entry),
            compact=True,
            id=f"button-{entry.id}",
            action=f"screen.{entry.id}",
            tooltip=entry.tooltip,
        )
        for entry in actions(scope)
        if entry.id not in without
    )
    return ButtonRows(*buttons, classes="button-line")


def _label(entry: Action, words: str = "") -> str:
    return f"{words or entry.label} {key_words(entry)}"


class SideScreen(Screen[Leaving]):
    """A screen beside the chat."""

    CSS_PATH: ClassVar = "side.tcss"
    BINDINGS = bindings(Scope.SIDE)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE,)
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    FIELD: ClassVar[str] = "#search"
    """The line from which Down leads into what it found."""

    first_words = ""
    """What the screen was opened with, for one that takes words."""

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__()
        self._opened_backend = backend
        self._clock = clock
        self._has_changed = False

    @property
    def backend(self) -> Backend:
        """The assistant; the app opens no screen that needs it before it is there."""
        assert self._opened_backend is not None
        return self._opened_backend

    def on_mount(self) -> None:
        """Search for what the screen was opened with."""
        if self.first_words:
            for field in self.query(self.FIELD).results(Input):
                field.value = self.first_words

    def on_key(self, event: Key) -> None:
        """Go from the field down into what it found."""
        if event.key != "down" or not any(field.has_focus for field in self.query(self.FIELD)):
            return
        below = self.below_field()
        if below is not None:
            # Else what is below would take the same key.
            event.stop()
            below.focus()

    def below_field(self) -> Widget | None:
        """Return what the field found, if it is there: by default the first list that is not empty."""
        lists = self.query("OptionList.side-list").results(OptionList)
        return next((one for one in lists if one.display and one.option_count), None)

    def may_leave(self) -> bool:
        """Tell whether the screen can be left now; one that cannot says why."""
        return True

    def leave(self) -> None:
        """Leave, whatever is searched or marked here; `may_leave` must have said yes."""
        self.dismiss(Leaving(has_changed=self._has_changed))

    def action_leave(self) -> None:
        """Go back to the chat."""
        if self.may_leave():
            self.leave()

    def show_keys(self) -> None:
        """Name the present keys on the buttons."""
        for entry in actions(*self.SCOPES):
            self.label_button(entry)

    def label_button(self, entry: Action, words: str = "") -> None:
        """Give an action's button, if it has one, its key and its own label, or other words for the same."""
        for button in self.query(f"#button-{entry.id}").results(Button):
            button.label = _label(entry, words)

    def note_change(self) -> None:
        """Note that the chat has to read again what it shows."""
        self._has_changed = True

    work = work_told
