"""The settings screen: every key of config.toml and every key of the keyboard, changed where they stand.

The one fact that a reader would get wrong: a value is checked, then written, then taken over. One that cannot be stays
in its field with the reason beside it, and the file is as it was; one that says what holds anyway is not written.
"""

from __future__ import annotations

import asyncio
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
from tui.keymap import Scope, action, bindings, key_words
from tui.messages import ConfigChanged
from tui.setting_words import (
    KeyRow,
    explanation,
    facts,
    is_typed,
    key_rows,
    keys_words,
    list_line,
    refusal,
    search_text,
)
from tui.side_screen import SideScreen, button_line
from tui.telling import tell
from tui.themes import theme_names
from tui.widgets.choice_dialogs import ChooseDialog, TextDialog
from tui.widgets.key_dialog import KeyDialog
from tui.widgets.key_line import KeyLine
from tui.widgets.screen_list import ScreenList

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from assistant.changing_settings import SettingsView, SettingView
    from assistant.clock import Clock
    from assistant.config import Config
    from tui.backend import Backend


class SettingsScreen(SideScreen):
    """Search above, the keys at one side, the selected one with its field at the other."""

    BINDINGS = bindings(Scope.SETTINGS)
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SIDE, Scope.SETTINGS)
    AUTO_FOCUS = "#search"

    view: var[SettingsView | None] = var(None, init=False, always_update=True)
    """What config.toml says."""
    words: var[str] = var("", init=False)
    """What the list is narrowed to."""

    def __init__(self, backend: Backend | None, clock: Clock) -> None:
        super().__init__(backend, clock)
        self._rows: list[SettingView | KeyRow | None] = []
        self._types_keys = False

    def compose(self) -> ComposeResult:
        """Yield title, search, list, the selected key's field, buttons and footer."""
        with Horizontal(classes="title-line"):
            yield Static("Settings", classes="title")
            yield Static("reading …", id="settings-note", classes="title-note", markup=False)
        yield Input(placeholder=_search_hint(), id="search", compact=True)
        with Vertical(classes="split"):
            yield ScreenList(id="settings", classes="side-list", markup=False, compact=True)
            yield Static("", id="settings-empty", classes="empty", markup=False)
            with VerticalScroll(id="details", classes="side-list", can_focus=False):
                yield Static("", id="setting-facts", markup=False)
                yield Input(id="value", compact=True)
                yield Static("", id="problem", markup=False)
                yield Static("", id="setting-more", markup=False)
        yield button_line(Scope.SETTINGS, without={"find"})
        yield KeyLine()

    def on_mount(self) -> None:
        """Read config.toml."""
        for hidden in ("#problem", "#settings-empty"):
            self.query_one(hidden).display = False
        self.work(self.read, group="settings", exclusive=True)

    async def read(self) -> None:
        """Read config.toml again."""
        self.view = await asyncio.to_thread(self.backend.settings)

    @property
    def selected(self) -> SettingView | KeyRow | None:
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
            place = "keys" if isinstance(row, KeyRow) else row.setting.section
            if place != section:
                section = place
                self._rows.append(None)
                options.append(Option(Content.styled(f"[{place}]", "bold $secondary"), disabled=True))
            self._rows.append(row)
            options.append(Option(list_line(row)))
        listing.set_options(options)
        places = [
            at for at, row in enumerate(self._rows) if row is not None and before is not None and row.key == before.key
        ]
        listing.highlighted = (places or [1])[0] if options else None
        listing.display = bool(options)
        empty = self.query_one("#settings-empty", Static)
        empty.display = not options
        away = key_words(action("leave"))
        empty.update(Content(f"No setting and no key fits “{clean_line(self.words)}”. {away} shows all."))
        changed = sum(not row.is_default for row in view.rows) + len(view.keys)
        self.query_one("#settings-note", Static).update(Content(f"{changed} changed · {clean_line(str(view.path))}"))
        self._show_selected()

    def _fitting(self, view: SettingsView) -> list[SettingView | KeyRow]:
        words = self.words.lower().split()
        rows: list[SettingView | KeyRow] = [*view.rows, *key_rows(view)]
        return [row for row in rows if all(word in search_text(row) for word in words)]

    @on(Input.Changed, "#search")
    def _search(self, event: Input.Changed) -> None:
        event.stop()
        # Who comes from another screen presses "/" first, and stands in the search already.
        self.words = event.value.strip().lstrip("/").strip()

    @on(Input.Submitted, "#search")
    def _to_list(self, event: Input.Submitted) -> None:
        event.stop()
        if any(self._rows):
            self.query_one("#settings").focus()

    @on(OptionList.OptionHighlighted, "#settings")
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._show_selected()

    def _show_selected(self, *, types_keys: bool = False) -> None:
        row = self.selected
        self._types_keys = types_keys
        self.query_one("#problem").display = False
        self.query_one("#details").display = row is not None
        for name in ("change", "reset", "type_keys"):
            self.query_one(f"#button-{name}").display = row is not None
        if row is None:
            return
        field = self.query_one("#value", Input)
        field.display = types_keys or is_typed(row)
        field.value = clean_text(row.keys if isinstance(row, KeyRow) else wording.value_words(row.value))
        self.query_one("#setting-facts", Static).update(facts(row))
        self.query_one("#setting-more", Static).update(explanation(row))
        self.query_one("#details").scroll_home(animate=False)
        self.query_one("#button-reset").display = not row.is_default
        self.query_one("#button-type_keys").display = isinstance(row, KeyRow)
        self._label_change()

    def _label_change(self) -> None:
        row = self.selected
        is_switch = row is not None and not isinstance(row, KeyRow) and isinstance(row.value, bool)
        words = "New key" if isinstance(row, KeyRow) else "Turn over" if is_switch else ""
        self.label_button(action("change"), words)

    def show_keys(self) -> None:
        """Name the present keys: one of them may have been changed here."""
        super().show_keys()
        self._label_change()
        self.query_one("#search", Input).placeholder = _search_hint()

    # Changing

    def action_find(self) -> None:
        """Put the cursor in the search."""
        self.query_one("#search").focus()

    def action_leave(self) -> None:
        """Leave the field, drop the search, or leave the screen."""
        search = self.query_one("#search", Input)
        if self.query_one("#value").has_focus:
            self._show_selected()
            self.query_one("#settings").focus()
        elif search.has_focus and search.value:
            search.value = ""
        else:
            super().action_leave()

    def action_change(self) -> None:
        """Turn a switch over, open a question, wait for a key, or go to the field."""
        row = self.selected
        if row is None:
            return
        if isinstance(row, KeyRow):
            self.work(partial(self._press_key, row), group="setting")
        elif is_typed(row):
            self.query_one("#value").focus()
        elif isinstance(row.value, bool):
            self._save("false" if row.value else "true")
        elif row.key == "theme":
            self.work(partial(self._choose_theme, str(row.value)), group="setting")
        else:
            self.work(partial(self._write_text, row), group="setting")

    def action_type_keys(self) -> None:
        """Go to a field for the names of an action's keys."""
        if isinstance(self.selected, KeyRow):
            self._show_selected(types_keys=True)
            self.query_one("#value").focus()

    async def _choose_theme(self, now: str) -> None:
        chosen = await self.app.push_screen_wait(ChooseDialog("Which colours?", theme_names(), now or self.app.theme))
        if chosen is not None and chosen != now:
            await self._saved(chosen)

    async def _write_text(self, row: SettingView) -> None:
        text = await self.app.push_screen_wait(TextDialog(row.key, str(row.value), row.setting.meaning))
        if text is not None and text.strip() != row.value:
            await self._saved(text.strip() or None)

    async def _press_key(self, row: KeyRow) -> None:
        def check(key: str) -> None:
            rebinding.check_choice([*self._keys_beside(row), (row.key, key)], row.key)

        key = await self.app.push_screen_wait(
            KeyDialog(rebinding.action_words(row.entry), f"Now: {keys_words(row.keys)}", check)
        )
        if key is not None and key != row.keys:
            await self._saved(key)

    def action_reset(self) -> None:
        """Let the default hold again."""
        row = self.selected
        if row is not None and not row.is_default:
            self._save(None)

    @on(Input.Submitted, "#value")
    def _take_typed(self, event: Input.Submitted) -> None:
        event.stop()
        row, typed = self.selected, event.value.strip()
        now = "" if row is None else row.keys if isinstance(row, KeyRow) else wording.value_words(row.value)
        if typed == now:
            self.action_leave()
        else:
            self._save(typed)

    def _save(self, words: str | None) -> None:
        self.work(partial(self._saved, words), group="setting")

    async def _saved(self, words: str | None) -> None:
        row, view = self.selected, self.view
        if row is None or view is None:
            return
        try:
            config = await asyncio.to_thread(self._write, row, words)
        except ConfigError as error:
            problem = self.query_one("#problem", Static)
            problem.update(refusal(error, view.path))
            problem.display = True
            return
        self.note_change()
        self.app.post_message(ConfigChanged(config))
        self.query_one("#settings").focus()
        await self.read()
        if isinstance(row, KeyRow):
            warnings = rebinding.warnings([(row.key, rebinding.as_written(words or ""))])
            if warnings:
                tell(self, "\n".join(warnings))

    def _write(self, row: SettingView | KeyRow, words: str | None) -> Config:
        if not isinstance(row, KeyRow):
            return self.backend.change_setting(row.key, words)
        keys = None if words is None else rebinding.as_written(words)
        rebinding.check_choice([*self._keys_beside(row), (row.key, row.entry.key if keys is None else keys)], row.key)
        return self.backend.change_keys(row.key, None if keys == row.entry.key else keys)

    def _keys_beside(self, row: KeyRow) -> list[tuple[str, str]]:
        chosen = () if self.view is None else self.view.keys
        return [(name, keys) for name, keys in chosen if name != row.key]


def _search_hint() -> str:
    return f"Search ({key_words(action('find', Scope.SETTINGS))}): names, meanings and keys"
