"""What comes after a turn: what it changed is read again, and what its message wants asked is asked.

The one fact that a reader would get wrong: the turn is kept by then. Forgetting what its message named is a second step,
after a question, and may take that very message.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from assistant.errors import NotFoundError
from assistant.forget_words import NOTHING_FORGOTTEN, forget_memory_notice, forget_notice
from tui import wording
from tui.chat.turn_display import UNDO, is_undoable
from tui.memory_actions import tell_forgotten
from tui.telling import work_told
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.screen import Screen

    from assistant.events import TurnResult
    from assistant.views import Forgotten
    from tui.chat.model_display import ModelDisplay
    from tui.chat.next_prompt import NextPrompt
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat
    from tui.chat.reply_models import ReplyModels
    from tui.chat.surroundings import Surroundings
    from tui.chat.turn_display import TurnDisplay
    from tui.chat.turn_editor import TurnEditor
    from tui.widgets.message import TurnBlock


_QUOTED = 90


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
        for notice in result.notices:
            if is_undoable(notice):
                done = wording.shorten(notice.removesuffix(UNDO), _QUOTED)
                self._screen.query_one(UndoLine).add_action(f"takes back: {done}")
        if result.forget_terms or result.forget_memories:
            forget = partial(self._forget, display.block, result)
            work_told(self._screen, forget, group="forget")

    async def _forget(self, block: TurnBlock, result: TurnResult) -> None:
        """Ask for each thing whether it is to be forgotten; where nothing was, the turn says so, whatever its reply says."""
        ask = self._turns.ask_to_forget_memory
        done = [
            await self._asked(block, forget_memory_notice(one.text), partial(ask, one, result.turn_id))
            for one in result.forget_memories
            if result.turn_id is not None
        ]
        done += [
            await self._asked(block, forget_notice(term), partial(self._turns.ask_to_forget, term))
            for term in result.forget_terms
        ]
        if not any(done):
            block.add_note(NOTHING_FORGOTTEN)

    async def _asked(
        self,
        block: TurnBlock,
        notice: str,
        ask: Callable[[], Awaitable[Callable[[], Awaitable[Forgotten]] | None]],
    ) -> bool:
        """Ask one question, do it after a yes, and tell whether it was done."""
        try:
            forget = await ask()
        except NotFoundError:
            # It went with what was forgotten just before.
            forget = None
        # Answered, it is a question no more.
        block.drop_note(notice)
        if forget is None:
            return False
        with self._one.forgetting():
            forgotten = await forget()
        tell_forgotten(self._screen, forgotten)
        await self._around.read_again()
        return True
