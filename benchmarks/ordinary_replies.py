"""Measure how ordinary replies talk: `python -m benchmarks.ordinary_replies LONGMEMEVAL.jsonl.gz > ordinary_replies.txt`.

Writes the table that `memory.ordinary_replies` ships: per term the share of replies that hold it, in thousandths. It is
a statistic of a public corpus (MIT licence), with no sentence of it: terms under 0.5 % of the replies are left out.

The one fact a reader would get wrong: only every other chat is counted. The rest is what `benchmarks.themes` measures
on, so that the table is never judged by its own replies.
"""

import argparse
import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.rules.text import Stemmer
from memory.rules.themes import terms

LEAST_SHARE = 0.005


@dataclass(frozen=True, slots=True)
class Exchange:
    """A user's message and the reply to it."""

    user: str
    reply: str


@dataclass(frozen=True, slots=True)
class Talk:
    """One chat of the data set."""

    name: str
    exchanges: tuple[Exchange, ...]

    @property
    def is_counted(self) -> bool:
        """Whether it is in the table; the others are kept for measuring."""
        return zlib.crc32(self.name.encode()) % 2 == 0


def read_histories(path: Path) -> Iterator[list[Talk]]:
    """Yield each instance's chats, in the order of their dates: one user's history."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            held = zip(record["haystack_session_ids"], record["haystack_sessions"], strict=True)
            yield [Talk(name, tuple(_exchanges(messages))) for name, messages in held]


def _exchanges(messages: list[dict[str, str]]) -> Iterator[Exchange]:
    said = ""
    for message in messages:
        if message["role"] == "user":
            said = message["content"]
        else:
            yield Exchange(said, message["content"])


def read_talks(path: Path) -> Iterator[Talk]:
    """Yield each distinct chat."""
    seen: set[str] = set()
    for history in read_histories(path):
        for talk in history:
            if talk.name not in seen:
                seen.add(talk.name)
                yield talk


def shares(replies: Sequence[str], stemmer: Stemmer) -> dict[str, float]:
    """Return the share of the replies that hold each term, from 0.5 % on.

    Words first, then phrases of frequent words: all phrases at once would need gigabytes.
    """
    least = LEAST_SHARE * len(replies)
    words = Counter(term for text in replies for term in terms(text, stemmer) if " " not in term)
    frequent = {word for word, count in words.items() if count >= least}
    phrases = Counter(
        term for text in replies for term in terms(text, stemmer) if " " in term and frequent.issuperset(term.split())
    )
    return {term: count / len(replies) for term, count in (words | phrases).items() if count >= least}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    path = parser.parse_args().path
    replies = [exchange.reply for talk in read_talks(path) if talk.is_counted for exchange in talk.exchanges]
    source = "LongMemEval-S (ShareGPT and UltraChat replies; MIT licence), every other chat"
    print(f"# {len(replies)} replies of {source}, counted on 30 November 2026.")
    print("# The share of replies that hold a term, in thousandths. Made by `python -m benchmarks.ordinary_replies`.")
    for term, share in sorted(shares(replies, Stemmer()).items()):
        print(f"{term}\t{1000 * share:.0f}")


if __name__ == "__main__":
    main()
