import hashlib
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from memory.database import connect, transaction, truncate_wal
from memory.errors import BusyError, FolderError, NewerDatabaseError, StoreError
from memory.folder import DATABASE_NAME, FolderLock, OwnerLock
from memory.opening import applied_steps, open_store, suspect_damage
from memory.store.backups import copy_database, is_good, list_backups, make_backup, newest_good_backup

NOW = datetime(2026, 1, 5, 10, 15, tzinfo=UTC)
OPEN_AND_WRITE = """
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from memory.database import connect
from memory.opening import open_store
opened = open_store(Path(sys.argv[1]), datetime(2026, 1, 5, tzinfo=UTC))
with closing(connect(opened.path)) as connection:
    connection.execute("INSERT INTO meta VALUES (?, 'x')", (sys.argv[2],))
print(opened.notices)
"""


def history(count: int) -> Migrations:
    """A schema history of `count` steps: the upgrade path without waiting for the project to have one."""
    steps = Migrations("reverie")

    def m001_notes(db: Database) -> None:
        db.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)")

    def m002_moods(db: Database) -> None:
        db.execute("ALTER TABLE notes ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")

    def m003_broken(db: Database) -> None:
        db.execute("UPDATE notes SET text = 'lost'")
        db.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY)")

    for step in (m001_notes, m002_moods, m003_broken)[:count]:
        steps()(step)
    return steps


def fill(path: Path, rows: int = 2000) -> None:
    with closing(connect(path)) as connection:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO notes (text) VALUES (?)", [(f"note {n} " + "x" * 200,) for n in range(rows)]
        )
        connection.execute("COMMIT")
        truncate_wal(connection)


def count_notes(path: Path) -> int:
    with closing(connect(path)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM notes").fetchone()[0])


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def overwrite(path: Path, offset: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder with a database of one step, 2,000 rows and a backup of them."""
    path = open_store(tmp_path, NOW, steps=history(1)).path
    fill(path)
    with closing(connect(path)) as connection:
        assert make_backup(connection, tmp_path, NOW)
    return tmp_path


def test_fresh_folder_gets_the_whole_schema_and_no_notice(tmp_path: Path) -> None:
    opened = open_store(tmp_path, NOW)
    assert opened.notices == ()
    assert opened.path.stat().st_mode & 0o777 == 0o600
    with closing(connect(opened.path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM memories").fetchone()[0] == 0
    assert applied_steps(opened.path)[0] == "m001_first_schema"


def test_opening_again_takes_no_lock_and_changes_nothing(tmp_path: Path) -> None:
    path = open_store(tmp_path, NOW).path
    before = digest(path)
    with FolderLock(tmp_path).held():
        assert open_store(tmp_path, NOW).notices == ()
    assert digest(path) == before


def test_empty_file_is_a_fresh_start(tmp_path: Path) -> None:
    (tmp_path / "reverie.db").touch()
    assert open_store(tmp_path, NOW).notices == ()
    assert applied_steps(tmp_path / "reverie.db")


def test_empty_file_beside_a_backup_is_a_loss_and_the_backup_is_restored(filled: Path) -> None:
    (filled / "reverie.db").write_bytes(b"")
    assert "the file is empty" in open_store(filled, NOW, steps=history(1)).notices[0]
    assert count_notes(filled / "reverie.db") == 2000


def test_older_database_is_copied_then_migrated_with_its_rows(filled: Path) -> None:
    opened = open_store(filled, NOW, steps=history(2))
    copy = filled / "backups" / "before-migration-2-20260105T101500.db"
    assert opened.notices == (f"The database was brought up to this version; the copy from before is {copy}.",)
    with closing(connect(opened.path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM notes WHERE mood = 'calm'").fetchone()[0] == 2000
    assert is_good(copy)
    assert applied_steps(copy, steps=history(2)) == ("m001_notes",)
    assert copy.stat().st_mode & 0o777 == 0o600


def test_failed_step_rolls_back_and_leaves_the_database_usable(filled: Path) -> None:
    with pytest.raises(StoreError, match="step m003_broken failed") as caught:
        open_store(filled, NOW, steps=history(3))
    assert "1 steps before it are done" in caught.value.message
    assert "before-migration-2" in caught.value.hint
    with closing(connect(filled / "reverie.db")) as connection:
        assert connection.execute("SELECT COUNT(*) FROM notes WHERE text = 'lost'").fetchone()[0] == 0
    assert open_store(filled, NOW, steps=history(2)).notices == ()


def test_older_database_is_not_migrated_under_a_running_program(filled: Path) -> None:
    with OwnerLock(filled), pytest.raises(BusyError, match="another Reverie is using it"):
        open_store(filled, NOW, steps=history(2))
    assert applied_steps(filled / "reverie.db", steps=history(2)) == ("m001_notes",)


def test_newer_database_is_refused_byte_for_byte_untouched(tmp_path: Path) -> None:
    path = open_store(tmp_path, NOW, steps=history(2)).path
    before, names = digest(path), sorted(each.name for each in tmp_path.iterdir())
    with pytest.raises(NewerDatabaseError, match=r"newer version of Reverie \(m002_moods\)"):
        open_store(tmp_path, NOW, steps=history(1))
    assert digest(path) == before
    assert sorted(each.name for each in tmp_path.iterdir()) == names


def test_newer_database_with_a_write_ahead_log_is_told_by_the_log_and_untouched(tmp_path: Path) -> None:
    path = open_store(tmp_path, NOW, steps=history(1)).path
    with closing(connect(path)) as newer:
        history(2).apply(Database(newer, execute_plugins=False))
        before, log = digest(path), digest(path.with_name("reverie.db-wal"))
        with pytest.raises(NewerDatabaseError):
            open_store(tmp_path, NOW, steps=history(1))
        assert (digest(path), digest(path.with_name("reverie.db-wal"))) == (before, log)


def test_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "reverie.db"
    Database(path).execute("CREATE TABLE bookmarks (url TEXT)").connection.close()
    before = digest(path)
    with pytest.raises(StoreError, match="database of another program .it holds 'bookmarks'"):
        open_store(tmp_path, NOW)
    assert digest(path) == before


@pytest.mark.parametrize(
    ("offset", "content"),
    [(0, b"This is not a database at all......" * 100), (40 * 4096, b"\xa5" * 40_000), (100, b"\xff" * 3000)],
    ids=["header", "middle pages", "schema page"],
)
def test_damaged_database_is_moved_aside_and_the_backup_restored(filled: Path, offset: int, content: bytes) -> None:
    path = filled / "reverie.db"
    overwrite(path, offset, content)
    damaged = digest(path)
    opened = open_store(filled, NOW, steps=history(1))
    aside = filled / "damaged" / "20260105T101500"
    (notice,) = opened.notices
    assert f"was moved to {aside}. Restored is the backup of 2026-01-05 (daily-2026-01-05.db)" in notice
    assert "\n" not in notice
    assert digest(aside / "reverie.db") == damaged
    assert count_notes(path) == 2000
    assert path.stat().st_mode & 0o777 == 0o600
    assert open_store(filled, NOW, steps=history(1)).notices == ()


def test_truncated_database_is_damaged(filled: Path) -> None:
    path = filled / "reverie.db"
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    assert "Restored is the backup" in open_store(filled, NOW, steps=history(1)).notices[0]
    assert count_notes(path) == 2000


def test_bad_backup_is_passed_over_for_an_older_good_one(filled: Path) -> None:
    overwrite(filled / "reverie.db", 0, b"garbage" * 100)
    good = filled / "backups" / "daily-2026-01-05.db"
    bad = filled / "backups" / "daily-2026-01-06.db"
    bad.write_bytes(good.read_bytes())
    overwrite(bad, 40 * 4096, b"\xa5" * 40_000)
    assert newest_good_backup(filled) == good
    assert "daily-2026-01-05.db" in open_store(filled, NOW, steps=history(1)).notices[0]


def test_damaged_without_a_backup_starts_empty_and_says_where_the_file_is(tmp_path: Path) -> None:
    path = open_store(tmp_path, NOW).path
    overwrite(path, 0, b"garbage" * 100)
    (notice,) = open_store(tmp_path, NOW).notices
    assert str(tmp_path / "damaged" / "20260105T101500") in notice
    assert "no good backup: Reverie starts empty" in notice
    assert applied_steps(path)
    overwrite(path, 0, b"garbage" * 100)
    assert "20260105T101500-2" in open_store(tmp_path, NOW).notices[0]


def test_older_backup_is_restored_and_migrated_in_one_go(filled: Path) -> None:
    overwrite(filled / "reverie.db", 0, b"garbage" * 100)
    notices = open_store(filled, NOW, steps=history(2)).notices
    assert ["Restored" in notices[0], "brought up to this version" in notices[1]] == [True, True]
    assert count_notes(filled / "reverie.db") == 2000


def test_damaged_database_stays_where_it_is_while_another_program_runs_on_it(filled: Path) -> None:
    path = filled / "reverie.db"
    overwrite(path, 40 * 4096, b"\xa5" * 40_000)
    before = digest(path)
    with OwnerLock(filled), pytest.raises(BusyError, match="is damaged, and another Reverie is using it"):
        open_store(filled, NOW, steps=history(1))
    assert digest(path) == before


def test_suspicion_is_settled_by_one_whole_check(filled: Path) -> None:
    suspect_damage(filled)
    assert (filled / "run" / "suspect").exists()
    assert open_store(filled, NOW, steps=history(1)).notices == ()
    assert not (filled / "run" / "suspect").exists()


def test_folder_in_place_of_the_database_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "reverie.db").mkdir()
    with pytest.raises(FolderError):
        open_store(tmp_path, NOW)


def test_programs_that_start_at_once_on_a_fresh_folder_all_work(tmp_path: Path) -> None:
    names = [f"p{number}" for number in range(4)]
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN_AND_WRITE, str(tmp_path), name],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    results = [(*program.communicate(), program.returncode) for program in programs]
    assert results == [("()\n", "", 0)] * 4
    with closing(connect(tmp_path / "reverie.db")) as connection:
        rows = connection.execute("SELECT key FROM meta WHERE value = 'x' ORDER BY key").fetchall()
    assert [row[0] for row in rows] == names


def test_one_backup_a_day_and_the_last_seven_are_kept(filled: Path) -> None:
    with closing(connect(filled / "reverie.db")) as connection:
        assert make_backup(connection, filled, NOW) is None
        for day in range(6, 16):
            assert make_backup(connection, filled, NOW.replace(day=day))
    assert [path.name for path in list_backups(filled)] == [f"daily-2026-01-{day:02}.db" for day in range(9, 16)]
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in list_backups(filled))


def test_cap_lets_go_of_the_oldest_but_never_of_the_newest(filled: Path) -> None:
    size = (filled / "backups" / "daily-2026-01-05.db").stat().st_size
    with closing(connect(filled / "reverie.db")) as connection:
        for day in (6, 7, 8):
            make_backup(connection, filled, NOW.replace(day=day), cap_bytes=2 * size)
        assert [path.name[-5:-3] for path in list_backups(filled)] == ["07", "08"]
        make_backup(connection, filled, NOW.replace(day=9), cap_bytes=0)
    assert [path.name[-5:-3] for path in list_backups(filled)] == ["09"]


def test_backup_holds_what_the_write_ahead_log_holds_and_is_one_file(filled: Path) -> None:
    with closing(connect(filled / "reverie.db")) as connection:
        connection.execute("INSERT INTO notes (text) VALUES ('in the log')")
        path = make_backup(connection, filled, NOW.replace(day=6))
    assert path
    assert sorted(each.name for each in path.parent.iterdir()) == ["daily-2026-01-05.db", "daily-2026-01-06.db"]
    assert count_notes(path) == 2001


def test_stopped_backup_leaves_nothing(filled: Path) -> None:
    stop = Event()
    stop.set()
    with closing(connect(filled / "reverie.db")) as connection:
        assert make_backup(connection, filled, NOW.replace(day=6), stop=stop) is None
    assert [path.name for path in (filled / "backups").iterdir()] == ["daily-2026-01-05.db"]


def test_damaged_database_does_not_push_out_good_backups(filled: Path) -> None:
    path = filled / "reverie.db"
    overwrite(path, 40 * 4096, b"\xa5" * 40_000)
    with closing(connect(path)) as connection, pytest.raises(StoreError, match="did not pass its check"):
        make_backup(connection, filled, NOW.replace(day=6), keep=1)
    assert [each.name for each in (filled / "backups").iterdir()] == ["daily-2026-01-05.db"]


def test_copy_to_a_place_that_is_no_folder_is_one_error(filled: Path) -> None:
    (filled / "file").touch()
    with closing(connect(filled / "reverie.db")) as connection, pytest.raises(FolderError):
        copy_database(connection, filled / "file" / "copy.db")


def test_missing_database_beside_a_backup_is_restored_in_words(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    open_store(tmp_path, NOW)
    with closing(connect(tmp_path / DATABASE_NAME)) as connection:
        with transaction(connection):
            connection.execute("INSERT INTO meta (key, value) VALUES ('mark', 'kept')")
        make_backup(connection, tmp_path, NOW)
    for file in tmp_path.glob("reverie.db*"):
        file.unlink()
    opened = open_store(tmp_path, NOW)
    assert "The database was missing. Restored is the backup of" in opened.notices[0]
    with closing(connect(tmp_path / DATABASE_NAME)) as connection:
        assert connection.execute("SELECT value FROM meta WHERE key = 'mark'").fetchone()[0] == "kept"
