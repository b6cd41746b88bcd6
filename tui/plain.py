"""`reverie --plain`: the assistant line by line, for screen readers, pipes and simple terminals.

The one fact that a reader would get wrong: whoever speaks is told by a word at the line's start, never by colour or
place, and nothing that was written is ever painted over.
"""

import io
import sys
import threading
from contextlib import closing, suppress
from typing import TYPE_CHECKING, TextIO

from assistant import chats, forgetting, memories
from assistant import events as kinds
from assistant.cleaning import clean_line, clean_text
from assistant.errors import AssistantError, NotFoundError
from assistant.forget_words import (
    NOTHING_FORGOTTEN,
    forget_one_question,
    forgotten_line,
    leftover_line,
    order_lines,
    what_goes,
)
from assistant.lapses import LapseThread
from assistant.models import BETTER_MODEL_WORDS, SMALL_MODEL_WORDS, is_default_model
from assistant.temporary import end_temporary, open_temporary, remove_left_over
from assistant.turn import TurnRequest, run_turn
from memory.errors import StoreError
from memory.records import Chat, ChatId, TurnId
from tui.signals import signals_stop
from tui.slash_commands import run_line
from tui.slash_table import in_slash_words, is_slash
from tui.typed_ahead import lines_kept, take_typed_ahead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from assistant.events import TurnEvent, TurnResult
    from assistant.session import Session
    from assistant.views import Forgotten

_YES = frozenset({"y", "yes"})
_NO = frozenset({"n", "no"})
_TEMPORARY = "temporary"
_YOU, _REVERIE = "You: ", "Reverie: "


def run_plain(session: "Session", lines_in: TextIO | None = None, out: TextIO | None = None) -> int:
    """Chat until the input ends or the user leaves; returns the exit status."""
    remove_left_over()
    with closing(LapseThread(session).start()):
        talk = PlainChat(session, lines_in or sys.stdin or io.StringIO(), out or sys.stdout)
        try:
            return talk.run()
        finally:
            talk.leave_temporary()


class PlainChat:
    """One line-based conversation with the assistant: what the slash commands see of it, and the turns."""

    def __init__(self, session: "Session", lines_in: TextIO, out: TextIO) -> None:
        self.session = session
        self.home = session
        self.is_typed = lines_in.isatty()
        self.last_turn_id: TurnId | None = None
        self._in = lines_in
        self._out = out
        self._is_leaving = False
        self._is_inside_line = False
        self._ahead: list[str] = []
        self.deleted: list[tuple[ChatId, str]] = []
        self.chat = self._first_chat()

    def run(self) -> int:
        """Read and answer line after line."""
        with lines_kept(self._in):
            return self._run()

    def _run(self) -> int:
        if self.is_typed:
            with suppress(ImportError):
                # Imported for its effect: `input` then has history and editing.
                import readline  # noqa: F401, PLC0415
            self._load_model_meanwhile()
        self.say(f"Chat {self.chat.name}. /help lists the commands.")
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
            if is_slash(line):
                run_line(self, line)
            elif line.strip():
                request = TurnRequest(self.chat.id, line)
                self.run_turn(lambda stop: run_turn(self.session, request, stop))
        except (AssistantError, StoreError) as error:
            self.say(f"Not done: {error.message} {in_slash_words(error.hint)}".rstrip())

    # -- lines in and out

    def say(self, text: str = "") -> None:
        """Print a whole line."""
        self._end_line()
        self._put(f"{text}\n")

    def confirm(self, question: str) -> bool:
        """Ask, and tell whether the answer was yes. A line from a pipe that is no answer is taken as the next line.

        What was typed before the question is none: it comes after the answer.
        """
        asked = f"{question} (yes or no) "
        if self.is_typed:
            return self._answer(asked).lower() in _YES
        answer = self._read(asked)
        if answer is None:
            self.say(asked.rstrip())
        elif answer.strip().lower() not in _YES | _NO:
            self._ahead.insert(0, answer)
        return answer is not None and answer.strip().lower() in _YES

    def is_wanted(self, question: str, otherwise: str) -> bool:
        """Ask, and say what holds where the answer was not yes; who pipes lines is told how to say yes."""
        is_yes = self.confirm(question)
        if not is_yes:
            self.say(otherwise if self.is_typed else f"{otherwise} The line `yes` behind it does it.")
        return is_yes

    def ask(self, question: str) -> str:
        """Return what is answered, "" at the end of the input."""
        return self._answer(f"{question} ")

    def _answer(self, asked: str) -> str:
        """Return what is said to a question; what was typed before it is none, and comes after."""
        if not self.is_typed:
            return (self._read(asked) or "").strip()
        waiting, self._ahead = [*self._ahead, *take_typed_ahead(self._in)], []
        typed = self._read(asked)
        self._ahead = waiting
        return (typed or "").strip()

    def _read(self, prompt: str) -> str | None:
        """Return the next line, None at the end of the input. What comes from a pipe is echoed: it makes a transcript."""
        if not self._ahead and self.is_typed and self._in is sys.stdin:
            try:
                return input(clean_text(prompt))
            except EOFError:
                self.say()
                return None
        line = f"{self._ahead.pop(0)}\n" if self._ahead else self._in.readline()
        if not line:
            return None
        line = line.rstrip("\n")
        self.say(f"{prompt}{line}")
        return line

    def _write(self, text: str) -> None:
        self._put(text)
        self._is_inside_line = not text.endswith("\n")

    def _end_line(self) -> None:
        if self._is_inside_line:
            self._put("\n")
            self._is_inside_line = False

    def _put(self, text: str) -> None:
        self._out.write(clean_text(text))
        self._out.flush()

    # -- a turn

    def run_turn(self, start: "Callable[[threading.Event], Iterator[TurnEvent]]") -> None:
        """Run a turn to its end, printing as it goes, and ask back what it is to forget."""
        stop = threading.Event()
        result: TurnResult | None = None
        with signals_stop(stop, survives_interrupt=True):
            for event in start(stop):
                result = self._show(event)
        if result is not None:
            self.last_turn_id = result.turn_id or self.last_turn_id
            self._ask_forget(result)

    def _show(self, event: "TurnEvent") -> "TurnResult | None":
        """Print an event; return what was kept, if it is the last one."""
        match event:
            case kinds.ModelLoading():
                self.say("Loading the model.")
            case kinds.MemoriesChosen():
                self._write(_REVERIE)
            case kinds.Token(text=text, is_reasoning=False):
                self._write(text)
            case kinds.Rewritten(reason=reason):
                self.say(f"(written again: {reason})")
                self._write(_REVERIE)
            case kinds.Notice(text=text):
                self.say(f"Note: {text}")
            case kinds.Completed(result=result):
                self._end_line()
                return result
            case kinds.Stopped(result=result):
                self.say("Stopped. What there is is kept." if result else "Stopped. Nothing was kept.")
                return result
            case kinds.Failed(result=result):
                self.say(f"Not done: {event.message} {in_slash_words(event.hint)}".rstrip())
                return result
            case _:
                pass
        return None

    def _ask_forget(self, result: "TurnResult") -> None:
        """Ask for each thing whether it is to be forgotten; say so where nothing was, whatever the reply says."""
        done = [self._ask_forget_memory(one.handle, result.turn_id) for one in result.forget_memories]
        done += [self._ask_forget_topic(term) for term in result.forget_terms]
        if done and not any(done):
            self.say(NOTHING_FORGOTTEN)

    def _ask_forget_memory(self, handle: str, asked_in: TurnId | None) -> bool:
        try:
            found = memories.foresee(self.session, [handle], asked_in)
            text = memories.show(self.session, handle).memory.text
        except NotFoundError:
            # It went with what was forgotten just before.
            return False
        if not self.confirm(forget_one_question(text, found)):
            return False
        self.tell_forgotten(memories.forget(self.session, handle, asked_in))
        return True

    def _ask_forget_topic(self, term: str) -> bool:
        found = forgetting.foresee_text(self.session, term)
        if found.is_nothing or not self.confirm(f"Forget “{clean_line(term)}” ({what_goes(found)})?"):
            return False
        self.tell_forgotten(forgetting.forget_text(self.session, term))
        return True

    def tell_forgotten(self, forgotten: "Forgotten") -> None:
        """Say what went, and where its words still are."""
        self.say(forgotten_line(forgotten))
        for line in order_lines(forgotten, "/{verb} {term} lifts it."):
            self.say(line)
        for path in forgotten.leftovers:
            self.say(leftover_line(path))

    # -- chats

    def enter(self, chat: Chat) -> None:
        """Go on in another chat, or in this one after it was changed."""
        self.chat = chat
        self.last_turn_id = self._newest_turn_id(chat.id)
        self.say(f"Chat {chat.name}.")
        self._tell_left_over()

    @property
    def is_temporary(self) -> bool:
        """Whether nothing of the talk is kept: `session` is another than `home` then."""
        return self.session is not self.home

    def begin_temporary(self) -> None:
        """Go on in a chat of which nothing is kept."""
        self.session = open_temporary(self.home)
        self.enter(chats.new_chat(self.session, _TEMPORARY))
        self.say(
            "Nothing of it is stored or remembered, and nothing remembered is used. /new or /open ends it for good."
        )

    def leave_temporary(self) -> None:
        """Delete the temporary talk, if this is one; `enter` another chat then."""
        if self.is_temporary:
            ended, self.session = self.session, self.home
            end_temporary(ended)

    def leave(self) -> None:
        """End the talk after this line."""
        self._is_leaving = True

    def _first_chat(self) -> Chat:
        latest = chats.latest_chat(self.session)
        if latest is not None:
            self.last_turn_id = self._newest_turn_id(latest.id)
            return latest
        if is_default_model(self.session.config):
            self.say(SMALL_MODEL_WORDS)
            self.say(in_slash_words(BETTER_MODEL_WORDS))
        return chats.new_chat(self.session)

    def _newest_turn_id(self, chat_id: ChatId) -> TurnId | None:
        turns = chats.read_chat(self.session, chat_id).turns
        return turns[-1].turn_id if turns else None

    def _tell_left_over(self) -> None:
        """Tell how far the chat has come, and what was written but never sent."""
        view = chats.read_chat(self.session, self.chat.id)
        if view.turns:
            self.say(f"Last time. {_YOU}{clean_line(view.turns[-1].user.text)}")
            self.say(f"{_REVERIE}{view.turns[-1].reply.text}")
        if view.draft.strip():
            self.say(f"Not sent yet: {clean_line(view.draft)}")

    def _load_model_meanwhile(self) -> None:
        def load() -> None:
            # The first turn tells what is wrong.
            with suppress(AssistantError):
                self.session.model.load()

        threading.Thread(target=load, name="model-load", daemon=True).start()
