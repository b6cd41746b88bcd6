"""The chat model: a client of the child process that runs llama.cpp, restarted when it dies.

The one fact that a reader would get wrong: nothing is computed here, and but for loading no lock is held while the child
computes. A generation is a queue of replies; what cancels it is one more message through the pipe.
"""

import dataclasses
import queue
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

from assistant import errors
from assistant.errors import ContextTooLongError, EngineDiedError, ModelError
from assistant.generation import Generation
from assistant.gguf import GgufHeader, read_chat_header
from assistant.model import (
    Finished,
    FinishReason,
    GenerateRequest,
    GenerationEvent,
    ModelInfo,
    Priority,
    PromptMessage,
)
from assistant.model_fit import available_memory_bytes, default_threads, fit_context
from assistant.worker_client import Died, ReplyQueue, WorkerClient
from assistant.worker_protocol import (
    CountPrompt,
    Counts,
    CountTexts,
    Done,
    Evaluated,
    Failed,
    Load,
    Loaded,
    Loading,
    Reply,
    Started,
    Token,
    Warm,
)
from memory.records import Usage

# Idle work looks between events whether the user is back: it must give way within 250 ms.
_PROGRESS_S = 0.2
# A cancelled generation ends within milliseconds; a child that does not answer for so long hangs.
_CANCEL_S = 10.0
_NO_USAGE = Usage(prompt_tokens=0, cached_tokens=0, first_token_s=0.0, tokens_per_s=0.0, reply_tokens=0)


class Engine:
    """`assistant.model.ChatModel` on a local GGUF file.

    Args:
        model_path: The GGUF file.
        n_ctx: Tokens of context; None = the least of 8,192, the model's own and what memory allows.
        n_threads: None = physical cores minus one, at least one.
        log_path: Where the child process writes.
        is_default: Whether this is the model that comes with the program (shown by the models screen).
        close_grace_s: How long `close` waits before it uses force.
    """

    def __init__(
        self,
        model_path: Path,
        *,
        n_ctx: int | None = None,
        n_threads: int | None = None,
        log_path: Path,
        is_default: bool = False,
        close_grace_s: float = 1.0,
    ) -> None:
        self._model_path = model_path
        self._n_ctx = n_ctx
        self._n_threads = n_threads
        self._log_path = log_path
        self._is_default = is_default
        self._close_grace_s = close_grace_s
        self._load_lock = threading.Lock()
        self._lock = threading.Lock()
        self._client: WorkerClient | None = None
        self._info: ModelInfo | None = None
        self._notices: tuple[str, ...] = ()
        self._is_closed = False
        self._running: dict[Priority, Generation] = {}
        self._warming: tuple[int, ReplyQueue] | None = None

    @property
    def info(self) -> ModelInfo | None:
        """What is loaded, or None before `load` is done."""
        return self._info

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences for the user about what was loaded otherwise than asked for."""
        return self._notices

    @property
    def process_id(self) -> int | None:
        """The child process's id, None while there is none."""
        client = self._client
        return client.pid if client is not None and client.is_alive else None

    def load(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:
        """Load (or reload after a crash) and wait until the model answers. Idempotent.

        Args:
            on_share: Told, in this thread, how much of the file is read, 0..1.
        """
        return self._loaded(on_share)[1]

    def unload(self) -> None:
        """Give the model's memory back; whatever needs it next loads it again. Idempotent."""
        self.cancel()
        with self._load_lock:
            self._drop(self._client)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text as content: special tokens off, no template."""
        if not texts:
            return []
        client, _ = self._loaded()
        with client.request() as (request_id, replies):
            client.send(CountTexts(request_id, tuple(texts)))
            return list(self._counts(replies))

    def count_prompt(self, messages: Sequence[PromptMessage]) -> int:
        """Count the tokens of a whole prompt, template included."""
        client, _ = self._loaded()
        with client.request() as (request_id, replies):
            client.send(CountPrompt(request_id, tuple(messages)))
            return self._counts(replies)[0]

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        """Stream one reply. Ends with `Finished`; closing the iterator early cancels.

        Idle generation that meets a turn's ends at once, cancelled.

        Raises:
            ModelError: The model cannot be loaded, or a generation of the same priority is running.
            ContextTooLongError: The prompt does not fit; nothing was evaluated.
            EngineDiedError: The child process ended in the middle; the next call starts another.
        """
        if not request.messages:
            raise ValueError("a prompt has at least one message")
        return self._generate(request)

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Evaluate a prompt's stable part in the background; returns at once, gives way to `generate`.

        Does nothing while no model is loaded or a turn is being answered.
        """
        with self._lock:
            client = self._client
            if client is None or self._info is None or not messages or Priority.TURN in self._running:
                return
            if self._warming is not None:
                client.close_request(self._warming[0])
            self._warming = client.open_request()
            request_id = self._warming[0]
        client.send(Warm(request_id, tuple(messages)))

    def wait_until_warm(self, timeout_s: float) -> bool:
        """Wait for the last `warm`; False if it gave way, failed or takes longer."""
        with self._lock:
            warming, self._warming = self._warming, None
        if warming is None:
            return False
        try:
            reply = warming[1].get(timeout=timeout_s)
        except queue.Empty:
            return False
        if not isinstance(reply, Done):
            return False
        self._note_speed(reply.eval_tokens_per_s)
        return reply.reason is not FinishReason.CANCELLED

    def cancel(self) -> None:
        """Stop the running generation within a few milliseconds, during prompt evaluation too. Idempotent."""
        with self._lock:
            running = list(self._running.values())
        for generation in running:
            generation.cancel()

    def close(self) -> None:
        """End the engine for good. Idempotent; never raises."""
        with self._lock:
            self._is_closed = True
            client, self._client, self._info = self._client, None, None
        if client is not None:
            client.close(self._close_grace_s)

    def _loaded(self, on_share: Callable[[float], None] | None = None) -> tuple[WorkerClient, ModelInfo]:
        """Return the living process, started and loaded if need be."""
        with self._load_lock:
            client, info = self._client, self._info
            if client is not None and info is not None and client.is_alive:
                return client, info
            self._drop(client)
            header = read_chat_header(self._model_path)
            fit = fit_context(header, self._n_ctx, available_memory_bytes())
            n_threads = self._n_threads or default_threads()
            client = self._start()
            with client.request() as (request_id, replies):
                client.send(Load(request_id, str(self._model_path), fit.n_ctx, n_threads))
                while isinstance(reply := replies.get(), Loading):
                    if on_share is not None:
                        on_share(reply.share)
            if not isinstance(reply, Loaded):
                self._drop(client)
                raise self._error(reply, "while it loaded the model")
            info = self._model_info(header, fit.n_ctx, n_threads, reply.eval_tokens_per_s)
            with self._lock:
                if self._is_closed:
                    raise _closed_error()
                self._notices = (*fit.notices, *reply.notices)
                self._info = info
            return client, info

    def _start(self) -> WorkerClient:
        with self._lock:
            if self._is_closed:
                raise _closed_error()
            try:
                self._client = WorkerClient(self._log_path)
            except OSError as error:
                raise ModelError(
                    f"The engine process cannot be started: {error.strerror}.", "See `reverie doctor`."
                ) from error
            return self._client

    def _drop(self, client: WorkerClient | None) -> None:
        """Let go of a process that is dead or of no use."""
        if client is None:
            return
        with self._lock:
            if self._client is client:
                self._client, self._info, self._warming = None, None, None
        client.close(self._close_grace_s)

    def _model_info(self, header: GgufHeader, n_ctx: int, n_threads: int, eval_tokens_per_s: float) -> ModelInfo:
        return ModelInfo(
            name=header.name,
            path=str(self._model_path),
            n_ctx=n_ctx,
            n_ctx_train=header.n_ctx_train,
            n_threads=n_threads,
            eval_tokens_per_s=eval_tokens_per_s,
            size_bytes=header.size_bytes,
            is_default=self._is_default,
        )

    def _generate(self, request: GenerateRequest) -> Generator[GenerationEvent]:
        generation = Generation(request)
        with self._lock:
            if request.priority is Priority.IDLE and Priority.TURN in self._running:
                is_refused = True
            elif request.priority in self._running:
                raise ModelError("The model is busy with another reply.", "Wait for it, or stop it first.")
            else:
                is_refused = False
                self._running[request.priority] = generation
        if is_refused:
            yield Finished(FinishReason.CANCELLED, _NO_USAGE, ())
            return
        try:
            client, _ = self._loaded()
            with client.request() as (request_id, replies):
                generation.start(client, request_id)
                try:
                    yield from self._events(generation, client, replies)
                finally:
                    generation.end()
        finally:
            with self._lock:
                del self._running[request.priority]

    def _events(self, generation: Generation, client: WorkerClient, replies: ReplyQueue) -> Generator[GenerationEvent]:
        """Turn the child's replies to one generation into events."""
        while True:
            try:
                reply = replies.get(timeout=_PROGRESS_S)
            except queue.Empty:
                if generation.is_overdue(_CANCEL_S):
                    client.kill()
                elif generation.progress is not None:
                    yield generation.progress
                continue
            match reply:
                case Started() | Evaluated() | Token():
                    yield from generation.events(reply)
                case Done():
                    generation.is_done = True
                    self._note_speed(reply.eval_tokens_per_s)
                    yield from generation.last_events(reply)
                    return
                case _:
                    generation.is_done = True
                    raise self._error(reply, "in the middle of a reply")

    def _counts(self, replies: ReplyQueue) -> tuple[int, ...]:
        reply = replies.get()
        if isinstance(reply, Counts):
            return reply.counts
        raise self._error(reply, "while it counted tokens")

    def _note_speed(self, eval_tokens_per_s: float) -> None:
        with self._lock:
            if self._info is not None and eval_tokens_per_s > 0:
                self._info = dataclasses.replace(self._info, eval_tokens_per_s=eval_tokens_per_s)

    def _error(self, reply: Reply | Died, when: str) -> ModelError:
        """Turn a reply that is no answer into the error to raise."""
        match reply:
            case Failed(error="ContextTooLongError"):
                return ContextTooLongError(
                    reply.message,
                    reply.hint,
                    needed_tokens=reply.needed_tokens,
                    available_tokens=reply.available_tokens,
                )
            case Failed():
                kind = getattr(errors, reply.error, ModelError)
                return kind(reply.message, reply.hint) if issubclass(kind, ModelError) else ModelError(reply.message)
            case Died():
                if self._is_closed:
                    return _closed_error()
                return EngineDiedError(
                    f"The engine process ended {when} ({reply.cause}).",
                    f"The next message starts it again; its log is {self._log_path}.",
                )
            case _:
                return ModelError(f"The engine process answered out of turn {when} ({type(reply).__name__}).")


def _closed_error() -> ModelError:
    return ModelError("The engine is closed.")
