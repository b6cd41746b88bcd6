"""Stream one reply from the model, and save its text while it comes.

The one fact that a reader would get wrong: whoever drives a turn may stop iterating at any token. What was generated
until then is in the database already, because it is saved as it streams.
"""

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from assistant.cleaning import clean_text
from assistant.clock import Clock
from assistant.errors import ModelError
from assistant.events import PromptEvaluated, Token
from assistant.model import ChatModel, EvaluationProgress, Finished, FinishReason, GenerateRequest, TextChunk
from memory.records import MessageStatus, Usage

SAVED_EVERY_S = 0.15
_STOP_SEEN_WITHIN_S = 0.02


@dataclass(slots=True)
class Draft:
    """A reply in the making; after streaming, what is to be kept of it."""

    parts: list[str] = field(default_factory=list)
    reasoning_parts: list[str] = field(default_factory=list)
    status: MessageStatus = MessageStatus.STREAMING
    token_ids: tuple[int, ...] = ()
    usage: Usage | None = None
    failure: ModelError | None = None

    @property
    def text(self) -> str:
        """The reply so far, free of control characters."""
        return clean_text("".join(self.parts)).strip()

    @property
    def kept_token_ids(self) -> tuple[int, ...]:
        """The ids to splice into later prompts; none where the kept text is not exactly what they spell."""
        is_exact = not self.reasoning_parts and self.text == "".join(self.parts)
        return self.token_ids if is_exact else ()

    @property
    def reasoning(self) -> str:
        """The reasoning so far."""
        return clean_text("".join(self.reasoning_parts)).strip()


def stream_reply(
    model: ChatModel,
    request: GenerateRequest,
    draft: Draft,
    *,
    stop: threading.Event,
    clock: Clock,
    save: Callable[[str, str], None],
) -> Generator[PromptEvaluated | Token]:
    """Fill `draft` and yield what there is to paint.

    Args:
        model: A loaded model.
        request: The prompt.
        draft: Takes the text; its `status` tells afterwards how the reply ended.
        stop: Ends the reply within milliseconds, during prompt evaluation too.
        clock: Measures when to save.
        save: Called with text and reasoning so far, on the first token and then a few times a second.
    """
    saved_at_s = float("-inf")
    try:
        with _cancelling(model, stop):
            for event in model.generate(request):
                match event:
                    case EvaluationProgress(done_tokens=done, total_tokens=total):
                        yield PromptEvaluated(done, total)
                    case TextChunk(text=text, is_reasoning=is_reasoning):
                        (draft.reasoning_parts if is_reasoning else draft.parts).append(text)
                        if clock.monotonic_s() - saved_at_s >= SAVED_EVERY_S:
                            save(draft.text, draft.reasoning)
                            saved_at_s = clock.monotonic_s()
                        yield Token(clean_text(text), is_reasoning)
                    case Finished(reason=reason, usage=usage, token_ids=token_ids):
                        is_stopped = reason is FinishReason.CANCELLED
                        draft.status = MessageStatus.STOPPED if is_stopped else MessageStatus.COMPLETE
                        draft.usage, draft.token_ids = usage, token_ids
    except ModelError as error:
        draft.status, draft.failure = MessageStatus.FAILED, error


@contextmanager
def _cancelling(model: ChatModel, stop: threading.Event) -> Iterator[None]:
    """Pass a stop on to the model, from a thread of its own since generating blocks this one."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.is_set():
            if stop.wait(_STOP_SEEN_WITHIN_S):
                model.cancel()
                return

    watcher = threading.Thread(target=watch, name="stop-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
