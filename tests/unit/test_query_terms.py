"""From a message to what the index is asked for."""

import pytest

from memory.rules.query_terms import MOST_TERMS, Term, query_terms, shortened


def tokens(text: str) -> list[tuple[str, ...]]:
    return [term.tokens for term in query_terms(text).terms]


def test_question_and_function_words_are_no_terms() -> None:
    assert tokens("What do I like to drink?") == [("drink",)]
    assert tokens("Do you remember what I told you about Rex?") == [("rex",)]


def test_words_that_open_a_subject_are_no_terms() -> None:
    assert tokens("Let us talk about the cello lessons again.") == [("cello",), ("lessons",)]
    assert tokens("Can we discuss the film club?") == [("film",), ("club",)]
    assert tokens("I gave a talk in Delft") == [("gave",), ("talk",), ("delft",)]
    assert tokens("What do I speak with my grandmother?") == [("speak",), ("grandmother",)]
    assert tokens("What did we talk about?") == [("talk",)]


def test_a_message_of_function_words_is_looked_for_whole() -> None:
    assert tokens("Who are you?") == [("who",), ("are",), ("you",)]


def test_possessives_and_contractions_leave_their_word() -> None:
    assert tokens("Caroline's guitar isn't O'Brien's") == [("caroline",), ("guitar",), ("o", "brien")]


def test_repeated_words_are_one_term() -> None:
    assert tokens("guitar strings for a guitar") == [("guitar",), ("strings",)]


def test_neighbours_make_phrases() -> None:
    pairs = query_terms("a charity race for mental health").pairs
    assert [pair.tokens for pair, _, _ in pairs] == [("charity", "race"), ("race", "mental"), ("mental", "health")]


def test_chinese_goes_by_pairs_of_characters_without_grammar() -> None:
    assert tokens("北京的天气") == [("北", "京"), ("京", "的"), ("的", "天"), ("天", "气")]
    assert ("什", "么") not in tokens("我喝什么茶")


def test_russian_words_are_looked_for_by_their_stem() -> None:
    assert query_terms("мою собаку").terms[-1] == Term(("собак",), is_prefix=True)


@pytest.mark.parametrize(
    ("text", "is_english"),
    [
        ("what can I cook for my sister", True),
        ("was kann ich für meine Schwester kochen", False),
        ("¿qué puedo cocinar para mi hermana?", False),
        ("que puis-je cuisiner pour ma sœur", False),
        ("pizza", True),
    ],
)
def test_language_is_told_by_function_words(text: str, *, is_english: bool) -> None:
    assert query_terms(text).is_english is is_english


def test_a_word_shortens_to_a_prefix_but_not_for_ever() -> None:
    assert shortened(Term(("katzen",))) == Term(("katze",), is_prefix=True)
    assert shortened(Term(("katz",))) is None
    assert shortened(Term(("12345",))) is None


def test_a_long_message_is_cut_to_so_many_terms() -> None:
    assert len(query_terms(" ".join(f"word{number}" for number in range(99))).terms) == MOST_TERMS


@pytest.mark.parametrize("text", ["", "   ", "?!", "🙂"])
def test_a_message_without_words_has_no_terms(text: str) -> None:
    assert query_terms(text).terms == ()
