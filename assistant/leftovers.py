"""Prove that what was forgotten is gone: search every row and every file of the data folder.

The one fact that a reader would get wrong: rows and files are searched in two ways. A row is read as a ban reads it, so
that "cats" is a cat and "category" none; a file holds the program's own words too, and only what is none of them counts.
"""

import re
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from assistant.doomed import FORGOTTEN_TEXT, is_named
from memory.database import Connection, connect
from memory.errors import StoreError
from memory.folder import DATABASE_NAME
from memory.rules.text import fold, tokens
from memory.rules.topics import TopicMatcher
from memory.store import backups, directives, user_words

_CHUNK_BYTES = 1 << 20
# A shorter one stands in other texts, or among numbers, by chance.
_SHORTEST_NEEDLE = 8
_SHORTEST_TOPIC_BYTES = 6
_NEEDLE_BYTES = 64
_NEEDLE_EVERY_BYTES = 512
_LONGEST_GAP = 3


def find_leftovers(
    folder: Path, connection: Connection, texts: Iterable[str], topic: TopicMatcher | None = None
) -> tuple[str, ...]:
    """Name the files of the data folder that still hold one of the texts, or name the topic.

    What an order in force needs is none of it: a ban must know its word.
    """
    needles = [needle for text in texts for needle in _needles(text.encode())]
    topic = topic or TopicMatcher(())
    spelt = _spelt(connection, topic)
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".gguf")
    copies = {folder / DATABASE_NAME, *backups.list_backups(folder)} if topic else set()
    found = [path for path in files if _holds(path, needles, spelt) or (path in copies and _names(path, topic))]
    return tuple(str(path.relative_to(folder)) for path in found)


def _needles(text: bytes) -> list[bytes]:
    """Choose what to look for: a long text is stored in several pages."""
    if len(text) <= _NEEDLE_BYTES:
        return [text] if len(text) >= _SHORTEST_NEEDLE else []
    return [
        text[start : start + _NEEDLE_BYTES] for start in range(0, len(text) - _NEEDLE_BYTES + 1, _NEEDLE_EVERY_BYTES)
    ]


def _names(path: Path, topic: TopicMatcher) -> bool:
    """Tell whether any row of a database names the topic."""
    with suppress(StoreError), closing(connect(path, is_read_only=True)) as connection:
        return any(is_named(text, topic) for text in user_words.read_all(connection))
    return False


@dataclass(frozen=True, slots=True)
class _Spelt:
    """A topic as it may stand in a file.

    Args:
        words: One of these is there where it is: they are found fifty times faster than the pattern.
        pattern: The whole of it, in small letters where those are ASCII.
    """

    words: tuple[bytes, ...]
    pattern: "re.Pattern[bytes]"

    def is_in(self, window: bytes) -> bool:
        """Tell whether it stands in a part of a file, in any case of letters."""
        lowered = window.lower()
        return any(word in lowered for word in self.words) and self.pattern.search(lowered) is not None


def _spelt(connection: Connection, topic: TopicMatcher) -> list[_Spelt]:
    """Write the terms of a topic as they may stand in a file; those that would tell nothing are left out."""
    needed = " ".join(term for one in directives.read_directives(connection) for term in one.topics)
    known = fold(f"{needed} {FORGOTTEN_TEXT} {user_words.own_words(connection)}").encode()
    gap = rb"[\s,_-]{1,%d}" % _LONGEST_GAP
    found = []
    for term in topic.terms:
        words = tokens(fold(term))
        if len("".join(words).encode()) < _SHORTEST_TOPIC_BYTES:
            continue
        spelt = [[way(word).encode().lower() for word in words] for way in (str, str.title, str.upper)]
        either = b"|".join(sorted({gap.join(map(re.escape, each)) for each in spelt}))
        pattern = re.compile(rb"(?<![a-z0-9])(?:" + either + rb")(?![a-z0-9])")
        if not pattern.search(known):
            found.append(_Spelt(tuple({max(each, key=len) for each in spelt}), pattern))
    return found


def _holds(path: Path, needles: list[bytes], spelt: list[_Spelt]) -> bool:
    # A log holds no text of the user's, but paths, which may be of the same name.
    spelt = [] if path.suffix == ".log" else spelt
    overlap = max((len(needle) for needle in needles), default=1) - 1
    overlap = max(overlap, _NEEDLE_EVERY_BYTES) if spelt else overlap
    tail = b""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            window = tail + chunk
            if any(needle in window for needle in needles) or any(one.is_in(window) for one in spelt):
                return True
            tail = window[-overlap:] if overlap else b""
    return False
