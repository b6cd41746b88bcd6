"""Whether a text says again what is to be forgotten.

The one fact that a reader would get wrong: here numbers count. Elsewhere a bare number is no content; but a phone number
is just what someone wants forgotten, and a reply that holds it restates it whatever words stand around.
"""

import re
from collections.abc import Container, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from memory.rules.stopwords import STOP_WORDS
from memory.rules.text import Stemmer, fold, words

# A shorter text stands in others by chance: "ok" in "book".
_TELLING_CHARACTERS = 8
_FEWEST_TERMS = 2
_TELLING_LETTERS = 4
# Six digits and more, however they are set apart: a phone or account number.
_NUMBER = re.compile(r"\d(?:[ \t./()-]{0,3}\d){5,}")
_DATE = re.compile(r"\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}")
_NO_DIGIT = re.compile(r"\D")


@dataclass(frozen=True, slots=True)
class Wording:
    """What of a text is compared: itself folded on one line, the stems of its content words, its long numbers; dates left out."""

    line: str
    terms: frozenset[str]
    numbers: frozenset[str]


def wording_of(text: str, stemmer: Stemmer) -> Wording:
    """Read a text for comparing."""
    told = _DATE.sub(" ", text)
    return Wording(
        line=_one_line(text),
        terms=frozenset(stemmer.stem(word) for word in words(told) if word not in STOP_WORDS and len(word) > 1),
        numbers=frozenset(_NO_DIGIT.sub("", found) for found in _NUMBER.findall(told)),
    )


def telling_terms(forgotten: Iterable[Wording], others: Iterable[Wording], ordinary: Container[str]) -> frozenset[str]:
    """Return the terms that nothing but what is to be forgotten could have brought up.

    Args:
        forgotten: What is to be forgotten.
        others: What else the user said: a word that stands there too tells nothing.
        ordinary: Stems that assistants use anyway.
    """
    known = frozenset().union(*(one.terms for one in others))
    terms = frozenset().union(*(one.terms for one in forgotten))
    return frozenset(term for term in terms - known if len(term) >= _TELLING_LETTERS and term not in ordinary)


def restates(said: Wording, forgotten: Wording, telling: AbstractSet[str] = frozenset()) -> bool:
    """Tell whether `said` holds the forgotten text verbatim, one of its long numbers, or enough of its terms.

    Enough is more than half of them, or one that is telling by itself. "Locker 12 is in Zwickau" is restated by "So,
    Zwickau, locker 12!" (3 of 3 terms), not by "A locker?" (1 of 3); with `telling` "zwickau" also by "Zwickau is far".
    """
    if said.terms & forgotten.terms & telling:
        return True
    if said.line == forgotten.line or _holds(said.line, forgotten) or said.numbers & forgotten.numbers:
        return True
    shared = len(said.terms & forgotten.terms)
    return len(forgotten.terms) >= _FEWEST_TERMS and 2 * shared > len(forgotten.terms)


def holds_verbatim(text: str, forgotten: Iterable[Wording]) -> bool:
    """Tell whether any forgotten text stands in `text` as it was, and is long enough for that to mean anything."""
    line = _one_line(text)
    return any(_holds(line, one) for one in forgotten)


def _holds(line: str, forgotten: Wording) -> bool:
    return len(forgotten.line) >= _TELLING_CHARACTERS and forgotten.line in line


def _one_line(text: str) -> str:
    return " ".join(fold(text).split())
