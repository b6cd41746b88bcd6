"""Changing the model while the program runs: real engines, real child processes."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from exchanges import events_of
from gguf_files import tiny_gguf

from assistant.bootstrap import build_engine, build_session
from assistant.clock import SystemClock
from assistant.config import Config, load_config
from assistant.engine import Engine
from assistant.errors import ModelError, ModelFileError, ModelMemoryError, TurnRefusedError
from assistant.events import Completed
from assistant.model_switch import SwitchStoppedError, unload_model, use_model
from assistant.models import default_model_path
from assistant.session import Session
from memory.embedding import Embedder
from memory.records import Chat
from memory.store import chats

NEVER = threading.Event()


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """The default model under another name: another model as far as the program can tell."""
    path = tmp_path / "second.gguf"
    shutil.copyfile(default_model_path(), path)
    return path


@pytest.fixture
def running(folder: Path, embedder: Embedder) -> Iterator[Session]:
    config = Config(data_dir=str(folder), n_ctx=512, max_reply_tokens=16, seed=1)
    session = build_session(
        config, clock=SystemClock(), model=build_engine(config), embedder=embedder, make_model=build_engine
    )
    yield session
    session.close()


@pytest.fixture
def talk(running: Session) -> Chat:
    with running.connection() as connection:
        return chats.create_chat(connection, "main", running.clock.now())


def is_answered(session: Session, chat: Chat, text: str) -> bool:
    return isinstance(events_of(session, chat, text)[-1], Completed)


def process_of(session: Session) -> int | None:
    assert isinstance(session.model, Engine)
    return session.model.process_id


def test_another_model_takes_over_with_progress_the_old_process_ends_and_the_chat_goes_on(
    running: Session, talk: Chat, second: Path
) -> None:
    assert is_answered(running, talk, "hello")
    old = running.model
    shares: list[float] = []
    info = use_model(running, second, NEVER, shares.append)

    assert info.path == str(second)
    assert shares == sorted(set(shares))
    assert shares[-1] == 1.0
    assert isinstance(old, Engine)
    assert old.process_id is None
    assert load_config(running.config_file).model_path == str(second)
    assert is_answered(running, talk, "and again")
    assert running.config.model_path == str(second)
    use_model(running, default_model_path(), NEVER)
    assert load_config(running.config_file).model_path == ""


def test_a_model_that_cannot_be_loaded_leaves_the_old_one_and_says_why(running: Session, tmp_path: Path) -> None:
    running.model.load()
    before = process_of(running)
    with pytest.raises(ModelFileError, match="llama.cpp cannot load"):
        use_model(running, tiny_gguf(tmp_path / "tiny.gguf"), NEVER)
    with pytest.raises(ModelError, match="no model file"):
        use_model(running, tmp_path / "gone.gguf", NEVER)

    assert process_of(running) == before
    assert not running.config_file.exists()


def test_a_model_that_is_too_big_is_refused_before_the_old_one_makes_way(running: Session, tmp_path: Path) -> None:
    huge = tmp_path / "huge.gguf"
    tiny_gguf(huge)
    with huge.open("r+b") as file:
        file.truncate(1 << 42)
    running.model.load()
    before = process_of(running)
    with pytest.raises(ModelMemoryError, match="MiB are free"):
        use_model(running, huge, NEVER)

    assert process_of(running) == before


def test_a_stopped_change_leaves_the_old_model(running: Session, second: Path) -> None:
    running.model.load()
    before = process_of(running)
    stop = threading.Event()
    stop.set()
    with pytest.raises(SwitchStoppedError):
        use_model(running, second, stop)

    assert process_of(running) == before


def test_an_unloaded_model_is_loaded_again_by_the_next_message(running: Session, talk: Chat) -> None:
    running.model.load()
    unload_model(running)
    assert process_of(running) is None
    assert running.model.info is None
    assert is_answered(running, talk, "hello")
    assert process_of(running) is not None


def test_no_change_in_the_middle_of_a_reply_and_no_reply_in_the_middle_of_a_change(running: Session) -> None:
    with running.one_turn(), pytest.raises(TurnRefusedError, match="reply is still being written"):
        unload_model(running)
    with running.one_turn("The model is being changed."), pytest.raises(TurnRefusedError, match="being changed"):
        unload_model(running)
