"""Side panes: beside the talk where there is room, over it where there is not.

The one fact that a reader would get wrong: whether a pane is shown is told by classes on the screen (`-hide-chats` for a
docked one, `-over-chats` for one that lies over), so the stylesheet alone decides the layout at each width.
"""

from collections.abc import Callable

from textual.screen import Screen
from textual.widget import Widget

CHATS_DOCKED_WIDTH = 80
WHY_DOCKED_WIDTH = 112
WIDTHS = [(0, "-narrow"), (CHATS_DOCKED_WIDTH, "-medium"), (WHY_DOCKED_WIDTH, "-wide")]
HEIGHTS = [(0, "-low"), (20, "-high")]


def toggle_pane(screen: Screen[None], pane: Widget, docked_width: int, *, enter: Callable[[], None]) -> None:
    """Go to a pane, shown if need be; if it has the focus already, hide it and go back.

    Args:
        screen: The screen that the pane is of.
        pane: The pane; its id is part of the classes that show and hide it.
        docked_width: From which width on it lies beside the talk.
        enter: Puts the cursor into it.
    """
    is_docked = screen.size.width >= docked_width
    has_focus = pane.has_focus_within
    close_overlays(screen)
    screen.set_class(has_focus and is_docked, f"-hide-{pane.id}")
    if has_focus:
        screen.call_later(screen.run_action, "back")
        return
    screen.set_class(not is_docked, f"-over-{pane.id}")
    if is_docked and pane.display:
        # At once, so that a key typed right behind this one is the pane's and no text for the input.
        enter()
    else:
        # The pane takes part in the layout only after the next refresh, and only then it can take the focus.
        screen.call_after_refresh(enter)


def close_overlays(screen: Screen[None]) -> None:
    """Take away what lies over the talk."""
    screen.remove_class("-over-chats", "-over-why")
