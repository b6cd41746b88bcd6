"""What was looked for, marked in the turn where it was found, and brought in sight.

The one fact that a reader would get wrong: a turn may be longer than the screen, so what is scrolled to is the line of
the first mark, not the turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Markdown, Static

from assistant.chat_search import places_of
from memory.records import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.containers import ScrollableContainer

MARK = "bold underline $accent"


@dataclass(frozen=True, slots=True)
class Found:
    """The words of a search, and who said the message that they were found in."""

    words: str
    role: Role


def marked(content: Content, places: Iterable[tuple[int, int]]) -> Content:
    """Return a text with these places marked, by more than colour."""
    for start, end in places:
        content = content.stylize(MARK, start, end)
    return content


def show_found(talk: ScrollableContainer, turn: Widget, found: Found) -> None:
    """Mark every place of a turn that holds what was looked for, and scroll to the first in the message that was found."""
    found_in = [one for text in _texts(turn) if (one := _mark(text, found.words)) is not None]
    is_reply = found.role is Role.ASSISTANT
    wanted = [one for one in found_in if _is_of_reply(one[0]) is is_reply] or found_in
    if wanted:
        text, row = wanted[0]
        line = _line_of(text, talk) + row
        # A third from the top: what leads to it is in sight too.
        talk.scroll_to(y=line - talk.size.height // 3, animate=False)


def _line_of(text: Widget, talk: Widget) -> int:
    """Return the row of the talk in which a text begins; its place on screen may be that of before the last scrolling."""
    line, inside = 0, text
    while inside is not talk and isinstance(inside.parent, Widget):
        line += inside.virtual_region.y
        inside = inside.parent
    return line


def _texts(turn: Widget) -> Iterator[Static]:
    yield from turn.query(".user-text").results(Static)
    for reply in turn.query(Markdown):
        yield from reply.query(Static)


def _is_of_reply(text: Static) -> bool:
    return not text.has_class("user-text")


def _mark(text: Static, words: str) -> tuple[Static, int] | None:
    """Mark a text; return it with the row of its first mark, or None where it holds none."""
    content = text.content
    if not isinstance(content, Content):
        return None
    places = places_of(content.plain, words)
    if not places:
        return None
    text.update(marked(content, places))
    width = text.content_size.width
    above = content[: places[0][0]].wrap(width) if width else []
    return text, max(0, len(above) - 1)
