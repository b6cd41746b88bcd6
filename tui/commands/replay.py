r"""`reverie replay`: a script in, what memory did out.

The one fact that a reader would get wrong: both sides are UTF-8 bytes with "\n" at the line's end, whatever the locale
and the system, so that outputs can be compared byte for byte.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from tui.invocation import Invocation, data_dir_option, pass_invocation, say
from tui.signals import signals_wait

SCRIPT_IS_WRONG = 2


@click.command(short_help="Run a script and print what memory did.")
@click.argument("script", metavar="SCRIPT.jsonl")
@click.option("--keep", is_flag=True, help="Keep the temporary folder, and say on stderr where it is.")
@click.option("--real-model", is_flag=True, help="Let the configured model answer; the script's replies are ignored.")
@data_dir_option
@pass_invocation
def replay(invocation: Invocation, script: str, keep: bool, real_model: bool) -> int:
    r"""Run SCRIPT.jsonl (or - for stdin) and print what memory did: one JSON object a line in, one a line out.

    It runs the real memory on a fresh temporary folder, or on the one that --data-dir names, with a clock that only the
    script moves and a model that answers what the script says. So the same script gives the same output, byte for byte:
    the way to show a fault, or to test. Your own memories are not touched.

    Each line has a "do" and its fields; lines that begin with # and blank ones are skipped, "expect" is ignored.

    \b
      start, advance, restart           the clock, the config, the program
      say, preview, regenerate, cancel  turns
      chat, branch, rewind              chats
      memory, edit, forget, feedback    memories; also import, recall, inspect
      ban, unban, pin, unpin            topics and pins
      idle, undo, health                the work done while you are away

    A line that cannot be run ends it: exit status 2, and one line on stderr with the line's number, the field and what
    was expected. A result is printed as soon as its line was run, so that another program can go line by line.

    \b
    Examples:
      reverie replay bug.jsonl > out.jsonl
      echo '{"do": "say", "text": "My cat is called Pixel."}' | reverie replay -
    """
    from assistant.replay_errors import ScriptError  # noqa: PLC0415
    from assistant.replay_run import build_replay, replay_folder, script_lines  # noqa: PLC0415 - brings the store

    with _opened(script) as lines, ExitStack() as at_end:
        folder = at_end.enter_context(replay_folder(invocation.data_dir, is_kept=keep))
        if keep:
            say(f"The folder is {folder}")
        run = build_replay(folder, invocation.locate()[1] if real_model else None)
        try:
            for result in run.run(script_lines(lines)):
                click.echo(f"{result}\n".encode(), nl=False)
        except ScriptError as error:
            say(str(error))
            return SCRIPT_IS_WRONG
        finally:
            with signals_wait():
                run.close()
                at_end.close()
    return 0


@contextmanager
def _opened(script: str) -> Iterator[BinaryIO]:
    """Open a script as bytes; "-" is stdin."""
    if script != "-":
        with Path(script).open("rb") as file:
            yield file
    elif sys.stdin is None:
        raise click.UsageError("There is no stdin to read.")
    else:
        yield sys.stdin.buffer
