"""The candidates of one query: which memories may fit, by words, by meaning and by days, and what speaks for each.

The one fact that a reader would get wrong: what is suppressed is found like everything else and kept apart before
anything is compared. Only the counts of words in the store still include it.
"""

import re
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from memory import embedder_pair
from memory.database import Connection
from memory.embedding import Embedder
from memory.lexicon import Lexicon, read_lexicon
from memory.live_vectors import LiveVectors
from memory.moments import Moments, read_moments, timeless
from memory.records import Memory, MemoryId, Mode
from memory.rules import ranking
from memory.rules.answer_types import Wanted
from memory.rules.floor import floor
from memory.rules.query_terms import query_terms
from memory.rules.ranking import Evidence
from memory.rules.stretches import Days
from memory.rules.text import fold, words
from memory.store import index
from memory.store.index import Place
from memory.store.memories import read_memories

# The most promising are compared in full; when many of those are suppressed, so many more.
_COMPARED = 150
_ENOUGH = 100
_WORD_CANDIDATES = 300
_VECTOR_CANDIDATES = 100
_DATE_CANDIDATES = 150
# What tells of an event holds at least half of the words that name it; others nearly as good may be of the same month.
_EVENT_SHARE = 0.5
_AS_LIKELY = 0.85
_SAME_EVENT = timedelta(days=31)
# Matches that are scored by words at most, the newest ones.
_MOST_READ = 5_000
# FTS5 gives nothing for a word that half of the memories hold, which in a tiny store is any word.
_HELD_PART = 0.5
_NEAR_COPY_OVERLAP = 0.8
_SHORTEST_COPY = 0.6
_SPEAKER = re.compile(r"([^\W_][\w .'-]{0,39}):\s")


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for.

    Args:
        text: The user's own words.
        mode: Decides what takes part.
        now: The moment of the message, aware, UTC.
        expansion: At most six stems that the user did not say; they only re-order what the words found.
        zone: The user's, which days are told by; None = this computer's.
    """

    text: str
    mode: Mode
    now: datetime
    expansion: tuple[str, ...] = ()
    zone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate with what speaks for it, and the chat it was said in. `term_share` as in `Hit`."""

    memory: Memory
    evidence: Evidence
    term_share: float
    is_above_floor: bool
    chat_id: int | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """All that was found for one query.

    Args:
        found: What may be ranked.
        withheld: What is suppressed.
        lexicon: The query's terms in the store.
        wanted: What kind of answer the query wants.
    """

    found: list[Found]
    withheld: list[Found]
    lexicon: Lexicon
    wanted: Wanted


def gather(
    connection: Connection,
    embedder: Embedder,
    query: Query,
    is_suppressed: Callable[[Memory], bool],
    live_vectors: LiveVectors | None = None,
) -> Candidates:
    """Find the candidates of a query with their evidence; an event that bounds it in time is looked up first."""
    moments = read_moments(query.text, query.mode, query.now, query.zone)
    if moments.event is not None:
        event = replace(query, text=moments.event.words, expansion=())
        finder = _Finder(connection, event, timeless(event.text, event.now, event.zone), live_vectors)
        days = _event_days(finder.candidates(embedder, is_suppressed), moments)
        moments = moments.bounded_by(days) if days is not None else moments
    return _Finder(connection, query, moments, live_vectors).candidates(embedder, is_suppressed)


def _event_days(candidates: Candidates, moments: Moments) -> Days | None:
    """Return the days of the memory that tells of an event; None if none does, or several of different times."""
    scores = ranking.fuse([one.evidence for one in candidates.found], candidates.lexicon.reach)
    told = [
        (score, one.memory)
        for score, one in zip(scores, candidates.found, strict=True)
        if one.is_above_floor and one.term_share >= _EVENT_SHARE
    ]
    if not told:
        return None
    best = max(score for score, _ in told)
    likely = [_days_told(memory, moments) for score, memory in told if score >= _AS_LIKELY * best]
    first, last = min(one.first for one in likely), max(one.last for one in likely)
    own = _days_told(max(told, key=lambda pair: (pair[0], pair[1].id))[1], moments)
    return own if (last - first) <= max(own.last - own.first, _SAME_EVENT) else None


def _days_told(memory: Memory, moments: Moments) -> Days:
    """Return the days that a memory speaks of, if it is one stretch, else the day on which it was said."""
    spoken = moments.days_of(memory)
    said_on = moments.said_on(memory)
    return spoken[0] if len(spoken) == 1 else Days(said_on, said_on)


class _Finder:
    """The candidates of one query: which there are, and what speaks for each."""

    def __init__(
        self, connection: Connection, query: Query, moments: Moments, live_vectors: LiveVectors | None
    ) -> None:
        self._connection = connection
        self._live_vectors = live_vectors
        self._is_asked = query.mode is Mode.ASKED
        self._floor = floor(query.mode)
        self._moments = moments
        self._lexicon = read_lexicon(connection, query_terms("" if moments.is_hollow else moments.text))
        self._message = fold(query.text)
        self._words = frozenset(words(query.text))
        self._by_words: dict[MemoryId, float] = {}
        self._by_date: list[MemoryId] = []
        self._cosines: dict[MemoryId, float] = {}
        self._held: dict[MemoryId, float] = {}
        self._phrases: dict[MemoryId, float] = {}

    def candidates(self, embedder: Embedder, is_suppressed: Callable[[Memory], bool]) -> Candidates:
        """Find and read them: the most promising, what was told on the days asked for, and what replaced any of these."""
        found: list[Found] = []
        withheld: list[Found] = []

        def take(ids: Iterable[MemoryId]) -> None:
            known = {one.memory.id for one in (*found, *withheld)}
            for one in self.read([memory_id for memory_id in ids if memory_id not in known]):
                (withheld if is_suppressed(one.memory) else found).append(one)

        waiting = self.promising(embedder)
        while waiting and len(found) < _ENOUGH:
            batch, waiting = waiting[:_COMPARED], waiting[_COMPARED:]
            take(batch)
        take(self._by_date)
        take({one.memory.superseded_by for one in found if one.memory.superseded_by is not None})
        return Candidates(found, withheld, self._lexicon, self._moments.wanted)

    def promising(self, embedder: Embedder) -> list[MemoryId]:
        """Find by words and vectors, and return the ids in the order of what both say."""
        searched = self._lexicon.searched
        if searched:
            self._by_words = index.word_scores(
                self._connection, searched, is_asked=self._is_asked, limit=_WORD_CANDIDATES, most_read=_MOST_READ
            )
        if self._is_asked:
            self._by_date = index.said_between(self._connection, self._moments.told_between(), limit=_DATE_CANDIDATES)
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
        """Return the cosines of the nearest memories, of the best by words and of those of the right days."""
        return embedder_pair.cosines(
            self._connection,
            embedder,
            self._moments.text,
            " ".join(self._lexicon.topic_words),
            {*self._by_words, *self._by_date},
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
        fits = fits or self._moments.fits_alone(evidence.dated)
        return Found(memory, evidence, share, is_above_floor=fits, chat_id=place.chat_id)

    def _evidence(self, memory_id: MemoryId) -> Evidence:
        return Evidence(
            words=max(self._by_words.get(memory_id, 0.0), _HELD_PART * self._held.get(memory_id, 0.0)),
            cosine=self._cosines.get(memory_id, 0.0),
            phrases=self._phrases.get(memory_id, 0.0),
        )

    def _full_evidence(self, memory: Memory, place: Place) -> Evidence:
        found = self._evidence(memory.id)
        dated, is_of_kind = self._moments.evidence(memory)
        return Evidence(
            words=found.words,
            cosine=found.cosine,
            phrases=found.phrases,
            chat=self._lexicon.chat_scores.get(place.chat_id, 0.0) if place.chat_id is not None else 0.0,
            is_by_named=_is_by_named(memory.text, self._words),
            dated=dated,
            is_of_kind=is_of_kind,
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
