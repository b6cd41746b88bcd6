"""How the store holds the terms of one query: where each occurs, what it weighs, which chats are about them.

The one fact that a reader would get wrong: a word that very many memories hold is counted only up to a limit and then not
looked for at all, as long as there are rarer ones. Full-text search over common words is what makes search slow.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from memory.database import Connection
from memory.records import MemoryId
from memory.rules.query_terms import QueryTerms, Term, shortened
from memory.rules.ranking import Reach, inverse_frequency
from memory.store import index

COMMON_ROWS = 1_500
# Scoring a match costs a microsecond and a half; the text before it brings as many matches again.
_SEARCHED_ROWS = 2_500
_SHORTENINGS = 3
# In more than this part of the memories, a word says nothing of what a question is about.
_FREQUENT_SHARE = 0.2
_FEW_MEMORIES = 20
# How fast a chat's score saturates with the number of its memories that hold the term (BM25's k1).
_CHAT_SATURATION = 1.2


@dataclass(frozen=True, slots=True)
class Holding:
    """One term of the query in the store.

    Args:
        term: As it was found; a prefix if the word itself is nowhere.
        word: The user's word.
        count: How many memories hold it in their own text, counted up to just over `COMMON_ROWS`.
        weight: Inverse document frequency.
        memory_ids: Whose own text holds it; empty if it is common.
        chat_counts: How many memories of each chat hold it.
        is_common: Held by more than `COMMON_ROWS` memories.
        is_frequent: Held by more than a fifth of all, as far as that was counted.
    """

    term: Term
    word: str
    count: int
    weight: float
    memory_ids: frozenset[MemoryId]
    chat_counts: Mapping[int, int]
    is_common: bool
    is_frequent: bool


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All terms of one query in the store.

    Args:
        holdings: One per term.
        phrases: Weight and holders of each two neighbouring terms.
        chat_scores: By chat id.
        reach: What one memory and one chat could score.
        memories: How many there are in all.
    """

    holdings: tuple[Holding, ...]
    phrases: tuple[tuple[float, frozenset[MemoryId]], ...]
    chat_scores: Mapping[int, float]
    reach: Reach
    memories: int

    @property
    def searched(self) -> list[Term]:
        """The terms to look for, the rarest first, while what they bring is not too much to score; at least one.

        One that no memory holds may still be in what was said before a memory.
        """
        chosen: list[Term] = []
        brought = 0
        for one in sorted(self.holdings, key=lambda one: one.count):
            brought += one.count
            if chosen and brought > _SEARCHED_ROWS:
                break
            chosen.append(one.term)
        return chosen

    @property
    def topic_words(self) -> list[str]:
        """The words that tell what the query is about, in order: not those that half of the store holds, like names."""
        telling = dict.fromkeys(one.word for one in self.holdings if not one.is_frequent)
        return list(telling or dict.fromkeys(one.word for one in self.holdings))

    def held_weights(self, memory_ids: AbstractSet[MemoryId]) -> dict[MemoryId, float]:
        """Sum for each memory the weights of the terms that its own text holds; `reach.words` is that of all terms."""
        return _sums(memory_ids, ((one.weight, one.memory_ids) for one in self.holdings))

    def phrase_scores(self, memory_ids: AbstractSet[MemoryId]) -> dict[MemoryId, float]:
        """Sum for each memory the weights of the phrases that it holds."""
        return _sums(memory_ids, self.phrases)


def _sums(
    memory_ids: AbstractSet[MemoryId], weighted: Iterable[tuple[float, AbstractSet[MemoryId]]]
) -> dict[MemoryId, float]:
    """Sum for each memory the weights of the sets that it is in; those in none are absent."""
    sums: dict[MemoryId, float] = {}
    for weight, holders in weighted:
        for one in memory_ids & holders:
            sums[one] = sums.get(one, 0.0) + weight
    return sums


def read_lexicon(connection: Connection, query: QueryTerms) -> Lexicon:
    """Look up all terms of a query."""
    memories, chats = index.totals(connection)
    holdings = tuple(
        _holding(connection, term, word, memories, is_english=query.is_english)
        for term, word in zip(query.terms, query.words, strict=True)
    )
    scores, chat_reach = _chat_scores(holdings, chats)
    return Lexicon(
        holdings,
        tuple(_phrases(connection, query, holdings, memories)),
        scores,
        Reach(words=sum(one.weight for one in holdings), chat=chat_reach),
        memories,
    )


def _holding(connection: Connection, term: Term, word: str, memories: int, *, is_english: bool) -> Holding:
    count = index.count_holding(connection, term, limit=COMMON_ROWS + 1)
    shorter: Term | None = term
    for _ in range(0 if count or is_english else _SHORTENINGS):
        shorter = shorter and shortened(shorter)
        count = index.count_holding(connection, shorter, limit=COMMON_ROWS + 1) if shorter else 0
        if count and shorter:
            term = shorter
            break
    is_common = count > COMMON_ROWS
    rows = index.postings(connection, term, limit=COMMON_ROWS) if 0 < count <= COMMON_ROWS else []
    return Holding(
        term=term,
        word=word,
        count=count,
        weight=inverse_frequency(memories, count),
        memory_ids=frozenset(one.memory_id for one in rows),
        chat_counts=Counter(one.chat_id for one in rows if one.chat_id is not None),
        is_common=is_common,
        is_frequent=count > max(_FEW_MEMORIES, memories) * _FREQUENT_SHARE,
    )


def _chat_scores(holdings: Sequence[Holding], chats: int) -> tuple[dict[int, float], float]:
    """Score chats by how many of their memories hold each term, and tell what a chat could score.

    score(chat) = sum over terms of idf(term among chats) * n / (n + 1.2), n memories of the chat holding the term.
    Worked: one of 20 chats has 3 memories with the only term: log(1 + 19.5 / 1.5) * 3 / 4.2 = 1.885.
    """
    scores: dict[int, float] = {}
    reach = 0.0
    for one in holdings:
        if one.is_common:
            continue
        weight = inverse_frequency(chats, len(one.chat_counts))
        reach += weight
        for chat_id, count in one.chat_counts.items():
            scores[chat_id] = scores.get(chat_id, 0.0) + weight * count / (count + _CHAT_SATURATION)
    return scores, reach


def _phrases(
    connection: Connection, query: QueryTerms, holdings: Sequence[Holding], memories: int
) -> list[tuple[float, frozenset[MemoryId]]]:
    """Look up neighbouring terms as phrases, where a memory holds both."""
    found = []
    for phrase, first, second in query.pairs:
        if holdings[first].memory_ids.isdisjoint(holdings[second].memory_ids):
            continue
        holders = frozenset(one.memory_id for one in index.postings(connection, phrase, limit=COMMON_ROWS))
        if holders:
            found.append((inverse_frequency(memories, len(holders)), holders))
    return found
