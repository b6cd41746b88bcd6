"""A chat model that answers what a script says: for `reverie replay`, never for a conversation.

The one fact that a reader would get wrong: it is a stated stand-in. Its token is 4 bytes of UTF-8, its speed is a
constant, and its timings are zero, so that the same script gives the same output on any machine. What it says in a
`<think>` block is reasoning, told apart by the same splitter as that of a real model.
"""

import math
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from assistant.model import (
    Finished,
    FinishReason,
    GenerateRequest,
    GenerationEvent,
    ModelInfo,
    Priority,
    PromptMessage,
)
from assistant.reasoning import ReasoningSplitter
from memory.records import Usage

N_CTX = 4096
EVAL_TOKENS_PER_S = 1000.0
_BYTES_PER_TOKEN = 4
_INFO = ModelInfo(
    name="scripted",
    path="",
    n_ctx=N_CTX,
    n_ctx_train=N_CTX,
    n_threads=1,
    eval_tokens_per_s=EVAL_TOKENS_PER_S,
)


class ScriptedModel:
    """Answers with the next scripted reply, a token at a time; a dream answers with its fragments' words."""

    def __init__(self) -> None:
        self._replies: deque[str] = deque()
        self._stop_after_tokens: int | None = None
        self._is_cancelled = threading.Event()
        self._last_prompt: tuple[PromptMessage, ...] = ()

    def script(self, replies: Iterable[str], *, stop_after_tokens: int | None = None) -> None:
        """Set what the next generations answer, and after how many tokens the next one is stopped."""
        self._replies = deque(replies)
        self._stop_after_tokens = stop_after_tokens

    @property
    def info(self) -> ModelInfo | None:
        """What is loaded: always the same."""
        return _INFO

    @property
    def notices(self) -> tuple[str, ...]:
        """Nothing: it is loaded as it is."""
        return ()

    def load(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:  # noqa: ARG002 - the Protocol's
        """Return what is loaded."""
        return _INFO

    def unload(self) -> None:
        """Do nothing: it takes no memory."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count 4 bytes of UTF-8 as a token, rounded up."""
        return [_tokens(text) for text in texts]

    def count_prompt(self, messages: Sequence[PromptMessage]) -> int:
        """Count the contents; there is no template."""
        return sum(_tokens(one.text) for one in messages)

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        """Yield the scripted reply in tokens, up to where the script stops it."""
        self._is_cancelled.clear()
        cached = self._cached_tokens(request.messages)
        is_idle = request.priority is Priority.IDLE
        reply = request.messages[-1].text if is_idle else self._replies.popleft() if self._replies else "ok"
        splitter = ReasoningSplitter(is_continuation=request.is_continuation)
        sent = 0
        reason = FinishReason.EOS
        for piece in _pieces(reply):
            if self._is_cancelled.is_set() or (not is_idle and sent == self._stop_after_tokens):
                reason = FinishReason.CANCELLED
                break
            if sent == request.max_tokens:
                reason = FinishReason.LENGTH
                break
            yield from splitter.feed(piece)
            sent += 1
        yield from splitter.finish()
        if not is_idle:
            self._stop_after_tokens = None
        usage = Usage(
            prompt_tokens=self.count_prompt(request.messages),
            cached_tokens=cached,
            first_token_s=0.0,
            tokens_per_s=0.0,
            reply_tokens=sent,
        )
        yield Finished(reason, usage, ())

    def _cached_tokens(self, messages: tuple[PromptMessage, ...]) -> int:
        cached = 0
        for before, now in zip(self._last_prompt, messages, strict=False):
            if before.text != now.text:
                break
            cached += _tokens(now.text)
        self._last_prompt = messages
        return cached

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Take the prompt as evaluated."""
        self._last_prompt = tuple(messages)

    def cancel(self) -> None:
        """Stop the running reply at its next token."""
        self._is_cancelled.set()

    def close(self) -> None:
        """Do nothing: there is nothing to end."""


def _tokens(text: str) -> int:
    return math.ceil(len(text.encode()) / _BYTES_PER_TOKEN)


def _pieces(text: str) -> Iterator[str]:
    """Cut a reply into pieces of about 4 bytes, whole characters only."""
    piece = ""
    for character in text:
        if piece and len((piece + character).encode()) > _BYTES_PER_TOKEN:
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece
