"""What a chat is called until it is named: the same for one that was said here and one that came in from elsewhere."""

from hypothesis import given
from hypothesis import strategies as st

from memory.rules.titles import TITLE_CHARACTERS, is_title_of, title_of


def test_a_short_message_is_the_title_on_one_line() -> None:
    assert title_of("  Is there\n\ta night train? ") == "Is there a night train?"
    assert title_of(" \n ") == ""
    assert title_of("x" * 60) == "x" * 60


def test_a_long_message_is_cut_with_an_ellipsis() -> None:
    assert title_of("x" * 61) == "x" * 59 + "…"
    assert title_of("word " * 1_000) == "word " * 11 + "word…"


def test_no_blank_space_however_long_hides_what_was_said() -> None:
    assert title_of(" " * 1_000 + "Hello") == "Hello"
    assert title_of("One" + "\n" * 1_000 + "two") == "One two"


@given(st.text(max_size=400))
def test_a_title_is_the_beginning_of_the_line_and_never_too_long(text: str) -> None:
    title = title_of(text)
    assert len(title) <= TITLE_CHARACTERS
    assert " ".join(text.split()).startswith(title.removesuffix("…"))


@given(st.text(max_size=400))
def test_title_of_a_message_is_known_as_such(text: str) -> None:
    title = title_of(text)
    assert is_title_of(title, text) or not title


def test_title_that_someone_gave_is_none_of_the_message() -> None:
    for title in ("Garden", "I", "I planted", "", "I planted pears."):
        assert not is_title_of(title, "I planted apple trees.")
