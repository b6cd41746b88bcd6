"""What tests of the store and of turns share: an embedder, an open database, a session on a folder of its own."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from engine_parts import MODEL, N_CTX
from exchanges import OpenSession
from fakes import MONDAY, FakeClock, FakeModel
from plain_talk import Talk, talk_with

from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.engine import Engine
from assistant.session import Session
from memory.database import Connection, connect, truncate_wal
from memory.embedding import Embedder, WordLlamaEmbedder
from memory.folder import DATABASE_NAME, prepare_folder
from memory.opening import open_store
from memory.records import Chat
from memory.store import chats


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The shipped embedder: it loads in a quarter of a second and is deterministic."""
    return WordLlamaEmbedder()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of this version, to be copied: that takes a tenth of making one."""
    folder = tmp_path_factory.mktemp("empty") / "data"
    prepare_folder(folder)
    path = open_store(folder, MONDAY).path
    with closing(connect(path)) as connection:
        assert truncate_wal(connection)
    return path


@pytest.fixture
def folder(tmp_path: Path, empty_database: Path) -> Path:
    """A data folder with an empty database of this version."""
    folder = tmp_path / "data"
    prepare_folder(folder)
    shutil.copyfile(empty_database, folder / DATABASE_NAME)
    return folder


@pytest.fixture
def database(folder: Path) -> Path:
    """The path of the database in it."""
    return folder / DATABASE_NAME


@pytest.fixture
def store(database: Path) -> Iterator[Connection]:
    """A connection to a new, empty database, which does not wait for the disk."""
    with closing(connect(database)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        yield connection


@pytest.fixture
def chat(store: Connection) -> Chat:
    return chats.create_chat(store, "main", MONDAY)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def model() -> FakeModel:
    return FakeModel()


@pytest.fixture
def open_session(folder: Path, clock: FakeClock, model: FakeModel, embedder: Embedder) -> Iterator[OpenSession]:
    """Open sessions on the test's folder: one after the other, or beside each other. All are closed at the end."""
    opened: list[Session] = []

    def open_one(*, model: FakeModel = model, **settings: object) -> Session:
        named = {"timezone": "UTC", "seed": 0} | settings
        config = Config(data_dir=str(folder), **named)  # type: ignore[arg-type]  # as a test names them
        opened.append(build_session(config, clock=clock, model=model, embedder=embedder))
        return opened[-1]

    yield open_one
    for session in reversed(opened):
        session.close()


@pytest.fixture
def session(open_session: OpenSession) -> Session:
    """A session on a new folder, with the fake clock and model and the shipped embedder."""
    return open_session()


@pytest.fixture
def talk(session: Session) -> Talk:
    """Send lines to the line-by-line chat and return what it prints."""
    return talk_with(session)


@pytest.fixture(scope="module")
def shared_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(MODEL, n_ctx=N_CTX, log_path=tmp_path_factory.mktemp("engine") / "log" / "engine.log")
    yield engine
    engine.close()


@pytest.fixture
def engine(shared_engine: Engine) -> Engine:
    shared_engine.load()
    return shared_engine


@pytest.fixture
def own_engine(tmp_path: Path) -> Iterator[Engine]:
    """An engine that a test may break."""
    engine = Engine(MODEL, n_ctx=512, log_path=tmp_path / "engine.log")
    yield engine
    engine.close()


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a value as a JSON file, or a text as it is."""

    def written(root: Any, name: str = "book.json") -> Path:
        path = tmp_path / name
        path.write_text(root if isinstance(root, str) else json.dumps(root), encoding="utf-8")
        return path

    return written
