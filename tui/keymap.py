"""One registry of what a user can do: key, footer label, tooltip and palette text stand in one place.

The one fact that a reader would get wrong: while the input has the focus, readline's keys belong to it. So what works
everywhere sits on function keys and on `ctrl+o`, `ctrl+g`, `ctrl+q`; single letters act only inside a side pane.
"""

from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from types import MappingProxyType

from textual.binding import Binding, BindingType

from tui.action import Action, Scope
from tui.further_actions import FURTHER_ACTIONS
from tui.main_actions import MAIN_ACTIONS
from tui.side_actions import SIDE_ACTIONS

__all__ = [
    "ACTIONS",
    "REBOUND",
    "Action",
    "Scope",
    "action",
    "actions",
    "all_key_words",
    "binding_id",
    "bindings",
    "key_name",
    "key_words",
    "keys_of",
    "palette_rows",
]


ACTIONS: tuple[Action, ...] = (*MAIN_ACTIONS, *SIDE_ACTIONS, *FURTHER_ACTIONS)


# What the running app's config binds otherwise. The app sets it before anything is painted; without an app it is empty.
REBOUND: ContextVar[Mapping[str, str]] = ContextVar("rebound", default=MappingProxyType({}))
_OF_SCREENS = frozenset(
    {
        Scope.APP,
        Scope.CHAT,
        Scope.SIDE,
        Scope.TOPICS,
        Scope.MEMORIES,
        Scope.HEALTH,
        Scope.MODELS,
        Scope.SETTINGS,
        Scope.SEARCH,
        Scope.IMPORT,
        Scope.FORM,
    }
)


def actions(*scopes: Scope) -> tuple[Action, ...]:
    """Return the actions of these scopes, in the registry's order."""
    return tuple(action for action in ACTIONS if action.scope in scopes)


def action(action_id: str, scope: Scope | None = None) -> Action:
    """Return the action of this name; where several screens have one, the first unless `scope` says whose.

    Raises:
        KeyError: If the registry has none.
    """
    for candidate in ACTIONS:
        if candidate.id == action_id and scope in {None, candidate.scope}:
            return candidate
    raise KeyError(action_id)


def bindings(scope: Scope) -> list[BindingType]:
    """Return the bindings for `BINDINGS` of the class that serves this scope."""
    # Inside a widget the screen's actions need their namespace; on the screen itself it would be that of a dialog on top.
    prefix = "" if scope in _OF_SCREENS else "screen."
    return [
        Binding(
            key=key,
            action=prefix + entry.id,
            description=entry.label,
            tooltip=entry.tooltip,
            show=entry.is_in_footer,
            id=binding_id(entry),
            # The input binds some function keys itself, a line of text types the letter of one with Alt, and nothing may
            # take Quit or Commands away.
            priority=scope is Scope.APP or _is_function_key(key) or key.startswith("alt+"),
        )
        for entry in actions(scope)
        for key in _apart(entry.key)
    ]


def _apart(keys: str) -> tuple[str, ...]:
    """Return the keys of one binding each: those with Alt, and the others together."""
    with_alt = [key for key in keys.split(",") if key.startswith("alt+")]
    others = [key for key in keys.split(",") if not key.startswith("alt+")]
    return tuple(filter(None, (",".join(with_alt), ",".join(others))))


def binding_id(entry: Action) -> str:
    """Return what an action is called in `[keys]` of config.toml: "chat.new_chat"."""
    return f"{entry.scope}.{entry.id}"


def keys_of(entry: Action) -> str:
    """Return the keys that an action has in the running app, with commas."""
    return REBOUND.get().get(binding_id(entry), entry.key)


def _is_function_key(key: str) -> bool:
    return key[0] == "f" and key[1:].isdigit()


def key_words(entry: Action) -> str:
    """Return the action's first key as a user reads it: "ctrl+o" -> "Ctrl+O", "f2" -> "F2", "slash" -> "/"."""
    return key_name(keys_of(entry).split(",")[0])


def all_key_words(entry: Action) -> str:
    """Return all of the action's keys as a user reads them: "d,delete" -> "D, Delete"."""
    return ", ".join(map(key_name, keys_of(entry).split(",")))


def key_name(key: str) -> str:
    """Return one key as a user reads it."""
    return "+".join(_KEY_NAMES.get(part, part.capitalize()) for part in key.split("+"))


_KEY_NAMES = {"slash": "/", "pageup": "PgUp", "pagedown": "PgDn", "escape": "Esc", "left": "←", "right": "→"}


def palette_rows(scopes: Iterable[Scope]) -> list[tuple[Action, str]]:
    """Return each action of these scopes with its palette help: key and tooltip."""
    return [(entry, f"{key_words(entry)}  {entry.tooltip}") for entry in actions(*scopes)]
