import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.restating import holds_verbatim, restates, wording_of
from memory.rules.text import Stemmer

STEMMER = Stemmer()


def says_again(said: str, forgotten: str) -> bool:
    return restates(wording_of(said, STEMMER), wording_of(forgotten, STEMMER))


@pytest.mark.parametrize(
    ("forgotten", "said"),
    [
        ("My locker 12 is in Zwickau.", "So your locker is the one in Zwickau?"),
        ("My phone number is 07700 900461.", "I'll call 07700-900461."),
        ("My phone number is 07700 900461.", "(07700) 900 461"),
        ("07700 900461", "Noted: 07700900461"),
        ("Hi.", "hi."),
        ("I was born in Łódź.", "you said: “I WAS BORN  in\nŁódź.”"),
        ("我的电话号码是一二三四", "好的,我的电话号码是一二三四。"),
    ],
)
def test_a_text_with_the_same_telling_words_says_it_again(forgotten: str, said: str) -> None:
    assert says_again(said, forgotten)


@pytest.mark.parametrize(
    ("forgotten", "said"),
    [
        ("My locker 12 is in Zwickau.", "A locker can be rented."),
        ("ok", "The book is on the table."),
        ("Thanks.", "Thanks for telling me!"),
        ("The meeting is on 2026-01-05.", "Today is 2026-01-05."),
        ("We met on 05.01.2026 in Graz.", "The bill of 05.01.2026 is due."),
        ("I have 12 apples and 40 pears.", "The answer is 1240."),
        ("My locker 12 is in Zwickau.", ""),
        ("", "Anything at all."),
    ],
)
def test_a_text_that_shares_too_little_does_not_say_it_again(forgotten: str, said: str) -> None:
    assert not says_again(said, forgotten)


@given(st.text(min_size=8), st.text(), st.text())
def test_text_that_is_quoted_whole_is_always_found(forgotten: str, before: str, after: str) -> None:
    wording = wording_of(forgotten, STEMMER)
    if len(wording.line) >= 8:
        assert holds_verbatim(f"{before} {forgotten} {after}", [wording])
