"""Text as the full-text index wants it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.scripts import query_words, searchable


def test_latin_text_is_indexed_as_it_is() -> None:
    assert searchable("My sister is vegetarian.") == "My sister is vegetarian."
    assert searchable("Größe, café") == "Größe, café"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我住在北京", ["我", "住", "在", "北", "京"]),
        ("私は猫が好き", ["私", "は", "猫", "が", "好", "き"]),
        ("고양이를 좋아해", ["고", "양", "이", "를", "좋", "아", "해"]),
        ("我有iPhone手机", ["我", "有", "iPhone", "手", "机"]),
        ("ＡＢＣ", ["ABC"]),
    ],
)
def test_scripts_without_spaces_go_by_character(text: str, tokens: list[str]) -> None:
    assert searchable(text).split() == tokens


def test_a_character_keeps_its_marks() -> None:
    assert searchable("ที่นี่").split() == ["ที่", "นี่"]


@pytest.mark.parametrize("word", ["القط", "والقط", "بالقط", "قط", "اَلْقِطّ"])
def test_arabic_words_meet_with_and_without_article_and_marks(word: str) -> None:
    assert searchable(word) == "قط"


def test_query_words_are_split_where_the_script_changes() -> None:
    assert query_words("我有iphone手机, don't") == ["我有", "iphone", "手机", "don't"]


@given(st.text(max_size=40))
def test_indexing_text_twice_changes_nothing_more(text: str) -> None:
    once = searchable(text)
    assert searchable(once).split() == once.split()
