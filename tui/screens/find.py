"""The find screen: what was said in all chats, while the words are still being typed; Enter goes to the turn.

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
from tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

    from assistant.chat_search import ChatHit
    from assistant.clock import Clock
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
    def _to_hits(self, event: Input.Submitted) -> None:
        """Search at once, and go to what was found."""
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
        if should_go and self.found.hits:
            self.query_one("#hits").focus()

    def watch_found(self, found: ChatHits) -> None:
        """Show the hits."""
        listing = self.query_one("#hits", OptionList)
        now = self._clock.now()
        # Beside the title there must be room for date and speaker.
        width = max(12, min(_TITLE_CHARACTERS, self.size.width - _BESIDE_CHARACTERS))
        listing.set_options([Option(_row(one, wording.moment(one.at, now), width)) for one in found.hits])
        listing.highlighted = 0 if found.hits else None
        listing.display = bool(found.hits)
        empty = self.query_one("#find-empty", Static)
        empty.display = not found.hits
        is_looking = bool(self._searched.strip())
        empty.update(Content("Nothing was found." if is_looking else _HINT))
        count = wording.count(len(found.hits), "message")
        more = "the newest " if found.has_more else ""
        self.query_one("#find-note", Static).update(Content(f"{more}{count}" if is_looking else "in all chats"))

    def action_find(self) -> None:
        """Put the cursor in the search."""
        self.query_one("#search").focus()

    @on(OptionList.OptionSelected, "#hits")
    def _go_to_turn(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        hit = self.found.hits[event.option_index]
        self.dismiss(Leaving(chat_id=hit.chat.id, turn_id=hit.turn_id))


def _row(hit: ChatHit, when: str, width: int) -> Content:
    """Two lines: where, when and who; then what was said, its hits marked by more than colour."""
    title = wording.shorten(wording.chat_title(hit.chat, turn_count=1), width)
    who = "you" if hit.role is Role.USER else "Reverie"
    away = " · put away" if hit.chat.is_put_away else ""
    line = Content(hit.excerpt.text)
    for start, end in hit.excerpt.marks:
        line = line.stylize("bold underline $accent", start, end)
    return Content.assemble((title, "bold"), (f"  {when} · {who}{away}", FAINT), "\n", line)
