"""The table of the long run: what each defence is worth, alone and left out, with how far the seeds lie apart.

The one fact that a reader would get wrong: a median that moved shows nothing as long as the seeds of one case lie farther
apart than the two medians. Such a figure is marked ≈: no effect shown.
"""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Line = Mapping[str, object]

_SETTLED_FROM_WEEK = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One case.

    Args:
        name: As the table shows it.
        reference: The case that it is compared with; "" = none.
        seeds: Of each seed, its weeks and its figures.
    """

    name: str
    reference: str
    seeds: Sequence[tuple[Sequence[Line], Line]]


def _last(name: str) -> Callable[[Sequence[Line], Line], float]:
    return lambda weeks, _figures: _number(weeks[-1][name])


def _figure(name: str) -> Callable[[Sequence[Line], Line], float]:
    return lambda _weeks, figures: _number(figures[name])


def _widest_other(weeks: Sequence[Line], _figures: Line) -> float:
    settled = weeks[_SETTLED_FROM_WEEK - 1 :] or weeks[-1:]
    return max(_number(named[1]) for week in settled if isinstance(named := week["widest_other"], list))


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"a table wants a run that is long enough to measure everything: {value!r}")
    return float(value)


_COLUMNS: Mapping[str, Callable[[Sequence[Line], Line], float]] = {
    "theme, last week": _last("theme"),
    "widest other": _widest_other,
    "reports in blocks": _last("report_blocks"),
    "diversity": _last("diversity"),
    "importance as written": _figure("average_written"),
    "never retrieved": _figure("never_retrieved"),
    "hit@5": _figure("hit_near"),
    "asked, in prompt": _figure("asked_in_prompt"),
    "old fact in thread": _figure("thread_on_old_fact"),
}


def table(rows: Sequence[Row]) -> str:
    """Write cases as a Markdown table: median, least to most, and ≈ where no effect is shown against the reference."""
    measured = {row.name: {title: [of(*one) for one in row.seeds] for title, of in _COLUMNS.items()} for row in rows}
    lines = [("defences", *_COLUMNS), ("---", *("---:" for _ in _COLUMNS))]
    for row in rows:
        others = measured.get(row.reference, {})
        cells = (_cell(values, others.get(title)) for title, values in measured[row.name].items())
        lines.append((row.name, *cells))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(values: Sequence[float], reference: Sequence[float] | None) -> str:
    text = f"{_short(statistics.median(values))} ({_short(min(values))}-{_short(max(values))})"
    return f"{text} ≈" if reference and not is_effect(values, reference) else text


def is_effect(values: Sequence[float], reference: Sequence[float]) -> bool:
    """Tell whether two medians lie farther apart than the seeds of either case do.

    Worked: 3, 5, 4 against 9, 8, 10: the medians differ by 5, the seeds by 2.
    """
    spread = max(max(one) - min(one) for one in (values, reference))
    return abs(statistics.median(values) - statistics.median(reference)) > spread


def _short(value: float) -> str:
    """Write a count whole and a share with two decimals and no leading zero."""
    if value >= 1 or value == 0:
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return f"{value:.2f}".removeprefix("0")
