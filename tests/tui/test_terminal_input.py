"""What a terminal sends: a paste is one text, whatever it holds and however it is cut; nothing of it acts as a key."""

import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Paste
from textual.message import Message

from assistant.bootstrap import build
from assistant.chats import list_chats
from assistant.cleaning import clean_text
from assistant.config import Config
from benchmarks.terminal import Terminal
from tui.terminal_input import PasteParser

START, END = "\x1b[200~", "\x1b[201~"
_PASTED = st.text(alphabet="ab\n\r\t\x1b[]01~;mAHé\x07\x00", max_size=40).filter(lambda text: END not in text)


def read(pieces: Iterable[str]) -> list[tuple[str, str]]:
    parser = PasteParser()
    return [told(message) for piece in pieces for message in parser.feed(piece)]


def told(message: Message) -> tuple[str, str]:
    if isinstance(message, Paste):
        return "paste", message.text
    assert isinstance(message, Key)
    return "key", message.key


@given(_PASTED, _PASTED, st.integers(1, 9))
def test_a_paste_is_one_text_however_it_is_cut(one: str, other: str, length: int) -> None:
    sent = f"x{START}{one}{END}\x1b[Ay{START}{other}{END}z"
    pieces = [sent[at : at + length] for at in range(0, len(sent), length)]

    said = [
        ("key", "x"),
        ("paste", clean_text(one)),
        ("key", "up"),
        ("key", "y"),
        ("paste", clean_text(other)),
        ("key", "z"),
    ]
    assert read(pieces) == [told for told in said if told[1]]


def test_a_paste_that_is_cut_off_is_handed_over_and_the_next_key_is_a_key() -> None:
    parser = PasteParser()
    assert list(parser.feed(f"{START}half of a te")) == []
    assert list(parser.tick()) == []
    parser._came_s -= 10
    assert [told(message) for message in parser.tick()] == [("paste", "half of a te")]
    assert list(parser.tick()) == []
    # Its rest may still come, late and in one piece.
    assert list(parser.feed("xt that is longer than any key")) == []
    parser._came_s -= 10
    assert [told(message) for message in parser.feed("\x1b[A")] == [
        ("paste", "xt that is longer than any key"),
        ("key", "up"),
    ]
    assert [told(message) for message in parser.feed(f"y{START}whole{END}")] == [("key", "y"), ("paste", "whole")]


def test_keys_are_read_as_ever() -> None:
    assert read(["\x1b[A\x1b[1;5Bq\r"]) == [("key", "up"), ("key", "ctrl+down"), ("key", "q"), ("key", "enter")]


def test_a_pasted_log_with_colours_sends_nothing_and_presses_nothing(tmp_path: Path) -> None:
    with Terminal([sys.executable, "-m", "tui", "--data-dir", str(tmp_path)]) as terminal:
        terminal.wait_for(b"ready", timeout_s=60)
        terminal.forget()
        terminal.write(f"{START}first \x1b[31mred\x1b[0m\x1bOQ\r\x1b[15~\x1b".encode())
        terminal.write(f"\x11second{END}".encode())
        terminal.wait_for(b"second")
        terminal.write(b" \xff\xfe typed")
        terminal.wait_for(b"typed")
        terminal.write(b"\x11")
        status = terminal.wait_exit(20)

    assert status == 0
    with closing(build(Config(data_dir=str(tmp_path)), None)) as session:
        assert [one.turn_count for one in list_chats(session)] in ([], [0])
