"""The chosen embedder beside what brings in memories by other ways than a turn: imports, and temporary chats."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from chat_files import ChatGPT, write_zip
from chosen_embedders import WordEmbedder
from exchanges import complaints, open_chat
from fakes import MONDAY, FakeClock, FakeModel
from idle_world import run

from assistant import memories
from assistant.bootstrap import build_session
from assistant.chat_import import apply_chats, plan_chats
from assistant.config import Config
from assistant.events import Completed
from assistant.import_source import ChatSource, NoteSource, find_source
from assistant.importing import apply_import, plan_import
from assistant.jobs.job import JobName
from assistant.note_import import apply_notes, plan_notes
from assistant.session import Session
from assistant.temporary import end_temporary, open_temporary
from assistant.turn import TurnRequest, run_turn
from memory.embedder_pair import EmbedderPair
from memory.embedding import Embedder
from memory.store import spaces
from memory.store.spaces import SpaceState

DOG = "Our puppy is called Bruno."
BringIn = Callable[[Session, Path, list[str]], None]


@pytest.fixture
def chosen() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def session(folder: Path, clock: FakeClock, embedder: Embedder, chosen: WordEmbedder) -> Iterator[Session]:
    """Open a session whose chosen embedder's space is whole."""
    config = Config(data_dir=str(folder), timezone="UTC", seed=0)
    opened = build_session(config, clock=clock, model=FakeModel(), embedder=EmbedderPair(embedder, chosen))
    memories.remember(opened, "The fence was painted on Saturday.")
    run(opened, JobName.EMBED, MONDAY)
    yield opened
    opened.close()


def chats(session: Session, folder: Path, texts: list[str]) -> None:
    chat = ChatGPT("c", "Talk")
    for text in texts:
        chat.say(text, "I see.")
    path = write_zip(folder / "export.zip", {"user.json": {}, "conversations.json": [chat.value()]})
    source = find_source(path, session.clock.now(), session.zone)
    assert isinstance(source, ChatSource)
    apply_chats(session, plan_chats(session, source))


def notes(session: Session, folder: Path, texts: list[str]) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "2023-11-30.md").write_text("\n\n".join(texts))
    source = find_source(folder / "notes", session.clock.now(), session.zone)
    assert isinstance(source, NoteSource)
    apply_notes(session, plan_notes(session, source))


def lorebook(session: Session, folder: Path, texts: list[str]) -> None:
    entries = {
        str(uid): {"uid": uid, "key": [], "content": text, "comment": f"Entry {uid}"} for uid, text in enumerate(texts)
    }
    (folder / "book.json").write_text(json.dumps({"entries": entries}))
    apply_import(session, plan_import(session, folder / "book.json"))


every_import = pytest.mark.parametrize("bring_in", [chats, notes, lorebook])


def waiting(session: Session) -> list[str]:
    with session.connection() as store:
        return [one.text for one in spaces.next_tasks(store, 1_000)]


def state(session: Session) -> SpaceState:
    with session.connection() as store:
        space = spaces.read_space(store)
    assert space is not None
    return space.state


def found(session: Session, text: str) -> list[str]:
    return [one.memory.text for one in memories.recall(session, text, k=1)]


def chosen_count(session: Session) -> int:
    with session.connection() as store:
        assert complaints(store) == []
        count: int = store.execute("SELECT COUNT(*) FROM memory_vectors_chosen").fetchone()[0]
    return count


@every_import
def test_what_is_imported_gets_its_vector_in_the_chosen_space(
    session: Session, tmp_path: Path, bring_in: BringIn
) -> None:
    bring_in(session, tmp_path, [DOG, "We visited the aquarium."])
    assert sorted(waiting(session)) == sorted([DOG, "We visited the aquarium."])
    assert found(session, "hound") == []
    run(session, JobName.EMBED, MONDAY)
    assert chosen_count(session) == 3
    assert found(session, "hound") == [DOG]


@every_import
def test_after_a_large_import_the_shipped_vectors_find_until_the_chosen_ones_are_made(
    session: Session, tmp_path: Path, bring_in: BringIn
) -> None:
    texts = [f"Note number {place} about the garden." for place in range(80)]
    bring_in(session, tmp_path, [DOG, *texts])
    assert state(session) is SpaceState.FILLING
    assert found(session, "what is our puppy called") == [DOG]
    run(session, JobName.EMBED, MONDAY)
    assert state(session) is SpaceState.READY
    assert chosen_count(session) == 82
    assert found(session, "hound") == [DOG]


def test_an_entry_that_is_imported_anew_is_not_found_by_what_it_said_before(session: Session, tmp_path: Path) -> None:
    lorebook(session, tmp_path, [DOG, "We visited the aquarium."])
    run(session, JobName.EMBED, MONDAY)
    assert found(session, "hound") == [DOG]
    lorebook(session, tmp_path, ["Our canary is called Caruso.", "We visited the aquarium."])
    assert waiting(session) == ["Our canary is called Caruso."]
    assert found(session, "hound") == []
    run(session, JobName.EMBED, MONDAY)
    assert found(session, "canary") == ["Our canary is called Caruso."]
    assert chosen_count(session) == 3


def test_a_temporary_chat_neither_uses_nor_ends_the_chosen_embedder(session: Session, chosen: WordEmbedder) -> None:
    memories.remember(session, DOG)
    chosen.read.clear()
    aside = open_temporary(session)
    memories.remember(aside, "I owe money in Zwickau.")
    done = list(run_turn(aside, TurnRequest(open_chat(aside).id, "What do I owe in Zwickau?"), Event()))
    assert isinstance(done[-1], Completed)
    assert found(aside, "What do I owe in Zwickau?") == ["I owe money in Zwickau."]
    end_temporary(aside)
    assert chosen.read == []
    assert not chosen.is_closed
    assert found(session, "hound") == [DOG]
