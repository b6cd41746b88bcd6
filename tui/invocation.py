"""What every command starts from: its folder, the config, an open session, and how it prints.

The one fact that a reader would get wrong: `--data-dir` may stand before the command or after it; the later one wins.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from assistant.cleaning import clean_line, clean_text
from assistant.config import Config
from assistant.paths import Paths, has_store, locate, temporary_prefix

if TYPE_CHECKING:
    from assistant.session import Session

Command = TypeVar("Command", bound=Callable[..., Any])
# The exit status of a command that did not do, or did not find, what it was asked for.
FAILED = 1
_LONGEST_LINE = 1_000


class NothingYetError(click.ClickException):
    """There is nothing to read or to change in the data folder, and nothing was made there."""

    def __init__(self, folder: Path, status: int) -> None:
        super().__init__(f"Nothing is here yet: no chats and no memories in {folder}.")
        self.status = status


class Invocation:
    """One run of a command."""

    def __init__(self) -> None:
        self.data_dir: str | None = None

    def locate(self) -> tuple[Paths, Config]:
        """Find the folders and read the config.

        Raises:
            ConfigError: the config file cannot be used.
        """
        return locate(self.data_dir)

    @contextmanager
    def session(self) -> Iterator["Session"]:
        """Open a session, tell its notices on stderr, and close it whatever happens."""
        paths, config = self.locate()
        with _opened(config, paths.config_file) as session:
            yield session

    @contextmanager
    def existing(self, *, as_json: bool = False, status: int = 0) -> Iterator["Session"]:
        """Open a session as `session` does, for a command that needs what is stored; where nothing is, make nothing.

        Args:
            as_json: Then a command without a store is given an empty one in a folder that goes with it: its answer is
                the one of a memory that holds nothing.
            status: The exit status where nothing is there.

        Raises:
            NothingYetError: there is no database and no backup of one.
        """
        paths, config = self.locate()
        if has_store(paths):
            with _opened(config, paths.config_file) as session:
                yield session
            return
        if not as_json:
            raise NothingYetError(paths.data, status)
        with (
            tempfile.TemporaryDirectory(prefix=temporary_prefix("empty-")) as folder,
            _opened(replace(config, data_dir=folder), paths.config_file) as session,
        ):
            yield session


@contextmanager
def _opened(config: Config, config_file: Path) -> Iterator["Session"]:
    from assistant.bootstrap import build  # noqa: PLC0415 - brings the store and numpy
    from tui.signals import signals_wait  # noqa: PLC0415

    session = build(config, config_file)
    try:
        for notice in session.notices:
            say(notice)
        yield session
    finally:
        with signals_wait():
            session.close()
        for words in session.last_words:
            say(words)


pass_invocation = click.make_pass_decorator(Invocation, ensure=True)


def clean_name(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return what names one thing, an id or a chat, as one clean line: the callback of such a parameter."""
    if value is None:
        return None
    cleaned = clean_option(value)
    if not cleaned:
        raise click.BadParameter("it is empty.", context, parameter)
    return cleaned


def clean_names(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Return what was given several times as clean lines, empty ones left out; None where nothing was given."""
    return tuple(filter(None, map(clean_option, values))) if values else None


def clean_option(value: str) -> str:
    """Return an argument as one clean line."""
    return clean_line(_as_utf8(value))


def _as_utf8(argument: str) -> str:
    """Return an argument as it was typed: in a locale without UTF-8 it comes as escaped bytes, and they are UTF-8."""
    return os.fsencode(argument).decode("utf-8", "replace")


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether someone sits there; a stream that was closed before the start is None."""
    return stream is not None and stream.isatty()


def _set_data_dir(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value == "":
        raise click.BadParameter("it is empty.", context, option)
    if value is not None:
        context.ensure_object(Invocation).data_dir = value


data_dir_option: Callable[[Command], Command] = click.option(
    "--data-dir",
    metavar="DIR",
    expose_value=False,
    is_eager=True,
    callback=_set_data_dir,
    help="Use this folder for everything, its config.toml included.",
)
json_option: Callable[[Command], Command] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, for other programs to read."
)


def say(words: str) -> None:
    """Tell the user something that is no answer: one line on stderr."""
    click.echo(f"reverie: {shortened(clean_line(words))}", err=True)


def shortened(line: str) -> str:
    """Return a line without the middle of what is too long to read."""
    half = _LONGEST_LINE // 2
    return line if len(line) <= _LONGEST_LINE else f"{line[:half]} … {line[-half:]}"


def put(text: str = "", *, is_aside: bool = False) -> None:
    """Print a part of the answer, or to stderr what only stands beside it, without what steers a terminal."""
    click.echo(clean_text(text), err=is_aside)


def is_wanted(question: str) -> bool:
    """Ask on the terminal, and say so where the answer is no.

    Raises:
        Abort: there was no answer.
    """
    if click.confirm(clean_line(question), err=True):
        return True
    say("Nothing was changed.")
    return False


def put_json(value: object) -> None:
    """Print a value as one line of JSON, in ASCII: JSON's own escapes keep control characters off the terminal."""
    click.echo(json.dumps(value))


def read_text(text: str | None) -> str:
    """Return `text`, or what comes on stdin where it is absent or "-".

    Raises:
        UsageError: there is no text, and stdin is a terminal.
    """
    if text is not None and text != "-":
        return _as_utf8(text)
    stream: TextIO | None = sys.stdin
    if stream is None or (text is None and is_terminal(stream)):
        raise click.UsageError("Give the text, or - and pipe it in.")
    return stream.read()
