"""What comes after a turn: what it changed is read again, and what its message wants asked is asked.

The one fact that a reader would get wrong: the turn is kept by then. Forgetting what its message named is a second step,
after a question, and may take that very message.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from assistant.forget_words import is_forget_notice
from tui.memory_actions import tell_forgotten
from tui.telling import work_told
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.chat.model_display import ModelDisplay
    from tui.chat.next_prompt import NextPrompt
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat
    from tui.chat.reply_models import ReplyModels
    from tui.chat.surroundings import Surroundings
    from tui.chat.turn_display import TurnDisplay
    from tui.chat.turn_editor import TurnEditor
    from tui.widgets.message import TurnBlock


class AfterTurn:
    """Follows up a turn that came to its end, kept or not."""

    def __init__(
        self,
        screen: Screen[None],
        chats: OpenChat,
        turns: TurnEditor,
        *,
        one: OneAtATime,
        around: Surroundings,
        prompt: NextPrompt,
        model: ModelDisplay,
        models: ReplyModels,
    ) -> None:
        self._screen = screen
        self._chats = chats
        self._turns = turns
        self._one = one
        self._around = around
        self._prompt = prompt
        self._model = model
        self._models = models

    def follow_up(self, display: TurnDisplay) -> None:
        """Read again what the turn changed, and ask what its message wants asked."""
        self._around.list_chats()
        self._around.show_why()
        self._model.read_again()
        self._prompt.count()
        work_told(self._screen, self._chats.shorten, group="shorten")
        result = display.result
        if result is None:
            return
        if result.reply is not None:
            self._models.add(result.reply)
        if display.run.is_again:
            work_told(self._screen, partial(self._turns.read_again, display.block), group="turn-read")
        if any("Undo:" in notice for notice in result.notices):
            self._screen.query_one(UndoLine).add_action("takes back what your message ordered")
        if result.forget_terms:
            work_told(self._screen, partial(self._forget, display.block, result.forget_terms), group="forget")

    async def _forget(self, block: TurnBlock, terms: tuple[str, ...]) -> None:
        for term in terms:
            forget = await self._turns.ask_to_forget(term)
            # Answered, it is a question no more.
            for note in block.notes:
                if is_forget_notice(note, term):
                    block.drop_note(note)
            if forget is None:
                continue
            with self._one.forgetting():
                forgotten = await forget()
            tell_forgotten(self._screen, forgotten)
            await self._around.read_again()
