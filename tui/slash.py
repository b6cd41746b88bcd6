"""Lines that begin with "/" in the app: what they name is done, and none of them ever reaches the model.

The one fact that a reader would get wrong: to send such a line as a message, begin it with a space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.topic_words import ban_line, pin_line, unban_line, unpin_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tui.backend import Backend

# Commands that open something: the app's or the screen's own action of that name.
ACTIONS: Mapping[str, str] = {
    "help": "app.open_help",
    "topics": "app.open_topics",
    "memories": "app.open_memories",
    "health": "app.open_health",
    "models": "app.open_models",
    "settings": "app.open_settings",
    "new": "new_chat",
    "temporary": "temporary_chat",
    "regenerate": "regenerate",
    "continue": "continue_reply",
    "edit": "edit_message",
    "copy": "copy_reply",
    "editor": "edit_outside",
    "export": "export_chat",
    "undo": "undo",
    "why": "toggle_why",
    "welcome": "welcome",
    "quit": "app.quit",
}
_SET = "set"
# The same with what stands behind the name.
_WITH_WORDS: Mapping[str, str] = {"find": "app.open_search", "import": "app.open_import"}
_WORDS: Mapping[str, Callable[[Backend, str], str]] = {
    "ban": lambda backend, term: ban_line(backend.ban(term)),
    "unban": lambda backend, term: unban_line(backend.unban(term)),
    "pin": lambda backend, term: pin_line(backend.pin_topic(term)),
    "unpin": lambda backend, term: unpin_line(backend.unpin_topic(term)),
}


def is_slash(text: str) -> bool:
    """Tell whether a message is a command: one line that begins with "/" and a letter."""
    return text.startswith("/") and "\n" not in text.strip() and text[1:2].isalpha()


def action_of(text: str) -> str | None:
    """Return the action that a command opens, or None."""
    opening = _WITH_WORDS.get(_name(text))
    if opening is not None:
        return f"{opening}({text.partition(' ')[2].strip()!r})"
    return ACTIONS.get(_name(text))


def is_set(text: str) -> bool:
    """Tell whether a command is about what the open chat has of its own."""
    return _name(text) == _SET


def run_words(backend: Backend, text: str) -> str:
    """Carry out a command on a topic and return the line that says so; an unknown one is refused in words.

    Raises:
        AssistantError: it cannot be done.
        StoreError: likewise.
    """
    name, term = _name(text), text.partition(" ")[2].strip()
    command = _WORDS.get(name)
    if command is None:
        known = ", ".join(f"/{one}" for one in sorted((*ACTIONS, *_WITH_WORDS, *_WORDS, _SET)))
        return f"There is no command /{name} here. There are {known}. To send such a line, begin it with a space."
    if not term:
        return f"Say which topic: /{name} TOPIC"
    return command(backend, term)


def _name(text: str) -> str:
    return text[1:].partition(" ")[0].strip().lower()
