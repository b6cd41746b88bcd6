"""A gist: which of a day's own sentences stand for the day.

The one fact that a reader would get wrong: nothing is put into other words. A gist is what the user said, verbatim, in
the order in which it was said; rules and verbatim text are what a small model cannot spoil.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.records import Kind, MemoryId
from memory.rules.pieces import estimated_tokens
from memory.rules.sentences import examined, sentences
from memory.rules.text import content_words

LEAST_STATEMENTS = 3
MOST_SENTENCES = 5
MOST_TOKENS = 512
_LEAST_CONTENT_WORDS = 2
# Of two sentences that share so much of the shorter one's content only one is taken.
_SAME_SHARE = 0.7

_REACTION = re.compile(r"(?:no|nope|yes|yeah|ok|okay|nein|ja|non|oui|si|nee)\b(?:,|$)")
_NO_STATEMENTS = frozenset({Kind.QUESTION, Kind.GREETING, Kind.APOLOGY, Kind.REPORT})


@dataclass(frozen=True, slots=True)
class GistSentence:
    """A sentence of the day.

    Args:
        memory_id: Whose it is.
        text: Verbatim.
        importance: 0..1, of its memory, as stored.
        centrality: -1..1, its cosine with the mean of the day's sentences.
    """

    memory_id: MemoryId
    text: str
    importance: float
    centrality: float


def is_statement(kind: Kind) -> bool:
    """Tell whether a memory of this kind can be part of a gist."""
    return kind not in _NO_STATEMENTS


def sentences_of(text: str) -> list[str]:
    """Return those sentences of a statement that could stand in a gist.

    No questions, nothing that says next to nothing, nothing that only makes sense after what it answers.
    """
    return [
        one.typed
        for one in sentences(examined(text))
        if not one.is_question_marked
        and len(content_words(one.typed)) >= _LEAST_CONTENT_WORDS
        and not _REACTION.match(one.plain)
    ]


def choose(day: Sequence[GistSentence]) -> tuple[GistSentence, ...]:
    """Choose at most 5 sentences of at most 512 tokens together, in the order in which they were said.

    score = importance * (1 + centrality) / 2: an identity (0.9) at the edge of the day (0.2) has 0.54, small talk (0.5)
    at its centre (0.9) 0.475. What repeats a better one is passed over, and so is what does not fit.

    Args:
        day: All sentences in the order in which they were said.
    """
    places = sorted(range(len(day)), key=lambda place: (-round(_score(day[place]), 6), place))
    chosen: dict[int, frozenset[str]] = {}
    room_tokens = MOST_TOKENS
    for place in places:
        if len(chosen) == MOST_SENTENCES:
            break
        tokens = estimated_tokens(day[place].text) + 1
        content = frozenset(content_words(day[place].text))
        if tokens <= room_tokens and not any(_is_same(content, other) for other in chosen.values()):
            chosen[place] = content
            room_tokens -= tokens
    return tuple(day[place] for place in sorted(chosen))


def gist_text(chosen: Sequence[GistSentence]) -> str:
    """Return the gist's text: a line for each sentence."""
    return "\n".join(one.text for one in chosen)


def _score(one: GistSentence) -> float:
    return one.importance * (1 + one.centrality) / 2


def _is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _SAME_SHARE * min(len(one), len(other))
