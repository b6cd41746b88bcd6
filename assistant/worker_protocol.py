"""What crosses the pipe between the engine and its child process: one frozen message a line of JSON.

The one fact that a reader would get wrong: lines are pure ASCII (JSON escapes), so that no locale, code page or lone
surrogate in a user's text can break a message in two or make it unreadable.
"""

import json
from dataclasses import dataclass
from typing import Any

from assistant.model import FinishReason, Priority, PromptMessage, Sampling
from memory.records import Role


@dataclass(frozen=True, slots=True)
class Load:
    """Load the model; the first command, sent once. `is_embedder`: to answer `Embed`, and nothing else."""

    request_id: int
    model_path: str
    n_ctx: int
    n_threads: int
    is_embedder: bool = False


@dataclass(frozen=True, slots=True)
class Generate:
    """Stream one reply."""

    request_id: int
    messages: tuple[PromptMessage, ...]
    max_tokens: int
    sampling: Sampling
    priority: Priority
    is_continuation: bool


@dataclass(frozen=True, slots=True)
class Warm:
    """Evaluate the messages, without generation prompt, whenever nothing else is to do."""

    request_id: int
    messages: tuple[PromptMessage, ...]


@dataclass(frozen=True, slots=True)
class CountTexts:
    """Count the tokens of each text as content."""

    request_id: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountPrompt:
    """Count the tokens of a whole prompt, generation prompt included."""

    request_id: int
    messages: tuple[PromptMessage, ...]


@dataclass(frozen=True, slots=True)
class Embed:
    """Turn each text into a vector."""

    request_id: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop the generation, warming or embedding with this id, running or waiting. Unknown ids are ignored."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Loading:
    """So much of the file is read, 0..1."""

    request_id: int
    share: float


@dataclass(frozen=True, slots=True)
class Loaded:
    """The model answers. `notices` are sentences for the user."""

    request_id: int
    eval_tokens_per_s: float
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """Prompt evaluation begins. `is_reasoning`: the prompt itself opened a `<think>` block."""

    request_id: int
    prompt_tokens: int
    cached_tokens: int
    is_reasoning: bool


@dataclass(frozen=True, slots=True)
class Evaluated:
    """So many of the prompt's tokens are evaluated, cached ones included."""

    request_id: int
    done_tokens: int


@dataclass(frozen=True, slots=True)
class Token:
    """One generated token. `text` is empty while a character's bytes are incomplete."""

    request_id: int
    token_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """A generation or warming ended. The speeds are 0 where nothing was measured."""

    request_id: int
    reason: FinishReason
    tokens_per_s: float
    eval_tokens_per_s: float


@dataclass(frozen=True, slots=True)
class Counts:
    """The answer to `CountTexts` and (one number) to `CountPrompt`."""

    request_id: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Embedded:
    """One vector per text, as the model gave it: base64 of little-endian 32-bit floats; "" of a text without a token."""

    request_id: int
    vectors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """A request could not be served. `error` is the name of a class in `assistant.errors`."""

    request_id: int
    error: str
    message: str
    hint: str = ""
    needed_tokens: int = 0
    available_tokens: int = 0


Command = Load | Generate | Warm | Embed | CountTexts | CountPrompt | Cancel
Reply = Loading | Loaded | Started | Evaluated | Token | Done | Counts | Embedded | Failed

_COMMANDS: dict[str, type[Command]] = {
    kind.__name__: kind for kind in (Load, Generate, Warm, Embed, CountTexts, CountPrompt, Cancel)
}
_REPLIES: dict[str, type[Reply]] = {
    kind.__name__: kind for kind in (Loading, Loaded, Started, Evaluated, Token, Done, Counts, Embedded, Failed)
}


def _field_values(value: Command | Reply | PromptMessage | Sampling) -> dict[str, Any]:
    # A slotted dataclass lists its fields in its slots; `dataclasses.fields` takes 10 us more, at each token.
    return {name: getattr(value, name) for name in value.__slots__}


_ENCODER = json.JSONEncoder(default=_field_values, separators=(",", ":"))


def encode(message: Command | Reply) -> bytes:
    """Write a message as one line."""
    return _ENCODER.encode([type(message).__name__, _field_values(message)]).encode("ascii") + b"\n"


def decode_command(line: bytes) -> Command:
    """Read a line that the engine wrote."""
    kind, values = json.loads(line)
    return _COMMANDS[kind](**_typed(values))


def decode_reply(line: bytes) -> Reply:
    """Read a line that the worker wrote."""
    kind, values = json.loads(line)
    return _REPLIES[kind](**_typed(values))


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """Turn JSON's lists and objects back into the values that the fields hold; a field's name tells its type."""
    for name, value in values.items():
        match name:
            case "messages":
                values[name] = tuple(_prompt_message(item) for item in value)
            case "sampling":
                values[name] = Sampling(**value)
            case "priority":
                values[name] = Priority(value)
            case "reason":
                values[name] = FinishReason(value)
            case "texts" | "counts" | "notices" | "vectors":
                values[name] = tuple(value)
            case _:
                pass
    return values


def _prompt_message(item: dict[str, Any]) -> PromptMessage:
    return PromptMessage(Role(item["role"]), item["text"], tuple(item["token_ids"]))
