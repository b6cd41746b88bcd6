"""Hand-written stand-ins that tests share: a clock that tests move, and a scripted model that can fail or be small."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from assistant.errors import EngineDiedError
from assistant.model import GenerateRequest, GenerationEvent, ModelInfo, PromptMessage, TextChunk
from assistant.scripted_model import ScriptedModel

MONDAY = datetime(2026, 1, 5, 9, tzinfo=UTC)


class FakeClock:
    """Stands still until it is moved; durations run on by a second at each look, so that every token is saved."""

    def __init__(self, at: datetime = MONDAY) -> None:
        self.at = at
        self._looks = 0

    def now(self) -> datetime:
        return self.at

    def monotonic_s(self) -> float:
        self._looks += 1
        return float(self._looks)

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0) -> None:
        self.at += timedelta(days=days, hours=hours, minutes=minutes)


class FakeModel(ScriptedModel):
    """A scripted model that notes what it was asked, with a context of any size, and that can break down once.

    Args:
        n_ctx: The context's size in tokens; one is 4 bytes of UTF-8.
        eval_tokens_per_s: Bounds the memory block, as in a real model.
    """

    def __init__(self, n_ctx: int = 4096, eval_tokens_per_s: float = 1000.0) -> None:
        super().__init__()
        self.requests: list[GenerateRequest] = []
        self.warmed: list[tuple[PromptMessage, ...]] = []
        self._fails_after: int | None = None
        self._info = replace(super().load(), n_ctx=n_ctx, n_ctx_train=n_ctx, eval_tokens_per_s=eval_tokens_per_s)

    def fail_after(self, tokens: int) -> None:
        """Break the next generation after so many tokens, as a dying engine would."""
        self._fails_after = tokens

    @property
    def info(self) -> ModelInfo | None:
        return self._info

    def load(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:  # noqa: ARG002 - the Protocol's
        return self._info

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        super().warm(messages)
        self.warmed.append(tuple(messages))

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        self.requests.append(request)
        limit, self._fails_after = self._fails_after, None
        sent = 0
        for event in super().generate(request):
            if sent == limit:
                raise EngineDiedError("The model's process ended.", "Send the message again.")
            yield event
            sent += isinstance(event, TextChunk)
