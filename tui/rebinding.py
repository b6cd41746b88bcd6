"""Keys of the user's own: checked against the registry, and handed to Textual.

The one fact that a reader would get wrong: two actions that share a key as shipped (Escape stops, else goes back) may go
on sharing it. Only a key that the user chose must be free.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from textual.keys import KEY_NAME_REPLACEMENTS, Keys

from assistant.errors import ConfigError
from tui.keymap import ACTIONS, Action, Scope, binding_id, key_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MODIFIERS = frozenset({"ctrl", "alt", "shift", "super", "meta", "hyper"})
_NAMES = frozenset({key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values()) | {"comma", "space", "full_stop"})
# What the input does itself; a key of everywhere would take it away.
READLINE = frozenset(
    {f"ctrl+{letter}" for letter in "abdefhknpuwy"}
    | {f"alt+{letter}" for letter in "bdf"}
    | {"left", "right", "home", "end"}
)
_SOURCE = "[keys]"


def check_keys(keys: Iterable[tuple[str, str]]) -> None:
    """Check what `[keys]` says.

    Raises:
        ConfigError: an action that is not there (the nearest is named), a key that is none, one that is taken, or a
            character for an action that works everywhere: nobody could type it any more.
    """
    chosen = dict(keys)
    known = {binding_id(one): one for one in ACTIONS}
    for name, wanted in chosen.items():
        if name not in known:
            nearest = difflib.get_close_matches(name, known, n=1, cutoff=0.0)[0]
            raise ConfigError(f'{_SOURCE}: there is no action "{name}".', f'Did you mean "{nearest}"?')
        for key in wanted.split(","):
            _check_key(known[name], key)
            _check_free(known[name], key, chosen)


def _check_key(entry: Action, key: str) -> None:
    *modifiers, last = key.split("+") if key != "+" else [key]
    is_key = len(last) == 1 or last in _NAMES
    if not is_key or not set(modifiers) <= _MODIFIERS:
        raise ConfigError(f'{_SOURCE}: "{key}" is no key.', 'Write it as "f4", "ctrl+g", "alt+m" or "slash".')
    types_character = not modifiers and (len(last) == 1 or last in KEY_NAME_REPLACEMENTS.values())
    if types_character and entry.scope is Scope.APP:
        raise ConfigError(
            f'{_SOURCE}: "{binding_id(entry)}" works everywhere, so "{key}" could not be typed any more.',
            "Take a function key, or one with Ctrl or Alt.",
        )


def _check_free(entry: Action, key: str, chosen: Mapping[str, str]) -> None:
    for other in ACTIONS:
        is_near = other.scope is entry.scope or Scope.APP in {other.scope, entry.scope}
        if other is entry or not is_near:
            continue
        if key in chosen.get(binding_id(other), other.key).split(","):
            raise ConfigError(
                f'{_SOURCE}: {key_name(key)} of "{binding_id(entry)}" is taken by "{binding_id(other)}".',
                "Take another key, or give that one another.",
            )


def warnings(keys: Iterable[tuple[str, str]]) -> list[str]:
    """Say which chosen keys are the input's own."""
    scopes = {binding_id(one): one.scope for one in ACTIONS}
    found = []
    for name, wanted in keys:
        for key in wanted.split(","):
            if key in READLINE and scopes.get(name) in {Scope.APP, Scope.CHAT, Scope.INPUT}:
                loses = scopes[name] is not Scope.CHAT
                what = "the input loses it" if loses else "inside the input it goes on as before"
                found.append(f'{key_name(key)} is readline\'s in the input: as the key of "{name}", {what}.')
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
