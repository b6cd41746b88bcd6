import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.echo import AVOID_TERMS, SCORE_THRESHOLD, EchoModel, cosine, is_repeated_message
from memory.rules.text import Stemmer, content_terms, words

OCEAN = (
    "The tide pulls the harbour boats against rusty moorings while gulls circle above the lighthouse, and fishermen mend "
    "torn nets beside wooden crates of silver herring."
)
GARDEN = (
    "Plant tomato seedlings after the last frost, water them every morning, pinch side shoots, feed potash weekly, and "
    "support heavy stems with bamboo canes tied loosely."
)
BREAD = (
    "Mix flour, yeast and warm water, knead the dough until smooth, let it rise beneath a cloth, shape round loaves, score "
    "the crust and bake on a hot stone."
)
TAXES = (
    "Collect every invoice, sort receipts by quarter, deduct travel and equipment, declare foreign income separately, and "
    "submit the form before January ends to avoid penalties."
)
MUSIC = (
    "Practise scales slowly with a metronome, relax both wrists, record yourself, listen critically, then raise the tempo "
    "a little and repeat each difficult passage hands apart."
)
OTHERS = [GARDEN, BREAD, TAXES, MUSIC]


def model(replies: list[tuple[str, float]]) -> EchoModel:
    return EchoModel(replies, Stemmer())


def history(*recent: str, age_s: float = 60.0) -> list[tuple[str, float]]:
    """Ninety old replies on other things, then the recent ones."""
    old = [(f"{OTHERS[i % 4]} Note number{i} about matter{i}.", 7_200.0) for i in range(90)]
    return [*old, *((text, age_s) for text in recent)]


def test_exact_copy_of_a_recent_reply_is_a_near_copy() -> None:
    finding = model(history(OCEAN, age_s=4_000.0)).judge(OCEAN)
    assert finding.is_repeat
    assert finding.is_near_copy
    assert finding.score == 0.0  # no reply is young
    assert len(finding.avoid_terms) == AVOID_TERMS
    assert finding.overused_terms == ()


def test_shuffled_sentences_are_still_a_near_copy() -> None:
    assert model(history(f"{OCEAN} {GARDEN}")).judge(f"{GARDEN} {OCEAN}").is_near_copy


def test_copy_of_a_reply_before_the_last_ten_is_no_near_copy() -> None:
    later = [f"{' '.join(f'w{i}x{j}' for j in range(20))}" for i in range(10)]
    assert not model(history(OCEAN, *later, age_s=4_000.0)).judge(OCEAN).is_repeat


def test_reply_on_something_else_is_no_repeat() -> None:
    finding = model(history(OCEAN, BREAD)).judge(
        "My cousin plays chess on Sundays in a quiet club near the old "
        "railway station, where veterans analyse endgames, drink coffee and quarrel about openings."
    )
    assert not finding.is_repeat
    assert finding.score < SCORE_THRESHOLD / 2
    assert finding.avoid_terms == ()


def test_five_young_replies_on_one_image_make_a_draft_of_the_same_words_a_repeat() -> None:
    tide = [f"{OCEAN} {' '.join(f'new{i}word{j}' for j in range(8))}" for i in range(5)]
    draft = "Gulls circle the lighthouse, boats pull their moorings, tide and harbour, herring in crates, nets and fishermen."
    finding = model(history(*tide)).judge(draft)
    assert finding.is_repeat
    assert finding.score >= SCORE_THRESHOLD
    assert set(finding.overused_terms) <= set(finding.avoid_terms)
    assert finding.overused_terms


def test_replies_older_than_ten_minutes_do_not_count_as_recent() -> None:
    tide = [f"{OCEAN} {' '.join(f'new{i}word{j}' for j in range(8))}" for i in range(5)]
    draft = "Gulls circle the lighthouse, boats pull their moorings, tide and harbour, herring in crates, nets and fishermen."
    assert model(history(*tide, age_s=599.0)).judge(draft).score > 0
    assert model(history(*tide, age_s=600.0)).judge(draft).score == 0


def test_short_drafts_are_not_scored() -> None:
    short = "The tide pulls harbour boats."
    finding = model(history(short, short, "Quite so.")).judge(short)
    assert not finding.is_repeat
    assert finding.score == 0


def test_stop_words_weigh_nothing() -> None:
    filler = "and then it was that which we were to have been with them"
    young = history(OCEAN)
    assert model(young).judge(f"{OCEAN} {filler}").score == pytest.approx(model(young).judge(OCEAN).score)


def test_words_of_the_user_and_of_active_memories_are_never_to_be_avoided() -> None:
    finding = model(history(OCEAN)).judge(OCEAN, ["Tell me about the harbours and the gulls!", "user likes herrings"])
    assert finding.is_repeat
    assert not {"harbour", "gulls", "herring"} & set(finding.avoid_terms)
    assert len(finding.avoid_terms) == AVOID_TERMS


def test_avoided_terms_are_words_as_written_and_not_stems() -> None:
    said = set(words(OCEAN))
    assert set(model(history(OCEAN)).judge(OCEAN).avoid_terms) <= said


def test_score_is_the_worked_formula() -> None:
    stemmer = Stemmer()
    replies = [(OCEAN, 60.0), (BREAD, 60.0), (TAXES, 7_000.0)]
    draft = f"{OCEAN} chess"
    counts = [Counter(content_terms(text, stemmer)) for text, _ in replies]
    mean = sum(count.total() for count in counts) / 3
    young = counts[0] + counts[1]
    expected = 0.0
    terms = set(content_terms(draft, stemmer))
    for term in terms & set(young):
        held_by = sum(term in count for count in counts)
        idf = math.log(1 + (3 - held_by + 0.5) / (held_by + 0.5))
        expected += idf * young[term] * 2.5 / (young[term] + 1.5 * (0.25 + 0.75 * young.total() / 2 / mean))
    assert model(list(reversed(replies))).judge(draft).score == pytest.approx(expected / len(terms))


def test_first_reply_of_all_has_nothing_to_repeat() -> None:
    assert not model([]).judge(OCEAN).is_repeat
    assert not model([("", 1.0)]).judge(OCEAN).is_repeat


def test_only_the_last_hundred_replies_count() -> None:
    many = [*history(), *history(OCEAN)]
    assert model([(OCEAN, 9_000.0)] * 50 + many[-100:]).judge(OCEAN) == model(many[-100:]).judge(OCEAN)


@pytest.mark.parametrize(
    ("text", "previous", "expected"),
    [
        ("What is my name?", ["what is my name"], True),
        ("WHAT'S my sister's name?!", ["hi", "What is my sister's name?"], True),
        ("Where is the red bicycle?", ["When was the bicycle red?"], True),
        ("Where is Rex?", ["Who fed Rex?"], False),
        ("What is my address?", ["What is my name?"], False),
        ("", [""], False),
        ("hello", [], False),
    ],
)
def test_a_message_that_is_said_again_is_recognised(text: str, previous: list[str], expected: bool) -> None:  # noqa: FBT001 - a row of a table
    assert is_repeated_message(text, previous, Stemmer()) is expected


COUNTS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 9), max_size=8)


@given(COUNTS, COUNTS)
def test_cosine_is_symmetric_and_bounded(one: dict[str, int], other: dict[str, int]) -> None:
    assert cosine(one, other) == pytest.approx(cosine(other, one))
    assert 0 <= cosine(one, other) <= 1 + 1e-9
    if one:
        assert cosine(one, one) == pytest.approx(1)


@given(st.lists(st.tuples(st.text(max_size=80), st.floats(0, 2_000)), max_size=12), st.text(max_size=120))
def test_any_texts_get_a_verdict(replies: list[tuple[str, float]], draft: str) -> None:
    finding = model(replies).judge(draft)
    assert finding.score >= 0
    assert len(finding.avoid_terms) <= AVOID_TERMS
    assert finding.is_repeat == (finding.is_near_copy or finding.score >= SCORE_THRESHOLD)


SHORT = "I am sorry for any confusion, I will keep it brief."


def test_short_reply_said_again_word_for_word_is_a_repetition() -> None:
    finding = model(history(SHORT)).judge(SHORT.replace(",", " -").upper())
    assert finding.is_repeat
    assert finding.is_near_copy
    assert "confusion" in finding.avoid_terms


def test_short_reply_in_other_words_or_longer_ago_is_none() -> None:
    assert not model(history(SHORT)).judge(SHORT + " Again.").is_repeat
    assert not model(history(SHORT, "One.", "Two.", "Three.")).judge(SHORT).is_repeat


def test_a_short_reply_for_the_third_time_in_a_row_is_a_loop() -> None:
    short = "Dana: a wonderful and friendly AI."
    assert not model(history(short)).judge(short).is_repeat
    assert model(history(short, short)).judge(short).is_repeat
    assert not model(history(short, "Quite so.")).judge(short).is_repeat


def test_a_short_answer_may_be_right_three_times() -> None:
    for answer in ("Yes.", "Noted, thanks.", "You are welcome!", "Good night, Dana."):
        assert not model(history(answer, answer)).judge(answer).is_repeat


def test_manners_may_be_said_again() -> None:
    assert not model(history("You are welcome!")).judge("You are welcome!").is_repeat
