"""The chat screen: chats at the left, the talk in the middle, why at the right.

The one fact that a reader would get wrong: it goes on while another screen covers it. A reply streams to its end, and
what was forgotten or banned elsewhere is read again when the screen comes back.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.reactive import var
from textual.widgets import Footer

from assistant.errors import NotFoundError
from assistant.forget_words import is_forget_notice
from tui import wording
from tui.activity import Phase
from tui.keymap import Scope, action, bindings, key_words
from tui.memory_actions import MemoryActions, tell_forgotten
from tui.open_chat import OpenChat
from tui.panes import HEIGHTS, WIDTHS
from tui.telling import errors_told, tell
from tui.temporary_actions import TemporaryActionsScreen
from tui.turn_editor import TurnEditor
from tui.why_reader import WhyReader
from tui.widgets.chat_list import ChatList
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.status_line import StatusLine
from tui.widgets.undo_line import UndoLine
from tui.widgets.why_pane import WhyPane

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import ComposeResult

    from assistant.context import ContextUse
    from assistant.events import MemoriesChosen
    from memory.records import ChatId, TurnId
    from tui.backend import Backend
    from tui.messages import IdleMoved
    from tui.turn_display import TurnDisplay
    from tui.widgets.message import TurnBlock

_END_TURN_S = 10.0
_KEEP_DRAFT_S = 3.0
_NO_UNDO = "there is nothing to undo"


class ChatScreen(TemporaryActionsScreen):
    """Chats, talk, input and why."""

    CSS_PATH = "chat.tcss"
    BINDINGS = bindings(Scope.CHAT)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.CHAT, Scope.TALK, Scope.INPUT, Scope.CHATS, Scope.WHY)
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    AUTO_FOCUS = "Composer"

    context_use: var[ContextUse | None] = var(None)
    """How full the open chat's next prompt is; None = unknown."""
    idle_work: var[str] = var("")
    """What is being done while the user is away; empty = nothing."""

    def compose(self) -> ComposeResult:
        """Yield the three columns, the status line and the footer."""
        with Horizontal(id="body"):
            yield ChatList(id="chats")
            with Vertical(id="talk"):
                yield ChatLog(id="log")
                yield UndoLine(id="undo")
                yield Composer(id="input")
            yield WhyPane(id="why")
        yield StatusLine(self._clock.monotonic_s, id="status").data_bind(
            ChatScreen.activity,
            ChatScreen.model_name,
            ChatScreen.tokens_per_s,
            ChatScreen.context_use,
            ChatScreen.idle_work,
            ChatScreen.refusal,
            ChatScreen.side_work,
            ChatScreen.own_settings,
        )
        yield Footer(show_command_palette=False, compact=True)

    # Start-up and exit

    def on_mount(self) -> None:
        """Look for what another program said in the open chat whenever the user comes back to this terminal."""
        self.watch(self.app, "app_focus", self._look_elsewhere, init=False)

    async def attach(self, backend: Backend) -> None:
        """Take the assistant once it is open; a message written before that goes now."""
        self._backend = backend
        self._open_chat = OpenChat(self, backend, self._clock)
        self._why = WhyReader(self, backend, self._clock)
        self._turns = TurnEditor(self, backend, self._open_chat)
        self._memories = MemoryActions(self, backend, self.query_one(UndoLine).add_action)
        self._turn.say(Phase.LOADING)
        early = self._early.take()
        if early is not None:
            self._open_chat.in_hand = early[0]
            await early[1].remove()
        with errors_told(self):
            await self._open_chat.resume()
        for notice in backend.notices:
            await self.query_one(ChatLog).add_line(notice, classes="notice")
        self._refresh_why()
        self.tell_alerts()
        self._is_attached.set()
        self.set_interval(_KEEP_DRAFT_S, self._keep_draft)
        if early is not None:
            with self._one.sending():
                await self.begin_turn(early[0])

    def model_changed(self) -> None:
        """Count the context anew."""
        self._count_context()

    def start_failed(self) -> None:
        """Give an early message back: nothing can take it."""
        self._turn.say(Phase.FAILED, detail="the memory could not be opened")
        self._early.give_back()

    async def prepare_exit(self, backend: Backend | None) -> None:
        """End the running turn so that its text is kept, and save the draft.

        Args:
            backend: The assistant, if it could be opened, though it may not have come to this screen yet.

        Raises:
            StoreError: the draft could not be saved.
        """
        self._one.is_leaving = True
        await self._one.sent(_END_TURN_S)
        if self._open_chat is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_attached.wait(), _END_TURN_S)
        self._early.give_back()
        # A turn that ignores its flag must not hold the exit for ever; its message is stored since TurnStarted.
        await self._turn.ended(_END_TURN_S)
        self._turn.say(Phase.CLOSING)
        if self._open_chat is not None:
            await self._open_chat.save_draft()
        elif backend is not None:
            await OpenChat(self, backend, self._clock).keep_typed()

    def _keep_draft(self) -> None:
        """Keep what was written in a pause of writing, so that a power cut takes a few words at most."""
        chats = self._open_chat
        if chats is not None and chats.has_unsaved and not (self.is_typing or self._one.is_sending):
            self.work(chats.save_draft, group="draft")

    def on_unmount(self) -> None:
        """Stop the running turn, however the screen went away."""
        self._turn.abandon()

    # After a turn

    def memories_chosen(self, block: TurnBlock, event: MemoriesChosen) -> None:
        """Show what the running turn has just remembered."""
        if self._why is not None:
            self.work(partial(self._why.show_chosen, block, event), group="why", exclusive=True)

    def turn_ended(self, display: TurnDisplay) -> None:
        """Read again what the turn changed, and ask what its message wants asked."""
        self.refresh_chats()
        self._refresh_why()
        self.read_loaded_model()
        self._count_context()
        if self._open_chat is not None:
            self.work(self._open_chat.shorten, group="shorten")
        result = display.result
        if result is None or self._turns is None:
            return
        if display.run.is_again:
            self.work(partial(self._turns.read_again, display.block), group="turn-read")
        if any("Undo:" in notice for notice in result.notices):
            self.query_one(UndoLine).add_action("takes back what your message ordered")
        if result.forget_terms:
            self.work(partial(self._forget_terms, display.block, result.forget_terms), group="forget")

    async def _forget_terms(self, block: TurnBlock, terms: tuple[str, ...]) -> None:
        if self._turns is None:
            return
        for term in terms:
            forget = await self._turns.ask_to_forget(term)
            # Answered, it is a question no more.
            for note in block.notes:
                if is_forget_notice(note, term):
                    block.drop_note(note)
            if forget is None:
                continue
            self._turn.say(Phase.FORGETTING)
            try:
                forgotten = await forget()
            finally:
                self._turn.say(Phase.READY)
            tell_forgotten(self, forgotten)
            await self.read_again()

    def show_keys(self) -> None:
        """Name the present keys wherever this screen names some."""
        for one in (*self.query(Composer), *self.query(UndoLine), *self.query(FirstRun)):
            one.show_keys()

    # Chats

    def on_chat_list_opened(self, message: ChatList.Opened) -> None:
        """Go to another chat."""
        message.stop()
        self.go_to(message.chat_id)

    def go_to(self, chat_id: ChatId, turn_id: TurnId | None = None) -> None:
        """Open a chat, with one of its turns selected if it is told which."""
        if not self._one.may_switch() or self._open_chat is None:
            return
        self.work(partial(self.switch, partial(self._open_chat.open, chat_id, turn_id)), group="chat")

    def action_rename_chat(self) -> None:
        """Ask for the selected chat's new title."""
        chat = self.selected_chat()
        if chat is not None and self._open_chat is not None:
            self.work(partial(self._open_chat.ask_title, chat), group="chat")

    def action_delete_chat(self) -> None:
        """Delete the selected chat; the undo line stands for as long as undo holds."""
        chat = self.selected_chat()
        if chat is not None and self._open_chat is not None and self._one.may_switch():
            self.work(partial(self.switch, partial(self._open_chat.delete, chat), should_leave=False), group="chat")

    def action_undo(self) -> None:
        """Bring the chat that was deleted last back, or take back the last ban, pin or remembered thing."""
        if self._open_chat is None or not self._one.may_switch():
            return
        done = self.query_one(UndoLine).take()
        if done is not None and done.chat_id is not None:
            undo = partial(self._open_chat.undo_delete, done.chat_id)
            self.work(partial(self.switch, undo, should_leave=False), group="chat")
        else:
            self.work(partial(self._undo_action, should_ask=done is None), group="memory")

    async def _undo_action(self, *, should_ask: bool) -> None:
        if self._backend is None:
            return
        if should_ask:
            try:
                words = await asyncio.to_thread(self._backend.what_undo_does)
            except NotFoundError:
                self._refusal.say(_NO_UNDO)
                return
            if not await self.app.push_screen_wait(ConfirmDialog("Undo?", f"After that: {words}", "Undo")):
                return
        tell(self, await asyncio.to_thread(self._backend.undo))
        await self.read_again()

    async def switch(self, change: Callable[[], Awaitable[None]], *, should_leave: bool = True) -> None:
        """Change which chat is open, and show what belongs to it."""
        async with self._one.lock:
            # Asked again: a message may have gone since the key.
            if not self._one.may_switch():
                return
            await change()
        if should_leave:
            self.action_back()
        self.show_around()

    def show_around(self) -> None:
        """Show again what stands around the talk: why, and how full the context is."""
        self._refresh_why()
        self._count_context()

    async def then_count(self, change: Callable[[], Awaitable[None]]) -> None:
        """Change a turn, and count the context again."""
        await change()
        self._count_context()

    def refresh_chats(self) -> None:
        """Read the list of chats again."""
        if self._open_chat is not None:
            self.work(self._open_chat.refresh_list, group="chats", exclusive=True)

    async def read_again(self) -> None:
        """Read everything on screen again: something was forgotten, or changed elsewhere."""
        if self._open_chat is None or self._why is None:
            return
        async with self._one.lock:
            if not self._one.is_replying:
                await self._open_chat.reload()
        await self._open_chat.refresh_list()
        await self._why.refresh()

    def _look_elsewhere(self, has_focus: bool) -> None:  # noqa: FBT001 - Textual's signature of a watcher
        if has_focus and self._open_chat is not None:
            self.work(self._catch_up, group="catch-up", exclusive=True)

    async def _catch_up(self) -> None:
        if self._open_chat is None:
            return
        async with self._one.lock:
            has_changed = not self._one.is_replying and await self._open_chat.catch_up()
        if has_changed:
            await self._open_chat.refresh_list()
            self.show_around()

    def _count_context(self) -> None:
        self.work(self._read_context, group="context", exclusive=True)

    async def _read_context(self) -> None:
        with errors_told(self):
            await self.read_own_settings()
        if self._backend is None or self._open_chat is None or not self.model_name:
            return
        chat = self._open_chat.chat
        if chat is None:
            self.context_use = None
            return
        with errors_told(self):
            self.context_use = use = await asyncio.to_thread(self._backend.context_use, chat.id)
            await self.query_one(ChatLog).show_cut(use.first_turn if use.dropped_turns else None)

    def action_welcome(self) -> None:
        """Ask for the user's name and tastes."""
        self.work(self._welcome, group="welcome")

    async def _welcome(self) -> None:
        if self._backend is None:
            return
        from tui.widgets.welcome import WelcomeDialog  # noqa: PLC0415 - what the first paint does without

        where = await asyncio.to_thread(self._backend.where_things_lie)
        told = await self.app.push_screen_wait(WelcomeDialog(where))
        if told is None:
            return
        count = await asyncio.to_thread(self._backend.introduce, told.name, told.tastes)
        self.query_one(UndoLine).add_action("takes back the last of what you told")
        tell(self, f"I will keep that in mind: {wording.memory_count(count)}.")
        self._refresh_why()

    # Why, and idle work

    def on_idle_moved(self, message: IdleMoved) -> None:
        """Say what is being done while the user is away; a scan may have left an alert."""
        is_over = bool(self.idle_work) and not message.words
        self.idle_work = message.words
        if is_over:
            self.tell_alerts()

    def tell_alerts(self) -> None:
        """Tell of the loops that a scan found since the last time."""
        self.work(self._tell_alerts, group="alerts")

    async def _tell_alerts(self) -> None:
        if self._backend is None:
            return
        for one in await asyncio.to_thread(self._backend.new_alerts):
            words = f"A loop was found: “{one.theme}” in {one.frequency:.0%} of my replies."
            health = action("open_health")
            line = f"{words} {key_words(health)} tells what was done, and takes it back."
            await self.query_one(ChatLog).add_line(line, classes="notice")

    @on(ChatLog.Selected)
    def _refresh_why(self) -> None:
        if self._why is not None:
            self.work(self._why.refresh, group="why", exclusive=True)
