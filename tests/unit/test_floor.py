"""The floor: what fits at all."""

import pytest

from memory.records import Mode
from memory.rules.floor import floor


@pytest.mark.parametrize(
    ("memories", "needed"), [(0, 0.35), (1, 0.35), (10, 0.35), (100, 0.40), (1_000, 0.45), (60_000, 0.50)]
)
def test_meaning_alone_must_be_nearer_in_a_larger_store(memories: int, needed: float) -> None:
    associative = floor(Mode.ASSOCIATIVE)
    assert associative.fits(needed + 0.001, 0.0, memories)
    assert not associative.fits(needed - 0.001, 0.0, memories)


def test_half_of_the_words_make_up_for_a_loose_meaning() -> None:
    associative = floor(Mode.ASSOCIATIVE)
    assert associative.fits(0.25, 0.46, 1_000)
    assert not associative.fits(0.25, 0.44, 1_000)


def test_all_words_without_any_meaning_fit() -> None:
    assert floor(Mode.ASSOCIATIVE).fits(0.0, 1.0, 60_000)


@pytest.mark.parametrize("memories", [1, 50, 3_000, 60_000])
def test_asking_lowers_the_floor(memories: int) -> None:
    asked, associative = floor(Mode.ASKED), floor(Mode.ASSOCIATIVE)
    for hundredths in range(-20, 101):
        cosine = hundredths / 100
        assert asked.fits(cosine, 0.1, memories) or not associative.fits(cosine, 0.1, memories)
    assert asked.fits(0.31, 0.3, memories)
    assert not associative.fits(0.31, 0.3, memories)
