"""Stream one reply from the model, and save its text while it comes.

The one fact that a reader would get wrong: whoever drives a turn may stop iterating at any token. What was generated
until then is in the database already, because it is saved as it streams.
"""

import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from assistant.cleaning import StreamCleaner
from assistant.clock import Clock
from assistant.errors import ModelError
from assistant.events import PromptEvaluated, Token
from assistant.model import (
    ChatModel,
    EvaluationProgress,
    Finished,
    FinishReason,
    GenerateRequest,
    PromptMessage,
    TextChunk,
)
from memory.records import MessageStatus, Usage
from memory.rules.echo import EchoFinding
from memory.rules.runaway import RunawayWatch
from memory.rules.stream_guard import Guarded, StreamGuard
from memory.rules.topics import TopicMatcher

SAVED_EVERY_S = 0.15
_STOP_SEEN_WITHIN_S = 0.02


@dataclass(slots=True)
class Draft:
    """A reply in the making; after streaming, what is to be kept of it.

    `parts` are clean of control characters already. `hits` are the bans at which it was cut short; what was painted
    never names them. `runs_from` is where it began to say itself again: it ends there, though more was painted by then.
    `notices` are the visible lines about it, a dropped first draft's included.
    """

    parts: list[str] = field(default_factory=list)
    reasoning_parts: list[str] = field(default_factory=list)
    status: MessageStatus = MessageStatus.STREAMING
    token_ids: tuple[int, ...] = ()
    usage: Usage | None = None
    failure: ModelError | None = None
    hits: AbstractSet[str] = frozenset()
    runs_from: int | None = None
    is_rewritten: bool = False
    is_cleaned: bool = False
    echo: EchoFinding | None = None
    notices: list[str] = field(default_factory=list)

    def restart(self) -> "Draft":
        """Empty the draft for a rewrite, and return what it was."""
        before = replace(self)
        self.parts, self.reasoning_parts = [], []
        self.status, self.token_ids, self.usage, self.hits = MessageStatus.STREAMING, (), None, frozenset()
        self.is_cleaned, self.runs_from = False, None
        return before

    def take(self, other: "Draft") -> None:
        """Become another draft, a failure of this one aside."""
        self.parts, self.reasoning_parts = other.parts, other.reasoning_parts
        self.status, self.token_ids, self.usage = other.status, other.token_ids, other.usage
        self.failure, self.hits, self.echo, self.is_cleaned = None, frozenset(), other.echo, other.is_cleaned
        self.runs_from = other.runs_from

    @property
    def is_cut_short(self) -> bool:
        """Whether it came to where it has to end; the model may send some more before it stops."""
        return bool(self.hits) or self.runs_from is not None

    def cut(self) -> None:
        """Take away what it said again."""
        if self.runs_from is not None:
            self.parts = ["".join(self.parts)[: self.runs_from]]

    @property
    def text(self) -> str:
        """The reply so far, free of control characters."""
        return "".join(self.parts).strip()

    @property
    def kept_token_ids(self) -> tuple[int, ...]:
        """The ids to splice into later prompts; none where the kept text is not exactly what they spell."""
        is_changed = self.is_cleaned or self.is_cut_short or self.text != "".join(self.parts)
        return () if self.reasoning_parts or is_changed else self.token_ids

    @property
    def reasoning(self) -> str:
        """The reasoning so far."""
        return "".join(self.reasoning_parts).strip()


def stream_reply(
    model: ChatModel,
    request: GenerateRequest,
    draft: Draft,
    *,
    stop: threading.Event,
    clock: Clock,
    save: Callable[[str, str], None],
    bans: TopicMatcher,
    allowed_keys: AbstractSet[str] = frozenset(),
    message: str = "",
    begun: PromptMessage | None = None,
) -> Generator[PromptEvaluated | Token]:
    """Fill `draft` and yield what there is to paint, one word behind generation where there are bans.

    Args:
        model: A loaded model.
        request: The prompt.
        draft: Takes the text; its `status` tells afterwards how the reply ended.
        stop: Ends the reply within milliseconds, during prompt evaluation too.
        clock: Measures when to save.
        save: Called with text and reasoning so far, on the first token and then a few times a second.
        bans: Topics at which the reply is cut short.
        allowed_keys: Those that the user's own message names.
        message: That message, which may ask for a thing ten times.
        begun: A stopped reply to carry on. It goes through the same checks, since a word may end in what follows.
    """
    channels = {kind: _Channel(bans, allowed_keys) for kind in (False, True)}
    watch = _Watch(message, len(begun.text) if begun is not None else 0)
    saver = _Saver(clock, save)
    if begun is not None:
        request = replace(request, messages=(*request.messages, begun), is_continuation=True)
        yield from _take(draft, channels[False].feed(begun.text), watch, is_reasoning=False)
    try:
        with _cancelling(model, stop):
            for event in model.generate(request):
                match event:
                    case EvaluationProgress(done_tokens=done, total_tokens=total):
                        yield PromptEvaluated(done, total)
                    case TextChunk(text=text, is_reasoning=is_reasoning):
                        if not draft.is_cut_short:
                            yield from _take(draft, channels[is_reasoning].feed(text), watch, is_reasoning=is_reasoning)
                            saver.look(draft)
                        if draft.is_cut_short:
                            model.cancel()
                    case Finished(reason=reason, usage=usage, token_ids=token_ids):
                        is_stopped = reason is FinishReason.CANCELLED and draft.runs_from is None
                        draft.status = MessageStatus.STOPPED if is_stopped else MessageStatus.COMPLETE
                        draft.usage, draft.token_ids = usage, _all_ids(begun, token_ids)
    except ModelError as error:
        draft.status, draft.failure = MessageStatus.FAILED, error
    yield from _finish(draft, channels, watch)


def _all_ids(begun: PromptMessage | None, token_ids: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ids of the whole reply; none where those of its beginning are not known."""
    if begun is None:
        return token_ids
    return (*begun.token_ids, *token_ids) if begun.token_ids else ()


class _Channel:
    """What the model says, or what it reasons, on its way to the screen.

    Cleaned first, judged then: a control character inside a banned word would hide the word, and then be taken out.
    """

    def __init__(self, bans: TopicMatcher, allowed_keys: AbstractSet[str]) -> None:
        self._cleaner = StreamCleaner()
        self._guard = StreamGuard(bans, allowed_keys)

    @property
    def has_changed(self) -> bool:
        """Whether the text was not clean as it came."""
        return self._cleaner.has_changed

    def feed(self, text: str) -> Guarded:
        """Take the next piece; return what may be painted by now."""
        return self._guard.feed(self._cleaner.feed(text))

    def finish(self) -> Guarded:
        """Return what was held back."""
        first = self._guard.feed(self._cleaner.finish())
        last = self._guard.finish()
        return Guarded(first.text + last.text, first.hits | last.hits)


class _Watch:
    """Tells where what was painted of a reply began to say itself again; what was there before is never cut."""

    def __init__(self, message: str, begun_characters: int) -> None:
        self._watch = RunawayWatch(message)
        self._begun_characters = begun_characters

    def feed(self, text: str) -> int | None:
        """Take what was just painted; return how much of the reply to keep, once it runs in circles."""
        cut = self._watch.feed(text)
        return None if cut is None else max(cut, self._begun_characters)


class _Saver:
    """Saves a draft on its first words, and then a few times a second."""

    def __init__(self, clock: Clock, save: Callable[[str, str], None]) -> None:
        self._clock = clock
        self._save = save
        self._saved_at_s = float("-inf")

    def look(self, draft: Draft) -> None:
        """Save if it is time to."""
        now_s = self._clock.monotonic_s()
        if now_s - self._saved_at_s >= SAVED_EVERY_S:
            self._save(draft.text, draft.reasoning)
            self._saved_at_s = now_s


def _take(draft: Draft, guarded: Guarded, watch: _Watch, *, is_reasoning: bool) -> Iterator[Token]:
    """Put what may be painted into the draft; a hit in the reasoning only ends what is shown of that."""
    if guarded.hits and not is_reasoning:
        draft.hits = guarded.hits
    if guarded.text:
        (draft.reasoning_parts if is_reasoning else draft.parts).append(guarded.text)
        if not is_reasoning:
            draft.runs_from = watch.feed(guarded.text)
        yield Token(guarded.text, is_reasoning)


def _finish(draft: Draft, channels: Mapping[bool, _Channel], watch: _Watch) -> Iterator[Token]:
    for is_reasoning, channel in channels.items():
        if not draft.is_cut_short:
            yield from _take(draft, channel.finish(), watch, is_reasoning=is_reasoning)
    draft.is_cleaned = channels[False].has_changed
    draft.cut()


@contextmanager
def _cancelling(model: ChatModel, stop: threading.Event) -> Iterator[None]:
    """Pass a stop on to the model, from a thread of its own since generating blocks this one."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(_STOP_SEEN_WITHIN_S):
            if stop.is_set():
                model.cancel()
                return

    watcher = threading.Thread(target=watch, name="stop-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
