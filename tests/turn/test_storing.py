"""Every writer stores under the pins in force, and for the embedder that the user chose."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from chosen_embedders import WordEmbedder
from exchanges import open_chat, say
from fakes import MONDAY, FakeClock, FakeModel
from idle_world import run, said

from assistant import authoring, memories, topics, welcome
from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.embedder_pair import EmbedderPair
from memory.embedding import Embedder
from memory.store import spaces

HELD = "My thesis is due in May."
DAY = timedelta(days=1)


def sum_up(session: Session) -> None:
    for place in range(3):
        said(session, f"My thesis has {place + 3} chapters on bees.", MONDAY + place * timedelta(hours=1))
    assert run(session, JobName.GIST, MONDAY + DAY).gists


WRITERS: dict[str, Callable[[Session], object]] = {
    "remember": lambda session: memories.remember(session, HELD),
    "welcome": lambda session: welcome.introduce(session, "", HELD),
    "by hand": lambda session: authoring.add_memory(session, authoring.Authored(text=HELD)),
    "turn": lambda session: say(session, open_chat(session), HELD),
    "gist": sum_up,
}


@pytest.mark.parametrize("writer", WRITERS)
def test_pinned_topic_holds_what_is_stored_later(session: Session, writer: str) -> None:
    topics.pin_topic(session, "my thesis")
    WRITERS[writer](session)
    newest = memories.list_memories(session)[0 if writer != "turn" else 1].memory
    assert "thesis" in newest.text
    assert newest.is_topic_pinned
    assert newest.handle in [view.memory.handle for view in memories.list_memories(session, is_held=True)]


def test_what_a_pin_holds_from_its_first_moment_stands_in_a_session_that_runs(session: Session) -> None:
    topics.pin_topic(session, "my thesis")
    with session.connection() as store:
        assert session.standing(store, MONDAY).ids == ()
        (held,) = memories.remember(session, HELD)
        assert session.standing(store, MONDAY).ids == (held.id,)


@pytest.fixture
def chosen_session(folder: Path, clock: FakeClock, embedder: Embedder) -> Iterator[Session]:
    """A session whose user chose an embedder, with its space ready."""
    config = Config(data_dir=str(folder), timezone="UTC", seed=0)
    opened = build_session(config, clock=clock, model=FakeModel(), embedder=EmbedderPair(embedder, WordEmbedder()))
    for place in range(10):
        said(opened, f"Note number {place} about the garden.", MONDAY)
    run(opened, JobName.EMBED, MONDAY)
    yield opened
    opened.close()


@pytest.mark.parametrize("writer", ["remember", "welcome", "by hand"])
def test_what_the_user_says_is_embedded_at_once(chosen_session: Session, writer: str) -> None:
    WRITERS[writer](chosen_session)
    with chosen_session.connection() as store:
        assert spaces.next_tasks(store, 9) == []
