"""One message from the input to its kept reply; follow it from `send` downwards.

The one fact that a reader would get wrong: from the key on, a message is in three places in turn, never in none: in hand
(part of the draft), in the store (from TurnStarted on), and, where nothing came of it, back in the input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.errors import AssistantError
from assistant.events import Completed, Failed, MemoriesChosen, Stopped, TurnStarted
from memory.errors import StoreError
from tui.activity import Activity, Phase
from tui.messages import TurnRun, Way
from tui.telling import errors_told, tell
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import ErrorDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from textual.screen import Screen

    from assistant.clock import Clock
    from assistant.events import TurnEvent
    from tui.backend import Backend
    from tui.chat.after_turn import AfterTurn
    from tui.chat.message_edit import MessageEdit
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat
    from tui.chat.refusal import Refusal
    from tui.chat.running_turn import RunningTurn
    from tui.chat.surroundings import Surroundings
    from tui.chat.turn_display import TurnDisplay
    from tui.chat.turn_editor import TurnEditor

_CHANGED = "the input has changed meanwhile, nothing was sent"
_NOT_KEPT = "The last reply was not kept, so there is none to go on from. Send its message again."


class Answering:
    """Has messages answered, one at a time.

    Args:
        screen: The chat screen.
        backend: The assistant.
        clock: Tells when a message was sent.
        chats: The open chat, which holds a message in hand until it is stored.
        turns: Lets a turn make room for its edited message.
        edit: Knows whether the message is an edited one.
        one: Holds back what would begin too soon.
        turn: Runs the turn.
        refusal: What the end of the turn takes away.
        around: What follows the running turn.
        after: What follows its end.
    """

    def __init__(
        self,
        screen: Screen[None],
        backend: Backend,
        clock: Clock,
        *,
        chats: OpenChat,
        turns: TurnEditor,
        edit: MessageEdit,
        one: OneAtATime,
        turn: RunningTurn,
        refusal: Refusal,
        around: Surroundings,
        after: AfterTurn,
    ) -> None:
        self._screen = screen
        self._backend = backend
        self._clock = clock
        self._chats = chats
        self._turns = turns
        self._edit = edit
        self._one = one
        self._turn = turn
        self._refusal = refusal
        self._around = around
        self._after = after

    async def send(self, text: str) -> None:
        """Take a message out of the input and have it answered, unless it stands there no more. Call while sending."""
        composer = self._screen.query_one(Composer)
        if composer.full_text != text:
            # While it waited for its turn to go, a chat was opened, and the words became part of a draft.
            self._refusal.say(_CHANGED)
            return
        await self._take_in_hand(text)
        composer.remember_sent(text)
        self._screen.query_one(UndoLine).go_on()
        await self._screen.query(FirstRun).remove()
        await self.begin(text)

    async def _take_in_hand(self, text: str) -> None:
        """From here on the message is kept with the draft until it is stored, whatever happens."""
        self._chats.in_hand = text
        try:
            turn_id = self._edit.end()
            if turn_id is not None:
                # The turn that makes room holds the only other copy of the message.
                await self._chats.save_draft()
                await self._turns.make_room(turn_id)
        except BaseException:
            # An edited one is in the input no more: what waited behind it stands there.
            await self._give_back(text)
            raise

    async def begin(self, text: str) -> None:
        """Run a turn in the open chat, which comes into being now if there is none. Call while sending."""
        try:
            await self._chats.catch_up(at_end=True)
            chat = await self._chats.ensure()
            log = self._screen.query_one(ChatLog)
            block = None if self._one.is_leaving else await log.add_turn(text, self._clock.now())
        except (AssistantError, StoreError) as error:
            await self._give_back(text)
            tell(self._screen, str(error), is_error=True)
            return
        if block is None:
            await self._give_back(text)
        else:
            self._turn.begin(self._backend, TurnRun(chat.id, text), block)

    async def moved(self, run: TurnRun, event: TurnEvent) -> None:
        """Paint what the running turn tells."""
        display = self._turn.display_of(run)
        if display is None:
            return
        await self._turn.show(display, event, is_last=isinstance(event, Completed | Stopped | Failed))
        match event:
            case TurnStarted():
                self._chats.in_hand = ""
                self._around.list_chats()
            case MemoriesChosen():
                self._around.show_chosen(display.block, event)
            case Completed() | Stopped() | Failed():
                await self._end(display)

    async def _end(self, display: TurnDisplay) -> None:
        # Now: the block may leave the screen with the room that it was made, and nothing can be painted there later.
        await display.block.flush()
        if display.is_unkept and display.run.is_again:
            await display.block.restore()
        # What did not come back waits in the store, and stands here with what went wrong until it can be kept.
        elif display.is_unkept and display.returned_text:
            if display.failure:
                line = f"Not answered: {display.failure}"
                await self._screen.query_one(ChatLog).add_line(line, classes="notice")
            await self._screen.query_one(ChatLog).drop(display.block)
        if display.returned_text:
            await self._give_back(display.returned_text)
        else:
            await self._settle_room()
        self._close(display.activity)
        self._after.follow_up(display)

    async def broke(self, run: TurnRun, error: Exception) -> None:
        """Tell of a bug once, give the text back, and go on."""
        display = self._turn.display_of(run)
        if display is None:
            return
        await display.block.flush()
        if run.is_again:
            await display.block.restore()
        display.block.add_note("interrupted by an error inside Reverie")
        if run.is_again or display.block.reply_text:
            await self._settle_room()
        else:
            await self._give_back(run.text)
        self._close(Activity(Phase.FAILED, detail="an error inside Reverie"))
        self._screen.app.push_screen(
            ErrorDialog(
                "This is a mistake in Reverie",
                f"The reply could not be finished ({type(error).__name__}).",
                "What was said before is safe. The log holds the details; `reverie doctor` says where it is.",
                "Go on",
            )
        )

    def _close(self, activity: Activity) -> None:
        self._refusal.drop()
        self._turn.close(activity)

    async def _give_back(self, text: str) -> None:
        """Put a message back into the input that did not become a turn, and back the turn that made room for it."""
        self._chats.in_hand = ""
        composer = self._screen.query_one(Composer)
        if composer.full_text != text:
            composer.give_back(text)
        await self._settle_room()

    async def _settle_room(self) -> None:
        with errors_told(self._screen):
            await self._turns.settle_room()

    async def regenerate(self) -> None:
        """Answer the last turn of the chat once more, in its own place."""
        await self._run_again(Way.REGENERATE)

    async def carry_on(self) -> None:
        """Carry on the last reply of the chat."""
        self._screen.query_one(Composer).focus()
        await self._run_again(Way.CONTINUE)

    async def _run_again(self, way: Way) -> None:
        async with self._one.lock:
            if self._one.may_switch() and not self._one.is_leaving:
                await self._answer_again(way)

    async def _answer_again(self, way: Way) -> None:
        log = self._screen.query_one(ChatLog)
        with self._one.sending():
            with errors_told(self._screen):
                await self._chats.catch_up(at_end=True)
            chat, blocks = self._chats.chat, log.blocks
            if chat is None or not blocks:
                tell(self._screen, "There is no reply yet.")
                return
            if blocks[-1].turn_id is None:
                tell(self._screen, _NOT_KEPT)
                return
            await blocks[-1].begin_again()
        log.select(None)
        log.to_end()
        self._turn.begin(self._backend, TurnRun(chat.id, "", way), blocks[-1])
