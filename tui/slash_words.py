"""What slash commands do to memories and topics: the same in the app and line by line, told in the same lines.

The one fact that a reader would get wrong: nothing here asks. What deletes something stands where it can be asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.authoring import Authored
from assistant.cleaning import clean_line
from assistant.errors import AssistantError
from assistant.topic_words import ban_line, pin_line, unban_line, unpin_line
from tui import wording

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from assistant.topics import TopicChange
    from assistant.views import TurnView
    from memory.records import Message
    from tui.backend import MemoryBackend

_MOST_TURNS = 1_000_000
_MOST_CHANCE = 100
_YES, _NO = frozenset({"yes", "on", "true"}), frozenset({"no", "off", "false"})
_QUOTED = 80


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did.

    Args:
        lines: What to say.
        undo: What undo takes back now, in words that go on from the undo key's name; "" = nothing more than before.
        is_found: Whether the lines are what was looked for, rather than the news of a change.
    """

    lines: tuple[str, ...]
    undo: str = ""
    is_found: bool = False


def ban(backend: MemoryBackend, term: str) -> Done:
    """Ban a topic."""
    change = backend.ban(term)
    return _changed(change, ban_line(change), "lifts the ban of")


def unban(backend: MemoryBackend, term: str) -> Done:
    """Lift a ban."""
    change = backend.unban(term)
    return _changed(change, unban_line(change), "bans again")


def pin(backend: MemoryBackend, what: str) -> Done:
    """Pin a memory or a topic."""
    if not backend.is_memory(what):
        change = backend.pin_topic(what)
        return _changed(change, pin_line(change), "lifts the pin of")
    before = backend.memory_details(what).row.memory
    backend.pin(what)
    words = wording.shorten(before.text, 40)
    return Done((f"Pinned: {clean_line(before.text)}",), "" if before.is_pinned else f"lifts the pin: {words}")


def unpin(backend: MemoryBackend, what: str) -> Done:
    """Lift the pin of a memory or a topic."""
    if not backend.is_memory(what):
        change = backend.unpin_topic(what)
        return _changed(change, unpin_line(change), "pins again")
    before = backend.memory_details(what).row.memory
    backend.unpin(what)
    words = wording.shorten(before.text, 40)
    return Done((f"Unpinned: {clean_line(before.text)}",), f"pins it again: {words}" if before.is_pinned else "")


def remember(backend: MemoryBackend, text: str) -> Done:
    """Store something that the user tells."""
    added = backend.remember(text)
    return Done(
        tuple(f"Remembered as {one.handle}: {clean_line(one.text)}" for one in added),
        f"forgets it again: {wording.shorten(text, 40)}",
    )


def recall(backend: MemoryBackend, text: str) -> Done:
    """Search as a question would; nothing changes by it."""
    lines = tuple(
        f"{one.memory.handle}, {one.memory.said_at.astimezone():%Y-%m-%d}: {clean_line(one.memory.text)}"
        for one in backend.recall(text)
    )
    return Done(lines or ("Nothing found.",), is_found=True)


def useful(backend: MemoryBackend, handle: str) -> Done:
    """Renew a memory."""
    return _judged(backend, handle, is_useful=True)


def not_relevant(backend: MemoryBackend, handle: str) -> Done:
    """Halve a memory's importance."""
    return _judged(backend, handle, is_useful=False)


def change_memory(backend: MemoryBackend, words: str) -> Done:
    """Change one thing of a memory: "m17 cooldown 3".

    Raises:
        AssistantError: there is no such thing, or no such value.
    """
    handle, _, rest = words.partition(" ")
    key, _, value = rest.strip().partition(" ")
    read = _KEYS.get(key.lower())
    if read is None:
        raise AssistantError(f"A memory has no “{clean_line(key)}”.", f"There are {', '.join(_KEYS)}.")
    backend.edit_memory(handle, read(value.strip()))
    memory = backend.memory_details(handle).row.memory
    return Done((f"Changed {memory.handle}: {wording.shorten(memory.text, _QUOTED)}",))


def replies_of(turn: TurnView) -> list[Message]:
    """Return every reply that a turn was given, the first one first, as `/replies` numbers them."""
    return sorted((turn.reply, *turn.alternatives), key=lambda one: one.id)


# What is done alike everywhere.
WORDS: Mapping[str, Callable[[MemoryBackend, str], Done]] = {
    "ban": ban,
    "unban": unban,
    "pin": pin,
    "unpin": unpin,
    "remember": remember,
    "recall": recall,
    "useful": useful,
    "not-relevant": not_relevant,
}


def _changed(change: TopicChange, line: str, undo: str) -> Done:
    return Done((line,), f"{undo} “{wording.shorten(change.term, 40)}”" if change.is_changed else "")


def _judged(backend: MemoryBackend, handle: str, *, is_useful: bool) -> Done:
    worth = backend.give_feedback(handle, is_useful=is_useful)
    text = wording.shorten(backend.memory_details(handle).row.memory.text, _QUOTED)
    return Done((f"{'Renewed' if is_useful else 'Counts half'}, importance now {worth:.2f}: {text}",))


def _text(value: str) -> str:
    if not value:
        raise AssistantError("The memory has no text.", "Write it behind the word `text`.")
    return value


def _names(value: str) -> tuple[str, ...]:
    return tuple(filter(None, (one.strip() for one in value.split(","))))


def _turns(value: str, most: int = _MOST_TURNS) -> int:
    if not (value.isascii() and value.isdecimal()) or len(value) > len(str(most)) or int(value) > most:
        raise AssistantError(f"“{clean_line(value)}” is no number from 0 to {most:,}.", "Write one.")
    return int(value)


def _switch(value: str) -> bool:
    if value.lower() not in _YES | _NO:
        raise AssistantError(f"“{clean_line(value)}” is neither yes nor no.", "Write one of them.")
    return value.lower() in _YES


_KEYS: Mapping[str, Callable[[str], Authored]] = {
    "text": lambda value: Authored(text=_text(value)),
    "title": lambda value: Authored(title=value),
    "keys": lambda value: Authored(keys=_names(value)),
    "exclude": lambda value: Authored(exclude_keys=_names(value)),
    "sticky": lambda value: Authored(sticky=_turns(value)),
    "cooldown": lambda value: Authored(cooldown=_turns(value)),
    "delay": lambda value: Authored(delay=_turns(value)),
    "probability": lambda value: Authored(probability=_turns(value, _MOST_CHANCE)),
    "constant": lambda value: Authored(is_constant=_switch(value)),
    "off": lambda value: Authored(is_disabled=_switch(value)),
}
