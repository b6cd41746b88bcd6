"""The days that a text speaks of: "yesterday", "on 14 March", "vor drei Tagen", "el verano pasado".

The one fact that a reader would get wrong: nothing is guessed. Where a phrase has two readings ("on Monday", without a
sign of past or future) both stand, and where a calendar has no such day there is none.
"""

import re
from datetime import date

from memory.rules.day_phrases import DAY_PHRASES
from memory.rules.day_reader import Mention, Reader, without
from memory.rules.day_templates import NUMBER, WORD, triggers
from memory.rules.languages import languages_of
from memory.rules.sentences import plain
from memory.rules.stretches import Days, existing_day

_MOST_CHARACTERS = 4_000
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_ANY_NUMBER = re.compile(r"\d")


def spoken_days(text: str, said_on: date, *, is_south: bool = False) -> tuple[Days, ...]:
    """Return the stretches of days that a message speaks of, besides the day on which it was said.

    Worked: "Yesterday I saw the dentist", said on 15 March 2026: 14 March 2026.

    Args:
        text: The message.
        said_on: Its own local date, which "yesterday" counts from.
        is_south: Summer is in January.
    """
    found = mentions(plain(text[:_MOST_CHARACTERS]), said_on, is_south=is_south)
    return tuple(dict.fromkeys(days for mention in found for days in mention.readings))


def mentions(words: str, today: date, *, is_question: bool = False, is_south: bool = False) -> list[Mention]:
    """Find what names days in a plain text, in order of appearance.

    Args:
        words: From `sentences.plain`.
        today: The local date of the text.
        is_question: A day without a year is that of any year.
        is_south: Summer is in January.
    """
    found = [
        Mention(match.start(), match.end(), (Days(day, day),))
        for match in _ISO.finditer(words)
        if (day := existing_day(*(int(match[name]) for name in ("year", "month", "day"))))
    ]
    told = WORD.findall(words)
    own = frozenset(told)
    if _ANY_NUMBER.search(words):
        own |= {NUMBER}
    if not any(own & triggers(language) for language in DAY_PHRASES):
        return found
    languages = languages_of(told)
    for language, phrases in DAY_PHRASES.items():
        if language in languages and own & triggers(language):
            reader = Reader(language, phrases, today, is_question=is_question, is_south=is_south)
            found += reader.read(without(words, found), own)
    return sorted((one for one in found if one.readings), key=lambda one: one.start)
