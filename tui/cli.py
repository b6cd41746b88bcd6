"""`reverie`: the app, or one of its commands; how it ends, and with which status.

The one fact that a reader would get wrong: nothing but click is imported before a command is chosen. The app's first
paint waits for Textual only, and `--help` for nothing.
"""

import difflib
import importlib
import keyword
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO

import click

from assistant.cleaning import clean_line
from assistant.errors import AssistantError
from memory.errors import DamagedDatabaseError, StoreError
from tui.invocation import Invocation, NothingYetError, data_dir_option, is_terminal, pass_invocation, say, shortened
from tui.signals import SignalExit, ignore_signals, signals_as_exit

FAILED, USAGE, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141

# Where each command lives; modules are read when one of their commands is called, or for the list in --help.
COMMANDS = {
    "ask": "tui.commands.ask",
    "why": "tui.commands.why",
    "recall": "tui.commands.memories",
    "remember": "tui.commands.memories",
    "memory": "tui.commands.memory",
    "feedback": "tui.commands.memories",
    "forget": "tui.commands.memories",
    "ban": "tui.commands.topics",
    "unban": "tui.commands.topics",
    "pin": "tui.commands.topics",
    "unpin": "tui.commands.topics",
    "topics": "tui.commands.topics",
    "undo": "tui.commands.undo",
    "chats": "tui.commands.chats",
    "health": "tui.commands.health",
    "idle": "tui.commands.idle",
    "import": "tui.commands.transfer",
    "export": "tui.commands.transfer",
    "models": "tui.commands.models",
    "config": "tui.commands.config",
    "replay": "tui.commands.replay",
    "doctor": "tui.commands.doctor",
}


class ReaderGoneError(Exception):
    """Whoever read the output has closed the pipe."""


class LazyGroup(click.Group):
    """A group that finds its commands in `COMMANDS`."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a closed pipe is told before click makes an exit status of its own of it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGoneError from error

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return it."""
        if cmd_name not in COMMANDS:
            close = difflib.get_close_matches(cmd_name, COMMANDS, n=1)
            hint = f" Did you mean '{close[0]}'?" if close else " `reverie --help` lists them."
            ctx.fail(f"There is no command '{clean_line(cmd_name)}'.{hint}")
        name = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        command = getattr(importlib.import_module(COMMANDS[cmd_name]), name)
        assert isinstance(command, click.Command)
        _keep_examples(command)
        return command


def _keep_examples(command: click.Command) -> None:
    """Put click's mark for a paragraph that keeps its lines where the raw docstrings write it as two characters."""
    command.help = (command.help or "").replace("\\b\n", "\b\n")
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        _keep_examples(one)


def _print_version(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    if value:
        from assistant.versions import reverie_version  # noqa: PLC0415 - 15 ms that only this needs

        click.echo(f"reverie {reverie_version()}")
        context.exit()


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@data_dir_option
@click.option("--plain", is_flag=True, help="Chat line by line: for screen readers, pipes and simple terminals.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Say which.")
@pass_invocation
@click.pass_context
def reverie(context: click.Context, invocation: Invocation, plain: bool) -> None:  # noqa: FBT001 - click's way
    r"""A personal assistant in your terminal: local model, real memory, and the sense to forget.

    Without a command it opens the app. Everything stays on this computer: one database file, its backups and a log in
    the data folder (`reverie doctor` says where).

    \b
    Examples:
      reverie                         chat
      reverie --plain                 chat line by line
      reverie ask "What is a fjord?"  one question, one answer
    """
    if context.invoked_subcommand is not None:
        return
    if plain:
        from tui.plain import run_plain  # noqa: PLC0415

        with invocation.session() as session:
            context.exit(run_plain(session))
    # Textual paints on stderr.
    is_able = os.environ.get("TERM") != "dumb"
    if not (is_able and is_terminal(sys.stdin) and is_terminal(sys.stdout) and is_terminal(sys.stderr)):
        say("The app needs a terminal. Use `reverie --plain` here, or `reverie ask TEXT`.")
        context.exit(USAGE)
    context.exit(_run_app(invocation))


_keep_examples(reverie)


def _run_app(invocation: Invocation) -> int:
    from tui import garbage  # noqa: PLC0415 - only the app needs it

    garbage.pause()
    from tui.launch import run  # noqa: PLC0415 - Textual

    paths, config = invocation.locate()
    return run(config, paths.config_file)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `reverie` and end the process with its status."""
    status = run_command(arguments)
    ignore_signals()
    _flush_quietly()
    sys.exit(status)


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; every expected failure is one line on stderr. Returns the exit status."""
    _tolerate_any_character()
    invocation = Invocation()
    try:
        with signals_as_exit():
            result = reverie.main(arguments, prog_name="reverie", standalone_mode=False, obj=invocation)
    except SignalExit as end:
        return end.status
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except ReaderGoneError:
        return BROKEN_PIPE
    except (click.ClickException, AssistantError, StoreError, OSError) as error:
        return _tell_failure(error, invocation)
    return result if isinstance(result, int) else 0


def _tell_failure(error: Exception, invocation: Invocation) -> int:
    match error:
        case click.exceptions.NoArgsIsHelpError():
            error.show()
            return USAGE
        case click.UsageError():
            click.UsageError(shortened(error.format_message()), error.ctx).show()
            return USAGE
        case NothingYetError():
            say(error.message)
            return error.status
        case click.ClickException():
            say(error.format_message())
        case DamagedDatabaseError():
            _tell_damage(invocation, error)
        case OSError():
            say(f"{error.filename or 'The output'}: {error.strerror or error}.")
        case _:
            say(str(error))
    return FAILED


def _tell_damage(invocation: Invocation, error: DamagedDatabaseError) -> None:
    """Have the next start look at the whole file: it replaces a damaged one by the newest good backup."""
    from memory.opening import suspect_damage  # noqa: PLC0415

    suspect_damage(invocation.locate()[0].data)
    say(f"{error.message} Start Reverie again: it then restores the newest good backup, or what can be read.")


def _tolerate_any_character() -> None:
    """Let a stream that knows few characters show question marks rather than end the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush_quietly() -> None:
    """Keep the interpreter from complaining at exit about a reader that has gone."""
    streams: tuple[TextIO | None, ...] = (sys.stdout, sys.stderr)
    for stream in streams:
        if stream is None:
            continue
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
