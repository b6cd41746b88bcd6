"""Connections and transactions on a real file: nesting, failures, a busy and a full database."""

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memory.database import Connection, connect, errors_in_words, sqlite_module, transaction, truncate_wal
from memory.errors import BusyError, DamagedDatabaseError, FolderError, StoreError

WRITE_MANY = """
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from memory.capture import Captured, store
from memory.database import connect, transaction
from memory.records import Kind, Provenance
from memory.store.memories import NewMemory
import numpy as np
now = datetime(2026, 1, 5, tzinfo=UTC)
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(sys.argv[2])):
    text = f"statement {number} of {sys.argv[3]}"
    new = NewMemory(text, Provenance.USER_SAID, Kind.FACT, 0.6, now, now, search_text=text)
    vector = np.full((1, 256), 1 / 16, dtype=np.float32)
    with closing(connect(Path(sys.argv[1]))) as connection, transaction(connection):
        store(connection, Captured((new,), vector))
"""


def write(connection: Connection, key: str) -> None:
    connection.execute("INSERT INTO meta (key, value) VALUES (:key, 'x')", {"key": key})


def keys(connection: Connection) -> set[str]:
    return {str(row["key"]) for row in connection.execute("SELECT key FROM meta")} - {"seed", "origin"}


def test_connection_has_the_house_pragmas(database: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
    with closing(connect(database)) as connection:
        values = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}
    assert values == {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1, "busy_timeout": 5000,
    }  # fmt: skip


def test_foreign_keys_are_enforced(store: Connection) -> None:
    with pytest.raises(sqlite_module().IntegrityError):
        store.execute("INSERT INTO chat_turns (chat_id, turn_id) VALUES (98, 99)")


def test_transaction_commits_at_its_end(store: Connection, database: Path) -> None:
    with closing(connect(database)) as other:
        with transaction(store):
            write(store, "a")
            assert keys(other) == set()
        assert keys(other) == {"a"}


def write_and_fail(connection: Connection, key: str) -> None:
    """Write in a transaction of its own, another one inside it, and fail."""
    with transaction(connection):
        write(connection, key)
        with transaction(connection):
            write(connection, f"{key} within")
        raise KeyError


def test_transaction_that_raises_leaves_nothing(store: Connection) -> None:
    with pytest.raises(KeyError):
        write_and_fail(store, "a")
    assert keys(store) == set()
    assert not store.in_transaction


def test_inner_transaction_rolls_back_alone(store: Connection) -> None:
    with transaction(store):
        write(store, "before")
        with pytest.raises(KeyError):
            write_and_fail(store, "inner")
        write(store, "after")
    assert keys(store) == {"before", "after"}


def test_failed_commit_leaves_no_transaction_open(store: Connection) -> None:
    store.execute("CREATE TABLE late (turn INTEGER REFERENCES turns(id) DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(sqlite_module().IntegrityError), transaction(store):
        store.execute("INSERT INTO late VALUES (99)")
    assert not store.in_transaction
    with transaction(store):
        write(store, "next")
    assert keys(store) == {"next"}


def test_writer_that_waits_too_long_is_told_so(store: Connection, database: Path) -> None:
    with closing(connect(database)) as other:
        other.execute("PRAGMA busy_timeout = 1")
        with transaction(store):
            write(store, "a")
            with pytest.raises(BusyError, match="in use"), transaction(other):
                write(other, "b")
        with transaction(other):
            write(other, "c")
    assert keys(store) == {"a", "c"}


def test_reader_is_not_held_up_by_a_writer(store: Connection, database: Path) -> None:
    with closing(connect(database)) as other, transaction(store):
        other.execute("PRAGMA busy_timeout = 1")
        write(store, "a")
        assert keys(other) == set()


def test_full_database_fails_in_words_and_changes_nothing(store: Connection) -> None:
    pages = store.execute("PRAGMA page_count").fetchone()[0]
    store.execute(f"PRAGMA max_page_count = {pages}")

    def write_much() -> None:
        with transaction(store):
            write(store, "small")
            write(store, "large" * 40_000)

    with pytest.raises(FolderError, match="full"):
        write_much()
    assert not store.in_transaction
    assert keys(store) == set()
    store.execute(f"PRAGMA max_page_count = {pages + 1000}")
    with transaction(store):
        write(store, "later")
    assert keys(store) == {"later"}


@pytest.mark.parametrize(
    ("folder", "words"), [(None, "disk I/O error"), (Path("/proc"), "the disk is full")], ids=["room", "no room"]
)
def test_failing_disk_is_called_full_where_it_is(folder: Path | None, words: str, tmp_path: Path) -> None:
    if folder is not None and not (folder.is_dir() and shutil.disk_usage(folder).free == 0):
        pytest.skip("no folder here that lies on a full disk")
    with pytest.raises(StoreError, match=words), errors_in_words((folder or tmp_path) / "reverie.db"):
        raise sqlite_module().OperationalError("disk I/O error")


def test_file_that_is_no_database_is_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "reverie.db"
    path.write_bytes(b"these bytes are no database at all " * 200)
    with pytest.raises(DamagedDatabaseError, match="damaged"):
        connect(path)


def test_read_only_connection_cannot_write(store: Connection, database: Path) -> None:
    with closing(connect(database, is_read_only=True)) as reader, pytest.raises(FolderError), transaction(reader):
        write(reader, "a")
    assert keys(store) == set()


def test_log_is_emptied_unless_someone_reads_it(store: Connection, database: Path) -> None:
    log = database.with_name(database.name + "-wal")
    with transaction(store):
        write(store, "a")
    with closing(connect(database)) as reader:
        reader.execute("BEGIN")
        assert keys(reader) == {"a"}
        with transaction(store):
            write(store, "b")
        store.execute("PRAGMA busy_timeout = 1")
        assert not truncate_wal(store)
        reader.execute("COMMIT")
    assert truncate_wal(store)
    assert log.stat().st_size == 0


def test_two_processes_that_write_at_once_lose_nothing(store: Connection, database: Path) -> None:
    count = 40
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITE_MANY, str(database), str(count), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "two")
    ]
    for writer in writers:
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    rows = store.execute("SELECT id, handle, text FROM memories").fetchall()
    assert {row["text"] for row in rows} == {
        f"statement {n} of {name}" for n in range(count) for name in ("one", "two")
    }
    assert len({row["handle"] for row in rows}) == 2 * count
    assert all(row["handle"] == f"m{row['id']}" for row in rows)
    assert store.execute("SELECT COUNT(*) FROM memory_vectors").fetchone()[0] == 2 * count
    store.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
