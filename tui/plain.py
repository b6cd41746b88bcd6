"""`reverie --plain`: the assistant line by line, for screen readers, pipes and simple terminals.

The one fact that a reader would get wrong: whoever speaks is told by a word at the line's start, never by colour or
place, and nothing that was written is ever painted over.
"""

import io
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from assistant import chats, memories
from assistant import events as kinds
from assistant.cleaning import clean_line, clean_text
from assistant.errors import AssistantError, NotFoundError
from assistant.models import BETTER_MODEL_WORDS, SMALL_MODEL_WORDS, is_default_model
from assistant.turn import TurnRequest, run_turn
from assistant.views import WhyRow
from assistant.why import why
from memory.errors import StoreError
from memory.records import Chat, ChatId, TurnId
from tui.signals import signals_stop

if TYPE_CHECKING:
    from assistant.events import TurnEvent
    from assistant.session import Session

_YES = frozenset({"y", "yes"})
_YOU, _REVERIE = "You: ", "Reverie: "


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A line that begins with "/": what it takes, what it does."""

    argument: str
    meaning: str
    run: Callable[["PlainChat", str], None]


def run_plain(session: "Session", lines_in: TextIO | None = None, out: TextIO | None = None) -> int:
    """Chat until the input ends or the user leaves; returns the exit status."""
    return PlainChat(session, lines_in or sys.stdin or io.StringIO(), out or sys.stdout).run()


class PlainChat:
    """One line-based conversation with the assistant."""

    def __init__(self, session: "Session", lines_in: TextIO, out: TextIO) -> None:
        self._session = session
        self._in = lines_in
        self._out = out
        self._is_typed = lines_in.isatty()
        self._is_leaving = False
        self._is_inside_line = False
        self._last_turn_id: TurnId | None = None
        self._chat = self._first_chat()

    def run(self) -> int:
        """Read and answer line after line."""
        if self._is_typed:
            with suppress(ImportError):
                # Imported for its effect: `input` then has history and editing.
                import readline  # noqa: F401, PLC0415
            self._load_model_meanwhile()
        self._say(f"Chat {self._chat.name}. /help lists the commands.")
        self._tell_left_over()
        while not self._is_leaving:
            line = self._read(_YOU)
            if line is None:
                break
            self._take(line)
        return 0

    def _take(self, line: str) -> None:
        """Act on one line; an expected failure is told, and the talk goes on."""
        try:
            if line.startswith("/"):
                self._run_command(line)
            elif line.strip():
                self._send(line)
        except (AssistantError, StoreError) as error:
            self._say(f"Not done: {error}")

    def _read(self, prompt: str) -> str | None:
        """Return the next line, None at the end of the input. What comes from a pipe is echoed: it makes a transcript."""
        if self._is_typed and self._in is sys.stdin:
            try:
                return input(prompt)
            except EOFError:
                self._say()
                return None
        line = self._in.readline()
        if not line:
            return None
        line = line.rstrip("\n")
        self._say(f"{prompt}{line}")
        return line

    def _say(self, text: str = "") -> None:
        self._end_line()
        print(clean_text(text), file=self._out, flush=True)

    def _write(self, text: str) -> None:
        print(clean_text(text), end="", file=self._out, flush=True)
        self._is_inside_line = not text.endswith("\n")

    def _end_line(self) -> None:
        if self._is_inside_line:
            print(file=self._out, flush=True)
            self._is_inside_line = False

    # -- a turn

    def _send(self, text: str) -> None:
        stop = threading.Event()
        with signals_stop(stop, survives_interrupt=True):
            for event in run_turn(self._session, TurnRequest(self._chat.id, text), stop):
                self._show(event)

    def _show(self, event: "TurnEvent") -> None:
        match event:
            case kinds.ModelLoading():
                self._say("Loading the model.")
            case kinds.MemoriesChosen():
                self._write(_REVERIE)
            case kinds.Token(text=text, is_reasoning=False):
                self._write(text)
            case kinds.Rewritten(reason=reason):
                self._say()
                self._say(f"Note: {reason} Once more:")
                self._write(_REVERIE)
            case kinds.Notice(text=text):
                self._say(f"Note: {text}")
            case kinds.Completed(result=result):
                self._end_line()
                self._last_turn_id = result.turn_id
            case kinds.Stopped(result=result):
                self._say("Stopped. What there is is kept." if result else "Stopped. Nothing was kept.")
                self._last_turn_id = result.turn_id if result else self._last_turn_id
            case kinds.Failed():
                self._say(f"Not done: {event.message} {event.hint}".rstrip())
            case _:
                pass

    # -- commands

    def _run_command(self, line: str) -> None:
        name, _, argument = line[1:].partition(" ")
        command = COMMANDS.get(name.lower())
        argument = argument.strip()
        if command is None:
            self._say(f"There is no command /{name}. /help lists them. To send such a line, begin it with a space.")
        elif command.argument and not argument:
            self._say(f"Say which: /{name} {command.argument}")
        else:
            command.run(self, argument)

    def help(self, _argument: str) -> None:
        """List the commands."""
        for name, command in COMMANDS.items():
            self._say(f"/{name} {command.argument}".rstrip() + f": {command.meaning}")

    def new(self, _argument: str) -> None:
        """Begin a chat."""
        self._enter(chats.new_chat(self._session))

    def list_chats(self, _argument: str) -> None:
        """List the chats."""
        for one in chats.list_chats(self._session):
            title = "" if one.chat.title in ("", one.chat.name) else f", {clean_line(one.chat.title)}"
            here = " (this one)" if one.chat.id == self._chat.id else ""
            self._say(f"{one.chat.name}{title}, turns: {one.turn_count}{here}")

    def open(self, name: str) -> None:
        """Go to another chat."""
        chat = chats.chat_by_name(self._session, name)
        if chat is None:
            raise NotFoundError(f"There is no chat {name!r}.", "/chats lists them.")
        self._enter(chat)

    def tell_why(self, _argument: str) -> None:
        """Tell what was in the last turn's prompt and what stayed out."""
        if self._last_turn_id is None:
            self._say("Nothing was said in this chat yet.")
            return
        view = why(self._session, self._last_turn_id)
        self._say("In the prompt:" if view.active else "No memory was in the prompt.")
        for row in view.active:
            self._say(_why_line(row))
        if view.withheld:
            self._say("Left out:")
        for row in view.withheld:
            self._say(_why_line(row))

    def pin(self, handle: str) -> None:
        """Pin a memory."""
        self._say(f"Pinned: {clean_line(memories.pin(self._session, handle).text)}")

    def unpin(self, handle: str) -> None:
        """Lift a pin."""
        self._say(f"Unpinned: {clean_line(memories.unpin(self._session, handle).text)}")

    def forget(self, handle: str) -> None:
        """Forget a memory, after a question where someone can answer it."""
        view = memories.show(self._session, handle)
        if self._is_typed:
            answer = self._read(f'Forget "{clean_line(view.memory.text)}" for good? (yes or no) ')
            if (answer or "").strip().lower() not in _YES:
                self._say("Not forgotten.")
                return
        forgotten = memories.forget(self._session, handle)
        self._say(f"Forgotten: {forgotten.count}.")
        for path in forgotten.leftovers:
            self._say(f"Its words are still in {path}. Remove that file yourself.")

    def remember(self, text: str) -> None:
        """Store something the user says."""
        for memory in memories.remember(self._session, text):
            self._say(f"Remembered as {memory.handle}: {clean_line(memory.text)}")

    def recall(self, text: str) -> None:
        """Search the memories."""
        found = memories.recall(self._session, text)
        for one in found:
            day = f"{one.memory.said_at.astimezone():%Y-%m-%d}"
            self._say(f"{one.memory.handle}, {day}: {clean_line(one.memory.text)}")
        if not found:
            self._say("Nothing found.")

    def quit(self, _argument: str) -> None:
        """Leave."""
        self._is_leaving = True

    # -- the start

    def _first_chat(self) -> Chat:
        latest = chats.latest_chat(self._session)
        if latest is not None:
            self._last_turn_id = self._newest_turn_id(latest.id)
            return latest
        if is_default_model(self._session.config):
            self._say(SMALL_MODEL_WORDS)
            self._say(BETTER_MODEL_WORDS)
        return chats.new_chat(self._session)

    def _enter(self, chat: Chat) -> None:
        self._chat = chat
        self._last_turn_id = self._newest_turn_id(chat.id)
        self._say(f"Chat {chat.name}.")
        self._tell_left_over()

    def _newest_turn_id(self, chat_id: ChatId) -> TurnId | None:
        turns = chats.read_chat(self._session, chat_id).turns
        return turns[-1].turn_id if turns else None

    def _tell_left_over(self) -> None:
        """Tell how far the chat has come, and what was written but never sent or answered."""
        view = chats.read_chat(self._session, self._chat.id)
        if view.turns:
            self._say(f"Last time. {_YOU}{clean_line(view.turns[-1].user.text)}")
            self._say(f"{_REVERIE}{view.turns[-1].reply.text}")
        left_over = view.unfinished.text if view.unfinished else view.draft
        if left_over.strip():
            self._say(f"Not sent yet: {clean_line(left_over)}")

    def _load_model_meanwhile(self) -> None:
        def load() -> None:
            # The first turn tells what is wrong.
            with suppress(AssistantError):
                self._session.model.load()

        threading.Thread(target=load, name="model-load", daemon=True).start()


def _why_line(row: WhyRow) -> str:
    return f"{row.memory.handle}: {clean_line(row.memory.text)} ({clean_line(row.explanation)})"


COMMANDS = {
    "help": SlashCommand("", "this list", PlainChat.help),
    "new": SlashCommand("", "begin a chat", PlainChat.new),
    "chats": SlashCommand("", "list the chats", PlainChat.list_chats),
    "open": SlashCommand("NAME", "go to another chat", PlainChat.open),
    "why": SlashCommand("", "what was in the last prompt and why, and what stayed out", PlainChat.tell_why),
    "recall": SlashCommand("TEXT", "search the memories; changes nothing", PlainChat.recall),
    "remember": SlashCommand("TEXT", "store something", PlainChat.remember),
    "pin": SlashCommand("ID", "keep a memory in every prompt and from fading", PlainChat.pin),
    "unpin": SlashCommand("ID", "lift a pin", PlainChat.unpin),
    "forget": SlashCommand("ID", "delete a memory and all that restates it, for good", PlainChat.forget),
    "quit": SlashCommand("", "leave (the end of the input and Ctrl-C leave too)", PlainChat.quit),
}
