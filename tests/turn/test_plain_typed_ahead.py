"""What is typed on a terminal while something else goes on: kept, in order, and never an answer to a later question."""

import io
import os
import pty
import termios
from collections.abc import Iterator

import pytest
from fakes import FakeModel

from assistant.memories import list_memories, remember
from assistant.session import Session
from tui.plain import run_plain
from tui.typed_ahead import lines_kept, take_typed_ahead

CTRL_C = b"\x03"


class Terminal(io.StringIO):
    """A real terminal, at which somebody types: some before each look at it."""

    def __init__(self, *typed: bytes) -> None:
        super().__init__()
        self._typed = list(typed)
        self._keys, self._screen = pty.openpty()

    def type(self, keys: bytes) -> None:
        os.write(self._keys, keys)

    def fileno(self) -> int:
        return self._screen

    def isatty(self) -> bool:
        return True

    def readline(self, _size: int | None = -1, /) -> str:
        if self._typed:
            self.type(self._typed.pop(0))
        return os.read(self._screen, 4096).decode()

    def close(self) -> None:
        if not self.closed:
            os.close(self._keys)
            os.close(self._screen)
        super().close()


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    one = Terminal()
    yield one
    one.close()


def test_whole_lines_are_taken_in_order_and_half_a_line_stays(terminal: Terminal) -> None:
    terminal.type("one\nzwölf\nhal".encode())
    assert take_typed_ahead(terminal) == ["one", "zwölf"]
    terminal.type(b"f\n")
    assert take_typed_ahead(terminal) == ["half"]
    assert take_typed_ahead(terminal) == []


def test_ctrl_c_drops_nothing_that_was_typed_before_it(terminal: Terminal) -> None:
    before = termios.tcgetattr(terminal.fileno())
    with lines_kept(terminal):
        terminal.type(b"one\n" + CTRL_C + b"two\n")
        assert take_typed_ahead(terminal) == ["one", "two"]
    assert termios.tcgetattr(terminal.fileno()) == before
    # The terminal by itself would have dropped it.
    terminal.type(b"one\n" + CTRL_C + b"two\n")
    assert take_typed_ahead(terminal) == ["two"]


def test_what_is_no_terminal_is_left_alone() -> None:
    with lines_kept(io.StringIO("one\n")):
        assert take_typed_ahead(io.StringIO("one\n")) == []


def test_what_was_typed_before_a_question_is_no_answer_to_it_and_comes_after(
    session: Session, model: FakeModel
) -> None:
    remember(session, "The gate is red.")
    model.script(["Hm.", "Hello to you."])
    terminal = Terminal(b"Forget my gate.\nyes\n/turns\n", b"no\n", b"/quit\n")
    out = io.StringIO()
    assert run_plain(session, terminal, out) == 0
    terminal.close()
    lines = out.getvalue().splitlines()
    asked = next(at for at, line in enumerate(lines) if "(yes or no)" in line)
    assert lines[asked].endswith("(yes or no) no")
    assert lines[asked + 1 : asked + 5] == [
        "Nothing was forgotten.",
        "You: yes",
        "Reverie: Hello to you.",
        "You: /turns",
    ]
    assert "The gate is red." in [one.memory.text for one in list_memories(session)]
    assert lines[-1] == "You: /quit"
