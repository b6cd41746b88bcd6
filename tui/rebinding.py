"""Keys of the user's own: checked against the registry, and handed to Textual.

The one fact that a reader would get wrong: two actions that share a key as shipped (Escape stops, else goes back) may go
on sharing it. Only a key that the user chose must be free.
"""

from __future__ import annotations

import difflib
import unicodedata
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, Keys

from assistant.config import KEYS
from assistant.config_errors import SettingError, with_repair
from tui.keymap import ACTIONS, Action, Scope, binding_id, bindings, key_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MODIFIERS = frozenset({"ctrl", "alt", "shift", "super", "meta", "hyper"})
_NAMES = frozenset({key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values()) | {"comma", "space", "full_stop"})
# What every screen and every field needs for itself.
_NEEDED = frozenset(
    {"enter", "tab", "shift+tab", "escape", "backspace", "delete", "space"}
    | {"up", "down", "left", "right", "home", "end", "pageup", "pagedown"}
)
# What the input does itself; a key of everywhere would take it away.
READLINE = frozenset(
    {f"ctrl+{letter}" for letter in "abdefhknpuwy"}
    | {f"alt+{letter}" for letter in "bdf"}
    | {"left", "right", "home", "end"}
)
_ANOTHER = "Take another."


def check_keys(keys: Iterable[tuple[str, str]]) -> None:
    """Check what `[keys]` of config.toml says.

    Raises:
        ConfigError: an action that is not there (the nearest is named), a key that is none, one that is taken, or a
            character for an action that works everywhere: nobody could type it any more. It names the place and the
            command that repairs it.
    """
    chosen = dict(keys)
    for name in chosen:
        try:
            _check(name, chosen)
        except SettingError as error:
            told = SettingError(f"[{KEYS}] in config.toml: {error.message}", error.hint, key=error.key)
            raise with_repair(told) from error


def check_choice(keys: Iterable[tuple[str, str]], name: str) -> None:
    """Check the keys that are about to be an action's, `keys` being all of `[keys]` as it would become.

    Raises:
        ConfigError: as above, in a line that stands beside the choice and names no place.
    """
    _check(name, dict(keys))


def as_written(typed: str) -> str:
    """Return keys as config.toml holds them, with commas: " F4, Ctrl+T" gives "f4,ctrl+t"."""
    return ",".join(part.strip().lower() for part in typed.split(",") if part.strip())


def shipped_keys(name: str) -> str:
    """Return the keys that an action has as shipped, "" where there is no such action."""
    return next((one.key for one in ACTIONS if binding_id(one) == name), "")


def action_words(entry: Action) -> str:
    """Name an action as Help does; where that is a mere sign, as the palette does."""
    return entry.label if any(one.isalpha() for one in entry.label) else entry.palette


def _check(name: str, chosen: Mapping[str, str]) -> None:
    known = {binding_id(one): one for one in ACTIONS}
    if name not in known:
        nearest = difflib.get_close_matches(name, known, n=1, cutoff=0.0)[0]
        raise _refusal(name, f'There is no action "{name}".', f'Did you mean "{nearest}"?')
    if not chosen[name]:
        raise _refusal(name, "That names no key.", 'Write it as "f4", "ctrl+g", "alt+m" or "slash".')
    for key in chosen[name].split(","):
        _check_key(known[name], key)
        _check_free(known[name], key, chosen)


def _refusal(name: str, message: str, hint: str) -> SettingError:
    return SettingError(message, hint, key=f"{KEYS}.{name}")


def _check_key(entry: Action, key: str) -> None:
    *modifiers, last = key.split("+") if key != "+" else [key]
    is_character = len(last) == 1 or last in KEY_NAME_REPLACEMENTS.values() or _is_characters_name(last)
    if not (is_character or last in _NAMES) or not set(modifiers) <= _MODIFIERS:
        hint = 'Write it as "f4", "ctrl+g", "alt+m" or "slash".'
        raise _refusal(binding_id(entry), f'"{key}" is no key.', hint)
    if _comes_first(entry) and ((is_character and not modifiers) or key in _NEEDED):
        raise _refusal(
            binding_id(entry),
            f"{key_name(key)} could not be typed any more.",
            "Take a function key, or one with Ctrl or Alt.",
        )


def _is_characters_name(name: str) -> bool:
    """Tell whether a name is what Textual makes of a character's: "latin_small_letter_e_with_acute"."""
    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return False
    return True


def _comes_first(entry: Action) -> bool:
    """Tell whether an action's key is taken before a field where one writes gets it."""
    found = (one for one in bindings(entry.scope) if isinstance(one, Binding) and one.id == binding_id(entry))
    return any(one.priority for one in found)


def _check_free(entry: Action, key: str, chosen: Mapping[str, str]) -> None:
    for other in ACTIONS:
        is_near = other.scope is entry.scope or Scope.APP in {other.scope, entry.scope}
        if other is entry or not is_near:
            continue
        if key in chosen.get(binding_id(other), other.key).split(","):
            message = f"{key_name(key)} is the key of {action_words(other)}."
            raise _refusal(binding_id(entry), message, _ANOTHER)


def warnings(keys: Iterable[tuple[str, str]]) -> list[str]:
    """Say which chosen keys are the input's own."""
    known = {binding_id(one): one for one in ACTIONS}
    found = []
    for name, wanted in keys:
        for key in wanted.split(","):
            if name in known and key in READLINE and known[name].scope in {Scope.APP, Scope.CHAT, Scope.INPUT}:
                loses = known[name].scope is not Scope.CHAT
                what = "the input loses it" if loses else "inside the input it goes on as before"
                words = (
                    f"{key_name(key)} is readline's in the input: as the key of {action_words(known[name])}, {what}."
                )
                found.append(words)
    return found


def keymap_of(keys: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return what Textual's `set_keymap` takes.

    It drops a whole key when one of the actions on it is rebound; so those that share it are named with their own.
    """
    chosen = dict(keys)
    keymap = dict(chosen)
    for one in ACTIONS:
        for other in ACTIONS:
            is_shared = one.scope is other.scope and set(one.key.split(",")) & set(other.key.split(","))
            if binding_id(one) in chosen and is_shared:
                keymap.setdefault(binding_id(other), other.key)
    return keymap
