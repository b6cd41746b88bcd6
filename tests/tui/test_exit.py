"""Leaving the real program by signals: the terminal, the draft and the lock files are in order afterwards."""

import shutil
import signal
import sys
from pathlib import Path

import pytest

from benchmarks.terminal import Terminal

_PLACEHOLDER = b"rite a message"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither pseudo-terminals nor these signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_the_draft_and_leaves_the_terminal_as_it_was(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "tui", "--data-dir", str(tmp_path)]
    with Terminal(command) as terminal:
        terminal.wait_for(_PLACEHOLDER)
        terminal.wait_for(b"ready", timeout_s=60)
        terminal.forget()
        terminal.write(b"half a thought")
        terminal.wait_for(b"half a thought")
        terminal.process.send_signal(number)
        status = terminal.wait_exit(20)
        left_alternate_screen = b"\x1b[?1049l" in terminal.output
    with Terminal(command) as terminal:
        terminal.wait_for(b"half a thought", timeout_s=60)

    assert status == 0
    assert left_alternate_screen


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_closed_window_saves_the_draft_and_ends_the_program(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tui", "--data-dir", str(tmp_path)]
    with Terminal(command) as terminal:
        terminal.wait_for(_PLACEHOLDER)
        terminal.wait_for(b"ready", timeout_s=60)
        terminal.forget()
        terminal.write(b"half a thought")
        terminal.wait_for(b"half a thought")
        terminal.hang_up()
        status = terminal.wait_exit(20)
    with Terminal(command) as terminal:
        terminal.wait_for(b"half a thought", timeout_s=60)

    assert status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither pseudo-terminals nor these signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, None], ids=["SIGTERM", "SIGHUP", "Ctrl+Q"])
def test_folder_that_went_away_is_told_in_one_line_at_the_end(tmp_path: Path, number: signal.Signals | None) -> None:
    folder = tmp_path / "data"
    with Terminal([sys.executable, "-m", "tui", "--data-dir", str(folder)]) as terminal:
        terminal.wait_for(_PLACEHOLDER)
        terminal.wait_for(b"ready", timeout_s=60)
        terminal.write(b"hello there\r")
        terminal.wait_for(b"tokens/s", timeout_s=60)
        terminal.wait_for(b"ready", timeout_s=60)
        terminal.forget()
        terminal.write(b"half a thought")
        terminal.wait_for(b"half a thought")
        shutil.rmtree(folder)
        if number is None:
            terminal.write(b"\x11")
        else:
            terminal.process.send_signal(number)
        status = terminal.wait_exit(30)
        output = terminal.output

    told = output.rpartition(b"\x1b[?1049l")[2]
    assert b"Traceback" not in output
    assert told.count(b"reverie: Not everything was saved: The folder ") == 1
    assert b"is gone." in told
    assert status == 1
