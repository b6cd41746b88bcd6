"""Commands that end before their end, and the line-by-line chat: signals, readers that go away, Ctrl-C."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psutil
import pytest
from cli_runs import TIMEOUT_S, command, environment, run, turn_counts

# -- ends before the end


LONG_STORY = "Write a very long story about a lighthouse keeper, with many chapters."


@contextmanager
def long_answer(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """An `ask` that has begun to print a long answer on a terminal."""
    master, slave = os.openpty()
    with subprocess.Popen(
        command(folder, "ask", LONG_STORY), stdout=slave, stderr=subprocess.PIPE, cwd=folder, env=environment(folder)
    ) as process:
        os.close(slave)
        try:
            assert read_some(master)
            yield process
        finally:
            process.kill()
            os.close(master)


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signal_keeps_the_text_so_far_and_ends_the_engine(tmp_path: Path, number: int, status: int) -> None:
    with long_answer(tmp_path) as process:
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(number)
        _, complaints = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, complaints) == (status, b"")
    assert children
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    assert turn_counts(tmp_path) == {"ask": 1}


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_signal_during_the_start_ends_without_a_traceback(tmp_path: Path) -> None:
    with subprocess.Popen(
        command(tmp_path, "ask", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as process:
        deadline = time.monotonic() + TIMEOUT_S
        # SIGTERM is caught once the command line is at work; it then waits for its standard input.
        while not _catches(process.pid, signal.SIGTERM) and time.monotonic() < deadline:
            os.sched_yield()
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, complaints) == (143, b"")


def _catches(pid: int, number: int) -> bool:
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        caught = next(line for line in lines if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) >> (number - 1) & 1)
    pytest.skip("needs /proc")


def test_reader_that_goes_away_is_no_complaint_and_the_text_is_kept(tmp_path: Path) -> None:
    run(tmp_path, "config", "set", "max_reply_tokens", "16")
    with subprocess.Popen(
        command(tmp_path, "ask", LONG_STORY),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        complaints = process.stderr.read()
        process.wait(timeout=TIMEOUT_S)
    assert (process.returncode, complaints) == (141, b"")
    assert turn_counts(tmp_path) == {"ask": 1}


# -- line by line


def test_plain_chat_through_a_pipe_is_a_transcript(tmp_path: Path) -> None:
    run(tmp_path, "config", "set", "max_reply_tokens", "16")
    lines = [
        "/help", "/remember The garage code is 4711.", "/recall garage code", "", "Hello, how are you?", "/why",
        "/nonsense", "/pin", "/pin m99", "/open nowhere", "/new", "/chats", "/quit", "never read",
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "tui", "--plain", "--data-dir", str(tmp_path)],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        cwd=tmp_path,
        env=environment(tmp_path),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    out = done.stdout.splitlines()
    assert "small" in out[0]
    assert "/models lists and downloads them" in out[1]
    assert any(line.startswith("Remembered as m") for line in out)
    assert sum("The garage code is 4711." in line for line in out) >= 3
    assert "You: Hello, how are you?" in out
    assert len([line for line in out if line.startswith("Reverie: ") and len(line) > len("Reverie: ")]) == 1
    assert "/nonsense is no command: /help lists them. A space in front sends it." in out
    assert "Not done: say which: /pin ID|TOPIC" in out
    assert any(line.startswith("Not done: There is no memory 'm99'") for line in out)
    assert any("There is no chat “nowhere”" in line for line in out)
    assert "You: never read" not in out
    assert not set(done.stdout) - {"\n"} & {chr(code) for code in range(32)}


@pytest.mark.skipif(not hasattr(os, "login_tty"), reason="needs a pseudo-terminal")
def test_plain_chat_ctrl_c_stops_the_reply_and_then_leaves(tmp_path: Path) -> None:
    master, slave = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", "--plain", "--data-dir", str(tmp_path)],
        preexec_fn=partial(os.login_tty, slave),  # noqa: PLW1509 - a child gets its controlling terminal in no other way
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    os.close(slave)
    try:
        read_until(master, "You: ")
        os.write(master, b"Write a very long story about a lighthouse keeper, with many chapters.\n")
        read_until(master, "Reverie: ")
        assert read_some(master).strip()
        os.write(master, b"\x03")
        read_until(master, "Stopped. What there is is kept.")
        read_until(master, "You: ")
        # Readline overlooks a signal that comes between its prompt and its wait for a key; the next one wakes it.
        for _ in range(20):
            os.write(master, b"\x03")
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=2)
                break
        assert process.returncode == 130
    finally:
        process.kill()
        process.wait()
        os.close(master)
    assert list(turn_counts(tmp_path).values()) == [1]


def read_some(terminal: int) -> str:
    ready, _, _ = select.select([terminal], [], [], TIMEOUT_S)
    assert ready
    return os.read(terminal, 4096).decode(errors="replace")


def read_until(terminal: int, words: str) -> str:
    seen = ""
    while words not in seen:
        seen += read_some(terminal)
    return seen
