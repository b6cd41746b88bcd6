"""The find screen: what was said in all chats, while the words are still being typed; Enter goes to the marked turn.

The one fact that a reader would get wrong: the marks are spans in the line that is shown, told by the assistant. Nothing
is searched here.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import var
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from assistant.chat_search import ChatHits
from memory.records import Role
from tui import wording
from tui.keymap import Scope, bindings
from tui.side_screen import Leaving, SideScreen
from tui.themes import FAINT
from tui.widgets.found_marks import Found, marked
from tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

    from assistant.chat_search import ChatHit, TitleHit
    from assistant.clock import Clock
    from memory.rules.message_words import Excerpt
    from tui.backend import Backend

_SEARCH_AFTER_S = 0.12
_TITLE_CHARACTERS, _BESIDE_CHARACTERS = 40, 30
_HINT = "Type words; all must occur in a message. “Quotes” make a phrase, and the last word may be its beginning only."


class FindScreen(SideScreen):
    """The words above, the hits below."""

    BINDINGS = bindings(Scope.SEARCH)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.SEARCH)
    AUTO_FOCUS = "#search"

    found: var[ChatHits] = var(ChatHits, init=False, always_update=True)
    """What the words found."""

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        self._timer: Timer | None = None
        self._searched = ""

    def compose(self) -> ComposeResult:
        """Yield title, search, hits and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Find", classes="title")
            yield Static("in all chats", id="find-note", classes="title-note", markup=False)
        yield Input(self.first_words, placeholder="Words that were said", id="search", compact=True)
        yield OptionList(id="hits", classes="side-list", markup=False, compact=True)
        yield Static(Content(_HINT), id="find-empty", classes="empty", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with the words that the screen was opened with."""
        self.query_one("#hits").display = False
        if self.first_words:
            self._search(self.first_words)

    @on(Input.Changed, "#search")
    def _search_soon(self, event: Input.Changed) -> None:
        event.stop()
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_SEARCH_AFTER_S, partial(self._search, event.value))

    @on(Input.Submitted, "#search")
    def _to_hit(self, event: Input.Submitted) -> None:
        """Search at once, and go to the hit that is marked: the first, unless the arrows moved."""
        event.stop()
        if self._timer is not None:
            self._timer.stop()
        self.work(partial(self._read, event.value, should_go=True), group="find", exclusive=True)

    def _search(self, words: str) -> None:
        self.work(partial(self._read, words), group="find", exclusive=True)

    async def _read(self, words: str, *, should_go: bool = False) -> None:
        if words != self._searched:
            self._searched = words
            self.found = await asyncio.to_thread(self.backend.search_chats, words)
        marked = self.query_one("#hits", OptionList).highlighted
        if should_go and marked is not None:
            self._go_to(marked)

    def watch_found(self, found: ChatHits) -> None:
        """Show the hits."""
        listing = self.query_one("#hits", OptionList)
        now = self._clock.now()
        # Beside the title there must be room for date and speaker.
        width = max(12, min(_TITLE_CHARACTERS, self.size.width - _BESIDE_CHARACTERS))
        rows = [_title_row(one, wording.moment(one.chat.updated_at, now)) for one in found.titles]
        rows += [_row(one, wording.moment(one.at, now), width) for one in found.hits]
        listing.set_options([Option(row) for row in rows])
        listing.highlighted = 0 if rows else None
        listing.display = bool(rows)
        empty = self.query_one("#find-empty", Static)
        empty.display = not rows
        is_looking = bool(self._searched.strip())
        empty.update(Content("Nothing was found." if is_looking else _HINT))
        count = wording.count(len(found.hits), "message")
        more = "the newest " if found.has_more else ""
        titles = f"{wording.count(len(found.titles), 'title')}, " if found.titles else ""
        self.query_one("#find-note", Static).update(
            Content(f"{titles}{more}{count} · Enter goes there" if is_looking else "in all chats")
        )

    def action_find(self) -> None:
        """Put the cursor in the search."""
        self.query_one("#search").focus()

    @on(OptionList.OptionSelected, "#hits")
    def _go_to_turn(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._go_to(event.option_index)

    def _go_to(self, row: int) -> None:
        titles, hits = self.found.titles, self.found.hits
        if row < len(titles):
            self.dismiss(Leaving(chat_id=titles[row].chat.id))
        else:
            hit = hits[row - len(titles)]
            self.dismiss(Leaving(chat_id=hit.chat.id, turn_id=hit.turn_id, found=Found(self._searched, hit.role)))


def _title_row(hit: TitleHit, when: str) -> Content:
    """Two lines: the title, its hits marked; then what it is."""
    away = " · put away" if hit.chat.is_put_away else ""
    return Content.assemble(_marked(hit.title), "\n", (f"the title of a chat, used last {when}{away}", FAINT))


def _row(hit: ChatHit, when: str, width: int) -> Content:
    """Two lines: where, when and who; then what was said, its hits marked by more than colour."""
    title = wording.shorten(wording.chat_title(hit.chat, turn_count=1), width)
    who = "you" if hit.role is Role.USER else "Reverie"
    away = " · put away" if hit.chat.is_put_away else ""
    return Content.assemble((title, "bold"), (f"  {when} · {who}{away}", FAINT), "\n", _marked(hit.excerpt))


def _marked(excerpt: Excerpt) -> Content:
    return marked(Content(excerpt.text), excerpt.marks)
