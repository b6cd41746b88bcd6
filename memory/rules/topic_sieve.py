"""Which of many texts name a topic: looked for in all of them at once, as one long string.

The one fact that a reader would get wrong: only what is in plain letters is decided here, and of that only what one word
decides. All other text may name the topic, which is for its matcher to say; a test holds both against it for any text.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, repeat
from operator import add
from typing import NamedTuple

from memory.rules import markup
from memory.rules.topics import TopicMatcher

_IN_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789'+#")
# Stands between two texts: a part of no word, of no beginning of one, and of no markup inside a word.
_BETWEEN = b"\n"
_KEPT_WORDS = 50_000


class Sifted(NamedTuple):
    """A text that is to be looked at.

    Args:
        place: Its place among the texts.
        named: The numbers of the topics that it names.
        maybe: Of those that it may name.
    """

    place: int
    named: list[int]
    maybe: list[int]


class TopicSieve:
    """Looks for the words of several topics in many texts: a search for each beginning of a word, not for each text.

    Args:
        matchers: One for each topic.
    """

    def __init__(self, matchers: Sequence[TopicMatcher]) -> None:
        self._matchers = matchers
        self._of_words = [matcher.longest_phrase_words == 1 for matcher in matchers]
        self._all = {topic for topic, matcher in enumerate(matchers) if matcher}
        self._topics_by_beginning: dict[bytes, list[int]] = {}
        for topic, matcher in enumerate(matchers):
            for beginning in matcher.beginnings:
                self._topics_by_beginning.setdefault(beginning.encode(), []).append(topic)
        self._known: dict[tuple[int, bytes], bool] = {}

    def sift(self, texts: Sequence[bytes]) -> list[Sifted]:
        """Return the texts that name a topic or may, in order.

        Args:
            texts: UTF-8, or what a damaged store holds.
        """
        lines = _Lines(texts, [place for place, text in enumerate(texts) if text.isascii()])
        others = {lines.place_of(at) for at in markup.hiding_places(lines.joined.decode())}
        others |= set(range(len(texts))).difference(lines.places)
        found: dict[int, set[int]] = {place: set(self._all) for place in others if self._all}
        folded = lines.joined.lower().replace(b"`", b"'")
        has_elisions = b"'" in folded
        for beginning, topics in self._topics_by_beginning.items():
            if b"'" in beginning and not has_elisions:
                continue
            for at, word in _words_with(beginning, folded):
                place = lines.place_of(at)
                if place not in others:
                    named = [topic for topic in topics if self._is_known(topic, word)]
                    if named:
                        found.setdefault(place, set()).update(named)
        return [self._sifted(place, sorted(topics), place in others) for place, topics in sorted(found.items())]

    def _sifted(self, place: int, topics: list[int], is_other: bool) -> Sifted:  # noqa: FBT001 - private, and in one place
        named = [] if is_other else [topic for topic in topics if self._of_words[topic]]
        return Sifted(place, named, topics if is_other else [one for one in topics if not self._of_words[one]])

    def _is_known(self, topic: int, word: bytes) -> bool:
        known = self._known.get((topic, word))
        if known is None:
            if len(self._known) > _KEPT_WORDS:
                self._known.clear()
            known = self._known[topic, word] = self._matchers[topic].holds_word(word.decode())
        return known


class _Lines:
    """Some of the texts as one, each behind the other, which need not be one line each."""

    def __init__(self, texts: Sequence[bytes], places: Sequence[int]) -> None:
        self.places = places
        chosen = texts if len(places) == len(texts) else [texts[place] for place in places]
        self.joined = _BETWEEN.join(chosen)
        self._ends = list(accumulate(map(add, map(len, chosen), repeat(len(_BETWEEN)))))

    def place_of(self, at: int) -> int:
        """Return the place of the text in which this byte of the joined ones stands."""
        return self.places[bisect_right(self._ends, at)]


def _words_with(beginning: bytes, folded: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield where letters stand, and all the letters around them, up to what is in no word."""
    at = folded.find(beginning)
    while at >= 0:
        start, end = at, at
        while start and folded[start - 1] in _IN_WORD:
            start -= 1
        while end < len(folded) and folded[end] in _IN_WORD:
            end += 1
        yield at, folded[start:end]
        at = folded.find(beginning, end)
