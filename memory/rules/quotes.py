"""Whether a text repeats one of many sentences word for word.

The one fact that a reader would get wrong: a sentence is told by its words alone. Case, punctuation and what stands around
it count for nothing, and one of a single content word is too common to be a quotation.
"""

import re
from collections.abc import Iterable, Iterator

from memory.rules.text import content_words, fold, tokens

_END = re.compile(r"[.!?…。！？｡\n]+")
_FEWEST_CONTENT_WORDS = 2
# A sentence is found by its first words, so that a text is read once however many sentences there are.
_KEY_WORDS = 3

Words = tuple[str, ...]


class Quotes:
    """Sentences to be found again.

    Args:
        texts: What was said, cut into sentences here.
        but: What else was said, by the same person elsewhere: a sentence of it is nobody's quotation.
    """

    def __init__(self, texts: Iterable[str], but: Iterable[str] = ()) -> None:
        self._by_key: dict[Words, set[Words]] = {}
        known = {words for text in but for words in _sentences(text)}
        for words in {words for text in texts for words in _sentences(text)} - known:
            self._by_key.setdefault(words[:_KEY_WORDS], set()).add(words)

    def are_in(self, text: str) -> bool:
        """Tell whether a text holds any of the sentences."""
        said = tokens(fold(text)) if self._by_key else []
        return any(
            tuple(said[start : start + len(words)]) == words
            for start in range(len(said))
            for length in range(1, _KEY_WORDS + 1)
            for words in self._by_key.get(tuple(said[start : start + length]), ())
        )


def _sentences(text: str) -> Iterator[Words]:
    for part in _END.split(text):
        if len(set(content_words(part))) >= _FEWEST_CONTENT_WORDS:
            yield tuple(tokens(fold(part)))
