"""What to look for: the content words of a message, as terms for the full-text index.

The one fact that a reader would get wrong: a term is what the *index* holds, and the index stems English by itself. Only
where it does not (Cyrillic, scripts without spaces) is anything done to a word here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import snowballstemmer

from memory.rules.scripts import characters, is_characterwise, query_words
from memory.rules.stopwords import ENGLISH_STOP_WORDS, STOP_WORDS
from memory.rules.text import fold

MOST_TERMS = 16
# Words that ask for a memory, or open a subject, and say nothing of what it is about.
_ASKING = frozenset(
    ["remember", "remind", "recall", "tell", "told", "say", "said", "mention", "mentioned", "discuss", "discussed"]
)
# So do these before "about", and only there: a talk given in Delft is something to look for.
_TALKING = frozenset(["talk", "talked", "talking", "speak", "spoke", "speaking", "chat", "chatted", "chatting"])
_CONTRACTED = frozenset(["s", "t", "m", "d", "ll", "re", "ve"])
# A pair made of these alone is grammar: particles, pronouns and question words of Chinese and Japanese.
_GRAMMAR_CHARACTERS = frozenset(
    "的了是我你您他她它们吗呢吧什么怎哪谁几在有不和也都就这那个喜欢之のはがをにでとへもかなだですますたてしるいあれこそ"
)
_CYRILLIC = re.compile(r"[\u0400-\u04ff]{4,}")
_SHORTEST_PREFIX = 3


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to find: tokens that follow each other; of the last only the beginning, if `is_prefix`."""

    tokens: tuple[str, ...]
    is_prefix: bool = False


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The content of a message.

    Args:
        terms: Without repeats, in order of appearance.
        words: The word that each term came from; the same length.
        pairs: Neighbouring terms as one phrase, with the places of both in `terms`.
        is_english: False = the index's stemmer does not know the language.
    """

    terms: tuple[Term, ...]
    words: tuple[str, ...]
    pairs: tuple[tuple[Term, int, int], ...]
    is_english: bool


def query_terms(text: str) -> QueryTerms:
    """Return the content terms of a message; all its words where none of them is content."""
    words = query_words(fold(text))
    english = sum(word in ENGLISH_STOP_WORDS for word in words)
    foreign = sum(word in STOP_WORDS and word not in ENGLISH_STOP_WORDS for word in words)
    is_english = english >= foreign
    content = _content(words, ENGLISH_STOP_WORDS if is_english else STOP_WORDS)
    found: dict[Term, str] = {}
    order: list[Term] = []
    for word in content:
        for term in _terms(word):
            found.setdefault(term, word)
            order.append(term)
    terms = tuple(found)[:MOST_TERMS]
    return QueryTerms(terms, tuple(found[term] for term in terms), tuple(_pairs(order, terms)), is_english)


def shortened(term: Term) -> Term | None:
    """Return a word of an unknown language with one letter less, as a prefix; None when it is short already."""
    word = term.tokens[-1]
    if len(term.tokens) > 1 or len(word) <= _SHORTEST_PREFIX + 1 or not word.isalpha():
        return None
    return Term((word[:-1],), is_prefix=True)


def _content(words: Sequence[str], stop: frozenset[str]) -> Sequence[str]:
    content = [place for place, word in enumerate(words) if word not in stop and word not in _CONTRACTED]
    telling = [place for place in content if not _is_asking(words, place)]
    return [words[place] for place in telling or content or range(len(words))]


def _is_asking(words: Sequence[str], place: int) -> bool:
    word = words[place]
    return word in _ASKING or (word in _TALKING and words[place + 1 : place + 2] == ["about"])


def _terms(word: str) -> list[Term]:
    """Make the terms of one word: pairs of characters, a Russian stem as a prefix, or the word."""
    if is_characterwise(word):
        each = characters(word)
        pairs = [Term(pair) for pair in pairwise(each) if not _GRAMMAR_CHARACTERS.issuperset(pair)]
        return pairs if len(each) > 1 else [Term((word,))]
    if _CYRILLIC.fullmatch(word):
        return [Term((_russian_stem(word),), is_prefix=True)]
    parts = tuple(part for part in word.split("'") if part not in _CONTRACTED)
    return [Term(parts)] if parts else []


@lru_cache(maxsize=4_096)
def _russian_stem(word: str) -> str:
    stem: str = snowballstemmer.stemmer("russian").stemWord(word)
    return stem if len(stem) >= _SHORTEST_PREFIX else word


def _pairs(order: Sequence[Term], terms: Sequence[Term]) -> Iterator[tuple[Term, int, int]]:
    places = {term: place for place, term in enumerate(terms)}
    seen = set()
    for first, second in pairwise(order):
        if first.is_prefix or is_characterwise(first.tokens[0]) or first == second:
            continue
        phrase = Term((*first.tokens, *second.tokens), is_prefix=second.is_prefix)
        if phrase not in seen and first in places and second in places:
            seen.add(phrase)
            yield phrase, places[first], places[second]
