"""The health screen: every figure with its mark, its target and what to do, and what idle work did.

The one fact that a reader would get wrong: a mark is a word and a sign, never a colour alone. Reading changes nothing,
so the screen reads again by itself while it is shown.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui import wording
from tui.health_content import dreams_content, figures_content, intervention_content, totals_content, upkeep_content
from tui.health_wording import all_in_all
from tui.keymap import Scope, bindings
from tui.side_screen import SideScreen, button_line
from tui.telling import tell
from tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from assistant.clock import Clock
    from assistant.health import Health
    from memory.records import Intervention
    from tui.backend import Backend

_READ_EVERY_S = 5.0


class HealthScreen(SideScreen):
    """Figures at one side; interventions, jobs and the dream log at the other."""

    BINDINGS = bindings(Scope.HEALTH)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.HEALTH)
    AUTO_FOCUS = "#figures"

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        self._health: Health | None = None
        self._interventions: tuple[Intervention, ...] = ()

    def compose(self) -> ComposeResult:
        """Yield title, figures, interventions, jobs, dreams, buttons and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Health", classes="title")
            yield Static("reading …", id="health-note", classes="title-note", markup=False)
        with Vertical(classes="split"):
            with VerticalScroll(id="figures", classes="side-list"):
                yield Static("", id="figure-lines", markup=False)
                yield Static("", id="totals", markup=False)
            with VerticalScroll(id="upkeep", classes="side-list"):
                yield Static(Content.styled("Loops and interests found", "bold $secondary"))
                yield OptionList(id="interventions", markup=False, compact=True)
                yield Static("", id="no-interventions", markup=False)
                yield Static("", id="jobs", markup=False)
                yield Static("", id="dreams", markup=False)
        yield button_line(Scope.HEALTH)
        yield KeyLine()

    def on_mount(self) -> None:
        """Read now, and again while the screen is shown."""
        self.action_read_again()
        self.set_interval(_READ_EVERY_S, self.action_read_again)

    def action_read_again(self) -> None:
        """Read every figure again."""
        self.work(self._read, group="health", exclusive=True)

    async def _read(self) -> None:
        found = await asyncio.to_thread(self.backend.health)
        dreams = await asyncio.to_thread(self.backend.dreams)
        now = self._clock.now()
        self._health = found
        self.query_one("#health-note", Static).update(
            Content(f"all in all: {all_in_all(found)} · {wording.count(found.messages, 'message')}")
        )
        self.query_one("#figure-lines", Static).update(figures_content(found))
        self.query_one("#totals", Static).update(totals_content(found))
        self.query_one("#jobs", Static).update(upkeep_content(found, now))
        self.query_one("#dreams", Static).update(dreams_content(dreams, found, now))
        self._show_interventions(found)

    def _show_interventions(self, found: Health) -> None:
        listing = self.query_one("#interventions", OptionList)
        place = listing.highlighted
        if found.interventions != self._interventions:
            self._interventions = found.interventions
            now = self._clock.now()
            listing.set_options([Option(intervention_content(one, now)) for one in found.interventions])
            if found.interventions:
                listing.highlighted = min(place or 0, len(found.interventions) - 1)
        listing.display = bool(found.interventions)
        self.query_one("#button-undo_intervention").display = bool(found.interventions)
        none = self.query_one("#no-interventions", Static)
        none.update(Content("None so far: the last scans heard no theme too often."))
        none.display = not found.interventions

    def action_undo_intervention(self) -> None:
        """Give the memories that the selected intervention faded their old importance back."""
        index = self.query_one("#interventions", OptionList).highlighted
        if index is None or index >= len(self._interventions):
            tell(self, "No intervention is selected.")
            return
        self.work(partial(self._undo, self._interventions[index]), group="intervention")

    async def _undo(self, one: Intervention) -> None:
        restored = await asyncio.to_thread(self.backend.undo_intervention, one.id)
        tell(self, f"“{one.theme}” is taken back: {wording.memory_count(len(restored))} restored.")
        self.note_change()
        await self._read()
