"""The part of the chat screen that runs turns: sending, answering again, stopping, painting, what comes after.

The one fact that a reader would get wrong: one turn at a time is a rule kept here (`_display` is the running turn);
Textual's exclusive workers would not stop a thread that is already running.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.reactive import var

from assistant.errors import AssistantError
from memory.errors import StoreError
from tui.activity import Activity, Phase
from tui.chat.early_message import EarlyMessage
from tui.chat.one_at_a_time import OneAtATime
from tui.chat.refusal import Refusal
from tui.chat.running_turn import RunningTurn
from tui.messages import TurnBroke, TurnMoved, TurnRun, Way
from tui.reading import ReadingScreen
from tui.slash import action_of, is_set, is_slash, run_words
from tui.telling import errors_told, tell, work_told
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import ErrorDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from assistant.clock import Clock
    from assistant.events import MemoriesChosen
    from memory.records import ChatId, TurnId
    from tui.backend import Backend
    from tui.open_chat import OpenChat
    from tui.turn_display import TurnDisplay
    from tui.widgets.message import TurnBlock

_QUIET_S = 1.5


class TurnScreen(ReadingScreen):
    """Runs one turn at a time; what surrounds it is the chat screen's."""

    activity: var[Activity] = var(Activity(Phase.OPENING))
    """What is being done; owned here, painted by the status line."""
    tokens_per_s: var[float] = var(0.0)
    """Speed of the running or last reply; 0 = unknown."""
    refusal: var[str] = var("")
    """Why the last key did nothing; empty = it did something, or that was a while ago."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._backend: Backend | None = None
        self._open_chat: OpenChat | None = None
        self._refusal = Refusal(self, self)
        self._turn = RunningTurn(self, self, clock)
        self._early = EarlyMessage(self, clock)
        self._one = OneAtATime(self, self._turn, self._early, self._refusal.say)
        self._is_attached = asyncio.Event()
        self._typed_s = 0.0
        self.set_reactive(TurnScreen.activity, Activity(Phase.OPENING, clock.monotonic_s()))

    def memories_chosen(self, block: TurnBlock, event: MemoriesChosen) -> None:
        """The running turn's memories are known."""
        raise NotImplementedError

    def turn_ended(self, display: TurnDisplay) -> None:
        """A turn came to its end, kept or not."""
        raise NotImplementedError

    async def make_room(self) -> None:
        """A message is about to be sent, perhaps in the place of another."""
        raise NotImplementedError

    async def settle_room(self) -> None:
        """A message that was sent has become a turn, or has not."""
        raise NotImplementedError

    def go_to(self, chat_id: ChatId, turn_id: TurnId | None = None) -> None:
        """Another chat is to be opened, with one of its turns selected."""
        raise NotImplementedError

    def refresh_chats(self) -> None:
        """The list of chats is to be read again."""
        raise NotImplementedError

    @property
    def is_quiet(self) -> bool:
        """Whether nothing streams and nobody has typed for a moment."""
        return not self._one.is_replying and not self.is_typing

    @property
    def is_typing(self) -> bool:
        """Whether a key changed the input a moment ago, so that another may follow."""
        return self._clock.monotonic_s() - self._typed_s < _QUIET_S

    async def action_send(self) -> None:
        """Send what stands in the input, unless a turn is running."""
        composer = self.query_one(Composer)
        text = composer.full_text
        if not text.strip():
            return
        if is_slash(text) and self._backend is not None:
            composer.remember_sent(text)
            await self._run_slash(self._backend, text)
        else:
            await self._one.send(text, self._early.hold if self._backend is None else self._send)

    async def _send(self, text: str) -> None:
        await self._take_in_hand(text)
        self.query_one(Composer).remember_sent(text)
        await self.query(FirstRun).remove()
        await self.begin_turn(text)

    async def _take_in_hand(self, text: str) -> None:
        """From here on the message is kept with the draft until it is stored, whatever happens."""
        if self._open_chat is None:
            return
        self._open_chat.in_hand = text
        try:
            await self.make_room()
        except BaseException:
            self._open_chat.in_hand = ""
            raise

    async def _run_slash(self, backend: Backend, text: str) -> None:
        """Do what a line that begins with "/" names; none of them reaches the model."""
        opening = action_of(text)
        if opening is not None:
            await self.run_action(opening)
            return
        with errors_told(self):
            if is_set(text):
                await self.set_in_chat(text)
            else:
                tell(self, await asyncio.to_thread(run_words, backend, text))

    async def set_in_chat(self, text: str) -> None:
        """Tell or change what the open chat has of its own: the line `/set ...`."""
        raise NotImplementedError

    async def answer_again(self, way: Way) -> None:
        """Answer the last turn of the chat once more in its own place, or carry its reply on."""
        async with self._one.lock:
            if self._one.may_switch():
                await self._answer_again(way)

    async def _answer_again(self, way: Way) -> None:
        chats, log = self._open_chat, self.query_one(ChatLog)
        with self._one.sending():
            with errors_told(self):
                if chats is not None:
                    await chats.catch_up(at_end=True)
            chat = None if chats is None else chats.chat
            blocks = log.blocks
            if chat is None or not blocks or blocks[-1].turn_id is None:
                tell(self, "There is no reply yet.")
                return
            await blocks[-1].begin_again()
        log.select(None)
        log.to_end()
        self._run(TurnRun(chat.id, "", way), blocks[-1])

    def on_text_area_changed(self) -> None:
        """Let typing come before the painting of the reply."""
        self._typed_s = self._clock.monotonic_s()
        self._turn.give_way()
        self.query_one(StatusLine).give_way()

    def action_newline(self) -> None:
        """Begin a new line in the input."""
        self.query_one(Composer).action_newline()

    def action_stop(self) -> None:
        """Stop the running turn; what is there is kept."""
        self._turn.stop()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Stop only while a turn runs."""
        if action == "stop":
            return self._turn.is_running
        return super().check_action(action, parameters)

    async def begin_turn(self, text: str) -> None:
        """Run a turn in the open chat, which comes into being now if there is none. Call while sending."""
        if self._open_chat is None:
            return
        try:
            await self._open_chat.catch_up(at_end=True)
            chat = await self._open_chat.ensure()
            block = None if self._one.is_leaving else await self.query_one(ChatLog).add_turn(text, self._clock.now())
        except (AssistantError, StoreError) as error:
            await self._give_back(text)
            tell(self, str(error), is_error=True)
            return
        if block is None:
            await self._give_back(text)
        else:
            self._run(TurnRun(chat.id, text), block)

    async def _give_back(self, text: str) -> None:
        """Put a message back into the input that did not become a turn, and back the turn that made room for it."""
        if self._open_chat is not None:
            self._open_chat.in_hand = ""
        self.query_one(Composer).give_back(text)
        await self.settle_room()

    def _run(self, run: TurnRun, block: TurnBlock) -> None:
        if self._backend is not None:
            self._turn.begin(self._backend, run, block)

    async def on_turn_moved(self, message: TurnMoved) -> None:
        """Paint what the running turn tells."""
        from assistant.events import (  # noqa: PLC0415 - brings the records, which the first paint does without
            Completed,
            Failed,
            MemoriesChosen,
            Stopped,
            TurnStarted,
        )

        display, event = self._turn.display_of(message.run), message.event
        if display is None:
            return
        await self._turn.show(display, event, is_last=isinstance(event, Completed | Stopped | Failed))
        match event:
            case TurnStarted():
                if self._open_chat is not None:
                    self._open_chat.in_hand = ""
                self.refresh_chats()
            case MemoriesChosen():
                self.memories_chosen(display.block, event)
            case Completed() | Stopped() | Failed():
                await self._end_turn(display)

    async def on_turn_broke(self, message: TurnBroke) -> None:
        """Tell of a bug once, give the text back, and go on."""
        display = self._turn.display_of(message.run)
        if display is None:
            return
        if message.run.is_again:
            await display.block.restore()
        elif not display.block.reply_text:
            await self._give_back(message.run.text)
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
        if display.is_unkept and display.run.is_again:
            await display.block.restore()
        elif display.is_unkept:
            if display.failure:
                await self.query_one(ChatLog).add_line(f"Not answered: {display.failure}", classes="notice")
            await display.block.remove()
        if display.returned_text:
            await self._give_back(display.returned_text)
        await self.settle_room()
        self._close_turn(display.activity)
        self.turn_ended(display)

    def _close_turn(self, activity: Activity) -> None:
        self._refusal.drop()
        self._turn.close(activity)

    work = work_told
