"""The shipped table of how ordinary assistant replies talk, which themes are measured against.

The one fact that a reader would get wrong: it holds shares of replies per stemmed term and nothing of any reply's text.
Its first lines say what it was counted on; `benchmarks/ordinary_replies.py` makes it anew.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@cache
def read_ordinary_replies() -> Mapping[str, float]:
    """Read the share of ordinary replies, 0..1, that hold each term; a term below 0.5 % has no entry. Takes 4 ms, once."""
    lines = files("memory").joinpath("ordinary_replies.txt").read_text(encoding="utf-8").splitlines()
    entries = (line.split("\t") for line in lines if not line.startswith("#"))
    return MappingProxyType({term: int(thousandths) / 1000 for term, thousandths in entries})
