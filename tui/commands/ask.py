"""`reverie ask`: one turn, streamed."""

import shlex
import sys
import threading
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_text
from assistant.errors import AssistantError
from assistant.forget_words import NOTHING_FORGOTTEN
from tui.invocation import (
    Invocation,
    clean_name,
    data_dir_option,
    is_terminal,
    json_option,
    pass_invocation,
    put_json,
    read_text,
    say,
)
from tui.progress import Progress
from tui.signals import signals_stop

if TYPE_CHECKING:
    from assistant.events import TurnEvent, TurnResult
    from assistant.session import Session
    from memory.records import ChatId

DEFAULT_CHAT = "ask"


@click.command()
@click.argument("text", required=False)
@click.option(
    "--chat", "chat_name", metavar="NAME", callback=clean_name, default=DEFAULT_CHAT, help='Go on in this chat ("ask").'
)
@json_option
@data_dir_option
@pass_invocation
def ask(invocation: Invocation, text: str | None, chat_name: str, as_json: bool) -> None:
    r"""Ask TEXT (or what is piped in) and print the answer.

    A whole turn of a chat, memory included: it goes on where the last `ask` ended, or in the chat that --chat names,
    which is made if need be. The turn is stored, as in the app. Ctrl-C stops the answer and keeps what there is of it.

    On a terminal the answer is printed as it is written; one that repeats itself or comes to a banned topic is written
    again below, and a line between the two says so. Into a pipe or a file goes only what was kept, once it is whole.
    What else there is to say about the turn stands on stderr.

    --json prints one object at the end: the turn (what was in the prompt and why, what stayed out), its usage, and what
    your message asked to forget, which `reverie forget --topic` (forget_terms) and `reverie forget` (forget_ids) then do.

    \b
    Examples:
      reverie ask "When is my sister's birthday?"
      git diff | reverie ask --chat review -
    """
    words = read_text(text)
    with invocation.session() as session:
        result = _run(session, _chat(session, chat_name), words, as_json=as_json)
        if as_json and result is not None:
            from assistant.turn_json import turn_json, usage_json  # noqa: PLC0415

            forget_terms = list(result.forget_terms)
            forget_ids = [one.handle for one in result.forget_memories]
            asked = {"forget_terms": forget_terms, "forget_ids": forget_ids}
            put_json({**turn_json(session, result), **usage_json(result.usage), **asked})
        elif result is not None:
            if result.forget_memories or result.forget_terms:
                say(NOTHING_FORGOTTEN)
            for one in result.forget_memories:
                say(f"To forget it: {_command(invocation, 'forget', one.handle)}")
            for term in result.forget_terms:
                say(f"To forget it: {_command(invocation, 'forget', '--topic', term)}")


def _command(invocation: Invocation, *words: str) -> str:
    """Write a command line for the same folder, as a shell takes it."""
    folder = () if invocation.data_dir is None else ("--data-dir", invocation.data_dir)
    return shlex.join(("reverie", *words, *folder))


def _chat(session: "Session", name: str) -> "ChatId":
    from assistant.chats import chat_by_name, new_chat  # noqa: PLC0415

    chat = chat_by_name(session, name) or new_chat(session, name)
    return chat.id


def _run(session: "Session", chat_id: "ChatId", text: str, *, as_json: bool) -> "TurnResult | None":
    """Run the turn to its end, printing as it goes; a failure is raised once what there is has been printed."""
    from assistant.turn import TurnRequest, run_turn  # noqa: PLC0415

    stop = threading.Event()
    printer = _Printer(is_quiet=as_json, is_live=is_terminal(sys.stdout))
    with Progress(sys.stderr, is_shown=is_terminal(sys.stderr)) as progress, signals_stop(stop):
        events = run_turn(session, TurnRequest(chat_id, text), stop)
        try:
            for event in events:
                printer.take(event, progress)
        except BrokenPipeError:
            # The reader has gone: the reply is stopped and kept, as when the user stops it.
            stop.set()
            for _ in events:
                pass
            raise
    if printer.failure is not None:
        raise printer.failure
    return printer.result


class _Printer:
    """Prints a turn's events: the reply on stdout, notices on stderr.

    Args:
        is_quiet: The reply is printed by somebody else.
        is_live: Somebody watches it being written; else only what was kept of it is printed, at the end.
    """

    def __init__(self, *, is_quiet: bool, is_live: bool) -> None:
        self._is_quiet = is_quiet
        self._is_live = is_live
        self._is_inside_line = False
        self.result: TurnResult | None = None
        self.failure: AssistantError | None = None

    def take(self, event: "TurnEvent", progress: Progress) -> None:
        """Print one event."""
        from assistant import events as kinds  # noqa: PLC0415

        match event:
            case kinds.ModelLoading():
                progress.say("Loading the model")
            case kinds.PromptEvaluated(done_tokens=done, total_tokens=total):
                progress.say(f"Reading {done:,} of {total:,} tokens")
            case kinds.Token(text=text, is_reasoning=False):
                progress.clear()
                if self._is_live:
                    self._write(text)
            case kinds.Rewritten(reason=reason):
                progress.clear()
                if self._is_live and not self._is_quiet:
                    self._end_line()
                    say(f"Dropped what stands above. {reason}")
                    click.echo()
            case kinds.Notice(text=text):
                progress.clear()
                self._end_line()
                # There is no line to type a slash command on.
                say(text.replace("Undo: /undo", "Undo: reverie undo"))
            case kinds.Completed() | kinds.Stopped():
                progress.clear()
                self._end(event.result)
            case kinds.Failed():
                progress.clear()
                self._end(event.result)
                self.failure = AssistantError(event.message, event.hint)
            case _:
                pass

    def _end(self, result: "TurnResult | None") -> None:
        self.result = result
        if not self._is_live and result is not None and result.reply is not None:
            self._write(result.reply.text)
        self._end_line()

    def _write(self, text: str) -> None:
        if self._is_quiet:
            return
        click.echo(clean_text(text), nl=False)
        self._is_inside_line = not text.endswith("\n")

    def _end_line(self) -> None:
        if self._is_inside_line:
            click.echo()
            self._is_inside_line = False
