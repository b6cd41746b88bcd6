"""The only place where real parts meet: build a session from a config.

The one fact that a reader would get wrong: nothing here loads the model, so that a screen can be up before it is.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from assistant.chats import purge_lapsed
from assistant.chosen_space import adopt_chosen
from assistant.cleaning import clean_line
from assistant.clock import Clock, SystemClock
from assistant.config import Config
from assistant.engine import Engine
from assistant.gguf_embedder import GgufEmbedder
from assistant.jobs.embed import adopt_embedder
from assistant.model import ChatModel
from assistant.models import chosen_model_path, is_default_model
from assistant.paths import data_folder, log_file
from assistant.recovery import recover
from assistant.session import Session
from memory.database import Connection
from memory.embedder_pair import EmbedderPair
from memory.embedding import Embedder, WordLlamaEmbedder
from memory.errors import EmbedderError
from memory.folder import DATABASE_NAME, prepare_folder, scarcity
from memory.opening import open_store
from memory.store.damaged_rows import damaged_rows

_DAMAGED_TOLD = 3

__all__ = ["build", "build_embedder", "build_engine", "build_session", "chosen_embedder"]


def build(config: Config, config_file: Path | None = None) -> Session:
    """Build the session of a real run: system clock, local model, shipped embedder.

    Args:
        config: All settings.
        config_file: Where they were read and are changed; None = in the data folder.

    Raises:
        StoreError: the folder or the database cannot be used.
        AssistantError: the configured model cannot be found.
    """
    embedder, notices = build_embedder(config)
    session = build_session(
        config,
        clock=SystemClock(),
        model=build_engine(config),
        embedder=embedder,
        make_model=build_engine,
        config_file=config_file,
    )
    session.notices = (*session.notices, *notices)
    return session


def build_engine(config: Config) -> Engine:
    """Build the configured model, not loaded yet; its log lies in the config's data folder.

    Raises:
        AssistantError: there is no such model.
    """
    return Engine(
        chosen_model_path(config),
        n_ctx=config.n_ctx or None,
        n_threads=config.n_threads or None,
        log_path=log_file(data_folder(config.data_dir)),
        is_default=is_default_model(config),
    )


def build_embedder(config: Config) -> tuple[Embedder, tuple[str, ...]]:
    """Build the configured embedder, not loaded yet, and say what is wrong where that cannot be.

    A file that is of no use keeps nobody from starting: the shipped embedder finds memories then, by its own vectors.
    """
    shipped = WordLlamaEmbedder()
    if not config.embedder_path:
        return shipped, ()
    try:
        return EmbedderPair(shipped, chosen_embedder(config)), ()
    except EmbedderError as error:
        told = (
            f"The embedder cannot be used: {error.message} Memories are found with the one that came with Reverie. "
            "Name another file with `reverie config set embedder_path FILE`, or none: `reverie config unset embedder_path`."
        )
        return shipped, (told,)


def chosen_embedder(config: Config) -> GgufEmbedder:
    """Build the embedder that `embedder_path` names.

    Raises:
        EmbedderError: there is no such file, or it is no model.
    """
    return GgufEmbedder(
        Path(config.embedder_path).expanduser().absolute(),
        log_path=log_file(data_folder(config.data_dir)).with_name("embedder.log"),
        n_threads=config.n_threads or None,
    )


def build_session(
    config: Config,
    *,
    clock: Clock,
    model: ChatModel,
    embedder: Embedder,
    make_model: Callable[[Config], ChatModel] | None = None,
    config_file: Path | None = None,
) -> Session:
    """Open the folder of `config` with the given parts: migrate or restore the store, settle what a dead program left."""
    folder = data_folder(config.data_dir)
    prepare_folder(folder)
    opened = open_store(folder, clock.now())
    session = Session(
        config=replace(config, data_dir=str(folder)),
        clock=clock,
        model=model,
        embedder=embedder,
        folder=folder,
        database=folder / DATABASE_NAME,
        notices=opened.notices,
        make_model=make_model,
        config_file=config_file,
    )
    with session.connection() as connection:
        adopt_embedder(connection, embedder)
        adopt_chosen(connection, embedder)
        session.notices = (*session.notices, *_damage(connection), *recover(session, connection))
    if told := scarcity(folder):
        session.notices = (*session.notices, clean_line(told))
    purge_lapsed(session)
    return session


def _damage(connection: Connection) -> tuple[str, ...]:
    """Tell of rows that hold nonsense, of the first few in full."""
    found = [clean_line(line) for line in damaged_rows(connection)]
    more = len(found) - _DAMAGED_TOLD
    rest = (f"{more:,} more rows are damaged; `reverie doctor` lists them.",) if more > 0 else ()
    return (*found[:_DAMAGED_TOLD], *rest)
