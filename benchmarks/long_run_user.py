"""The scripted user: what they say on each of 56 days, 30 messages a day, whatever the assistant answers.

Week 1 tells of the user's life. Every day has two threads of eight messages on one subject each and fourteen loose ones.
One thread a day takes up a subject whose anchor was told four days before, and only then. Half of the life facts are asked
for in weeks 4 to 6, all of them are measured at the end; week 8 has the occasions on which a lasting fact matters. The
harder user speaks of the theme twice a day in weeks 1 and 2 and takes it up every fourth day after.

The one fact that a reader would get wrong: the script depends on its seed alone, so that runs with other defences hear the
same words.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.long_run_life import LIFE, LifeFact
from benchmarks.long_run_subjects import DAYS, PEOPLE, PLACES, SUBJECTS, Subject

DAYS_IN_ALL = 56
WEEK = 7
THREAD_TURNS = 8
LOOSE_TURNS = 14
_FACTS_A_DAY = 9
_ANCHOR_LEAD_DAYS = 4
_ASKED_DAYS = range(21, 42)
_LAST_WEEK_FROM = DAYS_IN_ALL - WEEK
_THEME_DAYS = 14
_THEME_RETURNS_EVERY = 4

_FOLLOW_UPS = (
    "And how long would that take?",
    "What would it cost?",
    "Is there a cheaper way?",
    "What usually goes wrong there?",
    "Hm, that sounds like a lot of effort to me.",
    "Could two people do it together?",
    "Which of these would you do first?",
    "I tried something like that once and it went badly.",
    "How would a professional do it?",
    "What tools are needed for that?",
    "That might work on a free weekend.",
    "What is the reason behind that?",
)
_REMARKS = (
    "It has been raining here since the early morning.",
    "The whole house smells of onions today.",
    "I could do with an hour of sleep now.",
    "Someone is drilling in the street again.",
    "The sunset over the roofs is quite a sight.",
    "Nothing much going on around here today.",
    "The bus was full of singing pensioners.",
    "My tea has gone cold once more.",
)
_CHORES = (
    "I need to call the plumber on {day}.",
    "I'll return the library books on {day}.",
    "I have to fetch a parcel for {who} on {day}.",
    "I'm meeting {who} in {place} on {day}.",
    "I promised {who} to mend a lamp by {day}.",
    "The dentist appointment is on {day} at {n}.",
)
_SMALL_TALK = (
    "Good morning!",
    "Hi there!",
    "Thanks!",
    "Sorry, I was away for a moment.",
    "Good evening!",
    "Hello again!",
)
_REPORT_WISHES = (
    "Write me a full report on {name}.",
    "I need a detailed report about {name}.",
    "Please make a report: everything on {name}.",
)
_ASKS_BACK = (
    "What did I tell you about the {name}?",
    "Do you remember what I said about the {name}?",
)
_LOG = "\n".join(
    f"2026-01-05T09:{minute:02d}:00Z ERROR worker[{minute}]: connection refused (code={minute * 7})"
    for minute in range(8)
)
_THEME_SAID = (
    "I want to find more balance in my life.",
    "My {day} lacked all balance between work and home.",
    "{who} says that balance is what I am missing.",
    "How do others find balance after work?",
    "A week without balance again, {n} late evenings.",
)


class Purpose(StrEnum):
    """Why a message is said, as far as something is measured by it."""

    LOOSE = "loose"
    LIFE = "life"
    ASKED = "asked"
    OCCASION = "occasion"
    THREAD = "thread"
    FRESH_THREAD = "fresh_thread"


@dataclass(frozen=True, slots=True)
class Said:
    """One message. `needs`: the words that the prompt should hold for it, "" where nothing is measured."""

    text: str
    purpose: Purpose = Purpose.LOOSE
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Talk:
    """One chat of a day: the hour it begins at, and its messages."""

    hour: int
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """Everything that is said, by day, and the life facts that were told and asked for on the way."""

    days: tuple[tuple[Talk, ...], ...]
    told: tuple[LifeFact, ...]
    asked: frozenset[LifeFact]


class Writer:
    """Writes one script."""

    def __init__(self, seed: int, *, days: int = DAYS_IN_ALL, is_harder: bool = False) -> None:
        self._rng = random.Random(f"user {seed}")  # noqa: S311 - a draw, no secret
        self._days = days
        self._is_harder = is_harder
        self._life = self._rng.sample(LIFE, len(LIFE))
        self._subjects = self._rng.sample(SUBJECTS, len(SUBJECTS))

    def script(self) -> Script:
        """Write all days."""
        told = self._life[: min(self._days, WEEK) * _FACTS_A_DAY]
        asked = told[::2] if self._days > _ASKED_DAYS.start else []
        return Script(tuple(self._day(day, told, asked) for day in range(self._days)), tuple(told), frozenset(asked))

    def _day(self, day: int, told: Sequence[LifeFact], asked: Sequence[LifeFact]) -> tuple[Talk, ...]:
        loose = self._planned(day, told, asked)
        if self._is_harder:
            loose += [self._filled(said) for said in self._theme(day)]
        greeting = [Said(self._rng.choice(_SMALL_TALK))] if day % 2 else []
        loose += [self._loose() for _ in range(LOOSE_TURNS - len(greeting) - len(loose))]
        self._rng.shuffle(loose)
        half = LOOSE_TURNS // 2 - len(greeting)
        return (
            Talk(8, (*greeting, *loose[:half])),
            Talk(11, self._fresh_thread()),
            Talk(15, self._thread(day)),
            Talk(20, tuple(loose[half:])),
        )

    def _planned(self, day: int, told: Sequence[LifeFact], asked: Sequence[LifeFact]) -> list[Said]:
        """List what must be said on a day, at most twelve messages."""
        found: list[Said] = []
        if day < WEEK:
            found += [Said(one.statement, Purpose.LIFE) for one in told[day * _FACTS_A_DAY : (day + 1) * _FACTS_A_DAY]]
        if day < len(self._subjects):
            found.append(Said(self._subjects[day].anchor))
        if day in _ASKED_DAYS:
            found += [
                Said(one.question, Purpose.ASKED, one.statement)
                for one in asked[day - _ASKED_DAYS.start :: len(_ASKED_DAYS)]
            ]
        if day >= _LAST_WEEK_FROM:
            lasting = [one for one in told if one.occasion]
            found += [
                Said(one.occasion, Purpose.OCCASION, one.statement) for one in lasting[day - _LAST_WEEK_FROM :: WEEK]
            ]
        return found

    def _theme(self, day: int) -> list[Said]:
        count = 2 if day < _THEME_DAYS else int(day % _THEME_RETURNS_EVERY == 0)
        return [Said(one) for one in self._rng.sample(_THEME_SAID, count)]

    def _loose(self) -> Said:
        subject = self._rng.choice(SUBJECTS)
        draw = self._rng.random()
        for share, texts in (
            (0.30, subject.requests),
            (0.60, subject.statements),
            (0.65, _REMARKS),
            (0.74, _CHORES),
            (0.78, _SMALL_TALK),
            (0.83, _REPORT_WISHES),
            (0.985, _ASKS_BACK),
        ):
            if draw < share:
                return self._filled(Said(self._rng.choice(texts).replace("{name}", subject.name)))
        return Said(_LOG)

    def _fresh_thread(self) -> tuple[Said, ...]:
        """Take up any subject with something new, which the history then shows."""
        subject = self._rng.choice(SUBJECTS)
        first = self._filled(Said(self._rng.choice(subject.statements))).text
        return self._about(subject, first, Purpose.FRESH_THREAD, needs=first)

    def _thread(self, day: int) -> tuple[Said, ...]:
        """Take up a subject whose anchor was told some days before: it should be at hand on every turn."""
        told_on = day - _ANCHOR_LEAD_DAYS
        subject = self._subjects[told_on % len(self._subjects)]
        needs = subject.anchor if 0 <= told_on < len(self._subjects) else ""
        return self._about(subject, f"Let us talk about the {subject.name} again.", Purpose.THREAD, needs=needs)

    def _about(self, subject: Subject, first: str, purpose: Purpose, *, needs: str) -> tuple[Said, ...]:
        own = [*subject.requests, *subject.statements]
        rest = [self._filled(Said(one)).text for one in self._rng.sample(own, 4) if one != first]
        rest += self._rng.sample(_FOLLOW_UPS, THREAD_TURNS - 1 - len(rest))
        self._rng.shuffle(rest)
        return tuple(Said(text, purpose, needs) for text in (first, *rest))

    def _filled(self, said: Said) -> Said:
        draw = self._rng.choice
        text = said.text.format(day=draw(DAYS), who=draw(PEOPLE), place=draw(PLACES), n=self._rng.randint(2, 40))
        return Said(text, said.purpose, said.needs)
