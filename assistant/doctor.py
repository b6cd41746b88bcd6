"""`doctor`: what Reverie needs from this machine, checked one by one.

The one fact that a reader would get wrong: a check never stops the next one. Whatever fails is a line with a hint.
"""

import os
import platform
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.errors import AssistantError, ConfigError
from assistant.gguf import read_chat_header
from assistant.model_fit import available_memory_bytes, fit_context, memory_needed_bytes
from assistant.models import chosen_model_path
from assistant.paths import Paths, find_paths, has_store, locate, temporary_prefix
from assistant.versions import package_version, reverie_version
from memory.errors import DamagedDatabaseError, StoreError

if TYPE_CHECKING:
    from assistant.engine import Engine

_OLDEST_PYTHON = (3, 11)
_PACKAGES = ("textual", "sqlite-utils", "sqlite-vec", "llama-cpp-python", "wordllama")
_GOOD_FREE_BYTES = 1_000_000_000
_LOAD_TIMEOUT_S = 120.0
_MOST_ALIKE = 0.999
_NO_DATABASE = "none yet: the first start makes it"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `hint` says what to do; it may be there for a check that passed."""

    name: str
    is_ok: bool
    words: str
    hint: str = ""


def checks(
    data_dir: str | None, *, is_quick: bool = False, environ: Mapping[str, str] | None = None
) -> Iterator[Check]:
    """Look at everything in turn: the program, SQLite, the models, the data folder, the terminal.

    A data folder without a database is looked at and left as it is. With `is_quick` the model is not started.
    """
    environ = os.environ if environ is None else environ
    yield from _versions()
    paths, config, problem = _configuration(data_dir, environ)
    yield problem or Check("config", is_ok=True, words=_config_words(paths))
    yield _told("vectors", _vectors, "Install sqlite-vec again; on macOS or pyenv also pysqlite3.")
    yield _told("full text", _full_text)
    yield _told("embedder", _embedder, "Install wordllama again.")
    if config.embedder_path:
        yield _told("own embedder", lambda: _own_embedder(config, is_quick=is_quick))
    yield _told("model file", lambda: _model_file(config))
    if not is_quick:
        yield _told("model start", lambda: _model_start(config, paths))
    is_new = not has_store(paths)
    folder = _told("data folder", lambda: _new_folder(paths.data) if is_new else _data_folder(paths.data))
    yield folder
    if is_new:
        yield Check("database", is_ok=True, words=_NO_DATABASE)
    elif folder.is_ok:
        yield _told("writing", lambda: _writing(paths.data))
        yield _told("database", lambda: _database(paths))
        yield from _rows(paths)
        yield _told("backups", lambda: _backups(paths.data))
        yield _told("other programs", lambda: _other_programs(paths.data))
    yield _terminal(environ)


def _told(name: str, look: Callable[[], "str | Check"], hint: str = "") -> Check:
    """Run one look; a failure becomes a check that did not pass."""
    try:
        found = look()
    except (AssistantError, StoreError) as error:
        return Check(name, is_ok=False, words=error.message, hint=error.hint or hint)
    except (OSError, ImportError, RuntimeError, ValueError) as error:
        return Check(name, is_ok=False, words=f"{type(error).__name__}: {error}", hint=hint)
    return found if isinstance(found, Check) else Check(name, is_ok=True, words=found)


def _versions() -> Iterator[Check]:
    is_new_enough = sys.version_info[:2] >= _OLDEST_PYTHON
    yield Check(
        "python",
        is_new_enough,
        f"{platform.python_version()} on {platform.platform()}",
        "" if is_new_enough else "Install Python 3.11 or newer.",
    )
    yield Check("reverie", is_ok=True, words=reverie_version())
    versions = {name: package_version(name) for name in _PACKAGES}
    missing = [name for name, version in versions.items() if not version]
    words = ", ".join(f"{name} {version or 'missing'}" for name, version in versions.items())
    yield Check("packages", not missing, words, f"Install {', '.join(missing)}." if missing else "")


def _configuration(data_dir: str | None, environ: Mapping[str, str]) -> tuple[Paths, Config, Check | None]:
    try:
        return (*locate(data_dir, environ), None)
    except ConfigError as error:
        paths = find_paths(data_dir, environ)
        problem = Check("config", is_ok=False, words=error.message, hint=error.hint)
        return paths, replace(Config(), data_dir=str(paths.data)), problem


def _config_words(paths: Paths) -> str:
    return str(paths.config_file) if paths.config_file.exists() else f"all defaults ({paths.config_file} is not there)"


def _vectors() -> str:
    from memory.store.selfcheck import sqlite_words, vector_version  # noqa: PLC0415 - told as a check where it fails

    return f"SQLite {sqlite_words()} loads sqlite-vec {vector_version()}"


def _full_text() -> str:
    from memory.store.selfcheck import check_secure_delete  # noqa: PLC0415 - as above

    check_secure_delete()
    return "FTS5 leaves nothing of deleted text behind"


def _embedder() -> str:
    from memory.embedding import WordLlamaEmbedder  # noqa: PLC0415 - as above

    embedder = WordLlamaEmbedder()
    vectors = embedder.embed(["a fjord", "a narrow inlet of the sea"])
    return f"{embedder.name}, {vectors.shape[1]} dimensions"


def _own_embedder(config: Config, *, is_quick: bool) -> str:
    """Look at the embedder that the config names, and unless it must be quick have it read two texts."""
    from assistant.bootstrap import chosen_embedder  # noqa: PLC0415 - as above
    from memory.calibration import unrelated_texts  # noqa: PLC0415
    from memory.errors import EmbedderError  # noqa: PLC0415

    embedder = chosen_embedder(config)
    words = f"{embedder.name}, {embedder.dim} dimensions"
    if is_quick:
        return words
    try:
        one, other = embedder.embed([texts[0] for texts in unrelated_texts()])
    finally:
        embedder.close()
    if float(one @ other) > _MOST_ALIKE:
        raise EmbedderError(f"{words}: it gives all texts nearly the same vector.", "Choose another file.")
    return f"{words}; reads texts"


def _model_file(config: Config) -> str:
    path = chosen_model_path(config)
    header = read_chat_header(path)
    available = available_memory_bytes()
    fit = fit_context(header, config.n_ctx or None, available)
    needed = memory_needed_bytes(header, fit.n_ctx)
    return (
        f"{path.name}: {header.size_bytes / 1e6:,.0f} MB; needs about {needed / 1e6:,.0f} MB of memory with a context of "
        f"{fit.n_ctx:,} tokens, {available / 1e6:,.0f} MB are free"
    )


def _model_start(config: Config, paths: Paths) -> str:
    """Start the engine as a chat would and have it say one token."""
    from assistant.engine import Engine  # noqa: PLC0415 - as above

    with tempfile.TemporaryDirectory(prefix=temporary_prefix("doctor-")) as scratch:
        log_path = paths.log_file if paths.log_file.parent.is_dir() else Path(scratch) / paths.log_file.name
        return _answer_of(
            Engine(
                chosen_model_path(config),
                n_ctx=config.n_ctx or None,
                n_threads=config.n_threads or None,
                log_path=log_path,
            )
        )


def _answer_of(engine: "Engine") -> str:
    from assistant.model import Finished, GenerateRequest, PromptMessage  # noqa: PLC0415 - as above
    from memory.records import Role  # noqa: PLC0415

    # A model that never answers must not hold up the other checks: closing the engine ends the wait with an error.
    timer = threading.Timer(_LOAD_TIMEOUT_S, engine.close)
    timer.daemon = True
    timer.start()
    try:
        info = engine.load()
        request = GenerateRequest(messages=(PromptMessage(Role.USER, "Say hello."),), max_tokens=1)
        finished = [event for event in engine.generate(request) if isinstance(event, Finished)]
    finally:
        timer.cancel()
        engine.close()
    assert finished
    return (
        f"answers; context {info.n_ctx:,} tokens, {info.n_threads} threads, "
        f"reads {info.eval_tokens_per_s:,.0f} tokens a second"
    )


def _new_folder(data: Path) -> str:
    """Tell whether the first start can make the folder, or use it; nothing is made now.

    Raises:
        FolderError: it cannot.
    """
    from memory.errors import FolderError  # noqa: PLC0415 - as above
    from memory.folder import mount_table, refuse_unfit  # noqa: PLC0415

    refuse_unfit(data, mount_table())
    there = next(place for place in (data, *data.parents) if place.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise FolderError(f"{data} cannot be made: {there} cannot be written.", "Choose another with --data-dir.")
    state = "empty so far" if there == data else "not there yet: the first start makes it"
    return f"{data}, {state}, {shutil.disk_usage(there).free / 1e9:,.1f} GB free"


def _data_folder(data: Path) -> Check:
    from memory.folder import prepare_folder  # noqa: PLC0415 - as above

    prepare_folder(data)
    free = shutil.disk_usage(data).free
    mode = stat.S_IMODE(data.stat().st_mode)
    is_private = os.name != "posix" or not mode & 0o077
    words = f"{data}, {'private' if is_private else f'open to others (mode {mode:o})'}, {free / 1e9:,.1f} GB free"
    if not is_private:
        return Check("data folder", is_ok=False, words=words, hint="Choose a folder of its own with --data-dir.")
    hint = "" if free >= _GOOD_FREE_BYTES else "The disk is nearly full."
    return Check("data folder", is_ok=True, words=words, hint=hint)


def _writing(data: Path) -> str:
    from memory.store.selfcheck import check_writing  # noqa: PLC0415 - as above

    check_writing(data)
    return "a test database was written and read"


def _database(paths: Paths) -> str | Check:
    from memory.database import connect  # noqa: PLC0415 - as above
    from memory.opening import applied_steps, refuse_newer, suspect_damage  # noqa: PLC0415
    from memory.store.backups import newest_good_backup, quick_check  # noqa: PLC0415

    path = paths.database
    if not path.exists():
        return _NO_DATABASE
    try:
        steps = applied_steps(path)
        refuse_newer(path, steps)
        with closing(connect(path)) as connection:
            complaint = quick_check(connection)
    except DamagedDatabaseError as error:
        complaint = error.message
    if complaint:
        suspect_damage(paths.data)
        backup = newest_good_backup(paths.data)
        hint = (
            f"Start Reverie: it moves the file aside and restores {backup.name}."
            if backup
            else "There is no backup. Start Reverie: it moves the file aside, keeps it, and takes over what can be read."
        )
        return Check("database", is_ok=False, words=f"damaged: {complaint}", hint=hint)
    return f"sound, {path.stat().st_size / 1e6:,.1f} MB, version {len(steps)} ({steps[-1] if steps else 'empty'})"


def _rows(paths: Paths) -> Iterator[Check]:
    """Name each row that holds nonsense; of a database that cannot be read its own check has told."""
    from memory.database import connect, errors_in_words  # noqa: PLC0415 - as above
    from memory.opening import applied_steps, is_current  # noqa: PLC0415
    from memory.store.damaged_rows import damaged_rows  # noqa: PLC0415

    path = paths.database
    try:
        if not path.exists() or not is_current(applied_steps(path)):
            return
        with closing(connect(path)) as connection, errors_in_words(path):
            found = list(damaged_rows(connection))
    except StoreError:
        return
    yield from (Check("row", is_ok=False, words=words) for words in found)


def _backups(data: Path) -> str:
    from memory.store.backups import list_backups  # noqa: PLC0415 - as above

    found = list_backups(data)
    if not found:
        return "none yet: one is made each day while you are away"
    size = sum(path.stat().st_size for path in found)
    return f"{len(found)}, {size / 1e6:,.1f} MB, the newest {found[-1].name}"


def _other_programs(data: Path) -> str:
    from memory.folder import living_owners  # noqa: PLC0415 - as above

    count = len(living_owners(data))
    return "none is using this folder" if not count else f"{count} using this folder, which is fine"


def _terminal(environ: Mapping[str, str]) -> Check:
    encoding = (getattr(sys.stdout, "encoding", None) or "unknown").lower()
    term = environ.get("TERM", "")
    if "NO_COLOR" in environ:
        colours = "none (NO_COLOR)"
    elif environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        colours = "16 million"
    else:
        colours = "256" if "256color" in term else "16 or unknown"
    words = f"{encoding}, TERM {term or 'not set'}, colours: {colours}"
    if encoding.replace("-", "") != "utf8":
        return Check("terminal", is_ok=False, words=words, hint="Choose a UTF-8 locale, as LANG=C.UTF-8.")
    is_simple = os.name == "posix" and term in ("", "dumb")
    return Check("terminal", is_ok=True, words=words, hint="Use `reverie --plain` in it." if is_simple else "")
