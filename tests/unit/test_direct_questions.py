"""What is a direct question after one thing, and whose words a question asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.direct_questions import asks_for_one_thing
from memory.rules.whose_words import asks_for_answers


@pytest.mark.parametrize(
    "text",
    [
        "When does the plumber come?",
        "when's the plumber coming",
        "Where is the spare key?",
        "And who plays the cello?",
        "What time does the ferry leave?",
        "Which day is the concert in Delft?",
        "How much does the ferry to Moskenes cost?",
        "Wann kommt der Klempner?",
        "Quand vient le plombier ?",
        "¿Cuándo viene el fontanero?",
        "Wanneer komt de loodgieter?",
    ],
)
def test_direct_question_is_recognised(text: str) -> None:
    assert asks_for_one_thing(text)


@pytest.mark.parametrize(
    "text",
    [
        "When is the wedding?",
        "When the plumber comes, I shall be out.",
        "Where should I put the spare key?",
        "Where is the best place to put the spare key?",
        "What is the plumber doing?",
        "Why does the plumber come?",
        "How do plumbers fix boilers?",
        "When do plumbers come?",
        "The plumber comes. When does the plumber come?",
        "Does the plumber come?",
        "",
    ],
)
def test_anything_else_is_not(text: str) -> None:
    assert not asks_for_one_thing(text)


@pytest.mark.parametrize(
    "text",
    [
        "Which ferry did you recommend?",
        "what did you advise me about the boiler",
        "What was your answer about Lofoten?",
        "Remind me what you told me about sleep.",
        "What have you suggested for my knee?",
        "What was the recipe you gave me?",
        "What did we discuss last week?",
        "Was hast du mir empfohlen?",
        "Was war dein Rat?",
        "Qu'est-ce que tu m'as conseillé ?",
        "¿Qué me recomendaste?",
        "Wat heb je me aangeraden?",
        "Что ты мне советовал?",
        "你推荐了什么？",
        "何を勧めてくれた？",
    ],
)
def test_question_for_an_answer_of_reveries_is_recognised(text: str) -> None:
    assert asks_for_answers(text)


@pytest.mark.parametrize(
    "text",
    [
        "When is my sister's wedding?",
        "What did I tell you about my sister?",
        "What do you know about me?",
        "Do you remember my sister's name?",
        "What did my doctor recommend?",
        "What did I say about the ferry?",
        "Was habe ich dir gesagt?",
        "Où est-ce que j'ai acheté mon vélo ?",
        "¿Qué te dije?",
        "我妹妹的生日是什么时候？",
    ],
)
def test_question_for_the_users_own_words_is_told_apart(text: str) -> None:
    assert not asks_for_answers(text)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert {asks_for_one_thing(text), asks_for_answers(text)} <= {True, False}
