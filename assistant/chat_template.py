"""A model's own chat template, rendered into parts: template text, and contents that stay data.

The one fact that a reader would get wrong: contents never pass through the tokeniser together with the template. The
template is rendered with marks in their place and split there; a second rendering with the real contents proves that
the split is exact. Where it is not (a template that drops, doubles or escapes), `render` says so by `is_whole`.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from assistant.errors import ModelError
from assistant.model import PromptMessage
from memory.records import Role

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
# Marks training spans in some templates; it needs an extension of another library and prints nothing.
_GENERATION_TAG = re.compile(r"{%-?\s*(?:end)?generation\s*-?%}")

# What a template that is at fault raises while it is rendered: it counts, divides, looks up and calls as it likes.
_TEMPLATE_FAULTS = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True)
class TemplateText:
    """Text of the template's own: special tokens in it are meant."""

    text: str


@dataclass(frozen=True, slots=True)
class Content:
    """The content of `messages[index]` as the template shows it (perhaps stripped)."""

    index: int
    text: str


Part = TemplateText | Content


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rendered prompt. `is_whole`: contents could not be told apart and stand in the template text."""

    parts: tuple[Part, ...]
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """One message as the template sees it: several of ours when it refuses their order."""

    role: Role
    indexes: tuple[int, ...]


class ChatTemplate:
    """One compiled template.

    Args:
        source: Jinja source.
        bos: Spelling of the model's begin token, or "".
        eos: Spelling of the model's end token, or "".
        strftime_now: What templates call for today's date.

    Raises:
        ModelError: The source cannot be compiled.
    """

    def __init__(self, source: str, *, bos: str, eos: str, strftime_now: Callable[[str], str]) -> None:
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
            extensions=["jinja2.ext.loopcontrols"],
        )
        environment.globals["raise_exception"] = _raise_exception
        environment.globals["strftime_now"] = strftime_now
        try:
            self._template = environment.from_string(_GENERATION_TAG.sub("", source))
        except TemplateError as error:
            raise ModelError(f"The model's chat template cannot be read: {error}.") from error
        self._tokens = {"bos_token": bos, "eos_token": eos}

    def render(
        self,
        messages: Sequence[PromptMessage],
        *,
        has_generation_prompt: bool,
        defuse: Callable[[str], str] = lambda text: text,
    ) -> Rendering:
        """Render messages, split into parts where the template allows it.

        Args:
            messages: At least one.
            has_generation_prompt: End with the opening of an assistant's reply.
            defuse: Makes a content harmless where it has to stand among the template's own text.

        Raises:
            ModelError: The template refuses these messages however they are grouped.
        """
        texts = [message.text for message in messages]
        refusal: Exception | None = None
        for groups in _groupings(messages):
            nonce = secrets.token_hex(8)
            marks = [f"{nonce}x{index}x" for index in range(len(messages))]
            try:
                marked = self._run(groups, marks, has_generation_prompt=has_generation_prompt)
                real = self._run(groups, texts, has_generation_prompt=has_generation_prompt)
                if (parts := _split(marked, real, nonce, texts)) is not None:
                    return Rendering(parts)
                if any(marks[group.indexes[0]] not in marked for group in groups if group.role is Role.SYSTEM):
                    refusal = TemplateError("it drops the system message")
                    continue
                harmless = [defuse(text) for text in texts]
                whole = self._run(groups, harmless, has_generation_prompt=has_generation_prompt)
            except _TEMPLATE_FAULTS as error:
                refusal = error
                continue
            return Rendering((TemplateText(whole),), is_whole=True)
        raise ModelError(
            f"The model's chat template refuses this conversation: {refusal}.", "Choose another model."
        ) from refusal

    def _run(self, groups: Sequence[_Group], texts: Sequence[str], *, has_generation_prompt: bool) -> str:
        messages: list[dict[str, Any]] = [
            {"role": group.role.value, "content": "\n\n".join(texts[index] for index in group.indexes)}
            for group in groups
        ]
        return self._template.render(messages=messages, add_generation_prompt=has_generation_prompt, **self._tokens)


def _raise_exception(message: str) -> NoReturn:
    raise TemplateError(message)


def _groupings(messages: Sequence[PromptMessage]) -> Iterator[tuple[_Group, ...]]:
    """Yield the messages as they are, then what stricter templates accept: no system role, then strict alternation."""
    plain = tuple(_Group(message.role, (index,)) for index, message in enumerate(messages))
    yield plain
    without_system = _without_system(plain)
    if without_system != plain:
        yield without_system
    alternating: list[_Group] = []
    for group in without_system:
        if alternating and alternating[-1].role is group.role:
            alternating[-1] = _Group(group.role, alternating[-1].indexes + group.indexes)
        else:
            alternating.append(group)
    if tuple(alternating) != without_system:
        yield tuple(alternating)


def _without_system(groups: Sequence[_Group]) -> tuple[_Group, ...]:
    """Put system messages in front of the first user message."""
    system = tuple(index for group in groups if group.role is Role.SYSTEM for index in group.indexes)
    others = [group for group in groups if group.role is not Role.SYSTEM]
    if not system:
        return tuple(groups)
    for position, group in enumerate(others):
        if group.role is Role.USER:
            others[position] = _Group(Role.USER, system + group.indexes)
            return tuple(others)
    return (_Group(Role.USER, system), *others)


def _split(marked: str, real: str, nonce: str, texts: Sequence[str]) -> tuple[Part, ...] | None:
    """Split at the marks and prove the split against the real rendering; None if the template alters contents."""
    pieces = re.split(rf"{nonce}x(\d+)x", marked)
    if sorted(map(int, pieces[1::2])) != list(range(len(texts))):
        return None
    if not real.startswith(pieces[0]):
        return None
    parts: list[Part] = [TemplateText(pieces[0])]
    position = len(pieces[0])
    for digits, following in zip(pieces[1::2], pieces[2::2], strict=True):
        index = int(digits)
        text = texts[index]
        # Many templates trim contents; that alone needs no whole rendering.
        for variant in dict.fromkeys((text, text.strip(), text.lstrip(), text.rstrip())):
            if real.startswith(variant + following, position):
                break
        else:
            return None
        position += len(variant) + len(following)
        parts += [Content(index, variant), TemplateText(following)]
    if position != len(real):
        return None
    return tuple(part for part in parts if part.text or isinstance(part, Content))
