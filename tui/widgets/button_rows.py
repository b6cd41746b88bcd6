"""Buttons side by side, on as many rows as the width asks for: none is ever cut.

The one fact that a reader would get wrong: a row is as high as a compact button, one line. A button that is not shown
takes no place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import NULL_OFFSET, Region
from textual.layout import Layout, WidgetPlacement
from textual.widget import Widget
from typing_extensions import override

if TYPE_CHECKING:
    from textual.geometry import Size
    from textual.layout import ArrangeResult


class RowsLayout(Layout):
    """Places widgets of a line each from left to right, a new row where one has no room left."""

    name = "rows"

    @override
    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return the place of each child; one that is wider than the parent is cut to its width.

        Args:
            parent: What holds the children.
            children: Those that are shown, in order.
            size: The room inside of the parent, in cells; its height is not asked for.
            greedy: What Textual tells layouts that share room out; here no child wants more than its content.
        """
        parent.pre_layout(self)
        viewport = parent.app.viewport_size
        placements: ArrangeResult = []
        x = y = 0
        for child in children:
            margin = child.styles.margin
            width = min(child.get_content_width(size, viewport) + child.styles.gutter.width, size.width)
            if x and x + margin.left + width > size.width:
                x, y = 0, y + 1
            x += margin.left
            placements.append(WidgetPlacement(Region(x, y, width, 1), NULL_OFFSET, margin, child))
            x += width + margin.right
        return placements


class ButtonRows(Widget):
    """Holds compact buttons, none of them cut."""

    def __init__(self, *buttons: Widget, classes: str = "") -> None:
        super().__init__(*buttons, classes=f"button-rows {classes}")
        self._rows = RowsLayout()

    @property
    def layout(self) -> Layout:
        """How the buttons are placed; the stylesheet knows Textual's own layouts only."""
        return self._rows
