"""`reverie forget --everything` leaves nothing of Reverie's, and everything that is not."""

import io
import json
import os
import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from fakes import FakeClock, FakeModel
from gguf_files import tiny_gguf

from assistant.bootstrap import build_session
from assistant.chats import list_chats
from assistant.config import Config
from assistant.erasing import _own_files, erase_everything, find_everything
from assistant.memories import list_memories
from assistant.paths import Paths, find_paths
from assistant.welcome import where_things_lie
from memory.database import connect
from memory.embedding import Embedder
from memory.errors import StoreError
from memory.folder import BACKUPS_NAME, DAMAGED_NAME, DATABASE_NAME, RUN_NAME, OwnerLock
from tests.plain_talk import Typed
from tui.cli import run_command

TOLD = "I planted apple trees near Zwickau."


@pytest.fixture
def lived(tmp_path: Path) -> Paths:
    """A data folder with one of everything that Reverie makes, and its settings elsewhere."""
    data = tmp_path / "share" / "reverie"
    at = ["--data-dir", str(data)]
    run_command(["remember", TOLD, *at])
    run_command(["idle", "--job", "backup", *at])
    database = data / DATABASE_NAME
    backups, models, log, run = data / BACKUPS_NAME, data / "models", data / "log", data / RUN_NAME
    aside = data / DAMAGED_NAME / "20260105T101500"
    for folder in (models / "some", log, aside / "rebuilt"):
        folder.mkdir(parents=True, exist_ok=True)
    copies = [
        backups / "before-migration-3-20260105T101500.db",
        backups / "daily-2026-01-05.partial",
        aside / DATABASE_NAME,
        aside / f"{DATABASE_NAME}-wal",
        aside / "rebuilt" / "copy.db",
        data / "reverie.partial",
    ]
    for path in copies:
        shutil.copyfile(database, path)
    tiny_gguf(models / "tiny.gguf")
    tiny_gguf(models / "some" / "other.gguf")
    for path in (
        models / "added.json",
        models / ".tiny.gguf.0123456789abcdef.part",
        models / ".tiny.gguf.0123456789abcdef.part.lock",
        log / "reverie.log",
        log / "embedder.log",
        run / "suspect",
        run / "owner-00ff.lock",
    ):
        path.write_text("[]")
    settings = tmp_path / "config" / "reverie" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'data_dir = "{data}"\n')
    (settings.parent / ".config.toml.abcd1234").write_text("")
    return Paths(data, settings)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_all_that_reverie_made_is_found_and_nothing_is_left(lived: Paths, tmp_path: Path) -> None:
    found = find_everything(lived)
    assert (found.chats, found.memories, found.backups) == (0, 1, 2)
    assert [path.name for path, _ in found.models] == ["other.gguf", "tiny.gguf"]
    assert found.config_file == lived.config_file
    assert found.others == ()

    left = erase_everything(lived)

    assert left.is_nothing
    assert files(tmp_path) == ["config", "share"]


def test_what_is_not_reveries_stays_and_is_named(lived: Paths, tmp_path: Path) -> None:
    mine = [
        lived.data / "notes.txt",
        lived.data / "photos" / "cat.png",
        lived.data / BACKUPS_NAME / "daily-mine.db",
        lived.data / DAMAGED_NAME / "20260105T101500" / "letter.txt",
        lived.data / "models" / "README.md",
        lived.data / "log" / "other.log",
        lived.data / RUN_NAME / "mine.lock",
        lived.config_file.parent / "config.toml.old",
        lived.config_file.parent / ".config.toml.bak",
    ]
    for path in mine:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")

    left = erase_everything(lived)

    assert left.is_nothing
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(mine)
    named = {lived.data / "photos" if path.name == "cat.png" else path for path in mine[:7]}
    assert set(left.others) == named


def test_a_link_goes_and_what_it_leads_to_stays(lived: Paths, tmp_path: Path) -> None:
    mine = tiny_gguf(tmp_path / "mine.gguf")
    (lived.data / "models" / "linked.gguf").symlink_to(mine)

    assert erase_everything(lived).is_nothing
    assert mine.exists()


@pytest.mark.parametrize("name", ["models", BACKUPS_NAME])
def test_a_folder_that_is_a_link_is_not_followed_but_named(lived: Paths, tmp_path: Path, name: str) -> None:
    mine = tmp_path / "mine"
    shutil.move(lived.data / name, mine)
    before = files(mine)
    (lived.data / name).symlink_to(mine)
    left = erase_everything(lived)
    assert files(mine) == before
    assert left.others == (lived.data / name,)


def test_a_database_that_is_a_link_goes_with_the_file_it_leads_to(lived: Paths, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.db"
    shutil.move(lived.database, elsewhere)
    lived.database.symlink_to(elsewhere)
    assert erase_everything(lived).is_nothing
    assert not elsewhere.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read and change everything")
def test_nothing_goes_where_a_backup_could_not_go(lived: Paths) -> None:
    backups = lived.data / BACKUPS_NAME
    backups.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="nothing was deleted"):
            erase_everything(lived)
    finally:
        backups.chmod(0o700)
    assert lived.database.exists()


def test_a_deletion_that_was_killed_anywhere_is_finished_and_leaves_all_or_nothing(
    lived: Paths, tmp_path: Path, embedder: Embedder
) -> None:
    order = [path for path in _own_files(lived) if path.is_relative_to(lived.data)]
    outcomes = set()
    for done in range(len(order) + 1):
        copy = Paths(tmp_path / f"killed-{done}", tmp_path / f"killed-{done}" / "config.toml")
        shutil.copytree(lived.data, copy.data)
        for path in order[:done]:
            (copy.data / path.relative_to(lived.data)).unlink()

        config = Config(data_dir=str(copy.data), timezone="UTC")
        with closing(build_session(config, clock=FakeClock(), model=FakeModel(), embedder=embedder)) as session:
            told = [one.memory.text for one in list_memories(session, 10)]
            assert list_chats(session) == []
        is_whole = copy.data.joinpath(order[done].relative_to(lived.data)) if done < len(order) else None
        assert told in ([TOLD], []), is_whole
        outcomes.add(bool(told))

        assert erase_everything(copy).is_nothing
        assert not copy.data.exists()
    assert outcomes == {True, False}


def test_a_log_of_the_database_that_is_left_alone_brings_nothing_back(tmp_path: Path, embedder: Embedder) -> None:
    paths = find_paths(str(tmp_path / "data"))
    config = Config(data_dir=str(paths.data), timezone="UTC")
    run_command(["remember", "Something else.", "--data-dir", str(paths.data)])
    with closing(connect(paths.database)) as reader:
        reader.execute("SELECT COUNT(*) FROM memories").fetchone()
        run_command(["remember", TOLD, "--data-dir", str(paths.data)])
        log = (paths.data / f"{DATABASE_NAME}-wal").read_bytes()
    assert log
    paths.database.unlink()
    (paths.data / f"{DATABASE_NAME}-wal").write_bytes(log)

    with closing(build_session(config, clock=FakeClock(), model=FakeModel(), embedder=embedder)) as session:
        assert list_memories(session, 10) == []

    assert erase_everything(paths).is_nothing


def test_what_a_killed_temporary_chat_left_goes_too(tmp_path: Path) -> None:
    dead = Path(tempfile.mkdtemp(prefix=f"reverie-temporary-{2**22 + 9}-"))
    (dead / "message.md").write_text(TOLD)
    paths = find_paths(str(tmp_path / "data"))
    assert dead in find_everything(paths).temporary

    assert erase_everything(paths).is_nothing
    assert not dead.exists()


def test_another_program_on_the_folder_is_in_the_way_and_nothing_is_touched(
    lived: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(lived.data)
    with OwnerLock(lived.data):
        during = files(lived.data)
        capsys.readouterr()
        assert run_command(["forget", "--everything", "--yes", "--data-dir", str(lived.data)]) == 1
        told = capsys.readouterr().err.splitlines()
        assert told == [f"reverie: Another Reverie is using {lived.data}. Close it first."]
        assert set(during) <= set(files(lived.data)) | {"run/owner-00ff.lock"}
    assert set(before) - {"run/owner-00ff.lock"} <= set(files(lived.data))


def test_a_database_of_another_program_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sqlite3  # noqa: PLC0415

    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    assert run_command(["forget", "--everything", "--yes", "--data-dir", str(tmp_path)]) == 1
    assert "another program" in capsys.readouterr().err
    assert (tmp_path / DATABASE_NAME).exists()


@pytest.mark.parametrize("content", [b"I am no database. " * 500, b""])
def test_a_database_that_cannot_be_read_goes_as_well(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / DATABASE_NAME).write_bytes(content)
    assert run_command(["forget", "--everything", "--yes", "--data-dir", str(folder)]) == 0
    assert not folder.exists()


def test_settings_that_cannot_be_read_are_no_hindrance(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    run_command(["remember", TOLD, "--data-dir", str(folder)])
    (folder / "config.toml").write_text("temperature = 99\n")
    assert run_command(["forget", "--everything", "--yes", "--data-dir", str(folder)]) == 0
    assert not folder.exists()


@pytest.mark.parametrize(
    ("typed", "status"), [("everything\n", 0), (" everything \n", 0), ("yes\n", 1), ("Everything\n", 1), ("\n", 1)]
)
def test_on_a_terminal_the_word_must_be_typed(
    lived: Paths, typed: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Typed(typed))
    assert run_command(["forget", "--everything", "--data-dir", str(lived.data)]) == status
    assert lived.data.exists() == bool(status)
    told = capsys.readouterr()
    assert "- 0 chats and 1 memory" in told.out
    assert "the downloaded model tiny.gguf" in told.out
    assert ("Nothing was changed." in told.err) == bool(status)


def test_a_pipe_needs_a_yes(lived: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("everything\n"))
    before = files(lived.data)
    assert run_command(["forget", "--everything", "--data-dir", str(lived.data)]) == 1
    assert "--yes" in capsys.readouterr().err
    assert files(lived.data) == before
    assert run_command(["forget", "--everything", "--yes", "--json", "--data-dir", str(lived.data)]) == 0
    done = json.loads(capsys.readouterr().out)
    assert (done["memories"], done["backups"], done["left"], done["others"]) == (1, 2, [], [])
    assert run_command(["forget", "--everything", "--yes", "--data-dir", str(lived.data)]) == 0
    assert capsys.readouterr().err == f"reverie: Nothing of Reverie is in {lived.data}.\n"


@pytest.mark.parametrize("arguments", [["m1", "--everything"], ["--everything", "--topic"], []])
def test_it_is_everything_or_one_thing(arguments: list[str], tmp_path: Path) -> None:
    assert run_command(["forget", *arguments, "--yes", "--data-dir", str(tmp_path / "data")]) == 2


def test_the_welcome_names_the_command_and_settings_only_where_they_lie_elsewhere(
    tmp_path: Path, embedder: Embedder
) -> None:
    config = Config(data_dir=str(tmp_path / "data"), timezone="UTC")
    for settings, is_named in ((None, False), (tmp_path / "elsewhere" / "config.toml", True)):
        parts = {"clock": FakeClock(), "model": FakeModel(), "embedder": embedder}
        with closing(build_session(config, config_file=settings, **parts)) as session:  # type: ignore[arg-type]  # as named
            how, where = where_things_lie(session)
        assert str(tmp_path / "data") in where
        assert ("config.toml" in where) == is_named
        assert "`reverie forget --everything`" in how
