"""What keys and the gate cost per turn: python -m benchmarks.gate [--units 10000] [--memories 60000] [--growth].

A store of authored units with keys, a fifth of which have been active over 300 turns, beside retrieved memories. Per
message: which units its words can reach, their keys compiled and matched, candidates loaded, their past read, states
derived, verdicts made. What search found is given (it has a benchmark of its own), and there is no model. Against one
bare sqlite-vec exact scan (k = 200) of the live memories, after each message on the same connection.

Goal: <= 1.5 x the scan. --growth shows stores of 1,000 to 100,000 units, with the same memories.
"""

import argparse
import json
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from benchmarks.large_store import Words, add_activations, add_life, add_units, messages_like_life
from benchmarks.turn import bare_scan, p95, timed_ms
from memory.database import Connection, connect, transaction, truncate_wal
from memory.embedding import WordLlamaEmbedder
from memory.key_sets import KeySets
from memory.opening import open_store
from memory.records import ChatId, Memory, Mode
from memory.retrieval import Occasion, gate
from memory.rules.budget import Budget
from memory.rules.keys import KeyText
from memory.search import Query, search
from memory.store import chats, memories, memory_ids
from memory.store.presence import read_presence

OVER_SCAN_GOAL = 1.5
GROWTH_UNITS = (1_000, 10_000, 100_000)
_ACTIVE_PART = 5
_TURNS = 300
_BLOCK_TOKENS = 1_000
_NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass
class Times:
    """Milliseconds of each round; `keys` is the part of `gate` up to the matched keys, measured apart."""

    gate: list[float] = field(default_factory=list)
    keys: list[float] = field(default_factory=list)
    scan: list[float] = field(default_factory=list)
    tried: list[int] = field(default_factory=list)


def build(connection: Connection, embedder: WordLlamaEmbedder, units: int, live: int) -> ChatId:
    """Fill a store and return the chat whose next turn it will be."""
    words = Words(seed=1)
    life = add_life(connection, embedder, words, turns=max(live, _TURNS), live=live, now=_NOW)
    ids = add_units(connection, embedder, words, count=units, now=_NOW)
    add_activations(connection, ids[: units // _ACTIVE_PART], life.turn_ids[-_TURNS:])
    connection.execute("PRAGMA optimize")
    truncate_wal(connection)
    with transaction(connection):
        return chats.create_chat(connection, "bench", _NOW).id


def measure(connection: Connection, embedder: WordLlamaEmbedder, chat_id: ChatId, rounds: int) -> Times:
    """Gate message after message as one session would."""
    times, key_sets, presence = Times(), KeySets(), read_presence(connection, _NOW)
    for text in messages_like_life(Words(seed=2), rounds):
        query = Query(text, Mode.ASSOCIATIVE, _NOW)
        hits = search(connection, embedder, query, is_suppressed=_is_disabled, limit=40)
        occasion = Occasion(
            chat_id=chat_id,
            text=text,
            mode=Mode.ASSOCIATIVE,
            now=_NOW,
            budget=Budget(_BLOCK_TOKENS),
            seed=0,
            count_tokens=_count_tokens,
            is_banned=_is_disabled,
        )
        times.gate.append(timed_ms(partial(gate, connection, occasion, hits, _is_disabled, presence, key_sets)))
        times.keys.append(timed_ms(partial(match_keys, connection, text, key_sets)))
        times.tried.append(len(memory_ids.keyed_ids(connection, text)))
        vector = embedder.embed([text])[0]
        times.scan.append(timed_ms(partial(bare_scan, connection, vector)))
    return times


def match_keys(connection: Connection, text: str, key_sets: KeySets) -> None:
    """Find the units that a message hits, as the gate does."""
    prepared = KeyText.of(text)
    stored = memories.read_triggers(connection, memory_ids.keyed_ids(connection, text))
    for one in stored.values():
        key_sets.match(one, prepared)


def _is_disabled(memory: Memory) -> bool:
    return memory.is_disabled


def _count_tokens(members: Sequence[Memory]) -> list[int]:
    return [len(one.text) // 4 for one in members]


def figures(units: int, live: int, rounds: int) -> dict[str, object]:
    """Build a store of a size and measure on it."""
    embedder = WordLlamaEmbedder()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(connect(open_store(Path(folder), _NOW).path)) as connection,
    ):
        chat_id = build(connection, embedder, units, live)
        times = measure(connection, embedder, chat_id, rounds)
    over_scan = statistics.median(times.gate) / statistics.median(times.scan)
    return {
        "benchmark": "gate",
        "units": units,
        "memories": live,
        "tried_p50": statistics.median(times.tried),
        "first_ms": round(times.gate[0], 2),
        "gate_p50_ms": round(statistics.median(times.gate), 2),
        "gate_p95_ms": round(p95(times.gate), 2),
        "keys_p50_ms": round(statistics.median(times.keys), 2),
        "keys_p95_ms": round(p95(times.keys), 2),
        "scan_p50_ms": round(statistics.median(times.scan), 2),
        "scan_p95_ms": round(p95(times.scan), 2),
        "over_scan": round(over_scan, 2),
        "over_scan_goal": OVER_SCAN_GOAL,
        "is_met": over_scan <= OVER_SCAN_GOAL,
    }


def main() -> None:
    """Print a line a size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=10_000)
    parser.add_argument("--memories", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--growth", action="store_true", help="1,000 to 100,000 units")
    options = parser.parse_args()
    for units in GROWTH_UNITS if options.growth else (options.units,):
        print(json.dumps(figures(units, options.memories, options.rounds)), flush=True)


if __name__ == "__main__":
    main()
