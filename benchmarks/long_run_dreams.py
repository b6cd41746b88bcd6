"""Dream curves: do the words of a session leave with its day, and do the words of an identity stay?

Thirty-three days of one session each: ten messages that hold five words never heard before, three days of which only make
the identity a core. After each session 32 dreams, one every 15 minutes; by night the idle jobs, so that gists of old
sessions are dreamt of too. Ten identity members hold five carriers, each in two of them.

The one fact that a reader would get wrong: the echo model dreams its fragments, so the curves are those of what the
product chooses to dream of, without a language model's own words.
"""

import random
import statistics
import threading
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

from assistant import chats, memories
from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.idle import run_due
from assistant.jobs.job import JobName
from assistant.replay import ScriptClock
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from benchmarks.long_run_model import EchoModel
from benchmarks.long_run_simulation import START
from memory.embedding import Embedder
from memory.records import Kind
from memory.store import dreams

WARM_UP_DAYS = 3
DAYS = 30
DREAMS_A_DAY = 32
WORDS_A_SESSION = 5
_EVERY = timedelta(minutes=15)
_CLIFF_DAYS = 3
_CARRIERS = ("lantern", "harbour", "violin", "amber", "saffron")
_MEMBERS = (
    "I am a {} maker.",
    "My grandmother owns a {} shop.",
)
_LINES = (
    "Today {a} rode across the moor.",
    "At dusk {b} found a rusty key.",
    "Nobody told {c} of the flood.",
    "The miller hid {d} in the loft.",
    "Then {e} swam to the island.",
    "Beside the well sat {a}.",
    "A crow stole bread from {b}.",
    "Later {c} carved a whistle.",
    "The tower bells woke {d}.",
    "On the last page {e} smiles.",
)
_SYLLABLES = (
    "bra",
    "dor",
    "vel",
    "mi",
    "sku",
    "tha",
    "ron",
    "ze",
    "lu",
    "gwe",
    "pha",
    "xi",
    "nor",
    "qua",
    "jes",
    "fro",
)


def dream_curves(folder: Path, embedder: Embedder, seed: int) -> dict[str, object]:
    """Live through the days and return the figures with their goals."""
    clock, model = ScriptClock(START), EchoModel(seed)
    config = Config(data_dir=str(folder), timezone="UTC", seed=seed, backup=False, dreams=False)
    sessions = _session_words(seed, WARM_UP_DAYS + DAYS)
    first = START.date()
    for day, spoken in enumerate(sessions):
        session = build_session(config, clock=clock, model=model, embedder=embedder)
        try:
            if day == 0:
                _introduce(session)
            _go_to(clock, first + timedelta(days=day), hour=9)
            _tell(session, clock, spoken)
            for _ in range(DREAMS_A_DAY):
                clock.advance(_EVERY)
                _run(session, [JobName.DREAM])
            _go_to(clock, first + timedelta(days=day + 1), hour=5)
            _run(session, None)
            if day + 1 == len(sessions):
                with session.connection() as connection:
                    texts, counts = dreams.read_words(connection, first, peak=0.0, often=0.0)
        finally:
            session.close()
    return _figures(sessions, first, texts, counts)


def _session_words(seed: int, days: int) -> list[list[str]]:
    rng = random.Random(f"words {seed}")  # noqa: S311 - a draw, no secret
    made: dict[str, None] = {}
    while len(made) < days * WORDS_A_SESSION:
        made["".join(rng.sample(_SYLLABLES, 3))] = None
    words = list(made)
    return [words[day * WORDS_A_SESSION : (day + 1) * WORDS_A_SESSION] for day in range(days)]


def _introduce(session: Session) -> None:
    """Tell who the user is."""
    for carrier in _CARRIERS:
        for member in _MEMBERS:
            for one in memories.remember(session, member.format(carrier)):
                if one.kind is not Kind.IDENTITY:
                    raise RuntimeError(f"no identity: {one.text}")


def _tell(session: Session, clock: ScriptClock, spoken: Sequence[str]) -> None:
    chat = chats.new_chat(session)
    names = dict(zip("abcde", (one.capitalize() for one in spoken), strict=True))
    for line in _LINES:
        for _ in run_turn(session, TurnRequest(chat.id, line.format(**names)), threading.Event()):
            pass
        clock.advance(timedelta(minutes=2))


def _go_to(clock: ScriptClock, day: date, *, hour: int) -> None:
    now = clock.now()
    clock.advance(now.replace(year=day.year, month=day.month, day=day.day, hour=hour, minute=0, second=0) - now)


def _run(session: Session, names: Sequence[JobName] | None) -> None:
    done = run_due(session, session.clock.now(), names)
    if done.errors:
        raise RuntimeError(f"idle work failed: {done.errors}")


def _figures(
    sessions: Sequence[Sequence[str]],
    first: date,
    texts: Mapping[date, Mapping[str, int]],
    counts: Mapping[date, int],
) -> dict[str, object]:
    def share(word: str, day: int) -> float:
        at = first + timedelta(days=day)
        return texts.get(at, {}).get(word, 0) / counts[at]

    days = range(len(sessions))
    measured = days[WARM_UP_DAYS:]
    own = [statistics.mean(share(word, day) for word in sessions[day]) for day in measured]
    next_days = [
        share(word, at) for day in days for word in sessions[day] for at in days[day + 1 : day + 1 + _CLIFF_DAYS]
    ]
    later = [share(word, at) for day in days for word in sessions[day] for at in days[day + 1 + _CLIFF_DAYS :]]
    curves = {word: [share(word, day) for day in measured] for word in _CARRIERS}
    steady = {word: sum(0.10 <= one <= 0.60 for one in curve) for word, curve in curves.items()}
    slopes = {word: len(curve) * abs(_slope(curve)) for word, curve in curves.items()}
    figures: dict[str, object] = {
        "dreams_a_day": DREAMS_A_DAY,
        "session_words_own_day": round(statistics.mean(own), 3),
        "session_words_own_day_range": [round(min(own), 3), round(max(own), 3)],
        "session_words_next_3_days_max": round(max(next_days), 3),
        "session_words_later_max": round(max(later), 3),
        "carrier_days_in_range_min": min(steady.values()),
        "carrier_slope_30_days_max": round(max(slopes.values()), 3),
        "carrier_shares": {word: round(statistics.mean(curve), 3) for word, curve in curves.items()},
    }
    return figures | {
        "is_met": 0.25 <= statistics.mean(own) <= 0.50
        and max(next_days) == 0.0
        and max(later) <= 0.10
        and min(steady.values()) >= 28
        and max(slopes.values()) <= 0.10
    }


def _slope(curve: Sequence[float]) -> float:
    """Return the least-squares slope a day."""
    return statistics.linear_regression(range(len(curve)), curve).slope
