import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.records import Logic, Trigger
from memory.rules.key_index import ALWAYS, index_term, index_terms, message_terms
from memory.rules.keys import KeyText, compile_key, compile_trigger, matches

PLAIN = [
    ("the cat", "the category", False),
    ("the cat", "I saw the cat.", True),
    ("the cat", "the  cat", True),
    ("the cat", "the-cat", True),
    ("the-cat", "the cat", True),
    ("#hello", "say #hello", True),
    ("#hello", "#helloworld", False),
    ("#hello", "hello", False),
    ("café", "cafés", False),
    ("café", "the CAFE\u0301!", True),
    ("café", "cafe", False),
    ("c++", "in c++ now", True),
    ("c++", "in C++", True),
    ("c++", "c++11", False),
    ("c++", "abc++", False),
    ("cat", "cat's", True),
    ("cat", "“cat”", True),
    ("cat", "cat_flap", True),
    ("don't", "I don’t", True),
    ("a.b", "axb", False),
    ("北京", "我在北京工作", True),
    ("北京", "北方", False),
    ("서울", "서울에서", True),
    ("서울", "남서울", False),
    ("iPhone", "我用iPhone打", True),
    ("(note)", "a (note) here", True),
    ("<3", "I <3 you", True),
    ("🍕", "more 🍕!", True),
    ("[", "a [ b", True),
    ("strasse", "Straße", True),
    ("-", "a - b", True),
    ("-san", "Tanaka -san", True),
    ("the cat", "the\ncat", True),
]


@pytest.mark.parametrize(("key", "message", "expected"), PLAIN)
def test_plain_key_is_matched_literally_at_word_edges(key: str, message: str, expected: bool) -> None:  # noqa: FBT001 - a row of a table
    assert matches(Trigger(keys=(key,)), message).is_hit is expected


@pytest.mark.parametrize(("key", "message", "expected"), PLAIN)
def test_index_term_of_a_key_is_among_the_terms_of_what_it_hits(key: str, message: str, expected: bool) -> None:  # noqa: FBT001 - a row of a table
    if expected:
        assert index_terms(Trigger(keys=(key,))) & message_terms(message)


def test_case_counts_only_when_asked() -> None:
    assert matches(Trigger(keys=("May",)), "in may").is_hit
    assert not matches(Trigger(keys=("May",), is_case_sensitive=True), "in may").is_hit
    assert matches(Trigger(keys=("May",), is_case_sensitive=True), "in May").is_hit


def test_parts_of_words_count_only_when_asked() -> None:
    assert matches(Trigger(keys=("cat",), is_whole_words=False), "concatenate").is_hit
    assert not matches(Trigger(keys=("cat",)), "concatenate").is_hit


@pytest.mark.parametrize("keys", [(" ",), ("",), ("\u200b",), ("\t",)])
def test_blank_key_never_matches_and_is_reported(keys: tuple[str, ...]) -> None:
    found = matches(Trigger(keys=keys), "any text at all")
    assert not found.is_hit
    assert [bad.key for bad in found.bad_keys] == list(keys)
    assert "blank" in found.bad_keys[0].reason
    assert index_terms(Trigger(keys=keys)) == frozenset()


def test_no_keys_never_hit_and_are_nothing_to_report() -> None:
    found = matches(Trigger(), "any text")
    assert not found.is_hit
    assert found.bad_keys == ()


@pytest.mark.parametrize(
    ("logic", "message", "is_hit", "is_excluded"),
    [
        (Logic.ANY, "cat", False, False),
        (Logic.ANY, "cat red", True, False),
        (Logic.ANY, "red blue", False, False),
        (Logic.ALL, "cat red", False, False),
        (Logic.ALL, "cat red blue", True, False),
        (Logic.NOT_ANY, "cat", True, False),
        (Logic.NOT_ANY, "cat red", True, True),
        (Logic.NOT_ANY, "red", False, True),
        (Logic.NOT_ALL, "cat red", True, False),
        (Logic.NOT_ALL, "cat red blue", True, True),
        (Logic.NOT_ALL, "red blue", False, True),
        (Logic.NOT_ALL, "cat", True, False),
    ],
)
def test_secondary_keys_qualify_or_exclude(logic: Logic, message: str, is_hit: bool, is_excluded: bool) -> None:  # noqa: FBT001 - a row of a table
    found = matches(Trigger(keys=("cat",), secondary_keys=("red", "blue"), logic=logic), message)
    assert (found.is_hit, found.is_excluded) == (is_hit, is_excluded)


def test_exclusion_key_excludes_with_and_without_a_hit() -> None:
    trigger = Trigger(keys=("cat",), exclude_keys=("dog",))
    assert matches(trigger, "cat and dog").is_excluded
    assert matches(trigger, "dog").is_excluded
    assert not matches(trigger, "cat").is_excluded


def test_logic_without_secondary_keys_changes_nothing() -> None:
    for logic in Logic:
        found = matches(Trigger(keys=("cat",), logic=logic), "cat")
        assert (found.is_hit, found.is_excluded) == (True, False)


def test_catastrophic_pattern_takes_bounded_time_and_is_reported() -> None:
    trigger = Trigger(keys=("/(a+)+$/", "cat"))
    started = time.perf_counter()
    found = matches(trigger, "a" * 5_000 + "! cat")
    assert time.perf_counter() - started < 1
    assert found.is_hit
    assert [bad.key for bad in found.bad_keys] == ["/(a+)+$/"]
    assert "20 ms" in found.bad_keys[0].reason


def test_bad_pattern_is_reported_and_the_other_keys_still_count() -> None:
    found = matches(Trigger(keys=("/(/", "cat")), "cat")
    assert found.is_hit
    assert [bad.key for bad in found.bad_keys] == ["/(/"]


def test_pattern_sees_the_message_as_typed() -> None:
    assert matches(Trigger(keys=("/Cat/",)), "a Cat").is_hit
    assert not matches(Trigger(keys=("/Cat/",)), "a cat").is_hit
    assert matches(Trigger(keys=("/cat/i",), is_case_sensitive=True), "CATS").is_hit


def test_index_terms_tell_the_kinds_of_keys_apart() -> None:
    assert index_term(compile_key("the cathedral")) == "cathedral"
    assert index_term(compile_key("北京")) == "北"
    assert index_term(compile_key("/cat/")) == ALWAYS
    assert index_term(compile_key("++")) == ALWAYS
    assert index_term(compile_key("cat", is_whole_words=False), is_whole_words=False) == "~cat"
    assert index_term(compile_key("ca", is_whole_words=False), is_whole_words=False) == ALWAYS
    assert index_term(compile_key(" ")) is None
    assert index_term(compile_key("/(/")) is None


WORDS = st.sampled_from(
    [
        "cat",
        "Cat",
        "the",
        "é",
        "e\u0301",
        "ß",
        "北",
        "京",
        "서울",
        "에",
        "c++",
        "#",
        "-",
        " ",
        "'",
        "_",
        "3",
        "ⓒ",
        "İ",
        "ŉ",
    ]
)
WORD_LISTS = st.lists(WORDS, max_size=4)


@settings(max_examples=400)
@given(WORD_LISTS, WORD_LISTS, WORD_LISTS, st.sampled_from(list(itertools.product([False, True], repeat=2))))
def test_index_never_hides_a_key_that_is_in_the_message(
    key: list[str], before: list[str], after: list[str], switches: tuple[bool, bool]
) -> None:
    is_case_sensitive, is_whole_words = switches
    trigger = Trigger(keys=("".join(key),), is_case_sensitive=is_case_sensitive, is_whole_words=is_whole_words)
    message = "".join([*before, *key, *after])
    if matches(trigger, message).is_hit:
        assert index_terms(trigger) & message_terms(message)


def test_ten_thousand_units_are_not_tried_one_by_one() -> None:
    stored: dict[str, set[int]] = {}
    triggers = [Trigger(keys=(f"place{i}", f"the man of town{i:05}")) for i in range(10_000)]
    for i, trigger in enumerate(triggers):
        for term in index_terms(trigger):
            stored.setdefault(term, set()).add(i)
    message = "Who is the man of town00077, and where is place4000?"
    tried = set().union(*(stored.get(term, set()) for term in message_terms(message)))
    assert tried == {77, 4000}
    text = KeyText.of(message)
    assert all(compile_trigger(triggers[i]).match(text).is_hit for i in tried)
