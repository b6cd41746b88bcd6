"""The keys at the bottom of every screen: as many as there is room for, nearest the focus first, Commands, Quit and Help always.

The one fact that a reader would get wrong: Textual's own footer scrolls, so on a narrow terminal its last keys are there
and out of sight, the way to all the others among them. Here a key is shown whole or not at all; Help lists every one.
Nor is a key bound to a value of the footer: that would hold each one that was ever shown until the program ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.widgets import Footer

# Textual names it nowhere else, and a key of another kind would be none that its footer's styles and clicks know.
from textual.widgets._footer import FooterKey

from tui.keymap import ACTIONS, action, binding_id

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import ActiveBinding
    from textual.events import Resize

_HELP = binding_id(action("open_help"))
# The ways to all the others, by mouse too, and the way out.
_ALWAYS = (binding_id(action("command_palette")), binding_id(action("quit")), _HELP)
_PLACES = {binding_id(entry): place for place, entry in enumerate(ACTIONS)}
_GAP = 1  # cells between two keys


class _Key(NamedTuple):
    """A key as it is shown."""

    bound: ActiveBinding
    display: str

    @property
    def cells(self) -> int:
        """How wide it is."""
        return cell_len(f"{self.display} {self.bound.binding.description}")


class KeyLine(Footer):
    """A footer that is never cut."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)
        self._width = 0

    def compose(self) -> ComposeResult:
        """Yield what has room: first what works only where the focus is, then the screen's keys, then those of the app."""
        self._width = self.app.size.width
        keys = [_Key(bound, self.app.get_key_display(bound.binding)) for bound in sorted(self._shown(), key=self._rank)]
        always = [key for key in keys if key.bound.binding.id in _ALWAYS]
        room = self._width - self.gutter.width - sum(key.cells + _GAP for key in always)
        for key in keys:
            if key in always:
                continue
            room -= key.cells + _GAP
            if room < 0:
                break
            yield _widget(key)
        for key in always:
            yield _widget(key, "-help" if key.bound.binding.id == _HELP else "")

    def on_resize(self, _event: Resize) -> None:
        """Choose anew where there is more or less room."""
        if self._width != self.app.size.width:
            self.call_after_refresh(self.recompose)

    def _shown(self) -> list[ActiveBinding]:
        """List what the footer is for, one key of each action."""
        by_action: dict[str, ActiveBinding] = {}
        for bound in self.screen.active_bindings.values():
            if bound.binding.show:
                by_action.setdefault(bound.binding.action, bound)
        return list(by_action.values())

    def _rank(self, bound: ActiveBinding) -> tuple[int, int]:
        nearness = 2 if bound.node is self.app else 1 if bound.node is self.screen else 0
        return nearness, _PLACES.get(bound.binding.id or "", len(_PLACES))


def _widget(key: _Key, classes: str = "") -> FooterKey:
    binding = key.bound.binding
    return FooterKey(
        binding.key,
        key.display,
        binding.description,
        binding.action,
        disabled=not key.bound.enabled,
        tooltip=key.bound.tooltip,
        classes=classes,
    )
