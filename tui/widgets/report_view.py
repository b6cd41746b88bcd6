"""Shows a report of any number of lines, broken at the width of the screen.

The one fact that a reader would get wrong: only the rows on screen are painted, and none is a widget. The report on a
lorebook may have twenty thousand lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.events import Resize

_INDENT = "  "
_LEAST_WIDTH = 8
_WARNING = "!"


class ReportView(ScrollView, can_focus=True):
    """Lines of text, the first one as their heading; those that begin with "!" stand out."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"report--heading", "report--warning", "report--line"}
    DEFAULT_CSS = """
    ReportView {
        .report--heading { text-style: bold; color: $text-primary; }
        .report--warning { text-style: bold; color: $text-warning; }
        .report--line { color: $foreground; }
    }
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._lines: tuple[str, ...] = ()
        self._rows: list[tuple[str, str]] = []
        self._folded_at = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown."""
        return self._lines

    def show(self, lines: Sequence[str]) -> None:
        """Show these lines, from the first on; they hold no control characters."""
        self._lines = tuple(lines)
        self._folded_at = 0
        self._fold()
        self.scroll_home(animate=False)

    def on_resize(self, event: Resize) -> None:  # noqa: ARG002 - Textual's signature
        """Break the lines at the new width."""
        self._fold()

    def render_line(self, y: int) -> Strip:
        """Paint one row."""
        at = y + self.scroll_offset.y
        width = self.size.width
        if at >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        name, row = self._rows[at]
        style = self.get_component_rich_style(name)
        return Strip([Segment(row, style)]).adjust_cell_length(width, style)

    def _fold(self) -> None:
        width = max(_LEAST_WIDTH, self.scrollable_content_region.width)
        if width != self._folded_at:
            self._folded_at = width
            self._rows = [
                (_class_of(place, line), row) for place, line in enumerate(self._lines) for row in fold(line, width)
            ]
            self.virtual_size = Size(width, len(self._rows))
        self.refresh()


def _class_of(place: int, line: str) -> str:
    if place == 0:
        return "report--heading"
    return "report--warning" if line.startswith(_WARNING) else "report--line"


def fold(line: str, width: int) -> list[str]:
    """Break a line into rows of at most `width` cells, at spaces where there are any; further rows are indented."""
    if cell_len(line) <= width:
        return [line]
    rows: list[str] = []
    start = 0
    while start < len(line):
        indent = _INDENT if rows else ""
        end = _fitting(line, start, width - len(indent))
        if end < len(line):
            space = line.rfind(" ", start + 1, end + 1)
            end = end if space < 0 else space
        rows.append(indent + line[start:end])
        start = end + (line[end : end + 1] == " ")
    return rows


def _fitting(line: str, start: int, cells: int) -> int:
    """Return where a row from `start` ends, at least one character further."""
    piece = line[start : start + cells]
    if piece.isascii():
        return start + len(piece)
    used = 0
    for place, character in enumerate(piece, start):
        used += cell_len(character)
        if used > cells:
            return max(place, start + 1)
    return start + len(piece)
