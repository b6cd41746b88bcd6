"""The chat screen: chats at the left, the talk in the middle, why at the right.

The one fact that a reader would get wrong: one turn at a time is a rule kept here (`_display` is the running turn);
Textual's exclusive workers would not stop a thread that is already running.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Footer

from assistant.errors import AssistantError
from memory.errors import StoreError
from tui.activity import Activity, Phase
from tui.keymap import Scope, bindings
from tui.messages import TurnBroke, TurnMoved, TurnRun
from tui.open_chat import OpenChat
from tui.panes import HEIGHTS, WIDTHS
from tui.reading import ReadingScreen
from tui.telling import errors_told, tell
from tui.turn_worker import iterate_turn
from tui.why_reader import WhyReader
from tui.widgets.chat_list import ChatList
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import ErrorDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.status_line import StatusLine
from tui.widgets.undo_line import UndoLine
from tui.widgets.why_pane import WhyPane

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import ComposeResult
    from textual.worker import Worker

    from assistant.clock import Clock
    from assistant.model import ModelInfo
    from tui.backend import Backend
    from tui.turn_display import TurnDisplay
    from tui.widgets.message import TurnBlock

_OPENING = "waiting for the memory to open; the message goes as soon as it is there"
_ONE_AT_A_TIME = "one turn at a time, your text stays"
_END_TURN_S = 10.0
_QUIET_S = 1.5


class ChatScreen(ReadingScreen):
    """Chats, talk, input and why."""

    CSS_PATH = "chat.tcss"
    BINDINGS = bindings(Scope.CHAT)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.CHAT, Scope.INPUT, Scope.CHATS, Scope.WHY)
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    AUTO_FOCUS = "Composer"

    activity: reactive[Activity] = reactive(Activity(Phase.OPENING))
    """What is being done; owned here, painted by the status line."""
    model_name: reactive[str] = reactive("")
    """The loaded model, or empty."""
    tokens_per_s: reactive[float] = reactive(0.0)
    """Speed of the running or last reply; 0 = unknown."""
    context_use: reactive[tuple[int, int]] = reactive((0, 0))
    """(used, size) in tokens of the open chat; size 0 = unknown."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._backend: Backend | None = None
        self._open_chat: OpenChat | None = None
        self._why: WhyReader | None = None
        self._early: tuple[str, TurnBlock] | None = None
        self._display: TurnDisplay | None = None
        self._is_sending = False
        self._turn_over = asyncio.Event()
        self._typed_s = 0.0
        self.set_reactive(ChatScreen.activity, Activity(Phase.OPENING, clock.monotonic_s()))

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
            ChatScreen.activity, ChatScreen.model_name, ChatScreen.tokens_per_s, ChatScreen.context_use
        )
        yield Footer(show_command_palette=False, compact=True)

    # Start-up and exit

    async def attach(self, backend: Backend) -> None:
        """Take the assistant once it is open; a message written before that goes now."""
        self._backend = backend
        self._open_chat = OpenChat(self, backend, self._clock)
        self._why = WhyReader(self, backend, self._clock)
        self.activity = Activity(Phase.LOADING, self._clock.monotonic_s())
        early, self._early = self._early, None
        if early is not None:
            await early[1].remove()
        with errors_told(self):
            await self._open_chat.resume()
        for notice in backend.notices:
            await self.query_one(ChatLog).add_line(notice, classes="notice")
        self._refresh_why()
        if early is not None:
            await self._begin_turn(early[0])

    def model_loaded(self, info: ModelInfo) -> None:
        """Show the model's name and the room it has."""
        self.model_name = info.name
        if self._display is None:
            self.activity = Activity(Phase.READY)
        if not info.is_default:
            self.query(FirstRun).remove()
        self._count_context()

    async def model_failed(self, error: AssistantError) -> None:
        """Say why there is no model; reading, renaming and forgetting work without."""
        if self._display is None:
            self.activity = Activity(Phase.FAILED, detail=error.message)
        await self.query_one(ChatLog).add_line(f"{error.message} {error.hint}".strip(), classes="notice")

    def start_failed(self) -> None:
        """Give an early message back: nothing can take it."""
        self.activity = Activity(Phase.FAILED, detail="the memory could not be opened")
        if self._early is not None:
            text, block = self._early
            self._early = None
            block.remove()
            self.query_one(Composer).give_back(text)

    async def prepare_exit(self) -> None:
        """End the running turn so that its text is kept, and save the draft."""
        if self._early is not None:
            self.query_one(Composer).give_back(self._early[0])
            self._early = None
        if self._display is not None:
            self._display.run.stop.set()
            # A turn that ignores its flag must not hold the exit for ever; its message is stored since TurnStarted.
            await asyncio.wait([asyncio.ensure_future(self._turn_over.wait())], timeout=_END_TURN_S)
        self.activity = Activity(Phase.CLOSING, self._clock.monotonic_s())
        if self._open_chat is not None:
            with errors_told(self):
                await self._open_chat.save_draft()

    def on_unmount(self) -> None:
        """Stop the running turn, however the screen went away."""
        if self._display is not None:
            self._display.run.stop.set()

    # A turn

    async def action_send(self) -> None:
        """Send what stands in the input, unless a turn is running."""
        composer = self.query_one(Composer)
        text = composer.full_text
        if not text.strip():
            return
        if self._is_replying:
            self.activity = replace(self.activity, detail=_ONE_AT_A_TIME)
            return
        composer.remember_sent(text)
        await self.query(FirstRun).remove()
        if self._backend is None:
            block = await self.query_one(ChatLog).add_turn(text, self._clock.now())
            block.add_note(_OPENING)
            self._early = (text, block)
        else:
            await self._begin_turn(text)

    def on_text_area_changed(self) -> None:
        """Let typing come before the painting of the reply."""
        self._typed_s = self._clock.monotonic_s()
        if self._display is not None:
            self._display.block.give_way()

    def action_newline(self) -> None:
        """Begin a new line in the input."""
        self.query_one(Composer).action_newline()

    def action_stop(self) -> None:
        """Stop the running turn; what is there is kept."""
        if self._display is not None:
            self._display.run.stop.set()
            self._display.stopping()
            self.activity = self._display.activity

    @property
    def is_quiet(self) -> bool:
        """Whether nothing streams and nobody has typed for a moment."""
        return not self._is_replying and self._clock.monotonic_s() - self._typed_s >= _QUIET_S

    @property
    def _is_replying(self) -> bool:
        return self._display is not None or self._is_sending or self._early is not None

    async def _begin_turn(self, text: str) -> None:
        if self._backend is None or self._open_chat is None:
            return
        self._is_sending = True
        try:
            chat = await self._open_chat.ensure()
        except (AssistantError, StoreError) as error:
            self.query_one(Composer).give_back(text)
            tell(self, str(error), is_error=True)
            return
        finally:
            self._is_sending = False
        from tui.turn_display import TurnDisplay  # noqa: PLC0415 - brings Markdown, which the first paint does without

        run = TurnRun(chat.id, text)
        block = await self.query_one(ChatLog).add_turn(text, self._clock.now())
        self._display = TurnDisplay(run, block, self._clock)
        self._turn_over.clear()
        self.activity = self._display.activity
        self.run_worker(
            partial(iterate_turn, self._backend, run, self.post_message), thread=True, group="turn", name="turn"
        )
        self.refresh_bindings()

    async def on_turn_moved(self, message: TurnMoved) -> None:
        """Paint what the running turn tells."""
        from assistant.events import (  # noqa: PLC0415 - brings the records, which the first paint does without
            Completed,
            Failed,
            MemoriesChosen,
            Stopped,
            TurnStarted,
        )

        display, event = self._display, message.event
        if display is None or display.run is not message.run:
            return
        await display.show(event)
        detail = self.activity.detail if self.activity.detail == _ONE_AT_A_TIME else display.activity.detail
        self.activity = replace(display.activity, detail=detail)
        self.tokens_per_s = display.tokens_per_s
        match event:
            case TurnStarted():
                self._refresh_chats()
            case MemoriesChosen() if self._why is not None:
                self._work(partial(self._why.show_chosen, display.block, event), group="why", exclusive=True)
            case Completed() | Stopped() | Failed():
                await self._end_turn(display)

    async def on_turn_broke(self, message: TurnBroke) -> None:
        """Tell of a bug once, give the text back, and go on."""
        display = self._display
        if display is None or display.run is not message.run:
            return
        if not display.block.reply_text:
            self.query_one(Composer).give_back(message.run.text)
        display.block.add_note("interrupted by an error inside Reverie")
        self._close_turn(Activity(Phase.FAILED, detail="an error inside Reverie"))
        self.app.push_screen(
            ErrorDialog(
                "This is a mistake in Reverie",
                f"The reply could not be finished ({type(message.error).__name__}).",
                "What was said before is safe. The log holds the details; `reverie doctor` says where it is.",
                "Go on",
            )
        )

    async def _end_turn(self, display: TurnDisplay) -> None:
        if display.is_unkept:
            if display.failure:
                await self.query_one(ChatLog).add_line(f"Not answered: {display.failure}", classes="notice")
            await display.block.remove()
        if display.returned_text:
            self.query_one(Composer).give_back(display.returned_text)
        self._close_turn(display.activity)
        self._refresh_chats()
        self._refresh_why()
        self._count_context()

    def _close_turn(self, activity: Activity) -> None:
        self._display = None
        self._turn_over.set()
        self.activity = activity
        self.refresh_bindings()

    # Chats

    def on_chat_list_opened(self, message: ChatList.Opened) -> None:
        """Go to another chat."""
        message.stop()
        if self._may_switch() and self._open_chat is not None:
            self._work(partial(self._switch, partial(self._open_chat.open, message.chat_id)), group="chat")

    def action_new_chat(self) -> None:
        """Show an empty talk."""
        if self._may_switch() and self._open_chat is not None:
            self._work(partial(self._switch, self._open_chat.start_new), group="chat")

    def action_rename_chat(self) -> None:
        """Ask for the selected chat's new title."""
        chat = self.query_one(ChatList).selected
        if chat is not None and self._open_chat is not None:
            self._work(partial(self._open_chat.ask_title, chat), group="chat")

    def action_delete_chat(self) -> None:
        """Delete the selected chat; the undo line stands for as long as undo holds."""
        chat = self.query_one(ChatList).selected
        if chat is not None and self._open_chat is not None and self._may_switch():
            self._work(partial(self._switch, partial(self._open_chat.delete, chat), should_leave=False), group="chat")

    def action_undo_delete(self) -> None:
        """Bring the chat that was deleted last back."""
        if self._open_chat is not None and self._may_switch():
            self._work(partial(self._switch, self._open_chat.undo_delete, should_leave=False), group="chat")

    def _may_switch(self) -> bool:
        if self._is_replying:
            self.activity = replace(self.activity, detail="stop the reply first (Esc)")
        return not self._is_replying

    async def _switch(self, change: Callable[[], Awaitable[None]], *, should_leave: bool = True) -> None:
        await change()
        if should_leave:
            self.action_back()
        self._refresh_why()
        self._count_context()

    def _refresh_chats(self) -> None:
        if self._open_chat is not None:
            self._work(self._open_chat.refresh_list, group="chats", exclusive=True)

    def _count_context(self) -> None:
        self._work(self._read_context, group="context", exclusive=True)

    async def _read_context(self) -> None:
        if self._backend is None or self._open_chat is None or not self.model_name:
            return
        chat = self._open_chat.chat
        if chat is None:
            self.context_use = (0, self.context_use[1])
            return
        with errors_told(self):
            self.context_use = await asyncio.to_thread(self._backend.context_use, chat.id)

    # Why

    @on(ChatLog.Selected)
    def _refresh_why(self) -> None:
        if self._why is not None:
            self._work(self._why.refresh, group="why", exclusive=True)

    def action_pin_memory(self) -> None:
        """Pin the selected memory, or lift its pin."""
        row = self.query_one(WhyPane).selected
        if row is not None and self._why is not None:
            self._work(partial(self._why.toggle_pin, row), group="memory")

    def action_forget_memory(self) -> None:
        """Forget the selected memory, after a question."""
        if self._may_switch():
            self._work(self._forget_memory, group="memory")

    async def _forget_memory(self) -> None:
        row = self.query_one(WhyPane).selected
        if row is None or self._why is None or self._open_chat is None:
            return
        with errors_told(self):
            if await self._why.forget(row):
                await self._open_chat.reload()
                await self._open_chat.refresh_list()
                await self._why.refresh()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Stop only while a turn runs."""
        if action == "stop":
            return self._display is not None
        return super().check_action(action, parameters)

    def _work(self, work: Callable[[], Awaitable[None]], *, group: str, exclusive: bool = False) -> None:
        """Run a coroutine function beside the screen; what a user can act on is told, not raised."""

        async def told() -> None:
            with errors_told(self):
                await work()

        worker: Worker[None] = self.run_worker(told, group=group, exclusive=exclusive)
        worker.name = group
