"""Contrasts: what a sentence says instead of what, and which earlier statement it denies."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.contrast import contrasts_in, is_denied


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("the plumber comes on Friday, not Thursday", {"thursday"}),
        ("The plumber comes on Friday and not on Thursday.", {"thursday"}),
        ("the plumber comes Friday not Thursday", {"thursday"}),
        ("The plumber comes not on Thursday but on Friday.", {"thursday"}),
        ("we eat fish instead of meat", {"meat"}),
        ("the rent is 980 euros, not 950", {"950"}),
        ("no, on Friday, not Thursday", {"thursday"}),
        ("I don't drink tea anymore", {"drink", "tea"}),
    ],
)
def test_contrast_tells_what_is_gone(text: str, gone: set[str]) -> None:
    assert [one.gone for one in contrasts_in(text)] == [gone]


@pytest.mark.parametrize(
    "text",
    [
        "The plumber is not coming on Friday.",
        "The plumber does not come on Friday.",
        "Does the plumber come on Friday, not Thursday?",
        "Ask whether the plumber comes on Friday, not Thursday.",
        "Maybe the plumber comes on Friday, not Thursday.",
        '"The plumber comes on Friday, not Thursday."',
        "I love jazz, not just pop.",
        "I came home, not because I was tired.",
        "I like it, not yet though.",
        "",
    ],
)
def test_what_denies_no_value_is_no_contrast(text: str) -> None:
    assert contrasts_in(text) == ()


@pytest.mark.parametrize(
    ("older", "is_meant"),
    [
        ("The plumber comes on Thursday.", True),
        ("The plumber comes on Thursday at nine.", True),
        ("On Thursday the plumber is coming.", True),
        ("The plumber comes on Friday.", False),
        ("The electrician comes on Thursday.", False),
        ("The plumber does not come on Thursday.", False),
        ("Does the plumber come on Thursday?", False),
        ("My sister's plumber comes on Thursday.", False),
        ("The plumber comes on Thursday, and Ann on Monday.", False),
        ("The plumber comes on Thursday. I like tea.", False),
        ("Tom says the plumber comes on Thursday.", False),
    ],
)
def test_contrast_denies_what_says_the_same_of_the_value_that_is_gone(older: str, *, is_meant: bool) -> None:
    (contrast,) = contrasts_in("the plumber comes on Friday, not Thursday")
    assert is_denied(contrast, older) is is_meant


def test_what_is_over_is_the_very_same_statement() -> None:
    (over,) = contrasts_in("I don't drink tea anymore")
    assert is_denied(over, "I drink tea.")
    assert not is_denied(over, "I drink green tea.")
    assert not is_denied(over, "My sister drinks tea.")
    assert not is_denied(over, "I like tea.")


@pytest.mark.parametrize(
    "piece", ["not ", ", not a", "don't a anymore ", "but not ", "i no longer ", "a, ", "1 not 2 "]
)
def test_a_long_sentence_costs_little(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    contrasts_in(text)
    assert time.process_time() - started < 1.0


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_can_be_asked_about(text: str, older: str) -> None:
    for contrast in contrasts_in(text):
        assert contrast.gone
        assert not is_denied(contrast, text)
        is_denied(contrast, older)
