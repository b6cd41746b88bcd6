"""`reverie config`: values that begin with a minus, places, themes, keys of the keyboard, and files to be repaired."""

from pathlib import Path

import pytest
from cli_runs import answer, fails_in_one_line, run

from tui.cli import run_command


def config(folder: Path, *arguments: str) -> int:
    return run_command(["config", *arguments[:1], "--data-dir", str(folder), *arguments[1:]])


def test_a_value_that_begins_with_a_minus_is_a_value(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert config(tmp_path, "set", "seed", "7") == 0
    assert config(tmp_path, "set", "seed", "-1") == 0
    assert capfd.readouterr().out == "seed = 7\nseed = -1\n"
    assert config(tmp_path, "set", "temperature", "-0.5") == 1
    assert '"temperature" must be a number, 0 to 2, not -0.5' in capfd.readouterr().err
    assert config(tmp_path, "set", "temperature", "0.5", "--datadir") == 2


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("theme", "nordd", 'reverie: "theme" must be the name of a theme, not \'nordd\'. Did you mean "nord"?'),
        ("data_dir", "/proc/nope", 'reverie: "data_dir" names a folder that cannot be made: '),
        ("model_path", "/nonexistent.gguf", 'reverie: "model_path" names a file that is not there. Name a GGUF file.'),
        ("timezone", "Mars/Base", "reverie: \"timezone\" must be the name of a time zone, not 'Mars/Base'."),
    ],
)
def test_what_cannot_be_used_is_refused_before_it_is_written(
    tmp_path: Path, key: str, value: str, complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert config(tmp_path, "set", key, value) == 1
    assert capfd.readouterr().err.startswith(complaint)
    assert list(tmp_path.iterdir()) == []


def test_keys_of_the_keyboard_are_set_told_listed_and_unset(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert config(tmp_path, "set", "keys.app.open_help", "Ctrl+T, f20") == 0
    assert config(tmp_path, "get", "app.open_help") == 0
    assert config(tmp_path, "set", "app.open_topics", "ctrl+k") == 0
    told = capfd.readouterr()
    assert told.out == 'keys.app.open_help = "ctrl+t,f20"\nctrl+t,f20\nkeys.app.open_topics = "ctrl+k"\n'
    assert told.err.startswith("reverie: Ctrl+K is readline's in the input")
    assert answer(tmp_path, "config", "list")["keys"] == {
        "app.open_help": "ctrl+t,f20",
        "app.open_topics": "ctrl+k",
    }
    assert config(tmp_path, "unset", "app.open_topics") == 0
    # As shipped is as good as not named.
    assert config(tmp_path, "set", "app.open_help", "f1") == 0
    assert capfd.readouterr().out == 'keys.app.open_topics = "f5"\nkeys.app.open_help = "f1"\n'
    assert (tmp_path / "config.toml").read_text() == ""


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("app.open_help", "f5", "F5 is the key of Topics. Take another."),
        ("keys.app.open_halp", "f20", 'There is no action "app.open_halp". Did you mean "app.open_help"?'),
        ("app.open_help", "h", "H could not be typed any more."),
        ("app.open_help", " ", "That names no key."),
    ],
)
def test_keys_that_cannot_be_are_refused_in_the_words_of_help(
    tmp_path: Path, key: str, value: str, complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert config(tmp_path, "set", key, value) == 1
    assert capfd.readouterr().err.startswith(f"reverie: {complaint}")
    assert list(tmp_path.iterdir()) == []


def test_a_start_that_fails_names_the_command_and_the_command_repairs_it(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[sampling]\ntemperature = 99\ntop_p = "high"\n')
    fails_in_one_line(run(tmp_path, "chats"), 1, str(file), "`reverie config unset temperature` takes it out.")
    done = run(tmp_path, "config", "unset", "temperature")
    fails_in_one_line(done, 1, "`reverie config unset top_p` takes it out.")
    assert run(tmp_path, "config", "set", "top_p", "0.9").stdout == "top_p = 0.9\n"
    assert run(tmp_path, "chats").returncode == 0
    assert file.read_text() == "[sampling]\ntop_p = 0.9\n"


def test_a_section_that_is_no_section_gives_way_to_the_value_that_is_set(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.toml").write_text("model = 3 # mine\nidle = 4\n", encoding="utf-8")
    assert config(tmp_path, "set", "n_ctx", "4096") in {0, 1}
    complaint = capfd.readouterr().err
    assert "Traceback" not in complaint
    assert len(complaint.splitlines()) <= 1
