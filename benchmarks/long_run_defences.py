"""Switch single defences of the real product off, for as long as a block runs.

The one fact that a reader would get wrong: the product knows nothing of this. Each switch puts what a naive memory does
in the place of one named function of the product, in this process only; a name that has moved raises at once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from enum import StrEnum
from types import ModuleType
from typing import Any

import assistant.composition
import assistant.keeping
import memory.capture
import memory.retrieval
import memory.rules.decay
from assistant.config import Config
from memory.capture import Captured, Statement
from memory.database import Connection
from memory.embedding import Embedder
from memory.records import Kind, Provenance
from memory.retrieval import Occasion, Selection
from memory.rules import gate
from memory.rules.candidate import Candidate
from memory.rules.echo import EchoFinding, EchoModel
from memory.store import messages

# A report of 2,000 characters is "valuable": 0.95. Source: the first article.
_LEAST_IMPORTANCE = 0.3
_MOST_IMPORTANCE = 0.95
_VALUABLE_CHARACTERS = 2_000


class Defence(StrEnum):
    """DESIGN 2's five, and that own words stay out of association and queries."""

    IMPORTANCE = "importance"
    FADING = "fading"
    SCAN = "scan"
    GATE = "gate"
    ECHO = "echo"
    OWN_WORDS = "own_words"


ALL = frozenset(Defence)
NONE: frozenset[Defence] = frozenset()


def config_with(defences: frozenset[Defence], config: Config) -> Config:
    """Return a config whose idle jobs do what these defences ask."""
    return replace(config, scan=Defence.SCAN in defences, fade=Defence.FADING in defences)


@contextmanager
def only(defences: frozenset[Defence]) -> Iterator[None]:
    """Run a block with these defences, and with a naive memory's ways in the place of the others."""
    with ExitStack() as stack:
        for switched_off in sorted(ALL - defences):
            for module, name, naive in _NAIVE[switched_off]:
                stack.callback(setattr, module, name, getattr(module, name))
                setattr(module, name, naive)
        yield


def _importance_by_length(*, kind: Kind, provenance: Provenance, message_characters: int) -> float:  # noqa: ARG001 - as the product calls it
    """Hold length for value."""
    share = min(1.0, message_characters / _VALUABLE_CHARACTERS)
    return _LEAST_IMPORTANCE + (_MOST_IMPORTANCE - _LEAST_IMPORTANCE) * share


def _no_days(*_moments: object) -> float:
    """Let no time pass for importance."""
    return 0.0


def _no_states(*_rows: object) -> Mapping[object, object]:
    """Remember no activation: nothing sticks, cools or tires."""
    return {}


def _decide_statelessly(candidates: Sequence[Candidate], *rest: Any, **named: Any) -> gate.Decision:
    """Let in again what the history shows already."""
    return gate.decide([replace(one, is_visible=False) for one in candidates], *rest, **named)


class _DeafEchoModel(EchoModel):
    """Hears no repetition."""

    def judge(self, draft: str, allowed_texts: object = ()) -> EchoFinding:  # noqa: ARG002 - as the product calls it
        """Let everything pass."""
        return EchoFinding(is_repeat=False)


def _prepare_own_words(statement: Statement, embedder: Embedder) -> Captured:
    """Store what the assistant said so that it takes part in association, also what only restates a memory."""
    if statement.provenance is not Provenance.ASSISTANT_SAID:
        return memory.capture.prepare(statement, embedder)
    captured = memory.capture.prepare(replace(statement, shown=()), embedder)
    return replace(captured, new=tuple(replace(one, provenance=Provenance.IMPORTED) for one in captured.new))


def _select_with_last_reply(connection: Connection, embedder: Embedder, occasion: Occasion, *rest: Any) -> Selection:
    """Look for what the last reply said as well as for what the user says."""
    last = [text for text, _ in messages.recent_replies(connection, 1)]
    occasion = replace(occasion, text="\n".join((occasion.text, *last)))
    return memory.retrieval.select(connection, embedder, occasion, *rest)


_NAIVE: Mapping[Defence, Sequence[tuple[ModuleType, str, Callable[..., object]]]] = {
    Defence.IMPORTANCE: ((memory.capture, "importance_of", _importance_by_length),),
    Defence.FADING: ((memory.rules.decay, "effective_days", _no_days),),
    Defence.SCAN: (),
    Defence.GATE: (
        (memory.retrieval, "states", _no_states),
        (memory.retrieval, "decide", _decide_statelessly),
    ),
    Defence.ECHO: ((assistant.composition, "EchoModel", _DeafEchoModel),),
    Defence.OWN_WORDS: (
        (assistant.keeping, "prepare", _prepare_own_words),
        (assistant.composition, "select", _select_with_last_reply),
    ),
}
