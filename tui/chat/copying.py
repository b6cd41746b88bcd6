"""Copies the shown turn: its reply, its message, its blocks of code one after the other.

The one fact that a reader would get wrong: the terminal does it (OSC 52), over SSH too, and does not say whether it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from tui.chat.kept_turn import kept_turn
from tui.code_blocks import code_blocks
from tui.telling import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from memory.records import TurnId

_NO_CODE = "this reply holds no block of code"
# Terminals take about 100,000 characters of base64 in one OSC 52 sequence; some take less.
_SURELY_COPIED_BYTES = 74_000


class Copying:
    """Copies, and remembers which block of code comes next."""

    def __init__(self, screen: Screen[None], refuse: Callable[[str], None]) -> None:
        self._screen = screen
        self._refuse = refuse
        self._code_place: tuple[TurnId | None, int] = (None, 0)

    def copy_reply(self) -> None:
        """Copy the reply that is shown."""
        block = kept_turn(self._screen, self._refuse)
        if block is not None:
            self._copy(block.reply_text, "Reply copied")

    def copy_message(self) -> None:
        """Copy the user's message."""
        block = kept_turn(self._screen, self._refuse)
        if block is not None:
            self._copy(block.user_text, "Message copied")

    def copy_code(self) -> None:
        """Copy the first block of code of the reply; again copies the next."""
        block = kept_turn(self._screen, self._refuse)
        if block is None:
            return
        found = code_blocks(block.reply_text)
        if not found:
            self._refuse(_NO_CODE)
            return
        turn_id, place = self._code_place
        place = place % len(found) if turn_id == block.turn_id else 0
        self._code_place = (block.turn_id, place + 1)
        which = "Code copied" if len(found) == 1 else f"Block of code {place + 1} of {len(found)} copied"
        self._copy(found[place], which)

    def _copy(self, text: str, done: str) -> None:
        # Past the app's own, which would say something else of it.
        App.copy_to_clipboard(self._screen.app, text)
        is_long = len(text.encode()) > _SURELY_COPIED_BYTES
        tell(self._screen, f"{done}, if your terminal takes so much at once." if is_long else f"{done}.")
