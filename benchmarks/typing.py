"""Whether typing stays fluid while a reply streams: python -m benchmarks.typing [--keys N].

The chat screen on a hand-written backend, in a process and a terminal of its own. A key is sent, then the time until
the terminal is sent the input line that holds it. Once with nothing going on, once while a reply of Markdown streams at
60 tokens a second, in interleaved stretches at a typist's uneven pace. Goal: p95 while streaming <= 2 x p95 without.
"""

import argparse
import json
import random
import statistics
import sys
import threading
import time
from collections.abc import Iterator

from assistant.events import Token
from benchmarks.terminal import Terminal
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import a_chat
from tui.app import ReverieApp

GOAL = 2.0
TOKENS_PER_S = 60.0
REPLY = """\
A comfortable stair has a rise of about **17 cm** and a going of about 29 cm: twice the rise plus the going is then 63 cm,
which is the length of a step. Measure the whole height first, from finished floor to finished floor, and divide it by 17;
round to a whole number of steps, then divide again to get the exact rise.

Every step must be the same. Feet learn the height of the first two steps and expect it of all the others, so a difference
of a few millimetres is enough to stumble over. Most trouble comes from a floor that was laid after the stair was built.

- Oak or ash for the treads, at least 40 mm thick
- Spruce for the strings, `2 x 45 mm`
- A handrail on at least one side, 90 cm above the front edge of the treads

"""
_STRETCH_KEYS = 25
_KEY_EVERY_S = (0.06, 0.25)  # 80 words a minute, about


def serve() -> None:
    """Be the app: ten turns of history, replies without an end."""

    def stream(stop: threading.Event) -> Iterator[Token]:
        while True:
            for start in range(0, len(REPLY), 4):
                if stop.wait(1 / TOKENS_PER_S):
                    return
                yield Token(REPLY[start : start + 4])

    backend = FakeBackend()
    backend.stream = stream
    backend.add_chat(a_chat(1, "Typing"), *[(f"question {n}", REPLY) for n in range(10)])
    ReverieApp(lambda: backend).run()


def stretch(terminal: Terminal, pace: random.Random) -> list[float]:
    """Type a stretch of keys, each awaited; then empty the input."""
    waits = []
    for number in range(1, _STRETCH_KEYS + 1):
        terminal.idle(pace.uniform(*_KEY_EVERY_S))
        terminal.forget()
        started_s = time.perf_counter()
        terminal.write(b"x")
        terminal.wait_for(b"x" * number)
        waits.append(time.perf_counter() - started_s)
    terminal.write(b"\x15")
    terminal.idle(0.3)
    return waits


def measure(keys: int) -> tuple[list[float], list[float]]:
    """Return the waits in seconds (quiet, streaming)."""
    quiet: list[float] = []
    streaming: list[float] = []
    pace = random.Random(7)  # noqa: S311 - a typist's rhythm
    with Terminal([sys.executable, "-m", "benchmarks.typing", "--serve"], columns=120, rows=40) as terminal:
        terminal.wait_for(b"ready")
        stretch(terminal, pace)
        while len(streaming) < keys:
            quiet += stretch(terminal, pace)
            terminal.forget()
            terminal.write(b"go\r")
            terminal.wait_for(b"writing")
            streaming += stretch(terminal, pace)
            terminal.forget()
            terminal.write(b"\x1b")
            terminal.wait_for(b"stopped")
            terminal.idle(0.5)
    return quiet, streaming


def p95_ms(waits: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return statistics.quantiles(waits, n=20)[-1] * 1000


def main() -> None:
    """Print one line: both p95, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    quiet, streaming = measure(options.keys)
    ratio = p95_ms(streaming) / p95_ms(quiet)
    print(
        json.dumps(
            {
                "benchmark": "typing",
                "keys": len(streaming),
                "quiet_p50_ms": statistics.median(quiet) * 1000,
                "quiet_p95_ms": p95_ms(quiet),
                "streaming_p50_ms": statistics.median(streaming) * 1000,
                "streaming_p95_ms": p95_ms(streaming),
                "ratio": ratio,
                "ratio_goal": GOAL,
                "is_met": ratio <= GOAL,
            }
        )
    )


if __name__ == "__main__":
    main()
