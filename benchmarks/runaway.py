"""Count ordinary replies that would be cut as running in circles: `python -m benchmarks.runaway LONGMEMEVAL.jsonl.gz`.

Goal: under 0.1 % of real replies that a person would keep whole. Prints a JSON line for each that is cut, with what stood
there, and one with the share.

The one fact a reader would get wrong: these replies ended by themselves, so that each one cut is a false alarm; how many
loops are caught is a matter for a small model, and for `tests/unit/test_runaway.py`.
"""

import argparse
import json
import time
from pathlib import Path

from benchmarks.ordinary_replies import read_talks
from memory.rules.runaway import RunawayWatch

SHOWN_CHARACTERS = 120


def main() -> None:
    """Print what would be cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    path = parser.parse_args().path
    replies = cut_count = characters = 0
    started = time.process_time()
    for talk in read_talks(path):
        for exchange in talk.exchanges:
            replies += 1
            characters += len(exchange.reply)
            cut = RunawayWatch(exchange.user).feed(exchange.reply)
            if cut is not None:
                cut_count += 1
                asked, again = exchange.user[:SHOWN_CHARACTERS], exchange.reply[cut : cut + SHOWN_CHARACTERS]
                print(json.dumps({"user": asked, "cut": cut, "of": len(exchange.reply), "again": again}))
    elapsed_s = time.process_time() - started
    share = round(cut_count / replies, 5)
    print(
        json.dumps(
            {
                "replies": replies,
                "cut": cut_count,
                "share": share,
                "us_per_character": round(1e6 * elapsed_s / characters, 2),
            }
        )
    )


if __name__ == "__main__":
    main()
