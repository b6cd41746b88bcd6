"""A month of days with 32 dreams each: words of a session end with its day, carriers stay."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import mean

from dreaming import DAY, dream, log
from fakes import MONDAY, FakeClock
from idle_world import said

from assistant.health import read_health
from assistant.session import Session
from memory.records import Kind
from memory.rules.text import content_words

DREAMS_A_DAY = 32
MEMBERS = (
    "I am Ines, keeper of a lighthouse with a brass lantern.",
    "My home is the lighthouse, where the brass bell hangs.",
    "I was born by the lantern festival, as a keeper's child.",
    "My sister rings the bell for the festival.",
    "I am left-handed.",
    "My birthday is in June.",
)
CARRIERS = ("lighthouse", "brass", "lantern", "bell", "festival")
SESSION = (
    "The dragon Vormund sleeps under the obsidian gate.",
    "Princess Tamsin carries the amber key.",
    "Vormund fears nothing but the silver flute.",
    "At the obsidian gate Tamsin hides her cloak.",
    "The flute was carved by a blind miller.",
    "The amber key opens every door but one.",
    "The miller waits by the frozen river.",
    "Her cloak turns the river into glass.",
)
SESSION_WORDS = ("vormund", "tamsin", "obsidian", "amber", "flute", "cloak", "miller", "river")
SESSION_DAY = 12


def share(word: str, texts: list[set[str]]) -> float:
    return sum(word in text for text in texts) / len(texts)


@contextmanager
def opened(open_session: Callable[..., Session]) -> Iterator[Session]:
    session = open_session()
    try:
        yield session
    finally:
        session.close()


def live_a_day(session: Session, clock: FakeClock, statements: Sequence[str]) -> list[set[str]]:
    """Open the day's session, say things, and leave for eight hours of dreams."""
    with session.connection() as store:
        session.standing(store, clock.now())
    for text in statements:
        said(session, text, clock.now())
        clock.advance(minutes=3)
    known = len(log(session))
    for _ in range(DREAMS_A_DAY):
        clock.advance(minutes=15)
        dream(session, clock)
    return [set(content_words(one.text)) for one in log(session)[known:]]


def ordinary_day(day: int) -> list[str]:
    """Write six statements of an ordinary day, with words of that day only."""
    subjects = ("invoice", "printer", "carrots", "ticket", "curtain", "lecture")
    return [f"Today the {subject}{day} took an hour{day}." for subject in subjects]


def test_session_words_end_with_the_day_and_carriers_stay_for_a_month(
    open_session: Callable[..., Session], clock: FakeClock
) -> None:
    month: dict[int, list[set[str]]] = {}
    with opened(open_session) as session:
        for text in MEMBERS:
            said(session, text, clock.now() - DAY, kind=Kind.IDENTITY)
    for day in range(36):
        clock.at = MONDAY + day * DAY
        with opened(open_session) as session:
            month[day] = live_a_day(session, clock, SESSION if day == SESSION_DAY else ordinary_day(day))
    on_its_day = [share(word, month[SESSION_DAY]) for word in SESSION_WORDS]
    assert 0.25 <= mean(on_its_day) <= 0.50, on_its_day
    for word in SESSION_WORDS:
        assert [share(word, month[SESSION_DAY + after]) for after in (1, 2, 3)] == [0, 0, 0]
        assert max(share(word, month[day]) for day in range(SESSION_DAY + 4, 36)) <= 0.10
    for word in CARRIERS:
        shares = [share(word, month[day]) for day in range(6, 36)]
        assert sum(0.10 <= one <= 0.60 for one in shares) >= 28, (word, shares)
        assert abs(slope(shares) * len(shares)) <= 0.10, (word, shares)
    assert {len(texts) for texts in month.values()} == {DREAMS_A_DAY}
    with opened(open_session) as session:
        curves = read_health(session).curves.dreams
    assert {one.word for one in curves.carriers} >= set(CARRIERS)
    assert {one.word for one in curves.day_words} >= set(SESSION_WORDS)
    assert not {one.word for one in curves.carriers} & set(SESSION_WORDS)


def slope(shares: Sequence[float]) -> float:
    """Return the change per day of the best straight line."""
    middle, level = (len(shares) - 1) / 2, mean(shares)
    over = sum((at - middle) * (value - level) for at, value in enumerate(shares))
    return over / sum((at - middle) ** 2 for at in range(len(shares)))
