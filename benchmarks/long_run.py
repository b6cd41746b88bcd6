"""Eight weeks in minutes: python -m benchmarks.long_run [--seeds 5] [--plot FILE] [--table] [--real-model].

A scripted user talks to a stated echo model for 56 days of 30 turns (`long_run_user`, `long_run_model`), on the real store,
retrieval, gate, keeping and idle jobs, with a clock that only the script moves. By default: all defences off, all on, all
on with the harder user, all on with a month away, and the dream curves. `--only` and `--without` name defences
(importance, fading, scan, gate, echo, own_words) for one run instead; `--table` runs each alone and each left out.
Prints a JSON line a week of each seed, then a summary of medians with the goals.

The one fact that a reader would get wrong: "off" is not a broken product but a naive one: the assistant's text is stored
and retrieved like the user's, importance grows with length, the last reply is part of the query, and nothing fades.
"""

import argparse
import json
import statistics
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from assistant.bootstrap import build_engine
from assistant.config import Config
from assistant.paths import locate
from benchmarks.long_run_defences import ALL, NONE, Defence
from benchmarks.long_run_dreams import dream_curves
from benchmarks.long_run_model import EchoModel
from benchmarks.long_run_plot import Panel, draw
from benchmarks.long_run_simulation import Simulation
from benchmarks.long_run_table import Row, table
from benchmarks.long_run_user import DAYS_IN_ALL, Writer
from memory.embedding import WordLlamaEmbedder
from memory.records import Knobs

Line = Mapping[str, object]
OFF, ON, HARDER, AWAY, DREAMS = "off", "on", "on, harder user", "on, a month away", "dreams"
_SETTLED_FROM_WEEK = 3
_AWAY_AFTER_DAY = 27
_REAL_DAYS = 2
_TABLE_DAYS = 28
_REAL_REPLY_TOKENS = 160
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a place that needs no disk; each run makes a folder of its own there


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of run."""

    name: str
    defences: frozenset[Defence] = ALL
    is_harder: bool = False
    is_away: bool = False
    days: int = DAYS_IN_ALL
    knobs: Knobs | None = None
    is_real: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a case came to with one seed."""

    case: Case
    seed: int
    weeks: tuple[Line, ...]
    figures: Line


def live(case: Case, seed: int) -> Outcome:
    """Run one case with one seed in a folder of its own."""
    script = Writer(seed, days=case.days, is_harder=case.is_harder).script()
    with _folder() as folder:
        if case.name == DREAMS:
            return Outcome(case, seed, (), dream_curves(Path(folder), WordLlamaEmbedder(), seed))
        simulation = Simulation(
            Path(folder),
            script,
            partial(build_engine, _real_config(seed)) if case.is_real else partial(EchoModel, seed),
            WordLlamaEmbedder(),
            defences=case.defences,
            seed=seed,
            config=_real_config(seed) if case.is_real else _config(seed, case.knobs),
            away_after_day=_AWAY_AFTER_DAY if case.is_away else None,
        )
        life = simulation.run()
        return Outcome(case, seed, tuple(week.line() for week in life.weeks), life.figures)


def _folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(dir=_SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None)


def _config(seed: int, knobs: Knobs | None) -> Config:
    config = Config(seed=seed, backup=False, dreams=False)
    if knobs is None:
        return config
    return replace(config, retrieved_sticky=knobs.sticky, retrieved_cooldown=knobs.cooldown)


def _real_config(seed: int) -> Config:
    _, own = locate()
    return replace(own, seed=seed, max_reply_tokens=_REAL_REPLY_TOKENS, backup=False, dreams=False)


def run_all(cases: Sequence[Case], seeds: Iterable[int], jobs: int) -> Iterator[Outcome]:
    """Run every case with every seed, several at a time, and yield them in order."""
    wanted = [(case, seed) for case in cases for seed in seeds]
    if jobs == 1:
        yield from (live(case, seed) for case, seed in wanted)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in [pool.submit(live, case, seed) for case, seed in wanted]:
            yield future.result()


def summary(case: Case, outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Return the medians of a case over its seeds, with its goals."""
    head: dict[str, object] = {"summary": case.name, "seeds": len(outcomes)}
    figures = {name: _middle([one.figures[name] for one in outcomes]) for name in outcomes[0].figures}
    if case.name == DREAMS:
        return head | figures | {"is_met": all(one.figures["is_met"] for one in outcomes)}
    last = [one.weeks[-1] for one in outcomes]
    settled = list(zip(*(one.weeks[_SETTLED_FROM_WEEK - 1 :] for one in outcomes), strict=True))
    medians = {
        "theme_by_week": [
            _median([one.weeks[at]["theme"] for one in outcomes]) for at in range(len(outcomes[0].weeks))
        ],
        "theme_last_week": _median([week["theme"] for week in last]),
        "report_blocks_last_week": _median([week["report_blocks"] for week in last]),
        "diversity_last_week": _median([week["diversity"] for week in last]),
        "theme_from_week_3": max((_median([week["theme"] for week in weeks]) for weeks in settled), default=None),
        "theme_from_week_3_worst_seed": max(
            (_number(week["theme"]) for weeks in settled for week in weeks), default=None
        ),
        "widest_other_from_week_3": max(
            (_median([_widest_other(week) for week in weeks]) for weeks in settled), default=None
        ),
        "widest_other_worst_seed": max((_widest_other(week) for weeks in settled for week in weeks), default=None),
    }
    head |= {"defences": sorted(case.defences)} | medians | figures
    return head | {"goals": _goals(case, head)} if len(outcomes[0].weeks) > _SETTLED_FROM_WEEK else head


def _goals(case: Case, found: Mapping[str, object]) -> dict[str, bool]:
    """Tell which goals were met; only plain "off" and "on" runs, and the month away, have any."""

    def holds(name: str, least: float, most: float) -> bool:
        value = found[name]
        return isinstance(value, int | float) and least <= value <= most

    if case.name == OFF:
        wanted = {
            "theme_last_week": (35, float("inf")),
            "report_blocks_last_week": (0.70, 1),
            "diversity_last_week": (0, 0.34),
        }
    elif case.name == ON:
        wanted = {
            "theme_from_week_3": (0, 3),
            "widest_other_from_week_3": (0, 10),
            "report_blocks_last_week": (0, 0.05),
            "diversity_last_week": (0.62, 1),
            "average_written": (0.35, 0.40),
            "never_retrieved": (0.55, 0.70),
            "top10_share": (0, 0.4999),
            "hit_near": (0.95, 1),
            "hit_asked_before": (0.95, 1),
            "thread_on_old_fact": (0.90, 1),
            "thread_on_new_fact": (0.90, 1),
        }
    elif case.name == AWAY:
        wanted = {"kept_statements": (1, 1), "hit_near": (0.95, 1)}
    else:
        wanted = {}
    return {name: holds(name, *limits) for name, limits in wanted.items()}


def _middle(values: Sequence[object]) -> object:
    """Return the median of numbers, and the first seed's of anything else."""
    is_measured = all(isinstance(one, int | float) for one in values)
    return _median(values) if is_measured else values[0]


def _median(values: Sequence[object]) -> float:
    return round(statistics.median(map(_number, values)), 3)


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return value


def _widest_other(week: Line) -> int:
    named = week["widest_other"]
    assert isinstance(named, list)
    return int(named[1])


def rows(outcomes: Mapping[str, Sequence[Outcome]]) -> list[Row]:
    """Return cases as rows: what is alone is compared with "off", what leaves something out with "on"."""

    def reference(name: str) -> str:
        return OFF if name.startswith("only ") else ON if name.startswith("without ") else ""

    return [Row(name, reference(name), [(one.weeks, one.figures) for one in of]) for name, of in outcomes.items()]


def plot(outcomes: Mapping[str, Sequence[Outcome]]) -> str:
    """Draw the curves of "off" and "on"."""

    def curves(name: str) -> dict[str, list[list[float]]]:
        return {
            f"defences {case}": [[_number(week[name]) for week in one.weeks] for one in outcomes[case]]
            for case in (OFF, ON)
        }

    seeds = len(outcomes[ON])
    themes = curves("theme")
    top = 40 * -(-int(max(value for seeds in themes.values() for one in seeds for value in one)) // 40)
    return draw(
        "Eight simulated weeks, with Reverie's defences off and on",
        [
            Panel("Replies a week with “balance” (of 210)", top, themes),
            Panel("Diversity of the last 50 replies", 1.0, curves("diversity")),
        ],
        f"Medians of {seeds} seeds, bands their range: python -m benchmarks.long_run --seeds {seeds} --plot FILE",
    )


def _cases(options: argparse.Namespace) -> list[Case]:
    chosen = [name for name in (options.only, options.without) if name is not None]
    if options.real_model:
        pairs = ((OFF, NONE), (ON, ALL))
        return [Case(name, one, is_harder=True, days=options.days, is_real=True) for name, one in pairs]
    if chosen:
        defences = _named(options.only) if options.only is not None else ALL - _named(options.without)
        case = Case("chosen", defences, is_harder=options.harder, is_away=options.away, days=options.days)
        return [replace(case, knobs=Knobs(*options.knobs)) if options.knobs else case]
    if options.table:
        alone = [Case(f"only {one}", frozenset([one]), days=options.days) for one in Defence]
        without = [Case(f"without {one}", ALL - {one}, days=options.days) for one in Defence]
        return [Case(OFF, NONE, days=options.days), *alone, *without, Case(ON, days=options.days)]
    return [
        Case(OFF, NONE, days=options.days),
        Case(ON, days=options.days),
        Case(HARDER, is_harder=True, days=options.days),
        Case(AWAY, is_away=True, days=options.days),
        Case(DREAMS),
    ]


def _named(names: str) -> frozenset[Defence]:
    return frozenset(Defence(name) for name in names.split(",") if name)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--days", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time")
    parser.add_argument("--only", metavar="NAMES", help='these defences, "" for none')
    parser.add_argument("--without", metavar="NAMES", help="all but these")
    parser.add_argument("--harder", action="store_true", help="with --only or --without: the harder user")
    parser.add_argument("--away", action="store_true", help="with --only or --without: a month away after week 4")
    parser.add_argument("--knobs", type=int, nargs=2, metavar=("STICKY", "COOLDOWN"), help="with --only or --without")
    parser.add_argument("--table", action="store_true", help="each defence alone, and each left out")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw off and on as SVG")
    parser.add_argument(
        "--real-model", action="store_true", help=f"the configured model and the harder user, {_REAL_DAYS} days"
    )
    options = parser.parse_args()
    if options.real_model:
        options.seeds, options.jobs = 1, 1
    options.days = options.days or (_REAL_DAYS if options.real_model else DAYS_IN_ALL)
    if options.table and options.days < _TABLE_DAYS:
        parser.error(f"--table measures questions of week 4: it wants --days {_TABLE_DAYS} or more")
    return options


def main() -> None:
    """Print weeks and summaries."""
    options = _arguments()
    cases = _cases(options)
    by_case: dict[str, list[Outcome]] = {}
    for one in run_all(cases, range(1, options.seeds + 1), options.jobs):
        for week in one.weeks:
            print(json.dumps({"run": one.case.name, "seed": one.seed, **week}), flush=True)
        by_case.setdefault(one.case.name, []).append(one)
        if len(by_case[one.case.name]) == options.seeds:
            print(json.dumps(summary(one.case, by_case[one.case.name])), flush=True)
    if options.table:
        print(table(rows(by_case)))
    if options.plot:
        options.plot.parent.mkdir(parents=True, exist_ok=True)
        options.plot.write_text(plot(by_case), encoding="utf-8")


if __name__ == "__main__":
    main()
