"""The line-by-line chat, talked to from a pipe or as if typed."""

import io
from collections.abc import Callable

from assistant.memories import list_memories
from assistant.session import Session
from tui.plain import run_plain

Talk = Callable[..., list[str]]


class Typed(io.StringIO):
    """Lines that someone types on a terminal."""

    def isatty(self) -> bool:
        return True


def talk_with(session: Session) -> Talk:
    """Return what sends lines and returns what was printed, the opening left out."""

    def send(*lines: str, is_typed: bool = False) -> list[str]:
        sent = "\n".join(lines) + "\n"
        out = io.StringIO()
        assert run_plain(session, Typed(sent) if is_typed else io.StringIO(sent), out) == 0
        shown = out.getvalue().splitlines()
        return shown[next(at for at, line in enumerate(shown) if line.startswith("You: ")) :]

    return send


def texts(session: Session) -> list[str]:
    return [one.memory.text for one in list_memories(session)][::-1]
