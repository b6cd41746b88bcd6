"""Importance at write time: the golden table of DESIGN 2.1 and its laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.records import Kind, Provenance
from memory.rules.importance import importance_of
from memory.rules.kinds import kind_of

kinds = st.sampled_from(Kind)
provenances = st.sampled_from(Provenance)
lengths = st.integers(min_value=0, max_value=10_000_000)


@pytest.mark.parametrize(
    ("kind", "short", "long"),
    [
        (Kind.IDENTITY, 0.9, 0.27),
        (Kind.PREFERENCE, 0.9, 0.27),
        (Kind.COMMITMENT, 0.7, 0.21),
        (Kind.FACT, 0.6, 0.18),
        (Kind.CHAT, 0.5, 0.15),
        (Kind.QUESTION, 0.3, 0.09),
        (Kind.APOLOGY, 0.1, 0.03),
        (Kind.GREETING, 0.1, 0.03),
        (Kind.REPORT, 0.15, 0.15),
    ],
)
def test_each_kind_has_its_importance_and_length_lowers_it_once(kind: Kind, short: float, long: float) -> None:
    for provenance in (Provenance.USER_SAID, Provenance.IMPORTED, Provenance.AUTHORED):
        at_limit = importance_of(kind=kind, provenance=provenance, message_characters=2_000)
        beyond = importance_of(kind=kind, provenance=provenance, message_characters=2_001)
        assert at_limit == pytest.approx(short)
        assert beyond == pytest.approx(long)


@given(kinds, lengths)
def test_a_gist_is_worth_a_half(kind: Kind, length: int) -> None:
    assert importance_of(kind=kind, provenance=Provenance.GIST, message_characters=length) == 0.5


@given(kinds, provenances, lengths)
def test_importance_is_between_zero_and_one(kind: Kind, provenance: Provenance, length: int) -> None:
    assert 0.0 <= importance_of(kind=kind, provenance=provenance, message_characters=length) <= 1.0


@given(kinds, lengths)
def test_the_assistant_never_starts_above_three_tenths(kind: Kind, length: int) -> None:
    assert importance_of(kind=kind, provenance=Provenance.ASSISTANT_SAID, message_characters=length) <= 0.3


@given(kinds, provenances, lengths, lengths)
def test_length_alone_never_raises(kind: Kind, provenance: Provenance, one: int, other: int) -> None:
    short, long = sorted((one, other))
    assert importance_of(kind=kind, provenance=provenance, message_characters=long) <= importance_of(
        kind=kind, provenance=provenance, message_characters=short
    )


@pytest.mark.parametrize(
    ("text", "provenance", "expected"),
    [
        ("My name is Dana and I prefer tea over coffee", Provenance.USER_SAID, 0.9),
        ("My name is Dana and I prefer tea over coffee", Provenance.IMPORTED, 0.9),
        ("My name is Dana and I prefer tea over coffee", Provenance.ASSISTANT_SAID, 0.3),
        ("hello", Provenance.ASSISTANT_SAID, 0.1),
        ("what is the capital of France?", Provenance.USER_SAID, 0.3),
        ("I prefer tea. " + "And so on and on it went. " * 100, Provenance.USER_SAID, 0.27),
        ("2026-01-05 09:00:00 ERROR disk full\n" * 100, Provenance.USER_SAID, 0.15),
    ],
)
def test_a_message_gets_its_importance_from_its_kind_its_speaker_and_its_length(
    text: str, provenance: Provenance, expected: float
) -> None:
    importance = importance_of(kind=kind_of(text, provenance), provenance=provenance, message_characters=len(text))
    assert importance == pytest.approx(expected)
