"""Why, line by line: as `reverie why` and the line-by-line chat tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.cleaning import clean_line

if TYPE_CHECKING:
    from assistant.views import WhyRow, WhyView


def why_lines(view: WhyView) -> list[str]:
    """Write what was in a turn's prompt and why, and what stayed out."""
    head = f"Turn {view.turn_id}, {view.mode}." if view.turn_id is not None else f"{view.mode.capitalize()}."
    found = [head, "In the prompt:" if view.active else "No memory was in the prompt.", *map(_line, view.active)]
    return [*found, "Left out:", *map(_line, view.withheld)] if view.withheld else found


def _line(row: WhyRow) -> str:
    return f"{row.memory.handle}: {clean_line(row.memory.text)} ({clean_line(row.explanation)})"
