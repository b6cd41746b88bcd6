"""One scale for the cosines of all embedders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.calibration import measure, unrelated_texts
from memory.embedding import WordLlamaEmbedder
from memory.rules.cosine_scale import CosineScale, Unrelated, unrelated

OWN = Unrelated(middle=0.7, high=0.9)
SHIPPED = Unrelated(middle=0.1, high=0.4)
cosines = st.floats(-1, 1)


@st.composite
def anchors(draw: st.DrawFn) -> Unrelated:
    middle = draw(st.floats(-0.5, 0.9))
    return Unrelated(middle, draw(st.floats(middle + 0.02, 0.97)))


@pytest.mark.parametrize(
    ("own", "shipped"),
    [(0.70, 0.10), (0.80, 0.25), (0.90, 0.40), (0.95, 0.70), (1.0, 1.0), (0.60, -0.05), (-1.0, -1.0)],
)
def test_a_cosine_is_told_by_where_it_lies_among_unrelated_texts(own: float, shipped: float) -> None:
    assert CosineScale(OWN, SHIPPED).on_shipped(own) == pytest.approx(shipped)


@given(anchors(), cosines)
def test_the_shipped_embedder_is_on_its_own_scale_already(own: Unrelated, cosine: float) -> None:
    assert CosineScale(own, own).on_shipped(cosine) == pytest.approx(cosine, abs=1e-6)


@given(anchors(), anchors(), cosines, cosines)
def test_the_scale_keeps_the_order_and_stays_in_range(
    own: Unrelated, shipped: Unrelated, one: float, other: float
) -> None:
    scale = CosineScale(own, shipped)
    low, high = scale.on_shipped(min(one, other)), scale.on_shipped(max(one, other))
    assert -1.0 <= low <= high + 1e-9
    assert high <= 1.0


def test_median_and_high_are_those_of_the_pairs() -> None:
    assert unrelated([number / 1000 for number in range(1001)]) == Unrelated(0.5, 0.99)


@pytest.mark.parametrize("own", [Unrelated(0.5, 0.505), Unrelated(0.97, 0.999), Unrelated(1.0, 1.0)])
def test_a_model_that_gives_all_texts_one_vector_tells_nothing(own: Unrelated) -> None:
    assert not own.is_telling
    assert OWN.is_telling


def test_shipped_sentences_are_unrelated_for_the_shipped_embedder() -> None:
    embedder = WordLlamaEmbedder()
    messages, statements = (embedder.embed(texts) for texts in unrelated_texts())
    found = measure(messages, statements)
    assert len(messages) * len(statements) >= 900
    # Under the floor of the smallest store, so that a floor lets fewer than one of a hundred unrelated pairs through.
    assert found.high < 0.25
    assert abs(found.middle) < 0.05
