"""The turn that a key acts on: the selected one, or the last.

The one fact that a reader would get wrong: a turn that still runs has no id and is none to act on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.widgets.chat_log import ChatLog

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from tui.widgets.message import TurnBlock

NO_TURN = "there is no kept turn here yet"


def kept_turn(screen: Screen[None], refuse: Callable[[str], None]) -> TurnBlock | None:
    """Return the turn to act on; None, and said so, where there is none."""
    block = screen.query_one(ChatLog).shown
    if block is None or block.turn_id is None:
        refuse(NO_TURN)
        return None
    return block
