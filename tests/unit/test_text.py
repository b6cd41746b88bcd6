import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.stopwords import ENGLISH_STOP_WORDS, FUNCTION_WORDS, STOP_WORDS
from memory.rules.text import Stemmer, content_terms, fold, squeeze, token_spans, tokens, unify, without_accents, words


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Cafe\u0301", "café"),
        ("ｃａｔ’s", "cat's"),
        ("Straße", "strasse"),
        ("İstanbul", "istanbul"),
        ("co\u00adop", "coop"),
        ("New–York", "new-york"),
        ("ABC", "abc"),
    ],
)
def test_fold_makes_one_spelling(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_unify_keeps_case() -> None:
    assert unify("Ｃafe\u0301’s") == "Café's"


def test_accents_go_and_other_letters_stay() -> None:
    assert without_accents("café ça über año ågren") == "cafe ca über año ågren"


def test_tokens_keep_what_belongs_to_a_word() -> None:
    assert tokens(fold("Don't use C++ or C#, use #tags: 3.5 rock'n'roll!")) == [
        *("don't", "use", "c++", "or", "c#", "use", "tags", "3", "5", "rock'n'roll")
    ]


def test_scripts_without_spaces_give_pairs() -> None:
    assert words("我在北京 ok 猫") == ["我在", "在北", "北京", "ok", "猫"]


def test_possessive_is_no_other_word() -> None:
    assert words("Rex's bowl") == ["rex", "bowl"]


def test_stems_are_right_in_whichever_threads_they_are_asked_for() -> None:
    endings = ("ational", "iveness", "ing", "ies", "edly")
    asked = [f"{a}{b}{c}{end}" for a in "bdglmnprst" for b in ("a", "os", "er") for c in "bdglmnpt" for end in endings]
    wanted = [Stemmer().stem(word) for word in asked]
    shared = Stemmer()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as threads:
            halves = threads.map(lambda half: [shared.stem(word) for word in half], (asked[::2], asked[1::2]))
            even, odd = halves
    finally:
        sys.setswitchinterval(interval)
    assert (even, odd) == (wanted[::2], wanted[1::2])


def test_content_terms_are_stems_without_noise() -> None:
    assert content_terms("I was running 42 organizations and a b", Stemmer()) == ["run", "organiz"]


def test_squeeze_leaves_single_spaces() -> None:
    assert squeeze("「ジョン・スミス」, ok!") == "ジョン スミス ok"


def test_stemmer_gives_the_same_answer_when_its_cache_was_emptied() -> None:
    tiny = Stemmer(capacity=1)
    assert [tiny.stem(word) for word in ("running", "cats", "running")] == ["run", "cat", "run"]


def test_stop_words_are_folded_and_the_sets_nest() -> None:
    assert {fold(word) for word in STOP_WORDS} == STOP_WORDS
    assert ENGLISH_STOP_WORDS <= FUNCTION_WORDS <= STOP_WORDS
    assert {"war", "son", "die", "ai", "hat"}.isdisjoint(FUNCTION_WORDS)


@given(st.text(max_size=60))
def test_fold_is_a_fixed_point_and_spans_are_the_tokens(text: str) -> None:
    folded = fold(text)
    assert [folded[start:end] for start, end in token_spans(folded)] == tokens(folded)
    assert tokens(fold(folded)) == tokens(folded)


@pytest.mark.parametrize(
    "written", ["ко\u0301шка", "к\u0336о\u0336ш\u0336к\u0336а\u0336", "кошк\u20ddа", "кош\u3164ка", "кош\ufff9ка"]
)
def test_marks_that_make_no_letter_are_decoration(written: str) -> None:
    assert fold(written) == "кошка"


@pytest.mark.parametrize("word", ["schön", "café", "año", "йод", "ἀρχή", "がく", "ế"])
def test_marks_that_make_a_letter_stay(word: str) -> None:
    assert fold(unicodedata.normalize("NFD", word)) == unicodedata.normalize("NFKC", word)
