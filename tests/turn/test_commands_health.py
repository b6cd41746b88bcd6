"""`reverie health`: every figure with its mark, and not a trace left behind."""

import json
from pathlib import Path

import pytest

from memory.database import Connection
from tui.cli import run_command

KEYS = {
    "messages", "memories", "archived", "average_importance", "importance", "retrieved", "diversity", "top10_share",
    "repeats_30", "assistant_share", "tiers", "jobs", "interventions", "cooling", "bans", "marks",
}  # fmt: skip


def test_health_tells_figures_jobs_and_bans(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--data-dir", str(folder)]
    for arguments in (["remember", "The gate is red."], ["ban", "Rex"], ["idle", "--job", "fade"]):
        assert run_command([*arguments, *at]) == 0
    capsys.readouterr()
    assert run_command(["health", *at]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[:2] == ["All in all: ok so far.", "Kept: 0 messages, 1 memory, 0 of them archived."]
    assert "early: theme diversity not known yet (target: over 0.4)" in lines
    assert [line for line in lines if line.startswith("Job fade: ran 20")]
    assert "Job dream: never ran, due now." in lines
    assert lines[-1] == "Banned: Rex."


def test_json_has_every_promised_key_and_reading_leaves_no_trace(
    folder: Path, store: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    # The first opening of a folder notes that its file was looked at.
    assert run_command(["memory", "list", "--data-dir", str(folder)]) == 0
    capsys.readouterr()
    before = store.execute("PRAGMA data_version").fetchone()[0]
    assert run_command(["health", "--json", "--data-dir", str(folder)]) == 0
    assert set(json.loads(capsys.readouterr().out)) >= KEYS
    assert store.execute("PRAGMA data_version").fetchone()[0] == before
