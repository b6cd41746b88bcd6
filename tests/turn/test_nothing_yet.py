"""A command that only reads, on a folder that is not there or is empty: one line, and nothing is made."""

import json
import os
from pathlib import Path

import pytest

from memory.folder import DATABASE_NAME
from tui.cli import run_command

READING = [
    ["chats"],
    ["chats", "--put-away"],
    ["chats", "search", "tram"],
    ["memory", "list"],
    ["memory", "show", "m1"],
    ["recall", "my sister"],
    ["topics"],
    ["health"],
    ["why"],
    ["undo"],
    ["export"],
    ["export", "--format", "md"],
    ["export", "--format", "lorebook"],
]
CHANGING = [
    ["forget", "m1"],
    ["forget", "--topic", "cheese"],
    ["feedback", "m1", "--useful"],
    ["unban", "cheese"],
    ["unpin", "cheese"],
    ["memory", "edit", "m1", "--text", "new"],
    ["chats", "put-away", "main"],
    ["chats", "take-back", "main"],
    ["chats", "delete", "main"],
    ["import", "--undo"],
]
EMPTY_JSON = [
    (["chats"], {"chats": []}),
    (["chats", "search", "tram"], {"hits": [], "titles": [], "has_more": False}),
    (["memory", "list"], {"memories": []}),
    (["recall", "my sister"], {"results": []}),
    (["topics"], {"topics": []}),
]


def tree(folder: Path) -> list[tuple[str, bytes | None]]:
    """Everything below a folder, with what the files hold."""
    return [
        (str(path.relative_to(folder)), path.read_bytes() if path.is_file() else None)
        for path in sorted(folder.rglob("*"))
    ]


@pytest.fixture(params=["absent", "empty", "settings alone", "empty file"])
def nothing(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A data folder without a memory, in each way."""
    folder = tmp_path / "data"
    if request.param != "absent":
        folder.mkdir()
    if request.param == "settings alone":
        (folder / "config.toml").write_text("temperature = 0.4\n")
    if request.param == "empty file":
        (folder / DATABASE_NAME).touch()
    return folder


@pytest.mark.parametrize("arguments", [*READING, *CHANGING], ids=" ".join)
def test_a_command_without_a_memory_says_so_in_one_line_and_makes_nothing(
    arguments: list[str], nothing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(tmp_path)

    run_command([*arguments, "--data-dir", str(nothing)])

    told = capsys.readouterr()
    assert told == ("", f"reverie: Nothing is here yet: no chats and no memories in {nothing}.\n")
    assert tree(tmp_path) == before


@pytest.mark.parametrize(("arguments", "expected"), EMPTY_JSON, ids=str)
def test_json_gives_the_empty_answer_and_makes_nothing(
    arguments: list[str],
    expected: dict[str, object],
    nothing: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = tree(tmp_path)

    run_command([*arguments, "--json", "--data-dir", str(nothing)])

    told = capsys.readouterr()
    assert (json.loads(told.out), told.err) == (expected, "")
    assert tree(tmp_path) == before


def test_health_as_json_counts_nothing_and_makes_nothing(
    nothing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(tmp_path)

    assert run_command(["health", "--json", "--data-dir", str(nothing)]) == 0

    assert isinstance(json.loads(capsys.readouterr().out), dict)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("arguments", [["memory", "show", "m1"], ["why"], ["undo"]], ids=" ".join)
def test_json_of_what_is_not_there_fails_in_words_and_makes_nothing(
    arguments: list[str], nothing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(tmp_path)

    assert run_command([*arguments, "--json", "--data-dir", str(nothing)]) == 1

    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    "arguments", [["doctor", "--quick"], ["config", "list"], ["config", "path"], ["models"]], ids=" ".join
)
def test_looking_at_the_machine_makes_nothing(
    arguments: list[str], nothing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(tmp_path)

    assert run_command([*arguments, "--data-dir", str(nothing)]) == 0

    assert capsys.readouterr().out
    assert tree(tmp_path) == before


def test_doctor_starts_the_model_without_a_folder_and_makes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["doctor", "--data-dir", str(tmp_path / "data")]) == 0

    assert "not there yet: the first start makes it" in capsys.readouterr().out
    assert tree(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="the sticky bit is POSIX's")
def test_doctor_refuses_the_folder_that_the_first_start_would_refuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o1777)
    assert run_command(["doctor", "--data-dir", str(tmp_path)]) == 1

    assert f"{tmp_path} is used by other programs too." in capsys.readouterr().out
    assert tree(tmp_path) == []


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["chats"], 0), (["health"], 0), (["export"], 1), (["why"], 1), (["undo"], 1), (["memory", "show", "m1"], 1)],
)
def test_the_status_tells_whether_that_is_an_answer(arguments: list[str], status: int, tmp_path: Path) -> None:
    assert run_command([*arguments, "--data-dir", str(tmp_path / "data")]) == status


def test_a_backup_without_a_database_is_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--data-dir", str(tmp_path)]
    run_command(["remember", "My sister Ilse is vegetarian.", *at])
    run_command(["idle", "--job", "backup", *at])
    (tmp_path / DATABASE_NAME).unlink()
    capsys.readouterr()

    assert run_command(["memory", "list", *at]) == 0

    assert "My sister Ilse is vegetarian." in capsys.readouterr().out
