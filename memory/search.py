"""Find the memories that fit a query: words and vectors in, one ranked list out.

The one fact that a reader would get wrong: what is suppressed is found like everything else and taken out *before* scores
are compared, so that it takes no place and sets no scale. Only the counts of words in the store still include it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from memory.candidates import Candidates, Found, Query, gather, is_near_copy
from memory.database import Connection
from memory.embedding import Embedder
from memory.live_vectors import LiveVectors
from memory.records import Memory, MemoryId, Mode, Provenance
from memory.rules import ranking
from memory.rules.candidate import COMPARED_DECIMALS, TieKey, natural_key
from memory.rules.ranking import Weights
from memory.rules.text import fold
from memory.rules.whose_words import asks_for_answers
from memory.worth import TieOrder

__all__ = ["Hit", "Query", "is_near_copy", "search"]

# An old statement keeps less than this part of the relevance of the one that replaced it.
_SUPERSEDED_SHARE = 0.9


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


def search(
    connection: Connection,
    embedder: Embedder,
    query: Query,
    *,
    is_suppressed: Callable[[Memory], bool],
    limit: int,
    tie_key: TieOrder | None = None,
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
        tie_key: Orders memories of the same relevance, best first; None = by stored importance and handle.
        weights: Other ones than the measured.
        live_vectors: What a session keeps; without it, the file is scanned.
    """
    candidates = gather(connection, embedder, query, is_suppressed, live_vectors)
    ranked = _ranked(candidates, query, weights, tie_key or _stored_key, limit=limit)
    return (*ranked, *(_hit(one, 0.0, is_suppressed=True) for one in candidates.withheld[:limit]))


def _stored_key(memory: Memory) -> TieKey:
    return -memory.importance, 0.0, natural_key(memory.handle)


def _ranked(
    candidates: Candidates, query: Query, weights: Weights | None, tie_key: TieOrder, *, limit: int
) -> list[Hit]:
    found = candidates.found
    relevances = ranking.fuse([one.evidence for one in found], candidates.lexicon.reach, weights)
    if candidates.wanted.is_several:
        relevances = ranking.spread(relevances, [one.chat_id for one in found])
    if query.expansion:
        pattern = _beginnings(query.expansion)
        shares = [len(set(pattern.findall(fold(one.memory.text)))) / len(query.expansion) for one in found]
        relevances = [ranking.with_expansion(*pair) for pair in zip(relevances, shares, strict=True)]
    if query.mode is Mode.ASKED and not asks_for_answers(query.text):
        are_answers = [one.memory.provenance is Provenance.ASSISTANT_SAID for one in found]
        relevances = ranking.behind_the_user(relevances, are_answers)
    relevance = {one.memory.id: value for one, value in zip(found, relevances, strict=True)}
    _put_successors_first(found, relevance)
    fits = {one.memory.superseded_by for one in found if one.memory.superseded_by and one.is_above_floor}
    best_first = sorted(
        found, key=lambda one: (-round(relevance[one.memory.id], COMPARED_DECIMALS), tie_key(one.memory))
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
        relevance=round(relevance, COMPARED_DECIMALS),
        cosine=round(one.evidence.cosine, COMPARED_DECIMALS),
        term_share=round(one.term_share, COMPARED_DECIMALS),
        is_above_floor=is_replacement or one.is_above_floor,
        is_suppressed=is_suppressed,
        superseded_by=one.memory.superseded_by,
    )
