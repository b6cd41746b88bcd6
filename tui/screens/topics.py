"""The topics screen: what is banned and pinned, what each of these holds, and how to lift it.

The one fact that a reader would get wrong: a damaged row is shown as a ban, because it is in force as one until the user
lifts it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import var
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from assistant.cleaning import clean_line
from assistant.topic_words import unban_line, unpin_line
from assistant.views import said_by
from memory.records import DirectiveKind
from tui import wording
from tui.keymap import Scope, action, bindings, key_words
from tui.memory_actions import MemoryActions
from tui.side_screen import SideScreen, button_line
from tui.telling import tell
from tui.themes import FAINT
from tui.widgets.dialogs import AskDialog
from tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from textual.app import ComposeResult

    from assistant.clock import Clock
    from assistant.topics import TopicView
    from memory.records import Directive
    from tui.backend import Backend

_EMPTY = (
    "Nothing is banned or pinned. Of a banned topic no memory comes up, and no reply names it unless your own message does, "
    "until you lift it; a pinned one is in every prompt and does not fade. “Stop talking about …” in a chat bans too."
)

_OF_A_TOPIC = ("#button-lift", "#button-show_memories")


class TopicsScreen(SideScreen):
    """Bans and pins at one side, the memories of the selected one at the other."""

    BINDINGS = bindings(Scope.TOPICS)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.TOPICS)
    AUTO_FOCUS = "#topics"

    topics: var[tuple[TopicView, ...]] = var((), init=False, always_update=True)
    """What is in force, bans first."""

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        self._actions = MemoryActions(self, self.backend, self._offer_undo)

    def compose(self) -> ComposeResult:
        """Yield title, both lists, buttons and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Topics", classes="title")
            yield Static("reading …", id="topics-note", classes="title-note", markup=False)
        with Vertical(classes="split"):
            yield OptionList(id="topics", classes="side-list", markup=False, compact=True)
            yield Static(Content(_EMPTY), id="topics-empty", classes="empty")
            with VerticalScroll(id="held", classes="side-list"):
                yield Static("", markup=False)
        yield button_line(Scope.TOPICS)
        yield KeyLine()

    def on_mount(self) -> None:
        """Read what is in force."""
        for name in ("#topics-empty", "#held", *_OF_A_TOPIC):
            self.query_one(name).display = False
        self.work(self.read, group="topics", exclusive=True)

    @property
    def selected(self) -> TopicView | None:
        """The topic under the cursor."""
        index = self.query_one("#topics", OptionList).highlighted
        return None if index is None or index >= len(self.topics) else self.topics[index]

    async def read(self) -> None:
        """Read bans and pins again; the cursor stays where it was."""
        found = await asyncio.to_thread(self.backend.topics)
        self.topics = tuple(sorted(found, key=lambda one: one.directive.kind is DirectiveKind.PIN))

    def watch_topics(self, topics: Sequence[TopicView]) -> None:
        """Show the list."""
        listing = self.query_one("#topics", OptionList)
        place = listing.highlighted or 0
        listing.set_options([Option(self._line(one)) for one in topics])
        bans = sum(one.directive.kind is DirectiveKind.BAN for one in topics)
        note = f"{wording.count(bans, 'ban')}, {wording.count(len(topics) - bans, 'pin')}"
        self.query_one("#topics-note", Static).update(Content(note))
        listing.display = bool(topics)
        self.query_one("#topics-empty").display = not topics
        if topics:
            listing.highlighted = min(place, len(topics) - 1)
        self._show_held()

    @on(OptionList.OptionHighlighted)
    def _show_held(self) -> None:
        topic = self.selected
        held = self.query_one("#held")
        held.display = topic is not None
        for name in _OF_A_TOPIC:
            self.query_one(name).display = topic is not None
        if topic is None:
            return
        now = self._clock.now()
        is_ban = topic.directive.kind is DirectiveKind.BAN
        verb = "holds back" if is_ban else "holds"
        parts: list[Content | tuple[str, str] | str] = []
        if topic.directive.is_damaged:
            words = f"This row of the store is damaged. It holds as a {topic.directive.kind} until you lift it.\n\n"
            parts.append((words, "$error"))
        head = f"“{clean_line(topic.directive.term)}” {verb} {wording.memory_count(len(topic.matches))}"
        parts.append((head + "\n", "bold"))
        for memory in topic.newest:
            parts += ["\n", wording.shorten(memory.text, 300), (f"\n{said_by(memory.provenance)} · ", FAINT)]
            parts.append((f"{wording.date(memory.said_at, now)}\n", FAINT))
        if len(topic.matches) > len(topic.newest):
            more = len(topic.matches) - len(topic.newest)
            parts.append((f"\nand {more:,} older ones: {key_words(action('show_memories'))} looks through them", FAINT))
        held.query_one(Static).update(Content.assemble(*parts))

    def _line(self, topic: TopicView) -> Content:
        directive = topic.directive
        is_ban = directive.kind is DirectiveKind.BAN
        sign, style = ("✕ banned ", "$error") if is_ban else ("▲ pinned ", "$success")
        since = wording.date(directive.created_at, self._clock.now())
        note = f"{wording.memory_count(len(topic.matches))} · since {since}"
        if not is_ban and self._is_banned(directive):
            note += " · banned too, and the ban wins"
        return Content.assemble(
            ("! damaged ", "bold $error") if directive.is_damaged else (sign, style),
            (clean_line(directive.term), "bold"),
            (f"\n  {note}", FAINT),
        )

    def _is_banned(self, pin: Directive) -> bool:
        return any(
            one.directive.kind is DirectiveKind.BAN and one.directive.term_key == pin.term_key for one in self.topics
        )

    def action_add_ban(self) -> None:
        """Ask for a topic and ban it."""
        ask = AskDialog(
            "Never bring up which topic?",
            "Ban",
            detail="A word, a name or a phrase; plurals and other forms are meant too.",
        )
        self.work(partial(self._add, ask, self._actions.ban_term), group="topic")

    def action_add_pin(self) -> None:
        """Ask for a topic and pin it."""
        ask = AskDialog(
            "Keep which topic in every prompt?",
            "Pin",
            detail="A word, a name or a phrase; its memories do not fade. Pins fill the prompt, so keep them few.",
        )
        self.work(partial(self._add, ask, self._actions.pin_term), group="topic")

    async def _add(self, ask: AskDialog, set_term: Callable[[str], Awaitable[bool]]) -> None:
        term = await self.app.push_screen_wait(ask)
        if term is not None and await set_term(term):
            self.note_change()
            await self.read()

    def action_lift(self) -> None:
        """Lift the selected ban or pin; undo sets it again."""
        topic = self.selected
        if topic is not None:
            self.work(partial(self._lift, topic), group="topic")

    async def _lift(self, topic: TopicView) -> None:
        is_ban = topic.directive.kind is DirectiveKind.BAN
        lift = self.backend.unban if is_ban else self.backend.unpin_topic
        change = await asyncio.to_thread(lift, topic.directive.term)
        self.note_change()
        done = unban_line(change) if is_ban else unpin_line(change)
        tell(self, f"{done} {key_words(action('undo', Scope.TOPICS))} takes that back.")
        await self.read()

    @on(OptionList.OptionSelected, "#topics")
    async def action_show_memories(self) -> None:
        """List the memories with the selected topic's words, on their own screen."""
        topic = self.selected
        if topic is not None:
            await self.run_action(f"app.open_memories({clean_line(topic.directive.term)!r})")

    def action_undo(self) -> None:
        """Take back the last ban, pin or lifting."""
        self.work(self._undo, group="topic")

    async def _undo(self) -> None:
        tell(self, await asyncio.to_thread(self.backend.undo))
        self.note_change()
        await self.read()

    def _offer_undo(self, _words: str) -> None:
        """Nothing: the button stands here all the time."""
