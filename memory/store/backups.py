"""Consistent copies of the database, and which of them to trust.

The one fact that a reader would get wrong: a copy counts only once it has passed a check. A damaged database would
otherwise push the last good copies out, one a day.
"""

import os
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from threading import Event

from memory.database import Connection, connect, errors_in_words
from memory.errors import DamagedDatabaseError, FolderError, StoreError
from memory.folder import BACKUPS_NAME, DATABASE_NAME

KEPT_COPIES = 7
KEPT_MIGRATION_COPIES = 2
_DAILY = "daily-"
_BEFORE_MIGRATION = "before-migration-"
_PARTIAL = ".partial"
# What SQLite says of a row's values, where the file itself is sound: `memory.store.damaged_rows` names such rows.
_ROW_COMPLAINTS = ("CHECK constraint failed in ", "NULL value in ")
# 1 MB at a time: a copy of 100 MB looks at its stop flag a hundred times and holds no lock in between.
_PAGES_PER_STEP = 256


class _StoppedError(Exception):
    """The copy was told to stop."""


def make_backup(
    connection: Connection,
    folder: Path,
    now: datetime,
    *,
    keep: int = KEPT_COPIES,
    cap_bytes: int = 2_000_000_000,
    stop: Event | None = None,
) -> Path | None:
    """Make today's (UTC) copy and let go of those beyond `keep` and `cap_bytes`; the newest always stays.

    Returns:
        The copy; None where today's is there already or `stop` was set.

    Raises:
        DamagedDatabaseError: the copy did not pass the check; the older ones are untouched.
        FolderError: no room, or no permission.
    """
    path = folder / BACKUPS_NAME / f"{_DAILY}{now:%Y-%m-%d}.db"
    if path.exists() or not copy_database(connection, path, stop=stop):
        return None
    _let_go(folder, keep, cap_bytes)
    return path


def backup_before_migration(connection: Connection, folder: Path, now: datetime, applied_count: int) -> Path:
    """Copy the database as it is before migration number `applied_count` + 1; the last two such copies are kept."""
    path = folder / BACKUPS_NAME / f"{_BEFORE_MIGRATION}{applied_count + 1}-{now:%Y%m%dT%H%M%S}.db"
    copy_database(connection, path)
    for old in sorted(_copies(folder, _BEFORE_MIGRATION), key=made_at)[:-KEPT_MIGRATION_COPIES]:
        old.unlink(missing_ok=True)
    return path


def copy_database(connection: Connection, path: Path, *, stop: Event | None = None) -> bool:
    """Copy the database to `path` in steps, whole or not at all; False where `stop` was set.

    Raises:
        DamagedDatabaseError: the copy did not pass the check.
        FolderError: no room, or no permission.
    """
    partial = partial_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for left_over in (partial, *companions(partial)):
            left_over.unlink(missing_ok=True)
        _write_copy(connection, partial, stop)
        if not is_good(partial):
            raise DamagedDatabaseError("A copy of the database did not pass its check.", "Run `reverie doctor`.")
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(path)
    except _StoppedError:
        return False
    except OSError as error:
        raise FolderError(f"{path} cannot be written: {error.strerror}.", "Free some space and try again.") from error
    finally:
        for leftover in (partial, *companions(partial)):
            with suppress(OSError):
                leftover.unlink(missing_ok=True)
    return True


def _write_copy(connection: Connection, path: Path, stop: Event | None) -> None:
    def look_at_flag(_status: int, _remaining: int, _total: int) -> None:
        if stop and stop.is_set():
            raise _StoppedError

    look_at_flag(0, 0, 0)
    with closing(connect(path)) as target, errors_in_words(path):
        connection.backup(target, pages=_PAGES_PER_STEP, progress=look_at_flag, sleep=0.05)
        # One file, which can be read without making others beside it.
        target.execute("PRAGMA journal_mode = DELETE")


def is_good(path: Path) -> bool:
    """Tell whether the file at `path`, which nobody writes, passes SQLite's quick check. Leaves nothing behind."""
    try:
        if path.stat().st_size == 0:
            return False
        with closing(connect(path, is_immutable=True)) as connection:
            return not quick_check(connection)
    except (StoreError, OSError):
        return False


def quick_check(connection: Connection) -> str:
    """Return SQLite's first complaint about the file, "" where it has none; rows with odd values are no damage to it."""
    try:
        return _first_complaint(connection, "PRAGMA quick_check")
    except DamagedDatabaseError as error:
        return error.message


def integrity_check(connection: Connection) -> str:
    """Return the same, indexes compared with their tables too."""
    return _first_complaint(connection, "PRAGMA integrity_check")


def _first_complaint(connection: Connection, check: str) -> str:
    # Else one for each row could fill the list, before one about the file.
    with errors_in_words():
        connection.execute("PRAGMA ignore_check_constraints = ON")
        try:
            lines = [" ".join(str(row[0]).split()) for row in connection.execute(check)]
        finally:
            connection.execute("PRAGMA ignore_check_constraints = OFF")
    return next((line for line in lines if line != "ok" and not line.startswith(_ROW_COMPLAINTS)), "")


def newest_good_backup(folder: Path) -> Path | None:
    """Return the newest copy, daily or before a migration, that passes the check; None where there is none."""
    newest_first = sorted(_copies(folder, ""), key=made_at, reverse=True)
    return next((path for path in newest_first if is_good(path)), None)


def list_backups(folder: Path) -> tuple[Path, ...]:
    """Return all copies, oldest first."""
    return tuple(sorted(_copies(folder, ""), key=made_at))


def partial_of(path: Path) -> Path:
    """Return the path at which a copy is written that is to be `path` once it is whole."""
    return path.with_suffix(_PARTIAL)


def partial_copies(folder: Path) -> tuple[Path, ...]:
    """Return the half-written copies of the folder, with what belongs to each.

    Whoever writes one holds the folder's lock meanwhile: while another holds it, each is of a program that died.
    """
    copies = (folder / BACKUPS_NAME).glob(f"*{_PARTIAL}*")
    ours = [path for path in copies if path.name.startswith((_DAILY, _BEFORE_MIGRATION))]
    restored = partial_of(folder / DATABASE_NAME)
    return tuple(path for path in (*ours, restored, *companions(restored)) if path.is_file())


def remove_partial_copies(folder: Path) -> None:
    """Remove all half-written copies. Call with the folder's lock held."""
    for path in partial_copies(folder):
        path.unlink(missing_ok=True)


def companions(path: Path) -> tuple[Path, Path, Path]:
    """Return what may belong to the database at `path`: its write-ahead log, the shared memory, its rollback journal."""
    wal, shared, journal = (path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal"))
    return wal, shared, journal


def _copies(folder: Path, prefix: str) -> list[Path]:
    return [path for path in (folder / BACKUPS_NAME).glob(f"{prefix}*.db") if path.is_file()]


def made_at(path: Path) -> str:
    """Return when a copy was made, as "20260105" or "20260105T101500" (UTC): from its name, because `forget` rewrites it."""
    return (
        path.stem.removeprefix(_DAILY).replace("-", "")
        if path.stem.startswith(_DAILY)
        else path.stem.rpartition("-")[2]
    )


def _let_go(folder: Path, keep: int, cap_bytes: int) -> None:
    newest_first = sorted(_copies(folder, _DAILY), key=lambda path: path.name, reverse=True)
    total_bytes = 0
    for position, path in enumerate(newest_first):
        total_bytes += path.stat().st_size
        if position and (position >= keep or total_bytes > cap_bytes):
            path.unlink(missing_ok=True)
