"""Measure where an embedder puts unrelated texts, by sentences that come with Reverie.

The one fact that a reader would get wrong: the user's own texts take no part. The scale of a space is the same on every
machine and does not move with what is stored.
"""

from collections.abc import Sequence
from importlib import resources
from itertools import product

from memory.embedding import Vectors
from memory.rules.cosine_scale import Unrelated, unrelated

_QUESTION_SIGN = "? "


def unrelated_texts() -> tuple[list[str], list[str]]:
    """Return messages, and statements that have nothing to do with any of them."""
    lines = resources.files("memory").joinpath("unrelated_texts.txt").read_text("utf-8").splitlines()
    messages = [line.removeprefix(_QUESTION_SIGN) for line in lines if line.startswith(_QUESTION_SIGN)]
    statements = [line for line in lines if not line.startswith(_QUESTION_SIGN)]
    return messages, statements


def measure(messages: Vectors, statements: Vectors) -> Unrelated:
    """Tell the distribution of all pairs of a message and a statement.

    Args:
        messages: The vectors of `unrelated_texts`, in its order: float32, shape (texts, dim), unit length.
        statements: Likewise.
    """
    return unrelated(_products(messages, statements))


def _products(messages: Vectors, statements: Vectors) -> Sequence[float]:
    return [float(one @ other) for one, other in product(messages, statements)]
