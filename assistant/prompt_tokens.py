"""Turns a list of messages into the token ids of a prompt; knows templates and a tokeniser, not llama.cpp.

The one fact that a reader would get wrong: a kept reply's ids are spliced in, never tokenised again, because the same
text can have other ids than the ones the model generated, and one other id costs the whole cached prefix behind it.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from assistant.chat_template import ChatTemplate, Content, Part, TemplateText
from assistant.model import PromptMessage
from assistant.reasoning import CLOSE_TAG, OPEN_TAG

_BREAK = "\u200b"


class Ending(StrEnum):
    """How a prompt ends: with the opening of a reply, inside the last message, or closed (a prefix of what comes)."""

    ANSWER = "answer"
    CONTINUE = "continue"
    CLOSED = "closed"


class Tokenizer(Protocol):
    """What this module asks of a vocabulary."""

    @property
    def bos_id(self) -> int | None:
        """The begin token, if the model wants one in front of every prompt."""
        ...

    @property
    def marker_ids(self) -> frozenset[int]:
        """Ids that end a message though they are found with special tokens off, too."""
        ...

    def tokenize(self, text: str, *, is_special: bool) -> list[int]:
        """Tokenise; `is_special`: spellings of special tokens become those tokens."""
        ...

    def special_spellings(self) -> Collection[str]:
        """Every spelling that `is_special` would turn into a special token."""
        ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """Token ids of a prompt. `is_reasoning`: it ends inside a `<think>` block that the template opened."""

    ids: list[int]
    is_reasoning: bool


class PromptTokenizer:
    """Binds one model's template to its vocabulary."""

    def __init__(self, template: ChatTemplate, tokenizer: Tokenizer) -> None:
        self._template = template
        self._tokenizer = tokenizer

    def prompt(self, messages: Sequence[PromptMessage], ending: Ending) -> Prompt:
        """Render and tokenise a prompt.

        Raises:
            ModelError: The template refuses these messages.
        """
        answered = messages[:-1] if ending is Ending.CONTINUE else messages
        rendering = self._template.render(
            answered, has_generation_prompt=ending is not Ending.CLOSED, defuse=self.defused
        )
        parts: list[Part] = list(rendering.parts)
        tail = parts[-1].text.rstrip() if parts and isinstance(parts[-1], TemplateText) else ""
        is_reasoning = ending is Ending.ANSWER and tail.endswith(OPEN_TAG)
        if ending is Ending.CONTINUE:
            last = messages[-1]
            if tail.endswith(OPEN_TAG) and not last.token_ids:
                parts.append(TemplateText(f"{CLOSE_TAG}\n\n"))
            parts.append(Content(len(messages) - 1, last.text))
        ids: list[int] = []
        for part in parts:
            match part:
                case TemplateText(text):
                    ids += self._tokenizer.tokenize(text, is_special=True)
                case Content(index, text):
                    ids += messages[index].token_ids or self.content_ids(text)
        return Prompt(self._with_one_bos(ids), is_reasoning)

    def content_ids(self, text: str) -> list[int]:
        """Tokenise a text as data: nothing in it can end a message or open one."""
        ids = self._tokenizer.tokenize(text, is_special=False)
        if self._tokenizer.marker_ids.isdisjoint(ids):
            return ids
        return self._tokenizer.tokenize(self.defused(text), is_special=False)

    def defused(self, text: str) -> str:
        """Break up spellings of special tokens by a zero-width space, so that they stay text."""
        spellings = sorted((s for s in self._tokenizer.special_spellings() if len(s) > 1), key=len, reverse=True)
        if not spellings:
            return text
        pattern = "|".join(map(re.escape, spellings))
        return re.sub(pattern, lambda found: found[0][0] + _BREAK + found[0][1:], text)

    def _with_one_bos(self, ids: list[int]) -> list[int]:
        """Templates often write the begin token themselves: the prompt gets it once, whoever adds it."""
        bos = self._tokenizer.bos_id
        if bos is None:
            return ids
        start = 0
        while start < len(ids) and ids[start] == bos:
            start += 1
        return [bos, *ids[start:]]
