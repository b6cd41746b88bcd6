"""The days that a message speaks of, counted from its own date: Sunday, 15 March 2026."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.days import spoken_days
from memory.rules.stretches import Days, shifted

SUNDAY = date(2026, 3, 15)


def days(*stretches: str) -> tuple[Days, ...]:
    """Read "2026-03-14" or "2025-06-01..2025-08-31"."""
    ends = (stretch.partition("..") for stretch in stretches)
    return tuple(Days(date.fromisoformat(first), date.fromisoformat(last or first)) for first, _, last in ends)


@pytest.mark.parametrize(
    ("text", "stretches"),
    [
        ("Yesterday I saw the dentist", "2026-03-14"),
        ("the day before yesterday", "2026-03-13"),
        ("I fly tomorrow", "2026-03-16"),
        ("last night I slept badly", "2026-03-14"),
        ("three days ago I lost my key", "2026-03-12"),
        ("two weeks ago", "2026-02-26..2026-03-04"),
        ("a few days ago", "2026-03-10..2026-03-13"),
        ("in three weeks we move", "2026-04-02..2026-04-08"),
        ("in the last two months", "2026-01-13..2026-03-15"),
        ("last week", "2026-03-02..2026-03-08"),
        ("last weekend", "2026-03-07..2026-03-08"),
        ("next month", "2026-04-01..2026-04-30"),
        ("last year", "2025-01-01..2025-12-31"),
        ("last summer we hiked", "2025-06-01..2025-08-31"),
        ("I saw her on Monday", "2026-03-09"),
        ("I will see her on Monday", "2026-03-16"),
        ("last Friday", "2026-03-13"),
        ("the exam is on 14 March", "2026-03-14"),
        ("the exam is on May 3rd, 2027", "2027-05-03"),
        ("on 2024-02-29", "2024-02-29"),
        ("we moved in October", "2025-10-01..2025-10-31"),
        ("we moved in 2019", "2019-01-01..2019-12-31"),
        ("at Christmas she was here", "2025-12-25"),
        ("vor drei Tagen war ich beim Arzt", "2026-03-12"),
        ("am 14. März hatte ich Geburtstag", "2026-03-14"),
        ("am 14.3.2025 war ich dort", "2025-03-14"),
        ("morgen muss ich zum Arzt", "2026-03-16"),
        ("nächste Woche ziehe ich um", "2026-03-16..2026-03-22"),
        ("letzten Sommer waren wir am Meer", "2025-06-01..2025-08-31"),
        ("ayer fui al dentista", "2026-03-14"),
        ("hace tres días perdí la llave", "2026-03-12"),
        ("el 14 de marzo de 2025 fui a Madrid", "2025-03-14"),
        ("la semana pasada compré una bici", "2026-03-02..2026-03-08"),
        ("mañana voy al médico", "2026-03-16"),
        ("hier j'ai vu le dentiste", "2026-03-14"),
        ("il y a trois jours j'ai perdu la clé", "2026-03-12"),
        ("l'été dernier nous étions en Bretagne", "2025-06-01..2025-08-31"),
        ("le 14 mars j'ai vu Anna", "2026-03-14"),
        ("ieri sono andato dal dentista", "2026-03-14"),
        ("tre giorni fa ho perso la chiave", "2026-03-12"),
        ("lunedì scorso ho corso", "2026-03-09"),
    ],
)
def test_a_phrase_is_counted_from_the_day_of_its_message(text: str, stretches: str) -> None:
    assert spoken_days(text, SUNDAY) == days(stretches)


@pytest.mark.parametrize(
    ("text", "said_on", "stretches"),
    [
        ("see you Monday", "2026-03-15", ("2026-03-09", "2026-03-16")),
        ("next Friday I fly", "2026-03-16", ("2026-03-20", "2026-03-27")),
        ("the fair is in September", "2026-03-15", ("2025-09-01..2025-09-30", "2026-09-01..2026-09-30")),
    ],
)
def test_where_two_readings_are_likely_both_stand(text: str, said_on: str, stretches: tuple[str, ...]) -> None:
    assert spoken_days(text, date.fromisoformat(said_on)) == days(*stretches)


@pytest.mark.parametrize(
    "text",
    [
        "", "I may march with you", "on 31 February", "every Monday I swim", "room 2022b and 5 apples", "Mars is red",
        "die Katze ist hier und schläft", "am Morgen trinke ich Tee", "por la mañana bebo café", "the clock struck 12",
    ],
)  # fmt: skip
def test_what_names_no_day_speaks_of_none(text: str) -> None:
    assert spoken_days(text, SUNDAY) == ()


def test_a_day_is_shifted_up_to_the_ends_of_the_calendar() -> None:
    assert shifted(date(2024, 3, 1), -1) == date(2024, 2, 29)
    assert shifted(date.max, 1) == shifted(date(2024, 3, 1), 10**9) == date.max
    assert shifted(date.min, -1) == shifted(date(2024, 3, 1), -(10**9)) == date.min


def test_summer_is_in_january_in_the_south() -> None:
    assert spoken_days("last summer", SUNDAY, is_south=True) == days("2025-12-01..2026-02-28")


@given(
    st.lists(
        st.sampled_from(
            [
                "last",
                "next",
                "on",
                "in",
                "ago",
                "the",
                "a",
                "two",
                "14",
                "31",
                "999",
                "2026",
                "March",
                "may",
                "Monday",
                "week",
                "years",
                "summer",
                "vor",
                "hace",
                "fa",
                ".",
                ",",
                "yesterday",
            ]
        ),
        max_size=12,
    ),
    st.dates(),
)
def test_any_words_on_any_day_give_stretches_in_order(words: list[str], said_on: date) -> None:
    assert all(one.first <= one.last for one in spoken_days(" ".join(words), said_on))
