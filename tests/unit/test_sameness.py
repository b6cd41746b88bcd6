"""Whether two memories say the same thing."""

from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import MONDAY

from memory.records import Kind, Memory, MemoryId, Provenance, Trigger
from memory.rules.sameness import can_merge, says_the_same
from memory.rules.text import Stemmer

STEMMER = Stemmer()
PLAIN = Memory(
    id=MemoryId(1),
    handle="m1",
    text="I planted apple trees in Graz.",
    provenance=Provenance.USER_SAID,
    kind=Kind.FACT,
    importance=0.6,
    importance_at=MONDAY,
    said_at=MONDAY,
)


def same(one: str, other: str, cosine: float = 0.99, days: int = 1) -> bool:
    older = replace(PLAIN, text=one)
    newer = replace(PLAIN, id=MemoryId(2), text=other, said_at=MONDAY + timedelta(days=days))
    return says_the_same(older, newer, cosine, STEMMER, None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea.", "i like TEA!!"),
        ("Café Einstein is shut.", "cafe Einstein is shut"),
        ("I planted apple trees in Graz.", "I've planted apple trees in Graz"),
        ("我喜欢茶。", "我喜欢茶"),
        ("👍", "👍"),
    ],
)
def test_same_words_are_the_same(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea.", "I don't like tea."),
        ("I like tea.", "I never like tea."),
        ("I own 3 boats.", "I own 4 boats."),
        ("Ann likes Bob.", "Bob likes Ann."),
        ("I like tea.", "I like coffee."),
        ("I saw Ilse yesterday.", "I saw Ilse yesterday."),
        ("I am tired now", "I am tired now"),
        ("👍", "👎"),
    ],
)
def test_other_words_or_other_days_are_not(one: str, other: str) -> None:
    assert not same(one, other)


def test_what_is_dated_by_its_day_is_the_same_within_it() -> None:
    assert same("I saw Ilse yesterday.", "I saw Ilse yesterday.", days=0)


def test_nearly_the_same_words_need_nearly_the_same_vector() -> None:
    one, other = "I planted apple trees in Graz.", "I have planted the apple trees in Graz."
    assert same(one, other, cosine=0.95)
    assert not same(one, other, cosine=0.949)


@pytest.mark.parametrize(
    "change",
    [
        {"provenance": Provenance.AUTHORED},
        {"provenance": Provenance.GIST},
        {"is_pinned": True},
        {"is_topic_pinned": True},
        {"is_disabled": True},
        {"superseded_by": MemoryId(9)},
        {"trigger": Trigger(keys=("tea",))},
        {"trigger": Trigger(is_constant=True)},
    ],
)
def test_what_someone_set_up_or_holds_takes_no_part(change: dict[str, object]) -> None:
    assert can_merge(PLAIN)
    assert not can_merge(replace(PLAIN, **change))  # type: ignore[arg-type]  # one field each


@pytest.mark.parametrize("change", [{"provenance": Provenance.IMPORTED}, {"kind": Kind.QUESTION}, {"id": MemoryId(1)}])
def test_another_provenance_or_kind_or_the_memory_itself_is_not_the_same(change: dict[str, object]) -> None:
    other = replace(PLAIN, **{"id": MemoryId(2), **change})  # type: ignore[arg-type]  # one field each
    assert not says_the_same(PLAIN, other, 1.0, STEMMER, None)
