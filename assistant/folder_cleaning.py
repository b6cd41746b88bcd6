"""Clean the files of the data folder of what was deleted from the rows.

The one fact that a reader would get wrong: deleting the rows is the small part. What was deleted lives on in the log
file of the database, in every backup, and in the copy that a killed program left half-written, until all are dealt with.
"""

import shutil
from contextlib import suppress
from pathlib import Path

from assistant.session import Session
from memory.database import Connection, transaction, truncate_wal
from memory.errors import BusyError, StoreError
from memory.folder import DAMAGED_NAME, FolderLock
from memory.store import backups, meta

LOCK_WAIT_S = 10.0
WHAT_IS_LEFT = "What is left goes as soon as that is over, while Reverie is open or when it starts next."
_DUE = "yes"
_LOG_TRIES = 3


def note_due(connection: Connection) -> None:
    """Note that words were deleted which may still stand in files. Call in the transaction that deletes them."""
    meta.write_meta(connection, meta.CLEANING_DUE, _DUE)
    meta.write_meta(connection, meta.FORGOTTEN_VERSION, str(meta.forgotten_version(connection) + 1))


def is_due(connection: Connection) -> bool:
    """Tell whether words that were deleted may still stand in files."""
    return meta.read_meta(connection, meta.CLEANING_DUE) == _DUE


def clean_files(session: Session, connection: Connection) -> str:
    """Empty the log, write the newest backup anew, drop damaged and half-written copies: all hold what was deleted.

    Call with the folder's lock held.

    Returns:
        "" where all are clean now, else why not, in words: a disk without room for a copy, or another program's reader,
        which can hold the log back. Then cleaning is still due.
    """
    left = _clean_backups(session.folder, connection)
    shutil.rmtree(session.folder / DAMAGED_NAME, ignore_errors=True)
    if not any(truncate_wal(connection) for _ in range(_LOG_TRIES)):
        return "another program reads the database"
    if not left:
        with transaction(connection):
            meta.write_meta(connection, meta.CLEANING_DUE, "")
    return left


def _clean_backups(folder: Path, connection: Connection) -> str:
    """Drop every copy but the newest, which is written anew; what goes first makes room for it. Returns why that failed."""
    old = backups.list_backups(folder)
    for path in old[:-1]:
        path.unlink(missing_ok=True)
    try:
        backups.remove_partial_copies(folder)
        for path in old[-1:]:
            backups.copy_database(connection, path)
    except StoreError as error:
        return error.message.rstrip(".")
    return ""


def finish_cleaning(session: Session) -> None:
    """Clean the files where a program was killed after it deleted the rows, or could not empty the log.

    Raises:
        BusyError: another program works on the folder.
    """
    with session.connection() as connection:
        if is_due(connection):
            with FolderLock(session.folder).held(LOCK_WAIT_S):
                clean_files(session, connection)
    _remove_left_copies(session.folder)


def _remove_left_copies(folder: Path) -> None:
    """Remove copies that a killed program left half-written; one that a living program writes is under its lock."""
    if backups.partial_copies(folder):
        with suppress(BusyError), FolderLock(folder).held():
            backups.remove_partial_copies(folder)
