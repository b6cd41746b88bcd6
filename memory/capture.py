"""The write path: what someone said becomes one or more memories, classified, embedded and indexed.

The one fact that a reader would get wrong: the memory block is never captured. A statement is the user's own message or
the reply, never the prompt that carried them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from memory.database import Connection
from memory.embedding import Embedder
from memory.records import ChatId, Kind, Knobs, Memory, MemoryId, MessageId, Provenance, Trigger, TurnId
from memory.rules.importance import importance_of
from memory.rules.kinds import kind_of
from memory.rules.pieces import pieces
from memory.rules.quoting import without_marks, without_quotations
from memory.rules.scripts import searchable
from memory.rules.text import Stemmer, content_terms, content_words
from memory.store import index, memories
from memory.store.memories import NewMemory

# Said in passing: nothing that the turns after it need before them. A report held on to is also what costs most.
_PASSING = frozenset({Kind.QUESTION, Kind.APOLOGY, Kind.GREETING, Kind.REPORT})

_ECHOED_SHARE = 0.7  # of the content terms of a message, from which on a reply of nothing else says it again


@dataclass(frozen=True, slots=True)
class Statement:
    """Something said, as it is to be remembered.

    Args:
        text: Verbatim.
        provenance: Who it is from.
        said_at: The moment of the statement itself, aware, UTC.
        chat_id: The chat it was said in.
        message_id: The stored message.
        knobs: Hysteresis of the new memories; without a given kind, what was said in passing gets no sticky.
        shown: Memories that the prompt held; a reply that only restates them makes no new row.
        answers: The message that a reply answers; one that only says it again makes no new row either.
        kind: Given by an author; None = told from the text.
        importance: Given by an author; None = by kind.
        handle: Given by a script; "" = numbered.
        is_whole: Never cut in pieces.
    """

    text: str
    provenance: Provenance
    said_at: datetime
    chat_id: ChatId | None = None
    message_id: MessageId | None = None
    knobs: Knobs = field(default_factory=Knobs)
    shown: tuple[Memory, ...] = ()
    answers: str = ""
    kind: Kind | None = None
    importance: float | None = None
    handle: str = ""
    title: str = ""
    trigger: Trigger = field(default_factory=Trigger)
    is_pinned: bool = False
    is_disabled: bool = False
    is_whole: bool = False
    foreign_fields: str | None = None


@dataclass(frozen=True, slots=True)
class Captured:
    """New memories with their vectors, ready to be stored; or the memories that the statement restates."""

    new: tuple[NewMemory, ...]
    vectors: npt.NDArray[np.float32]
    restated: tuple[MemoryId, ...] = ()


def prepare(statement: Statement, embedder: Embedder) -> Captured:
    """Classify, cut and embed a statement. Touches no database, so that no transaction waits for an embedder."""
    return prepare_each([statement], embedder)[0]


def prepare_each(statements: Sequence[Statement], embedder: Embedder) -> list[Captured]:
    """Do the same for many, which are embedded at once."""
    judged = [_judged(one) for one in statements]
    vectors = embedder.embed([new.text for rows, _ in judged for new in rows])
    ends = list(accumulate(len(rows) for rows, _ in judged))
    return [
        Captured(rows, vectors[end - len(rows) : end], restated)
        for (rows, restated), end in zip(judged, ends, strict=True)
    ]


def _judged(statement: Statement) -> tuple[tuple[NewMemory, ...], tuple[MemoryId, ...]]:
    """Classify and cut a statement; returns the new memories, and those that it restates."""
    text = statement.text.strip()
    restated: tuple[MemoryId, ...] = ()
    is_own = True
    if statement.provenance is Provenance.ASSISTANT_SAID:
        restated, is_own = _restated(text, statement)
        text = without_quotations(text)
    parts = pieces(text) if text and is_own else []
    if statement.is_whole and text:
        parts = [text]
    kind = statement.kind or kind_of(text, statement.provenance)
    importance = statement.importance
    if importance is None:
        importance = importance_of(kind=kind, provenance=statement.provenance, message_characters=len(text))
    is_passing = statement.kind is None and kind in _PASSING
    knobs = replace(statement.knobs, sticky=0) if is_passing else statement.knobs
    new = tuple(
        NewMemory(
            text=part,
            provenance=statement.provenance,
            kind=kind,
            importance=importance,
            importance_at=statement.said_at,
            said_at=statement.said_at,
            handle=statement.handle,
            knobs=knobs,
            trigger=statement.trigger,
            is_pinned=statement.is_pinned,
            is_disabled=statement.is_disabled,
            title=statement.title,
            source_message_id=statement.message_id,
            piece=place,
            chat_id=statement.chat_id,
            search_text=searchable(part),
            foreign_fields=statement.foreign_fields,
        )
        for place, part in enumerate(parts)
    )
    return new, restated


def store(
    connection: Connection, captured: Captured, *, turn_id: TurnId | None = None, before_text: str = ""
) -> tuple[MemoryId, ...]:
    """Insert and index what was prepared. Call inside a transaction.

    Args:
        connection: The store.
        captured: From `prepare`.
        turn_id: The turn that the memories go with.
        before_text: What was said just before, for the index.
    """
    if captured.restated and turn_id is not None:
        memories.set_last_said(connection, captured.restated, turn_id)
    placed = (replace(new, turn_id=turn_id, before_text=searchable(before_text)) for new in captured.new)
    return _insert(connection, zip(placed, captured.vectors, strict=True))


def store_each(connection: Connection, captured: Iterable[Captured]) -> tuple[MemoryId, ...]:
    """Insert and index many that go with no turn, faster than one by one. Call inside a transaction."""
    return _insert(connection, (row for one in captured for row in zip(one.new, one.vectors, strict=True)))


def _insert(connection: Connection, rows: Iterable[tuple[NewMemory, npt.NDArray[np.float32]]]) -> tuple[MemoryId, ...]:
    ids = []
    for new, vector in rows:
        memory_id = memories.insert_memory(connection, new)
        index.index_vector(connection, memory_id, vector=vector, is_archived=False)
        ids.append(memory_id)
    index.index_words(connection, *ids)
    return tuple(ids)


def _restated(text: str, statement: Statement) -> tuple[tuple[MemoryId, ...], bool]:
    """Find out what a reply says again.

    Returns:
        The memories of the prompt that it restates, and whether it adds anything to them and to the message it answers.
    """
    stemmer = Stemmer()
    spoken = content_words(without_marks(text))
    if not spoken:
        return (), True
    terms = {one.id: frozenset(content_terms(one.text, stemmer)) for one in statement.shown}
    if _holds_all(frozenset().union(*terms.values()), spoken, stemmer):
        said = {stemmer.stem(word) for word in spoken}
        return tuple(one for one, held in terms.items() if said <= held or (held and held <= said)), False
    asked = frozenset(content_terms(statement.answers, stemmer))
    if asked and _holds_all(asked, spoken, stemmer):
        # "Carbonara." to "Carbonara or amatriciana?" is an answer; most of the question again is not.
        return (), len({stemmer.stem(word) for word in spoken}) < _ECHOED_SHARE * len(asked)
    return (), True


def _holds_all(terms: frozenset[str], spoken: Sequence[str], stemmer: Stemmer) -> bool:
    # Word by word: most replies have a word of their own early, and stems are what costs.
    return all(stemmer.stem(word) in terms for word in spoken)
