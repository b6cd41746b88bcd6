"""Find the memories that fit a query: words and vectors in, one ranked list out.

The one fact that a reader would get wrong: what is suppressed is found like everything else and taken out *before* scores
are compared, so that a banned memory leaves no trace in the relevance of the others.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from memory.database import Connection
from memory.embedding import Embedder
from memory.lexicon import Lexicon, read_lexicon
from memory.records import Memory, MemoryId, Mode
from memory.rules import ranking
from memory.rules.query_terms import query_terms
from memory.rules.question_dates import DateWindow, date_windows
from memory.rules.ranking import Evidence, Weights
from memory.rules.text import fold, words
from memory.store import index
from memory.store.index import Place
from memory.store.memories import read_memories

# Absolute, so that the best of a store that holds nothing fitting is still nothing.
FLOOR_COSINE = 0.40
FLOOR_TERM_SHARE = 0.50
_WORD_CANDIDATES = 300
_VECTOR_CANDIDATES = 200
# Up to so many memories every vector is compared.
_SMALL_STORE = 1_000
# Of the best by words that are not among the nearest, so many cosines are looked up.
_LOOKED_UP = 24
# Matches that are scored by words at most, the newest ones.
_MOST_READ = 6_000
# An old statement keeps less than this part of the relevance of the one that replaced it.
_SUPERSEDED_SHARE = 0.9
_NEAR_COPY_OVERLAP = 0.8
_DECIMALS = 4
_SPEAKER = re.compile(r"([^\W_][\w .'-]{0,39}):\s")


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for.

    Args:
        text: The user's own words.
        mode: Decides what takes part.
        now: The moment of the message, aware, UTC.
        expansion: At most six stems that the user did not say; they only re-order what the words found.
    """

    text: str
    mode: Mode
    now: datetime
    expansion: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One found memory.

    Args:
        relevance: 0..1, rounded to 4 decimals, comparable within one result only; 0 if suppressed.
        cosine: -1..1; 0 where it was not looked at.
        term_share: 0..1, how much of the query's content its text holds, by inverse document frequency.
        is_above_floor: It fits by an absolute measure.
        superseded_by: The newer statement; if that was found, it stands above.
    """

    memory_id: MemoryId
    relevance: float
    cosine: float
    term_share: float
    is_above_floor: bool
    is_suppressed: bool = False
    superseded_by: MemoryId | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate with what speaks for it."""

    memory: Memory
    evidence: Evidence
    term_share: float


def search(
    connection: Connection,
    embedder: Embedder,
    query: Query,
    *,
    is_suppressed: Callable[[Memory], bool],
    limit: int,
    weights: Weights | None = None,
) -> tuple[Hit, ...]:
    """Return at most `limit` memories, best first, then at most as many suppressed ones that were found too."""
    lexicon = read_lexicon(connection, query_terms(query.text))
    found = gather(connection, embedder, query, lexicon)
    withheld = [one for one in found if is_suppressed(one.memory)]
    out = {one.memory.id for one in withheld}
    rest = [one for one in found if one.memory.id not in out]
    ranked = _ranked(rest, query, lexicon, weights)
    return (*ranked[:limit], *(_hit(one, 0.0, is_suppressed=True) for one in withheld[:limit]))


def gather(connection: Connection, embedder: Embedder, query: Query, lexicon: Lexicon) -> list[Found]:
    """Find all candidates of a query with their evidence, in order of id."""
    is_asked = query.mode is Mode.ASKED
    searched = lexicon.searched
    by_words: dict[MemoryId, float] = {}
    if searched:
        by_words = index.word_scores(
            connection, searched, is_asked=is_asked, limit=_WORD_CANDIDATES, most_read=_MOST_READ
        )
    cosines = _cosines(connection, embedder, lexicon, by_words, is_asked=is_asked)
    places = index.places(connection, {**by_words, **cosines}, is_asked=is_asked)
    memories = read_memories(connection, sorted(places))
    successors = {one.superseded_by for one in memories.values() if one.superseded_by} - memories.keys()
    if successors:
        places |= index.places(connection, successors, is_asked=is_asked)
        memories |= read_memories(connection, sorted(places.keys() & successors))
    windows = date_windows(query.text, query.now)
    asked_words = words(query.text)
    return [
        _found(memory, places[memory.id], by_words, cosines, lexicon, windows, frozenset(asked_words))
        for memory in memories.values()
        if not (is_asked and is_near_copy(asked_words, memory.text))
    ]


def is_near_copy(asked_words: Sequence[str], text: str) -> bool:
    """Tell whether a memory is the message itself, or the same question in nearly the same words.

    A statement that shares the words of a question ("Do I prefer tea?") is the answer to it, not a copy.
    """
    if not text.rstrip().endswith(("?", "？", "؟")):
        return bool(asked_words) and words(text) == list(asked_words)
    own, asked = frozenset(words(text)), frozenset(asked_words)
    return len(own & asked) >= _NEAR_COPY_OVERLAP * len(own | asked)


def _cosines(
    connection: Connection, embedder: Embedder, lexicon: Lexicon, by_words: Iterable[MemoryId], *, is_asked: bool
) -> dict[MemoryId, float]:
    """Return the cosines of the nearest memories and of the best by words."""
    vector = embedder.embed([" ".join(lexicon.topic_words)])[0]
    if not np.any(vector):
        return {}
    is_small = lexicon.memories <= _SMALL_STORE
    near = index.nearest(connection, vector, is_asked=is_asked, limit=_SMALL_STORE if is_small else _VECTOR_CANDIDATES)
    farther = [memory_id for memory_id in by_words if memory_id not in near][:_LOOKED_UP]
    return near | index.cosines(connection, vector, farther) if farther else near


def _found(
    memory: Memory,
    place: Place,
    by_words: Mapping[MemoryId, float],
    cosines: Mapping[MemoryId, float],
    lexicon: Lexicon,
    windows: Sequence[DateWindow],
    asked_words: frozenset[str],
) -> Found:
    evidence = Evidence(
        words=by_words.get(memory.id, 0.0),
        cosine=cosines.get(memory.id, 0.0),
        chat=lexicon.chat_scores.get(place.chat_id, 0.0) if place.chat_id is not None else 0.0,
        phrases=lexicon.phrase_score(memory.id),
        is_by_named=_is_by_named(memory.text, asked_words),
        is_dated=any(window.holds(memory.said_at) for window in windows),
        is_answer=place.follows_question,
        length=ranking.length_score(len(memory.text)),
    )
    return Found(memory, evidence, lexicon.term_share(memory.id))


def _is_by_named(text: str, asked_words: frozenset[str]) -> bool:
    """Tell whether a text says who speaks ("Ann: hello"), as imported chats do, and the query names that person."""
    speaker = _SPEAKER.match(text)
    return speaker is not None and not asked_words.isdisjoint(words(speaker[1]))


def _ranked(found: Sequence[Found], query: Query, lexicon: Lexicon, weights: Weights | None) -> list[Hit]:
    relevances = ranking.fuse([one.evidence for one in found], lexicon.reach, weights)
    if query.expansion:
        pattern = _beginnings(query.expansion)
        shares = [len(set(pattern.findall(fold(one.memory.text)))) / len(query.expansion) for one in found]
        relevances = [ranking.with_expansion(*pair) for pair in zip(relevances, shares, strict=True)]
    relevance = {one.memory.id: value for one, value in zip(found, relevances, strict=True)}
    _put_successors_first(found, relevance)
    fits = {one.memory.superseded_by for one in found if one.memory.superseded_by and _is_above_floor(one)}
    best_first = sorted(
        found, key=lambda one: (-round(relevance[one.memory.id], _DECIMALS), -one.memory.importance, -one.memory.id)
    )
    return [_hit(one, relevance[one.memory.id], is_replacement=one.memory.id in fits) for one in best_first]


def _put_successors_first(found: Sequence[Found], relevance: dict[MemoryId, float]) -> None:
    """Give newer statements at least the relevance of those they replaced, and the older ones less than that."""
    replaced = [
        (one.memory.id, one.memory.superseded_by)
        for one in sorted(found, key=lambda one: (one.memory.said_at, one.memory.id))
        if one.memory.superseded_by is not None and one.memory.superseded_by in relevance
    ]
    for older, newer in replaced:
        relevance[newer] = max(relevance[newer], relevance[older])
    for older, newer in reversed(replaced):
        relevance[older] = min(relevance[older], relevance[newer] * _SUPERSEDED_SHARE)


def _beginnings(stems: Iterable[str]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(map(re.escape, stems)) + ")")


def _is_above_floor(one: Found) -> bool:
    return one.evidence.cosine >= FLOOR_COSINE or one.term_share >= FLOOR_TERM_SHARE


def _hit(one: Found, relevance: float, *, is_suppressed: bool = False, is_replacement: bool = False) -> Hit:
    return Hit(
        memory_id=one.memory.id,
        relevance=round(relevance, _DECIMALS),
        cosine=round(one.evidence.cosine, _DECIMALS),
        term_share=round(one.term_share, _DECIMALS),
        is_above_floor=is_replacement or _is_above_floor(one),
        is_suppressed=is_suppressed,
        superseded_by=one.memory.superseded_by,
    )
