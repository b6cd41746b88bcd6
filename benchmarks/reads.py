"""What is read and imported at a large store's cost: python -m benchmarks.reads [--sizes 1000,60000] [--entries 10000].

The health pane, the list of topics (six bans), the memories screen with the banned filter, each as the screen asks for
it, on a real file. Beside each, in the same run: a bare SELECT of the rows that the figure is about. Then a lorebook is
imported, and once more with every entry edited, while two others write: one looks for the lock every millisecond, so the
longest row of refusals is the longest time it was held (and whatever kept that thread from running, which is the floor:
how long a thread beside it was away that asks for nothing); the other waits as any program of Reverie's does.

Goals at 60,000 memories: each read and the longest lock under 100 ms. On a busy machine read `cpu_ms`.
"""

import argparse
import json
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from assistant import topics
from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.health import read_health
from assistant.importing import apply_import, plan_import
from assistant.memory_pages import MemoryFilter, State, read_page
from assistant.scripted_model import ScriptedModel
from assistant.session import Session
from benchmarks.large_store import TOPIC_WORDS, Words, add_life
from memory.database import transaction, truncate_wal
from memory.embedding import WordLlamaEmbedder
from memory.errors import BusyError
from memory.store import meta
from tui import garbage

READ_GOAL_MS = 100.0
LOCK_GOAL_MS = 100.0
_BANS = 6
_ASKED_EVERY_S = 0.001
_WAITING_ASKS_EVERY_S = 0.05
_FIGURES = """SELECT importance, importance_at, said_at, provenance, kind, is_pinned, is_topic_pinned, reinduced_at
    FROM memories"""
_WORDS = 'SELECT id, text, title, "trigger" FROM memories'
_PAGE = "SELECT id, handle, text, provenance, kind, importance, said_at FROM memories ORDER BY id DESC LIMIT 200"


def open_session(folder: Path) -> Session:
    """Open a session as the app does, without a language model."""
    config = Config(data_dir=str(folder), timezone="UTC")
    return build_session(config, clock=SystemClock(), model=ScriptedModel(), embedder=WordLlamaEmbedder())


def build(session: Session, memories: int) -> None:
    """Fill a store with exchanges, two thirds of them live, and ban words of middling frequency."""
    words = Words(seed=1)
    with session.connection() as connection:
        turns = memories // 2
        add_life(connection, session.embedder, words, turns=turns, live=turns * 2 // 3, now=session.clock.now())
        connection.execute("PRAGMA optimize")
        truncate_wal(connection)
    for place in range(_BANS):
        topics.ban(session, words.vocabulary[100 * (place + 1)])


def timed(task: Callable[[], object], rounds: int) -> dict[str, float]:
    """Return the first, the median and the median processor time of some calls, in milliseconds."""
    walls, processors = [], []
    for _ in range(rounds):
        wall_s, processor_s = time.perf_counter(), time.process_time()
        task()
        walls.append(1_000 * (time.perf_counter() - wall_s))
        processors.append(1_000 * (time.process_time() - processor_s))
    return {
        "first_ms": round(walls[0], 1),
        "p50_ms": round(statistics.median(walls), 1),
        "cpu_ms": round(statistics.median(processors), 1),
    }


def read_figures(session: Session, name: str, task: Callable[[], object], floor: str, rounds: int) -> dict[str, object]:
    """Measure a read beside its floor."""
    found = timed(task, rounds)
    with session.connection() as connection:
        bare = timed(lambda: connection.execute(floor).fetchall(), rounds)
    return {
        "read": name,
        **found,
        "floor": "bare SELECT of the same rows",
        "floor_p50_ms": bare["p50_ms"],
        "over_floor": round(found["cpu_ms"] / max(bare["cpu_ms"], 0.1), 2),
        "goal_ms": READ_GOAL_MS,
        "is_met": found["p50_ms"] <= READ_GOAL_MS,
    }


class SecondWriter(threading.Thread):
    """Writes a row now and then, and notes how long the lock kept it waiting and how long its own write took.

    Args:
        session: Where.
        is_waiting: It leaves the waiting to SQLite, as the program does; else it looks again by itself.
    """

    def __init__(self, session: Session, *, is_waiting: bool) -> None:
        super().__init__(daemon=True)
        self._session = session
        self._is_waiting = is_waiting
        self.over = threading.Event()
        self.waits_ms: list[float] = []
        self.writes_ms: list[float] = []
        self.refused = 0

    def run(self) -> None:
        """Ask for the lock until it is over."""
        with self._session.stream_connection() as connection:
            if not self._is_waiting:
                connection.execute("PRAGMA busy_timeout = 0")
            asked_s = time.perf_counter()
            while not self.over.wait(_WAITING_ASKS_EVERY_S if self._is_waiting else _ASKED_EVERY_S):
                if self._is_waiting:
                    asked_s = time.perf_counter()
                try:
                    with transaction(connection):
                        got_s = time.perf_counter()
                        meta.write_meta(connection, "benchmark", str(len(self.waits_ms)))
                except BusyError:
                    self.refused += 1
                    continue
                self.waits_ms.append(1_000 * (got_s - asked_s))
                self.writes_ms.append(1_000 * (time.perf_counter() - got_s))
                asked_s = time.perf_counter()


class Bystander(threading.Thread):
    """Wakes as often as the writer that looks for the lock, wants nothing, and notes how long it was away each time."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.over = threading.Event()
        self.away_ms: list[float] = []

    def run(self) -> None:
        """Wake until it is over."""
        left_s = time.perf_counter()
        while not self.over.wait(_ASKED_EVERY_S):
            back_s = time.perf_counter()
            self.away_ms.append(1_000 * (back_s - left_s))
            left_s = back_s


def write_book(path: Path, entries: int, seed: int) -> None:
    """Write a lorebook."""
    words = Words(seed)
    book = {
        str(uid): {
            "uid": uid,
            "key": [*words.content(1), " ".join(words.content(2))],
            "comment": f"Entry {uid}",
            "content": words.sentence(words.content(TOPIC_WORDS)),
        }
        for uid in range(entries)
    }
    path.write_text(json.dumps({"entries": book}), encoding="utf-8")


def import_figures(session: Session, path: Path, name: str) -> dict[str, object]:
    """Import a file while another writes."""
    plan = plan_import(session, path)
    looking, waiting = SecondWriter(session, is_waiting=False), SecondWriter(session, is_waiting=True)
    bystander = Bystander()
    for one in (looking, waiting, bystander):
        one.start()
    began_s, processor_s = time.perf_counter(), time.process_time()
    with garbage.exempted():
        done = apply_import(session, plan)
    took_s, used_s = time.perf_counter() - began_s, time.process_time() - processor_s
    for one in (looking, waiting, bystander):
        one.over.set()
        one.join()
    locks, waits, away = sorted(looking.waits_ms), sorted(waiting.waits_ms), sorted(bystander.away_ms)
    return {
        "import": name,
        "entries": done.added + done.changed,
        "s": round(took_s, 1),
        "cpu_s": round(used_s, 1),
        "writes_between": len(locks),
        "lock_p99_ms": round(locks[int(len(locks) * 0.99)], 1),
        "longest_lock_ms": round(locks[-1], 1),
        "floor": "a thread that wants no lock",
        "floor_p99_ms": round(away[int(len(away) * 0.99)], 1),
        "floor_longest_ms": round(away[-1], 1),
        "over_floor": round(locks[-1] / away[-1], 2),
        "waiting_writes": len(waits),
        "waiting_p50_ms": round(statistics.median(waits), 1),
        "longest_wait_ms": round(waits[-1], 1),
        "failed_writes": waiting.refused,
        "own_write_p50_ms": round(statistics.median(waiting.writes_ms), 2),
        "goal_ms": LOCK_GOAL_MS,
        "is_met": locks[-1] <= LOCK_GOAL_MS,
    }


def main() -> None:
    """Print a line for each size and figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,60000", help="memories of each store")
    parser.add_argument("--entries", type=int, default=10_000, help="of the lorebook")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory() as name:
            session = open_session(Path(name) / "data")
            build(session, size)
            reads: tuple[tuple[str, Callable[[], object], str], ...] = (
                ("health", lambda session=session: read_health(session), _FIGURES),
                ("topics", lambda session=session: topics.list_topics(session), _WORDS),
                ("page", lambda session=session: read_page(session, MemoryFilter()), _PAGE),
                ("banned", lambda session=session: read_page(session, MemoryFilter(state=State.BANNED)), _WORDS),
            )
            head = {"benchmark": "reads", "memories": size}
            for read in reads:
                print(json.dumps(head | read_figures(session, *read, options.rounds)), flush=True)
            for seed, kind in ((5, "new"), (6, "edited")):
                write_book(Path(name) / "book.json", options.entries, seed)
                print(json.dumps(head | import_figures(session, Path(name) / "book.json", kind)), flush=True)
            session.close()


if __name__ == "__main__":
    main()
