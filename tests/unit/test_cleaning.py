import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cleaning import StreamCleaner, clean_line, clean_text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("plain\ttext\nwith lines", "plain\ttext\nwith lines"),
        ("a\x1b[31mred\x1b[0m b", "ared b"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bP1;2qpayload\x1b\\after", "after"),
        ("\x1b_Gpayload\x1b\\after", "after"),
        ("\x9b2Jafter", "after"),
        ("\x9d52;c;aGk=\x9cafter", "after"),
        ("\x1b]0;never ended", "0;never ended"),
        ("\x1bcreset", "reset"),
        ("\x1b(Bascii", "ascii"),
        ("\x1b", ""),
        ("nul\x00 bell\x07 back\x08 del\x7f c1\x85", "nul bell back del c1"),
        ("abc\u202ecod.exe\u202c \u2066x\u2069", "abccod.exe x"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("half \ud83d surrogate", "half  surrogate"),
        ("👩‍👩‍👧 नमस्ते שלום", "👩‍👩‍👧 नमस्ते שלום"),
        ("[31m stays: no escape", "[31m stays: no escape"),
    ],
)
def test_only_what_steers_a_terminal_goes(text: str, cleaned: str) -> None:
    assert clean_text(text) == cleaned


@given(st.text())
def test_nothing_that_steers_a_terminal_is_left_and_cleaning_twice_is_cleaning_once(text: str) -> None:
    cleaned = clean_text(text)
    assert not any((ord(each) < 32 and each not in "\n\t") or 127 <= ord(each) < 160 for each in cleaned)
    assert clean_text(cleaned) == cleaned


def test_clean_line_is_one_line() -> None:
    assert clean_line(" a\n\n b\t\x1b[2Jc ") == "a b c"


@pytest.mark.parametrize(
    ("pieces", "cleaned"),
    [
        (["a\x1b", "[3", "1mred"], ["a", "", "red"]),
        (["a\x1b]0;ti", "tle\x1b", "\\b"], ["a", "", "b"]),
        (["one\r", "\ntwo\r"], ["one", "\ntwo"]),
        (["R\x00", "ex"], ["R", "ex"]),
        (["a\x1b]0;" + "x" * 300, "b"], ["a0;" + "x" * 300, "b"]),
    ],
)
def test_sequence_that_is_cut_anywhere_goes_as_a_whole(pieces: list[str], cleaned: list[str]) -> None:
    cleaner = StreamCleaner()
    assert [cleaner.feed(piece) for piece in pieces] == cleaned
    assert cleaner.finish() == ("\n" if pieces[-1].endswith("\r") else "")
    assert cleaner.has_changed


@given(st.lists(st.text(max_size=6), max_size=8))
def test_nothing_that_steers_a_terminal_comes_through_in_pieces(pieces: list[str]) -> None:
    cleaner = StreamCleaner()
    joined = "".join(cleaner.feed(piece) for piece in pieces) + cleaner.finish()
    assert joined == clean_text(joined)
    assert cleaner.has_changed or joined == "".join(pieces)
