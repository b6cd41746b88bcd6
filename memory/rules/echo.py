"""Anti-repeat on the way out: does a draft say again what the last replies said?

The one fact a reader would get wrong: this only judges. It never runs in asked mode nor when the user repeats a message
(the right answer given twice is right), and a flagged draft is rewritten once and then delivered: both are the caller's.

A draft D is scored against the last replies that are young, taken as one document R of their mean length. |D| counts the
distinct terms of D, so that a word which the draft itself repeats weighs once; |R|, the mean of
the young ones, and avg, that of all, count every term:

    score(D) = 1 / |D| * sum over distinct t in D of idf(t) * tf(t) * (k1 + 1) / (tf(t) + k1 * (1 - b + b * |R| / avg))
    idf(t)   = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5)), over the last 100 replies

A term that stands in 5 of 100 replies (idf 2.86) and 4 times in the young ones of average length weighs 2.86 * 4 * 2.5 /
(4 + 1.5) = 5.2; one that is new to them weighs 0.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory.rules.text import Stemmer, content_terms, content_words, words

IDF_REPLIES = 100
TF_REPLIES = 5
TF_MAX_AGE_S = 600.0
COPY_REPLIES = 10
MIN_TERMS = 12
AVOID_TERMS = 6
K1 = 1.5
B = 0.75
COPY_COSINE = 0.9
# A reply under 12 terms is not scored; said again word for word right away it is a loop all the same. Under 8 words it
# may be manners ("You are welcome!"); from 5 words on, three of them content, the third time in a row it is not.
VERBATIM_REPLIES = 3
VERBATIM_MIN_WORDS = 8
_IN_A_ROW, _IN_A_ROW_MIN_WORDS, _IN_A_ROW_MIN_TERMS = 2, 5, 3
# Flags 0.9 % of the ordinary replies that are no near copies (4.0 flags 1.1 %), and with the cosine 96.7 % of altered
# copies (exact, shuffled and words dropped nearly all, 10-20 % of the words changed 87 %); replies pieced together from
# the last five 56 %.
# Source: `python -m benchmarks.echo longmemeval_s_dev.jsonl.gz`, 18,867 replies, 30 November 2026.
SCORE_THRESHOLD = 4.2


@dataclass(frozen=True, slots=True)
class EchoFinding:
    """What a draft repeats.

    Args:
        is_repeat: It wants a rewrite, for either reason.
        score: Mean BM25 weight of its terms in the young replies; 0 for a draft under 12 terms.
        is_near_copy: It is nearly one of the last ten replies.
        avoid_terms: At most 6 words, heaviest first, for the rewrite; empty where nothing is repeated.
        overused_terms: Those of them that two or more young replies hold: the hint for the next prompt.
    """

    is_repeat: bool
    score: float = 0.0
    is_near_copy: bool = False
    avoid_terms: tuple[str, ...] = ()
    overused_terms: tuple[str, ...] = ()


class EchoModel:
    """The last kept replies, counted once, to judge one draft or its rewrite.

    Args:
        replies: (text, age in seconds), oldest first; more than 100 are cut to the last 100.
        stemmer: Shared, since its cache saves most of the work.
    """

    def __init__(self, replies: Sequence[tuple[str, float]], stemmer: Stemmer) -> None:
        self._stemmer = stemmer
        kept = replies[-IDF_REPLIES:]
        counts = [Counter(content_terms(text, stemmer)) for text, _ in kept]
        self._reply_count = len(counts)
        self._replies_with: Counter[str] = Counter()
        for counted in counts:
            self._replies_with.update(counted.keys())
        self._mean_length = sum(counted.total() for counted in counts) / len(counts) if counts else 0.0
        last = zip(counts[-TF_REPLIES:], kept[-TF_REPLIES:], strict=True)
        self._young = [counted for counted, (_, age_s) in last if age_s < TF_MAX_AGE_S]
        self._young_total: Counter[str] = Counter()
        for counted in self._young:
            self._young_total.update(counted)
        self._verbatim = {
            tuple(said)
            for said in (words(text) for text, _ in kept[-VERBATIM_REPLIES:])
            if len(said) >= VERBATIM_MIN_WORDS
        }
        last_words = [tuple(words(text)) for text, _ in kept[-_IN_A_ROW:]]
        self._said_in_a_row = last_words[0] if len(last_words) == _IN_A_ROW and len(set(last_words)) == 1 else ()
        self._copy_candidates = [counted for counted in counts[-COPY_REPLIES:] if counted.total() >= MIN_TERMS]

    def judge(self, draft: str, allowed_texts: Iterable[str] = ()) -> EchoFinding:
        """Judge a draft.

        Args:
            draft: The whole reply as generated, without its reasoning.
            allowed_texts: The user's message and the active memories: their words are never to be avoided.
        """
        surfaces: dict[str, str] = {}
        terms: Counter[str] = Counter()
        for word in content_words(draft):
            term = self._stemmer.stem(word)
            surfaces.setdefault(term, word)
            terms[term] += 1
        allowed = {term for text in allowed_texts for term in content_terms(text, self._stemmer)}
        if terms.total() < MIN_TERMS:
            said = tuple(words(draft))
            is_third = (
                said == self._said_in_a_row
                and len(said) >= _IN_A_ROW_MIN_WORDS
                and terms.total() >= _IN_A_ROW_MIN_TERMS
            )
            if said not in self._verbatim and not is_third:
                return EchoFinding(is_repeat=False)
            said_again = [surfaces[term] for term, _ in terms.most_common() if term not in allowed]
            return EchoFinding(is_repeat=True, is_near_copy=True, avoid_terms=tuple(said_again[:AVOID_TERMS]))
        weights = self._weights(terms)
        score = sum(weights.values()) / len(terms)
        copied = max(self._copy_candidates, key=lambda reply: cosine(terms, reply), default=Counter[str]())
        is_near_copy = cosine(terms, copied) >= COPY_COSINE
        if score < SCORE_THRESHOLD and not is_near_copy:
            return EchoFinding(is_repeat=False, score=score)
        if is_near_copy and not weights:  # the copied reply is no longer young
            weights = {term: self._idf(term) * count for term, count in terms.items() if term in copied}
        heaviest = [term for term in sorted(weights, key=lambda term: (-weights[term], term)) if term not in allowed]
        avoided = heaviest[:AVOID_TERMS]
        return EchoFinding(
            is_repeat=True,
            score=score,
            is_near_copy=is_near_copy,
            avoid_terms=tuple(surfaces[term] for term in avoided),
            overused_terms=tuple(surfaces[term] for term in avoided if sum(term in young for young in self._young) > 1),
        )

    def _weights(self, terms: Iterable[str]) -> dict[str, float]:
        """Return the BM25 weight of each distinct term that the young replies hold."""
        if not self._young or not self._mean_length:
            return {}
        length_ratio = self._young_total.total() / len(self._young) / self._mean_length
        saturation = K1 * (1 - B + B * length_ratio)
        return {
            term: self._idf(term) * self._young_total[term] * (K1 + 1) / (self._young_total[term] + saturation)
            for term in terms
            if term in self._young_total
        }

    def _idf(self, term: str) -> float:
        held_by = self._replies_with[term]
        return math.log(1 + (self._reply_count - held_by + 0.5) / (held_by + 0.5))


def cosine(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """Return the cosine of two term counts, 0..1; of nothing with anything it is 0."""
    product = sum(count * other.get(term, 0) for term, count in one.items())
    if not product:
        return 0.0
    squares = sum(count * count for count in one.values()) * sum(count * count for count in other.values())
    return product / math.sqrt(squares)


def is_repeated_message(text: str, previous_user_texts: Iterable[str], stemmer: Stemmer) -> bool:
    """Tell whether the user says again what they said before: the same words, or the same two or more content terms."""
    said, terms = words(text), Counter(content_terms(text, stemmer))
    return any(
        (said and said == words(previous)) or (terms.total() > 1 and terms == Counter(content_terms(previous, stemmer)))
        for previous in previous_user_texts
    )
