"""Editing a message that was sent: which turn it was of, while it stands in the input.

The one fact that a reader would get wrong: editing changes nothing until the message is sent. Then the last turn makes
room for the new one; an earlier turn stays, and the new message goes into a branch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.doomed import FORGOTTEN_TEXT
from tui.chat.kept_turn import kept_turn
from tui.keymap import action, key_words
from tui.telling import errors_told
from tui.widgets.composer import Composer

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from memory.records import TurnId
    from tui.chat.model_display import ModelDisplay
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat

_NO_MODEL = "no model is loaded, so nothing is changed"


class MessageEdit:
    """At most one message is edited."""

    def __init__(
        self,
        screen: Screen[None],
        chats: OpenChat,
        one: OneAtATime,
        model: ModelDisplay,
        refuse: Callable[[str], None],
    ) -> None:
        self._screen = screen
        self._chats = chats
        self._one = one
        self._refuse = refuse
        self._model = model
        self._turn_id: TurnId | None = None

    async def begin(self, text: str = "") -> None:
        """Put the selected turn's message into the input as it is stored now, or `text` for it, to be sent anew."""
        if not self._one.may_switch():
            return
        with errors_told(self._screen):
            await self._chats.catch_up()
        block = kept_turn(self._screen, self._refuse)
        if block is None or not self._one.may_switch():
            return
        if not self._model.can_answer:
            self._refuse(_NO_MODEL)
            return
        self._turn_id = block.turn_id
        composer = self._screen.query_one(Composer)
        send, leave = key_words(action("send")), key_words(action("back"))
        # What was forgotten is no text to go on from.
        said = "" if block.user_text == FORGOTTEN_TEXT else block.user_text
        composer.begin_edit(said, f"Editing: {send} sends it anew · {leave} leaves it")
        if text:
            composer.load(text)
        composer.focus()

    def end(self) -> TurnId | None:
        """Put back what stood in the input before; returns the turn whose message was edited, if one was."""
        turn_id, self._turn_id = self._turn_id, None
        # The input itself ends an edit too, where its chat is left or its message may have been forgotten.
        return turn_id if turn_id is not None and self._screen.query_one(Composer).end_edit() else None
