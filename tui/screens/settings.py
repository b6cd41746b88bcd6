"""The settings screen: every key of config.toml and every key of the keyboard, changed where they stand.

The one fact that a reader would get wrong: a value is checked, then written, then taken over. One that cannot be stays
in its field with the reason beside it, and the file is as it was.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import var
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from assistant.cleaning import clean_line, clean_text
from assistant.errors import ConfigError
from tui import rebinding, wording
from tui.keymap import ACTIONS, Action, Scope, action, binding_id, bindings
from tui.messages import ConfigChanged
from tui.side_screen import SideScreen, button_line
from tui.telling import tell
from tui.themes import FAINT, theme_names
from tui.widgets.choice_dialogs import ChooseDialog, TextDialog
from tui.widgets.key_line import KeyLine
from tui.widgets.screen_list import ScreenList

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from assistant.changing_settings import SettingsView, SettingView
    from assistant.clock import Clock
    from assistant.config import Config
    from tui.backend import Backend

_SHOWN_CHARACTERS = 30
_FROM_START = "holds from the next start"


@dataclass(frozen=True, slots=True)
class _KeyRow:
    """An action and its keys, as a row among the settings."""

    entry: Action
    keys: str
    is_default: bool

    @property
    def key(self) -> str:
        """Its name."""
        return binding_id(self.entry)


class SettingsScreen(SideScreen):
    """Search above, the keys at one side, the selected one with its field at the other."""

    BINDINGS = bindings(Scope.SETTINGS)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.SETTINGS)
    AUTO_FOCUS = "#settings"

    view: var[SettingsView | None] = var(None, init=False, always_update=True)
    """What config.toml says."""
    words: var[str] = var("", init=False)
    """What the list is narrowed to."""

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        self._rows: list[SettingView | _KeyRow | None] = []

    def compose(self) -> ComposeResult:
        """Yield title, search, list, the selected key's field, buttons and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Settings", classes="title")
            yield Static("reading …", id="settings-note", classes="title-note", markup=False)
        yield Input(placeholder="Search names and meanings", id="search", compact=True)
        with Vertical(classes="split"):
            yield ScreenList(id="settings", classes="side-list", markup=False, compact=True)
            with VerticalScroll(id="details", classes="side-list", can_focus=False):
                yield Static("", id="setting-what", markup=False)
                yield Input(id="value", compact=True)
                yield Static("", id="problem", markup=False)
                yield Static("", id="setting-more", markup=False)
        yield button_line(Scope.SETTINGS, without={"find"})
        yield KeyLine()

    def on_mount(self) -> None:
        """Read config.toml."""
        self.query_one("#problem").display = False
        self.work(self.read, group="settings", exclusive=True)

    async def read(self) -> None:
        """Read config.toml again."""
        self.view = await asyncio.to_thread(self.backend.settings)

    @property
    def selected(self) -> SettingView | _KeyRow | None:
        """The row under the cursor."""
        index = self.query_one("#settings", OptionList).highlighted
        return None if index is None or index >= len(self._rows) else self._rows[index]

    # The list

    def watch_view(self) -> None:
        """Show the list; the cursor stays on the same key."""
        self._show_list()

    def watch_words(self) -> None:
        """Show what fits the search."""
        self._show_list()

    def _show_list(self) -> None:
        view = self.view
        if view is None:
            return
        before = self.selected
        listing = self.query_one("#settings", OptionList)
        options: list[Option] = []
        self._rows = []
        section = ""
        for row in self._fitting(view):
            place = "keys" if isinstance(row, _KeyRow) else row.setting.section
            if place != section:
                section = place
                self._rows.append(None)
                options.append(Option(Content.styled(f"[{place}]", "bold $secondary"), disabled=True))
            self._rows.append(row)
            options.append(Option(_line(row)))
        listing.set_options(options)
        places = [
            at for at, row in enumerate(self._rows) if row is not None and before is not None and row.key == before.key
        ]
        listing.highlighted = (places or [1])[0] if options else None
        changed = sum(not row.is_default for row in view.rows) + len(view.keys)
        self.query_one("#settings-note", Static).update(Content(f"{changed} changed · {clean_line(str(view.path))}"))
        self._show_selected()

    def _fitting(self, view: SettingsView) -> list[SettingView | _KeyRow]:
        words = self.words.lower().split()
        rows: list[SettingView | _KeyRow] = [*view.rows, *_key_rows(view)]
        return [row for row in rows if all(word in _search_text(row) for word in words)]

    @on(Input.Changed, "#search")
    def _search(self, event: Input.Changed) -> None:
        event.stop()
        self.words = event.value.strip()

    @on(Input.Submitted, "#search")
    def _to_list(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one("#settings").focus()

    @on(OptionList.OptionHighlighted, "#settings")
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._show_selected()

    def _show_selected(self) -> None:
        row = self.selected
        self.query_one("#problem").display = False
        self.query_one("#details").display = row is not None
        if row is None:
            return
        field = self.query_one("#value", Input)
        field.display = _is_typed(row)
        field.value = clean_text(row.keys if isinstance(row, _KeyRow) else wording.value_words(row.value))
        self.query_one("#setting-what", Static).update(_what(row))
        self.query_one("#setting-more", Static).update(_more(row))
        self.query_one("#button-reset").display = not row.is_default
        self._label_change()

    def _label_change(self) -> None:
        row = self.selected
        is_switch = row is not None and not isinstance(row, _KeyRow) and isinstance(row.value, bool)
        self.label_button(action("change"), "Turn over" if is_switch else "")

    def show_keys(self) -> None:
        """Name the present keys: one of them may have been changed here."""
        super().show_keys()
        self._label_change()

    # Changing

    def action_find(self) -> None:
        """Put the cursor in the search."""
        self.query_one("#search").focus()

    def action_leave(self) -> None:
        """Leave the field, the search, or the screen."""
        if isinstance(self.focused, Input):
            self._show_selected()
            self.query_one("#settings").focus()
        else:
            super().action_leave()

    def action_change(self) -> None:
        """Turn a switch over, open a question, or go to the field."""
        row = self.selected
        if row is None:
            return
        if isinstance(row, _KeyRow) or _is_typed(row):
            self.query_one("#value").focus()
        elif isinstance(row.value, bool):
            self._save("false" if row.value else "true")
        elif row.key == "theme":
            self.work(partial(self._choose_theme, str(row.value)), group="setting")
        else:
            self.work(partial(self._write_text, row), group="setting")

    async def _choose_theme(self, now: str) -> None:
        chosen = await self.app.push_screen_wait(ChooseDialog("Which colours?", theme_names(), now or self.app.theme))
        if chosen is not None:
            await self._saved(chosen)

    async def _write_text(self, row: SettingView) -> None:
        text = await self.app.push_screen_wait(TextDialog(row.key, str(row.value), row.setting.meaning))
        if text is not None:
            await self._saved(text.strip() or None)

    def action_reset(self) -> None:
        """Let the default hold again."""
        row = self.selected
        if row is not None and not row.is_default:
            self._save(None)

    @on(Input.Submitted, "#value")
    def _take_typed(self, event: Input.Submitted) -> None:
        event.stop()
        self._save(event.value.strip())

    def _save(self, words: str | None) -> None:
        self.work(partial(self._saved, words), group="setting")

    async def _saved(self, words: str | None) -> None:
        row = self.selected
        if row is None:
            return
        try:
            config = await asyncio.to_thread(self._write, row, words)
        except ConfigError as error:
            problem = self.query_one("#problem", Static)
            problem.update(Content.styled(f"✕ {clean_line(str(error))}", "$error"))
            problem.display = True
            return
        self.note_change()
        self.app.post_message(ConfigChanged(config))
        self.query_one("#settings").focus()
        await self.read()
        if isinstance(row, _KeyRow):
            for warning in rebinding.warnings([(row.key, words or "")]):
                tell(self, warning)

    def _write(self, row: SettingView | _KeyRow, words: str | None) -> Config:
        if not isinstance(row, _KeyRow):
            return self.backend.change_setting(row.key, words)
        others = [(name, keys) for name, keys in self.backend.settings().keys if name != row.key]
        keys = ",".join(part.strip().lower() for part in (words or "").split(",") if part.strip()) or None
        rebinding.check_keys([*others, *([(row.key, keys)] if keys else [])])
        return self.backend.change_keys(row.key, keys)


def _key_rows(view: SettingsView) -> list[_KeyRow]:
    chosen = dict(view.keys)
    return [_KeyRow(one, chosen.get(binding_id(one), one.key), binding_id(one) not in chosen) for one in ACTIONS]


def _search_text(row: SettingView | _KeyRow) -> str:
    if isinstance(row, _KeyRow):
        return f"keys {row.key} {row.entry.palette} {row.entry.tooltip} {row.keys}".lower()
    return f"{row.setting.section} {row.key} {row.setting.meaning}".lower()


def _is_typed(row: SettingView | _KeyRow) -> bool:
    """Whether it is changed in the field: not a switch, no theme, no text of several lines."""
    return isinstance(row, _KeyRow) or not (isinstance(row.value, bool) or row.key in {"theme", "persona"})


def _line(row: SettingView | _KeyRow) -> Content:
    mark = ("  ", "") if row.is_default else ("* ", "bold $accent")
    if isinstance(row, _KeyRow):
        return Content.assemble(mark, (row.entry.palette, "bold"), "  ", (clean_line(row.keys), "$primary"))
    value = wording.shorten(wording.value_words(row.value), _SHOWN_CHARACTERS) or "—"
    if isinstance(row.value, bool):
        value = f"[{'x' if row.value else ' '}] {value}"
    waits = (f"  ({_FROM_START})", FAINT) if row.waits_for_start else ""
    return Content.assemble(mark, (row.key, "bold"), "  ", (value, "$primary"), waits)


def _what(row: SettingView | _KeyRow) -> Content:
    if isinstance(row, _KeyRow):
        return Content.assemble((row.key, "bold"), f"\n{row.entry.tooltip}\n")
    return Content.assemble((row.key, "bold"), f"\n{row.setting.meaning}\n")


def _more(row: SettingView | _KeyRow) -> Content:
    if isinstance(row, _KeyRow):
        facts = [("default", row.entry.key), ("written as", 'keys with commas: "f4", "ctrl+g", "alt+m", "slash"')]
    else:
        default = wording.shorten(wording.value_words(row.default), 4 * _SHOWN_CHARACTERS) or "nothing"
        facts = [("default", default)]
        if row.setting.range_words():
            facts.append(("range", row.setting.range_words()))
        facts.append(("a change", _FROM_START if row.setting.is_applied_at_start else "holds at once"))
        if not _is_typed(row):
            facts.append(("now", wording.value_words(row.value) or "nothing"))
    parts: list[Content | str | tuple[str, str]] = []
    for label, value in facts:
        parts += [(f"\n{label}: ", FAINT), clean_text(value)]
    return Content.assemble(*parts)
