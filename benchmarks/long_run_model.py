"""The echo model: a stated, seeded stand-in for a language model with the habits that memory loops feed on.

It has four, each by the same law: with k examples of something in its prompt, it follows one with probability
k / (k + own), where `own` is how many examples its own ways are worth.

- style: it writes a report of 2,000 and more characters where the last reply (which counts `LAST_REPLY`) and the quotes
  before the user's message are reports, and always where one is asked for;
- advice: it takes up general advice that its last reply and the quotes hold, the more general kind (balance) sooner;
- quotes: it says again a sentence that the memory block holds;
- subject: what is left is about the user's own words, in a wide vocabulary.

It obeys hints: a sentence with a word that it is to avoid is not said. Nothing of it knows which defences are on.

The one fact that a reader would get wrong: by itself it brings every kind of advice equally often. One kind can take
over only because what it said comes back into its prompt.
"""

import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from assistant.model import (
    Finished,
    FinishReason,
    GenerateRequest,
    GenerationEvent,
    ModelInfo,
    Priority,
    PromptMessage,
    TextChunk,
)
from memory.records import Role, Usage
from memory.rules.text import content_words

THEME = "balance"
REPORT_CHARACTERS = 2_000
N_CTX = 8_192
EVAL_TOKENS_PER_S = 2_048.0

# What its own ways are worth against examples.
OWN_STYLE = 2.0
OWN_ADVICE = 3.0
OWN_SUBJECT = 2.0
LAST_REPLY = 1.5
# How much sooner it takes up the theme than other advice that its prompt holds as well: advice of the most general kind.
PULL_OF_THEME = 2.0
SPONTANEOUS_ADVICE = 0.15
SECTIONS = ("Summary", "Background", "Findings", "Options", "Risks", "Recommendation", "Conclusion")

ADVICE = (
    THEME, "patience", "routine", "curiosity", "kindness", "gratitude", "courage", "discipline", "simplicity", "honesty",
    "humour", "foresight", "structure", "reflection", "moderation", "trust", "flexibility", "persistence", "clarity",
    "openness", "calm", "mindfulness", "perspective", "momentum", "boundaries", "consistency", "creativity", "teamwork",
    "preparation", "feedback", "generosity", "resilience", "playfulness", "attention", "thrift", "learning", "movement",
    "empathy", "silence", "wonder",
)  # fmt: skip
_WORDINGS = (
    "It is all about {}.",
    "In the end {} matters most.",
    "A little {} goes a long way.",
    "Do not forget {}.",
    "Let {} guide you here.",
    "Everything starts with {}.",
    "Aim for {} first.",
    "People underrate {}.",
    "With {} the rest falls into place.",
    "Such things call for {}.",
)
_VERBS = (
    "check", "measure", "rinse", "loosen", "compare", "sketch", "borrow", "weigh", "tighten", "air", "label", "soak",
    "trim", "warm", "photograph", "sort", "count", "brush", "lift", "seal", "wrap", "polish", "stack", "mark", "fold",
    "drain", "slice", "cover", "swap", "sift", "raise", "lower", "test", "carry", "hang", "dust", "oil", "clip", "file",
    "shade",
)  # fmt: skip
_NOUNS = (
    "edge", "corner", "layer", "handle", "surface", "margin", "bottom", "bracket", "string", "panel", "cloth", "bucket",
    "ladder", "drawer", "shelf", "hinge", "sample", "draft", "sheet", "ribbon", "basin", "crate", "spoon", "needle",
    "rope", "cushion", "lamp", "filter", "valve", "wedge", "tray", "lid", "frame", "joint", "seam", "groove", "cable",
    "plank", "mirror", "ledger", "basket", "kettle", "curtain", "pebble", "pencil", "ruler", "magnet", "funnel", "thread",
    "gasket",
)  # fmt: skip
_TIMES = (
    "before noon", "overnight", "at dusk", "twice a week", "after rain", "in one go", "slowly", "by hand", "every morning",
    "once it dries", "at the start", "with a friend", "by lamplight", "between two steps", "in spring", "when cold",
)  # fmt: skip
# Stop words aside, a frame has no words of its own: no turn of phrase is to be a theme by itself.
_FRAMES = (
    "For {subject}, {verb} the {noun} {time}.",
    "{verb} the {noun} {time}, and so for {subject}.",
    "With {subject} I would {verb} one {noun} {time}.",
    "As to {subject}: {verb} a {noun}, {time}.",
    "{time}, {verb} the {noun} of the {subject}.",
    "If it is about {subject}, {verb} the {noun} {time}.",
    "You could {verb} a {noun} {time}, then the {subject}.",
    "{subject}? {verb} the {noun} {time}.",
)
_LEAD_INS = (
    "",
    "As to that: ",
    "Then there is this: ",
    "And you: ",
    "I have it here: ",
    "Also: ",
)
_QUOTE = re.compile(r'^- "(.*)" \([^()]*\)$', re.MULTILINE)
_AVOIDED = re.compile(r"^\((?:Say it without these words|[^()\n]*choose others): ([^()\n]*)\.\)$", re.MULTILINE)
# What stands before the user's own words: the moment, the memory block, a hint.
_HEAD = re.compile(r"Date: [^\n]*\n\n(?:(?:[^\n]*:\n)?(?:- \"[^\n]*\n)+\n)?(?:\((?:Say|You)[^\n]*\)\n\n)?")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_REPORT_WISH = re.compile(r"\breport\b", re.IGNORECASE)
_ADVICE_WORD = re.compile(r"\b(?:" + "|".join(ADVICE) + r")\b", re.IGNORECASE)
_BYTES_PER_TOKEN = 4
_INFO = ModelInfo("echo", "", N_CTX, N_CTX, 1, EVAL_TOKENS_PER_S)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the model reads out of its prompt.

    Args:
        words: The user's own message.
        quotes: Of the memory block.
        last_reply: In the history; "" where there is none.
        avoided: Words that a hint forbids.
    """

    words: str
    quotes: tuple[str, ...]
    last_reply: str
    avoided: frozenset[str]

    @classmethod
    def of(cls, messages: Sequence[PromptMessage]) -> "Prompt":
        """Read a prompt as `assistant.prompt` writes it."""
        last = messages[-1].text
        replies = [one.text for one in messages if one.role is Role.ASSISTANT]
        found = _HEAD.match(last)
        head, words = (last[: found.end()], last[found.end() :]) if found else ("", last)
        avoided = {word for hint in _AVOIDED.findall(head) for word in hint.casefold().replace(",", " ").split()}
        return cls(words, tuple(_QUOTE.findall(head)), replies[-1] if replies else "", frozenset(avoided))


def is_report(text: str) -> bool:
    """Tell whether a reply, or a piece of one, is in the style of a report."""
    return len(text) >= REPORT_CHARACTERS or sum(f"{one}:" in text for one in SECTIONS) > 1


def advice_in(text: str) -> list[str]:
    """List the kinds of advice of a text's sentences, with repeats."""
    return [word.casefold() for word in _ADVICE_WORD.findall(text)]


class EchoModel:
    """Answers by the laws above. The same seed and the same prompts give the same replies."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._answered = 0
        self.brought: str | None = None
        self.last_prompt: tuple[PromptMessage, ...] = ()

    def bring(self, advice: str) -> None:
        """Have the next reply give this advice, come what may: how a theme is seeded."""
        self.brought = advice

    @property
    def info(self) -> ModelInfo | None:
        """What is loaded: always the same."""
        return _INFO

    @property
    def notices(self) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def load(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:  # noqa: ARG002 - the Protocol's
        """Return what is loaded."""
        return _INFO

    def unload(self) -> None:
        """Do nothing: it takes no memory."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count 4 bytes of UTF-8 as a token, rounded up."""
        return [math.ceil(len(text.encode()) / _BYTES_PER_TOKEN) for text in texts]

    def count_prompt(self, messages: Sequence[PromptMessage]) -> int:
        """Count the contents; there is no template."""
        return sum(self.count_tokens([one.text for one in messages]))

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        """Yield the reply in one piece."""
        rng = random.Random(f"{self._seed} {self._answered}")  # noqa: S311 - a draw, no secret
        self._answered += 1
        if request.priority is Priority.IDLE:
            text = _dream(request.messages[-1].text, rng)
        else:
            self.last_prompt = request.messages
            text = self._reply(Prompt.of(request.messages), rng)
        (tokens,) = self.count_tokens([text])
        yield TextChunk(text)
        yield Finished(FinishReason.EOS, Usage(self.count_prompt(request.messages), 0, 0.0, 0.0, tokens), ())

    def _reply(self, prompt: Prompt, rng: random.Random) -> str:
        examples = LAST_REPLY * is_report(prompt.last_reply) + sum(map(is_report, prompt.quotes))
        if _REPORT_WISH.search(prompt.words) or _follows(examples, OWN_STYLE, rng):
            text = _report(prompt, rng)
        else:
            text = " ".join(_paragraph(prompt, rng, sentences=2))
        if self.brought is not None:
            text = f"{text} {rng.choice(_WORDINGS).format(self.brought)}"
        self.brought = None
        return text

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Do nothing: there is no cache."""

    def cancel(self) -> None:
        """Do nothing: a reply comes in one piece."""

    def close(self) -> None:
        """Do nothing: there is nothing to end."""


def _follows(examples: float, own: float, rng: random.Random) -> bool:
    return rng.random() < examples / (examples + own)


def _report(prompt: Prompt, rng: random.Random) -> str:
    """Write one paragraph a section, and go on until it is long enough."""
    parts = [f"{section}: {' '.join(_paragraph(prompt, rng, sentences=4))}" for section in SECTIONS]
    while sum(map(len, parts)) < REPORT_CHARACTERS:
        parts.append(" ".join(_paragraph(prompt, rng, sentences=4)))
    return "\n\n".join(parts)


def _paragraph(prompt: Prompt, rng: random.Random, *, sentences: int) -> Iterator[str]:
    subjects = list(dict.fromkeys(content_words(prompt.words))) or ["that"]
    for _ in range(sentences):
        yield _allowed(prompt, lambda: _on_subject(rng.choice(subjects), rng))
    if prompt.quotes and _follows(len(prompt.quotes), OWN_SUBJECT, rng):
        yield _allowed(prompt, lambda: _restated(prompt.quotes, rng))
    if advice := _advice(prompt, rng):
        yield _allowed(prompt, lambda: rng.choice(_WORDINGS).format(advice))


def _allowed(prompt: Prompt, draw: Callable[[], str]) -> str:
    """Draw until no avoided word is in it; nothing where that will not be."""
    for _ in range(8):
        sentence = draw()
        if prompt.avoided.isdisjoint(content_words(sentence)):
            return sentence
    return ""


def _on_subject(subject: str, rng: random.Random) -> str:
    sentence = rng.choice(_FRAMES).format(
        subject=subject, verb=rng.choice(_VERBS), noun=rng.choice(_NOUNS), time=rng.choice(_TIMES)
    )
    return sentence[0].upper() + sentence[1:]


def _restated(quotes: Sequence[str], rng: random.Random) -> str:
    """Say a sentence of a quote again, with one of a few ways to begin."""
    return rng.choice(_LEAD_INS) + rng.choice(_SENTENCE.split(rng.choice(quotes)))


def _advice(prompt: Prompt, rng: random.Random) -> str:
    """Choose what to advise, "" for nothing: one of its examples by their number and pull, else one of its own."""
    examples = [one for text in (prompt.last_reply, *prompt.quotes) for one in dict.fromkeys(advice_in(text))]
    if _follows(len(examples), OWN_ADVICE, rng):
        return rng.choices(examples, [PULL_OF_THEME if one == THEME else 1.0 for one in examples])[0]
    return rng.choice(ADVICE) if rng.random() < SPONTANEOUS_ADVICE else ""


def _dream(fragments: str, rng: random.Random) -> str:
    """Let the fragments run together, in another order."""
    lines = fragments.splitlines()
    rng.shuffle(lines)
    return " ".join(lines)
