"""What the engine's child process does with each command; knows no llama.cpp, only the Protocols below.

The one fact that a reader would get wrong: a context holds the ids that it has evaluated, and each prompt keeps the
longest prefix of them. Nothing is ever cleared on purpose: what a stopped evaluation got done is the next one's start.
"""

import base64
import codecs
import logging
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, assert_never

from assistant.chat_template import CHATML, ChatTemplate
from assistant.errors import AssistantError, ContextTooLongError, ModelError
from assistant.model import FinishReason, Priority, Sampling
from assistant.model_fit import IDLE_CTX
from assistant.prompt_tokens import Ending, PromptTokenizer, Tokenizer
from assistant.stop_text import StopText
from assistant.worker_mailbox import Job, Mailbox, StopFlag
from assistant.worker_protocol import (
    CountPrompt,
    Counts,
    CountTexts,
    Done,
    Embed,
    Embedded,
    Evaluated,
    Failed,
    Generate,
    Load,
    Loaded,
    Reply,
    Started,
    Token,
    Warm,
)

_LOG = logging.getLogger(__name__)
_CHUNK_S = 0.4
_SMALLEST_CHUNK = 32
_LARGEST_CHUNK = 512
_WARM_UP_TOKENS = 16
_MEASURED_TOKENS = 48
# Fewer evaluated tokens than this tell too little about the speed.
_TELLING_TOKENS = 64


class ModelVocabulary(Tokenizer, Protocol):
    """A vocabulary that can also turn ids into text."""

    def piece(self, token_id: int) -> bytes:
        """Return the bytes of a token; they need not be whole characters."""
        ...

    def is_end(self, token_id: int) -> bool:
        """Whether the token ends a reply."""
        ...


class Draw(Protocol):
    """Draws tokens from the last evaluation of one context."""

    def __call__(self) -> int:
        """Draw the next token."""
        ...


class Context(Protocol):
    """Evaluated tokens of one prompt at a time."""

    @property
    def n_ctx(self) -> int:
        """How many tokens it can hold."""
        ...

    @property
    def held_ids(self) -> Sequence[int]:
        """What is evaluated."""
        ...

    def keep(self, n_tokens: int) -> int:
        """Drop what is behind the first `n_tokens`; return how many are left (0 if the model cannot drop a tail)."""
        ...

    def evaluate(self, ids: Sequence[int]) -> bool:
        """Append ids, at most 512; False if the stop flag ended it, and nothing was appended."""
        ...

    def sampler(self, sampling: Sampling) -> Draw:
        """Open a sampler on this context; the one before is closed."""
        ...


class TextEmbedder(Protocol):
    """Turns one text at a time into a vector."""

    def vector(self, text: str) -> bytes | None:
        """Return little-endian 32-bit floats, none for a text without a token; None if the stop flag ended it."""
        ...


class LoadedModel(Protocol):
    """A model in memory."""

    @property
    def vocabulary(self) -> ModelVocabulary:
        """Its vocabulary."""
        ...

    def chat_template(self, source: str | None = None) -> ChatTemplate | None:
        """Compile and try its own template, None if it has none; or another source.

        Raises:
            ModelError: It cannot be compiled, or refuses the simplest conversation.
        """
        ...

    def open_context(self, n_ctx: int) -> Context:
        """Open one more context on the same weights."""
        ...

    def open_embedder(self, n_ctx: int) -> TextEmbedder:
        """Open what turns texts of at most `n_ctx` tokens, cut there, into vectors.

        Raises:
            ModelError: The model gives no vectors.
        """
        ...


class WorkerJobs:
    """Everything the process does after start.

    Args:
        mailbox: Where the jobs come from.
        send: Writes one reply; any thread may call it.
        load_model: Loads a model; the flag is what its evaluations obey.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        send: Callable[[Reply], None],
        load_model: Callable[[Load, StopFlag], LoadedModel],
    ) -> None:
        self._mailbox = mailbox
        self._send = send
        self._load_model = load_model
        self._serving: _Serving | None = None
        self._embedder: TextEmbedder | None = None

    def run(self) -> None:
        """Do jobs for ever; the computing thread's whole life."""
        while True:
            taken = self._mailbox.take()
            if taken.is_cancelled:
                self._send(Done(taken.job.request_id, FinishReason.CANCELLED, 0.0, 0.0))
            else:
                self.answer(taken.job)

    def answer(self, command: Job | CountTexts | CountPrompt) -> None:
        """Do a job, or a count, which may come from the reading thread while the other one computes.

        What goes wrong becomes a reply: this is the outer edge of both threads.
        """
        try:
            if isinstance(command, CountTexts | CountPrompt):
                self._send(self._loaded().count(command))
            else:
                self.do(command)
        except AssistantError as error:
            needed, available = 0, 0
            if isinstance(error, ContextTooLongError):
                needed, available = error.needed_tokens, error.available_tokens
            kind = type(error).__name__
            self._send(Failed(command.request_id, kind, error.message, error.hint, needed, available))
        except Exception as error:  # noqa: BLE001 - a thread's outer edge
            # Where, but not the error's own words: they can quote a prompt.
            where = "".join(traceback.format_tb(error.__traceback__))
            _LOG.error("request failed: %s\n%s", type(error).__name__, where)
            self._send(Failed(command.request_id, "ModelError", f"The engine failed: {type(error).__name__}."))

    def do(self, job: Job) -> None:
        """Do one job and send its replies."""
        match job:
            case Load(is_embedder=True):
                self._embedder = self._load_model(job, self._mailbox.stop_flag).open_embedder(job.n_ctx)
                self._send(Loaded(job.request_id, 0.0, ()))
            case Load():
                self._serving, loaded = _load(job, self._load_model(job, self._mailbox.stop_flag))
                self._send(loaded)
            case Embed():
                self._send(self._embedded(job))
            case Generate():
                self._loaded().generate(job, self._send, self._mailbox.stop_flag)
            case Warm():
                self._loaded().warm(job, self._send)
            case _:
                assert_never(job)

    def _embedded(self, job: Embed) -> Reply:
        if self._embedder is None:
            raise ModelError("No embedder is loaded yet.")
        vectors = []
        for text in job.texts:
            vector = self._embedder.vector(text)
            if vector is None:
                return Done(job.request_id, FinishReason.CANCELLED, 0.0, 0.0)
            vectors.append(base64.b64encode(vector).decode("ascii"))
        return Embedded(job.request_id, tuple(vectors))

    def _loaded(self) -> "_Serving":
        if self._serving is None:
            raise ModelError("No model is loaded yet.")
        return self._serving


@dataclass(slots=True)
class _Speed:
    """Tokens a second of prompt evaluation, as last seen."""

    tokens_per_s: float

    def note(self, n_tokens: int, seconds: float) -> None:
        if n_tokens >= _TELLING_TOKENS and seconds > 0:
            self.tokens_per_s = n_tokens / seconds

    @property
    def chunk_tokens(self) -> int:
        """How many tokens take about 0.4 s."""
        return min(max(int(self.tokens_per_s * _CHUNK_S) // 32 * 32, _SMALLEST_CHUNK), _LARGEST_CHUNK)


def _load(job: Load, model: LoadedModel) -> tuple["_Serving", Loaded]:
    notices: list[str] = []
    template, stop = None, None
    try:
        template = model.chat_template()
        if template is None:
            notices.append("The model file holds no chat template: ChatML is used.")
    except ModelError as error:
        notices.append(f"{error.message} ChatML is used.")
        template = None
    if template is None:
        template = model.chat_template(CHATML)
        assert template is not None
        stop = StopText("<|im_end|>")
    context = model.open_context(job.n_ctx)
    speed = _Speed(_measured_speed(context, model.vocabulary))
    serving = _Serving(model, PromptTokenizer(template, model.vocabulary), context, speed, stop)
    return serving, Loaded(job.request_id, speed.tokens_per_s, tuple(notices))


def _measured_speed(context: Context, vocabulary: ModelVocabulary) -> float:
    """Evaluate a little, twice (the first time wakes the weights), and drop it."""
    ids = vocabulary.tokenize("The time it takes to read this is measured. " * 12, is_special=False)
    ids = ids[: min(_WARM_UP_TOKENS + _MEASURED_TOKENS, context.n_ctx - 1)]
    context.evaluate(ids[:_WARM_UP_TOKENS])
    start = time.perf_counter()
    context.evaluate(ids[_WARM_UP_TOKENS:])
    seconds = time.perf_counter() - start
    context.keep(0)
    return max(len(ids) - _WARM_UP_TOKENS, 1) / seconds


class _Serving:
    """A loaded model at work."""

    def __init__(
        self, model: LoadedModel, prompts: PromptTokenizer, context: Context, speed: _Speed, stop: StopText | None
    ) -> None:
        self._model = model
        self._prompts = prompts
        self._turn_context = context
        self._idle_context: Context | None = None
        self._speed = speed
        self._stop = stop

    def count(self, command: CountTexts | CountPrompt) -> Counts:
        match command:
            case CountTexts(request_id, texts):
                return Counts(request_id, tuple(len(self._prompts.content_ids(text)) for text in texts))
            case CountPrompt(request_id, messages):
                return Counts(request_id, (len(self._prompts.prompt(messages, Ending.ANSWER).ids),))

    def warm(self, job: Warm, send: Callable[[Reply], None]) -> None:
        ids = self._prompts.prompt(job.messages, Ending.CLOSED).ids
        context = self._turn_context
        _check_fit(ids, context)
        n_shared = _shared_prefix(context.held_ids, ids)
        # A prompt that is held in full, with more behind it, is warm already: the rest may yet be of use.
        is_done = n_shared == len(ids) or self._evaluate(context, ids, context.keep(n_shared), lambda _: None)
        reason = FinishReason.EOS if is_done else FinishReason.CANCELLED
        send(Done(job.request_id, reason, 0.0, self._speed.tokens_per_s))

    def generate(self, job: Generate, send: Callable[[Reply], None], stop_flag: StopFlag) -> None:
        prompt = self._prompts.prompt(job.messages, Ending.CONTINUE if job.is_continuation else Ending.ANSWER)
        context = self._context(job.priority)
        _check_fit(prompt.ids, context)
        # The last token is always evaluated: the reply is drawn from what it yields.
        n_cached = context.keep(min(_shared_prefix(context.held_ids, prompt.ids), len(prompt.ids) - 1))
        send(Started(job.request_id, len(prompt.ids), n_cached, prompt.is_reasoning))

        def progress(done_tokens: int) -> None:
            send(Evaluated(job.request_id, done_tokens))

        reason, tokens_per_s = FinishReason.CANCELLED, 0.0
        if self._evaluate(context, prompt.ids, n_cached, progress):
            reason, tokens_per_s = self._stream(job, context, send, stop_flag)
        send(Done(job.request_id, reason, tokens_per_s, self._speed.tokens_per_s))

    def _stream(
        self, job: Generate, context: Context, send: Callable[[Reply], None], stop_flag: StopFlag
    ) -> tuple[FinishReason, float]:
        """Draw, send and evaluate token after token; return why it ended and how fast it was."""
        vocabulary = self._model.vocabulary
        draw = context.sampler(job.sampling)
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        stop = self._stop.opened() if self._stop else None
        started, n_drawn = time.perf_counter(), 0
        reason = FinishReason.LENGTH
        while n_drawn < job.max_tokens:
            if stop_flag.is_set:
                reason = FinishReason.CANCELLED
                break
            token_id = draw()
            if vocabulary.is_end(token_id):
                reason = FinishReason.EOS
                break
            n_drawn += 1
            token = Token(job.request_id, token_id, decoder.decode(vocabulary.piece(token_id)))
            for decided in stop.feed(token) if stop else (token,):
                send(decided)
            if stop is not None and stop.is_found:
                reason = FinishReason.EOS
                break
            if n_drawn == job.max_tokens or len(context.held_ids) >= context.n_ctx:
                break
            if not context.evaluate((token_id,)):
                reason = FinishReason.CANCELLED
                break
        if stop is not None and not stop.is_found:
            for held in stop.finish():
                send(held)
        seconds = time.perf_counter() - started
        return reason, n_drawn / seconds if n_drawn > 1 else 0.0

    def _evaluate(self, context: Context, ids: Sequence[int], start: int, progress: Callable[[int], None]) -> bool:
        """Evaluate `ids[start:]` in pieces of about 0.4 s; False if it was stopped."""
        position, began = start, time.perf_counter()
        while position < len(ids):
            chunk = ids[position : position + self._speed.chunk_tokens]
            if not context.evaluate(chunk):
                return False
            position += len(chunk)
            progress(position)
        self._speed.note(len(ids) - start, time.perf_counter() - began)
        return True

    def _context(self, priority: Priority) -> Context:
        if priority is Priority.TURN:
            return self._turn_context
        if self._idle_context is None:
            self._idle_context = self._model.open_context(min(IDLE_CTX, self._turn_context.n_ctx))
        return self._idle_context


def _shared_prefix(held: Sequence[int], ids: Sequence[int]) -> int:
    """Length of the longest common prefix."""
    for position, (one, other) in enumerate(zip(held, ids, strict=False)):
        if one != other:
            return position
    return min(len(held), len(ids))


def _check_fit(ids: Sequence[int], context: Context) -> None:
    if len(ids) >= context.n_ctx:
        raise ContextTooLongError(
            f"The prompt has {len(ids):,} tokens; the context holds {context.n_ctx:,}, one of them for the reply.",
            "Shorten the message, or choose a longer context.",
            needed_tokens=len(ids),
            available_tokens=context.n_ctx - 1,
        )
