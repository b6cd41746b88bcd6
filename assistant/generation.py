"""One generation on the engine's side of the pipe: its request, its cancelling, and its replies turned into events.

The one fact that a reader would get wrong: a cancel may come from another thread before the request was even sent,
while the model is still loading; it is remembered and follows the request at once.
"""

import threading
import time
from collections.abc import Iterator

from assistant.model import EvaluationProgress, Finished, GenerateRequest, GenerationEvent
from assistant.reasoning import ReasoningSplitter
from assistant.worker_client import WorkerClient
from assistant.worker_protocol import Cancel, Done, Evaluated, Generate, Started, Token
from memory.records import Usage


class Generation:
    """One generation's state on this side of the pipe."""

    def __init__(self, request: GenerateRequest) -> None:
        self._request = request
        self._requested = time.perf_counter()
        self._lock = threading.Lock()
        self._client: WorkerClient | None = None
        self._request_id = 0
        self._cancelled: float | None = None
        self._splitter = ReasoningSplitter(is_continuation=request.is_continuation)
        self._prompt_tokens = self._cached_tokens = 0
        self._first_token_s = 0.0
        self._token_ids: list[int] = []
        self.progress: EvaluationProgress | None = None
        self.is_done = False

    def start(self, client: WorkerClient, request_id: int) -> None:
        """Send the request; if it was cancelled while the model was loading, the cancel follows at once."""
        request = self._request
        client.send(
            Generate(
                request_id,
                request.messages,
                request.max_tokens,
                request.sampling,
                request.priority,
                request.is_continuation,
            )
        )
        with self._lock:
            self._client, self._request_id = client, request_id
            is_cancelled = self._cancelled is not None
        if is_cancelled:
            client.send(Cancel(request_id))

    def cancel(self) -> None:
        """Ask the child to stop; its `Done` ends the stream."""
        with self._lock:
            if self._cancelled is not None:
                return
            self._cancelled = time.perf_counter()
            client, request_id = self._client, self._request_id
        if client is not None:
            client.send(Cancel(request_id))

    def end(self) -> None:
        """Cancel what the consumer no longer wants."""
        if not self.is_done:
            self.cancel()

    def is_overdue(self, limit_s: float) -> bool:
        """Whether a cancel has stayed unanswered for too long."""
        return self._cancelled is not None and time.perf_counter() - self._cancelled > limit_s

    def events(self, reply: Started | Evaluated | Token) -> Iterator[GenerationEvent]:
        """Translate one reply."""
        match reply:
            case Started():
                self._prompt_tokens, self._cached_tokens = reply.prompt_tokens, reply.cached_tokens
                self._splitter = ReasoningSplitter(
                    is_reasoning=reply.is_reasoning, is_continuation=self._request.is_continuation
                )
                self.progress = EvaluationProgress(reply.cached_tokens, reply.prompt_tokens)
                yield self.progress
            case Evaluated():
                self.progress = EvaluationProgress(reply.done_tokens, self._prompt_tokens)
                yield self.progress
            case Token():
                if not self._token_ids:
                    self._first_token_s = time.perf_counter() - self._requested
                    self.progress = None
                self._token_ids.append(reply.token_id)
                yield from self._splitter.feed(reply.text)

    def last_events(self, done: Done) -> Iterator[GenerationEvent]:
        """Give out what was held back, and the end."""
        yield from self._splitter.finish()
        usage = Usage(
            prompt_tokens=self._prompt_tokens,
            cached_tokens=self._cached_tokens,
            first_token_s=self._first_token_s,
            tokens_per_s=done.tokens_per_s,
            reply_tokens=len(self._token_ids),
        )
        yield Finished(done.reason, usage, tuple(self._token_ids))
