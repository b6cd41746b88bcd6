"""How long until something is seen and until one can type: python -m benchmarks.startup [--rounds N].

Real processes on a pseudo-terminal, interleaved: `python -m tui` on an empty folder and a bare Textual app with one
input. First paint: the input's placeholder is written. Ready to type: a text typed at first paint is seen.
Goal: the median of each round's ratio <= 2.0.
"""

import argparse
import json
import statistics
import sys
import tempfile

from benchmarks.terminal import Terminal

GOAL = 2.0
_PLACEHOLDER = b"rite a message"  # its first letter is under the cursor, so in another style
_TYPED = b"zqz"


def measure(command: list[str]) -> tuple[float, float]:
    """Return seconds from process start to (first paint, typed text seen)."""
    with Terminal(command) as terminal:
        paint_s = terminal.wait_for(_PLACEHOLDER)
        terminal.forget()
        terminal.write(_TYPED)
        return paint_s, terminal.wait_for(_TYPED)


def main() -> None:
    """Print one line a round, then one for each of the two ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    bare_command = [sys.executable, "-m", "benchmarks.bare_app"]
    ratios: dict[str, list[float]] = {"first_paint": [], "ready_to_type": []}
    # The first round fills the disk cache for both and does not count.
    for number in range(rounds + 1):
        bare = measure(bare_command)
        with tempfile.TemporaryDirectory() as folder:
            reverie = measure([sys.executable, "-m", "tui", "--data-dir", folder])
        if number == 0:
            continue
        for name, ours_s, bare_s in zip(ratios, reverie, bare, strict=True):
            ratios[name].append(ours_s / bare_s)
            line = {"benchmark": "startup", "round": number, "what": name, "reverie_s": ours_s, "bare_s": bare_s}
            print(json.dumps(line), flush=True)
    for name, values in ratios.items():
        ratio = statistics.median(values)
        print(
            json.dumps(
                {"benchmark": "startup", "what": name, "ratio": ratio, "ratio_goal": GOAL, "is_met": ratio <= GOAL}
            )
        )


if __name__ == "__main__":
    main()
