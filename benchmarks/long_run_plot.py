"""Draw the two curves as SVG: how often the theme comes up in a week, and how diverse the replies are.

The one fact that a reader would get wrong: a line is the median of the seeds, and the band round it is their whole range.
"""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

Weeks = Sequence[Sequence[float]]  # per seed, per week

_WIDTH, _HEIGHT = 860, 330
_LEFT, _TOP, _PANEL_WIDTH, _PANEL_HEIGHT, _BETWEEN = 56, 56, 340, 210, 80
_TICKS = 4
_LEGEND_WIDTH = 120
_COLOURS = ("#c2410c", "#0f766e")
_INK, _GRID = "#57606a", "#d0d7de"


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes: curves by name, from 0 to `top`."""

    title: str
    top: float
    curves: Mapping[str, Weeks]


def draw(title: str, panels: Sequence[Panel], footer: str) -> str:
    """Return an SVG of panels side by side; it reads on light and dark pages."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="{_INK}">'
    )
    lines = [
        head,
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="8" fill="#ffffff"/>',
    ]
    for place, panel in enumerate(panels):
        lines += _panel(panel, _LEFT + place * (_PANEL_WIDTH + _BETWEEN))
    lines.append(f'<text x="{_LEFT}" y="{_HEIGHT - 12}" font-size="11">{escape(footer)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _panel(panel: Panel, left: float) -> Iterator[str]:
    weeks = max(len(seed) for seeds in panel.curves.values() for seed in seeds)
    yield f'<text x="{left}" y="{_TOP - 30}" font-size="14" font-weight="600">{escape(panel.title)}</text>'
    yield from _axes(panel, left, weeks)
    for place, (name, seeds) in enumerate(panel.curves.items()):
        colour, x = _COLOURS[place], left + place * _LEGEND_WIDTH
        yield f'<line x1="{x}" y1="{_TOP - 14}" x2="{x + 18}" y2="{_TOP - 14}" stroke="{colour}" stroke-width="3"/>'
        yield f'<text x="{x + 24}" y="{_TOP - 10}">{escape(name)}</text>'
        yield from _curve([_points(panel, left, weeks, seeds, of) for of in (min, max, statistics.median)], colour)


def _axes(panel: Panel, left: float, weeks: int) -> Iterator[str]:
    bottom = _TOP + _PANEL_HEIGHT
    for tick in range(_TICKS + 1):
        y = bottom - _PANEL_HEIGHT * tick / _TICKS
        yield f'<line x1="{left}" y1="{y:.1f}" x2="{left + _PANEL_WIDTH}" y2="{y:.1f}" stroke="{_GRID}"/>'
        yield f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{panel.top * tick / _TICKS:g}</text>'
    for week in range(weeks):
        yield f'<text x="{_x(left, week, weeks):.1f}" y="{bottom + 18}" text-anchor="middle">{week + 1}</text>'
    yield f'<text x="{left + _PANEL_WIDTH}" y="{bottom + 34}" text-anchor="end">week</text>'


def _curve(points: Sequence[Sequence[str]], colour: str) -> Iterator[str]:
    low, high, middle = points
    yield f'<polygon points="{" ".join([*high, *reversed(low)])}" fill="{colour}" fill-opacity="0.15"/>'
    yield f'<polyline points="{" ".join(middle)}" fill="none" stroke="{colour}" stroke-width="2.5"/>'


def _points(panel: Panel, left: float, weeks: int, seeds: Weeks, of: Callable[[list[float]], float]) -> list[str]:
    """Place one value a week: of all seeds' the least, the greatest or the median."""
    values = (of([seed[week] for seed in seeds]) for week in range(weeks))
    return [
        f"{_x(left, week, weeks):.1f},{_TOP + _PANEL_HEIGHT * (1 - value / panel.top):.1f}"
        for week, value in enumerate(values)
    ]


def _x(left: float, week: int, weeks: int) -> float:
    return left + _PANEL_WIDTH * (week + 0.5) / weeks
