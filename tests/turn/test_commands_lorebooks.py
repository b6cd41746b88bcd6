"""`reverie import` and `reverie export`: the report first, then the import."""

import json
from pathlib import Path

import pytest

from tests.plain_talk import Typed
from tui.cli import run_command

BOOK = {
    "entries": {
        "0": {"uid": 0, "key": ["lighthouse"], "comment": "Old lighthouse", "content": "It has been dark for years.",
              "position": 0, "x_mine": 7},
        "1": {"uid": 1, "key": ["bar"], "comment": "The bar", "content": "The sand bar moves — 漢字.", "position": 0},
    }
}  # fmt: skip


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "Harbour.json"
    path.write_text(json.dumps(BOOK), encoding="utf-8")
    return path


def test_report_comes_before_the_result_and_json_keeps_stdout_to_itself(
    folder: Path, book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["--data-dir", str(folder)]
    assert run_command(["import", str(book), "--json", *at]) == 0
    out, err = capsys.readouterr()
    done = json.loads(out)
    assert (done["added"], done["changed"], done["skipped"]) == (2, 0, 0)
    assert "+ Old lighthouse" in err
    assert run_command(["import", str(book), *at]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "2 unchanged" in lines[1]
    assert lines[-1] == "Imported: 0 added, 0 changed, 2 as they were or left out."


def test_export_gives_back_what_was_imported_in_utf8(
    folder: Path, book: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    at = ["--data-dir", str(folder)]
    assert run_command(["import", str(book), *at]) == 0
    capfdbinary.readouterr()
    assert run_command(["export", "--lorebook", "Harbour", *at]) == 0
    given = json.loads(capfdbinary.readouterr().out.decode("utf-8"))
    assert given["entries"]["0"]["x_mine"] == 7
    assert given["entries"]["1"]["content"] == "The sand bar moves — 漢字."


def test_unknown_lorebook_and_file_are_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.json").write_text("I am no lorebook.")
    for arguments, words in (
        (["export", "--lorebook", "Nowhere"], "no lorebook"),
        (["import", str(tmp_path / "gone.json")], "does not exist"),
        (["import", str(tmp_path / "text.json")], "not JSON"),
    ):
        assert run_command([*arguments, "--data-dir", str(folder)]) == 1
        out, err = capsys.readouterr()
        assert (out, len(err.splitlines())) == ("", 1)
        assert words in err


@pytest.mark.parametrize(("typed", "status", "added"), [("n\n", 1, 0), ("y\n", 0, 2)])
def test_someone_who_types_is_asked(
    folder: Path,
    book: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    status: int,
    added: int,
) -> None:
    monkeypatch.setattr("sys.stdin", Typed(typed))
    assert run_command(["import", str(book), "--data-dir", str(folder)]) == status
    assert "Import it?" in capsys.readouterr().err
    assert run_command(["memory", "list", "--json", "--data-dir", str(folder)]) == 0
    assert len(json.loads(capsys.readouterr().out)["memories"]) == added
