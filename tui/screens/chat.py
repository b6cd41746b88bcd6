"""The chat screen: chats at the left, the talk in the middle, why at the right.

The one fact that a reader would get wrong: it goes on while another screen covers it. A reply streams to its end, and
what was forgotten or banned elsewhere is read again when the screen comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.reactive import var
from textual.screen import Screen

from tui.activity import Activity, Phase
from tui.chat import keys
from tui.chat.first_parts import put_first_together
from tui.keymap import Scope, action, bindings, key_words
from tui.panes import CHATS_DOCKED_WIDTH, HEIGHTS, WHY_DOCKED_WIDTH, WIDTHS, close_overlays, toggle_pane
from tui.telling import errors_told, work_told
from tui.widgets.chat_list import ChatList
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.first_run import FirstRun
from tui.widgets.key_line import KeyLine
from tui.widgets.status_line import StatusLine
from tui.widgets.undo_line import UndoLine
from tui.widgets.why_pane import WhyPane

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from assistant.clock import Clock
    from assistant.context import ContextUse
    from assistant.errors import AssistantError
    from memory.records import Chat, ChatId, TurnId
    from tui.backend import Backend
    from tui.chat.first_parts import FirstParts
    from tui.chat.parts import ChatParts
    from tui.messages import IdleMoved, ModelMoved, TurnBroke, TurnMoved
    from tui.widgets.fork_line import ForkLine
    from tui.widgets.found_marks import Found

_END_TURN_S = 10.0
_LOOK_S = 3.0
_QUIET_S = 1.5
_NONE_AWAY = "no chat is put away"
_NOT_OPEN = "this works once the memory is open"


class ChatScreen(Screen[None]):
    """Chats, talk, input and why. Keys and messages arrive here and are handed on to the part that does the work."""

    CSS_PATH = "chat.tcss"
    BINDINGS = bindings(Scope.CHAT)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.CHAT, Scope.TALK, Scope.INPUT, Scope.CHATS, Scope.WHY)
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    AUTO_FOCUS = "Composer"

    activity: var[Activity] = var(Activity(Phase.OPENING))
    """What is being done; set by RunningTurn."""
    tokens_per_s: var[float] = var(0.0)
    """Speed of the running or last reply, 0 = unknown; set by RunningTurn."""
    refusal: var[str] = var("")
    """Why the last key did nothing; empty = it did something, or that was a while ago. Set by Refusal."""
    model_name: var[str] = var("")
    """The loaded model, or empty; set by ModelDisplay."""
    side_work: var[str] = var("")
    """What is being done about a model beside the talk, empty = nothing; set by ModelDisplay."""
    context_use: var[ContextUse | None] = var(None)
    """How full the open chat's next prompt is, None = unknown; set by NextPrompt."""
    own_settings: var[str] = var("")
    """What the open chat has otherwise than the settings, empty = nothing; set by NextPrompt."""
    idle_work: var[str] = var("")
    """What is being done while the user is away, empty = nothing; set here."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._typed_s = 0.0
        self._first = put_first_together(self, self, clock)
        self._parts: ChatParts | None = None
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
            ChatScreen.activity,
            ChatScreen.model_name,
            ChatScreen.tokens_per_s,
            ChatScreen.context_use,
            ChatScreen.idle_work,
            ChatScreen.refusal,
            ChatScreen.side_work,
            ChatScreen.own_settings,
        )
        yield KeyLine()

    work = work_told

    # How a key is handed on

    def at_once(self, act: Callable[[FirstParts], object]) -> object:
        """Have one of the first parts act."""
        return act(self._first)

    def once_open(self, act: Callable[[ChatParts], object]) -> object:
        """Have a part act; until the memory is open there is none, and that is said."""
        if self._parts is not None:
            return act(self._parts)
        self._first.refusal.say(_NOT_OPEN)
        return None

    def when_free(self, act: Callable[[ChatParts], None]) -> None:
        """Have a part change the talk, unless something else goes first."""
        if self._first.one.may_switch():
            self.once_open(act)

    def with_chat(self, act: Callable[[ChatParts, Chat], None]) -> None:
        """Have a part act on the chat that is selected in the list; say where there is none."""
        chat = self.query_one(ChatList).selected
        if chat is None:
            self._first.refusal.say(f"no chat is selected: {key_words(action('toggle_chats'))}, then ↑ or ↓")
        else:
            self.once_open(lambda parts: act(parts, chat))

    # Start-up and exit

    def on_mount(self) -> None:
        """Look for what another program said in the open chat whenever the user comes back to this terminal."""
        self.watch(self.app, "app_focus", self._look_elsewhere, init=False)

    def _look_elsewhere(self, has_focus: bool) -> None:  # noqa: FBT001 - Textual's signature of a watcher
        if has_focus and self._parts is not None:
            self._parts.around.look_elsewhere()

    async def attach(self, backend: Backend) -> None:
        """Take the assistant once it is open; a message written before that goes now."""
        from tui.chat.parts import put_together  # noqa: PLC0415 - what the first paint does without

        self._parts = put_together(
            self, self, backend, self._clock, self._first, self.action_back, lambda: self.is_typing
        )
        self._first.turn.say(Phase.LOADING)
        await self._parts.resuming.resume()
        self.set_interval(_LOOK_S, self._parts.keeping.look)
        self.set_interval(_LOOK_S, self._parts.around.look_for_forgotten)

    def start_failed(self) -> None:
        """Give an early message back: nothing can take it."""
        self._first.turn.say(Phase.FAILED, detail="the memory could not be opened")
        self._first.early.give_back()

    async def prepare_exit(self, backend: Backend | None) -> None:
        """End the running turn so that its text is kept, and save the draft.

        Args:
            backend: The assistant, if it could be opened, though it may not have come to this screen yet.

        Raises:
            StoreError: the draft could not be saved.
        """
        self._first.one.is_leaving = True
        await self._first.one.sent(_END_TURN_S)
        if self._parts is not None:
            await self._parts.resuming.done(_END_TURN_S)
        self._first.early.give_back()
        # A turn that ignores its flag must not hold the exit for ever; its message is stored since TurnStarted.
        await self._first.turn.ended(_END_TURN_S)
        self._first.turn.say(Phase.CLOSING)
        if self._parts is not None:
            await self._parts.chats.save_draft()
        elif backend is not None:
            from tui.chat.open_chat import OpenChat  # noqa: PLC0415 - what the first paint does without
            from tui.chat.reply_models import ReplyModels  # noqa: PLC0415 - as above

            await OpenChat(self, backend, self._clock, ReplyModels(self)).keep_typed()

    def keep_draft_at_once(self) -> None:
        """Keep the draft, as far as there is anything to keep it with: the app is about to end by a bug."""
        if self._parts is not None:
            self._parts.chats.keep_at_once()

    def on_unmount(self) -> None:
        """Stop the running turn, however the screen went away."""
        self._first.turn.abandon()

    def show_keys(self) -> None:
        """Name the present keys wherever this screen names some."""
        for one in (*self.query(Composer), *self.query(UndoLine), *self.query(FirstRun)):
            one.show_keys()

    # The input and its turn

    @property
    def is_typing(self) -> bool:
        """Whether a key changed the input a moment ago, so that another may follow."""
        return self._clock.monotonic_s() - self._typed_s < _QUIET_S

    @property
    def is_quiet(self) -> bool:
        """Whether nothing streams and nobody has typed for a moment."""
        return not self._first.one.is_replying and not self.is_typing

    def on_text_area_changed(self) -> None:
        """Let typing come before the painting of the reply."""
        self._typed_s = self._clock.monotonic_s()
        self._first.turn.give_way()
        self.query_one(StatusLine).give_way()

    async def action_send(self) -> None:
        """Send what stands in the input, unless a turn is running."""
        text, parts = self.query_one(Composer).full_text, self._parts
        if not text.strip():
            return
        if parts is None:
            from tui.slash_table import is_slash  # noqa: PLC0415 - what the first paint does without

            if is_slash(text):
                self._first.refusal.say(_NOT_OPEN)
                return
            await self._first.one.send(text, self._first.early.hold)
        elif parts.slash_lines.takes(text):
            await parts.slash_lines.run(text)
        else:
            await self._first.one.send(text, parts.answering.send)

    async def on_turn_moved(self, message: TurnMoved) -> None:
        """Paint what the running turn tells."""
        if self._parts is not None:
            await self._parts.answering.moved(message.run, message.event)

    async def on_turn_broke(self, message: TurnBroke) -> None:
        """Tell of a bug once, and go on."""
        if self._parts is not None:
            await self._parts.answering.broke(message.run, message.error)

    action_stop = keys.at_once(lambda first: first.turn.stop())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Stop only while a turn runs."""
        return self._first.turn.is_running if action == "stop" else super().check_action(action, parameters)

    def action_newline(self) -> None:
        """Begin a new line in the input."""
        self.query_one(Composer).action_newline()

    def action_edit_outside(self) -> None:
        """Write the message in the user's own editor; the screen waits meanwhile."""
        from tui.outside_editor import edit_outside  # noqa: PLC0415 - what the first paint does without

        with errors_told(self):
            edit_outside(self.query_one(Composer), self._first.refusal.say)

    def action_back(self) -> None:
        """Leave an edit as it was, or close what lies over the talk; go back to the input."""
        if self._parts is not None:
            self._parts.edit.end()
        close_overlays(self)
        self.query_one(Composer).focus()

    # Moving about

    action_previous_turn = keys.at_once(lambda first: first.reading.move_selection(-1))
    action_next_turn = keys.at_once(lambda first: first.reading.move_selection(1))
    action_earlier_turns = keys.at_once(lambda first: first.reading.want_page(-1))
    action_later_turns = keys.at_once(lambda first: first.reading.want_page(1))
    action_last_turn = keys.at_once(lambda first: first.reading.to_end())
    action_go_to_turn = keys.at_once(lambda first: first.reading.go_to_turn())

    def on_composer_page_requested(self, message: Composer.PageRequested) -> None:
        """Scroll the talk while the input keeps the focus."""
        self._first.reading.scroll(message.pages)

    def on_chat_log_page_wanted(self, message: ChatLog.PageWanted) -> None:
        """Load what the reader scrolled to."""
        message.stop()
        self._first.reading.want_page(message.step)

    def action_toggle_chats(self) -> None:
        """Go to the chats; if they have the focus, hide them."""
        chats = self.query_one(ChatList)
        toggle_pane(self, chats, CHATS_DOCKED_WIDTH, enter=chats.focus_list)

    def action_toggle_why(self) -> None:
        """Go to the why pane; if it has the focus, hide it."""
        why = self.query_one(WhyPane)
        toggle_pane(self, why, WHY_DOCKED_WIDTH, enter=why.focus_list)

    # The selected turn

    def action_other_reply(self, step: int) -> None:
        """Show another of the replies that the selected turn was given."""
        self.when_free(lambda parts: parts.turn_actions.show_other_reply(step))

    action_keep_reply = keys.when_free(lambda parts: parts.turn_actions.keep_reply())
    action_regenerate = keys.once_open(lambda parts: parts.answering.regenerate())
    action_continue_reply = keys.once_open(lambda parts: parts.answering.carry_on())
    action_branch = keys.when_free(lambda parts: parts.turn_actions.branch())
    action_rewind = keys.when_free(lambda parts: parts.turn_actions.rewind())
    action_other_branch = keys.when_free(lambda parts: parts.turn_actions.follow_fork())

    action_edit_message = keys.once_open(lambda parts: parts.edit.begin())
    action_copy_reply = keys.once_open(lambda parts: parts.copying.copy_reply())
    action_copy_message = keys.once_open(lambda parts: parts.copying.copy_message())
    action_copy_code = keys.once_open(lambda parts: parts.copying.copy_code())

    # Chats

    def go_to(self, chat_id: ChatId, turn_id: TurnId | None = None, found: Found | None = None) -> None:
        """Open a chat, with one of its turns selected if it is told which."""
        self.when_free(lambda parts: parts.chat_actions.go_to(chat_id, turn_id, found))

    def on_chat_list_opened(self, message: ChatList.Opened) -> None:
        """Go to another chat."""
        message.stop()
        self.go_to(message.chat_id)

    def on_fork_line_followed(self, message: ForkLine.Followed) -> None:
        """Go to where the other branch parts from this one."""
        message.stop()
        self.when_free(lambda parts: parts.turn_actions.follow_fork(message.fork))

    action_new_chat = keys.when_free(lambda parts: parts.chat_actions.start_new())
    action_temporary_chat = keys.when_free(lambda parts: parts.chat_actions.toggle_temporary())

    action_rename_chat = keys.with_chat(lambda parts, chat: parts.chat_actions.rename(chat))
    action_put_away = keys.with_chat(lambda parts, chat: parts.chat_actions.put_away(chat))
    action_delete_chat = keys.with_chat(lambda parts, chat: parts.chat_actions.delete(chat))

    def action_show_away(self) -> None:
        """Show the chats that were put away, or the others again."""
        if not self.query_one(ChatList).toggle_away():
            self._first.refusal.say(_NONE_AWAY)

    action_export_chat = keys.once_open(lambda parts: parts.export.begin())
    action_chat_settings = keys.once_open(lambda parts: parts.prompt.ask())

    # Memories

    @on(ChatLog.Selected)
    def _show_why(self) -> None:
        if self._parts is not None:
            self._parts.around.show_why()

    action_pin_memory = keys.once_open(lambda parts: parts.why_actions.toggle_pin())
    action_ban_memory = keys.once_open(lambda parts: parts.why_actions.ban())
    action_edit_memory = keys.once_open(lambda parts: parts.why_actions.edit())
    action_not_relevant = keys.once_open(lambda parts: parts.why_actions.judge(is_useful=False))
    action_useful = keys.once_open(lambda parts: parts.why_actions.judge(is_useful=True))
    action_forget_memory = keys.when_free(lambda parts: parts.why_actions.forget())
    action_welcome = keys.once_open(lambda parts: parts.why_actions.welcome())
    action_undo = keys.when_free(lambda parts: parts.undo.take_back())

    async def read_again(self) -> None:
        """Read everything on screen again: something was forgotten, or changed elsewhere."""
        if self._parts is not None:
            await self._parts.around.read_again()

    # The model, and idle work

    async def model_failed(self, error: AssistantError) -> None:
        """Say why there is no model."""
        if self._parts is not None:
            await self._parts.model.failed(error)

    def on_model_moved(self, message: ModelMoved) -> None:
        """Show what is being done with a model, and how it ended."""
        message.stop()
        if self._parts is not None:
            self._parts.model.moved(message.state)

    def on_idle_moved(self, message: IdleMoved) -> None:
        """Say what is being done while the user is away; a scan may have left an alert."""
        is_over = bool(self.idle_work) and not message.words
        self.idle_work = message.words
        if is_over and self._parts is not None:
            self._parts.alerts.tell()
