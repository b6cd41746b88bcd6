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
        "alt+g",
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
        "Take back the deletion of a chat, the last edit, ban, pin or remembered thing.",
        "Undo: the last deletion, ban or pin",
    ),
    Action(
        Scope.CHAT,
        "welcome",
        "alt+w",
        "Welcome",
        "Tell your name and tastes, and see where everything is stored.",
        "Welcome: your name and tastes",
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
        "later_turns",
        "ctrl+shift+pagedown",
        "Later turns",
        "Load the turns after those shown.",
        "Turns: load later ones",
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
        "continue_reply",
        "c",
        "Go on",
        "Carry on the last reply from where it was stopped or cut off.",
        "Reply: go on with it",
    ),
    Action(
        Scope.TALK,
        "edit_message",
        "e",
        "Edit",
        "Change the message and send it again: the last one in its place, an earlier one in a branch.",
        "Turns: edit the message and send it again",
    ),
    Action(Scope.TALK, "copy_reply", "y", "Copy", "Copy the reply, over SSH too.", "Copy: the reply"),
    Action(Scope.TALK, "copy_message", "m", "Copy message", "Copy the message, over SSH too.", "Copy: the message"),
    Action(
        Scope.TALK,
        "copy_code",
        "x",
        "Copy code",
        "Copy a block of code of the reply; again copies the next one.",
        "Copy: a block of code",
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
    Action(
        Scope.INPUT,
        "edit_outside",
        "alt+e",
        "Editor",
        "Write the message in your own editor ($VISUAL or $EDITOR).",
        "Input: write it in your editor",
    ),
    Action(Scope.CHATS, "rename_chat", "r", "Rename", "Give the selected chat another title.", "Chats: rename", True),
    Action(
        Scope.CHATS,
        "delete_chat",
        "d,delete",
        "Delete",
        "Delete the selected chat; it can be undone.",
        "Chats: delete",
        True,
    ),
    Action(
        Scope.CHATS,
        "put_away",
        "a",
        "Put away",
        "Take the selected chat out of the list; among those put away, bring it back.",
        "Chats: put away or take back",
        True,
    ),
    Action(
        Scope.CHATS,
        "show_away",
        "v",
        "Others",
        "Show the chats that were put away; again shows the others.",
        "Chats: show those put away",
        True,
    ),
    Action(
        Scope.WHY,
        "pin_memory",
        "p",
        "Pin",
        "Keep the selected memory from fading, in every prompt; again lifts the pin.",
        "Memory: pin or unpin the selected one",
        True,
    ),
    Action(
        Scope.WHY,
        "ban_memory",
        "b",
        "Ban",
        "Never bring up a topic of the selected memory; asks which.",
        "Memory: ban a topic of the selected one",
        True,
    ),
    Action(
        Scope.WHY,
        "edit_memory",
        "e",
        "Edit",
        "Change the selected memory's text, keys and knobs.",
        "Memory: edit the selected one",
        True,
    ),
    Action(
        Scope.WHY,
        "not_relevant",
        "n",
        "Not relevant",
        "Halve the selected memory's importance.",
        "Memory: the selected one is not relevant",
        True,
    ),
    Action(
        Scope.WHY,
        "useful",
        "u",
        "Useful",
        "Renew the selected memory, so that it fades from now on only.",
        "Memory: the selected one is useful",
        True,
    ),
    Action(
        Scope.WHY,
        "forget_memory",
        "f,delete",
        "Forget",
        "Delete the selected memory everywhere; asks first.",
        "Memory: forget the selected one",
        True,
    ),
    *SIDE_ACTIONS,
    *FURTHER_ACTIONS,
)


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
