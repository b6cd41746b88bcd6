"""What to look for: the content words of a message, as terms for the full-text index.

The one fact that a reader would get wrong: a term is what the *index* holds, and the index stems English by itself. Only
where it does not (Cyrillic, scripts without spaces) is anything done to a word here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

import snowballstemmer

from memory.rules.irregular import irregular_forms
from memory.rules.languages import Language, languages_of
from memory.rules.scripts import characters, is_characterwise, query_words
from memory.rules.sentences import plain
from memory.rules.stopwords import WORDS_BY_LANGUAGE
from memory.rules.text import fold

MOST_TERMS = 16
# Words that ask for a memory, or open a subject, and say nothing of what it is about.
_ASKING = frozenset(
    [
        *("remember", "remind", "recall", "tell", "told", "say", "said", "mention", "mentioned", "happen", "happened"),
        *("discuss", "discussed"),
    ]
)
# So do these before "about", and only there: a talk given in Delft is something to look for.
_TALKING = frozenset(["talk", "talked", "talking", "speak", "spoke", "speaking", "chat", "chatted", "chatting"])
_ASKING_ABROAD: Mapping[Language, frozenset[str]] = {
    Language.ENGLISH: _ASKING,
    Language.GERMAN: frozenset(["gemacht", "gesagt", "erzählt", "passiert", "getan"]),
    Language.SPANISH: frozenset(["hice", "hicimos", "dije", "pasó", "ocurrió", "conté"]),
    Language.FRENCH: frozenset(["fait", "dit", "raconté", "passé"]),
    Language.ITALIAN: frozenset(["cosa", "fatto", "detto", "successo", "raccontato"]),
    Language.DUTCH: frozenset(["gedaan", "gezegd", "verteld", "gebeurd"]),
}
_CONTRACTED = frozenset(["s", "t", "m", "d", "ll", "re", "ve"])
# A pair made of these alone is grammar: particles, pronouns and question words of Chinese and Japanese.
_GRAMMAR_CHARACTERS = frozenset(
    "的了是我你您他她它们吗呢吧什么怎哪谁几在有不和也都就这那个喜欢之のはがをにでとへもかなだですますたてしるいあれこそ"
)
# Written onto the next word.
_ELISION = re.compile(r"(?:[cdjlmnst]|qu|dell|all|nell|sull|dall|un|quest|jusqu|lorsqu)'(?=\w)")
_STEMMERS = {
    Language.GERMAN: "german",
    Language.SPANISH: "spanish",
    Language.FRENCH: "french",
    Language.ITALIAN: "italian",
    Language.DUTCH: "dutch",
}
_ARABIC = re.compile(r"[\u0620-\u064a]{3,}")
_ARABIC_ENDING = re.compile(r"(?:ت?(?:ي|نا|ها|هم|كم|ك|ه)|ات|ان|ون|ين|يه|ه)$")
_ARABIC_JOINED = frozenset("وبلفك")
_OTHER_SCRIPT = re.compile(r"[\u0400-\u04ff\u0600-\u06ff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]{4,}")
_SHORTEST_PREFIX = 3


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to find.

    Args:
        tokens: They follow each other.
        is_prefix: Of the last token only the beginning.
        others: Other words that count as this one.
    """

    tokens: tuple[str, ...]
    is_prefix: bool = False
    others: tuple[str, ...] = ()


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
    languages = _languages(words)
    words = _without_elisions(words, languages)
    content = _telling(words, languages) or _content(words, languages) or words
    found: dict[Term, str] = {}
    order: list[Term] = []
    for word in content:
        for term in _terms(word, languages):
            found.setdefault(term, word)
            order.append(term)
    terms = tuple(found)[:MOST_TERMS]
    return QueryTerms(
        terms,
        tuple(found[term] for term in terms),
        tuple(_pairs(order, terms)),
        Language.ENGLISH in languages and not any(map(_OTHER_SCRIPT.search, words)),
    )


def is_hollow(text: str) -> bool:
    """Tell whether a message has no content to look for: "what did I do", "was habe ich gesagt"."""
    words = query_words(fold(text))
    languages = _languages(words)
    return not _telling(_without_elisions(words, languages), languages)


def shortened(term: Term) -> Term | None:
    """Return a word of an unknown language with one letter less, as a prefix; None when it is short already."""
    word = term.tokens[-1]
    if len(term.tokens) > 1 or len(word) <= _SHORTEST_PREFIX + 1 or not word.isalpha():
        return None
    return Term((word[:-1],), is_prefix=True)


def _languages(words: Sequence[str]) -> frozenset[Language]:
    """Return the languages that a message may be in; English alone where that is one of them."""
    languages = languages_of(part for word in words for part in (word, *word.split("'")))
    return frozenset([Language.ENGLISH]) if Language.ENGLISH in languages else languages


def _without_elisions(words: Sequence[str], languages: frozenset[Language]) -> list[str]:
    """Take off what French and Italian write onto the next word: "l'école" -> "école", "qu'est-ce" -> "est-ce"."""
    if Language.ENGLISH in languages:
        return list(words)
    return [_ELISION.sub("", word, count=1) if _ELISION.match(word) else word for word in words]


def _content(words: Sequence[str], languages: frozenset[Language]) -> list[str]:
    stop = _CONTRACTED.union(*(WORDS_BY_LANGUAGE[language] for language in languages))
    return [word for word in words if word not in stop]


def _telling(words: Sequence[str], languages: frozenset[Language]) -> list[str]:
    """Return what tells what a message is about: its content without the words that only ask for it."""
    asking = frozenset[str]().union(*(_ASKING_ABROAD[language] for language in languages))
    opening = {word for word, following in pairwise(words) if word in _TALKING and following == "about"}
    return [word for word in _content(words, languages) if word not in asking | opening]


def _terms(word: str, languages: frozenset[Language]) -> list[Term]:
    """Make the terms of one word: pairs of characters, a stem as a prefix, or an English word with its other forms."""
    if is_characterwise(word):
        each = characters(word)
        pairs = [Term(pair) for pair in pairwise(each) if not _GRAMMAR_CHARACTERS.issuperset(pair)]
        return pairs if len(each) > 1 else [Term((word,))]
    if _CYRILLIC.fullmatch(word):
        return [Term((_stem("russian", word),), is_prefix=True)]
    if _ARABIC.fullmatch(word):
        return [_arabic_beginning(word)]
    if Language.ENGLISH in languages:
        parts = tuple(part for part in word.split("'") if part not in _CONTRACTED)
        return [Term(parts, others=irregular_forms(word))] if parts else []
    return [_beginning(word, *(_STEMMERS[language] for language in languages))]


def _beginning(word: str, *stemmers: str) -> Term:
    """Look for a word by the beginning that it shares with its stem, and for itself.

    The index knows the stems of English alone. "Schwester" -> "schwest" finds "Schwestern", "chevaux" (stem "cheval")
    -> "cheva" finds both. Of several languages that it may be in, the longest beginning.
    """
    shared = max((_shared(word, _stem(stemmer, word)) for stemmer in stemmers), key=len)
    if len(shared) < _SHORTEST_PREFIX or not word.isalpha():
        return Term((word,))
    return Term((shared,), is_prefix=True, others=(word,))


def _arabic_beginning(word: str) -> Term:
    """Look for an Arabic word without its ending, "my coffee" -> "coffe", and also without "and", "with", "for" before it.

    Source: the endings of Larkey's light10 stemmer (2007), and those of possession. Snowball's stemmer takes single first
    letters off, as in "film", so that what is left begins no word of the index.
    """
    bare = _ARABIC_ENDING.sub("", word)
    beginning = bare if len(bare) >= _SHORTEST_PREFIX else word
    joined = (word[1:],) if word[0] in _ARABIC_JOINED and len(word) > _SHORTEST_PREFIX + 1 else ()
    return Term((beginning,), is_prefix=True, others=joined)


def _shared(word: str, stem: str) -> str:
    """Return the beginning that a word shares with its stem, by letters without accents."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(plain(word), plain(stem), strict=False))
    shared = "".join(letter for letter, _ in same)
    # The index takes an English plural's "s" off whatever is looked for: "cas" (of "casa") would be all that begins with "ca".
    return plain(word)[: len(shared) + 1] if shared.endswith("s") else shared


@lru_cache(maxsize=4_096)
def _stem(stemmer: str, word: str) -> str:
    stem: str = snowballstemmer.stemmer(stemmer).stemWord(word)
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
