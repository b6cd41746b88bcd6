"""Fusion of evidence, and what a memory competes with in associative mode."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.ranking import (
    Evidence,
    Reach,
    Weights,
    associative_score,
    fuse,
    inverse_frequency,
    length_score,
    spread,
    with_expansion,
)

REACH = Reach(words=10.0, chat=5.0)
amounts = st.floats(min_value=0.0, max_value=50.0)
evidence = st.builds(
    Evidence,
    words=amounts,
    cosine=st.floats(min_value=-1.0, max_value=1.0),
    chat=amounts,
    phrases=amounts,
    is_by_named=st.booleans(),
    dated=st.floats(min_value=0.0, max_value=1.0),
    is_of_kind=st.booleans(),
    is_answer=st.booleans(),
    length=st.floats(min_value=0.0, max_value=1.0),
)


def test_fusion_gives_the_worked_number() -> None:
    best = Evidence(words=12.0, cosine=0.5)
    assert fuse([best], REACH) == [pytest.approx((0.90 + 0.70) / 2.75)]


def test_the_best_of_a_bad_lot_is_measured_against_what_a_document_could_reach() -> None:
    poor, good = fuse([Evidence(words=0.7)], REACH)[0], fuse([Evidence(words=7.0)], REACH)[0]
    assert poor == pytest.approx(good / 10)


def test_each_kind_of_evidence_raises_relevance() -> None:
    plain = Evidence(words=5.0, cosine=0.4, chat=2.0, phrases=1.0, length=0.5)
    richer = [
        Evidence(words=6.0, cosine=0.4, chat=2.0, phrases=1.0, length=0.5),
        Evidence(words=5.0, cosine=0.5, chat=2.0, phrases=1.0, length=0.5),
        Evidence(words=5.0, cosine=0.4, chat=3.0, phrases=1.0, length=0.5),
        Evidence(words=5.0, cosine=0.4, chat=2.0, phrases=2.0, length=0.5),
        Evidence(words=5.0, cosine=0.4, chat=2.0, phrases=1.0, length=0.6),
        Evidence(words=5.0, cosine=0.4, chat=2.0, phrases=1.0, length=0.5, is_by_named=True),
        Evidence(words=5.0, cosine=0.4, chat=2.0, phrases=1.0, length=0.5, dated=1.0),
        Evidence(words=5.0, cosine=0.4, chat=2.0, phrases=1.0, length=0.5, is_of_kind=True),
        Evidence(words=5.0, cosine=0.4, chat=2.0, phrases=1.0, length=0.5, is_answer=True),
    ]
    for one in richer:
        low, high = fuse([plain, one], REACH)
        assert high > low, one


def test_a_weight_of_zero_takes_its_evidence_out() -> None:
    without = Weights(date=0.0)
    first, second = fuse([Evidence(words=5.0, dated=1.0), Evidence(words=5.0)], REACH, without)
    assert first == second


def test_dissimilar_counts_as_no_similarity_and_not_against() -> None:
    opposite, unrelated = fuse([Evidence(words=5.0, cosine=-0.9), Evidence(words=5.0, cosine=0.0)], REACH)
    assert opposite == unrelated


def test_nothing_found_is_nothing_ranked() -> None:
    assert fuse([], REACH) == []
    assert fuse([Evidence()], Reach(words=0.0, chat=0.0)) == [0.0]


@given(st.lists(evidence, max_size=8))
def test_relevance_stays_within_its_range(found: list[Evidence]) -> None:
    assert all(0.0 <= one <= 1.0 for one in fuse(found, REACH))


@given(st.lists(evidence, min_size=1, max_size=6))
def test_order_of_candidates_does_not_change_their_relevance(found: list[Evidence]) -> None:
    assert fuse(found[::-1], REACH) == pytest.approx(fuse(found, REACH)[::-1])


def test_associative_score_gives_the_worked_number() -> None:
    assert associative_score(0.8, 0.6, 1.1, 6) == pytest.approx(0.42768)


@pytest.mark.parametrize(("activations", "factor"), [(0, 1.0), (4, 1.0), (5, 0.9), (6, 0.81), (14, 0.9**10)])
def test_a_memory_tires_from_the_fifth_activation_on(activations: int, factor: float) -> None:
    assert associative_score(1.0, 1.0, 1.0, activations) == pytest.approx(factor)


def test_rare_terms_weigh_more_and_none_weighs_less_than_nothing() -> None:
    assert inverse_frequency(5, 1) == pytest.approx(1.386, abs=0.001)
    assert inverse_frequency(5, 0) == pytest.approx(2.485, abs=0.001)
    assert inverse_frequency(0, 0) == pytest.approx(0.693, abs=0.001)
    assert inverse_frequency(3, 2_001) == 0.0


def test_length_counts_up_to_ninety_words() -> None:
    assert length_score(0) == 0.0
    assert length_score(55) == pytest.approx(0.5329, abs=0.001)
    assert length_score(5_000) == 1.0


def test_expansion_only_decides_near_ties() -> None:
    assert with_expansion(0.50, 1.0) > with_expansion(0.51, 0.0)
    assert with_expansion(0.50, 1.0) < with_expansion(0.54, 0.0)


def test_spread_gives_the_worked_number() -> None:
    assert spread([0.48, 0.50, 0.40], [1, 1, 1]) == [pytest.approx(0.4656), 0.50, pytest.approx(0.3764, abs=0.0001)]


def test_spread_lets_another_chat_pass_and_touches_nothing_outside_of_chats() -> None:
    same, other, alone = spread([0.50, 0.49, 0.485, 0.3], [1, 1, 2, None])[1:]
    assert other > same
    assert alone == 0.3


@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.one_of(st.none(), st.integers(1, 3))), max_size=12))
def test_spread_keeps_the_order_within_a_chat_and_the_best_of_each(found: list[tuple[float, int | None]]) -> None:
    before, chats = [value for value, _ in found], [chat for _, chat in found]
    after = spread(before, chats)
    for chat in (1, 2, 3):
        own = [(old, new) for old, new, of in zip(before, after, chats, strict=True) if of == chat]
        assert [new for _, new in sorted(own)] == sorted(new for _, new in own)
        assert max(own, default=(0, 0))[0] == max((new for _, new in own), default=0)
