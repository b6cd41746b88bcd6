"""Which chat is open: resuming, switching, renaming, deleting, and the draft in its input.

The one fact that a reader would get wrong: a chat comes into being with its first message or its first draft, so that
opening and leaving the app leaves no empty chats behind.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from assistant.drafts import joined, without, written_since
from assistant.errors import NotFoundError
from assistant.views import KeptDraft
from tui.telling import tell
from tui.widgets.chat_list import ChatList
from tui.widgets.chat_log import PAGE_TURNS, ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import AskDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from textual.screen import Screen

    from assistant.branches import Fork
    from assistant.clock import Clock
    from assistant.views import ChatView, TurnView
    from memory.records import Chat, ChatId, TurnId
    from tui.backend import Backend
    from tui.chat.reply_models import ReplyModels
    from tui.widgets.found_marks import Found

_FORGOTTEN = "What was forgotten has left the input too."


_PAGE_CHARACTERS = 8_000  # 2,000 tokens: mounting more at once would take longer than a key may


class OpenChat:
    """Owns the open chat of a chat screen; only one coroutine at a time changes which it is.

    `in_hand` is a message that was taken out of the input and is not stored yet; it is part of the draft until it is.
    """

    def __init__(self, screen: Screen[None], backend: Backend, clock: Clock, models: ReplyModels) -> None:
        self.chat: Chat | None = None
        self.is_temporary = False
        self._chat_before: ChatId | None = None
        self._screen = screen
        self._backend = backend
        self._clock = clock
        self._models = models
        self.in_hand = ""
        self._kept = KeptDraft()
        self._forgotten = 0
        self._is_begun_by_draft = False
        self._lock = asyncio.Lock()

    async def resume(self) -> None:
        """Open the chat that was used last, keeping what was typed before it was there."""
        latest = await asyncio.to_thread(self._backend.latest_chat)
        if latest is None:
            await self.refresh_list()
            return
        await self.open(latest.id, should_save=False)

    async def keep_typed(self) -> None:
        """Keep what was written before a chat was open, with the chat that would have been opened."""
        typed = self._composer.draft
        if not typed.strip():
            return
        latest = await asyncio.to_thread(self._backend.latest_chat)
        if latest is None:
            latest = await asyncio.to_thread(self._backend.new_chat)
        view = await asyncio.to_thread(self._backend.read_chat, latest.id, 1)
        await asyncio.to_thread(self._backend.save_draft, latest.id, joined(view.draft, typed), view.kept_draft)

    async def open(
        self, chat_id: ChatId, turn_id: TurnId | None = None, *, found: Found | None = None, should_save: bool = True
    ) -> None:
        """Show this chat, its end or what is around one of its turns, and put its draft in the input.

        Args:
            chat_id: Which.
            turn_id: What to show of it; None = its end.
            found: What was looked for there.
            should_save: Whether what stands in the input belongs to the chat before, rather than to this one.
        """
        async with self._lock:
            async with self._leaving(should_save=should_save):
                view, forks = await asyncio.to_thread(self._read, chat_id, turn_id)
            self.chat, self._is_begun_by_draft = view.chat, False
            await self._screen.query(FirstRun).remove()
            log = self._screen.query_one(ChatLog)
            await log.show(view, self._clock.now(), forks)
            self._models.open(view.models)
            if turn_id is not None:
                log.select_turn(turn_id, found)
            self._composer.open(joined(view.draft, self._composer.draft), view.history)
            self._kept, self._forgotten = view.kept_draft, view.forgotten
            if self.in_hand:
                await self._save_draft()
        await self.refresh_list()

    async def reload(self) -> None:
        """Read the open chat again, leaving the input alone."""
        async with self._lock:
            await self._reload()

    async def _reload(self) -> None:
        if self.chat is None:
            return
        view, forks = await self._read_open(self.chat.id)
        await self._show(view, forks)

    async def _show(self, view: ChatView | None, forks: Sequence[Fork]) -> None:
        """Show the open chat as it is stored; what was forgotten leaves the input too."""
        await self._screen.query_one(ChatLog).show(view, self._clock.now(), forks)
        self._models.open(() if view is None else view.models)
        if view is not None and view.forgotten != self._forgotten:
            self._composer.set_history(view.history)
            self._composer.leave_edit_of_others([turn.user.text for turn in view.turns])
            await self._save_draft(should_check=True)
            # Last: a check that failed is made again.
            self._forgotten = view.forgotten

    async def _read_open(self, chat_id: ChatId) -> tuple[ChatView | None, Sequence[Fork]]:
        """Read the open chat; where another program deleted it, none is open from here on, and the input stays."""
        try:
            return await asyncio.to_thread(self._read, chat_id)
        except NotFoundError:
            self._lose_chat()
            return None, ()

    def _read(self, chat_id: ChatId, turn_id: TurnId | None = None) -> tuple[ChatView, Sequence[Fork]]:
        return self._backend.read_chat(chat_id, PAGE_TURNS, turn_id), self._backend.forks(chat_id)

    async def catch_up(self, *, at_end: bool = False) -> bool:
        """Show the open chat as it is stored, if another program added turns, dropped some, forgot words, or deleted it.

        Args:
            at_end: Whether its last turn must be on screen after that.

        Returns:
            Whether there was anything to show.
        """
        async with self._lock:
            if self.chat is None:
                return False
            view, forks = await self._read_open(self.chat.id)
            log = self._screen.query_one(ChatLog)
            is_same = view is not None and view.turn_ids == log.turn_ids and view.forgotten == self._forgotten
            if is_same and not (at_end and log.has_later):
                return False
            await self._show(view, forks)
            return True

    async def is_forgotten_elsewhere(self) -> bool:
        """Tell whether another program forgot something since the open chat was read."""
        return self.chat is not None and await asyncio.to_thread(self._backend.forgotten_version) != self._forgotten

    async def show_page(self, step: int, *, may_shorten: bool) -> None:
        """Show the turns before (-1) or after (1) those on screen; those at the other side may leave it if they may."""
        async with self._lock:
            log = self._screen.query_one(ChatLog)
            ids = log.next_page(step)
            if ids:
                turns = await asyncio.to_thread(self._backend.read_turns, ids)
                await log.show_page(*_page_of(ids, turns, step), step, may_shorten=may_shorten)
                self._models.show()

    async def show_end(self) -> None:
        """Show the end of the open chat, if it is not on screen."""
        async with self._lock:
            if self._screen.query_one(ChatLog).has_later:
                await self._reload()

    async def shorten(self) -> None:
        """Take turns that are far above off the screen where a long talk has left too many there."""
        async with self._lock:
            await self._screen.query_one(ChatLog).shorten()

    async def read_turn(self, turn_id: TurnId) -> TurnView | None:
        """Read one turn as it is stored now; None if it is gone."""
        return next(iter(await asyncio.to_thread(self._backend.read_turns, (turn_id,))), None)

    async def start_new(self) -> None:
        """Show an empty talk; the chat itself comes with its first message."""
        async with self._lock:
            async with self._leaving():
                pass
            await self._show_empty()
            if self.in_hand:
                await self._save_draft()
        await self.refresh_list()

    async def begin_temporary(self) -> None:
        """Show an empty talk of which nothing is kept; the open chat waits."""
        async with self._lock:
            if self.is_temporary:
                return
            async with self._leaving():
                pass
            before = None if self.chat is None else self.chat.id
            await self._show_empty()
            await self._screen.query(FirstRun).remove()
            await asyncio.to_thread(self._backend.begin_temporary)
            self._chat_before, self.is_temporary = before, True
        await self.refresh_list()

    async def leave_temporary(self) -> ChatId | None:
        """Delete the temporary talk and show an empty one; returns which chat was open before it."""
        async with self._lock:
            if not self.is_temporary:
                return None
            self._composer.drop_draft("")
            await self._show_empty()
            self.is_temporary = False
            await asyncio.to_thread(self._backend.end_temporary)
            before, self._chat_before = self._chat_before, None
        await self.refresh_list()
        return before

    async def ensure(self) -> Chat:
        """Return the open chat, created now if there is none."""
        async with self._lock:
            if self.chat is None:
                self.chat = await asyncio.to_thread(self._backend.new_chat)
            self._is_begun_by_draft = False
            return self.chat

    async def ask_title(self, chat: Chat) -> None:
        """Ask for a chat's new title, and give it."""
        title = await self._screen.app.push_screen_wait(AskDialog("Rename the chat", "Rename", text=chat.title))
        if title is None or title == chat.title:
            return
        await asyncio.to_thread(self._backend.rename_chat, chat.id, title)
        await self.refresh_list()

    async def put_away(self, chat: Chat) -> None:
        """Take a chat out of the list, or bring one back that was."""
        await asyncio.to_thread(self._backend.set_put_away, chat.id, is_put_away=not chat.is_put_away)
        await self.refresh_list()

    async def delete(self, chat: Chat) -> None:
        """Delete a chat and offer to undo it; if it was open, show an empty talk."""
        async with self._lock:
            if self.chat is not None and self.chat.id == chat.id:
                async with self._leaving():
                    pass
                await self._show_empty()
            await asyncio.to_thread(self._backend.delete_chat, chat.id)
        self._screen.query_one(UndoLine).add_deleted(chat.id, chat.title)
        await self.refresh_list()

    async def undo_delete(self, chat_id: ChatId) -> None:
        """Bring a deleted chat back, and open it."""
        await asyncio.to_thread(self._backend.undo_delete_chat, chat_id)
        await self.open(chat_id)

    async def save_draft(self) -> None:
        """Keep what stands in the input with its chat."""
        async with self._lock:
            before = self.chat
            await self._save_draft()
        if self.chat is not before:
            await self.refresh_list()

    def keep_at_once(self) -> None:
        """Keep the draft without waiting for anything: the app is about to end by a bug."""
        text = self._draft
        if text != self._kept.text:
            chat = self.chat or self._backend.new_chat()
            self._backend.save_draft(chat.id, text, self._kept)

    @property
    def has_unsaved(self) -> bool:
        """Whether the input holds what is not kept yet."""
        return self._draft != self._kept.text

    @property
    def _draft(self) -> str:
        return joined(self.in_hand, self._composer.draft)

    @property
    def _composer(self) -> Composer:
        return self._screen.query_one(Composer)

    async def refresh_list(self) -> None:
        """Read the list of chats again."""
        summaries = await asyncio.to_thread(self._backend.list_chats)
        open_id = None if self.chat is None else self.chat.id
        for summary in summaries:
            if summary.chat.id == open_id:
                self.chat = summary.chat
        self._screen.query_one(ChatList).show(summaries, open_id, self._clock.now())
        is_first_run = not summaries and not self.is_temporary
        if is_first_run and not self._screen.query(FirstRun) and not self._screen.query_one(ChatLog).blocks:
            await self._screen.query_one(ChatLog).mount(FirstRun())

    async def _show_empty(self) -> None:
        """Show no chat; what is typed meanwhile stays in the input."""
        self._lose_chat()
        await self._screen.query_one(ChatLog).show(None, self._clock.now())
        self._models.open(())
        self._composer.open(self._composer.draft, ())

    def _lose_chat(self) -> None:
        self.chat, self._is_begun_by_draft = None, False
        self._kept = KeptDraft()

    @asynccontextmanager
    async def _leaving(self, *, should_save: bool = True) -> AsyncIterator[None]:
        """Take the draft out of the input and keep it with its chat; where that or the block fails it stands there again.

        At once, for what is typed from here on belongs to the next chat. A message in hand goes along to that one.
        """
        if not should_save:
            yield
            return
        draft = self._composer.draft
        self._composer.drop_draft("")
        try:
            if draft != self._kept.text:
                written, draft = draft, (await self._keep(draft)).text
                if draft != written:
                    tell(self._screen, _FORGOTTEN)
            yield
        except BaseException:
            self._composer.drop_draft(joined(draft, self._composer.draft))
            raise

    async def _save_draft(self, *, should_check: bool = False) -> None:
        """Keep the draft if it is another one, or if some of it may have been forgotten, which leaves the input then."""
        in_hand, written = self.in_hand, self._composer.draft
        text = joined(in_hand, written)
        if text == self._kept.text and not should_check:
            return
        kept = await self._keep(text)
        # A message in hand is about to be said, and stays.
        rest = without(kept.text, in_hand)
        now = self._composer.draft
        if kept.text != text and now.strip() and rest != written:
            self._composer.drop_draft(joined(rest, written_since(written, now)))
            tell(self._screen, _FORGOTTEN)

    async def _keep(self, text: str) -> KeptDraft:
        """Keep a draft with the open chat, which comes into being with it, and goes with it; returns what is kept of it."""
        kept = KeptDraft(text)
        if self.chat is not None:
            try:
                kept = await asyncio.to_thread(self._backend.save_draft, self.chat.id, text, self._kept)
            except NotFoundError:
                # Another program deleted the chat for good: the draft begins another.
                await self._show_deleted()
        if self.chat is None and text.strip():
            self.chat, self._is_begun_by_draft = await asyncio.to_thread(self._backend.new_chat), True
            kept = await asyncio.to_thread(self._backend.save_draft, self.chat.id, text, KeptDraft())
        if self.chat is not None and self._is_begun_by_draft and not kept.text.strip():
            await asyncio.to_thread(self._backend.delete_chat, self.chat.id)
            self.chat, self._is_begun_by_draft = None, False
        self._kept = kept
        return kept

    async def _show_deleted(self) -> None:
        self._lose_chat()
        log = self._screen.query_one(ChatLog)
        # What a running turn writes stands there until it ends.
        if not any(block.is_being_written for block in log.blocks):
            await log.show(None, self._clock.now())


def _page_of(
    ids: Sequence[TurnId], turns: Sequence[TurnView], step: int
) -> tuple[Sequence[TurnId], Sequence[TurnView]]:
    """Return those of some turns that are shown at once: one at least, beginning at the side where the reader is."""
    found = {turn.turn_id: turn for turn in turns}
    page: list[TurnId] = []
    characters = 0
    for turn_id in ids[::step]:
        turn = found.get(turn_id)
        size = 0 if turn is None else len(turn.user.text) + len(turn.reply.text)
        if characters and characters + size > _PAGE_CHARACTERS:
            break
        characters += size
        page.append(turn_id)
    return page, [turn for turn in turns if turn.turn_id in page]
