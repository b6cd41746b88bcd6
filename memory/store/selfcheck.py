"""What `doctor` asks of SQLite: what it can do here, and whether it can write in a folder.

The one fact that a reader would get wrong: these work on a database of their own, never on the user's.
"""

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memory.database import Connection, connect, errors_in_words, sqlite_module, transaction
from memory.errors import ExtensionError


def sqlite_words() -> str:
    """Return which SQLite is used: "3.53.4 (pysqlite3)"."""
    module = sqlite_module()
    return f"{module.sqlite_version} ({module.__name__.partition('.')[0]})"


def vector_version() -> str:
    """Load sqlite-vec and return its version.

    Raises:
        ExtensionError: it cannot be loaded.
    """
    with _scratch() as connection:
        return str(connection.execute("SELECT vec_version()").fetchone()[0])


def check_secure_delete() -> None:
    """Prove that FTS5 leaves nothing of a deleted row behind, which forgetting relies on.

    Raises:
        ExtensionError: this SQLite has no FTS5, or one without its 'secure-delete' option.
    """
    module = sqlite_module()
    with _scratch() as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
            connection.execute("INSERT INTO words (words, rank) VALUES ('secure-delete', 1)")
            connection.execute("INSERT INTO words (rowid, text) VALUES (1, 'zebrafinch')")
            connection.execute("DELETE FROM words WHERE rowid = 1")
            left = connection.execute("SELECT SUM(INSTR(block, CAST('zebra' AS BLOB))) FROM words_data").fetchone()[0]
        except module.DatabaseError as error:
            raise ExtensionError(
                f"FTS5's 'secure-delete' is not there: {error}.", "Install pysqlite3, or SQLite 3.42 or newer."
            ) from error
    if left:
        raise ExtensionError("FTS5 keeps words of deleted rows.", "Install pysqlite3, or SQLite 3.42 or newer.")


def check_writing(folder: Path) -> None:
    """Write and read a small database in `folder`, with the log and the locks that the real one needs.

    Raises:
        StoreError: it does not work there.
    """
    with _scratch(folder) as first, _second(first) as second:
        with transaction(first), errors_in_words(folder):
            first.execute("CREATE TABLE lines (text TEXT)")
            first.execute("INSERT INTO lines VALUES ('written')")
        with errors_in_words(folder):
            assert second.execute("SELECT text FROM lines").fetchone()[0] == "written"


@contextmanager
def _scratch(folder: Path | None = None) -> Iterator[Connection]:
    with (
        tempfile.TemporaryDirectory(prefix=".doctor-", dir=folder) as place,
        closing(connect(Path(place) / "scratch.db")) as connection,
    ):
        yield connection


@contextmanager
def _second(first: Connection) -> Iterator[Connection]:
    path = first.execute("PRAGMA database_list").fetchone()["file"]
    with closing(connect(Path(path))) as connection:
        yield connection
