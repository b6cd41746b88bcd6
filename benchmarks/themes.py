"""Measure themes on real replies: `python -m benchmarks.themes LONGMEMEVAL.jsonl.gz [--stride N]`.

Prints one JSON line per kind of window: how many hold a loop or an interest (a false one, where the replies are real),
and the quantiles of their diversity. Only chats that are not in the shipped table are read.

The one fact a reader would get wrong: a loop is made by putting one sentence on its subject into a share of real
replies, in ten wordings, so that the words round it differ as they would in a model's own loop.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ordinary_replies import Exchange, read_histories
from memory.ordinary_replies import read_ordinary_replies
from memory.rules.text import Stemmer
from memory.rules.themes import FEWEST_REPLIES, WINDOW_REPLIES, Window

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
LOOP = "finding balance in life"
WORDINGS = (
    "In the end it is all about {}.",
    "This comes back to {}.",
    "Remember that {} matters more than anything.",
    "As always, the key is {}.",
    "Think of {} before you decide.",
    "It is a matter of {}, as so often.",
    "Perhaps {} is what you are after.",
    "Most of us struggle with {}.",
    "Start with {} and the rest follows.",
    "Nothing helps as much as {}.",
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of window: its size, and what is done to its replies."""

    name: str
    size: int = WINDOW_REPLIES
    change: Callable[[str, random.Random], str] = lambda reply, _rng: reply


def mixed(share: float) -> Callable[[str, random.Random], str]:
    """Put a sentence about the loop's subject into a share of the replies."""

    def change(reply: str, rng: random.Random) -> str:
        said = rng.choice(WORDINGS).format(LOOP)
        return f"{reply}\n{said}" if rng.random() < share else reply

    return change


def looping(_reply: str, rng: random.Random) -> str:
    """Leave nothing but the loop, in two wordings."""
    return " ".join(one.format(LOOP) for one in rng.sample(WORDINGS, 2))


def windows(path: Path, size: int, stride: int) -> Iterator[list[Exchange]]:
    """Yield windows of one user's history, less the chats that the table counted."""
    for history in read_histories(path):
        exchanges = [exchange for talk in history if not talk.is_counted for exchange in talk.exchanges]
        for start in range(0, len(exchanges) - size + 1, stride):
            yield exchanges[start : start + size]


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--stride", type=int, default=WINDOW_REPLIES, help="replies from one window to the next")
    arguments = parser.parse_args()
    ordinary, stemmer = read_ordinary_replies(), Stemmer()
    kinds = (
        Kind("real"),
        Kind("real", 30),
        Kind("real", FEWEST_REPLIES),
        *(Kind(f"loop in {share:.0%}", change=mixed(share)) for share in (0.4, 0.7, 1.0)),
        Kind("loop only", change=looping),
    )
    for kind in kinds:
        rng = random.Random(0)  # noqa: S311 - seeded, so that a run can be repeated
        diversities, with_loop, with_interest, hits = [], 0, 0, 0
        names: dict[str, int] = {}
        for exchanges in windows(arguments.path, kind.size, max(arguments.stride, kind.size)):
            window = Window([kind.change(one.reply, rng) for one in exchanges], ordinary, (), stemmer)
            found = window.find_themes([one.user for one in exchanges])
            with_loop += any(one.is_loop for one in found)
            with_interest += any(not one.is_loop for one in found)
            hits += any(one.is_loop and one.theme == "balanc" for one in found)
            for one in found:
                names[one.display] = names.get(one.display, 0) + 1
            diversity = window.diversity()
            assert diversity is not None
            diversities.append(diversity)
        ranked = sorted(diversities)
        print(
            json.dumps(
                {
                    "windows": kind.name,
                    "replies": kind.size,
                    "count": len(ranked),
                    "with_loop": round(with_loop / len(ranked), 4),
                    "with_interest": round(with_interest / len(ranked), 4),
                    "with_the_loop_put_in": round(hits / len(ranked), 4),
                    "diversity": {str(q): round(ranked[int(q * (len(ranked) - 1))], 2) for q in QUANTILES},
                    "most_named": sorted(names, key=lambda name: -names[name])[:8],
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
