"""Leave nothing behind: find all files that Reverie made, and delete them.

The one fact that a reader would get wrong: the backups go before the database and the settings go last. A start that finds
backups and no database restores the newest, and the settings may be what names the data folder; so a deletion that was
killed leaves either all that was said or none of it, and the same command finishes it.
"""

import os
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from assistant.model_places import added_models
from assistant.paths import Paths
from assistant.temporary import left_over_folders, remove_folder
from memory.database import connect, errors_in_words
from memory.errors import BusyError, DamagedDatabaseError, StoreError
from memory.folder import BACKUPS_NAME, DAMAGED_NAME, DATABASE_NAME, RUN_NAME, alone_on, living_owners
from memory.opening import applied_steps
from memory.store import chats, memory_ids
from memory.store.backups import companions, list_backups, partial_of

_STAMP = r"\d{8}T\d{6}(?:-\d+)?"
_COPY = re.compile(rf"(?:daily-\d{{4}}-\d\d-\d\d|before-migration-\d+-{_STAMP})\.(?:db|partial)(?:-wal|-shm|-journal)?")
_SET_ASIDE = re.compile(rf"{_STAMP}/(?:rebuilt/)?(?:{re.escape(DATABASE_NAME)}|copy\.db)(?:-wal|-shm|-journal)?")
_LOG = re.compile(r"(?:reverie|embedder)\.log")
_MODEL = re.compile(
    r"(?:.*/)?[^/]*\.gguf|added\.json|\.added\.json\.\w{8}|\.[^/]*\.gguf\.[0-9a-f]{16}\.part(?:\.lock)?"
)
_HALF_WRITTEN = re.compile(r"\.\w{8}")
_LOCK = re.compile(r"owner-[0-9a-f]+\.lock|registry\.lock|upkeep\.lock|suspect")


@dataclass(frozen=True, slots=True)
class Everything:
    """What Reverie keeps on this computer, at one moment.

    Args:
        folder: The data folder.
        chats: How many, put away or not; None = the database is not there or cannot be read.
        memories: How many; None likewise.
        backups: How many copies of the database.
        models: Downloaded models, with their sizes in bytes.
        added: How many models elsewhere are on the list; their files are not Reverie's.
        config_file: The settings; None = there are none.
        others: What lies in the data folder and is not Reverie's.
        files: All of Reverie's files and links, in the order in which they go.
        temporary: Folders of temporary chats whose program was killed.
    """

    folder: Path
    chats: int | None
    memories: int | None
    backups: int
    models: tuple[tuple[Path, int], ...]
    added: int
    config_file: Path | None
    others: tuple[Path, ...]
    files: tuple[Path, ...]
    temporary: tuple[Path, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to delete."""
        return not (self.files or self.temporary)


def find_everything(paths: Paths) -> Everything:
    """Look for all that Reverie made; changes nothing.

    Raises:
        StoreError: the database is another program's.
    """
    counts = _counts(paths.database)
    files = tuple(_own_files(paths))
    models = tuple((path, path.stat().st_size) for path in files if _is_in(path, paths.models) and _is_gguf(path))
    return Everything(
        folder=paths.data,
        chats=counts[0],
        memories=counts[1],
        backups=len(list_backups(paths.data)),
        models=models,
        added=len(added_models(paths.data)),
        config_file=paths.config_file if paths.config_file.exists() else None,
        others=tuple(_others(paths, frozenset(files))),
        files=files,
        temporary=left_over_folders(),
    )


def erase_everything(paths: Paths) -> Everything:
    """Delete all that Reverie made, and look again.

    Returns:
        What is there now: its `files` could not be deleted, its `others` are not Reverie's.

    Raises:
        BusyError: another program works with the folder, or downloads a model into it.
        StoreError: the database is another program's.
    """
    if paths.data.is_dir():
        _refuse_closed(paths)
        with alone_on(paths.data):
            _refuse_download(paths.models)
            _remove(path for path in _own_files(paths) if not _is_in(path, paths.data / RUN_NAME))
    # Windows deletes no lock that is held. Whoever waited for these begins a life of their own now, which is left alone.
    if not (paths.data.is_dir() and living_owners(paths.data)):
        _remove(path for path in _own_files(paths) if _is_in(path, paths.data / RUN_NAME))
    for folder in left_over_folders():
        remove_folder(folder)
    _remove_empty_folders(paths)
    return find_everything(paths)


def _counts(database: Path) -> tuple[int | None, int | None]:
    if not database.is_file() or not database.stat().st_size:
        return None, None
    has_log = companions(database)[0].exists()
    with suppress(DamagedDatabaseError):
        applied_steps(database)
        # One of another version may have no such table, and goes all the same.
        with (
            suppress(StoreError),
            closing(connect(database, is_read_only=has_log, is_immutable=not has_log)) as connection,
            errors_in_words(database),
        ):
            return len(chats.read_chats(connection)), len(memory_ids.all_ids(connection))
    return None, None


def _own_files(paths: Paths) -> Iterator[Path]:
    """Yield what Reverie made and is there, in the order in which it must go."""
    data, restored = paths.data, partial_of(paths.database)
    yield from _matching(data / BACKUPS_NAME, _COPY)
    yield from _matching(data / DAMAGED_NAME, _SET_ASIDE)
    # Where the database is a link, its words are in the file that it leads to.
    database = paths.database.resolve()
    singles = dict.fromkeys(
        (restored, *companions(restored), database, *companions(database), paths.database, *companions(paths.database))
    )
    yield from (path for path in singles if _is_file(path))
    yield from _matching(paths.log_file.parent, _LOG)
    yield from _matching(paths.models, _MODEL)
    yield from _matching(data / RUN_NAME, _LOCK)
    config = paths.config_file
    # What a program left that was killed while it wrote the settings.
    yield from (
        each for each in sorted(config.parent.glob(f".{config.name}.*")) if _HALF_WRITTEN.fullmatch(each.suffix)
    )
    if _is_file(config):
        yield config


def _matching(folder: Path, names: re.Pattern[str]) -> Iterator[Path]:
    # A link leads to a folder of somebody else's.
    if folder.is_dir() and not folder.is_symlink():
        for path in sorted(folder.rglob("*")):
            if _is_file(path) and names.fullmatch(path.relative_to(folder).as_posix()):
                yield path


def _is_file(path: Path) -> bool:
    return path.is_symlink() or path.is_file()


def _is_gguf(path: Path) -> bool:
    return path.suffix == ".gguf" and path.is_file()


def _is_in(path: Path, folder: Path) -> bool:
    return folder in path.parents


def _folders(paths: Paths) -> tuple[Path, ...]:
    names = (BACKUPS_NAME, DAMAGED_NAME, RUN_NAME)
    return (*(paths.data / name for name in names), paths.log_file.parent, paths.models)


def _others(paths: Paths, own: frozenset[Path]) -> Iterator[Path]:
    """Yield what is not Reverie's: beside its files, and in its own folders. Of a strange folder only its name."""
    if not paths.data.is_dir():
        return
    ours = _folders(paths)
    for path in sorted(paths.data.iterdir()):
        if path in ours and path.is_dir() and not path.is_symlink():
            yield from (each for each in sorted(path.rglob("*")) if _is_file(each) and each not in own)
        elif path not in own:
            yield path


def _remove(files: Iterator[Path]) -> None:
    # All are found first: what is deleted changes what a folder lists.
    for path in tuple(files):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _remove_empty_folders(paths: Paths) -> None:
    """Remove Reverie's own folders where nothing is in them, the innermost first."""
    inside = (each for folder in _folders(paths) if folder.is_dir() for each in folder.rglob("*") if each.is_dir())
    innermost_first = sorted(inside, key=lambda one: len(one.parts), reverse=True)
    for folder in (*innermost_first, *_folders(paths), paths.data, paths.config_file.parent):
        # One that is a link, or holds something, stays.
        with suppress(OSError):
            folder.rmdir()


def _refuse_closed(paths: Paths) -> None:
    """Refuse a folder of Reverie's in which nothing can be seen or deleted: a backup there would bring all of it back."""
    for folder in (paths.data, *_folders(paths)):
        if folder.is_dir() and not folder.is_symlink() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise StoreError(
                f"{folder} cannot be read or changed, so nothing was deleted.",
                f"chmod u+rwx {folder}, then run it again.",
            )


def _refuse_download(models: Path) -> None:
    for path in models.glob(".*.part.lock"):
        lock = FileLock(path, blocking=False)
        try:
            lock.acquire()
        except Timeout as error:
            raise BusyError(f"A model is being downloaded into {models}.", "Stop that first.") from error
        lock.release()
