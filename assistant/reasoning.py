"""Splits a stream of generated text into reply and reasoning (`<think>` blocks), pure.

The one fact that a reader would get wrong: a tag can arrive in pieces, so text that may be the start of a tag is held
back until it is decided; `finish` gives out what was held.
"""

from assistant.model import TextChunk

OPEN_TAG = "<think>"
CLOSE_TAG = "</think>"


class ReasoningSplitter:
    """One reply's splitter.

    White space at the start of the reply, and around the tags, belongs to the tags' layout and is dropped. A tag that
    stands in back-quotes is something the reply talks about, and stays text.

    Args:
        is_reasoning: The prompt itself has opened a block.
        is_continuation: The text carries on an earlier one, so its leading white space counts.
    """

    def __init__(self, *, is_reasoning: bool = False, is_continuation: bool = False) -> None:
        self._is_reasoning = is_reasoning
        self._drops_space = not is_continuation
        self._held = ""
        self._last_char = ""

    def feed(self, text: str) -> list[TextChunk]:
        """Take some more text; return what is decided by now."""
        self._held += text
        chunks: list[TextChunk] = []
        while self._held:
            tag = CLOSE_TAG if self._is_reasoning else OPEN_TAG
            at = self._held.find(tag)
            if at < 0:
                keep = _undecided_chars(self._held, tag)
                self._emit(chunks, self._held[: len(self._held) - keep])
                self._held = self._held[len(self._held) - keep :]
                break
            before, after = self._held[:at], self._held[at + len(tag) :]
            if (before[-1:] or self._last_char) == "`":
                self._emit(chunks, before + tag)
                self._held = after
                continue
            self._emit(chunks, before.rstrip() if self._is_reasoning else before)
            self._is_reasoning = not self._is_reasoning
            self._drops_space, self._last_char = True, ""
            self._held = after
        return chunks

    def finish(self) -> list[TextChunk]:
        """Give out what was held back as a possible tag: the text ends here."""
        chunks: list[TextChunk] = []
        self._emit(chunks, self._held.rstrip() if self._is_reasoning else self._held)
        self._held = ""
        return chunks

    def _emit(self, chunks: list[TextChunk], text: str) -> None:
        if self._drops_space:
            text = text.lstrip()
        if text:
            self._drops_space = False
            self._last_char = text[-1]
            chunks.append(TextChunk(text, is_reasoning=self._is_reasoning))


def _undecided_chars(text: str, tag: str) -> int:
    """How many characters at the end may yet be the start of the tag (or, before a closing tag, its white space)."""
    for size in range(min(len(tag) - 1, len(text)), 0, -1):
        if text.endswith(tag[:size]):
            break
    else:
        size = 0
    if tag == CLOSE_TAG:
        body = text[: len(text) - size]
        size += len(body) - len(body.rstrip())
    return size
