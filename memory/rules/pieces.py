"""Cut a long message into pieces at paragraphs, each small enough to be one memory.

The one fact that a reader would get wrong: a token here is 4 bytes of UTF-8, rounded up, whatever the chat model's own
tokens are: pieces must not change when the model does.
"""

import math
import re
from collections.abc import Iterator

PIECE_TOKENS = 512
_BYTES_PER_TOKEN = 4
# Where a text may be cut, from the best place to the last resort.
_SEPARATORS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"(?<=[.!?。！？])\s*"), re.compile(r"\s+"))


def estimated_tokens(text: str) -> int:
    """Estimate the tokens of a text: UTF-8 bytes / 4, rounded up. "abcde" is 2."""
    return math.ceil(len(text.encode("utf-8", "surrogatepass")) / _BYTES_PER_TOKEN)


def pieces(text: str, limit_tokens: int = PIECE_TOKENS) -> list[str]:
    """Cut a text over the limit at paragraphs, then lines, sentences, words; neighbours are joined while they fit.

    A text within the limit is returned whole. Nothing but white space between pieces is lost.
    """
    if estimated_tokens(text) <= limit_tokens:
        return [text]
    return _cut(text.strip(), limit_tokens, 0)


def _cut(text: str, limit_tokens: int, level: int) -> list[str]:
    if estimated_tokens(text) <= limit_tokens:
        return [text] if text else []
    if level == len(_SEPARATORS):
        # No character is longer than 4 bytes, so as many characters as tokens always fit.
        return [text[start : start + limit_tokens] for start in range(0, len(text), limit_tokens)]
    found: list[str] = []
    start, end = -1, 0
    for begin, stop in _parts(text, _SEPARATORS[level]):
        if start < 0:
            start = begin
        elif estimated_tokens(text[start:stop]) > limit_tokens:
            found += _cut(text[start:end], limit_tokens, level + 1)
            start = begin
        end = stop
    return found + (_cut(text[start:end], limit_tokens, level + 1) if start >= 0 else [])


def _parts(text: str, separator: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield where each part begins and ends, white space between parts left out."""
    begin = 0
    for match in separator.finditer(text):
        if text[begin : match.start()].strip():
            yield begin, match.start()
            begin = match.end()
    if text[begin:].strip():
        yield begin, len(text)
