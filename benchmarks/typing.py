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
from tests.tui.fake_backend import FakeBackend, a_chat
from tui.app import ReverieApp

GOAL = 2.0
TOKENS_PER_S = 60.0
_PARAGRAPH = "A **reply** with some `code`, a list and plain words that go on for a while.\n\n- one\n- two\n\n"
_STRETCH_KEYS = 25
_KEY_EVERY_S = (0.06, 0.25)  # 80 words a minute, about


def serve() -> None:
    """Be the app: ten turns of history, replies without an end."""

    def stream(stop: threading.Event) -> Iterator[Token]:
        while True:
            for start in range(0, len(_PARAGRAPH), 4):
                if stop.wait(1 / TOKENS_PER_S):
                    return
                yield Token(_PARAGRAPH[start : start + 4])

    backend = FakeBackend()
    backend.stream = stream
    backend.add_chat(a_chat(1, "Typing"), *[(f"question {n}", _PARAGRAPH) for n in range(10)])
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
