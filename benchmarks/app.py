"""Whether the application stays quick in a long life: python -m benchmarks.app [--only open,search,stream].

open: a chat of 5,000 messages, from the key to its paint, beside one of 10 in the same run; then 20 pages up, each from
the key to the first output. search: `search_chats` over 100,000 messages beside a bare FTS5 MATCH. stream: the memory of
the screen's process while replies stream as fast as the screen takes them, so many tokens as an hour at 60 a second has.
open and stream are real processes on a pseudo-terminal; open is on a real store, with a scripted model. First paint and
typing have their own: benchmarks.startup and benchmarks.typing.
"""

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

from assistant.bootstrap import build_session
from assistant.chat_search import MOST_HITS, search_chats
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.events import Token
from assistant.scripted_model import ScriptedModel
from assistant.session import Session
from benchmarks import typing as typing_benchmark
from benchmarks.large_store import Words, add_life
from benchmarks.terminal import Terminal
from memory.database import transaction
from memory.embedding import WordLlamaEmbedder
from tests.tui.fake_backend import FakeBackend
from tui.app import ReverieApp
from tui.session_backend import SessionBackend

OPEN_GOAL_MS, STALL_GOAL_MS, SEARCH_GOAL_MS = 300.0, 100.0, 50.0
GROWTH_GOAL_MB = 10.0  # from a tenth of the hour to its end
TOKENS_AN_HOUR = 60 * 60 * 60
_LONG_MESSAGES, _SHORT_MESSAGES = 5_000, 10
_SEARCHED_MESSAGES = 100_000
_PAGES = 20
_TOKENS_A_REPLY = 1_200
_TOKEN_CHARACTERS = 4
_SETTLE_S = 0.6
_QUERIES = 60
_BREATH_S = 0.05
_READING_S = 4.0
_BARE = "SELECT rowid FROM message_fts WHERE message_fts MATCH ? ORDER BY rowid DESC LIMIT ?"
# Written into the last reply of a chat: seen on screen once it is painted.
_LONG_MARK, _SHORT_MARK = "zqlong", "zqshort"


def report(what: str, **figures: object) -> None:
    """Print one line."""
    print(json.dumps({"benchmark": "app", "what": what, **figures}), flush=True)


def open_session(folder: str) -> Session:
    """Open a real session whose model is scripted."""
    return build_session(
        Config(data_dir=folder, backup=False, dreams=False),
        clock=SystemClock(),
        model=ScriptedModel(),
        embedder=WordLlamaEmbedder(),
    )


def add_chat(session: Session, name: str, messages: int, mark: str) -> None:
    """Write a chat of so many messages in exchanges, the last reply ending with a mark."""
    with session.connection() as connection, transaction(connection):
        life = add_life(
            connection,
            session.embedder,
            Words(messages),
            turns=messages // 2,
            live=messages // 2,
            now=session.clock.now(),
        )
        chat_id = life.first_chat
        connection.execute("UPDATE chat_turns SET chat_id = ? WHERE turn_id >= ?", (chat_id, life.first_turn))
        connection.execute("UPDATE messages SET chat_id = ? WHERE turn_id >= ?", (chat_id, life.first_turn))
        connection.execute("UPDATE memories SET chat_id = ? WHERE turn_id >= ?", (chat_id, life.first_turn))
        connection.execute("DELETE FROM chats WHERE id > ?", (chat_id,))
        connection.execute("UPDATE chats SET name = ?, title = ? WHERE id = ?", (name, name, chat_id))
        connection.execute(
            "UPDATE messages SET text = text || ' ' || ? WHERE role = 'assistant' AND turn_id = ?",
            (mark, life.first_turn + life.turns - 1),
        )


# Opening and scrolling


def serve_store(folder: str) -> None:
    """Be the app on a real store."""
    ReverieApp(lambda: SessionBackend(open_session(folder))).run()


def measure_open(rounds: int) -> None:
    """Go back and forth between a long and a short chat, then scroll the long one."""
    with tempfile.TemporaryDirectory() as folder:
        session = open_session(folder)
        add_chat(session, "long", _LONG_MESSAGES, _LONG_MARK)
        add_chat(session, "short", _SHORT_MESSAGES, _SHORT_MARK)
        session.close()
        command = [sys.executable, "-m", "benchmarks.app", "--serve-store", folder]
        with Terminal(command, columns=120, rows=40) as terminal:
            terminal.wait_for(b"ready")
            terminal.write(b"\x1bOQ")  # F2, the list of chats: the latest stands first
            terminal.idle(_SETTLE_S)
            waits: dict[str, list[float]] = {_LONG_MARK: [], _SHORT_MARK: []}
            for number in range(2 * (rounds + 1)):
                mark, arrow = ((_LONG_MARK, b"\x1b[B"), (_SHORT_MARK, b"\x1b[A"))[number % 2]
                terminal.write(b"\x1bOQ" if number else b"")
                terminal.idle(_SETTLE_S)
                terminal.write(arrow)
                terminal.idle(_SETTLE_S)
                elapsed_s = _time_key(terminal, b"\r", mark.encode())
                if number > 1:
                    waits[mark].append(elapsed_s)
                terminal.idle(_SETTLE_S)
            _report_open(waits)
            _measure_scrolling(terminal)


def _report_open(waits: dict[str, list[float]]) -> None:
    long_ms, short_ms = (statistics.median(waits[mark]) * 1000 for mark in (_LONG_MARK, _SHORT_MARK))
    report(
        "open",
        messages=_LONG_MESSAGES,
        p50_ms=long_ms,
        worst_ms=max(waits[_LONG_MARK]) * 1000,
        floor_p50_ms=short_ms,
        ratio=long_ms / short_ms,
        goal_ms=OPEN_GOAL_MS,
        is_met=long_ms < OPEN_GOAL_MS,
    )


def _measure_scrolling(terminal: Terminal) -> None:
    """Scroll the long chat up by pages; from the top on a page loads earlier turns."""
    terminal.write(b"\x1bOQ")
    terminal.idle(_SETTLE_S)
    terminal.write(b"\x1b[B")
    terminal.idle(_SETTLE_S)
    _time_key(terminal, b"\r", _LONG_MARK.encode())
    terminal.idle(2 * _SETTLE_S)
    pages = [_time_key(terminal, b"\x1b[5~", b"\x1b[") for _ in _settled(terminal, _PAGES)]
    p95_ms = typing_benchmark.p95_ms(pages)
    report(
        "scroll",
        pages=_PAGES,
        p50_ms=statistics.median(pages) * 1000,
        p95_ms=p95_ms,
        goal_p95_ms=STALL_GOAL_MS,
        is_met=p95_ms < STALL_GOAL_MS,
    )


def _settled(terminal: Terminal, count: int) -> Iterator[int]:
    for number in range(count):
        terminal.idle(0.15)
        yield number


def _time_key(terminal: Terminal, key: bytes, marker: bytes) -> float:
    terminal.forget()
    started_s = time.perf_counter()
    terminal.write(key)
    terminal.wait_for(marker)
    return time.perf_counter() - started_s


# Search


def measure_search(messages: int) -> None:
    """Ask for one and two words of every frequency."""
    with tempfile.TemporaryDirectory() as folder:
        session = open_session(folder)
        words = Words(7)
        with session.connection() as connection:
            add_life(
                connection, session.embedder, words, turns=messages // 2, live=messages // 20, now=session.clock.now()
            )
        queries = [" ".join(words.content(1 + place % 2)) for place in range(_QUERIES)]
        ours, bare = [], []
        with session.connection() as connection:
            for query in queries:
                ours.append(_timed(lambda query=query: search_chats(session, query)))
                match = " ".join(f'"{word}"' for word in query.split())
                bare.append(_timed(lambda match=match: connection.execute(_BARE, (match, MOST_HITS)).fetchall()))
        session.close()
    p95_ms = typing_benchmark.p95_ms(ours)
    report(
        "search",
        messages=messages,
        queries=len(queries),
        p50_ms=statistics.median(ours) * 1000,
        p95_ms=p95_ms,
        floor_p50_ms=statistics.median(bare) * 1000,
        floor_p95_ms=typing_benchmark.p95_ms(bare),
        goal_p95_ms=SEARCH_GOAL_MS,
        is_met=p95_ms < SEARCH_GOAL_MS,
    )


def _timed(work: Callable[[], object]) -> float:
    started_s = time.perf_counter()
    work()
    return time.perf_counter() - started_s


# Streaming


def write_replies(path: Path, count: int) -> None:
    """Write so many replies of the same length and of other words each, one after the other.

    The screen's process only reads them: what it needed to draw words would stand in its memory from the beginning, and
    leave room there for what grows. Equal replies would leave the screen's caches of what it has cut and measured empty.
    """
    words = Words(count)
    with path.open("w", encoding="ascii") as file:
        for _ in range(count):
            text = ""
            while len(text) < _TOKENS_A_REPLY * _TOKEN_CHARACTERS:
                topic = words.content(6)
                one, two, three, *more = (words.sentence(topic) for _ in range(9))
                text += f"{' '.join(more[:3])} **{topic[0]}** {' '.join(more[3:])}\n\n{one}\n\n"
                text += f"- {one}\n- {two} `{topic[1]}`\n- {three}\n\n"
            file.write(text[: _TOKENS_A_REPLY * _TOKEN_CHARACTERS])


def serve_stream(replies: Path) -> None:
    """Be the app on a hand-written backend that writes long replies out of a file, as fast as the screen takes them."""
    backend = FakeBackend()
    with replies.open(encoding="ascii") as file:

        def stream(stop: threading.Event) -> Iterator[Token]:
            for number in range(_TOKENS_A_REPLY):
                # The screen takes what was posted before more is posted: no queue grows that a real model would not fill.
                if number % 60 == 0 and stop.wait(_BREATH_S):
                    return
                yield Token(file.read(_TOKEN_CHARACTERS))

        backend.stream = stream
        ReverieApp(lambda: backend).run()


def measure_stream(tokens: int) -> None:
    """Send message after message and look at the process's memory."""
    replies = max(10, tokens // _TOKENS_A_REPLY)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "replies.txt")
        write_replies(path, replies)
        _measure_replies(path, replies)


def _measure_replies(path: Path, replies: int) -> None:
    command = [sys.executable, "-m", "benchmarks.app", "--serve-stream", str(path)]
    with Terminal(command, columns=120, rows=40) as terminal:
        terminal.wait_for(b"ready")
        process = psutil.Process(terminal.process.pid)
        started_s = time.perf_counter()
        memory: list[float] = []
        for _ in range(replies):
            terminal.forget()
            terminal.write(b"go\r")
            terminal.wait_for(b"writing")
            # What was painted before the reply began says "ready" too.
            terminal.forget()
            terminal.wait_for(b"ready", 120.0)
            # Whoever reads types nothing meanwhile; the screen tidies its memory then.
            terminal.idle(_READING_S)
            memory.append(process.memory_info().rss / 2**20)
        took_s = time.perf_counter() - started_s
    tenth = max(1, replies // 10)
    slope = statistics.linear_regression(range(replies - tenth), memory[tenth:]).slope
    growth_mb = memory[-1] - memory[tenth - 1]
    report(
        "stream",
        tokens=replies * _TOKENS_A_REPLY,
        replies=replies,
        took_s=took_s,
        times_faster_than_60_tokens_a_s=replies * _TOKENS_A_REPLY / 60 / took_s,
        rss_mb_at_10_percent=memory[tenth - 1],
        rss_mb_at_50_percent=memory[replies // 2 - 1],
        rss_mb_at_100_percent=memory[-1],
        slope_kb_a_reply=slope * 1024,
        growth_mb=growth_mb,
        goal_mb=GROWTH_GOAL_MB,
        is_met=growth_mb <= GROWTH_GOAL_MB,
    )


def main() -> None:
    """Print a line for each goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="open,search,stream", help="which, with commas")
    parser.add_argument("--rounds", type=int, default=7, help="how often the chats are opened")
    parser.add_argument("--messages", type=int, default=_SEARCHED_MESSAGES, help="how many are searched")
    parser.add_argument("--tokens", type=int, default=TOKENS_AN_HOUR, help="how many stream")
    parser.add_argument("--serve-store", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--serve-stream", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve_store:
        serve_store(str(options.serve_store))
        return
    if options.serve_stream:
        serve_stream(options.serve_stream)
        return
    wanted = options.only.split(",")
    if "open" in wanted:
        measure_open(options.rounds)
    if "search" in wanted:
        measure_search(options.messages)
    if "stream" in wanted:
        measure_stream(options.tokens)


if __name__ == "__main__":
    main()
