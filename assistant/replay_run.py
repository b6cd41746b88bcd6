"""What `reverie replay` sets up around a script: its lines, its folder, its model.

The one fact that a reader would get wrong: nothing of the user's own folder is read, its config.toml included, unless
the script is to run with the configured model; and then only what says which model that is.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from assistant.bootstrap import build_engine
from assistant.config import Config
from assistant.engine import Engine
from assistant.paths import temporary_prefix
from assistant.replay import Replay
from assistant.replay_errors import ScriptError
from memory.embedding import WordLlamaEmbedder

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def script_lines(lines: Iterable[bytes]) -> Iterator[str]:
    """Decode a script line by line, whatever the locale, as its lines come.

    Raises:
        ScriptError: a line is no UTF-8.
    """
    for number, line in enumerate(lines, start=1):
        try:
            yield (line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line).decode("utf-8")
        except UnicodeDecodeError as error:
            raise ScriptError(number, f"not UTF-8: byte {error.start + 1} of the line is {error.reason}") from error


@contextmanager
def replay_folder(chosen: str | None, *, is_kept: bool) -> Iterator[Path]:
    """Give a script its folder: the chosen one, which stays, or a new one, which goes unless it is to be kept."""
    if chosen is not None:
        yield Path(chosen).expanduser().absolute()
        return
    folder = Path(tempfile.mkdtemp(prefix=temporary_prefix("replay-")))
    try:
        yield folder
    finally:
        if not is_kept:
            shutil.rmtree(folder, ignore_errors=True)


def build_replay(folder: Path, real_model: Config | None = None) -> Replay:
    """Build a replay on a folder.

    Args:
        folder: Where everything of it is stored.
        real_model: The config that says which model answers; None for the scripted one. What the script's own config
            says about the model goes before it.
    """
    if real_model is None:
        return Replay(folder, WordLlamaEmbedder())

    def engine(config: Config) -> Engine:
        return build_engine(
            replace(
                config,
                model_path=config.model_path or real_model.model_path,
                n_ctx=config.n_ctx or real_model.n_ctx,
                n_threads=config.n_threads or real_model.n_threads,
            )
        )

    return Replay(folder, WordLlamaEmbedder(), engine)
