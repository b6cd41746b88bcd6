"""What the user does to kept turns: choose another reply, branch, rewind; and what a message asked to forget.

The one fact that a reader would get wrong: stepping through replies changes nothing. Only "keep this one" does.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from assistant.errors import NotFoundError
from assistant.forget_words import forget_topic_question, nothing_known, what_goes
from memory.records import BEFORE_THE_FIRST
from tui import wording
from tui.chat.kept_turn import kept_turn
from tui.memory_actions import FORGET_DETAIL
from tui.slash_words import replies_of
from tui.telling import tell
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.fork_line import show_line_to
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.screen import Screen

    from assistant.branches import Fork
    from assistant.views import Forgotten
    from memory.records import Chat, ChatId, Memory, Message, TurnId
    from tui.backend import Backend
    from tui.chat.open_chat import OpenChat
    from tui.widgets.message import TurnBlock

_LISTED = 5
_TITLE_CHARACTERS = 40
_IN_PLACE = "Your message and its reply stand there as they were; the others wait for 10 minutes."
_BESIDE = "Your message as it was stands in a branch, for the talk has gone on since."


class TurnEditor:
    """Works on the turn that is selected in the talk, or on the last one."""

    def __init__(self, screen: Screen[None], backend: Backend, chats: OpenChat, refuse: Callable[[str], None]) -> None:
        self._screen = screen
        self._backend = backend
        self._chats = chats
        self._refuse = refuse
        self._set_aside: tuple[ChatId, ChatId] | None = None

    @property
    def _log(self) -> ChatLog:
        return self._screen.query_one(ChatLog)

    @property
    def _turn(self) -> tuple[TurnBlock, TurnId] | None:
        """The turn to work on; None, and said so, where there is none."""
        block = kept_turn(self._screen, self._refuse)
        return None if block is None or block.turn_id is None else (block, block.turn_id)

    async def show_other(self, step: int) -> None:
        """Show the reply before or after the one on screen."""
        turn = self._turn
        if turn is not None:
            await turn[0].step_reply(step)
            await self._log.refresh_bar()

    async def keep_shown(self) -> None:
        """Make the reply on screen the one that counts."""
        turn = self._turn
        reply: Message | None = None if turn is None else turn[0].shown_reply
        if turn is None or reply is None:
            return
        if reply.is_kept:
            tell(self._screen, "This reply is the kept one already.")
            return
        await asyncio.to_thread(self._backend.keep_alternative, turn[1], reply.id)
        await self.read_again(turn[0])

    async def keep_number(self, number: int) -> None:
        """Make one of a turn's replies the one that counts, the first given being 1.

        Raises:
            NotFoundError: there is none of that number.
        """
        turn = self._turn
        view = None if turn is None else await self._chats.read_turn(turn[1])
        if turn is None or view is None:
            return
        replies = replies_of(view)
        if not 1 <= number <= len(replies):
            raise NotFoundError(
                f"This message was given {wording.count(len(replies), 'reply', 'replies')}.", "Name one of them."
            )
        await asyncio.to_thread(self._backend.keep_alternative, turn[1], replies[number - 1].id)
        await self.read_again(turn[0])

    async def read_again(self, block: TurnBlock) -> None:
        """Show a turn as it is stored now, with all its replies."""
        view = None if block.turn_id is None else await self._chats.read_turn(block.turn_id)
        if view is not None and block.is_attached:
            await block.show_turn(view)
            await self._log.refresh_bar()

    async def branch(self, name: str = "") -> None:
        """Begin another chat that shares everything up to this turn, and go there."""
        turn, chat = self._turn, self._chats.chat
        if turn is None or chat is None:
            return
        await self._begin_branch(chat, turn[1], name)

    async def _begin_branch(self, chat: Chat, last_shared: TurnId, name: str = "") -> None:
        branch = await asyncio.to_thread(self._backend.branch, chat.id, last_shared, name)
        await self._chats.open(branch.id)
        title = wording.shorten(wording.chat_title(chat, turn_count=1), _TITLE_CHARACTERS)
        tell(self._screen, f"This is a branch of “{title}”, which stays as it is.")

    async def ask_to_rewind(self, *, is_whole: bool = False) -> Callable[[], Awaitable[None]] | None:
        """Ask whether to drop everything after this turn, or the whole talk.

        Returns:
            What does it, after a yes.
        """
        turn, chat = self._turn, self._chats.chat
        if turn is None or chat is None:
            return None
        await self._chats.catch_up()
        dropped = [one for one in self._log.turn_ids if is_whole or one > turn[1]]
        if not dropped:
            tell(self._screen, "Nothing comes after this turn.")
            return None
        question = f"Drop {wording.count(len(dropped), 'turn')} for good?"
        detail = (
            "They go with all that they stored, except where another branch holds them. Bans and pins stay as they are."
        )
        if not is_whole:
            detail += f"\n\nThis turn becomes the last one: “{wording.shorten(turn[0].user_text, 120)}”"
        if not await self._ask(question, detail, "Drop"):
            return None
        return partial(self._rewind, chat.id, None if is_whole else turn[1], dropped[0])

    async def _rewind(self, chat_id: ChatId, turn_id: TurnId | None, first_id: TurnId) -> None:
        """Drop what comes after a turn; the first message that goes returns to an empty input."""
        first = await self._chats.read_turn(first_id)
        await asyncio.to_thread(self._backend.rewind, chat_id, turn_id)
        await self._chats.reload()
        composer = self._screen.query_one(Composer)
        if first is not None and not composer.full_text.strip():
            composer.load(first.user.text)

    async def make_room(self, turn_id: TurnId) -> None:
        """Let a new message take a turn's place: the last turn steps aside, an earlier one stays beside a branch.

        Raises:
            AssistantError: the chat changed meanwhile, or is being answered.
        """
        chat, path = self._chats.chat, self._log.turn_ids
        if chat is None or turn_id not in path:
            return
        place = path.index(turn_id)
        if place == len(path) - 1:
            self._set_aside = chat.id, await asyncio.to_thread(self._backend.set_aside, chat.id)
            await self._chats.reload()
        else:
            await self._begin_branch(chat, path[place - 1] if place else BEFORE_THE_FIRST)

    async def settle_room(self) -> None:
        """Put the turn back that made room for a message; where another stands in its place by now, offer to undo it."""
        set_aside, self._set_aside = self._set_aside, None
        if set_aside is None:
            return
        if await asyncio.to_thread(self._backend.take_back, *set_aside):
            await self._chats.reload()
        else:
            self._screen.query_one(UndoLine).add_edited(*set_aside)

    async def take_edit_back(self, chat_id: ChatId, holder_id: ChatId) -> None:
        """Show a message and its reply as they were before an edit; the edited ones can be brought back the same way."""
        taken = await asyncio.to_thread(self._backend.take_edit_back, chat_id, holder_id)
        await self._chats.open(taken.chat_id, taken.turn_id)
        if taken.holder_id is None:
            show_line_to(self._log, chat_id)
            tell(self._screen, _BESIDE)
        else:
            undo = self._screen.query_one(UndoLine)
            # Over an earlier edit it would be in the way: the next key is to go further back.
            if not undo.has_edit_of(taken.chat_id):
                undo.add_edited(taken.chat_id, taken.holder_id)
            tell(self._screen, _IN_PLACE)

    async def follow_fork(self, fork: Fork | None = None) -> None:
        """Go to where a branch parts from this chat; None = the one at the selected turn, or the nearest."""
        fork, chat = fork or self._log.nearest_fork, self._chats.chat
        if fork is None or chat is None:
            tell(self._screen, "This chat has no other branch.")
            return
        await self._chats.open(fork.chat.id, fork.goes_to)
        show_line_to(self._log, chat.id)

    async def ask_to_forget(self, term: str) -> Callable[[], Awaitable[Forgotten]] | None:
        """Ask whether to forget what a message asked to forget.

        Returns:
            What does it, after a yes.
        """
        found = await asyncio.to_thread(self._backend.foresee_topic, term)
        if found.is_nothing:
            tell(self._screen, nothing_known(wording.shorten(term, 60)))
            return None
        lines = [f"· {wording.shorten(one.text, 160)}" for one in found.memories[:_LISTED]]
        if len(found.memories) > _LISTED:
            lines.append(f"· and {len(found.memories) - _LISTED:,} more")
        detail = "\n".join(
            [*lines, "", "It goes for good, with the messages and replies that name it, from the backups too."]
        )
        if not await self._ask(forget_topic_question(wording.shorten(term, 60), found), detail, "Forget"):
            return None
        return lambda: asyncio.to_thread(self._backend.forget_topic, term)

    async def ask_to_forget_memory(self, memory: Memory, turn_id: TurnId) -> Callable[[], Awaitable[Forgotten]] | None:
        """Ask whether to forget a memory that is near to what a message asked to forget.

        Returns:
            What does it, after a yes.

        Raises:
            NotFoundError: it is gone.
        """
        found = await asyncio.to_thread(self._backend.foresee_asked, memory.handle, turn_id)
        detail = f"“{wording.shorten(memory.text, 300)}”\n\n{FORGET_DETAIL}"
        if not await self._ask(f"Forget this ({what_goes(found)}) for good?", detail, "Forget"):
            return None
        return lambda: asyncio.to_thread(self._backend.forget_asked, memory.handle, turn_id)

    async def _ask(self, question: str, detail: str, yes: str) -> bool:
        return await self._screen.app.push_screen_wait(ConfirmDialog(question, detail, yes))
