"""Open the one SQLite file: the sqlite module, extensions, pragmas, transactions.

The one fact that a reader would get wrong: this is the only module that may import a sqlite module. Everything else
takes a `Connection` from here, one per turn or job, never shared between threads.
"""

import importlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import sqlite_vec

from memory.errors import BusyError, DamagedDatabaseError, ExtensionError, FolderError, StoreError
from memory.rules.scripts import searchable

if TYPE_CHECKING:
    from sqlite3 import Connection, Row
else:
    Connection = object
    Row = object

__all__ = [
    "Connection",
    "Row",
    "commits_seen",
    "connect",
    "errors_in_words",
    "rows_changed",
    "snapshot",
    "sqlite_module",
    "transaction",
    "truncate_wal",
]

_BUSY_TIMEOUT_MS = 5_000
# The WAL's index grows by so much at a time.
_SHARED_INDEX_BYTES = 32_768


def sqlite_module() -> ModuleType:
    """Return the DB-API module that can load extensions: pysqlite3 where it is installed, else the standard one.

    Raises:
        ExtensionError: neither can load extensions.
    """
    try:
        return importlib.import_module("pysqlite3.dbapi2")
    except ImportError:
        module = importlib.import_module("sqlite3")
    if not hasattr(module.Connection, "enable_load_extension"):
        raise ExtensionError(
            "This Python's sqlite3 module cannot load extensions, and pysqlite3 is not installed.",
            "Install pysqlite3, or a Python built with --enable-loadable-sqlite-extensions.",
        )
    return module


def connect(path: Path, *, is_read_only: bool = False, is_immutable: bool = False) -> Connection:
    """Open `path` with sqlite-vec loaded and the house pragmas set.

    Autocommit: writes go through `transaction`. Rows are `Row` values, read by column name. `is_immutable` reads a
    file that nobody writes, and leaves no -wal or -shm beside it; what a -wal there holds is not seen.

    The module's own thread check is off: whoever drives a turn may close its generator from another thread.

    Raises:
        ExtensionError: sqlite-vec cannot be loaded.
        StoreError: the file cannot be opened; a damaged one raises `DamagedDatabaseError`.
    """
    module = sqlite_module()
    is_read_only = is_read_only or is_immutable
    mode = "ro&immutable=1" if is_immutable else "ro" if is_read_only else "rwc"
    with errors_in_words(path):
        connection: Connection = module.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection, module, is_read_only=is_read_only)
        except BaseException:
            connection.close()
            raise
    if not is_read_only and os.name == "posix":
        path.chmod(0o600)
    return connection


def _prepare(connection: Connection, module: ModuleType, *, is_read_only: bool) -> None:
    connection.row_factory = module.Row
    # A text that is no UTF-8, as a damaged file may hold, would make the whole query fail.
    connection.text_factory = _decoded
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS:d}")
    try:
        connection.enable_load_extension(True)
        sqlite_vec.load(connection)
        connection.enable_load_extension(False)
    except (AttributeError, module.OperationalError) as error:
        raise ExtensionError(f"The sqlite-vec extension cannot be loaded: {error}.", "Run `reverie doctor`.") from error
    # The triggers that keep the index over messages call it.
    connection.create_function("searchable", 1, _searchable, deterministic=True)
    if not is_read_only:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    # Mapped pages count as the process's memory, and a scan of all vectors would map them all.
    connection.execute("PRAGMA mmap_size = 0")


def _searchable(value: object) -> str:
    """Return a stored text as the index over messages takes it; nonsense in its place holds no words."""
    return searchable(value) if isinstance(value, str) else ""


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Run the block in one write transaction; nested, in a savepoint of the outer one.

    BEGIN IMMEDIATE, because a transaction that reads first and writes later fails at once when another writer came
    between, whatever the busy timeout.

    Raises:
        StoreError: a statement of the block or its end found the disk full, the file locked, damaged or read-only.
    """
    if connection.in_transaction:
        begin, commit, rollback = "SAVEPOINT nested", "RELEASE nested", "ROLLBACK TO nested"
    else:
        begin, commit, rollback = "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"
    with errors_in_words(connection=connection):
        connection.execute(begin)
        try:
            yield
            connection.execute(commit)
        except BaseException:
            # A disk that is full ends the transaction by itself; a COMMIT that fails leaves it open.
            if connection.in_transaction:
                connection.execute(rollback)
                if rollback != "ROLLBACK":
                    connection.execute(commit)
            raise


@contextmanager
def snapshot(connection: Connection) -> Iterator[None]:
    """Read the block's queries from one state of the database, whatever others write; inside a transaction, from that."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        # Unlike the statement, it does nothing where an error has ended the transaction.
        connection.rollback()


def commits_seen(connection: Connection) -> int:
    """Return a number that is another one once any other connection has committed; what it counts means nothing else.

    Inside a write transaction it says whether anything that was read before its begin may have changed since.
    """
    seen: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return seen


def rows_changed(connection: Connection) -> int:
    """Return how many rows this connection has written so far: it grows with each that is inserted, changed or deleted."""
    return connection.total_changes


def truncate_wal(connection: Connection) -> bool:
    """Move the write-ahead log into the file and empty it; False while another program reads it."""
    busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return busy == 0


@contextmanager
def errors_in_words(path: Path | None = None, *, connection: Connection | None = None) -> Iterator[None]:
    """Turn the sqlite module's errors into `StoreError`s that a user can act on.

    Args:
        path: The file that they are about.
        connection: Or what is open on it.
    """
    module = sqlite_module()
    try:
        yield
    except module.DatabaseError as error:
        words = str(error)
        path = _path_of(connection) if connection is not None else path
        place = str(path) if path else "the database"
        if "malformed" in words or "not a database" in words:
            raise DamagedDatabaseError(
                f"{place} is damaged: {words}.",
                "Start Reverie again: it restores the newest good backup, or what can be read.",
            ) from error
        if "locked" in words or "busy" in words:
            raise BusyError(f"{place} is in use by another program.", "Try again in a moment.") from error
        if path is not None and not path.parent.exists():
            raise FolderError(
                f"The folder {path.parent} is gone.", "Put it back, or start Reverie again to begin anew."
            ) from error
        if "readonly" in words or "unable to open" in words:
            raise FolderError(f"{place} cannot be written: {words}.", "Check the folder's permissions.") from error
        is_failing = isinstance(error, module.OperationalError) and "disk I/O" in words
        # What the WAL's index lacks room for is told as a failing disk.
        if "full" in words or (is_failing and path is not None and _is_full(path.parent)):
            raise FolderError(f"{place} cannot grow: the disk is full.", "Free some space and try again.") from error
        if is_failing:
            raise StoreError(f"{place}: {words}.", "Check the disk.") from error
        raise


def _path_of(connection: Connection) -> Path | None:
    """Return the file that a connection is on; None where it has none."""
    path: str = connection.execute("PRAGMA database_list").fetchone()[2]
    return Path(path) if path else None


def _is_full(folder: Path) -> bool:
    """Tell whether the disk that a folder lies on has no room for the WAL's index to grow."""
    try:
        return shutil.disk_usage(folder).free < _SHARED_INDEX_BYTES
    except OSError:
        return False
