"""How an action of the chat screen is handed on to the part that does the work: one line for a key.

The one fact that a reader would get wrong: which of the four is used tells when the key works. What the key is for stands
in the registry (`tui.keymap`), how it is done at the part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.records import Chat
    from tui.chat.first_parts import FirstParts
    from tui.chat.parts import ChatParts


class HandsOn(Protocol):
    """A screen that has parts."""

    def at_once(self, act: Callable[[FirstParts], object]) -> object:
        """Have one of the first parts act."""

    def once_open(self, act: Callable[[ChatParts], object]) -> object:
        """Have a part act; until the memory is open there is none, and that is said."""

    def when_free(self, act: Callable[[ChatParts], None]) -> None:
        """Have a part change the talk, unless something else goes first."""

    def with_chat(self, act: Callable[[ChatParts, Chat], None]) -> None:
        """Have a part act on the chat that is selected in the list; say where there is none."""


def at_once(act: Callable[[FirstParts], object]) -> Callable[[HandsOn], object]:
    """Return an action that works from the first paint on; Textual awaits what is to be awaited."""
    return lambda screen: screen.at_once(act)


def once_open(act: Callable[[ChatParts], object]) -> Callable[[HandsOn], object]:
    """Return an action that works once the memory is open."""
    return lambda screen: screen.once_open(act)


def when_free(act: Callable[[ChatParts], None]) -> Callable[[HandsOn], None]:
    """Return an action that changes the talk."""
    return lambda screen: screen.when_free(act)


def with_chat(act: Callable[[ChatParts, Chat], None]) -> Callable[[HandsOn], None]:
    """Return an action on the chat that is selected in the list."""
    return lambda screen: screen.with_chat(act)
