"""Editing a memory: what is embedded anew, what others change meanwhile, and what is refused."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from exchanges import OpenSession, complaints, dump_of
from fakes import FakeModel

from assistant import memories
from assistant.authoring import Authored, add_memory, edit_memory
from assistant.session import Session
from memory.database import transaction
from memory.embedding import Embedder, Vectors
from memory.records import MemoryId, Provenance
from memory.store import index
from memory.store.memories import set_archived

TOLD = "The gate is red."


class WatchedEmbedder:
    """The shipped embedder with a list of what it was asked for; lets something happen at each request."""

    def __init__(self, inner: Embedder, happen: Callable[[], object] = lambda: None) -> None:
        self._inner = inner
        self._happen = happen
        self.asked: list[str] = []
        self.name, self.dim = inner.name, inner.dim

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        self._happen()
        return self._inner.embed(texts)


def vector_of(session: Session, handle: str) -> tuple[bool, np.ndarray]:  # type: ignore[type-arg]  # of floats
    """Read in which partition a memory's vector is, and the vector."""
    with session.connection() as store:
        row = store.execute(
            """SELECT v.is_archived, v.embedding FROM memories m JOIN memory_vectors v ON v.memory_id = m.id
               WHERE m.handle = ?""",
            (handle,),
        ).fetchone()
    return bool(row[0]), np.frombuffer(row[1], np.float32)


def assert_vector_is_of(session: Session, embedder: Embedder, text: str, *, is_keyed: bool) -> None:
    place, vector = vector_of(session, "m1")
    assert place is is_keyed
    np.testing.assert_allclose(vector, embedder.embed([text])[0], atol=1e-6)
    with session.connection() as store:
        assert complaints(store) == []


@pytest.mark.parametrize(
    ("change", "embedded"),
    [
        (Authored(text="The gate is blue."), ["The gate is blue."]),
        (Authored(text=f" {TOLD}\n"), []),
        (Authored(keys=("gate",)), []),
        (Authored(keys=("gate", "door"), sticky=3), []),
        (Authored(cooldown=1, title="Gate"), []),
    ],
)
def test_only_a_new_text_is_embedded(
    session: Session, embedder: Embedder, change: Authored, embedded: list[str]
) -> None:
    add_memory(session, Authored(text=TOLD))
    session.embedder = watched = WatchedEmbedder(embedder)
    edited = edit_memory(session, "m1", change)
    assert watched.asked == embedded
    assert_vector_is_of(session, embedder, edited.text, is_keyed=bool(edited.trigger.keys))


@pytest.mark.parametrize("change", [Authored(keys=("gate",)), Authored(keys=()), Authored(text="The gate is new.")])
def test_vector_is_that_of_the_text_whatever_another_program_edits_meanwhile(
    session: Session, open_session: OpenSession, embedder: Embedder, change: Authored
) -> None:
    add_memory(session, Authored(text=TOLD))
    other = open_session(model=FakeModel())
    session.embedder = WatchedEmbedder(
        embedder, lambda: edit_memory(other, "m1", Authored(text="Ships sail north.", keys=("ship",)))
    )
    edited = edit_memory(session, "m1", change)
    assert_vector_is_of(session, embedder, edited.text, is_keyed=bool(edited.trigger.keys))


def test_faded_memory_is_live_again_after_an_edit(session: Session, embedder: Embedder) -> None:
    add_memory(session, Authored(text=TOLD, provenance=Provenance.USER_SAID))
    with session.connection() as store, transaction(store):
        set_archived(store, [MemoryId(1)], is_archived=True)
    assert not edit_memory(session, "m1", Authored(sticky=1)).is_archived
    assert_vector_is_of(session, embedder, TOLD, is_keyed=False)
    with session.connection() as store:
        assert index.missing_vectors(store, after=MemoryId(0), limit=1) == []


@pytest.mark.parametrize("text", ["", " ", " \n\t"])
def test_edit_to_an_empty_text_is_refused_as_an_empty_memory_is(session: Session, text: str) -> None:
    add_memory(session, Authored(text=TOLD))
    before = dump_of(session)
    with pytest.raises(ValueError, match="a memory needs a text"):
        edit_memory(session, "m1", Authored(text=text))
    with pytest.raises(ValueError, match="a memory needs a text"):
        add_memory(session, Authored(text=text))
    assert dump_of(session) == before
    assert memories.show(session, "m1").memory.text == TOLD
