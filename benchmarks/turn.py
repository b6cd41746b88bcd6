"""What a turn costs before its first prompt token is evaluated: python -m benchmarks.turn [--sizes 1000,10000,60000].

From the user's Enter to the model being asked: save, embed, search, rank, gate, prompt. The session is the product's own,
on a real file; the model is the scripted stand-in, so no language model is in any figure. Beside it, in the same process:
one bare sqlite-vec exact scan of the live partition (k = 200) after each turn, and the same scan by numpy.

A size is the number of live memories. Beside them lies what such a life leaves: a reply for each, and for every two of
them one exchange that has faded; --turns sets how many exchanges there are in all. Goals at 60,000: a turn without its
two commits <= 2.0 x the bare scan, p95 <= 3 x p50, peak memory <= 200 MB. Each size runs in processes of its own.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from assistant import chats
from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.events import MemoriesChosen, TurnStarted
from assistant.model import GenerateRequest, GenerationEvent
from assistant.scripted_model import ScriptedModel
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from benchmarks.large_store import TOPIC_WORDS, Words, add_life, messages_like_life
from memory.database import Connection, truncate_wal
from memory.embedding import Vectors, WordLlamaEmbedder
from memory.records import ChatId

GOAL_LIVE = 60_000
OVER_SCAN_GOAL = 2.0
P95_OVER_P50_GOAL = 3.0
PEAK_MB_GOAL = 200.0
SCAN_K = 200
_WARM_UP = 5
_KB_A_MB = 1_024


class TimedModel(ScriptedModel):
    """The scripted model, which notes when it was asked for a reply."""

    asked_at_s = 0.0

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        """Note the moment, then answer."""
        self.asked_at_s = time.perf_counter()
        yield from super().generate(request)


@dataclass
class Times:
    """Milliseconds of each round; `saves` are a turn's two commits before the model is asked."""

    turn: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    scan: list[float] = field(default_factory=list)
    numpy_scan: list[float] = field(default_factory=list)

    @property
    def without_saves(self) -> list[float]:
        """Return what each turn took beside its commits."""
        return [whole - saves for whole, saves in zip(self.turn, self.saves, strict=True)]


def one_turn(session: Session, model: TimedModel, chat_id: ChatId, text: str, times: Times) -> None:
    """Run a turn to its end and note how long it took until the model was asked."""
    model.asked_at_s = asked_s = 0.0
    started_s = saved_s = chosen_s = time.perf_counter()
    for event in run_turn(session, TurnRequest(chat_id, text), threading.Event()):
        # A reply that is written again asks once more: the first time counts.
        asked_s = asked_s or model.asked_at_s
        match event:
            case TurnStarted():
                saved_s = time.perf_counter()
            case MemoriesChosen():
                chosen_s = time.perf_counter()
            case _:
                pass
    if not asked_s:
        raise RuntimeError("the turn came to nothing")
    times.turn.append(1_000 * (asked_s - started_s))
    times.saves.append(1_000 * (saved_s - started_s + asked_s - chosen_s))


def bare_scan(connection: Connection, vector: Vectors) -> None:
    """Find the nearest live rows by sqlite-vec."""
    connection.execute(
        "SELECT memory_id, distance FROM memory_vectors WHERE embedding MATCH :vector AND k = :k AND is_archived = 0",
        {"vector": vector.tobytes(), "k": SCAN_K},
    ).fetchall()


def numpy_scan(matrix: Vectors, vector: Vectors) -> None:
    """Find the nearest rows of a matrix, best first."""
    distances = -(matrix @ vector)
    k = min(SCAN_K, len(distances) - 1)
    best = np.argpartition(distances, k)[:k]
    best[np.argsort(distances[best])].tolist()


def live_matrix(connection: Connection) -> Vectors:
    """Read the live partition."""
    rows = connection.execute("SELECT embedding FROM memory_vectors WHERE is_archived = 0")
    return np.frombuffer(b"".join(row[0] for row in rows), dtype=np.float32).reshape(-1, WordLlamaEmbedder.dim)


def timed_ms(task: Callable[[], object]) -> float:
    """Time one call."""
    started_s = time.perf_counter()
    task()
    return 1_000 * (time.perf_counter() - started_s)


def build(folder: Path, live: int, turns: int) -> None:
    """Write a store."""
    session = _session(folder, TimedModel())
    with session.connection() as connection:
        add_life(connection, session.embedder, Words(seed=1), turns=turns, live=live, now=session.clock.now())
        connection.execute("PRAGMA optimize")
        truncate_wal(connection)
    session.close()


def measure(folder: Path, rounds: int) -> dict[str, float]:
    """Talk to the store of a folder."""
    model = TimedModel()
    session = _session(folder, model)
    words = Words(seed=2)
    chat = chats.new_chat(session)
    times = Times()
    with session.connection() as connection:
        for place, text in enumerate(messages_like_life(words, rounds + _WARM_UP)):
            if place == _WARM_UP:
                times = Times()
            model.script([words.sentence(words.content(TOPIC_WORDS), 10, 30)])
            one_turn(session, model, chat.id, text, times)
            vector = session.embedder.embed([text])[0]
            times.scan.append(timed_ms(partial(bare_scan, connection, vector)))
        peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        matrix = live_matrix(connection)
        for text in messages_like_life(words, rounds):
            vector = session.embedder.embed([text])[0]
            times.numpy_scan.append(timed_ms(partial(numpy_scan, matrix, vector)))
    session.close()
    return {"live": len(matrix)} | _figures(times) | {"peak_mb": round(peak_kb / _KB_A_MB, 1)}


def _session(folder: Path, model: TimedModel) -> Session:
    config = Config(data_dir=str(folder), timezone="UTC")
    return build_session(config, clock=SystemClock(), model=model, embedder=WordLlamaEmbedder())


def _figures(times: Times) -> dict[str, float]:
    """Sum up: medians and 95th percentiles in milliseconds, and the ratios that goals are set for."""
    own = times.without_saves
    named = {
        "turn": times.turn,
        "saves": times.saves,
        "without_saves": own,
        "scan": times.scan,
        "numpy_scan": times.numpy_scan,
    }
    figures: dict[str, float] = {}
    for name, values in named.items():
        figures[f"{name}_p50_ms"] = round(statistics.median(values), 2)
        figures[f"{name}_p95_ms"] = round(p95(values), 2)
    figures["over_scan"] = round(statistics.median(own) / statistics.median(times.scan), 2)
    figures["p95_over_p50"] = round(p95(own) / statistics.median(own), 2)
    return figures


def p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def _in_child(folder: str, *step: str) -> str:
    command = [sys.executable, "-m", "benchmarks.turn", "--folder", folder, *step]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Print a line a size and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,60000", help="live memories of each store")
    parser.add_argument("--turns", type=int, default=0, help="exchanges in all, for every size (default: size x 1.5)")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--build", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.build:
        build(options.folder, options.build, options.turns)
        return
    if options.folder:
        print(json.dumps(measure(options.folder, options.rounds)))
        return
    for size in map(int, options.sizes.split(",")):
        turns = max(size, options.turns or size * 3 // 2)
        with tempfile.TemporaryDirectory() as folder:
            _in_child(folder, "--build", str(size), "--turns", str(turns))
            figures = json.loads(_in_child(folder, "--rounds", str(options.rounds)))
        print(json.dumps({"benchmark": "turn", "memories": 2 * turns, **figures, **_goals(figures)}), flush=True)


def _goals(figures: dict[str, float]) -> dict[str, float]:
    """State the goals where they are set: in a smaller store a scan takes less than reading a hundred rows."""
    if figures["live"] < GOAL_LIVE:
        return {}
    is_met = (
        figures["over_scan"] <= OVER_SCAN_GOAL
        and figures["p95_over_p50"] <= P95_OVER_P50_GOAL
        and figures["peak_mb"] <= PEAK_MB_GOAL
    )
    return {
        "over_scan_goal": OVER_SCAN_GOAL,
        "p95_over_p50_goal": P95_OVER_P50_GOAL,
        "peak_mb_goal": PEAK_MB_GOAL,
        "is_met": is_met,
    }


if __name__ == "__main__":
    main()
