"""The time that a question asks about: "in July 2022", "two weeks ago", "since March", "before I moved".

The one fact that a reader would get wrong: only what is understood leaves the question's words. `rest` is what is still to
be looked for; days that nobody can tell stay in it and narrow nothing.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache

from memory.rules.day_reader import Mention
from memory.rules.days import mentions
from memory.rules.sentences import plain
from memory.rules.stretches import Days, shifted

# What happened on a day is told on that day or some days later, and plans are told before.
_TOLD_AFTER_DAYS = 10
_PLANNED_BEFORE_DAYS = 7
_LONGEST_PLANNED_DAYS = 3
_LONGEST_EVENT_WORDS = 14
_SAID_ON_DAY = 0.8
_TOLD_THEREABOUTS = 0.6
_SPEAKS_OF_OTHER_DAYS = 0.5

_FROM = r"(?:since|after|as of|seit|nach|ab|desde|despues de|depuis|apres|da|dal|dopo)"
_UNTIL = r"(?:before|until|till|prior to|vor|bis|antes de|hasta|avant|jusqu'en|jusqu'a|prima di|prima del|fino a)"
_BESIDE = r"(?: the| el| la| le| den| dem| das)?(?: early| late)? ?"
_OPENS = (re.compile(rf"\b{_FROM}{_BESIDE}$"), re.compile(rf"{_FROM}\b"))
_CLOSES = (re.compile(rf"\b{_UNTIL}{_BESIDE}$"), re.compile(rf"{_UNTIL}\b"))
_BETWEEN = re.compile(r"\s*(?:to|till|until|through|and|-|bis|und|a|hasta|y|et|au|e|al)?\s*$")
_BETWEEN_OPENS = re.compile(r"(?:\b(?:from|between|von|vom|zwischen|de|del|desde|entre|du|da|dal|tra|fra)\s(?:the )?)$")
# A clause about something that happened, to the end of its sentence: after these words only the user's own past counts.
_EVENTS = (
    r"\b(?P<before>before|until|till|prior to)\ (?P<event>(?:i|we|my|our|the)\ [^,;.?!]+)",
    r"\b(?P<after>after|since)\ (?P<event>(?:i|we|my|our|the)\ [^,;.?!]+)",
    r"\b(?P<before>bevor|ehe)\ (?P<event>(?:ich|wir)\ [^,;.?!]+)",
    r"\b(?P<after>nachdem|seit|seitdem)\ (?P<event>(?:ich|wir)\ [^,;.?!]+)",
    r"\b(?P<before>vor)\ (?P<event>(?:der|dem|meiner|meinem|unserer|unserem)\ \w+)",
    r"\b(?P<after>nach|seit)\ (?P<event>(?:der|dem|meiner|meinem|unserer|unserem)\ \w+)",
    r"\b(?P<before>antes\ de)\ (?P<event>(?:que\ |la\ |el\ |mi\ |nuestra\ |nuestro\ )?\w+(?:\ [^,;.?!]+)?)",
    r"\b(?P<before>antes\ del)\ (?P<event>\w+(?:\ [^,;.?!]+)?)",
    r"\b(?P<after>despues\ de|desde)\ (?P<event>(?:que|la|el|mi|nuestra|nuestro)\ [^,;.?!]+)",
    r"\b(?P<after>despues\ del)\ (?P<event>\w+(?:\ [^,;.?!]+)?)",
    r"\b(?P<before>avant)\ (?P<event>(?:que|de|le|la|mon|ma|notre)\ [^,;.?!]+)",
    r"\b(?P<after>apres|depuis)\ (?P<event>(?:que|le|la|mon|ma|notre)\ [^,;.?!]+)",
    r"\b(?P<before>prima\ (?:di|del|della|dello|dell'|che))\ ?(?P<event>[^,;.?!]+)",
    r"\b(?P<after>dopo|dal|dalla)\ (?P<event>(?:che|il|la|lo|l'|mio|mia)?\ ?[^,;.?!]+)",
)
# A habit has no moment: "what do I drink after the gym?"
_ASKS_PAST = re.compile(
    r"\b(?:did|was|were|had|have|has|went|saw|met|came|gave|got|made|took|told|said|ate|bought|\w{2,}ed)\b|'ve\b|'d\b"
    r"|\b(?:habe?|hat|hatte[n]?|haben|war|waren|bin|sind|ging|wohnte|arbeitete|lebte)\b"
    r"|\b(?:dije|hice|hicimos|fui|era|estaba|vivia|trabajaba|tenia|habia|hacia|comi|compre|vi|bebia|he|hemos)\b"
    r"|\b(?:j'ai|ai-je|avais|avait|etais|etait|faisais|habitais|travaillais|vivais|buvais|avons-nous|avons|suis-je)\b"
    r"|\b(?:ho|abbiamo|ero|era|avevo|vivevo|abitavo|lavoravo|facevo|bevevo|sono andat[oa])\b"
)


class Relation(StrEnum):
    """How what is asked about lies to an event."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, which bounds a question: its moment is to be found in the store.

    Args:
        relation: On which side of it.
        words: The clause that names it.
        rest: The whole message without the clause and without other words of time.
    """

    relation: Relation
    words: str
    rest: str


@dataclass(frozen=True, slots=True)
class AskedTime:
    """When what a question asks about was.

    Args:
        days: The stretches it names, one of which is meant; () = none.
        rest: The message without the words of time that were understood.
        event: What bounds it besides.
    """

    days: tuple[Days, ...]
    rest: str
    event: Event | None = None

    def fit(self, said_on: date, spoken: tuple[Days, ...]) -> float:
        """Tell how well a memory fits the days, 0..1; what it speaks of counts more than when it was said.

        1 if it speaks of them, 0.8 if it was said on them and speaks of no other day, 0.6 if it was said thereabouts;
        half of that if it speaks of other days.
        Worked, asked about 14 March: "yesterday ..." said on 15 March 1; said on 14 March 0.4; "hello" on 14 March 0.8.

        Args:
            said_on: The memory's own local date.
            spoken: The days that it speaks of.
        """
        if any(one.meets(other) for one in self.days for other in spoken):
            return 1.0
        share = _SPEAKS_OF_OTHER_DAYS if spoken else 1.0
        if any(one.holds(said_on) for one in self.days):
            return share * _SAID_ON_DAY
        return share * _TOLD_THEREABOUTS if any(told(one).holds(said_on) for one in self.days) else 0.0


def told(days: Days) -> Days:
    """Return when something of those days was probably told: a week before a day until ten days after."""
    before = _PLANNED_BEFORE_DAYS if (days.last - days.first).days < _LONGEST_PLANNED_DAYS else 0
    return Days(shifted(days.first, -before), shifted(days.last, _TOLD_AFTER_DAYS))


def asked_time(text: str, today: date, *, is_south: bool = False) -> AskedTime:
    """Read the time that a message asks about.

    Args:
        text: The message.
        today: Its own local date.
        is_south: Summer is in January.
    """
    text = " ".join(text.split())
    words = plain(text)
    named = mentions(words, today, is_question=True, is_south=is_south)
    clause = _event_clause(words)
    days = _combined(words, named, today)
    places = [(one.start, one.end) for one in named]
    event = None
    if clause is not None:
        relation, start, event_start, end = clause
        rest = _left(text, words, [*places, (start, end)])
        event = Event(relation, words[event_start:end].strip(), rest)
    return AskedTime(days, _left(text, words, places), event)


def bounded(days: tuple[Days, ...], relation: Relation, event: Days, today: date) -> tuple[Days, ...]:
    """Narrow the days of a question by an event: to what was before it, or after it until today."""
    if relation is Relation.BEFORE:
        bound = Days(date.min, shifted(event.first, -1))
    else:
        bound = Days(shifted(event.last, 1), max(today, shifted(event.last, 1)))
    if not days:
        return (bound,)
    met = [Days(max(one.first, bound.first), min(one.last, bound.last)) for one in days if one.meets(bound)]
    return tuple(met) or (bound,)


@cache
def _event_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one, re.VERBOSE) for one in _EVENTS)


def _event_clause(words: str) -> tuple[Relation, int, int, int] | None:
    """Find a clause that bounds a question about the past: relation, where it and its event start, where it ends."""
    if not _ASKS_PAST.search(words):
        return None
    for pattern in _event_patterns():
        match = pattern.search(words)
        if match and len(match["event"].split()) <= _LONGEST_EVENT_WORDS:
            relation = Relation.BEFORE if match.groupdict().get("before") else Relation.AFTER
            return relation, match.start(), match.start("event"), match.end()
    return None


def _combined(words: str, named: list[Mention], today: date) -> tuple[Days, ...]:
    """Join two mentions that bound one stretch, and open those after "since" or "before"."""
    if len(named) > 1 and _is_between(words, named[0], named[1]):
        joined = (
            (next((one for one in reversed(named[0].readings) if one.first <= end.last), None), end)
            for end in named[1].readings
        )
        return tuple(Days(start.first, end.last) for start, end in joined if start is not None)
    return tuple(days for one in named for days in _opened(words, one, today))


def _is_between(words: str, first: Mention, second: Mention) -> bool:
    opens = _BETWEEN_OPENS.search(words[: first.start]) or re.match(
        r"(?:from|between|von|de|desde|da)\b", words[first.start :]
    )
    return opens is not None and _BETWEEN.fullmatch(words[first.end : second.start]) is not None


def _opened(words: str, named: Mention, today: date) -> tuple[Days, ...]:
    """Return a mention's readings; after "since" and "before" one open stretch, from or to the latest past reading."""
    before, own = words[: named.start], words[named.start : named.end]
    past = [one for one in named.readings if one.first <= today] or list(named.readings)
    if _OPENS[0].search(before) or _OPENS[1].match(own):
        return (Days(past[-1].first, max(today, past[-1].last)),)
    if _CLOSES[0].search(before) or _CLOSES[1].match(own):
        return (Days(date.min, shifted(past[-1].first, -1)),)
    return named.readings


def _left(text: str, words: str, places: list[tuple[int, int]]) -> str:
    """Return a text without those words of it that lie at places of its plain form."""
    own, plain_words = text.split(" "), words.split(" ")
    if not places or len(own) != len(plain_words):
        return text
    kept, at = [], 0
    for word, plain_word in zip(own, plain_words, strict=True):
        if not any(at < end and start < at + len(plain_word) for start, end in places):
            kept.append(word)
        at += len(plain_word) + 1
    return " ".join(kept)
