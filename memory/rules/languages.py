"""Which languages a text may be in, told by its function words.

The one fact that a reader would get wrong: the answer is a set. "Hotel Roma 2024" may be anything, and a rule that needs
to know does nothing then, or what holds in each of them.
"""

from collections.abc import Iterable
from enum import StrEnum

from memory.rules.stopwords import WORDS_BY_LANGUAGE


class Language(StrEnum):
    """A language whose function words are known, by its ISO 639-1 code."""

    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"
    SPANISH = "es"
    ITALIAN = "it"
    DUTCH = "nl"


_WORDS = {language: WORDS_BY_LANGUAGE[language.value] for language in Language}


def languages_of(words: Iterable[str]) -> frozenset[Language]:
    """Return the languages that most of the function words of a text belong to; all of them if it has none.

    Args:
        words: Folded, in any order; repeats count.
    """
    counts = dict.fromkeys(Language, 0)
    for word in words:
        for language, known in _WORDS.items():
            counts[language] += word in known
    most = max(counts.values())
    return frozenset(language for language, count in counts.items() if count == most)
