"""Whether typing stays fluid while a reply streams: python -m benchmarks.typing [--keys N].

The chat screen on a hand-written backend, in process. A key is sent, then the time until the input's next paint holds
it. Once with nothing going on, once while a reply of Markdown streams at 60 tokens a second; 200 keys each, in
interleaved stretches. Goal: p95 while streaming <= 2 x p95 without.
"""

import argparse
import asyncio
import json
import statistics
import threading
import time
from collections.abc import Iterator

from textual import events

from assistant.events import Token
from tests.tui.fake_backend import FakeBackend, a_chat
from tui.activity import Phase
from tui.app import ReverieApp
from tui.widgets.composer import Composer

GOAL = 2.0
TOKENS_PER_S = 60.0
_PARAGRAPH = "A **reply** with some `code`, a list and plain words that go on for a while.\n\n- one\n- two\n\n"
_STRETCH_KEYS = 25
_KEY_EVERY_S = 0.09  # a fast typist


def stream(stop: threading.Event) -> Iterator[Token]:
    """Yield a reply without an end, at a steady pace."""
    while True:
        for start in range(0, len(_PARAGRAPH), 4):
            if stop.wait(1 / TOKENS_PER_S):
                return
            yield Token(_PARAGRAPH[start : start + 4])


async def key_to_paint_s(app: ReverieApp, composer: Composer) -> float:
    """Press a key as the terminal's reader would, and wait until the screen has painted it."""
    painted = asyncio.Event()
    length = len(composer.text)
    started_s = time.perf_counter()
    app.post_message(events.Key("x", "x"))
    while len(composer.text) == length:  # noqa: ASYNC110 - an event would add a hop of its own to what is measured
        await asyncio.sleep(0)
    app.chat.call_after_refresh(painted.set)
    await painted.wait()
    return time.perf_counter() - started_s


async def stretch(app: ReverieApp, composer: Composer) -> list[float]:
    """Type a stretch of keys at a typist's pace."""
    waits = []
    for _ in range(_STRETCH_KEYS):
        waits.append(await key_to_paint_s(app, composer))
        await asyncio.sleep(_KEY_EVERY_S)
    composer.load("")
    return waits


async def measure(keys: int) -> tuple[list[float], list[float]]:
    """Return the waits in seconds (quiet, streaming)."""
    backend = FakeBackend()
    backend.stream = stream
    backend.add_chat(a_chat(1, "Typing"), *[(f"question {n}", _PARAGRAPH) for n in range(10)])
    app = ReverieApp(lambda: backend)
    quiet: list[float] = []
    streaming: list[float] = []
    async with app.run_test(size=(120, 40)) as pilot:
        while app.chat.activity.phase is not Phase.READY:
            await pilot.pause()
        composer = app.chat.query_one(Composer)
        await stretch(app, composer)
        while len(streaming) < keys:
            quiet += await stretch(app, composer)
            composer.load("go")
            await pilot.press("enter")
            while app.chat.activity.phase is not Phase.WRITING:
                await pilot.pause()
            streaming += await stretch(app, composer)
            await pilot.press("escape")
            while app.chat.activity.phase is not Phase.STOPPED:
                await pilot.pause()
    return quiet, streaming


def p95_ms(waits: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return statistics.quantiles(waits, n=20)[-1] * 1000


def main() -> None:
    """Print one line: both p95, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=200)
    quiet, streaming = asyncio.run(measure(parser.parse_args().keys))
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
