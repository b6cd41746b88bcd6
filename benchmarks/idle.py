"""What idle work costs: python -m benchmarks.idle [--memories N] [--only PART].

Parts, a JSON line each:
 - fade: the job over N memories against one bare UPDATE of the same rows (goal: <= 3 x), and its longest write lock;
 - yield: how long each job goes on after the user is back (goal: < 250 ms), and its longest write lock (< 50 ms);
 - scan: over 50 replies and 60,000 memories (goal: < 1 s);
 - dream: the first token of a turn after a dream against one after none (goal: <= 1.1 x).

The one fact that a reader would get wrong: the bare UPDATE knows which rows; the job has to reckon them all.
"""

import argparse
import json
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.jobs import every_job
from assistant.jobs.dream import Dream
from assistant.jobs.fade import Fade
from assistant.jobs.job import Job, JobName, ShouldStop
from assistant.jobs.scan import Scan
from assistant.scripted_model import ScriptedModel
from assistant.session import Session
from benchmarks.real_session import fill, real_session, remember_notes
from memory.database import Connection, transaction
from memory.embedding import WordLlamaEmbedder
from memory.store import presence
from memory.store.rows import to_ms

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
FADE_GOAL = 3.0
LOCK_GOAL_MS = 50.0
YIELD_GOAL_MS = 250.0
SCAN_GOAL_S = 1.0
DREAM_GOAL = 1.1
SCAN_MEMORIES = 60_000
SCAN_REPLIES = 50
WORDS = (
    "apple garden river winter bicycle station lantern quarry meadow violin harbour ledger thistle copper window"
    " kettle saddle orchard pepper ribbon"
)


class TimedConnection:
    """A connection that notes how long each write transaction held the lock, in milliseconds."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._began_at = 0.0
        self.locks_ms: list[float] = []

    def execute(self, sql: str, *arguments: Any) -> Any:
        """Pass on, and look at the clock where a transaction begins and ends."""
        result = self._connection.execute(sql, *arguments)
        if sql == "BEGIN IMMEDIATE":
            self._began_at = time.perf_counter()
        elif sql in ("COMMIT", "ROLLBACK"):
            self.locks_ms.append((time.perf_counter() - self._began_at) * 1000)
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def run_slices(session: Session, connection: Any, job: Job, should_stop: ShouldStop = lambda: False) -> int:
    """Run a job to its end, or until it is told to stop, and return how many memories it archived."""
    archived = 0
    while True:
        result = job.run_slice(session, connection, NOW, should_stop)
        archived += len(result.archived)
        if result.is_done or should_stop():
            return archived


@contextmanager
def filled(folder: Path, n_memories: int, n_vectors: int) -> Iterator[Session]:
    """Open a session on a store of so many memories, a tenth of them a day old, the rest up to 60 days."""
    config = Config(data_dir=str(folder), timezone="UTC", seed=0)
    session = build_session(config, clock=SystemClock(), model=ScriptedModel(), embedder=WordLlamaEmbedder())
    try:
        with session.connection() as connection:
            with transaction(connection):
                for day in range(60, -1, -1):
                    presence.note_activity(connection, NOW - day * DAY)
            fill_memories(connection, n_memories, n_vectors)
        yield session
    finally:
        session.close()


def fill_memories(connection: Connection, n_memories: int, n_vectors: int) -> None:
    """Write rows by the thousand, with random vectors for the first `n_vectors`."""
    rng = np.random.default_rng(0)
    words = WORDS.split()
    picks = rng.integers(0, len(words), size=(n_memories, 6))
    ages_ms = (rng.random(n_memories) * 60 * 86_400_000).astype(np.int64)
    importances = rng.choice([0.3, 0.5, 0.6, 0.7], size=n_memories)
    now_ms = to_ms(NOW)
    with transaction(connection):
        connection.executemany(
            """INSERT INTO memories (handle, text, provenance, kind, importance, importance_at, said_at, search_text)
               VALUES (:handle, :text, 'user_said', 'fact', :importance, :at, :at, :text)""",
            (
                {
                    "handle": f"b{place}",
                    "text": " ".join(words[word] for word in picks[place]) + f" {place}",
                    "importance": float(importances[place]),
                    "at": now_ms - int(ages_ms[place]),
                }
                for place in range(n_memories)
            ),
        )
        connection.execute("INSERT INTO memory_fts (memory_fts) VALUES ('rebuild')")
        vectors = rng.standard_normal((n_vectors, 256), dtype=np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        connection.executemany(
            "INSERT INTO memory_vectors (memory_id, is_archived, embedding) VALUES (:id, 0, :vector)",
            ({"id": place + 1, "vector": vector.tobytes()} for place, vector in enumerate(vectors)),
        )


def measure_fade(n_memories: int) -> dict[str, object]:
    """Time the job against a bare UPDATE of the rows that it moves."""
    with (
        tempfile.TemporaryDirectory() as folder,
        filled(Path(folder), n_memories, 0) as session,
        session.stream_connection() as connection,
    ):
        timed = TimedConnection(connection)
        started = time.perf_counter()
        moved = run_slices(session, timed, Fade())
        fade_s = time.perf_counter() - started
        started = time.perf_counter()
        run_slices(session, timed, Fade())
        nothing_s = time.perf_counter() - started
        with transaction(connection):
            connection.execute("CREATE TEMP TABLE moved AS SELECT id FROM memories WHERE is_archived")
            connection.execute("UPDATE memories SET is_archived = 0")
        started = time.perf_counter()
        with transaction(connection):
            connection.execute("UPDATE memories SET is_archived = 1 WHERE id IN (SELECT id FROM temp.moved)")
        bare_s = time.perf_counter() - started
    return {
        "part": "fade",
        "memories": n_memories,
        "moved": moved,
        "fade_s": round(fade_s, 3),
        "nothing_to_do_s": round(nothing_s, 3),
        "bare_update_s": round(bare_s, 3),
        "over_bare": round(fade_s / bare_s, 2),
        "goal": FADE_GOAL,
        "longest_lock_ms": round(max(timed.locks_ms), 1),
        "is_met": fade_s <= FADE_GOAL * bare_s and max(timed.locks_ms) < LOCK_GOAL_MS,
    }


def measure_yield(n_memories: int, job: Job, prepare: Callable[[Connection], None]) -> dict[str, object]:
    """Let the user come back in the midst of a job, again and again, and time until it has let go."""
    with tempfile.TemporaryDirectory() as folder, filled(Path(folder), n_memories, n_memories) as session:
        waits_ms: list[float] = []
        # Its table loads once in a program's life, long before the user is away.
        session.embedder.embed(["a text"])
        with session.stream_connection() as connection:
            prepare(connection)
            # A checkpoint follows a COMMIT and keeps no writer waiting, but would be counted as if it did.
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            timed = TimedConnection(connection)
            for number in range(20):
                is_back = threading.Event()
                returned_at: list[float] = []

                def come_back(event: threading.Event = is_back, at: list[float] = returned_at) -> None:
                    at.append(time.perf_counter())
                    event.set()

                timer = threading.Timer(0.02 + 0.013 * number, come_back)
                timer.start()
                run_slices(session, timed, job, is_back.is_set)
                ended = time.perf_counter()
                timer.cancel()
                if is_back.is_set():
                    waits_ms.append((ended - returned_at[0]) * 1000)
            shutil.rmtree(session.folder / "backups", ignore_errors=True)
    locks_ms = timed.locks_ms or [0.0]
    return {
        "part": "yield",
        "job": job.name,
        "memories": n_memories,
        "interrupted": len(waits_ms),
        "longest_ms": round(max(waits_ms, default=0.0), 1),
        "goal_ms": YIELD_GOAL_MS,
        "longest_lock_ms": round(max(locks_ms), 1),
        "locks": len(timed.locks_ms),
        "is_met": max(waits_ms, default=0.0) < YIELD_GOAL_MS and max(locks_ms) < LOCK_GOAL_MS,
    }


def measure_scan() -> dict[str, object]:
    """Time a scan of 50 replies, of which half share a theme that 60,000 memories carry in part."""
    with tempfile.TemporaryDirectory() as folder, filled(Path(folder), SCAN_MEMORIES, 0) as session:
        with session.connection() as connection, transaction(connection):
            write_replies(connection)
        with session.stream_connection() as connection:
            timed = TimedConnection(connection)
            started = time.perf_counter()
            result = Scan().run_slice(session, timed, NOW, lambda: False)  # type: ignore[arg-type]  # stands for one
            took_s = time.perf_counter() - started
    return {
        "part": "scan",
        "replies": SCAN_REPLIES,
        "memories": SCAN_MEMORIES,
        "interventions": len(result.interventions),
        "scan_s": round(took_s, 3),
        "goal_s": SCAN_GOAL_S,
        "longest_lock_ms": round(max(timed.locks_ms), 1),
        "is_met": took_s < SCAN_GOAL_S and bool(result.interventions),
    }


def write_replies(connection: Connection) -> None:
    """Keep 50 turns; every second reply is about lanterns and had such a memory in its prompt."""
    words = WORDS.split()
    (carrier,) = connection.execute(
        "SELECT id FROM memories WHERE text LIKE '%lantern%' ORDER BY said_at LIMIT 1"
    ).fetchone()
    connection.execute("INSERT INTO chats (id, name, created_at, updated_at) VALUES (1, 'main', 0, 0)")
    for turn in range(1, SCAN_REPLIES + 1):
        others = " ".join(words[(turn * 7 + step) % len(words)] for step in range(0, 12, 3))
        loop = "The lantern glows in the lantern light, as every lantern does." if turn % 2 else ""
        at = to_ms(NOW) - (SCAN_REPLIES - turn) * 60_000
        connection.execute("INSERT INTO turns (id, at, mode) VALUES (?, ?, 'associative')", (turn, at))
        connection.execute("INSERT INTO chat_turns (chat_id, turn_id) VALUES (1, ?)", (turn,))
        connection.executemany(
            """INSERT INTO messages (chat_id, turn_id, role, text, status, created_at)
               VALUES (1, ?, ?, ?, 'complete', ?)""",
            [(turn, "user", f"Tell me of {others}.", at), (turn, "assistant", f"Well, {others}. {loop}", at)],
        )
        connection.execute(
            "INSERT INTO verdicts (memory_id, turn_id, verdict, reason) VALUES (?, ?, 'in', 'matched')", (carrier, turn)
        )


def measure_dream(rounds: int) -> dict[str, object]:
    """Time the first token of turns that follow a dream, and of turns that follow none, in turns."""
    after_dream: list[float] = []
    after_none: list[float] = []
    dreamt = 0
    with real_session(n_ctx=4096) as bench:
        texts = remember_notes(bench)
        fill(bench, 2_000)
        for number in range(rounds * 2):
            # Of two in turns now the one comes first, now the other.
            is_after_dream = number % 2 == (number // 2) % 2
            bench.warm()
            if is_after_dream:
                with bench.session.connection() as connection:
                    now = bench.session.clock.now()
                    dreamt += len(Dream().run_slice(bench.session, connection, now, lambda: False).dreams)
            measured = after_dream if is_after_dream else after_none
            # Never the same message twice running: the second time all of it is evaluated already.
            measured.append(bench.first_token_s(texts[number % len(texts)]))
    ratio = statistics.median(dreamed / none for dreamed, none in zip(after_dream, after_none, strict=True))
    return {
        "part": "dream",
        "rounds": rounds,
        "dreams": dreamt,
        "after_dream_s": round(statistics.median(after_dream), 4),
        "after_none_s": round(statistics.median(after_none), 4),
        "ratio": round(ratio, 3),
        "goal": DREAM_GOAL,
        "is_met": ratio <= DREAM_GOAL and dreamt > 0,
    }


def _leave(_connection: Connection) -> None:
    """Leave the store as it was filled."""


def _drop_vectors(connection: Connection) -> None:
    with transaction(connection):
        connection.execute("DELETE FROM memory_vectors")


def main() -> None:
    """Print a line a part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--memories", type=int, default=1_000_000, help="of fade; yield takes a tenth (default: %(default)s)"
    )
    parser.add_argument("--only", choices=["fade", "yield", "scan", "dream"], help="one part")
    parser.add_argument("--rounds", type=int, default=8, help="of dream")
    arguments = parser.parse_args()

    def is_wanted(part: str) -> bool:
        return arguments.only in (None, part)

    if is_wanted("fade"):
        print(json.dumps(measure_fade(arguments.memories)), flush=True)
    if is_wanted("yield"):
        prepares = {JobName.EMBED: _drop_vectors}
        for job in every_job():
            if job.name not in (JobName.DREAM, JobName.SCAN):
                prepare = prepares.get(job.name, _leave)
                print(json.dumps(measure_yield(max(1, arguments.memories // 10), job, prepare)), flush=True)
    if is_wanted("scan"):
        print(json.dumps(measure_scan()), flush=True)
    if is_wanted("dream"):
        print(json.dumps(measure_dream(arguments.rounds)), flush=True)


if __name__ == "__main__":
    main()
