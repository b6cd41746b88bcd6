"""How well search finds what was said: python -m benchmarks.recall --dataset locomo|longmemeval PATH [--embedder FILE].

The one fact that a reader would get wrong: every figure is of the product's own store, index and search, and of the same
questions; only the ranking differs between "reverie" and the three baselines. Data sets are never part of the project.

Protocol. LoCoMo: a conversation is a store, a session is a chat, a turn is one memory "Speaker: text", and every question
that names evidence counts. LongMemEval-S: an instance is a store, a session is a chat, the user's turns are the corpus
(each indexed with the end of the reply before it), `_abs` questions are left out, and turn figures are of questions with
a turn marked `has_answer`. A session's rank is that of its best turn. Turns are stored as plain statements, since the data
sets ask for any turn; with --classified they get the kinds that the product would give them, whose questions, greetings
and apologies asked mode leaves out. With --embedder, a GGUF file is the chosen embedder: its vectors are made by the
product's own idle job before the first question, and "vectors alone" are its vectors.
"""

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from itertools import islice
from pathlib import Path
from statistics import fmean, median, pstdev
from time import perf_counter

from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.gguf_embedder import GgufEmbedder
from assistant.jobs.space_filling import ChosenSpace
from assistant.scripted_model import ScriptedModel
from benchmarks.datasets import Conversation, Question, read_locomo, read_longmemeval
from memory.capture import Statement, prepare, store
from memory.database import Connection, connect, transaction
from memory.embedder_pair import EmbedderPair
from memory.embedding import Embedder, WordLlamaEmbedder
from memory.opening import open_store
from memory.records import Kind, Memory, MemoryId, Mode, Provenance
from memory.rules.query_terms import Term
from memory.rules.text import fold, words
from memory.search import Query, search
from memory.store import chats, index
from memory.store.vector_tables import CHOSEN

CUTS = (5, 10, 20)
SESSION_CUTS = (1, 5, 10)
_DEPTH = 60
_SHOWN = 6
_RRF_K = 60


@dataclass(frozen=True, slots=True)
class Store:
    """An open store that holds one conversation, and which turn each memory is of."""

    connection: Connection
    turn_of: Mapping[MemoryId, int]
    conversation: Conversation
    embedder: Embedder


Figures = dict[str, float]


def main() -> None:
    """Print one JSON line per system and category, then the spread over conversations, associative mode, and time."""
    arguments = _arguments()
    read = read_locomo if arguments.dataset == "locomo" else read_longmemeval
    rows: list[tuple[str, str, str, Figures]] = []
    for conversation in islice(read(arguments.path), arguments.limit):
        with tempfile.TemporaryDirectory() as folder, closing(_connect(Path(folder), conversation)) as connection:
            held = _fill(connection, conversation, is_classified=arguments.classified)
            with _with_chosen(held, Path(folder), arguments.embedder) as whole:
                rows.extend(_measured(whole, arguments.dataset))
        print(f"{conversation.name}: {len(rows)} results", file=sys.stderr, flush=True)
    _report(rows, arguments.dataset)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    parser.add_argument("--dataset", choices=("locomo", "longmemeval"), required=True)
    parser.add_argument(
        "path", type=Path, help="locomo10.json, longmemeval_s.json, or JSON lines of it (.jsonl, .jsonl.gz)"
    )
    parser.add_argument("--limit", type=int, help="conversations (LoCoMo) or instances (LongMemEval) to read")
    parser.add_argument("--embedder", type=Path, help="a GGUF file that is the chosen embedder")
    parser.add_argument("--classified", action="store_true", help="give turns the kinds that the product would")
    return parser.parse_args()


def _connect(folder: Path, conversation: Conversation) -> Connection:
    return connect(open_store(folder, conversation.turns[0].said_at).path)


@contextmanager
def _with_chosen(held: Store, folder: Path, path: Path | None) -> Iterator[Store]:
    """Yield the store with the chosen embedder's vectors, made as idle work does; as it is where no file is named."""
    if path is None:
        yield held
        return
    config = Config(data_dir=str(folder), timezone="UTC")
    pair = EmbedderPair(held.embedder, GgufEmbedder(path, log_path=folder / "embedder.log"))
    session = build_session(config, clock=SystemClock(), model=ScriptedModel(), embedder=pair)
    try:
        space = ChosenSpace()
        while not space.run_slice(session, held.connection, lambda: False):
            pass
        yield replace(held, embedder=pair)
    finally:
        session.close()


def _fill(connection: Connection, conversation: Conversation, *, is_classified: bool) -> Store:
    embedder = WordLlamaEmbedder()
    turn_of: dict[MemoryId, int] = {}
    with transaction(connection):
        session, chat = -1, None
        for place, turn in enumerate(conversation.turns):
            if turn.session != session or chat is None:
                session, chat = turn.session, chats.create_chat(connection, f"session {turn.session}", turn.said_at)
            statement = Statement(
                text=turn.text,
                provenance=Provenance.USER_SAID,
                said_at=turn.said_at,
                chat_id=chat.id,
                kind=None if is_classified else Kind.FACT,
            )
            for memory_id in store(connection, prepare(statement, embedder), before_text=turn.before):
                turn_of[memory_id] = place
    return Store(connection, turn_of, conversation, embedder)


def _measured(held: Store, dataset: str) -> Iterator[tuple[str, str, str, Figures]]:
    """Yield (system, conversation, category, figures) for each question and system."""
    for question in held.conversation.questions:
        start = perf_counter()
        found = _by_product(held, question, Mode.ASKED)
        elapsed_ms = 1_000 * (perf_counter() - start)
        by_words, by_vectors = _by_words(held, question), _by_vectors(held, question)
        rankings = {
            "reverie": found,
            "fts5 alone": by_words,
            "vectors alone": by_vectors,
            "equal rank fusion": _fused_ranks(by_words, by_vectors),
        }
        for system, ids in rankings.items():
            turns = list(dict.fromkeys(held.turn_of[one] for one in ids))
            if dataset == "locomo":
                figures = _locomo_figures(turns, question)
            else:
                figures = _longmemeval_figures(turns, question, held.conversation)
            if system == "reverie":
                figures["ms"] = elapsed_ms
            yield system, held.conversation.name, question.category, figures
        yield "associative", held.conversation.name, question.category, _associative_figures(held, question)


def _by_product(held: Store, question: Question, mode: Mode) -> list[MemoryId]:
    query = Query(question.text, mode, question.asked_at, zone=UTC)
    hits = search(held.connection, held.embedder, query, is_suppressed=_never, limit=_DEPTH)
    return [hit.memory_id for hit in hits]


def _never(_: Memory) -> bool:
    return False


def _by_words(held: Store, question: Question) -> list[MemoryId]:
    """Rank by BM25 of all words of the question in the turn itself: full text alone, as it comes."""
    terms = [Term((word,)) for word in dict.fromkeys(words(question.text)) if word.isalnum()]
    return index.plain_word_ranking(held.connection, terms, limit=_DEPTH) if terms else []


def _by_vectors(held: Store, question: Question) -> list[MemoryId]:
    """Rank by the cosine of question and turn: vectors alone, as they come."""
    if isinstance(held.embedder, EmbedderPair):
        vector = held.embedder.chosen.embed([question.text])[0]
        return list(index.nearest(held.connection, vector, is_asked=True, limit=_DEPTH, table=CHOSEN))
    vector = held.embedder.embed([fold(question.text)])[0]
    return list(index.nearest(held.connection, vector, is_asked=True, limit=_DEPTH))


def _fused_ranks(*rankings: Sequence[MemoryId]) -> list[MemoryId]:
    """Fuse by 1 / (60 + rank), all rankings alike. Source: Cormack, Clarke, Büttcher, SIGIR 2009."""
    scores: defaultdict[MemoryId, float] = defaultdict(float)
    for ranking in rankings:
        for rank, memory_id in enumerate(ranking, 1):
            scores[memory_id] += 1 / (_RRF_K + rank)
    return sorted(scores, key=lambda one: -scores[one])


def _locomo_figures(turns: Sequence[int], question: Question) -> Figures:
    figures: Figures = {}
    for cut in CUTS:
        found = question.turns & set(turns[:cut])
        figures[f"recall@{cut}"] = len(found) / len(question.turns)
        figures[f"hit@{cut}"] = float(bool(found))
    return figures


def _longmemeval_figures(turns: Sequence[int], question: Question, conversation: Conversation) -> Figures:
    sessions = list(dict.fromkeys(conversation.turns[place].session for place in turns))
    figures = _set_figures("session", sessions, question.sessions)
    if question.turns:
        figures |= _set_figures("turn", turns, question.turns)
    return figures


def _set_figures(unit: str, ranked: Sequence[int], wanted: frozenset[int]) -> Figures:
    figures: Figures = {}
    for cut in SESSION_CUTS:
        top = set(ranked[:cut])
        figures[f"{unit} any@{cut}"] = float(bool(wanted & top))
        figures[f"{unit} all@{cut}"] = float(wanted <= top)
    gain = sum(1 / math.log2(rank + 2) for rank, one in enumerate(ranked[:10]) if one in wanted)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, len(wanted))))
    figures[f"{unit} ndcg@10"] = gain / ideal
    return figures


def _associative_figures(held: Store, question: Question) -> Figures:
    """Tell what the same words would bring up unasked: at most six above the floor, and how many are evidence."""
    query = Query(question.text, Mode.ASSOCIATIVE, question.asked_at, zone=UTC)
    hits = search(held.connection, held.embedder, query, is_suppressed=_never, limit=_SHOWN)
    shown = [held.turn_of[hit.memory_id] for hit in hits if hit.is_above_floor]
    sessions = {held.conversation.turns[place].session for place in shown}
    figures: Figures = {"shown": float(len(shown)), "session found": float(bool(sessions & question.sessions))}
    if shown and question.turns:
        figures["shown that are evidence"] = sum(place in question.turns for place in shown) / len(shown)
    return figures


def _report(rows: Sequence[tuple[str, str, str, Figures]], dataset: str) -> None:
    systems = list(dict.fromkeys(system for system, *_ in rows))
    for system in systems:
        own = [(conversation, category, figures) for name, conversation, category, figures in rows if name == system]
        for category in (*sorted({category for _, category, _ in own}), "all"):
            chosen = [figures for _, name, figures in own if category in (name, "all")]
            _print({"dataset": dataset, "system": system, "category": category, "n": len(chosen)} | _means(chosen))
    _report_spread([row for row in rows if row[0] == "reverie"], dataset)


def _report_spread(rows: Sequence[tuple[str, str, str, Figures]], dataset: str) -> None:
    """Print how much the main figure varies: over conversations, or over five folds where each has one question."""
    name = "recall@10" if dataset == "locomo" else "session all@5"
    parts: defaultdict[str, list[float]] = defaultdict(list)
    for place, (_, conversation, _, figures) in enumerate(rows):
        parts[conversation if dataset == "locomo" else f"fold {place % 5}"].append(figures[name])
    means = {part: round(fmean(values), 4) for part, values in parts.items()}
    _print({"dataset": dataset, "spread of": name, "parts": means, "deviation": round(pstdev(means.values()), 4)})
    times = [figures["ms"] for *_, figures in rows]
    _print({"dataset": dataset, "ms per question": {"median": round(median(times), 2), "most": round(max(times), 2)}})


def _means(chosen: Sequence[Figures]) -> Figures:
    """Average each figure over the questions that have it."""
    names = dict.fromkeys(name for figures in chosen for name in figures)
    return {name: round(fmean(figures[name] for figures in chosen if name in figures), 4) for name in names}


def _print(line: Mapping[str, object]) -> None:
    print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    main()
