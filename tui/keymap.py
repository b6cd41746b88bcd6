"""One registry of what a user can do: key, footer label, tooltip and palette text stand in one place.

The one fact that a reader would get wrong: while the input has the focus, readline's keys belong to it. So what works
everywhere sits on function keys and on `ctrl+o`, `ctrl+g`, `ctrl+q`; single letters act only inside a side pane.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from textual.binding import Binding, BindingType


class Scope(StrEnum):
    """Where an action's key works. The action itself is a method of the app (`APP`) or of the screen (all others)."""

    APP = "app"
    CHAT = "chat"
    INPUT = "input"
    CHATS = "chats"
    WHY = "why"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a user can do.

    Args:
        id: The name of the method, without `action_`.
        key: Textual's name of the key, or several with commas.
        label: One or two words for the footer and for buttons.
        tooltip: One sentence.
        palette: The entry in the command palette.
        is_in_footer: Whether the footer offers it; everything else is reached by key, palette or its own button.
    """

    scope: Scope
    id: str
    key: str
    label: str
    tooltip: str
    palette: str
    is_in_footer: bool = False


ACTIONS: tuple[Action, ...] = (
    Action(Scope.CHAT, "stop", "escape", "Stop", "Stop the reply; what is there is kept.", "Reply: stop", True),
    Action(
        Scope.CHAT, "toggle_chats", "f2", "Chats", "Go to the chats; again hides them.", "Chats: show or hide", True
    ),
    Action(Scope.CHAT, "toggle_why", "f3", "Why", "Go to what was remembered and why.", "Why: show or hide", True),
    Action(Scope.CHAT, "new_chat", "f4", "New", "Start a new chat.", "Chats: new", True),
    Action(Scope.APP, "command_palette", "ctrl+o", "Commands", "Find any command by name.", "Commands", True),
    Action(Scope.APP, "quit", "ctrl+q", "Quit", "Save and leave; twice leaves at once.", "Quit", True),
    Action(Scope.CHAT, "undo_delete", "ctrl+g", "Undo delete", "Bring the deleted chat back.", "Chats: undo delete"),
    Action(
        Scope.CHAT,
        "previous_turn",
        "ctrl+up",
        "Earlier turn",
        "Select the turn before; Why follows.",
        "Turns: select the one before",
    ),
    Action(
        Scope.CHAT,
        "next_turn",
        "ctrl+down",
        "Later turn",
        "Select the next turn; after the last, Why follows the talk again.",
        "Turns: select the next",
    ),
    Action(
        Scope.CHAT,
        "earlier_turns",
        "ctrl+pageup",
        "Earlier turns",
        "Load the turns before those shown.",
        "Turns: load earlier ones",
    ),
    Action(
        Scope.CHAT,
        "last_turn",
        "ctrl+pagedown",
        "To the end",
        "Scroll to the end and follow the reply.",
        "Turns: go to the end",
    ),
    Action(Scope.CHAT, "back", "escape", "Back", "Close the pane and go back to the input.", "Input: go there"),
    Action(Scope.INPUT, "send", "enter", "Send", "Send the message.", "Input: send"),
    Action(
        Scope.INPUT,
        "newline",
        "ctrl+j,shift+enter",
        "New line",
        "Begin a new line in the message.",
        "Input: new line",
    ),
    Action(Scope.CHATS, "rename_chat", "r", "Rename", "Give the selected chat another title.", "Chats: rename"),
    Action(
        Scope.CHATS, "delete_chat", "d,delete", "Delete", "Delete the selected chat; it can be undone.", "Chats: delete"
    ),
    Action(
        Scope.WHY,
        "pin_memory",
        "p",
        "Pin",
        "Keep the selected memory from fading, in every prompt; again lifts the pin.",
        "Memory: pin or unpin the selected one",
    ),
    Action(
        Scope.WHY,
        "forget_memory",
        "f,delete",
        "Forget",
        "Delete the selected memory everywhere; asks first.",
        "Memory: forget the selected one",
    ),
)


def actions(*scopes: Scope) -> tuple[Action, ...]:
    """Return the actions of these scopes, in the registry's order."""
    return tuple(action for action in ACTIONS if action.scope in scopes)


def action(action_id: str) -> Action:
    """Return the action of this name.

    Raises:
        KeyError: If the registry has none.
    """
    for candidate in ACTIONS:
        if candidate.id == action_id:
            return candidate
    raise KeyError(action_id)


def bindings(scope: Scope) -> list[BindingType]:
    """Return the bindings for `BINDINGS` of the class that serves this scope."""
    # Inside a widget the screen's actions need their namespace; on the screen itself it would be that of a dialog on top.
    prefix = "" if scope in {Scope.APP, Scope.CHAT} else "screen."
    return [
        Binding(
            key=entry.key,
            action=prefix + entry.id,
            description=entry.label,
            tooltip=entry.tooltip,
            show=entry.is_in_footer,
            id=f"{scope}.{entry.id}",
            # The input binds some function keys itself, and nothing may take Quit or Commands away.
            priority=scope is Scope.APP or _is_function_key(entry.key),
        )
        for entry in actions(scope)
    ]


def _is_function_key(key: str) -> bool:
    return key[0] == "f" and key[1:].isdigit()


def key_words(entry: Action) -> str:
    """Return the action's first key as a user reads it: "ctrl+o" -> "Ctrl+O", "f2" -> "F2"."""
    return "+".join(part.capitalize() for part in entry.key.split(",")[0].split("+"))


def palette_rows(scopes: Iterable[Scope]) -> list[tuple[Action, str]]:
    """Return each action of these scopes with its palette help: key and tooltip."""
    return [(entry, f"{key_words(entry)}  {entry.tooltip}") for entry in actions(*scopes)]
