"""Open the store at the start of a program: a new, older, newer or damaged database file.

The one fact that a reader would get wrong: the usual start, on a healthy database of this version, takes no lock.
Another program may be holding the upkeep lock for its idle work, and that must not keep anyone from starting.
"""

import os
import shutil
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from memory.database import Connection, connect, errors_in_words, sqlite_module, truncate_wal
from memory.errors import BusyError, DamagedDatabaseError, FolderError, NewerDatabaseError, StoreError
from memory.folder import DAMAGED_NAME, DATABASE_NAME, RUN_NAME, FolderLock, living_owners
from memory.migrations import migrations
from memory.store.backups import (
    backup_before_migration,
    companions,
    list_backups,
    made_at,
    newest_good_backup,
    partial_of,
    quick_check,
)
from memory.store.salvage import Salvaged, salvage

_LOCK_TIMEOUT_S = 30.0
# A file of this size is checked wholly at every start (about 0.1 s); a larger one only when there is a reason.
_ALWAYS_CHECKED_BYTES = 32 * 1024 * 1024
_SUSPECT_NAME = "suspect"
_REBUILT_NAME = "rebuilt"


@dataclass(frozen=True, slots=True)
class Opened:
    """The database is there, sound and of this version. `notices` are for the user to read."""

    path: Path
    notices: tuple[str, ...] = ()


def open_store(folder: Path, now: datetime, *, steps: Migrations = migrations) -> Opened:
    """Make sure that the folder holds a sound database of this version: create, migrate or restore it.

    Args:
        folder: A folder that `prepare_folder` has accepted.
        now: Names backups and the place of damaged files.
        steps: The schema's history.

    Raises:
        NewerDatabaseError: a newer version wrote it; nothing was touched.
        BusyError: another program works on it, or runs on a database that must be changed now.
        FolderError: read-only or full.
        StoreError: a migration step failed; the database is as it was.
    """
    path = folder / DATABASE_NAME
    if _is_ready(path, steps):
        return Opened(path)
    with FolderLock(folder).held(_LOCK_TIMEOUT_S):
        # Whoever held the lock may have done all of it.
        notices = () if _is_ready(path, steps) else _make_ready(folder, now, steps)
    return Opened(path, notices)


def suspect_damage(folder: Path) -> None:
    """Have the next start check the whole database: something has found it damaged while it was in use."""
    with suppress(OSError):
        (folder / RUN_NAME / _SUSPECT_NAME).touch(mode=0o600)


def applied_steps(path: Path, *, steps: Migrations = migrations) -> tuple[str, ...]:
    """Return the migrations that the database at `path` has seen, without touching the file or leaving one beside it.

    Raises:
        DamagedDatabaseError: the file is no database.
        StoreError: it is a database of another program.
    """
    wal = companions(path)[0]
    has_log = wal.exists() and wal.stat().st_size > 0
    with closing(connect(path, is_read_only=has_log, is_immutable=not has_log)) as connection, errors_in_words(path):
        applied = _applied(connection, steps)
        if not applied:
            _refuse_foreign(connection, path)
        return applied


def _applied(connection: Connection, steps: Migrations) -> tuple[str, ...]:
    return tuple(step.name for step in steps.applied(_database(connection)))


def _database(connection: Connection) -> Database:
    return Database(connection, execute_plugins=False)


def _is_ready(path: Path, steps: Migrations) -> bool:
    """Tell whether nothing needs to be done.

    Raises:
        NewerDatabaseError: a newer version wrote it.
        FolderError: it is no file, or cannot be read.
    """
    try:
        if not path.exists() or path.stat().st_size == 0:
            return False
        if not path.is_file():
            raise FolderError(f"{path} is a folder, not the database.", "Move it away, or use --data-dir.")
        has_log = companions(path)[0].exists()
        applied = applied_steps(path, steps=steps)
        refuse_newer(path, applied, steps=steps)
        if not is_current(applied, steps=steps):
            return False
        with closing(connect(path)) as connection:
            return not _complaint(connection, path, has_log=has_log)
    except DamagedDatabaseError:
        return False
    except OSError as error:
        raise FolderError(f"{path} cannot be read: {error.strerror}.", "Check the folder's permissions.") from error


def _known(steps: Migrations) -> set[str]:
    # On an empty database every step is pending: the set itself has no list to ask for.
    empty = Database(memory=True, execute_plugins=False)
    try:
        return {step.name for step in steps.pending(empty)}
    finally:
        empty.close()


def is_current(applied: tuple[str, ...], *, steps: Migrations = migrations) -> bool:
    """Tell whether a database has seen every step that this version knows."""
    return not _known(steps) - set(applied)


def refuse_newer(path: Path, applied: tuple[str, ...], *, steps: Migrations = migrations) -> None:
    """Refuse a database that has seen steps which this version does not know.

    Raises:
        NewerDatabaseError: it has.
    """
    known = _known(steps)
    unknown = [name for name in applied if name not in known]
    if unknown:
        raise NewerDatabaseError(
            f"{path} was written by a newer version of Reverie ({unknown[-1]}). It was left as it is.",
            "Update Reverie, or choose another folder with --data-dir.",
        )


def _complaint(connection: Connection, path: Path, *, has_log: bool) -> str:
    """Return what is wrong with the database, "" where nothing is. Looks at all of it only where that is cheap or due.

    Args:
        connection: A connection to it.
        path: Its file.
        has_log: Whether a write-ahead log was there before `connection`: with no program running, a sign of a crash.
    """
    suspect = path.parent / RUN_NAME / _SUSPECT_NAME
    with errors_in_words(path):
        pages, page_bytes = (
            int(connection.execute(statement).fetchone()[0]) for statement in ("PRAGMA page_count", "PRAGMA page_size")
        )
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    is_small = pages * page_bytes <= _ALWAYS_CHECKED_BYTES
    if not (is_small or suspect.exists() or (has_log and not living_owners(path.parent))):
        return ""
    words = quick_check(connection)
    if not words:
        suspect.unlink(missing_ok=True)
    return words


def _make_ready(folder: Path, now: datetime, steps: Migrations) -> tuple[str, ...]:
    path = folder / DATABASE_NAME
    notices: list[str] = []
    if path.exists():
        if words := _damage(path):
            notices.append(_replace_damaged(folder, now, words, steps))
    elif backup := newest_good_backup(folder):
        _put_copy(backup, path)
        notices.append(f"The database was missing. {_restored(backup)} To start empty, delete the backups too.")
    notices.extend(_migrate(folder, now, steps))
    return tuple(notices)


def _damage(path: Path) -> str:
    if path.stat().st_size == 0:
        # Without a backup there never was anything in it: a first start that was cut short leaves such a file.
        return "the file is empty" if list_backups(path.parent) else ""
    has_log = companions(path)[0].exists()
    try:
        with closing(connect(path)) as connection:
            return _complaint(connection, path, has_log=has_log)
    except DamagedDatabaseError as error:
        return error.message


def _replace_damaged(folder: Path, now: datetime, words: str, steps: Migrations) -> str:
    """Move the damaged files aside, put the newest good backup in their place, and say so in one notice.

    Without a backup what can be read of the damaged file stands in its place, built before that file is touched.
    """
    if living_owners(folder):
        raise BusyError(
            f"The database in {folder} is damaged, and another Reverie is using it.",
            "Close the other one, then start again: the newest good backup is restored then.",
        )
    path = folder / DATABASE_NAME
    aside = _new_folder(folder / DAMAGED_NAME, f"{now:%Y%m%dT%H%M%S}")
    backup = newest_good_backup(folder)
    rebuilt, salvaged = (None, None) if backup else _rebuild(path, aside / _REBUILT_NAME, steps)
    for each in (path, *companions(path)):
        if each.exists():
            each.replace(aside / each.name)
    (folder / RUN_NAME / _SUSPECT_NAME).unlink(missing_ok=True)
    said = f"The database was damaged ({words.rstrip('.')}) and was moved to {aside}."
    if backup is not None:
        _put_copy(backup, path)
        return f"{said} {_restored(backup)}"
    # Forgetting promises that no file holds the words, and this one may.
    kept = f"It is kept there until you forget something or delete a chat; `sqlite3 {aside / path.name} .recover`"
    if rebuilt is None or salvaged is None:
        return f"{said} There is no good backup: Reverie starts empty. {kept} may read something of it."
    _put_copy(rebuilt, path)
    shutil.rmtree(rebuilt.parent, ignore_errors=True)
    return (
        f"{said} There is no good backup: what could be read of it was taken over ({salvaged.memories:,} memories, "
        f"{salvaged.messages:,} messages, {salvaged.chats:,} chats). {kept} may read more."
    )


def _rebuild(path: Path, place: Path, steps: Migrations) -> tuple[Path | None, Salvaged | None]:
    """Make a database in `place` of what can be read of the one at `path`, which is not touched; None where that is nothing.

    Raises:
        FolderError: there is no room for it.
    """
    # A connection would work the log into the file, so it gets a copy.
    source, target = place / "copy.db", place / path.name
    try:
        place.mkdir(mode=0o700)
        shutil.copyfile(path, source)
        log = companions(path)[0]
        if log.exists():
            shutil.copyfile(log, companions(source)[0])
    except OSError as error:
        raise FolderError(
            f"{path} is damaged, and there is no room beside it for what can be read: {error.strerror}.",
            "Free some space and start again; nothing was touched.",
        ) from error
    with closing(connect(target)) as connection, errors_in_words(target):
        steps.apply(_database(connection))
    salvaged = salvage(source, target)
    with closing(connect(target)) as connection:
        is_whole = truncate_wal(connection) and not quick_check(connection)
    if salvaged and is_whole:
        return target, salvaged
    shutil.rmtree(place, ignore_errors=True)
    return None, None


def _restored(backup: Path) -> str:
    when = datetime.strptime(made_at(backup)[:8], "%Y%m%d").date()  # noqa: DTZ007 - a date without a clock
    return f"Restored is the backup of {when} ({backup.name}); what came after it is missing."


def _new_folder(parent: Path, name: str) -> Path:
    candidates = [name, *(f"{name}-{number}" for number in range(2, 1000))]
    folder = next(parent / candidate for candidate in candidates if not (parent / candidate).exists())
    folder.mkdir(parents=True, mode=0o700)
    return folder


def _put_copy(source: Path, target: Path) -> None:
    partial = partial_of(target)
    try:
        shutil.copyfile(source, partial)
        partial.chmod(0o600)
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise FolderError(
            f"The backup {source} could not be restored: {error.strerror}.", "Free some space and try again."
        ) from error


def _migrate(folder: Path, now: datetime, steps: Migrations) -> tuple[str, ...]:
    path = folder / DATABASE_NAME
    with closing(connect(path)) as connection, errors_in_words(path):
        applied = _applied(connection, steps)
        refuse_newer(path, applied, steps=steps)
        if is_current(applied, steps=steps):
            return ()
        if applied and living_owners(folder):
            raise BusyError(
                f"The database in {folder} must be brought up to this version, and another Reverie is using it.",
                "Close the other one, then start again.",
            )
        backup = backup_before_migration(connection, folder, now, len(applied)) if applied else None
        try:
            steps.apply(_database(connection))
        except sqlite_module().DatabaseError as error:
            done = _applied(connection, steps)
            failed = next(step.name for step in steps.pending(_database(connection)))
            raise StoreError(
                f"{path} could not be brought up to this version: step {failed} failed ({error}); "
                f"{len(done) - len(applied)} steps before it are done and nothing is lost.",
                f"The copy from before is {backup}." if backup else "Please report this.",
            ) from error
    if backup is None:
        return ()
    return (f"The database was brought up to this version; the copy from before is {backup}.",)


def _refuse_foreign(connection: Connection, path: Path) -> None:
    row = connection.execute(
        "SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_sqlite\\_migrations%' ESCAPE '\\' "
        "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'idx\\_\\_sqlite%' ESCAPE '\\' LIMIT 1"
    ).fetchone()
    if row is not None:
        raise StoreError(
            f"{path} is a database of another program (it holds {row[0]!r}). It was left as it is.",
            "Choose another folder with --data-dir.",
        )
