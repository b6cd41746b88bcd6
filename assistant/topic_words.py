"""What a change of bans and pins came to, in the words of messages, commands and screens alike.

The one fact that a reader would get wrong: how to take it back is not said here. A chat names its command, a screen its
key, a shell nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.cleaning import clean_line
from memory.rules.plurals import memory_count

if TYPE_CHECKING:
    from assistant.topics import TopicChange, TopicView

_LISTED = 8


def ban_line(change: TopicChange) -> str:
    """Say in one line what a ban came to."""
    if not change.is_changed:
        return f"“{clean_line(change.term)}” is banned already ({_held(change)})."
    return f"Banned “{clean_line(change.term)}”: it will not be brought up ({_held(change)} withheld)."


def unban_line(change: TopicChange) -> str:
    """Say in one line what lifting a ban came to."""
    return f"“{clean_line(change.term)}” may come up again ({_held(change)})."


def pin_line(change: TopicChange) -> str:
    """Say in one line what pinning a topic came to."""
    if not change.is_changed:
        return f"“{clean_line(change.term)}” is pinned already ({_held(change)})."
    return f"Pinned “{clean_line(change.term)}” ({_held(change)})."


def unpin_line(change: TopicChange) -> str:
    """Say in one line what lifting a topic's pin came to."""
    return f"“{clean_line(change.term)}” is no longer pinned ({_held(change)})."


def topic_line(view: TopicView) -> str:
    """Write a directive and what it holds in one clean line."""
    directive = view.directive
    damaged = ", damaged" if directive.is_damaged else ""
    return clean_line(
        f"{directive.kind}{damaged}  {directive.term}  {memory_count(len(view.matches))}{_ids(view.matches)}"
    )


def _held(change: TopicChange) -> str:
    return memory_count(len(change.matches))


def _ids(matches: tuple[str, ...]) -> str:
    if not matches:
        return ""
    more = len(matches) - _LISTED
    shown = ", ".join(matches[:_LISTED])
    return f": {shown} and {more:,} more" if more > 0 else f": {shown}"
