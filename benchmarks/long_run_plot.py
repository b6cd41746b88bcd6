"""Draw the two curves as SVG: how often the theme comes up in a week, and how diverse the replies are.

The one fact that a reader would get wrong: a line is the median of the seeds, and the band round it is their whole range.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

Weeks = Sequence[Sequence[float]]  # per seed, per week

_WIDTH, _HEIGHT = 860, 330
_LEFT, _TOP, _PANEL_WIDTH, _PANEL_HEIGHT, _BETWEEN = 56, 56, 340, 210, 80
_TICKS = 4
_COLOURS = ("#c2410c", "#0f766e", "#7c3aed")
_INK, _GRID = "#57606a", "#d0d7de"


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes: curves by name, from 0 to `top`."""

    title: str
    top: float
    curves: Mapping[str, Weeks]


def draw(title: str, panels: Sequence[Panel], footer: str) -> str:
    """Return an SVG of panels side by side; it reads on light and dark pages."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="{_INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="8" fill="#ffffff"/>',
    ]
    for place, panel in enumerate(panels):
        parts += _panel(panel, _LEFT + place * (_PANEL_WIDTH + _BETWEEN))
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 12}" font-size="11">{escape(footer)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel, left: float) -> list[str]:
    bottom = _TOP + _PANEL_HEIGHT
    parts = [f'<text x="{left}" y="{_TOP - 30}" font-size="14" font-weight="600">{escape(panel.title)}</text>']
    for tick in range(_TICKS + 1):
        y = bottom - _PANEL_HEIGHT * tick / _TICKS
        value = panel.top * tick / _TICKS
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + _PANEL_WIDTH}" y2="{y:.1f}" stroke="{_GRID}"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    weeks = max(len(one) for curve in panel.curves.values() for one in curve)
    for week in range(weeks):
        parts.append(f'<text x="{_x(left, week, weeks):.1f}" y="{bottom + 18}" text-anchor="middle">{week + 1}</text>')
    parts.append(f'<text x="{left + _PANEL_WIDTH}" y="{bottom + 34}" text-anchor="end">week</text>')
    for place, (name, seeds) in enumerate(panel.curves.items()):
        colour = _COLOURS[place % len(_COLOURS)]
        by_week = [[seed[week] for seed in seeds if week < len(seed)] for week in range(weeks)]
        high = [_point(left, panel, week, weeks, max(values)) for week, values in enumerate(by_week)]
        low = [_point(left, panel, week, weeks, min(values)) for week, values in enumerate(by_week)]
        middle = [_point(left, panel, week, weeks, statistics.median(values)) for week, values in enumerate(by_week)]
        parts.append(f'<polygon points="{" ".join([*high, *reversed(low)])}" fill="{colour}" fill-opacity="0.15"/>')
        parts.append(f'<polyline points="{" ".join(middle)}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        x = left + place * 120
        parts.append(
            f'<line x1="{x}" y1="{_TOP - 14}" x2="{x + 18}" y2="{_TOP - 14}" stroke="{colour}" stroke-width="3"/>'
        )
        parts.append(f'<text x="{x + 24}" y="{_TOP - 10}">{escape(name)}</text>')
    return parts


def _x(left: float, week: int, weeks: int) -> float:
    return left + _PANEL_WIDTH * (week + 0.5) / weeks


def _point(left: float, panel: Panel, week: int, weeks: int, value: float) -> str:
    y = _TOP + _PANEL_HEIGHT * (1 - min(value, panel.top) / panel.top)
    return f"{_x(left, week, weeks):.1f},{y:.1f}"
