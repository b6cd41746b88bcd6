"""Run commands as a user does: real processes in a home of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120


def environment(home: Path, **changes: str) -> dict[str, str]:
    """Nothing of the real home is seen, and no variable of the test run leaks in."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
        "HOME": str(home),
        "TERM": "dumb",
        "LANG": "C.UTF-8",
        **changes,
    }


def command(folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "tui", *arguments[:1], "--data-dir", str(folder), *arguments[1:]]


def run(folder: Path, *arguments: str, stdin: str | bytes = b"", **environ: str) -> "subprocess.CompletedProcess[str]":
    sent = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        command(folder, *arguments),
        input=sent,
        capture_output=True,
        timeout=TIMEOUT_S,
        cwd=folder,
        env=environment(folder, **environ),
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def fails_in_one_line(done: "subprocess.CompletedProcess[str]", status: int, *words: str) -> None:
    assert done.returncode == status
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("reverie: ")
    for word in words:
        assert word in done.stderr


def answer(folder: Path, *arguments: str, stdin: str = "") -> Any:
    """Run a command that prints JSON and must succeed."""
    done = run(folder, *arguments, "--json", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def turn_counts(folder: Path) -> dict[str, int]:
    return {one["name"]: one["turns"] for one in answer(folder, "chats")["chats"]}
