"""What a turn and idle work ask of a language model: the Protocol, and the values that cross it.

The one fact that a reader would get wrong: a prompt is a list of messages, never one string. Only the engine knows the
model's chat template, and it tokenises contents with special tokens off.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from memory.records import Role, Usage


class Priority(StrEnum):
    """Who is asking: a turn pre-empts idle work, and idle work never costs a turn its cached prefix."""

    TURN = "turn"
    IDLE = "idle"


class FinishReason(StrEnum):
    """Why generation ended."""

    EOS = "eos"
    LENGTH = "length"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a prompt. Non-empty `token_ids` are spliced in place of tokenising `text` (a kept reply)."""

    role: Role
    text: str
    token_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is drawn. `temperature` 0 = greedy; `seed` None = a fresh one each time."""

    temperature: float = 0.7
    top_p: float = 0.95
    top_k: int = 40
    min_p: float = 0.05
    repeat_penalty: float = 1.1
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """One generation. `max_tokens` bounds the reply, reasoning included.

    `is_continuation`: the last message is an assistant message, to be carried on and not answered.
    """

    messages: tuple[PromptMessage, ...]
    max_tokens: int = 1024
    sampling: Sampling = field(default_factory=Sampling)
    priority: Priority = Priority.TURN
    is_continuation: bool = False


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """Prompt evaluation under way: sent at least every 0.5 s while it lasts."""

    done_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class TextChunk:
    """Some more text, whole Unicode characters only. Reasoning (`<think>` blocks) comes without its tags."""

    text: str
    is_reasoning: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of a generation. `token_ids`: every id generated, in order, without the end-of-turn token."""

    reason: FinishReason
    usage: Usage
    token_ids: tuple[int, ...]


GenerationEvent = EvaluationProgress | TextChunk | Finished


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What is loaded. `eval_tokens_per_s` is the measured speed of prompt evaluation on this machine."""

    name: str
    path: str
    n_ctx: int
    n_ctx_train: int
    n_threads: int
    eval_tokens_per_s: float
    size_bytes: int = 0
    is_default: bool = False


class ChatModel(Protocol):
    """A chat model. One generation at a time; every method may be called from any thread.

    All methods raise `assistant.errors.ModelError` (or a subclass) in words that a user can act on.
    """

    @property
    def info(self) -> ModelInfo | None:
        """What is loaded, or None before `load` is done."""
        ...

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences for the user about what was loaded otherwise than asked for."""
        ...

    def load(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:
        """Load (or reload after a crash) and wait until the model answers. Idempotent.

        Args:
            on_share: Told how much is read, 0..1, where that can be told.
        """
        ...

    def unload(self) -> None:
        """Give the model's memory back; whatever needs it next loads it again. Idempotent."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text as content: special tokens off, no template."""
        ...

    def count_prompt(self, messages: Sequence[PromptMessage]) -> int:
        """Count the tokens of a whole prompt, template included."""
        ...

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        """Stream one reply. Ends with `Finished`; closing the iterator early cancels."""
        ...

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Evaluate a prompt's stable part in the background; returns at once, gives way to `generate`."""
        ...

    def cancel(self) -> None:
        """Stop the running generation within a few milliseconds, during prompt evaluation too. Idempotent."""
        ...

    def close(self) -> None:
        """End the engine. Idempotent; never raises."""
        ...
