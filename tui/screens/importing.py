"""The import screen: a path, the whole report on what it holds, and on the user's word it is stored.

The one fact that a reader would get wrong: nothing is stored before the report is on screen, and the button below it
asks nothing more. While something runs the screen cannot be left, so that its end is seen.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.widgets import Input, Static

from assistant.cleaning import clean_line
from assistant.errors import AssistantError
from memory.errors import StoreError
from tui.amounts import bar
from tui.keymap import Scope, action, bindings, key_words
from tui.side_screen import SideScreen, button_line
from tui.telling import tell
from tui.themes import FAINT
from tui.widgets.dialogs import LONGEST_PATH, ConfirmDialog
from tui.widgets.key_line import KeyLine
from tui.widgets.report_view import ReportView

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.events import Paste
    from textual.widget import Widget

    from assistant.clock import Clock
    from assistant.file_import import FileReport, OnStep
    from tui.backend import Backend

_HINT = (
    "Type or paste a path, or drag a file here; Enter reads it and tells what it holds. Nothing is stored before you "
    "have seen that.\n\n"
    "• ChatGPT: Settings, Data controls, Export data; the zip as it came\n"
    "• Claude: Settings, Privacy, Export data; the zip as it came\n"
    "• Notes in Markdown: a folder, or one file\n"
    "• Reverie's own export, and lorebooks: a JSON file"
)
_READING, _IMPORTING, _DELETING = "reading", "importing", "deleting"
_SIGNS = {"done": ("✓ ", FAINT), "stopped": ("■ ", FAINT), "failed": ("✕ ", "$error"), "": ("", FAINT)}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ImportState:
    """What is being done, or how it ended.

    Args:
        doing: "reading", "importing" or "deleting"; "" = nothing runs.
        share: How much is done, 0..1; None = unknown.
        words: The progress, or the outcome.
        outcome: "done", "stopped", "failed", or "" for a word on what can be done next.
        is_stopping: Whether the user asked it to end.
        is_insisted: Whether the user tried to leave: the line says louder what has to come first.
    """

    doing: str = ""
    share: float | None = None
    words: str = ""
    outcome: str = ""
    is_stopping: bool = False
    is_insisted: bool = False


class ImportScreen(SideScreen):
    """The path above, the report below it, what is being done under that."""

    BINDINGS = bindings(Scope.IMPORT)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.IMPORT)
    AUTO_FOCUS = FIELD = "#import-path"

    report: var[FileReport | None] = var(None, init=False, always_update=True)
    """What can be stored; None = nothing was read, or it is stored."""
    state: var[ImportState] = var(ImportState, init=False, always_update=True)
    """What is being done, or was done last."""

    class Moved(Message, bubble=False):
        """Something that runs has come further; posted from its thread."""

        def __init__(self, job: threading.Event, share: float, words: str) -> None:
            super().__init__()
            self.job = job
            self.share = share
            self.words = words

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        # The flag that stops what runs.
        self._job = threading.Event()
        self._path = ""
        # The path whose import was stopped: the Import button goes on with it.
        self._stopped_path = ""

    def compose(self) -> ComposeResult:
        """Yield title, path, report, the work's line, buttons and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Import", classes="title")
            yield Static("chats, notes, lorebooks", classes="title-note")
        yield Input(
            self.first_words or self.backend.unfinished_import(),
            placeholder="Path of a file or a folder",
            id="import-path",
            max_length=LONGEST_PATH,
            compact=True,
        )
        yield Static(Content(_HINT), id="import-hint", classes="empty side-list", markup=False)
        yield ReportView(id="report")
        yield Static("", id="import-work", markup=False)
        yield button_line(Scope.IMPORT)
        yield KeyLine()

    def on_mount(self) -> None:
        """Read the path that the screen was opened with."""
        self._show_hint(is_wanted=True)
        unfinished = self.backend.unfinished_import()
        self.state = ImportState(words="It was not imported to its end. Enter reads it again." if unfinished else "")
        if self.first_words:
            self._read_path(self.first_words)

    def on_unmount(self) -> None:
        """Stop what runs, however the screen went away."""
        self._job.set()

    @property
    def is_at_work(self) -> bool:
        """Whether something is being done."""
        return bool(self.state.doing)

    def may_leave(self) -> bool:
        """Tell whether nothing runs; say which key stops it where something does."""
        if self.is_at_work:
            self.state = replace(self.state, is_insisted=True)
        return not self.is_at_work

    # The path

    @on(Input.Submitted, "#import-path")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._read_path(event.value)

    def on_paste(self, event: Paste) -> None:
        """Take a path that is pasted or dragged while the cursor is elsewhere."""
        lines = event.text.strip().splitlines()
        if lines and not self.is_at_work:
            event.stop()
            self.query_one("#import-path", Input).value = lines[0][:LONGEST_PATH]
            self.action_choose_file()

    def below_field(self) -> Widget | None:
        """Return the report, once there is one."""
        view = self.query_one(ReportView)
        return view if view.display else None

    def action_choose_file(self) -> None:
        """Put the cursor in the path."""
        if not self.is_at_work:
            self.query_one("#import-path").focus()

    def _read_path(self, path: str) -> None:
        if not self.is_at_work:
            self.work(partial(self._read, path), group="import")

    async def _read(self, path: str) -> None:
        self._path, self._stopped_path = path, ""
        self.report = None
        # What stands there is of another path.
        self.query_one(ReportView).show(())
        report = await self._done(_READING, partial(self.backend.read_import, path))
        if report is None or report.is_stopped:
            self._show_hint(is_wanted=True)
            if report is not None:
                self.state = ImportState(words=report.words, outcome="stopped")
            self.action_choose_file()
            return
        self.report = report
        store = action("import_file")
        self.state = ImportState(
            words=report.words or f"Nothing is stored yet. {store.label} ({key_words(store)}) stores it."
        )

    # Storing

    def action_import_file(self) -> None:
        """Store what the report tells of."""
        report = self.report
        if self.is_at_work:
            return
        if self._stopped_path:
            self.work(self._go_on, group="import")
            return
        if report is None or report.is_empty:
            tell(self, "There is nothing to import: first read a file." if report is None else report.words)
            return
        self.work(partial(self._store, report), group="import")

    async def _go_on(self) -> None:
        """Read again what was stopped, and store what is left of it."""
        await self._read(self._stopped_path)
        if self.report is not None and not self.report.is_empty:
            await self._store(self.report)

    async def _store(self, report: FileReport) -> None:
        self.report = None
        self.note_change()
        done = await self._done(_IMPORTING, partial(self.backend.store_import, report))
        if done is None:
            self.action_choose_file()
            return
        view = self.query_one(ReportView)
        if done.is_stopped:
            self._stopped_path = self._path
        else:
            view.show((done.words, *done.lines))
        self.state = ImportState(words=done.words, outcome="stopped" if done.is_stopped else "done")
        # Out of the path, so that the keys act.
        view.focus()

    # Taking back

    def action_delete_imported(self) -> None:
        """Ask, and delete what was imported."""
        if not self.is_at_work:
            self.work(self._delete, group="import")

    async def _delete(self) -> None:
        there = await asyncio.to_thread(self.backend.count_imported)
        if there.is_empty:
            self.state = ImportState(words=" ".join(there.lines))
            return
        detail = " ".join((*there.lines, "Deleting is for good, from the backups too."))
        if not await self.app.push_screen_wait(ConfirmDialog("Delete what was imported?", detail, "Delete")):
            return
        self.report = None
        self.note_change()
        gone = await self._done(_DELETING, self.backend.delete_imported)
        if gone is not None:
            # What stands there tells of what is gone.
            self.query_one(ReportView).show(())
            self._show_hint(is_wanted=True)
            self.state = ImportState(words=gone.deleted_words, outcome="stopped" if gone.is_stopped else "done")

    # What runs

    async def _done(self, doing: str, call: Callable[[OnStep, threading.Event], T]) -> T | None:
        """Run something in a thread and show how it goes; None where it failed, which is told then."""
        self._job = job = threading.Event()
        self.state = ImportState(doing)
        try:
            return await asyncio.to_thread(call, partial(self._tell_step, job), job)
        except (AssistantError, StoreError) as error:
            self.state = ImportState(words=f"{error.message} {error.hint}".strip(), outcome="failed")
            return None

    def _tell_step(self, job: threading.Event, share: float, words: str) -> None:
        self.post_message(self.Moved(job, share, words))

    def on_import_screen_moved(self, message: Moved) -> None:
        """Show how it goes."""
        if message.job is self._job and self.is_at_work:
            self.state = replace(self.state, share=message.share, words=message.words)

    def action_stop_import(self) -> None:
        """Stop what runs after the step at hand."""
        if self.is_at_work:
            self._job.set()
            self.state = replace(self.state, is_stopping=True)

    # What is shown

    @property
    def _stop_key(self) -> str:
        return key_words(action("stop_import"))

    def watch_report(self, report: FileReport | None) -> None:
        """Show a new report; one that is stored stays on screen."""
        if report is not None:
            view = self.query_one(ReportView)
            self._show_hint(is_wanted=False)
            view.show(report.lines)
            view.call_after_refresh(view.focus)
        self._show_buttons()

    def watch_state(self, state: ImportState) -> None:
        """Show the line of the work, and what can be done now."""
        self._show_buttons()
        line = self.query_one("#import-work", Static)
        line.display = bool(state.doing or state.words)
        if not state.doing:
            sign, style = _SIGNS[state.outcome]
            line.update(Content.styled(f"{sign}{clean_line(state.words)}", style))
            return
        share = "" if state.share is None else f"{bar(state.share)} "
        end = "stopping …" if state.is_stopping else f"{self._stop_key} stops it"
        if state.is_insisted:
            end = "Not yet: stopping …" if state.is_stopping else f"Not yet: first {self._stop_key} stops it, or wait."
        words = f"{clean_line(state.words)} · " if state.words else ""
        insisted = "bold $warning" if state.is_insisted else ""
        line.update(Content.assemble((f"{state.doing} ", "bold"), (share, "$primary"), words, (end, insisted)))

    def _show_hint(self, *, is_wanted: bool) -> None:
        """Say what can be imported, in the place of the report."""
        self.query_one("#import-hint").display = is_wanted
        self.query_one(ReportView).display = not is_wanted

    def _show_buttons(self) -> None:
        report = self.report
        is_at_work = self.is_at_work
        self.query_one("#import-path").disabled = is_at_work
        self.query_one("#button-stop_import").display = is_at_work
        self.query_one("#button-choose_file").display = not is_at_work
        self.query_one("#button-delete_imported").display = not is_at_work
        can_import = bool(self._stopped_path) or (report is not None and not report.is_empty)
        self.label_button(action("import_file"), "Go on" if self._stopped_path else "")
        self.query_one("#button-import_file").display = can_import and not is_at_work
