"""What someone looks for in all chats: words and phrases out of their input, and where these stand in a message.

The one fact that a reader would get wrong: marks are found here anew, in the message as it was written. The index holds
another text of it, and knows only which messages fit.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

from memory.rules.scripts import is_characterwise, searchable, word_spans

_PARTS = re.compile(r'"([^"]*)"|(\S+)')
_WORD = re.compile(r"\w+")
_SHORTEST_BEGINNING = 2
_MOST_PARTS = 16
# Farther in, a long message is not looked through: it is shown from its beginning.
_LOOKED_THROUGH_CHARACTERS = 200_000
_BEFORE_CHARACTERS = 48


@dataclass(frozen=True, slots=True)
class Sought:
    """One thing that a message must hold: tokens that follow each other; of the last perhaps only the beginning."""

    tokens: tuple[str, ...]
    is_beginning: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line out of a message; `marks` are (start, end) in it, in order, of what was looked for."""

    text: str
    marks: tuple[tuple[int, int], ...]


def read_sought(words: str) -> tuple[Sought, ...]:
    """Read an input: each word must occur, what stands in quotes as a phrase, the last word at least as a beginning."""
    found = []
    parts = list(_PARTS.finditer(words))[:_MOST_PARTS]
    for part in parts:
        phrase, word = part.groups()
        tokens = tuple(_WORD.findall(searchable(word if phrase is None else phrase)))
        is_last = part is parts[-1] and phrase is None and part.end() == len(words)
        if tokens:
            found.append(Sought(tokens, is_beginning=is_last and len(tokens[-1]) >= _SHORTEST_BEGINNING))
    return tuple(found)


def excerpt(text: str, sought: Iterable[Sought], *, characters: int) -> Excerpt:
    """Cut the place out of a message where something sought first stands, as one line with all marks.

    Args:
        text: The message, without control characters.
        sought: From `read_sought`.
        characters: How long the line may be.
    """
    looked_for = tuple(sought)
    head = text[:_LOOKED_THROUGH_CHARACTERS]
    first = next(_marks(head, looked_for), (0, 0))[0]
    start = first - _BEFORE_CHARACTERS if first > _BEFORE_CHARACTERS else 0
    if start:
        # Begin with a whole word where one begins soon.
        space = text.find(" ", start, first)
        start = start if space < 0 else space + 1
    line = " ".join(text[start : start + 2 * characters].split())
    is_cut = len(line) > characters or start + 2 * characters < len(text)
    line = ("…" if start else "") + (line[: characters - 2].rstrip() + "…" if is_cut else line)
    return Excerpt(line, tuple(_marks(line, looked_for)))


def places(text: str, sought: Iterable[Sought]) -> tuple[tuple[int, int], ...]:
    """Return (start, end) of all that is sought, in the order in which it stands in `text`."""
    return tuple(_marks(text[:_LOOKED_THROUGH_CHARACTERS], tuple(sought)))


def _marks(text: str, sought: tuple[Sought, ...]) -> Iterator[tuple[int, int]]:
    whole = {_plain(token) for one in sought for token in one.tokens if not is_characterwise(token)}
    stems = {_stem(word) for word in whole}
    # The stemmer never changes a first letter, and asking it is most of what a search of long messages costs.
    initials = {stem[:1] for stem in stems}
    beginnings = tuple(
        _plain(one.tokens[-1]) for one in sought if one.is_beginning and not is_characterwise(one.tokens[-1])
    )
    runs = ["".join(one.tokens) for one in sought if is_characterwise(one.tokens[0])]
    for start, end in word_spans(text):
        word = text[start:end]
        if is_characterwise(word):
            yield from _runs_in(word, runs, start)
            continue
        plain = _plain(word)
        if plain in whole or (plain[:1] in initials and _stem(plain) in stems) or plain.startswith(beginnings):
            yield start, end


def _runs_in(word: str, runs: Iterable[str], offset: int) -> Iterator[tuple[int, int]]:
    spans = []
    for run in runs:
        place = word.find(run)
        while place >= 0:
            spans.append((offset + place, offset + place + len(run)))
            place = word.find(run, place + len(run))
    yield from _apart(sorted(spans))


def _apart(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Drop a span that begins inside the one before."""
    reached = 0
    for start, end in spans:
        if start >= reached:
            yield start, end
            reached = end


def _plain(word: str) -> str:
    """Return a word as the index compares it: without case, without the marks on its letters."""
    if word.isascii():
        return word.lower()
    taken_apart = unicodedata.normalize("NFKD", searchable(word).strip().casefold())
    return "".join(letter for letter in taken_apart if not unicodedata.combining(letter))


@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    stem: str = snowballstemmer.stemmer("porter").stemWord(word)
    return stem
