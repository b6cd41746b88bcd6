"""How much of some words another text says in near forms: "peanut allergy" of "I'm allergic to peanuts".

The one fact that a reader would get wrong: this is looser than what a ban or a search takes for the same word. It only
chooses what the user is asked about, never what is withheld or deleted unasked.
"""

from memory.rules.text import Stemmer, content_words, without_accents

_SHORTEST_BEGINNING = 4
_LIKE_SHARE = 0.6  # of the longer word: "allergy" and "allergic" share 6 letters of 8, "party" and "partner" 4 of 7


def near_share(wanted: str, text: str, stemmer: Stemmer) -> float:
    """Return the share of the content words of `wanted`, 0..1, that `text` holds in any form; 0 where it has none."""
    words = dict.fromkeys(content_words(wanted))
    if not words:
        return 0.0
    held = set(content_words(text))
    return sum(any(_is_near(word, other, stemmer) for other in held) for word in words) / len(words)


def _is_near(one: str, other: str, stemmer: Stemmer) -> bool:
    """Tell whether two folded words are forms of one, or begin alike."""
    if one == other or stemmer.stem(one) == stemmer.stem(other):
        return True
    first, second = without_accents(one), without_accents(other)
    alike = next(
        (place for place, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]),
        min(len(first), len(second)),
    )
    return alike >= _SHORTEST_BEGINNING and alike >= _LIKE_SHARE * max(len(first), len(second))
