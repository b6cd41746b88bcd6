"""The memories screen: search, filter, look closely, change.

The one fact that a reader would get wrong: the list never holds more than the pages that were scrolled to. Sixty
thousand memories are two hundred rows until the reader goes on.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import var
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from assistant.memory_pages import MemoryFilter, State
from assistant.views import said_by
from memory.records import Kind, Provenance, Tier
from tui import wording
from tui.keymap import Scope, action, bindings, key_words
from tui.memory_actions import BulkActions, MemoryActions
from tui.memory_undo import EDITED, FORGOTTEN, MemoryUndo
from tui.memory_wording import details_content, row_content
from tui.side_screen import Leaving, SideScreen, button_line
from tui.telling import tell
from tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from enum import StrEnum

    from textual.app import ComposeResult
    from textual.timer import Timer

    from assistant.clock import Clock
    from assistant.memory_pages import MemoryDetails, MemoryRow
    from memory.records import Memory
    from tui.backend import Backend

_SEARCH_AFTER_S = 0.15
_MORE_AT_ROWS = 20
_FILTERS: dict[str, tuple[str, type[StrEnum]]] = {
    "provenance": ("said by", Provenance),
    "kind": ("kind", Kind),
    "tier": ("age", Tier),
    "state": ("state", State),
}


class MemoriesScreen(SideScreen):
    """Search and filters above, the list, and the selected memory beside or below it."""

    BINDINGS = bindings(Scope.MEMORIES)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.MEMORIES)
    AUTO_FOCUS = "#memories"

    wanted: var[MemoryFilter] = var(MemoryFilter())
    """What the list is narrowed to."""

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        self._actions = MemoryActions(self, self.backend, self._offer_undo)
        self._bulk = BulkActions(self, self.backend)
        self._undo = MemoryUndo(self.backend)
        self._marked: dict[str, Memory] = {}
        self._rows: list[MemoryRow] = []
        self._total = 0
        self._details: MemoryDetails | None = None
        self._search_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield title, search, filters, list, details, buttons and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Memories", classes="title")
            yield Static("reading …", id="memories-note", classes="title-note", markup=False)
        yield Input(placeholder="Search the texts, or a handle as m17", id="search", compact=True)
        with Horizontal(id="filters"):
            for name, (label, values) in _FILTERS.items():
                options = [(_filter_words(value), value) for value in values]
                yield Select(options, prompt=label, id=f"filter-{name}", compact=True)
        with Vertical(classes="split"):
            yield OptionList(id="memories", classes="side-list", markup=False, compact=True)
            yield Static("", id="memories-empty", classes="empty", markup=False)
            with VerticalScroll(id="details", classes="side-list"):
                yield Static("", markup=False)
        yield button_line(Scope.MEMORIES, without={"find", "clear_filters"})
        yield KeyLine()

    def on_mount(self) -> None:
        """Read the first page."""
        self._read_from_start()

    @property
    def selected(self) -> Memory | None:
        """The memory under the cursor."""
        index = self.query_one("#memories", OptionList).highlighted
        return None if index is None or index >= len(self._rows) else self._rows[index].memory

    # The list

    @on(Input.Changed, "#search")
    def _search_soon(self, event: Input.Changed) -> None:
        event.stop()
        if self._search_timer is not None:
            self._search_timer.stop()
        wanted = replace(self.wanted, words=event.value.strip())
        self._search_timer = self.set_timer(_SEARCH_AFTER_S, partial(self._narrow, wanted))

    @on(Input.Submitted, "#search")
    def _to_list(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one("#memories").focus()

    @on(Select.Changed)
    def _filter(self, event: Select.Changed) -> None:
        event.stop()
        value = event.value
        match str(event.select.id).removeprefix("filter-"):
            case "provenance":
                self._narrow(replace(self.wanted, provenance=value if isinstance(value, Provenance) else None))
            case "kind":
                self._narrow(replace(self.wanted, kind=value if isinstance(value, Kind) else None))
            case "tier":
                self._narrow(replace(self.wanted, tier=value if isinstance(value, Tier) else None))
            case _:
                self._narrow(replace(self.wanted, state=value if isinstance(value, State) else None))

    def _narrow(self, wanted: MemoryFilter) -> None:
        if wanted != self.wanted:
            self.wanted = wanted
            self._marked.clear()
            self._read_from_start()

    def _read_from_start(self) -> None:
        self.work(partial(self._read, 0), group="page", exclusive=True)

    async def _read(self, offset: int) -> None:
        page = await asyncio.to_thread(self.backend.memory_page, self.wanted, offset)
        listing = self.query_one("#memories", OptionList)
        now = self._clock.now()
        selected = self.selected
        options = [Option(row_content(row, now, is_marked=row.memory.handle in self._marked)) for row in page.rows]
        self._total = page.total
        if offset:
            self._rows += page.rows
            listing.add_options(options)
        else:
            self._rows = list(page.rows)
            listing.set_options(options)
            places = [place for place, row in enumerate(self._rows) if selected and row.memory.id == selected.id]
            listing.highlighted = (places[0] if places else 0) if options else None
        self._say_count()
        if not offset:
            self._read_details()

    def _say_count(self) -> None:
        is_narrowed = self.wanted != MemoryFilter()
        found = wording.memory_count(self._total)
        note = (
            f"{found} found, {key_words(action('clear_filters'))} shows all"
            if is_narrowed
            else f"{found}, the newest first"
        )
        if self._marked:
            note = f"{len(self._marked):,} marked of {note}"
        self.query_one("#memories-note", Static).update(Content(note))
        empty = self.query_one("#memories-empty", Static)
        empty.update(
            Content("Nothing fits the search." if is_narrowed else "Nothing is remembered yet. What you say will be.")
        )
        empty.display = not self._rows
        self.query_one("#memories").display = bool(self._rows)

    @on(OptionList.OptionHighlighted, "#memories")
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._read_details()
        is_near_end = event.option_index >= len(self._rows) - _MORE_AT_ROWS
        if is_near_end and len(self._rows) < self._total:
            self.work(partial(self._read, len(self._rows)), group="page", exclusive=True)

    def _read_details(self) -> None:
        self.work(self._show_details, group="details", exclusive=True)

    async def _show_details(self) -> None:
        memory = self.selected
        panel = self.query_one("#details")
        panel.display = memory is not None
        for name in ("edit_memory", "pin_memory", "switch_memory", "forget_memory", "open_chat"):
            self.query_one(f"#button-{name}").display = memory is not None
        if memory is None:
            self._details = None
            return
        self._details = await asyncio.to_thread(self.backend.memory_details, memory.handle)
        panel.query_one(Static).update(details_content(self._details, self._clock.now()))
        panel.scroll_home(animate=False)

    # What can be done

    def action_find(self) -> None:
        """Put the cursor in the search."""
        self.query_one("#search").focus()

    def action_clear_filters(self) -> None:
        """Show everything again."""
        self.query_one("#search", Input).value = ""
        for name in _FILTERS:
            self.query_one(f"#filter-{name}", Select).clear()
        self._narrow(MemoryFilter())

    def action_add_memory(self) -> None:
        """Write a memory by hand."""

        async def add() -> None:
            if await self._actions.add() is not None:
                self.note_change()
                await self._read(0)

        self.work(add, group="memory")

    def action_edit_memory(self) -> None:
        """Change the selected memory."""
        self._act(self._actions.edit, note=partial(self._undo.note_final, EDITED))

    def action_pin_memory(self) -> None:
        """Pin the selected memory or all marked ones, or lift the pins."""
        self._act(self._actions.toggle_pin, self._bulk.pin, note=self._undo.note)

    def action_switch_memory(self) -> None:
        """Keep the selected memory or all marked ones out of every prompt, or let them in again."""
        self._act(self._actions.switch, self._bulk.switch, note=self._undo.note)

    def action_forget_memory(self) -> None:
        """Forget the selected memory or all marked ones, after a question."""
        self._act(self._actions.forget, self._bulk.forget, note=partial(self._undo.note_final, FORGOTTEN))

    def action_undo(self) -> None:
        """Take back the last pin or switch, of one memory or of all that were marked."""

        async def take_back() -> None:
            words, has_changed = await self._undo.take_back()
            tell(self, words)
            if has_changed:
                self.note_change()
                await self._read_again()

        self.work(take_back, group="memory")

    def action_leave(self) -> None:
        """Take the marks off, or else go back to the chat."""
        if not self._marked:
            super().action_leave()
            return
        self._marked.clear()
        self._paint_marks()

    def action_mark_memory(self) -> None:
        """Mark the selected memory or take its mark off, and go on to the next."""
        memory = self.selected
        if memory is None:
            return
        if self._marked.pop(memory.handle, None) is None:
            self._marked[memory.handle] = memory
        listing = self.query_one("#memories", OptionList)
        place = listing.highlighted or 0
        self._paint_row(place)
        self._say_count()
        listing.highlighted = min(place + 1, len(self._rows) - 1)

    def action_mark_all(self) -> None:
        """Mark all rows that were read so far; if all are marked, take the marks off."""
        listed = {row.memory.handle: row.memory for row in self._rows}
        self._marked = {} if listed.keys() <= self._marked.keys() else {**self._marked, **listed}
        self._paint_marks()

    def _paint_marks(self) -> None:
        for place in range(len(self._rows)):
            self._paint_row(place)
        self._say_count()

    def _paint_row(self, place: int) -> None:
        row = self._rows[place]
        words = row_content(row, self._clock.now(), is_marked=row.memory.handle in self._marked)
        self.query_one("#memories", OptionList).replace_option_prompt_at_index(place, words)

    def action_open_chat(self) -> None:
        """Go to the turn in which the selected memory was said."""
        found, memory = self._details, self.selected
        if memory is None or found is None or found.row.memory.id != memory.id:
            return
        if found.chat is None:
            tell(self, f"It was not said in a chat that is still there. Where from: {said_by(memory.provenance)}.")
            return
        self.dismiss(Leaving(chat_id=found.chat.id, turn_id=memory.turn_id))

    def _act(
        self,
        act: Callable[[Memory], Awaitable[object]],
        act_on_all: Callable[[Sequence[Memory]], Awaitable[object]] | None = None,
        *,
        note: Callable[[Sequence[Memory]], object],
    ) -> None:
        """Act on the marked memories if there are any and the action knows several, else on the selected one.

        Args:
            act: What is done to one.
            act_on_all: What is done to several.
            note: Told of them as they were, once it is done.
        """
        memory, marked = self.selected, tuple(self._marked.values())
        is_bulk = bool(marked) and act_on_all is not None
        if memory is None and not is_bulk:
            return

        async def act_and_show() -> None:
            # None is what an action without a question returns; False, a question that was answered with no.
            done = await act_on_all(marked) if is_bulk and act_on_all is not None else memory and await act(memory)
            if done is not False:
                note(marked if is_bulk or memory is None else [memory])
                self.note_change()
                await self._read_again()

        self.work(act_and_show, group="memory")

    async def _read_again(self) -> None:
        """Read the pages on screen again, the cursor where it was."""
        listing = self.query_one("#memories", OptionList)
        place, count = listing.highlighted, len(self._rows)
        await self._read(0)
        while len(self._rows) < min(count, self._total):
            await self._read(len(self._rows))
        # As they are now; those that left the list with the change are marked no more.
        self._marked = {row.memory.handle: row.memory for row in self._rows if row.memory.handle in self._marked}
        self._say_count()
        if place is not None and self._rows:
            listing.highlighted = min(place, len(self._rows) - 1)

    def _offer_undo(self, _words: str) -> None:
        """Nothing: the screen has an undo of its own."""


def _filter_words(value: StrEnum) -> str:
    return str(value).replace("_", " ")
