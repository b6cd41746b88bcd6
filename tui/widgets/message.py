"""One turn on the screen: the user's message, and the reply as it streams and as it was kept.

The one fact that a reader would get wrong: a reply is Markdown with HTML off, never Textual markup. Markdown with HTML
on would drop every `<tag>` that a reply about HTML contains.
"""

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message as UiMessage
from textual.reactive import var
from textual.widgets import Collapsible, Markdown, Static
from textual.widgets.markdown import MarkdownBlock

from assistant.cleaning import clean_text
from memory.records import Message, MessageId, MessageStatus, TurnId
from tui import wording
from tui.keymap import action, key_words
from tui.model_name import short_name
from tui.telling import tell
from tui.themes import FAINT
from tui.widgets.code_text import CodeBlock
from tui.widgets.reply_heading import ReplyFacts, ReplyHeading

if TYPE_CHECKING:
    from textual.timer import Timer

    from assistant.views import TurnView

FLUSH_S = 0.05
# Painting a batch takes 10 to 150 ms, more as the reply grows and on slow machines. It may take one part in so many of
# the time: while the user reads, and while keys come.
_READING_SHARE, _READING_LONGEST_S = 4, 0.5
_TYPING_SHARE, _TYPING_LONGEST_S = 30, 3.0
_TYPING_S = 0.4
SHOWN_CHARACTERS = 20_000  # of a user's message; the rest is stored and sent, but would take seconds to wrap


def _parser() -> MarkdownIt:
    return MarkdownIt("gfm-like", {"html": False})


class ReplyMarkdown(Markdown):
    """A reply's text. Links are copied, never opened: a model's link is no one's promise."""

    def __init__(self) -> None:
        super().__init__(parser_factory=_parser, open_links=False)

    def get_block_class(self, block_name: str) -> type[MarkdownBlock]:
        """Return what shows a block: code is never cut."""
        return CodeBlock if block_name in {"fence", "code_block"} else super().get_block_class(block_name)

    def on_markdown_link_clicked(self, event: Markdown.LinkClicked) -> None:
        """Copy the link and show where it goes."""
        event.stop()
        event.prevent_default()
        App.copy_to_clipboard(self.app, event.href)
        tell(self, f"Link copied: {wording.shorten(event.href, 300)}")


class TurnBlock(Vertical):
    """One turn. Text arrives in batches by time, so that keys are never behind tokens."""

    should_name_model: var[bool] = var(False, init=False)
    """Whether the reply says which model wrote it."""

    class Picked(UiMessage):
        """The reader clicked on this turn."""

        def __init__(self, block: "TurnBlock") -> None:
            super().__init__()
            self.block = block

    def __init__(
        self,
        user_text: str,
        at: datetime,
        now: datetime,
        *,
        turn_id: TurnId | None = None,
        is_being_written: bool = False,
    ) -> None:
        super().__init__(classes="turn")
        self.turn_id = turn_id
        self.is_being_written = is_being_written
        self.user_text = user_text
        self._at = at
        self._now = now
        self._text = ""
        self._reasoning = ""
        self._unwritten = ""
        self._is_reasoning_stale = False
        self._timer: Timer | None = None
        self._flushed_s = 0.0
        self._typed_s = 0.0
        self._cost_s = 0.0
        self._notes: list[str] = []
        # The reply that the lines were told of; None while it is being written.
        self._noted: MessageId | None = None
        self._replies: tuple[Message, ...] = ()
        self._shown = 0
        self._is_begun_again = False

    def compose(self) -> ComposeResult:
        """Yield the user's message; the reply's parts are there, hidden until they hold something."""
        text = clean_text(self.user_text)
        if len(text) > SHOWN_CHARACTERS:
            hidden = len(text) - SHOWN_CHARACTERS
            text = f"{text[:SHOWN_CHARACTERS]}\n… and {wording.count(hidden, 'more character')}, kept and sent whole"
        heading = Content.assemble(("You", "bold"), (f"  {wording.moment(self._at, self._now)}", FAINT))
        yield Static(heading, classes="heading")
        yield Static(Content(text), classes="user-text")
        yield ReplyHeading()
        yield ReplyMarkdown()

    def on_mount(self) -> None:
        """Hide what is empty; show the kept reply if there is one."""
        self.query_one(ReplyHeading).display = False
        self._timer = self.set_interval(FLUSH_S, self._tick, pause=True)

    @property
    def reply_text(self) -> str:
        """The reply as far as it is known."""
        return self._text

    @property
    def notes(self) -> tuple[str, ...]:
        """The lines under the reply: what the turn told, and what became of the reply that is shown."""
        reply = None if self._is_begun_again else self.shown_reply
        if reply is None:
            return tuple(self._notes)
        if self._noted not in {None, reply.id}:
            return _marks(reply)
        return (*self._notes, *(mark for mark in _marks(reply) if not self._is_told(mark)))

    @property
    def shown_reply(self) -> Message | None:
        """The stored reply on screen; None before the first is stored."""
        return self._replies[self._shown] if self._replies else None

    @property
    def is_cut_off(self) -> bool:
        """Whether the reply that is shown ended before its end."""
        reply = self.shown_reply
        return reply is not None and reply.status in {MessageStatus.STOPPED, MessageStatus.FAILED}

    @property
    def reply_count(self) -> int:
        """How many replies this turn was given."""
        return len(self._replies)

    def add(self, text: str, *, is_reasoning: bool = False) -> None:
        """Take some more of the reply; it is painted with the next batch."""
        if is_reasoning:
            self._reasoning += text
            self._is_reasoning_stale = True
        else:
            self._text += text
            self._unwritten += text
        if self._timer is not None:
            self._timer.resume()

    def give_way(self) -> None:
        """A key was typed: the next batch is painted right after that key's paint, in the pause before the next key."""
        self.note_key()
        self.call_after_refresh(self._flush_if_due, _TYPING_SHARE, _TYPING_LONGEST_S)

    def note_key(self) -> None:
        """A key was pressed, and more may follow: painting waits a moment."""
        self._typed_s = _loop_s()

    async def _tick(self) -> None:
        if _loop_s() - self._typed_s >= _TYPING_S:
            await self._flush_if_due(_READING_SHARE, _READING_LONGEST_S)
        elif _loop_s() - self._flushed_s >= _TYPING_LONGEST_S:
            await self.flush()

    async def _flush_if_due(self, share: int, longest_s: float) -> None:
        every_s = min(longest_s, max(FLUSH_S, self._cost_s * share))
        if self._timer is not None and _loop_s() - self._flushed_s >= every_s:
            await self.flush()

    def _note_cost(self, began_s: float) -> None:
        self._cost_s = _loop_s() - began_s

    async def flush(self) -> None:
        """Paint what has arrived since the last batch."""
        if self._is_reasoning_stale:
            self._is_reasoning_stale = False
            await self._show_reasoning("Reasoning …")
        if self._unwritten:
            text, self._unwritten = self._unwritten, ""
            self.query_one(ReplyHeading).display = True
            self._flushed_s = _loop_s()
            await self.query_one(ReplyMarkdown).append(text)
            self.call_after_refresh(self._note_cost, self._flushed_s)
        elif self._timer is not None:
            self._timer.pause()

    async def rewrite(self, reason: str) -> None:
        """Drop the draft on screen; a rewrite follows."""
        await self._end_stream()
        self._text = ""
        await self.query_one(ReplyMarkdown).update("")
        self.add_note(f"rewritten: {reason}")

    async def show_turn(self, turn: "TurnView") -> None:
        """Show a kept turn: its kept reply, with the others a step away."""
        self.turn_id = turn.turn_id
        self._replies = tuple(sorted((turn.reply, *turn.alternatives), key=lambda one: one.id))
        self._shown = self._replies.index(turn.reply)
        await self._show_reply()

    async def finish(self, reply: Message) -> None:
        """Show the reply of a turn that has just ended as it was kept."""
        self.turn_id = reply.turn_id
        others = tuple(replace(one, is_kept=False) for one in self._replies if one.id != reply.id)
        self._replies = (*others, reply)
        self._shown = len(others)
        self._noted = reply.id
        await self._show_reply()

    async def step_reply(self, step: int) -> None:
        """Show the reply before (-1) or after (1) the one on screen; which one is kept stays as it is."""
        if self._replies:
            self._shown = max(0, min(len(self._replies) - 1, self._shown + step))
            await self._show_reply()

    async def begin_again(self) -> None:
        """Make room for another reply to this turn; `finish` or `restore` follows."""
        await self._end_stream()
        self._text = self._reasoning = ""
        self._notes.clear()
        self._noted = None
        await self.query(Collapsible).remove()
        await self.query_one(ReplyMarkdown).update("")
        self.query_one(ReplyHeading).tell(None)
        # What is said of the reply that stood here holds no longer.
        self._is_begun_again = True
        self._paint_notes()

    async def restore(self) -> None:
        """Show the kept reply again: no other came of it."""
        self._shown = next((place for place, one in enumerate(self._replies) if one.is_kept), 0)
        await self._show_reply()

    async def _show_reply(self) -> None:
        await self._end_stream()
        reply = self.shown_reply
        if reply is None:
            return
        self._text = reply.text
        self._reasoning = reply.reasoning
        await self.query_one(ReplyMarkdown).update(clean_text(reply.text))
        if self._reasoning:
            await self._show_reasoning("Reasoning")
        else:
            await self.query(Collapsible).remove()
        self._is_begun_again = False
        self.query_one(ReplyHeading).display = True
        self._tell_of_reply()
        self._paint_notes()

    def watch_should_name_model(self) -> None:
        """Say, or say no more, which model wrote the reply."""
        if not self._is_begun_again:
            self._tell_of_reply()

    def _tell_of_reply(self) -> None:
        reply = self.shown_reply
        if reply is None:
            return
        # A clock that was set back meanwhile would put the answer before its question.
        moment = wording.moment(max(reply.created_at, self._at), self._now)
        place = f"{self._shown + 1} of {len(self._replies)}" if len(self._replies) > 1 else ""
        model = short_name(reply.model_name) if self.should_name_model else ""
        place += "" if reply.is_kept or not place else ", not kept"
        self.query_one(ReplyHeading).tell(ReplyFacts(moment, place, reply.usage, model))

    def add_note(self, text: str) -> None:
        """Add a line under the reply, unless it is there already."""
        line = wording.shorten(text, 400)
        if line not in self._notes:
            self._notes.append(line)
        self._paint_notes()

    def drop_note(self, text: str) -> None:
        """Take a line away that holds no longer."""
        if text in self._notes:
            self._notes.remove(text)
            self._paint_notes()

    def _is_told(self, mark: str) -> bool:
        return mark in self._notes or any(
            mark.startswith("rewritten") and note.startswith("rewritten") for note in self._notes
        )

    def _paint_notes(self) -> None:
        lines = self.notes
        shown = self.query_children(".notes").results(Static)
        notes = next(shown, None)
        if notes is None and lines:
            # Mounted only where there are some, as the reasoning is.
            notes = Static(classes="notes", markup=False)
            self.mount(notes, after=self.query_one(ReplyMarkdown))
        if notes is not None:
            notes.update(Content("\n".join(lines)))
            notes.display = bool(lines)

    def on_click(self, event: events.Click) -> None:
        """Select this turn."""
        event.stop()
        self.post_message(self.Picked(self))

    async def _show_reasoning(self, title: str) -> None:
        words = Content(clean_text(self._reasoning).strip())
        if self.query(Collapsible):
            self.query_one(Collapsible).title = title
            self.query_one(".reasoning Contents Static", Static).update(words)
        else:
            # Mounted only where there is some: every widget on screen makes each refresh of the layout dearer.
            box = Collapsible(Static(words), title=title, classes="reasoning")
            await self.mount(box, before=self.query_one(ReplyMarkdown))

    async def _end_stream(self) -> None:
        if self._timer is not None:
            self._timer.pause()
        self._unwritten = ""


def _loop_s() -> float:
    return asyncio.get_running_loop().time()


def _marks(reply: Message) -> tuple[str, ...]:
    """Say in words what a stored reply is marked with."""
    marks = {MessageStatus.STOPPED: "stopped", MessageStatus.FAILED: "interrupted: the reply is not whole"}
    status = (marks[reply.status],) if reply.status in marks else ()
    if not status and not reply.text.strip():
        status = (f"The model answered nothing; {key_words(action('regenerate'))} asks again.",)
    return (*status, *(("rewritten once before it was shown whole",) if reply.is_rewritten else ()))
