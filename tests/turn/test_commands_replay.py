"""`reverie replay` as another program drives it: real processes, bytes in, bytes out."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tui.cli import run_command

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120

SCRIPT = """\
# What is asked for, what comes by itself, what a ban withholds.
{"do": "start", "seed": 7, "config": {"retrieved_sticky": 1}}

{"do": "memory", "id": "boiler", "text": "The boiler is in the cellar.", "keys": ["boiler"], "sticky": 1}
{"do": "say", "text": "My sister Ilse is vegetarian — 漢字.", "reply": ["I see."], "expect": {"turn": 1}}
{"do": "say", "text": "Where is the boiler?"}
{"do": "advance", "days": 3}
{"do": "chat", "name": "other"}
{"do": "say", "text": "What did I tell you about my sister?", "reply": "She is vegetarian."}
{"do": "ban", "term": "sisters"}
{"do": "preview", "text": "Tell me about my sister and the boiler."}
{"do": "recall", "text": "vegetarian", "k": 3}
{"do": "inspect", "id": "boiler"}
{"do": "restart", "kill": true}
{"do": "cancel", "text": "Where is the boiler?", "after_tokens": 1, "reply": "In the cellar."}
"""


def environment(home: Path, **changes: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        **changes,
    }


def replay(
    home: Path, *arguments: str, stdin: str | bytes = b"", **environ: str
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "tui", "replay", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=TIMEOUT_S,
        cwd=home,
        env=environment(home, **environ),
        check=False,
    )


def results(done: "subprocess.CompletedProcess[bytes]") -> list[dict[str, Any]]:
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_command_line_gives_one_result_line_and_the_temporary_folder_goes(tmp_path: Path) -> None:
    (tmp_path / "script.jsonl").write_text(SCRIPT, encoding="utf-8")
    found = results(replay(tmp_path, "script.jsonl"))
    commands = [json.loads(line)["do"] for line in SCRIPT.splitlines() if line.startswith("{")]
    assert [one["do"] for one in found] == commands
    assert [one["line"] for one in found[:3]] == [2, 4, 5]
    assert found[3]["active"][0] == {"id": "boiler", "reason": "matched", "score": 0.72, "tokens": 13}
    assert found[5]["at"] == "2026-01-08T09:00:00Z"
    assert found[6]["mode"] == "asked"
    assert found[10]["id"] == "boiler"
    assert found[12]["reply"] == "In t"
    assert [one.name for one in tmp_path.iterdir()] == ["script.jsonl"]


def test_output_is_the_same_bytes_whatever_locale_zone_and_hash_seed(tmp_path: Path) -> None:
    (tmp_path / "script.jsonl").write_text(SCRIPT, encoding="utf-8")
    plain = replay(tmp_path, "script.jsonl")
    piped = replay(tmp_path, "-", stdin=SCRIPT.replace("\n", "\r\n"), TZ="Pacific/Kiritimati", PYTHONHASHSEED="1")
    ascii_only = replay(
        tmp_path, "script.jsonl", TZ="America/St_Johns", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0",
        PYTHONHASHSEED="2",
    )  # fmt: skip
    assert plain.returncode == 0
    assert plain.stdout.count(b"\n") == 13
    assert piped.stdout == plain.stdout
    assert ascii_only.stdout == plain.stdout


def test_result_comes_before_the_next_line_is_sent(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tui", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as process:
        assert process.stdin
        assert process.stdout
        for text in ("One.", "Two."):
            process.stdin.write(json.dumps({"do": "say", "text": text}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["prompt"].endswith(text)
        process.stdin.close()
        assert process.wait(TIMEOUT_S) == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"do": "sya", "text": "x"}', ['"do"', "expected one of", "'sya'"]),
        (b'{"do": "say", "txt": "x"}', ['"txt"', "expected one of"]),
        (b'{"do": "say", "text": 5}', ['"text"', "expected a string"]),
        (b'{"do": "say"}', ['"text"', "needs it"]),
        (b'{"do": "memory", "id": "a", "text": "x", "sticky": -1}', ['"sticky"', "0 or more"]),
        (b'{"do": "memory", "id": "a", "text": "\\ud800"}', ['"text"', "expected a string"]),
        (b'{"do": "memory", "id": "a", "text": " "}', ['"text"', "expected a string of words"]),
        (b'{"do": "edit", "id": "nobody", "text": "x"}', ['"id"', "expected", "'nobody'"]),
        (b'{"do": "inspect", "id": "nobody"}', ['"id"', "expected", "'nobody'"]),
        (b'{"do": "rewind", "to_turn": 9}', ['"to_turn"', "expected", "no turn 9"]),
        (b'{"do": "unban", "term": "Rex"}', ['"term"', "expected"]),
        (b'{"do": "start", "config": {"n_ctxx": 1}}', ["n_ctxx", "n_ctx"]),
        (b'{"do": "advance", "days": 100000000000}', ['"days"', "expected"]),
        (b"[1, 2]", ["expected one JSON object"]),
        (b"[" * 100_000, ["not JSON"]),
        (b'{"do": "say", "text": "\xff"}', ["not UTF-8"]),
        (b"say hello", ["not JSON"]),
    ],
)
def test_line_that_cannot_be_run_ends_with_2_and_names_line_and_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, words: list[str]
) -> None:
    script = tmp_path / "script.jsonl"
    script.write_bytes(b"# first\n\n" + line + b'\n{"do": "advance"}\n')
    assert run_command(["replay", str(script), "--data-dir", str(tmp_path / "data")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (told,) = err.splitlines()
    assert told.startswith("reverie: line 3: ")
    for word in words:
        assert word in told


def test_edit_to_no_text_ends_with_2_and_names_line_and_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(
        '{"do": "memory", "id": "a", "text": "The gate is red."}\n{"do": "edit", "id": "a", "text": " \\n"}\n', "utf-8"
    )
    assert run_command(["replay", str(script), "--data-dir", str(tmp_path / "data")]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err == "reverie: line 2: \"text\": expected a string of words, not ' \\n'\n"


def test_what_came_before_a_wrong_line_stands(tmp_path: Path) -> None:
    done = replay(tmp_path, "-", stdin='{"do": "say", "text": "One."}\n{"do": "nonsense"}\n')
    assert done.returncode == 2
    assert json.loads(done.stdout)["turn"] == 1


def test_kept_folder_is_named_and_can_be_looked_into(tmp_path: Path) -> None:
    done = replay(tmp_path, "-", "--keep", stdin='{"do": "memory", "id": "a", "text": "The gate is red."}\n')
    (told,) = done.stderr.decode().splitlines()
    folder = Path(told.removeprefix("reverie: The folder is "))
    assert folder.parent == tmp_path
    listed = subprocess.run(
        [sys.executable, "-m", "tui", "memory", "list", "--json", "--data-dir", str(folder)],
        capture_output=True,
        check=True,
        env=environment(tmp_path),
    )
    assert [one["text"] for one in json.loads(listed.stdout)["memories"]] == ["The gate is red."]


def test_chosen_folder_stays_and_a_second_script_goes_on_in_it(tmp_path: Path) -> None:
    say = '{"do": "say", "text": "One."}\n'
    turns = [results(replay(tmp_path, "-", "--data-dir", "world", stdin=say))[0]["turn"] for _ in range(2)]
    assert turns == [1, 2]
    assert (tmp_path / "world" / "reverie.db").exists()


def test_missing_script_is_one_line(tmp_path: Path) -> None:
    done = replay(tmp_path, "gone.jsonl")
    assert (done.returncode, done.stderr) == (1, b"reverie: gone.jsonl: No such file or directory.\n")


def test_real_model_answers_in_place_of_the_script(tmp_path: Path) -> None:
    script = (
        '{"do": "start", "config": {"max_reply_tokens": 16, "n_ctx": 1024}}\n'
        '{"do": "say", "text": "Hello, how are you?", "reply": "never"}\n'
        '{"do": "cancel", "text": "Tell me a story.", "after_tokens": 3}\n'
        '{"do": "cancel", "text": "Tell me another.", "after_tokens": 0}\n'
    )
    done = replay(tmp_path, "-", "--real-model", stdin=script)
    assert done.returncode == 0, done.stderr
    _, said, cancelled, undone = (json.loads(line) for line in done.stdout.splitlines())
    assert said["reply"] not in ("", "never")
    assert said["prompt_tokens"] > 10
    assert cancelled["turn"] == 2
    assert len(cancelled["reply"]) < len(said["reply"])
    assert undone["turn"] is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signal_ends_it_without_a_word_and_takes_the_folder_away(tmp_path: Path, number: int, status: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tui", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b'{"do": "say", "text": "One."}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(number)
        _, complaints = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, complaints) == (status, b"")
    assert list(tmp_path.iterdir()) == []


def test_reader_that_goes_away_is_no_complaint(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tui", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b'{"do": "advance"}\n' * 3)
        process.stdin.close()
        complaints = process.stderr.read()
        assert (process.wait(TIMEOUT_S), complaints) == (141, b"")
    assert list(tmp_path.iterdir()) == []
