"""What can be done to the selected turn, as buttons under it.

The one fact that a reader would get wrong: the bar stands under one turn only. Forty bars in the talk would make every
refresh of the layout dearer, and only one turn is selected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Button

from tui.keymap import action, key_words
from tui.widgets.button_rows import ButtonRows

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.containers import ScrollableContainer
    from textual.widget import Widget

    from tui.widgets.found_marks import Found

_REPLIES = ("other_reply(-1)", "other_reply(1)")


class TurnBar(ButtonRows):
    """Buttons for the actions of the talk's scope; what makes no sense for this turn is left out."""

    def __init__(
        self, *, reply_count: int, is_kept: bool, is_last: bool, can_go_on: bool, has_code: bool, has_fork: bool
    ) -> None:
        super().__init__(classes="turn-bar")
        names = list(_REPLIES) if reply_count > 1 else []
        names += ["keep_reply"] if not is_kept else []
        names += ["continue_reply"] if can_go_on else []
        names += ["regenerate"] if is_last else []
        names += ["edit_message", "copy_reply"]
        names += ["copy_code"] if has_code else []
        names += ["branch"]
        names += ["rewind"] if not is_last else []
        names += ["other_branch"] if has_fork else []
        self._names = names

    def compose(self) -> ComposeResult:
        """Yield a button for each action, its key in its label."""
        for name in self._names:
            entry = action(name)
            label = entry.label if name in _REPLIES else f"{entry.label} {key_words(entry)}"
            yield Button(label, compact=True, action=f"screen.{name}", tooltip=entry.tooltip)

    def bring_in_sight(self, talk: ScrollableContainer, new: Widget | None, found: Found | None) -> None:
        """Scroll to the bar, or to the beginning of its turn if that was just selected and is longer than the screen.

        Args:
            talk: What scrolls.
            new: The turn, if it was just selected: who goes to it wants to read it from its message on.
            found: What was looked for in it, if it was: that comes in sight then.
        """
        if new is not None and found is not None:
            from tui.widgets.found_marks import show_found  # noqa: PLC0415 - what the first paint does without

            show_found(talk, new, found)
        elif new is not None and new.outer_size.height > talk.scrollable_content_region.height:
            talk.scroll_to_widget(new, animate=False, top=True)
        else:
            self.scroll_visible(animate=False)
