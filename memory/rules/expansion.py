"""Terms beside the user's words that may re-order what those words found.

The one fact that a reader would get wrong: at most two of six may come from the assistant's last reply, or its own words
would steer what it remembers next.
"""

from collections import Counter

from memory.rules.text import Stemmer, content_terms

MOST_TERMS = 6
MOST_OWN_TERMS = 2


def expansion_terms(message: str, previous_message: str, last_reply: str, stemmer: Stemmer) -> tuple[str, ...]:
    """Choose up to six stems that the message itself does not hold: two of the last reply, the rest of the message before.

    The most frequent come first, then the earliest. Source: Z-Waif caps the character's own words at two of six query
    terms; its code lets three in.
    """
    known = set(content_terms(message, stemmer))
    own = _heaviest(last_reply, known, MOST_OWN_TERMS, stemmer)
    users = _heaviest(previous_message, known | set(own), MOST_TERMS - len(own), stemmer)
    return (*users, *own)


def _heaviest(text: str, known: set[str], count: int, stemmer: Stemmer) -> list[str]:
    counted = Counter(term for term in content_terms(text, stemmer) if term not in known)
    return [term for term, _ in counted.most_common(count)]
