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
    TALK = "talk"
    INPUT = "input"
    CHATS = "chats"
    WHY = "why"
    SIDE = "side"
    TOPICS = "topics"
    MEMORIES = "memories"
    HEALTH = "health"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a user can do.

    Args:
        id: The name of the method, without `action_`; an argument stands in parentheses.
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
    Action(Scope.APP, "open_help", "f1", "Help", "See every key, and what can be done.", "Help: all keys", True),
    Action(
        Scope.CHAT, "toggle_chats", "f2", "Chats", "Go to the chats; again hides them.", "Chats: show or hide", True
    ),
    Action(Scope.CHAT, "toggle_why", "f3", "Why", "Go to what was remembered and why.", "Why: show or hide", True),
    Action(Scope.CHAT, "new_chat", "f4", "New", "Start a new chat.", "Chats: new", True),
    Action(Scope.APP, "open_topics", "f5", "Topics", "See, add and lift bans and pins.", "Topics: bans and pins", True),
    Action(Scope.APP, "open_memories", "f6", "Memories", "Search, change and add memories.", "Memories: search", True),
    Action(Scope.APP, "open_health", "f7", "Health", "See how the memory is.", "Health: how the memory is", True),
    Action(
        Scope.APP,
        "open_search",
        "ctrl+r",
        "Find",
        "Find what was said, in all chats; Enter goes to the turn.",
        "Chats: find what was said",
        True,
    ),
    Action(
        Scope.CHAT,
        "regenerate",
        "f8",
        "Again",
        "Write the last reply again, with the same memories; the earlier one stays beside it.",
        "Reply: write it again",
        True,
    ),
    Action(
        Scope.CHAT,
        "go_to_turn",
        "f9",
        "Turn",
        "Go to the selected turn, where single keys compare replies, branch and rewind.",
        "Turns: go to the selected one",
        True,
    ),
    Action(Scope.APP, "command_palette", "ctrl+o", "Commands", "Find any command by name.", "Commands", True),
    Action(Scope.APP, "quit", "ctrl+q", "Quit", "Save and leave; twice leaves at once.", "Quit", True),
    Action(
        Scope.CHAT,
        "undo",
        "ctrl+g",
        "Undo",
        "Take back the deletion of a chat, or the last ban, pin or remembered thing.",
        "Undo: the last deletion, ban or pin",
    ),
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
    Action(
        Scope.TALK,
        "other_reply(-1)",
        "left",
        "‹",
        "Show the reply before, of those that this turn was given.",
        "Reply: show the one before",
    ),
    Action(
        Scope.TALK,
        "other_reply(1)",
        "right",
        "›",
        "Show the next reply, of those that this turn was given.",
        "Reply: show the next",
    ),
    Action(
        Scope.TALK,
        "keep_reply",
        "k",
        "Keep",
        "Make the reply that is shown the one that counts.",
        "Reply: keep the one shown",
    ),
    Action(
        Scope.TALK,
        "branch",
        "b",
        "Branch",
        "Begin another chat that shares everything up to this turn.",
        "Turns: branch from the selected one",
    ),
    Action(
        Scope.TALK,
        "rewind",
        "w",
        "Rewind",
        "Drop everything after this turn; asks first.",
        "Turns: rewind to the selected one",
    ),
    Action(
        Scope.TALK,
        "other_branch",
        "o",
        "Other",
        "Go to the chat that goes another way from here.",
        "Turns: go to the other branch",
    ),
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
        Scope.CHATS,
        "put_away",
        "a",
        "Put away",
        "Take the selected chat out of the list; among those put away, bring it back.",
        "Chats: put away or take back",
    ),
    Action(
        Scope.CHATS,
        "show_away",
        "v",
        "Others",
        "Show the chats that were put away; again shows the others.",
        "Chats: show those put away",
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
        "ban_memory",
        "b",
        "Ban",
        "Never bring up a topic of the selected memory; asks which.",
        "Memory: ban a topic of the selected one",
    ),
    Action(
        Scope.WHY,
        "edit_memory",
        "e",
        "Edit",
        "Change the selected memory's text, keys and knobs.",
        "Memory: edit the selected one",
    ),
    Action(
        Scope.WHY,
        "not_relevant",
        "n",
        "Not relevant",
        "Halve the selected memory's importance.",
        "Memory: the selected one is not relevant",
    ),
    Action(
        Scope.WHY,
        "useful",
        "u",
        "Useful",
        "Renew the selected memory, so that it fades from now on only.",
        "Memory: the selected one is useful",
    ),
    Action(
        Scope.WHY,
        "forget_memory",
        "f,delete",
        "Forget",
        "Delete the selected memory everywhere; asks first.",
        "Memory: forget the selected one",
    ),
    Action(Scope.SIDE, "leave", "escape", "Back", "Go back to the chat.", "Chat: back to it", True),
    Action(Scope.TOPICS, "add_ban", "b", "Ban", "Never bring up a topic.", "Topics: ban one"),
    Action(Scope.TOPICS, "add_pin", "p", "Pin", "Keep a topic from fading, in every prompt.", "Topics: pin one"),
    Action(
        Scope.TOPICS,
        "lift",
        "l,delete",
        "Lift",
        "Lift the selected ban or pin.",
        "Topics: lift the selected one",
    ),
    Action(Scope.TOPICS, "undo", "ctrl+g", "Undo", "Take back the last ban or pin.", "Topics: undo"),
    Action(Scope.MEMORIES, "find", "slash,s", "Search", "Go to the search.", "Memories: go to the search"),
    Action(Scope.MEMORIES, "add_memory", "a", "Add", "Write a memory by hand.", "Memories: add one"),
    Action(
        Scope.MEMORIES,
        "edit_memory",
        "e",
        "Edit",
        "Change text, title, knobs and keys of the selected memory.",
        "Memories: edit the selected one",
    ),
    Action(
        Scope.MEMORIES,
        "pin_memory",
        "p",
        "Pin",
        "Keep the selected memory from fading, in every prompt; again lifts the pin.",
        "Memories: pin or unpin the selected one",
    ),
    Action(
        Scope.MEMORIES,
        "switch_memory",
        "d",
        "Switch off",
        "Keep the selected memory out of every prompt; again switches it on.",
        "Memories: switch the selected one off or on",
    ),
    Action(
        Scope.MEMORIES,
        "forget_memory",
        "f,delete",
        "Forget",
        "Delete the selected memory everywhere; asks first.",
        "Memories: forget the selected one",
    ),
    Action(
        Scope.MEMORIES,
        "open_chat",
        "c",
        "Chat",
        "Go to the turn in which the selected memory was said.",
        "Memories: go to the selected one's chat",
    ),
    Action(
        Scope.MEMORIES,
        "clear_filters",
        "x",
        "All",
        "Drop the search and all filters.",
        "Memories: drop the search and filters",
    ),
    Action(
        Scope.HEALTH,
        "undo_intervention",
        "u",
        "Undo",
        "Take the selected intervention back.",
        "Health: undo",
    ),
    Action(Scope.SEARCH, "find", "slash,s", "Search", "Go to the search.", "Find: go to the search"),
    Action(Scope.HEALTH, "read_again", "r", "Read again", "Read every figure again.", "Health: read again"),
)


_OF_SCREENS = frozenset({Scope.APP, Scope.CHAT, Scope.SIDE, Scope.TOPICS, Scope.MEMORIES, Scope.HEALTH, Scope.SEARCH})


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
    prefix = "" if scope in _OF_SCREENS else "screen."
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
    """Return the action's first key as a user reads it: "ctrl+o" -> "Ctrl+O", "f2" -> "F2", "slash" -> "/"."""
    return _key_name(entry.key.split(",")[0])


def all_key_words(entry: Action) -> str:
    """Return all of the action's keys as a user reads them: "d,delete" -> "D, Delete"."""
    return ", ".join(map(_key_name, entry.key.split(",")))


def _key_name(key: str) -> str:
    return "+".join(_KEY_NAMES.get(part, part.capitalize()) for part in key.split("+"))


_KEY_NAMES = {"slash": "/", "pageup": "PgUp", "pagedown": "PgDn", "escape": "Esc", "left": "←", "right": "→"}


def palette_rows(scopes: Iterable[Scope]) -> list[tuple[Action, str]]:
    """Return each action of these scopes with its palette help: key and tooltip."""
    return [(entry, f"{key_words(entry)}  {entry.tooltip}") for entry in actions(*scopes)]
