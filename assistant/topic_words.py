"""What a change of bans and pins came to, in the words of messages, commands and screens alike.

The one fact that a reader would get wrong: how to take it back is not said here. A chat names its command, a screen its
key, a shell nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.cleaning import clean_line, quoted
from memory.rules.plurals import memory_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assistant.topics import TopicChange, TopicView

NOT_IN_REPLIES = "no reply names it unless your own message does"
"""What a ban does to replies; the topics screen and the guide say the same."""

_LISTED = 8
_LONGEST_NEAR = 100


def ban_line(change: TopicChange) -> str:
    """Say in one line what a ban came to."""
    if not change.is_changed:
        return f"“{clean_line(change.term)}” is banned already ({_held(change)})."
    held = f"{_held(change)} withheld" if change.matches else "no memory holds this word, so none is withheld"
    return f"Banned “{clean_line(change.term)}”: {NOT_IN_REPLIES} ({held}). {near_line(change.near)}".rstrip()


def near_line(near: Sequence[str]) -> str:
    """Name memories that a ban which withholds none of the user's may have meant; "" without any."""
    if not near:
        return ""
    return f"Near it: {', '.join(quoted(one, _LONGEST_NEAR) for one in near)}. To withhold these too, ban a word of theirs."


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
