"""The part of the chat screen that acts on the selected turn: its message, its replies, and where the chat goes from it.

The one fact that a reader would get wrong: editing a message changes nothing until it is sent. Then the last turn makes
room for the new one; an earlier turn stays, and the new message goes into a branch.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from assistant.errors import FileThereError
from tui.keymap import action, key_words
from tui.messages import Way
from tui.telling import errors_told, tell
from tui.why_actions import WhyActionsScreen
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import LONGEST_PATH, AskDialog, ConfirmDialog
from tui.wording import chat_title, file_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from assistant.clock import Clock
    from memory.records import Chat, TurnId
    from tui.turn_editor import TurnEditor
    from tui.widgets.fork_line import ForkLine
    from tui.widgets.message import TurnBlock

_PAGE = "page"
_NO_TURN = "there is no kept turn here yet"
_NO_MODEL = "no model is loaded, so nothing is changed"
_NO_SUSPEND = "an editor cannot be opened from this terminal"
_NO_CODE = "this reply holds no block of code"
# Terminals take about 100,000 characters of base64 in one OSC 52 sequence; some take less.
_SURELY_COPIED_BYTES = 74_000


class TalkActionsScreen(WhyActionsScreen):
    """Actions on the selected turn, or on the last one."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self._turns: TurnEditor | None = None
        self._edited: TurnId | None = None
        self._code_place: tuple[TurnId | None, int] = (None, 0)

    @property
    def can_answer(self) -> bool:
        """Whether a model is there to answer."""
        raise NotImplementedError

    async def switch(self, change: Callable[[], Awaitable[None]], *, should_leave: bool = True) -> None:
        """Change which chat is open, and show what belongs to it."""
        raise NotImplementedError

    def show_around(self) -> None:
        """Show again what stands around the talk."""
        raise NotImplementedError

    async def then_count(self, change: Callable[[], Awaitable[None]]) -> None:
        """Change a turn, and count the context again."""
        raise NotImplementedError

    def action_go_to_turn(self) -> None:
        """Go to the selected turn, or to the last one: single keys act there."""
        log = self.query_one(ChatLog)
        if log.selected is None and log.blocks:
            log.select(log.blocks[-1])
        log.focus()

    async def show_page(self, step: int) -> None:
        """Show the turns before or after those on screen."""
        if self._open_chat is not None and not self._one.is_leaving:
            with errors_told(self):
                await self._open_chat.show_page(step, may_shorten=not self._one.is_replying)

    def on_chat_log_page_wanted(self, message: ChatLog.PageWanted) -> None:
        """Load what the reader scrolled to."""
        message.stop()
        # A key that is held down asks again before the first page is there.
        if not any(one.group == _PAGE for one in self.workers):
            self.work(partial(self.show_page, message.step), group=_PAGE)

    async def show_end(self) -> None:
        """Show the end of the chat."""
        if self._open_chat is not None and not self._one.is_replying:
            with errors_told(self):
                await self._open_chat.show_end()

    # Replies

    def action_other_reply(self, step: int) -> None:
        """Show another of the replies that the selected turn was given."""
        if self._turns is not None and self._one.may_switch():
            # Beside the screen: the bar is made anew, and the button that asked for it must not be waited for by itself.
            self.work(partial(self._turns.show_other, step), group="turn-edit")

    def action_keep_reply(self) -> None:
        """Make the reply that is shown the kept one."""
        if self._turns is not None and self._one.may_switch():
            self.work(partial(self.then_count, self._turns.keep_shown), group="turn-edit")

    async def action_regenerate(self) -> None:
        """Answer the last turn of the chat once more, in its own place."""
        await self.answer_again(Way.REGENERATE)

    async def action_continue_reply(self) -> None:
        """Carry on the last reply of the chat."""
        self.query_one(Composer).focus()
        await self.answer_again(Way.CONTINUE)

    # Where the chat goes from here

    def action_branch(self) -> None:
        """Begin another chat from the selected turn, and go there."""
        if self._turns is not None and self._one.may_switch():
            self.work(partial(self.switch, self._turns.branch), group="chat")

    def action_rewind(self) -> None:
        """Drop everything after the selected turn, after a question."""
        if self._turns is not None and self._one.may_switch():
            self.work(self._rewind, group="turn-edit")

    async def _rewind(self) -> None:
        if self._turns is not None and self._open_chat is not None and await self._turns.rewind():
            await self._open_chat.refresh_list()
            self.action_back()
            self.show_around()

    def action_other_branch(self) -> None:
        """Go to the branch that parts from this chat at the selected turn."""
        if self._turns is not None and self._one.may_switch():
            self.work(partial(self.switch, self._turns.follow_fork), group="chat")

    def on_fork_line_followed(self, message: ForkLine.Followed) -> None:
        """Go to the other branch."""
        message.stop()
        self.go_to(message.chat_id)

    # Editing a message

    def action_edit_message(self) -> None:
        """Put the selected turn's message into the input, to be sent anew."""
        block = self._kept_block()
        if block is None or not self._one.may_switch():
            return
        if not self.can_answer:
            self._refusal.say(_NO_MODEL)
            return
        self._edited = block.turn_id
        composer = self.query_one(Composer)
        send, leave = key_words(action("send")), key_words(action("back"))
        composer.begin_edit(block.user_text, f"Editing: {send} sends it anew · {leave} leaves it")
        composer.focus()

    def action_back(self) -> None:
        """Leave an edit as it was, or close what lies over the talk; go back to the input."""
        self.end_edit()
        super().action_back()

    def end_edit(self) -> None:
        """Put back what stood in the input before an edit."""
        if self._edited is not None:
            self._edited = None
            self.query_one(Composer).end_edit()

    async def make_room(self) -> None:
        """Before an edited message goes: take its last turn away, or branch off before an earlier one."""
        turn_id, self._edited = self._edited, None
        if turn_id is None or self._turns is None:
            return
        self.query_one(Composer).end_edit()
        if self._open_chat is not None:
            # The turn that makes room holds the only other copy of the message.
            await self._open_chat.save_draft()
        await self._turns.make_room(turn_id)

    async def settle_room(self) -> None:
        """Where nothing came of an edited message, bring back the turn that made room for it."""
        if self._turns is not None:
            with errors_told(self):
                await self._turns.settle_room()

    def action_edit_outside(self) -> None:
        """Write the message in the user's own editor; the screen waits meanwhile."""
        from tui.outside_editor import edit_text, editor_command  # noqa: PLC0415 - what the first paint does without

        composer = self.query_one(Composer)
        with errors_told(self):
            command = editor_command()
            try:
                with self.app.suspend():
                    text = edit_text(composer.full_text, command)
            except SuspendNotSupported:
                self._refusal.say(_NO_SUSPEND)
                return
            composer.load(text)
            composer.focus()

    # Export

    def action_export_chat(self) -> None:
        """Ask for a file, and write the open chat into it."""
        chat = None if self._open_chat is None else self._open_chat.chat
        if chat is None:
            self._refusal.say(_NO_TURN)
        else:
            self.work(partial(self._export, chat), group="export")

    async def _export(self, chat: Chat) -> None:
        if self._backend is None:
            return
        ask = AskDialog(
            "Export this chat into which file?",
            "Export",
            text=f"~/{file_name(chat_title(chat, turn_count=1))}.md",
            detail="Ending in .md it is to be read; in .json it is whole, and can be imported elsewhere. "
            "All chats at once: `reverie export --format json -o FILE` in a shell.",
            max_length=LONGEST_PATH,
        )
        path = await self.app.push_screen_wait(ask)
        if path is None:
            return
        export = partial(self._backend.export_chat, chat.name, path)
        try:
            written = await asyncio.to_thread(export, may_replace=False)
        except FileThereError as error:
            question = ConfirmDialog("Replace this file?", f"{error.message} What it holds now is lost.", "Replace")
            if not await self.app.push_screen_wait(question):
                return
            written = await asyncio.to_thread(export, may_replace=True)
        tell(self, f"Written: {written}")

    # Copying

    def action_copy_reply(self) -> None:
        """Copy the reply that is shown."""
        block = self._kept_block()
        if block is not None:
            self._copy(block.reply_text, "Reply copied")

    def action_copy_message(self) -> None:
        """Copy the user's message."""
        block = self._kept_block()
        if block is not None:
            self._copy(block.user_text, "Message copied")

    def action_copy_code(self) -> None:
        """Copy the first block of code of the reply; again copies the next."""
        from tui.code_blocks import code_blocks  # noqa: PLC0415 - brings Markdown, which the first paint does without

        block = self._kept_block()
        if block is None:
            return
        found = code_blocks(block.reply_text)
        if not found:
            self._refusal.say(_NO_CODE)
            return
        turn_id, place = self._code_place
        place = place % len(found) if turn_id == block.turn_id else 0
        self._code_place = (block.turn_id, place + 1)
        which = "Code copied" if len(found) == 1 else f"Block of code {place + 1} of {len(found)} copied"
        self._copy(found[place], which)

    def _copy(self, text: str, done: str) -> None:
        self.app.copy_to_clipboard(text)
        is_long = len(text.encode()) > _SURELY_COPIED_BYTES
        tell(self, f"{done}, if your terminal takes so much at once." if is_long else f"{done}.")

    def _kept_block(self) -> TurnBlock | None:
        """Return the turn to act on; None, and said so, where there is none."""
        block = self.query_one(ChatLog).shown
        if block is None or block.turn_id is None:
            self._refusal.say(_NO_TURN)
            return None
        return block
