"""A hand-written embedder that a user could have chosen: quick, of any dimension, and it can fail in every way."""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np

from memory.embedding import Vectors
from memory.errors import EmbedderError
from memory.live_vectors import Vector
from memory.rules.text import words

_SHORTEST = 5
_SAME = {"puppy": "dog", "hound": "dog", "dogs": "dog"}


class WordEmbedder:
    """Sums of one fixed direction for each word; it knows that a puppy, a hound and a dog are the same.

    Args:
        name: Its own.
        dim: Of its vectors.
    """

    def __init__(self, name: str = "words-64", dim: int = 64) -> None:
        self.name = name
        self.dim = dim
        self.read: list[str] = []
        self.is_broken = False
        self.is_closed = False
        self.deadly_text = ""

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._vector(text)
        return rows

    def embed_unless(self, text: str, should_stop: Callable[[], bool]) -> Vector | None:
        return None if should_stop() else self._vector(text)

    def close(self) -> None:
        self.is_closed = True

    def _vector(self, text: str) -> Vector:
        if self.is_broken or (self.deadly_text and self.deadly_text in text):
            raise EmbedderError("The embedder's process ended (killed by signal 9).", "The next use starts it again.")
        self.read.append(text)
        total = np.zeros(self.dim, dtype=np.float32)
        for word in words(text.lower()):
            # The short ones, as "is" and "our", would make all texts alike.
            if len(word) >= _SHORTEST or word in _SAME.values():
                total += self._direction(_SAME.get(word, word))
        length = np.linalg.norm(total)
        return total / np.float32(length) if length else total

    def _direction(self, word: str) -> Vector:
        seed = int.from_bytes(hashlib.sha256(f"{self.name} {word}".encode()).digest()[:8], "big")
        return np.random.default_rng(seed).standard_normal(self.dim).astype(np.float32)


class FlatEmbedder(WordEmbedder):
    """Gives every text the same vector."""

    def _direction(self, word: str) -> Vector:  # noqa: ARG002 - whatever the word
        return np.ones(self.dim, dtype=np.float32)
