"""What kind of answer a question wants, and what gives one; irregular verbs that mean the same."""

import pytest

from memory.rules.answer_types import Wanted, tells_amount, wanted
from memory.rules.irregular import irregular_forms


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("When did I see the dentist?", Wanted(is_time=True)),
        ("since when do I play the cello?", Wanted(is_time=True)),
        ("Seit wann spiele ich Cello?", Wanted(is_time=True)),
        ("¿Cuándo vi al dentista?", Wanted(is_time=True)),
        ("Quand ai-je vu le dentiste ?", Wanted(is_time=True)),
        ("Quando ho visto il dentista?", Wanted(is_time=True)),
        ("How old is my daughter?", Wanted(is_amount=True)),
        ("How many bikes do I own?", Wanted(is_amount=True, is_several=True)),
        ("Which trip did I take first, Rome or Oslo?", Wanted(is_time=True, is_several=True)),
        ("When I was young, I sang", Wanted()),
        ("What is my dog's name?", Wanted()),
        ("", Wanted()),
    ],
)
def test_a_question_tells_what_it_wants(text: str, kinds: Wanted) -> None:
    assert wanted(text) == kinds


@pytest.mark.parametrize(
    ("text", "is_amount"), [("I own 3 bikes", True), ("I own two bikes", True), ("I own a bike", False)]
)
def test_an_amount_is_a_number(text: str, *, is_amount: bool) -> None:
    assert tells_amount(text) is is_amount


@pytest.mark.parametrize(
    ("word", "form"),
    [("buy", "bought"), ("bought", "buy"), ("buying", "bought"), ("chooses", "chose"), ("swimming", "swam")],
)
def test_forms_of_an_irregular_verb_meet(word: str, form: str) -> None:
    assert form in irregular_forms(word)


@pytest.mark.parametrize("word", ["table", "thing", "bus", "walk", "walking", ""])
def test_other_words_have_no_other_forms(word: str) -> None:
    assert irregular_forms(word) == ()
