"""How the rows of the settings screen are put in words: settings, and the keys of the keyboard.

The one fact that a reader would get wrong: what a user must know while typing (range, default, when it holds) is one
line, so that it stands beside the field at every size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from assistant.cleaning import clean_line, clean_text
from assistant.config_errors import SettingError
from tui import wording
from tui.keymap import ACTIONS, Action, action, binding_id, key_name, key_words
from tui.rebinding import action_words
from tui.themes import FAINT

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.changing_settings import SettingsView, SettingView
    from assistant.errors import ConfigError

_SHOWN_CHARACTERS = 30
_LONGEST_SHOWN = 100
_NEXT_START = "from the next start"
# What people call it who look for it.
_ALSO_CALLED = "keys key rebind shortcut hotkey binding"


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An action and its keys, as a row among the settings."""

    entry: Action
    keys: str
    is_default: bool

    @property
    def key(self) -> str:
        """Its name."""
        return binding_id(self.entry)


def key_rows(view: SettingsView) -> list[KeyRow]:
    """Return a row for every action, in the registry's order."""
    chosen = dict(view.keys)
    return [KeyRow(one, chosen.get(binding_id(one), one.key), binding_id(one) not in chosen) for one in ACTIONS]


def search_text(row: SettingView | KeyRow) -> str:
    """Return everything that the search looks at, in lower case."""
    if isinstance(row, KeyRow):
        names = f"{row.key} {row.entry.label} {row.entry.palette} {row.entry.tooltip}"
        return f"{_ALSO_CALLED} {names} {row.keys} {keys_words(row.keys)}".lower()
    name = row.key.replace("_", " ")
    return f"{row.setting.section} {row.key} {name} {row.setting.meaning}".lower()


def keys_words(keys: str) -> str:
    """Return keys as Help writes them: "f4,ctrl+t" gives "F4, Ctrl+T"."""
    return ", ".join(map(key_name, keys.split(",")))


def is_typed(row: SettingView | KeyRow) -> bool:
    """Tell whether it is changed in the field: not a switch, no theme, no text of several lines, no key to be pressed."""
    return not isinstance(row, KeyRow) and not (isinstance(row.value, bool) or row.key in {"theme", "persona"})


def list_line(row: SettingView | KeyRow) -> Content:
    """Return a row of the list: whether it was changed, its name, what it is now."""
    mark = ("  ", "") if row.is_default else ("* ", "bold $accent")
    if isinstance(row, KeyRow):
        return Content.assemble(mark, (row.entry.palette, "bold"), "  ", (clean_line(keys_words(row.keys)), "$primary"))
    value = wording.shorten(wording.value_words(row.value), _SHOWN_CHARACTERS) or "—"
    if isinstance(row.value, bool):
        value = f"[{'x' if row.value else ' '}] {value}"
    waits = (f"  (holds {_NEXT_START})", FAINT) if row.waits_for_start else ""
    return Content.assemble(mark, (row.key, "bold"), "  ", (value, "$primary"), waits)


def facts(row: SettingView | KeyRow) -> Content:
    """Return what stands over the field: the name; the range, the default and when a change holds."""
    if isinstance(row, KeyRow):
        name = action_words(row.entry)
        parts = [f"now {keys_words(row.keys)}", f"as shipped {keys_words(row.entry.key)}"]
    else:
        name = row.key
        default = wording.shorten(wording.value_words(row.default), _SHOWN_CHARACTERS) or "nothing"
        holds = _NEXT_START if row.setting.is_applied_at_start else "at once"
        parts = [row.setting.range_words(), f"default {default}", f"holds {holds}"]
    return Content.assemble((name, "bold"), "\n", (clean_line(" · ".join(filter(None, parts))), FAINT))


def explanation(row: SettingView | KeyRow) -> Content:
    """Return what stands under the field: what it means, and how it is changed where that is not by the field."""
    if isinstance(row, KeyRow):
        how = f"{key_words(action('change'))}, then press the new key. "
        how += f"{key_words(action('type_keys'))} types names, several with commas."
        return Content.assemble(row.entry.tooltip, (f"\n{how}\nIn config.toml: {row.key}", FAINT))
    if is_typed(row):
        return Content(row.setting.meaning)
    now = clean_text(wording.shorten(wording.value_words(row.value), _LONGEST_SHOWN)) or "nothing"
    return Content.assemble(row.setting.meaning, ("\nnow: ", FAINT), now)


def refusal(error: ConfigError, file: Path) -> Content:
    """Say beside the field what cannot be: what is allowed and what to do, no place on the disk."""
    reason = error.reason if isinstance(error, SettingError) else ""
    message = f"It {reason}." if reason else error.message.replace(str(file), "config.toml")
    what = error.hint or f"{key_words(action('leave'))} undoes."
    return Content.styled(clean_line(f"✕ {message} {what}"), "$error")
