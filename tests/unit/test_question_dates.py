"""The days that a message speaks of."""

from datetime import UTC, datetime

import pytest

from memory.rules.question_dates import date_windows

NOW = datetime(2026, 6, 17, 12, tzinfo=UTC)


def holds(text: str, *date: int) -> bool:
    return any(window.holds(datetime(*date, tzinfo=UTC)) for window in date_windows(text, NOW))


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("Where did I travel in July 2022?", (2022, 7, 20), (2023, 7, 20)),
        ("What did I watch on 1 May, 2022?", (2022, 5, 3), (2022, 6, 3)),
        ("What happened on August 11th, 2023?", (2023, 8, 11), (2023, 9, 11)),
        ("what did we plan for 2024-02-29?", (2024, 2, 25), (2024, 3, 20)),
        ("what did I do in 2021", (2021, 11, 1), (2022, 3, 1)),
        ("what did I buy in December?", (2025, 12, 24), (2025, 10, 24)),
        ("what did I buy in December?", (2026, 1, 5), (2026, 3, 5)),
        ("two weeks ago", (2026, 6, 3), (2026, 6, 15)),
        ("3 months ago", (2026, 3, 19), (2026, 5, 19)),
        ("a couple of days ago", (2026, 6, 15), (2026, 6, 10)),
        ("in the last two months", (2026, 5, 1), (2026, 3, 1)),
        ("last Saturday", (2026, 6, 13), (2026, 5, 30)),
        ("yesterday", (2026, 6, 16), (2026, 6, 10)),
    ],
)
def test_windows_hold_what_was_told_then(
    text: str, inside: tuple[int, int, int], outside: tuple[int, int, int]
) -> None:
    assert holds(text, *inside)
    assert not holds(text, *outside)


@pytest.mark.parametrize(
    "text", ["What may I eat?", "They march for peace", "room 2022b", "I ate 5 apples", "", "on 31 February"]
)
def test_other_words_and_days_that_no_calendar_has_name_no_window(text: str) -> None:
    assert date_windows(text, NOW) == ()


def test_a_leap_day_without_a_year_recurs_in_every_year() -> None:
    assert holds("on 29 February", 2025, 2, 28)
    assert holds("on 29 February", 2024, 3, 2)


def test_in_may_is_a_month() -> None:
    assert holds("what did I do in May?", 2026, 5, 9)
