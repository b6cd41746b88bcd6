"""Find the memories that fit a query: words and vectors in, one ranked list out.

The one fact that a reader would get wrong: what is suppressed is found like everything else and taken out *before* scores
are compared, so that it takes no place and sets no scale. Only the counts of words in the store still include it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime

from memory import embedder_pair
from memory.database import Connection
from memory.embedding import Embedder
from memory.lexicon import Lexicon, read_lexicon
from memory.live_vectors import LiveVectors
from memory.records import Memory, MemoryId, Mode
from memory.rules import ranking
from memory.rules.floor import floor
from memory.rules.query_terms import query_terms
from memory.rules.question_dates import date_windows
from memory.rules.ranking import Evidence, Weights
from memory.rules.text import fold, words
from memory.store import index
from memory.store.index import Place
from memory.store.memories import read_memories

# The most promising are compared in full; when many of those are suppressed, so many more.
_COMPARED = 150
_ENOUGH = 100
_WORD_CANDIDATES = 300
_VECTOR_CANDIDATES = 100
# Matches that are scored by words at most, the newest ones.
_MOST_READ = 5_000
# FTS5 gives nothing for a word that half of the memories hold, which in a tiny store is any word.
_HELD_PART = 0.5
# An old statement keeps less than this part of the relevance of the one that replaced it.
_SUPERSEDED_SHARE = 0.9
_NEAR_COPY_OVERLAP = 0.8
_SHORTEST_COPY = 0.6
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
    """A candidate with what speaks for it. `term_share` as in `Hit`."""

    memory: Memory
    evidence: Evidence
    term_share: float
    is_above_floor: bool


def search(
    connection: Connection,
    embedder: Embedder,
    query: Query,
    *,
    is_suppressed: Callable[[Memory], bool],
    limit: int,
    weights: Weights | None = None,
    live_vectors: LiveVectors | None = None,
) -> tuple[Hit, ...]:
    """Return at most `limit` memories, best first, then at most as many suppressed ones that were found too.

    Args:
        connection: The store.
        embedder: For the query's vector; of a pair, the one whose space is whole.
        query: What to look for.
        is_suppressed: What takes no place.
        limit: At most so many of each.
        weights: Other ones than the measured.
        live_vectors: What a session keeps; without it, the file is scanned.
    """
    found, withheld, lexicon = gather(connection, embedder, query, is_suppressed, live_vectors)
    ranked = _ranked(found, query, lexicon, weights, limit=limit)
    return (*ranked, *(_hit(one, 0.0, is_suppressed=True) for one in withheld[:limit]))


def gather(
    connection: Connection,
    embedder: Embedder,
    query: Query,
    is_suppressed: Callable[[Memory], bool],
    live_vectors: LiveVectors | None = None,
) -> tuple[list[Found], list[Found], Lexicon]:
    """Find the candidates of a query with their evidence, and apart from them the suppressed ones."""
    lexicon = read_lexicon(connection, query_terms(query.text))
    finder = _Finder(connection, query, lexicon, live_vectors)
    found: list[Found] = []
    withheld: list[Found] = []
    waiting = finder.promising(embedder)
    while waiting and len(found) < _ENOUGH:
        batch, waiting = waiting[:_COMPARED], waiting[_COMPARED:]
        for one in finder.read(batch):
            (withheld if is_suppressed(one.memory) else found).append(one)
    known = {one.memory.id for one in (*found, *withheld)}
    successors = {one.memory.superseded_by for one in found if one.memory.superseded_by is not None} - known
    for one in finder.read(successors) if successors else ():
        (withheld if is_suppressed(one.memory) else found).append(one)
    return found, withheld, lexicon


class _Finder:
    """The candidates of one query: which there are, and what speaks for each."""

    def __init__(
        self, connection: Connection, query: Query, lexicon: Lexicon, live_vectors: LiveVectors | None
    ) -> None:
        self._connection = connection
        self._live_vectors = live_vectors
        self._is_asked = query.mode is Mode.ASKED
        self._floor = floor(query.mode)
        self._lexicon = lexicon
        self._windows = date_windows(query.text, query.now)
        self._text = query.text
        self._message = fold(query.text)
        self._words = frozenset(words(query.text))
        self._by_words: dict[MemoryId, float] = {}
        self._cosines: dict[MemoryId, float] = {}
        self._held: dict[MemoryId, float] = {}
        self._phrases: dict[MemoryId, float] = {}

    def promising(self, embedder: Embedder) -> list[MemoryId]:
        """Find by words and vectors, and return the ids in the order of what both say."""
        searched = self._lexicon.searched
        if searched:
            self._by_words = index.word_scores(
                self._connection, searched, is_asked=self._is_asked, limit=_WORD_CANDIDATES, most_read=_MOST_READ
            )
        self._cosines = self._cosines_of(embedder)
        ids = list(self._by_words | self._cosines)
        self._weigh(frozenset(ids))
        scores = ranking.fuse([self._evidence(one) for one in ids], self._lexicon.reach)
        return [one for _, one in sorted(zip(scores, ids, strict=True), reverse=True)]

    def read(self, ids: Iterable[MemoryId]) -> list[Found]:
        """Read those memories that the mode may retrieve, with all their evidence."""
        places = index.places(self._connection, ids, is_asked=self._is_asked)
        self._weigh(places.keys())
        memories = read_memories(self._connection, places).values()
        return [
            self._found(one, places[one.id])
            for one in memories
            if not (self._is_asked and is_near_copy(self._message, self._words, one.text))
        ]

    def _cosines_of(self, embedder: Embedder) -> dict[MemoryId, float]:
        """Return the cosines of the nearest memories and of the best by words."""
        return embedder_pair.cosines(
            self._connection,
            embedder,
            self._text,
            " ".join(self._lexicon.topic_words),
            self._by_words,
            is_asked=self._is_asked,
            limit=_VECTOR_CANDIDATES,
            live_vectors=self._live_vectors,
        )

    def _weigh(self, ids: AbstractSet[MemoryId]) -> None:
        self._held |= self._lexicon.held_weights(ids)
        self._phrases |= self._lexicon.phrase_scores(ids)

    def _found(self, memory: Memory, place: Place) -> Found:
        evidence = self._full_evidence(memory, place)
        share = self._held.get(memory.id, 0.0) / (self._lexicon.reach.words or 1.0)
        fits = self._floor.fits(evidence.cosine, share, self._lexicon.memories)
        return Found(memory, evidence, share, is_above_floor=fits)

    def _evidence(self, memory_id: MemoryId) -> Evidence:
        return Evidence(
            words=max(self._by_words.get(memory_id, 0.0), _HELD_PART * self._held.get(memory_id, 0.0)),
            cosine=self._cosines.get(memory_id, 0.0),
            phrases=self._phrases.get(memory_id, 0.0),
        )

    def _full_evidence(self, memory: Memory, place: Place) -> Evidence:
        found = self._evidence(memory.id)
        return Evidence(
            words=found.words,
            cosine=found.cosine,
            phrases=found.phrases,
            chat=self._lexicon.chat_scores.get(place.chat_id, 0.0) if place.chat_id is not None else 0.0,
            is_by_named=_is_by_named(memory.text, self._words),
            is_dated=any(window.holds(memory.said_at) for window in self._windows),
            is_answer=place.follows_question,
            length=ranking.length_score(len(memory.text)),
        )


def is_near_copy(message: str, message_words: AbstractSet[str], text: str) -> bool:
    """Tell whether a memory is the message itself, or the same question in nearly the same words.

    A statement that shares the words of a question ("Do I prefer tea?") is the answer to it, not a copy.

    Args:
        message: Folded.
        message_words: Its words.
        text: The memory's.
    """
    if not _SHORTEST_COPY * len(message) <= len(text) <= len(message) / _SHORTEST_COPY:
        return False
    own = fold(text)
    if not own.rstrip().endswith(("?", "؟")):
        return own.strip() == message.strip()
    own_words = frozenset(words(own))
    return len(own_words & message_words) >= _NEAR_COPY_OVERLAP * len(own_words | message_words)


def _is_by_named(text: str, asked_words: frozenset[str]) -> bool:
    """Tell whether a text says who speaks ("Ann: hello"), as imported chats do, and the query names that person."""
    speaker = _SPEAKER.match(text)
    return speaker is not None and not asked_words.isdisjoint(words(speaker[1]))


def _ranked(
    found: Sequence[Found], query: Query, lexicon: Lexicon, weights: Weights | None, *, limit: int
) -> list[Hit]:
    relevances = ranking.fuse([one.evidence for one in found], lexicon.reach, weights)
    if query.expansion:
        pattern = _beginnings(query.expansion)
        shares = [len(set(pattern.findall(fold(one.memory.text)))) / len(query.expansion) for one in found]
        relevances = [ranking.with_expansion(*pair) for pair in zip(relevances, shares, strict=True)]
    relevance = {one.memory.id: value for one, value in zip(found, relevances, strict=True)}
    _put_successors_first(found, relevance)
    fits = {one.memory.superseded_by for one in found if one.memory.superseded_by and one.is_above_floor}
    best_first = sorted(
        found, key=lambda one: (-round(relevance[one.memory.id], _DECIMALS), -one.memory.importance, -one.memory.id)
    )
    return [_hit(one, relevance[one.memory.id], is_replacement=one.memory.id in fits) for one in best_first[:limit]]


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


def _hit(one: Found, relevance: float, *, is_suppressed: bool = False, is_replacement: bool = False) -> Hit:
    return Hit(
        memory_id=one.memory.id,
        relevance=round(relevance, _DECIMALS),
        cosine=round(one.evidence.cosine, _DECIMALS),
        term_share=round(one.term_share, _DECIMALS),
        is_above_floor=is_replacement or one.is_above_floor,
        is_suppressed=is_suppressed,
        superseded_by=one.memory.superseded_by,
    )
