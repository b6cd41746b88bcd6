"""The models screen: what is here, what can be had, how each goes into memory; choose, load, download.

The one fact that a reader would get wrong: a download or a loading goes on when the screen is left. What the line in
the middle shows belongs to the assistant, and the next visit shows it again.
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
from assistant.models_overview import OfferView
from assistant.views import ModelOrigin
from tui.amounts import bar, gigabytes
from tui.keymap import Scope, action, bindings, key_words
from tui.model_words import choice_content, details_content, memory_words, offer_details_content, offered_content
from tui.side_screen import SideScreen, button_line
from tui.telling import tell
from tui.themes import FAINT
from tui.widgets.dialogs import LONGEST_PATH, AskDialog, ConfirmDialog
from tui.widgets.key_line import KeyLine
from tui.widgets.screen_list import ScreenList

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from assistant.clock import Clock
    from assistant.models_overview import ModelsOverview
    from assistant.views import ModelChoice
    from tui.backend import Backend
    from tui.messages import ModelMoved
    from tui.model_work import ModelState


class ModelsScreen(SideScreen):
    """Models at one side, the selected one at the other, what is being done below."""

    BINDINGS = bindings(Scope.MODELS)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.MODELS)
    AUTO_FOCUS = "#models"

    overview: var[ModelsOverview | None] = var(None, init=False, always_update=True)
    """What is here and what can be had."""
    state: var[ModelState | None] = var(None, init=False, always_update=True)
    """What is being done, or was done last."""

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        self._rows: list[ModelChoice | OfferView | None] = []
        # What to say of a download once its first bytes are there: one that fails at once has not begun.
        self._begun_words = ""
        self._refused_path = ""

    def compose(self) -> ComposeResult:
        """Yield title, list, details, the work's line, buttons and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Models", classes="title")
            yield Static("looking …", id="models-note", classes="title-note", markup=False)
        with Vertical(classes="split"):
            yield ScreenList(id="models", classes="side-list", markup=False, compact=True)
            with VerticalScroll(id="details", classes="side-list"):
                yield Static("", id="model-details", markup=False)
        yield Static("", id="model-work", markup=False)
        yield button_line(Scope.MODELS)
        yield KeyLine()

    def on_mount(self) -> None:
        """Look at the files, and at what is being done."""
        self.state = self.backend.model_state()
        self.work(self.read, group="models", exclusive=True)

    @property
    def selected(self) -> ModelChoice | OfferView | None:
        """What the cursor is on."""
        index = self.query_one("#models", OptionList).highlighted
        return None if index is None or index >= len(self._rows) else self._rows[index]

    async def read(self) -> None:
        """Look at every model file again."""
        self.overview = await asyncio.to_thread(self.backend.models)

    def watch_overview(self, overview: ModelsOverview | None) -> None:
        """Show the list; the cursor stays on the same model."""
        if overview is None:
            return
        before = _key(self.selected)
        self._rows = [None, *overview.choices, None, *overview.offers]
        listing = self.query_one("#models", OptionList)
        listing.set_options([self._option(row, place, overview) for place, row in enumerate(self._rows)])
        places = [place for place, row in enumerate(self._rows) if row is not None and before in _names(row)]
        in_use = [place for place, row in enumerate(self._rows) if getattr(row, "is_current", False)]
        listing.highlighted = (places or in_use or [1])[0]
        memory = memory_words(overview.free_bytes, overview.total_bytes)
        self.query_one("#models-note", Static).update(Content(f"memory: {memory}"))
        self._show_details()

    def _option(self, row: ModelChoice | OfferView | None, place: int, overview: ModelsOverview) -> Option:
        if row is None:
            heading = "To download, by what this machine can hold" if place else "Here"
            return Option(Content.styled(heading, "bold $secondary"), disabled=True)
        if isinstance(row, OfferView):
            return Option(offered_content(row))
        return Option(choice_content(row, is_loaded=row.path == overview.loaded_path))

    @on(OptionList.OptionHighlighted)
    def _show_details(self) -> None:
        overview, row = self.overview, self.selected
        if overview is None or row is None:
            return
        content = offer_details_content(row) if isinstance(row, OfferView) else details_content(row)
        self.query_one("#model-details", Static).update(content)
        is_offer = isinstance(row, OfferView)
        waits = isinstance(row, OfferView) and bool(row.waiting_bytes)
        self.label_button(action("take"), ("Go on" if waits else "Download") if is_offer else "")
        self.query_one("#button-remove").display = not is_offer

    # What is being done

    def on_model_moved(self, message: ModelMoved) -> None:
        """Show how it goes; read the list again when it is over."""
        message.stop()
        self.state = message.state
        if message.state.share is not None and self._begun_words:
            tell(self, self._begun_words)
            self._begun_words = ""
        if not message.state.is_running:
            self._begun_words = ""
            self.note_change()
            self.work(self.read, group="models", exclusive=True)

    def watch_state(self, state: ModelState | None) -> None:
        """Show the line of the work."""
        line = self.query_one("#model-work", Static)
        is_running = state is not None and state.is_running
        self.query_one("#button-stop_work").display = is_running
        line.display = state is not None and bool(state.words or is_running)
        if state is None:
            return
        if is_running:
            share = "" if state.share is None else f"{bar(state.share)} "
            name, words = clean_line(state.name), clean_line(state.words)
            line.update(Content.assemble((f"{state.doing} {name} ", "bold"), (share, "$primary"), words))
        else:
            sign, style = ("✕ ", "$error") if state.is_failed else ("✓ " if state.share == 1.0 else "", FAINT)
            line.update(Content.styled(f"{sign}{clean_line(state.words)}", style))

    def action_take(self) -> None:
        """Use the selected model, or download it."""
        row = self.selected
        if row is not None:
            self.work(partial(self._take, row), group="model")

    async def _take(self, row: ModelChoice | OfferView) -> None:
        if isinstance(row, OfferView):
            verb = "goes on" if row.waiting_bytes else "has begun"
            stop = key_words(action("stop_work"))
            self._begun_words = f"The download {verb}, also while you chat; {stop} here stops it."
            await asyncio.to_thread(self.backend.download_model, row.offered)
        elif row.problem:
            tell(self, row.problem, is_error=True)
        else:
            await asyncio.to_thread(self.backend.use_model, row.path)

    def action_stop_work(self) -> None:
        """Stop what is being done."""
        self.backend.stop_model_work()

    def action_unload(self) -> None:
        """Give the model's memory back."""
        self.work(self._unload, group="model")

    async def _unload(self) -> None:
        await asyncio.to_thread(self.backend.unload_model)

    def action_add_path(self) -> None:
        """Ask for a GGUF file and put it on the list."""
        self.work(self._add, group="model")

    async def _add(self) -> None:
        ask = AskDialog(
            "Which GGUF file?",
            "Add",
            text=self._refused_path,
            detail="Its path on this computer; the file stays there.",
            max_length=LONGEST_PATH,
        )
        path = await self.app.push_screen_wait(ask)
        if path is None:
            return
        # Until it is taken: a path that is refused stands there again, to be mended.
        self._refused_path = path
        added = await asyncio.to_thread(self.backend.add_model, path)
        self._refused_path = ""
        await self.read()
        for place, row in enumerate(self._rows):
            if _key(row) == added.path:
                self.query_one("#models", OptionList).highlighted = place

    def action_remove(self) -> None:
        """Take the selected model off the list."""
        row = self.selected
        if row is not None and not isinstance(row, OfferView):
            self.work(partial(self._remove, row), group="model")

    async def _remove(self, choice: ModelChoice) -> None:
        if choice.origin is ModelOrigin.DOWNLOADED and not choice.is_current:
            size = gigabytes(choice.size_bytes)
            question = ConfirmDialog(
                "Delete this download?", f"{choice.path} ({size}) is deleted from the disk.", "Delete"
            )
            if not await self.app.push_screen_wait(question):
                return
        await asyncio.to_thread(self.backend.remove_model, choice)
        await self.read()


def _names(row: ModelChoice | OfferView) -> tuple[str, ...]:
    """What a row was known by before: one that was downloaded meanwhile is still the same."""
    return (_key(row),) if isinstance(row, OfferView) else (_key(row), row.name)


def _key(row: ModelChoice | OfferView | None) -> str:
    """What a row is known by, however the list changes."""
    if row is None:
        return ""
    return row.offered.name if isinstance(row, OfferView) else row.path
