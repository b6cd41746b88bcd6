"""Which authored memories a message can reach, by an index: ten thousand units must not be tried one by one.

The one fact a reader would get wrong: an index term only admits a unit to be tried; `memory.rules.keys` decides. The law
is one-sided: a key that is in a message has its index term among the message's terms.
"""

import regex

from memory.records import Trigger
from memory.rules import text as text_rules
from memory.rules.keys import Key, compile_trigger
from memory.rules.stopwords import FUNCTION_WORDS

ALWAYS = "*"
"""The term of keys that no index can find (patterns, symbols, one or two letters inside words); in every message."""

_PART = "~"
_PART_CHARACTERS = 3
_RUN = regex.compile(rf"{text_rules.LETTER}+")
_SINGLE = regex.compile(rf"(?!{text_rules.LETTER})[^\W_]|\p{{Hangul}}|[{text_rules.EMOJI}]")


def index_term(key: Key, *, is_whole_words: bool = True) -> str | None:
    """Return the term to store for one key; None where the key can never match.

    The longest content word of a phrase; one character where the script has no spaces (Korean too, whose particles
    change the word); "~cat" for a key that may stand inside a word.
    """
    if key.bad_reason:
        return None
    if key.pattern is not None:
        return ALWAYS
    folded = text_rules.fold(key.source)
    characters = _characters(folded)
    if characters:
        return characters[0]
    runs: list[str] = _RUN.findall(folded)
    telling = [run for run in runs if run not in FUNCTION_WORDS] or runs
    if not telling:
        return ALWAYS
    longest = max(reversed(telling), key=len)
    if is_whole_words:
        return longest
    return _PART + longest[:_PART_CHARACTERS] if len(longest) >= _PART_CHARACTERS else ALWAYS


def index_terms(trigger: Trigger) -> frozenset[str]:
    """Return the terms of all keys of a trigger; a message that holds none of them cannot hit it."""
    terms = (index_term(key, is_whole_words=trigger.is_whole_words) for key in compile_trigger(trigger).keys)
    return frozenset(term for term in terms if term is not None)


def message_terms(message: str) -> frozenset[str]:
    """Return every term by which a message can reach a key."""
    folded = text_rules.fold(message)
    runs = set(_RUN.findall(folded))
    parts = {_PART + run[i : i + _PART_CHARACTERS] for run in runs for i in range(len(run) - _PART_CHARACTERS + 1)}
    return frozenset({ALWAYS, *runs, *parts, *_characters(folded)})


def _characters(folded: str) -> list[str]:
    """Return the characters of scripts that are indexed one by one."""
    return [] if folded.isascii() else _SINGLE.findall(folded)
