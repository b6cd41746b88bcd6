"""Every help text, read as a user would."""

import importlib
import re
from collections.abc import Iterator

import click
import pytest

from assistant.jobs.job import JobName
from assistant.replay_fields import COMMANDS as SCRIPT_COMMANDS
from tui.cli import COMMANDS, reverie, run_command
from tui.commands.idle import JOBS


def paths() -> Iterator[tuple[str, ...]]:
    context = click.Context(reverie)
    for name in COMMANDS:
        yield (name,)
        command = reverie.get_command(context, name)
        if isinstance(command, click.Group):
            yield from ((name, inner) for inner in command.commands)


@pytest.mark.parametrize("path", list(paths()), ids=" ".join)
def test_help_tells_what_it_does_and_has_examples_on_lines_of_their_own(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*path, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"Usage: reverie {' '.join(path)}")
    assert "\\b" not in "\n".join(lines)
    start = next(at for at, line in enumerate(lines) if line.strip() in ("Example:", "Examples:"))
    assert lines[start + 1].startswith("    ")
    assert f"reverie {' '.join(path)}" in "\n".join(lines[start:])
    assert any(line.startswith("  --data-dir DIR") for line in lines)


def test_list_of_commands_is_not_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["--help"]) == 0
    out = capsys.readouterr().out
    listed = out[out.index("Commands:") :].splitlines()[1:]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert not [line for line in listed if line.endswith("...")]


def test_help_of_replay_names_everything_that_a_line_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["replay", "--help"]) == 0
    told = set(re.findall(r"\w+", capsys.readouterr().out))
    assert set(SCRIPT_COMMANDS) <= told


def test_each_command_is_where_the_list_says() -> None:
    for module in COMMANDS.values():
        assert importlib.import_module(module).__doc__


def test_jobs_that_idle_takes_are_the_jobs_there_are() -> None:
    assert set(JOBS) == set(JobName)
