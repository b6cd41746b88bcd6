"""`reverie idle`: what it ran, and what that did."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tui.cli import run_command

Answer = Callable[..., Any]


@pytest.fixture
def answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> Answer:
    """Run a command that must succeed without a complaint, and read its JSON."""

    def run(*arguments: str) -> Any:
        capsys.readouterr()
        status = run_command([*arguments, "--json", "--data-dir", str(folder)])
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        return json.loads(out)

    return run


def test_named_jobs_run_due_or_not_and_say_what_they_did(folder: Path, answer: Answer) -> None:
    answer("remember", "My sister is called Ilse.")
    answer("remember", "My sister is called Ilse.")
    for _ in range(2):
        done = answer("idle", "--job", "merge", "--job", "backup")
        assert set(done["ran"]) == {"merge", "backup"}
        assert done["errors"] == {}
    assert list(folder.glob("backups/*.db"))
    assert len(answer("memory", "list")["memories"]) == 1


def test_without_a_name_only_what_is_due_runs(folder: Path, answer: Answer, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--data-dir", str(folder)]
    assert run_command(["config", "set", "dreams", "false", *at]) == 0
    assert "fade" in answer("idle")["ran"]
    assert answer("idle")["ran"] == []
    assert run_command(["idle", *at]) == 0
    assert capsys.readouterr() == ("Nothing was due.\n", "")
    assert run_command(["idle", "--job", "fade", *at]) == 0
    assert capsys.readouterr() == ("Ran: fade.\n", "")
