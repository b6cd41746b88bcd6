"""Code in a reply: lines that are too long go on in the next row, behind a mark.

The one fact that a reader would get wrong: the mark is painted only. What is copied, with the key or with the mouse, is the
code as the model wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.visual import Visual
from textual.widgets import Static
from textual.widgets.markdown import MarkdownFence

from tui.themes import FAINT

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.css.styles import RulesMap
    from textual.selection import Selection
    from textual.strip import Strip
    from textual.style import Style
    from textual.visual import RenderOptions

MARK = "↳ "
_TAB_CELLS = 4


class _Wrapped(Visual):
    """Code as it is painted in a given width."""

    def __init__(self, code: Content) -> None:
        self._code = code
        self._width = 0
        self._painted = code

    def at(self, width: int) -> Content:
        """Return the code with every line broken that is wider than so many cells."""
        if width != self._width:
            self._width, self._painted = width, _wrap(self._code, width)
        return self._painted

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the longest line."""
        return self._code.get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return how many rows it takes."""
        return self.at(width).get_height(rules, width)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Paint it."""
        return self.at(width).render_strips(width, height, style, options)


class CodeText(Static):
    """The text of a block of code."""

    def __init__(self, code: Content, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(code, id=id)
        self._wrapped = _Wrapped(code)
        self._of: object = code

    @property
    def visual(self) -> Visual:
        """What is painted; the content stays as it was written, for who searches it."""
        content = self.content
        if content is not self._of and isinstance(content, Content):
            self._wrapped, self._of = _Wrapped(content), content
        return self._wrapped

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return what the mouse selected, without the marks."""
        painted = self._wrapped.at(self.content_size.width).plain
        return selection.extract(painted).replace(f"\n{MARK}", ""), "\n"


class CodeBlock(MarkdownFence):
    """A block of code whose lines are never cut."""

    DEFAULT_CSS: ClassVar[str] = """
    CodeBlock {
        overflow: hidden;
        & > CodeText { padding: 1 2; width: 1fr; height: auto; }
        &:ansi > CodeText { padding: 1 0; }
    }
    """

    @property
    def allow_horizontal_scroll(self) -> bool:
        """No: nothing goes on beyond the edge."""
        return False

    def compose(self) -> ComposeResult:
        """Yield the code."""
        yield CodeText(self._highlighted_code, id="code-content")

    def set_content(self, content: Content) -> None:
        """Show other code, as more of it comes."""
        self._content = content
        for text in self.query(CodeText):
            text.update(content)


def _wrap(code: Content, width: int) -> Content:
    rows: list[Content] = []
    for line in code.split("\n", allow_blank=True):
        whole = line.expand_tabs(_TAB_CELLS)
        if width <= len(MARK) + 1 or whole.cell_length <= width:
            rows.append(whole)
            continue
        first, *others = _rows_of(whole, width - len(MARK))
        rows += [first, *(Content.assemble((MARK, FAINT), part) for part in others)]
    return Content("\n").join(rows)


def _rows_of(line: Content, width: int) -> list[Content]:
    """Break a line, behind a space where one stands in the latter half of a row."""
    rows: list[Content] = []
    while line.cell_length > width:
        place = len(line.fold(width)[0].plain)
        space = line.plain.rfind(" ", place // 2, place) + 1
        place = space or place
        rows.append(line[:place])
        line = line[place:]
    return [*rows, line]
