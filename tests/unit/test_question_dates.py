"""The time that a question asks about; asked on Wednesday, 17 June 2026."""

from datetime import date

import pytest

from memory.rules.question_dates import AskedTime, Relation, asked_time, bounded
from memory.rules.stretches import Days

TODAY = date(2026, 6, 17)
DAY = AskedTime((Days(date(2026, 3, 14), date(2026, 3, 14)),), "")


def names(text: str, *day: int) -> bool:
    return any(one.holds(date(*day)) for one in asked_time(text, TODAY).days)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("Where did I travel in July 2022?", (2022, 7, 20), (2023, 7, 20)),
        ("What did I watch on 1 May, 2022?", (2022, 5, 1), (2022, 5, 3)),
        ("What happened on August 11th, 2023?", (2023, 8, 11), (2023, 8, 12)),
        ("what did I do in 2021", (2021, 11, 1), (2022, 1, 1)),
        ("what did I buy in December?", (2025, 12, 24), (2025, 10, 24)),
        ("what did I do in May?", (2024, 5, 9), (2024, 6, 9)),
        ("two weeks ago", (2026, 6, 3), (2026, 6, 15)),
        ("in the last two months", (2026, 5, 1), (2026, 3, 1)),
        ("What did I say last Saturday?", (2026, 6, 13), (2026, 6, 6)),
        ("What did I say on Monday?", (2026, 6, 15), (2026, 6, 22)),
        ("what have I said since March?", (2026, 4, 20), (2026, 2, 20)),
        ("what did I say before March?", (2020, 1, 1), (2026, 3, 1)),
        ("what did I do from July to October 2025?", (2025, 9, 1), (2025, 11, 1)),
        ("what happened between 3 March and 5 May 2026?", (2026, 4, 1), (2025, 4, 1)),
        ("What did I do on the Wednesday two months ago?", (2026, 4, 15), (2026, 4, 16)),
        ("on 29 February", (2024, 2, 29), (2024, 3, 1)),
    ],
)
def test_a_question_names_its_days(text: str, inside: tuple[int, int, int], outside: tuple[int, int, int]) -> None:
    assert names(text, *inside)
    assert not names(text, *outside)


@pytest.mark.parametrize("text", ["What may I eat?", "They march for peace", "room 2022b", "I ate 5 apples", ""])
def test_other_words_name_no_days_and_all_stay(text: str) -> None:
    assert asked_time(text, TODAY) == AskedTime((), text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("What did I say about Rex in March?", "What did I say about Rex"),
        ("What did we decide two weeks ago about the sofa?", "What did we decide about the sofa?"),
        ("Was habe ich gestern über Müller gesagt?", "Was habe ich über Müller gesagt?"),
    ],
)
def test_words_that_were_understood_leave_the_question(text: str, rest: str) -> None:
    assert asked_time(text, TODAY).rest == rest


@pytest.mark.parametrize(
    ("text", "relation", "words"),
    [
        ("What did I drink before I moved to Lisbon?", Relation.BEFORE, "i moved to lisbon"),
        ("Who visited us after the wedding?", Relation.AFTER, "the wedding"),
        ("What have I read since my birthday?", Relation.AFTER, "my birthday"),
        ("Wo habe ich vor dem Umzug gewohnt?", Relation.BEFORE, "dem umzug"),
        ("Où habitais-je avant le mariage ?", Relation.BEFORE, "le mariage"),
        ("Dove abitavo prima del trasloco?", Relation.BEFORE, "trasloco"),
        ("¿Dónde vivía antes de mudarme?", Relation.BEFORE, "mudarme"),
    ],
)
def test_an_event_bounds_a_question_about_the_past(text: str, relation: Relation, words: str) -> None:
    event = asked_time(text, TODAY).event
    assert event is not None
    assert (event.relation, event.words) == (relation, words)


@pytest.mark.parametrize("text", ["What do I drink after the gym?", "Call me before you go", "after dinner I read"])
def test_a_habit_is_no_event(text: str) -> None:
    assert asked_time(text, TODAY).event is None


def test_what_a_memory_speaks_of_counts_more_than_when_it_was_said() -> None:
    day, before, after, later = (date(2026, 3, one) for one in (14, 13, 15, 30))
    yesterday = (Days(day, day),)
    assert DAY.fit(after, yesterday) == 1.0
    assert DAY.fit(day, ()) == 0.8
    assert DAY.fit(after, ()) == 0.6
    assert DAY.fit(day, (Days(before, before),)) == 0.4
    assert DAY.fit(later, ()) == 0.0


def test_an_event_cuts_the_days_and_never_all_of_them() -> None:
    year, event = Days(date(2025, 1, 1), date(2025, 12, 31)), Days(date(2025, 8, 2), date(2025, 8, 2))
    assert bounded((year,), Relation.BEFORE, event, TODAY) == (Days(date(2025, 1, 1), date(2025, 8, 1)),)
    assert bounded((year,), Relation.AFTER, event, TODAY) == (Days(date(2025, 8, 3), date(2025, 12, 31)),)
    assert bounded((), Relation.AFTER, event, TODAY) == (Days(date(2025, 8, 3), TODAY),)
    late = Days(date(2026, 1, 1), date(2026, 1, 2))
    assert bounded((late,), Relation.BEFORE, event, TODAY) == (Days(date.min, date(2025, 8, 1)),)
