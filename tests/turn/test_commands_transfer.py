"""`reverie import`, `export` and `chats` from the shell: chats and notes, search, putting away."""

import io
import json
import os
import stat
from pathlib import Path

import pytest
from chat_files import ChatGPT, many_chats, write_json, write_zip

from tui.cli import run_command


@pytest.fixture
def export(tmp_path: Path) -> Path:
    chat = ChatGPT("c1", "Night trains").say("I live in Graz near the station.", "Graz has a fine station.")
    chat.say("Is there a night train to Lisbon?", "There is none from Graz.")
    return write_zip(tmp_path / "export.zip", {"conversations.json": [chat.value()]})


@pytest.fixture
def at(folder: Path) -> list[str]:
    return ["--data-dir", str(folder)]


class Typed(io.StringIO):
    """Lines that someone types on a terminal."""

    def isatty(self) -> bool:
        return True


def test_an_export_is_reported_then_imported_then_known(
    at: list[str], export: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["import", str(export), *at]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ChatGPT export “export.zip”, 1 chat from 2023-04-02 to 2023-04-02:",
        "1 new; 2 turns and 2 memories to add.",
        "+ Night trains, 2023-04-02, 2 turns",
        "- left out: 1 system, tool and hidden messages",
        "Imported: 1 chat, 2 turns, 2 memories.",
    ]
    assert run_command(["import", str(export), "--json", *at]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "chats": 0, "turns": 0, "memories": 0, "refused": 0, "skipped": {"system, tool and hidden messages": 1},
    }  # fmt: skip
    assert "0 new, 1 here already; 0 turns" in err


@pytest.mark.parametrize(("typed", "status", "chats"), [("n\n", 1, 0), ("y\n", 0, 1)])
def test_someone_who_types_is_asked(
    at: list[str],
    export: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    status: int,
    chats: int,
) -> None:
    monkeypatch.setattr("sys.stdin", Typed(typed))
    assert run_command(["import", str(export), *at]) == status
    assert "Import it?" in capsys.readouterr().err
    assert run_command(["chats", "--json", *at]) == 0
    assert len(json.loads(capsys.readouterr().out)["chats"]) == chats


def test_notes_are_imported_from_a_folder(at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "2024-05-01.md").write_text("We saw a heron.\n\nIt was grey.\n")
    assert run_command(["import", str(notes), *at]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Imported: 2 memories from 1 note."
    assert run_command(["import", str(notes / "2024-05-01.md"), "--json", *at]) == 0
    assert json.loads(capsys.readouterr().out)["memories"] == 0


def test_bad_files_are_one_line(at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "conversations.json").write_text('[{"mapping": ')
    (tmp_path / "empty").mkdir()
    for path, words in (
        ("conversations.json", "not JSON"),
        ("empty", "holds no notes"),
        ("gone.zip", "does not exist"),
    ):
        assert run_command(["import", str(tmp_path / path), *at]) == 1
        out, err = capsys.readouterr()
        assert (out, len(err.splitlines())) == ("", 1)
        assert words in err


def test_what_was_said_is_found_with_its_chat_and_turn(
    at: list[str], export: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(["import", str(export), *at])
    capsys.readouterr()
    assert run_command(["chats", "search", "graz", "station", *at]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert "night-trains, turn 1  Reverie: »Graz« has a fine »station«." in lines[0]
    assert "night-trains, turn 1  You: I live in »Graz« near the »station«." in lines[1]
    assert run_command(["chats", "search", '"night train"', "--json", *at]) == 0
    hit = json.loads(capsys.readouterr().out)["hits"][0]
    assert (hit["chat"], hit["turn"], hit["role"]) == ("night-trains", 2, "user")
    assert [hit["excerpt"][start:end] for start, end in hit["marks"]] == ["night", "train"]
    assert run_command(["chats", "search", "zeppelin", *at]) == 1
    assert "Nothing found." in capsys.readouterr().err


def test_a_chat_is_put_away_and_taken_back(at: list[str], export: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_command(["import", str(export), *at])
    capsys.readouterr()
    assert run_command(["chats", "put-away", "night-trains", *at]) == 0
    assert capsys.readouterr().out == "Put away: Night trains\n"
    assert run_command(["chats", *at]) == 0
    out, err = capsys.readouterr()
    assert (out, "1 more put away" in err) == ("", True)
    assert run_command(["chats", "--put-away", *at]) == 0
    assert "night-trains" in capsys.readouterr().out
    assert run_command(["chats", "take-back", "night-trains", *at]) == 0
    assert run_command(["chats", *at]) == 0
    assert "night-trains" in capsys.readouterr().out
    assert run_command(["chats", "put-away", "nowhere", *at]) == 1
    assert "There is no chat “nowhere”." in capsys.readouterr().err


def test_a_chat_goes_out_as_markdown_and_everything_as_json(
    at: list[str], export: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    run_command(["import", str(export), *at])
    capfdbinary.readouterr()
    assert run_command(["export", "--chat", "night-trains", *at]) == 0
    text = capfdbinary.readouterr().out.decode("utf-8")
    assert text.startswith("# Night trains\n")
    target = tmp_path / "all.json"
    assert run_command(["export", "--format", "json", "--output", str(target), *at]) == 0
    assert len(json.loads(target.read_text(encoding="utf-8"))["chats"]) == 1
    if os.name == "posix":
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    other = ["--data-dir", str(tmp_path / "other")]
    assert run_command(["import", str(target), *other]) == 0
    capfdbinary.readouterr()
    assert run_command(["export", "--chat", "night-trains", *other]) == 0
    assert capfdbinary.readouterr().out.decode("utf-8") == text


def test_a_file_is_never_overwritten_unasked(
    at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_command(["remember", "My sister Ilse is vegetarian.", *at])
    target = tmp_path / "mine.json"
    target.write_text("mine")
    command = ["export", "--format", "json", "-o", str(target), *at]
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run_command(command) == 1
    assert "--force" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", Typed("n\n"))
    assert run_command(command) == 1
    assert target.read_text() == "mine"
    assert run_command([*command, "--force"]) == 0
    assert json.loads(target.read_text())["chats"] == []


def test_an_export_that_fails_leaves_no_file(at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["export", "--chat", "nowhere", "-o", str(tmp_path / "x.md"), *at]) == 1
    assert "There is no chat “nowhere”." in capsys.readouterr().err
    assert list(tmp_path.glob("*x.md*")) == []
    run_command(["remember", "My sister Ilse is vegetarian.", *at])
    capsys.readouterr()
    assert run_command(["export", "-o", str(tmp_path / "no" / "x.json"), *at]) == 1
    assert "No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["--lorebook", "x", "--chat", "y"], ["--format", "lorebook", "--chat", "y"], ["--format", "pdf"]]
)
def test_what_does_not_go_together_is_refused(
    at: list[str], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", *arguments, *at]) == 2


def test_a_report_tells_of_few_bad_chats_and_counts_the_rest(
    at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_json(tmp_path / "conversations.json", [*many_chats(1, 1), *({"n": n} for n in range(50))])
    assert run_command(["import", str(path), *at]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 30
    assert "! and 30 more are left out" in lines


def test_imports_are_taken_back_and_chats_deleted(
    at: list[str], export: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(["import", str(export), *at])
    capsys.readouterr()
    assert run_command(["import", "--undo", *at]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Imported from services and notes: 1 chat, 2 memories.",
        "What you said here yourself stays.",
        "Deleted: 1 chat, 2 memories.",
    ]
    assert run_command(["import", *at]) == 2
    run_command(["import", str(export), *at])
    assert run_command(["chats", "delete", "night-trains", *at]) == 0
    assert "Deleted: Night trains" in capsys.readouterr().out
    assert run_command(["chats", "--json", *at]) == 0
    assert json.loads(capsys.readouterr().out) == {"chats": []}
    assert run_command(["memory", "list", "--json", *at]) == 0
    assert json.loads(capsys.readouterr().out) == {"memories": []}


def test_without_options_all_goes_out_and_comes_in_again(
    at: list[str], export: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(["import", str(export), *at])
    run_command(["remember", "My sister Ilse is vegetarian.", *at])
    capsys.readouterr()
    target = tmp_path / "all.json"
    assert run_command(["export", "-o", str(target), *at]) == 0
    other = ["--data-dir", str(tmp_path / "other")]
    assert run_command(["import", str(target), "--yes", *other]) == 0
    capsys.readouterr()
    told = []
    for where in (at, other):
        for command in (["chats", "--json"], ["memory", "list", "--json"], ["export"]):
            assert run_command([*command, *where]) == 0
            told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[3]
    assert [one["text"] for one in told[1]["memories"]] == [one["text"] for one in told[4]["memories"]]
    assert [told[2][part] for part in ("topics", "chats", "memories")] == [
        told[5][part] for part in ("topics", "chats", "memories")
    ]


@pytest.mark.parametrize(
    ("arguments", "name", "start"),
    [
        ([], "all.md", "# Night trains"),
        ([], "all.MARKDOWN", "# Night trains"),
        ([], "all.json", "{"),
        ([], "all", "{"),
        (["--format", "markdown"], "all.json", "# Night trains"),
        (["--format", "md"], "all", "# Night trains"),
        (["--format", "json"], "all.md", "{"),
        (["--chat", "night-trains"], "one", "# Night trains"),
        (["--chat", "night-trains"], "one.json", "{"),
    ],
)
def test_the_ending_of_the_file_tells_the_format_that_is_not_named(
    at: list[str], export: Path, tmp_path: Path, arguments: list[str], name: str, start: str
) -> None:
    run_command(["import", str(export), *at])
    assert run_command(["export", *arguments, "-o", str(tmp_path / name), *at]) == 0
    assert (tmp_path / name).read_text().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(["--format", "lorebook"], "by hand"), (["--format", "md"], "no chat")],
)
def test_an_export_that_would_hold_nothing_says_so_and_writes_no_file(
    at: list[str], tmp_path: Path, arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(["remember", "My sister Ilse is vegetarian.", *at])
    capsys.readouterr()
    target = tmp_path / "empty"
    assert run_command(["export", *arguments, "-o", str(target), *at]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert word in told.err
    assert not target.exists()


def test_the_first_ten_chats_are_listed_and_the_others_counted(
    at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(13, 1)))
    assert run_command(["import", str(path), *at]) == 0
    listed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("+ ")]
    assert len(listed) == 11
    assert all(line.endswith(", 1 turn") for line in listed[:10])
    assert listed[10] == "+ and 3 more chats"
