"""The commands as a user runs them: real processes, the model that ships with Reverie, a folder of their own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import TIMEOUT_S, answer, command, environment, fails_in_one_line, run, turn_counts

# -- what needs no session


def test_every_help_has_an_example_and_says_what_it_does(tmp_path: Path) -> None:
    listed = run(tmp_path, "--help").stdout
    for words in (["ask"], ["recall"], ["remember"], ["forget"], ["pin"], ["unpin"], ["memory", "list"],
                  ["memory", "show"], ["chats"], ["models", "use"], ["config", "set"], ["doctor"]):  # fmt: skip
        assert words[0] in listed
        done = run(tmp_path, *words, "--help")
        assert done.returncode == 0
        assert "Example" in done.stdout
        assert "--data-dir" in done.stdout


def test_help_and_version_import_nothing_heavy(tmp_path: Path) -> None:
    script = (
        "import sys; from tui.cli import run_command; "
        "status = run_command(['--help']), run_command(['--version']); "
        "heavy = {'numpy', 'sqlite_utils', 'wordllama', 'textual', 'assistant.engine', 'llama_cpp', 'psutil'}; "
        "print(status, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment(tmp_path), check=True
    )
    assert done.stdout.splitlines()[-1] == "(0, 0) []"


def test_without_a_terminal_the_app_says_to_use_plain(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", "--data-dir", str(tmp_path / "data")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        check=False,
    )
    fails_in_one_line(done, 2, "needs a terminal", "--plain")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "arguments", [("nonsense",), ("recall", "--k", "0", "x"), ("recall", "--k", "x", "y"), ("forget",)]
)
def test_usage_errors_exit_with_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_unknown_config_key_names_file_key_and_nearest(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[model]\nn_ctxx = 4096\n")
    for arguments in (("chats",), ("config", "list"), ("models",), ("ask", "hello")):
        done = run(tmp_path, *arguments)
        fails_in_one_line(done, 1, str(tmp_path / "config.toml"), '"n_ctxx"', 'Did you mean "n_ctx"?')


def test_config_is_set_checked_listed_and_unset(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("# mine\n")
    assert run(tmp_path, "config", "set", "n_ctx", "4096").stdout == "n_ctx = 4096\n"
    assert run(tmp_path, "config", "get", "n_ctx").stdout == "4096\n"
    fails_in_one_line(run(tmp_path, "config", "set", "n_ctx", "4"), 1, "512 to 1048576", "not 4")
    fails_in_one_line(run(tmp_path, "config", "get", "temprature"), 1, 'Did you mean "temperature"?')
    assert answer(tmp_path, "config", "list")["n_ctx"] == 4096
    assert run(tmp_path, "config", "unset", "n_ctx").stdout == "n_ctx = 0\n"
    assert (tmp_path / "config.toml").read_text().startswith("# mine\n")


def test_models_are_listed_and_only_a_model_can_be_used(tmp_path: Path) -> None:
    (default,) = answer(tmp_path, "models")["models"]
    assert (default["is_default"], default["is_current"], default["problem"]) == (True, True, "")
    (tmp_path / "text.gguf").write_text("I am no model.")
    fails_in_one_line(run(tmp_path, "models", "use", "text.gguf"), 1, "is no GGUF model")
    fails_in_one_line(run(tmp_path, "models", "use", "gone.gguf"), 1, "no model file", "gone.gguf")
    copy = tmp_path / "copy.gguf"
    copy.symlink_to(default["path"])
    assert run(tmp_path, "models", "use", "copy.gguf").returncode == 0
    assert [one["name"] for one in answer(tmp_path, "models")["models"] if one["is_current"]] == ["copy"]
    assert run(tmp_path, "models", "use", "default").returncode == 0
    assert len(answer(tmp_path, "models")["models"]) == 1


def test_doctor_passes_on_this_machine_and_really_starts_the_model(tmp_path: Path) -> None:
    report = answer(tmp_path, "doctor")
    words = {check["name"]: check["words"] for check in report["checks"]}
    assert report["ok"] is True
    assert words["model start"].startswith("answers; ")
    assert "model start" not in run(tmp_path, "doctor", "--quick").stdout


def test_doctor_finds_what_is_wrong_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("I am no model.")
    (tmp_path / "config.toml").write_text(f'model_path = "{tmp_path}/text.gguf"\n')
    (tmp_path / "reverie.db").write_text("I am no database. " * 500)
    done = run(tmp_path, "doctor", "--json", PYTHONIOENCODING="latin-1")
    failed = {check["name"]: check["words"] for check in json.loads(done.stdout)["checks"] if not check["ok"]}
    assert done.returncode == 1
    assert set(failed) == {"model file", "model start", "database", "terminal"}
    assert "is no GGUF model" in failed["model file"]
    assert "damaged" in failed["database"]


# -- commands on a session


def test_remembered_text_is_recalled_shown_pinned_and_forgotten(tmp_path: Path) -> None:
    (added,) = answer(tmp_path, "remember", "My sister Ilse is vegetarian.")["added"]
    answer(tmp_path, "remember", stdin="The garage code is 4711.")
    assert [one["text"] for one in answer(tmp_path, "memory", "list")["memories"]] == [
        "The garage code is 4711.",
        "My sister Ilse is vegetarian.",
    ]
    best = answer(tmp_path, "recall", "Which of my relatives is vegetarian?", "--k", "1")["results"][0]
    assert (best["id"], best["text"]) == (added["id"], "My sister Ilse is vegetarian.")
    assert answer(tmp_path, "pin", added["id"]) == {"id": added["id"], "pinned": True}
    assert answer(tmp_path, "memory", "show", added["id"])["pinned"] is True
    assert answer(tmp_path, "unpin", added["id"]) == {"id": added["id"], "pinned": False}
    gone = {"forgotten": 1, "messages": 0, "leftovers": [], "orders": []}
    assert answer(tmp_path, "forget", added["id"]) == gone
    assert b"vegetarian" not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    fails_in_one_line(run(tmp_path, "memory", "show", added["id"]), 1, added["id"])


@pytest.mark.parametrize("text", ["", "   ", "\n\t\n", "\x1b[31m\x00"])
def test_empty_text_is_refused_everywhere(tmp_path: Path, text: str) -> None:
    fails_in_one_line(run(tmp_path, "remember", stdin=text), 1, "nothing to remember")
    fails_in_one_line(run(tmp_path, "ask", "-", stdin=text), 1, "The message is empty")
    assert answer(tmp_path, "memory", "list") == {"memories": []}


@pytest.mark.parametrize("group", ["memory", "config"])
def test_a_group_of_commands_alone_shows_its_help(tmp_path: Path, group: str) -> None:
    alone = [sys.executable, "-m", "tui", group]
    done = subprocess.run(alone, capture_output=True, text=True, env=environment(tmp_path), check=False)
    assert "Commands:" in done.stderr
    assert "Error:" not in done.stderr


def test_an_endless_argument_is_not_said_back_whole(tmp_path: Path) -> None:
    for arguments in (
        ("why", "x" * 100_000),
        ("memory", "show", "y" * 100_000),
    ):
        done = run(tmp_path, *arguments)
        assert done.returncode != 0
        assert len(done.stderr) < 1_200, arguments[0]


def test_control_characters_and_broken_utf8_never_come_back_out(tmp_path: Path) -> None:
    done = run(
        tmp_path, "remember", stdin=b"The \x1b]0;title\x07door\x00 is \x1b[31mred\x1b[0m, \xff\xfe no \xe2\x80\xaeblue."
    )
    assert done.returncode == 0
    listed = run(tmp_path, "memory", "list").stdout
    assert "The door is red" in listed
    assert not set(listed) & {"\x00", "\x07", "\x1b", "\u202e"}


def test_arguments_are_utf8_in_a_locale_that_is_not(tmp_path: Path) -> None:
    done = run(tmp_path, "remember", "Schuhgröße 漢字", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0
    assert answer(tmp_path, "memory", "list")["memories"][0]["text"] == "Schuhgröße 漢字"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command(tmp_path, "models"),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
            check=False,
        )
    fails_in_one_line(done, 1, "No space left on device")


def test_ask_goes_on_in_its_chat_and_tells_what_it_cost(tmp_path: Path) -> None:
    run(tmp_path, "config", "set", "max_reply_tokens", "24")
    first = answer(tmp_path, "ask", "Hello there, how are you?")
    second = answer(tmp_path, "ask", "--chat", "other", stdin="What is two plus two?")
    streamed = run(tmp_path, "ask", "Tell me more.")
    assert (first["chat"], second["chat"]) == ("ask", "other")
    assert first["reply"].strip()
    assert 0 < first["reply_tokens"] <= 24
    assert first["first_token_s"] > 0
    assert first["prompt_tokens"] > 10
    assert streamed.returncode == 0
    assert streamed.stdout.strip()
    assert streamed.stdout.endswith("\n")
    assert turn_counts(tmp_path) == {"ask": 2, "other": 1}


def test_ask_answers_from_the_store_and_says_how_to_forget(tmp_path: Path) -> None:
    run(tmp_path, "config", "set", "max_reply_tokens", "16")
    run(tmp_path, "remember", "I'm allergic to peanuts.")
    known = run(tmp_path, "ask", "what do you know about me?").stderr.splitlines()
    assert known[0] == "reverie: What you told me, from memory:"
    assert known[1].startswith("reverie: · “I'm allergic to peanuts.” ")
    asked = run(tmp_path, "ask", "forget my peanut allergy").stderr.splitlines()
    assert "reverie: Nothing was forgotten." in asked
    assert f"reverie: To forget it: reverie forget m1 --data-dir {tmp_path}" in asked
    told = run(tmp_path, "ask", "forget that I am allergic to peanuts", "--json").stdout
    assert json.loads(told)["forget_ids"] == ["m1"]


def test_unusable_model_is_one_line_and_the_other_commands_work(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("I am no model.")
    for path, words in ((tmp_path / "text.gguf", "is no GGUF model"), (tmp_path / "gone.gguf", "no model file")):
        (tmp_path / "config.toml").write_text(f'model_path = "{path}"\n')
        fails_in_one_line(run(tmp_path, "ask", "hello"), 1, words, str(path))
        assert run(tmp_path, "chats").returncode == 0
    assert all(turns == 0 for turns in turn_counts(tmp_path).values())


def test_newer_database_is_refused_in_one_line_and_untouched(tmp_path: Path) -> None:
    script = (
        "import sys; from sqlite_utils import Database; db = Database(sys.argv[1]); "
        "db['_sqlite_migrations'].insert({'migration_set': 'reverie', 'name': 'm999_later', 'applied_at': ''}); db.close()"
    )
    run(tmp_path, "chats")
    path = tmp_path / "reverie.db"
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)
    before = path.read_bytes()
    fails_in_one_line(run(tmp_path, "remember", "x"), 1, "newer version of Reverie", "m999_later")
    assert path.read_bytes() == before
    assert not path.with_name("reverie.db-wal").exists()


def test_damaged_database_is_moved_aside_with_a_notice_and_the_command_works(tmp_path: Path) -> None:
    run(tmp_path, "remember", "The garage code is 4711.")
    (tmp_path / "reverie.db").write_bytes(b"garbage " * 4096)
    done = run(tmp_path, "remember", "The cellar code is 4712.")
    assert done.returncode == 0
    (notice,) = done.stderr.splitlines()
    assert "was damaged" in notice
    assert str(tmp_path / "damaged") in notice
    assert len(answer(tmp_path, "memory", "list")["memories"]) == 1


def test_programs_at_once_on_a_fresh_folder_all_store(tmp_path: Path) -> None:
    programs = [
        subprocess.Popen(
            command(tmp_path, "remember", f"My locker number {n} is {n}00."),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(tmp_path),
        )
        for n in range(3)
    ]
    ends = [(program.communicate(timeout=TIMEOUT_S)[1], program.returncode) for program in programs]
    assert ends == [(b"", 0)] * 3
    assert len(answer(tmp_path, "memory", "list")["memories"]) == 3


def test_file_in_place_of_the_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = subprocess.run(
        [sys.executable, "-m", "tui", "chats", "--data-dir", str(tmp_path / "file")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
