"""Clean the files of the data folder of what was deleted from the rows.

The one fact that a reader would get wrong: deleting the rows is the small part. What was deleted lives on in the log
file of the database, in every backup, and in the copy that a killed program left half-written, until all are dealt with.
"""

import shutil
from contextlib import suppress
from pathlib import Path

from assistant.session import Session
from memory.database import Connection, transaction, truncate_wal
from memory.errors import BusyError
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


def clean_files(session: Session, connection: Connection) -> bool:
    """Empty the log, write the newest backup anew, drop damaged and half-written copies: all hold what was deleted.

    Call with the folder's lock held.

    Returns:
        Whether all are clean now. Another program's reader can hold the log back; then cleaning is still due.
    """
    backups.remove_partial_copies(session.folder)
    old = backups.list_backups(session.folder)
    if old:
        backups.copy_database(connection, old[-1])
        for path in old[:-1]:
            path.unlink(missing_ok=True)
    shutil.rmtree(session.folder / DAMAGED_NAME, ignore_errors=True)
    for _ in range(_LOG_TRIES):
        if truncate_wal(connection):
            with transaction(connection):
                meta.write_meta(connection, meta.CLEANING_DUE, "")
            return True
    return False


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
