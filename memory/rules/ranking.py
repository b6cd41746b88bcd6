"""How well each found memory fits the query: several kinds of evidence, added with fixed weights.

The one fact that a reader would get wrong: scores are added, not ranks, and each is measured against the best that a
document could have reached as well as the best that any did reach. Equal-weight rank fusion was worse than BM25 alone.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_TIRING = 0.9
# Source: our own measurement, 2026: LongMemEval's all turns in the first ten gain 1.2 points; 0.90 loses that again.
_SAME_CHAT = 0.97
_UNTIRED_ACTIVATIONS = 4
# Source: LongMemEval-S with both sides stored (the right chats and ten others), 82 questions for the user's words, 30 November
# 2026: the right turn in the first three .756 without it, .890 at 0.8, .927 at 0.7, .939 at 0.6 and at 0.5. In two lives of
# `benchmarks.long_run` never retrieved: .698 without it, .708 at 0.8, .714 at 0.7, .718 at 0.6 (target .70).
_ANSWERS_SHARE = 0.7
# Against 1.0 of the user's words. Source: Z-Waif.
EXPANSION_WEIGHT = 0.97


@dataclass(frozen=True, slots=True)
class Weights:
    """What each kind of evidence counts for.

    Source of all: coordinate ascent over the development halves of LoCoMo and LongMemEval-S together, rounded, 2026.
    Fitted without a conversation, weights give it a LoCoMo recall@10 between 1.0 less and 1.1 more than these do (points;
    five conversations, mean 81.0). Beside each: the points lost without it, of that figure unless another is named.
    """

    # BM25 of the words and of what was said just before: 6.1.
    words: float = 0.90
    # Cosine of the vectors: 1.1, and 5.4 of LongMemEval's all sessions in the first five.
    meaning: float = 0.70
    # How much the whole chat is about the query: 2.1.
    chat: float = 0.40
    # Two neighbouring words of the query as a phrase: 0.2, and 1.1 of LongMemEval's session in the first place.
    phrase: float = 0.25
    # Said by the one whom the query names: 0.4.
    speaker: float = 0.25
    # Of, or told in, the days that the query names: 1.0.
    date: float = 0.50
    # Tells a time or an amount where one is asked for: 0.2, and 4.8 of LongMemEval's all turns in the first five. Fitted
    # without any fifth of the two sets, it comes out the same.
    kind: float = 0.30
    # An answer to a question: 0.2, and 1.1 of recall@5.
    answer: float = 0.10
    # BM25 and mean vectors both hold length against a text: 0.2, and 2.4 of LongMemEval's all turns in the first five.
    length: float = 0.50


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one memory, as found.

    Args:
        words: BM25 of text and the text before it, unbounded.
        cosine: -1..1.
        chat: Score of its chat, unbounded.
        phrases: Inverse document frequencies of the phrases it holds, summed.
        is_by_named: The query names the one who said it.
        dated: 0..1, how well it fits the days that the query names.
        is_of_kind: Tells a time or an amount, and that is what the query wants.
        is_answer: What was said before it was a question.
        length: 0..1.
    """

    words: float = 0.0
    cosine: float = 0.0
    chat: float = 0.0
    phrases: float = 0.0
    is_by_named: bool = False
    dated: float = 0.0
    is_of_kind: bool = False
    is_answer: bool = False
    length: float = 0.0


@dataclass(frozen=True, slots=True)
class Reach:
    """What a document that holds all of the query could score: so that the best of a bad lot does not count as good."""

    words: float
    chat: float


# Of the sum of the terms' weights, which BM25 can exceed: at 0.4 or 1.0, half a point to two points are lost.
_REACHED_SHARE = 0.7


def fuse(found: Sequence[Evidence], reach: Reach, weights: Weights | None = None) -> list[float]:
    """Return one relevance, 0..1, per piece of evidence.

    relevance = sum(weight * score / ceiling) / scale, where ceiling = max(best score found, 0.7 * reach), flags and length
    count as they are, and scale = max(sum of the weights without those of flags, best sum found): never above 1.
    Worked, with the weights above: words and cosine at their ceilings, nothing else: (0.90 + 0.70) / 2.75 = 0.58.
    Source: our own measurement, see `Weights`.
    """
    weights = weights or Weights()
    words = _ceiling((one.words for one in found), _REACHED_SHARE * reach.words)
    chat = _ceiling((one.chat for one in found), _REACHED_SHARE * reach.chat)
    cosine = _ceiling((one.cosine for one in found), 0.0)
    phrases = _ceiling((one.phrases for one in found), 0.0)
    sums = [
        weights.words * one.words / words
        + weights.meaning * max(0.0, one.cosine) / cosine
        + weights.chat * one.chat / chat
        + weights.phrase * one.phrases / phrases
        + weights.speaker * one.is_by_named
        + weights.date * one.dated
        + weights.kind * one.is_of_kind
        + weights.answer * one.is_answer
        + weights.length * one.length
        for one in found
    ]
    graded = weights.words + weights.meaning + weights.chat + weights.phrase + weights.length
    scale = max([graded, *sums])
    return [one / scale for one in sums]


def spread(relevances: Sequence[float], chats: Sequence[int | None]) -> list[float]:
    """Let other chats come up beside the one that says most: for questions whose answer is made of several facts.

    relevance * 0.97 ** (how many of the same chat are more relevant); what is in no chat stands for itself.
    Worked: 0.50, 0.48 and 0.40 of one chat: 0.50, 0.4656, 0.3764.

    Args:
        relevances: Of the found, in any order.
        chats: The chat of each; the same length.
    """
    spread_out = list(relevances)
    better: dict[int, int] = {}
    for place in sorted(range(len(relevances)), key=lambda one: -relevances[one]):
        chat = chats[place]
        if chat is not None:
            spread_out[place] *= _SAME_CHAT ** better.get(chat, 0)
            better[chat] = better.get(chat, 0) + 1
    return spread_out


def behind_the_user(relevances: Sequence[float], are_answers: Sequence[bool]) -> list[float]:
    """Let what Reverie said stand behind what the user said, where a question asks for the user's own words.

    relevance * 0.7 of Reverie's. Worked: 0.50 of the user's stands before anything of Reverie's up to 0.71.

    Args:
        relevances: Of the found, in any order.
        are_answers: Which of them Reverie said; the same length.
    """
    return [one * _ANSWERS_SHARE if its else one for one, its in zip(relevances, are_answers, strict=True)]


def _ceiling(scores: Iterable[float], reachable: float) -> float:
    return max([reachable, *scores]) or 1.0


def length_score(characters: int) -> float:
    """Map a text's length to 0..1: log(1 + words) / 4.5, a word taken as 5.5 characters; 1 from 90 words on."""
    return min(1.0, math.log1p(characters / 5.5) / 4.5)


def inverse_frequency(documents: int, holding: int) -> float:
    """Return the weight of a term that `holding` of `documents` hold: log(1 + (N - n + 0.5) / (n + 0.5)), never below 0.

    Worked: 1 of 5 documents: log(1 + 4.5 / 1.5) = 1.39; none of 5: log(12) = 2.48.
    Source: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with Lucene's 1 + inside.
    """
    return math.log1p(max(0.0, documents - holding + 0.5) / (holding + 0.5))


def with_expansion(relevance: float, share: float) -> float:
    """Let terms that the user did not say re-order near ties: 0.97 * relevance + 0.03 * share of them found."""
    return EXPANSION_WEIGHT * relevance + (1.0 - EXPANSION_WEIGHT) * share


def associative_score(relevance: float, importance: float, tier_factor: float, activations: int) -> float:
    """Return what a memory competes with in associative mode.

    score = relevance * importance * tier_factor * 0.9 ** max(0, activations - 4)
    Worked: 0.8 * 0.6 * 1.1 at the sixth past activation: 0.528 * 0.81 = 0.4277.
    Source: the design's section 3; the reverse of rewarding what was retrieved.

    Args:
        relevance: 0..1.
        importance: 0..1, now.
        tier_factor: By age.
        activations: Past associative ones.
    """
    return relevance * importance * tier_factor * _TIRING ** max(0, activations - _UNTIRED_ACTIVATIONS)
