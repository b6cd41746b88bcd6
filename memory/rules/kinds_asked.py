"""What the clauses of a sentence do: state something, or ask, or order; only what is stated lasts.

The one fact that a reader would get wrong: a sentence is judged clause by clause. "I'm vegan, what can I cook?" states and
asks; "is there anything I am allergic to?" states nothing, whatever it holds. "Remember that ..." is an order that states.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.records import STANDING_KINDS, Kind
from memory.rules.kind_phrases import KindPhrases
from memory.rules.kind_phrases_abroad import ABROAD
from memory.rules.kind_phrases_asked import (
    ASKED_LAST,
    ASKS,
    BEFORE_FOR_GOOD,
    DICTATES,
    FOR_GOOD,
    FORGOT,
    GIVEN,
    GOES_ON,
    NO_QUESTION,
    ORDERS,
    RELATIVE,
    TAG,
    TAKEN_FOR_GRANTED,
    TAKES_NOTHING_FOR_GRANTED,
    TELLS,
    TOLD_FURTHER,
    WONDERS,
    YES_OR_NO,
)
from memory.rules.kind_phrases_english import ENGLISH
from memory.rules.sentences import Sentence, pattern

LANGUAGES = (ENGLISH, *ABROAD)
CLAUSE_END = re.compile(r"[,;:()—–、，；]|\ -\ ")
_MOST_READ_CHARACTERS = 200
_ASKED_AT_THE_END = re.compile(
    r"(?:my|our) (?:[\w'-]+ ){1,3}(?:is|are|was|were|lives?|works?) (?:what|who|which|where|when|how)\b"
)
_MOVED_VERB = re.compile(
    r"(?:dass |dat )?(ich|ik|(?:mein|unser)e? \w+|(?:mijn|onze?) \w+) (.{1,80}) (bin|ben|ist|is|sind|zijn|habe|heb|heisst|heet|wohnt?e?|woont?|arbeitet?e?|werkt?|mag|hasst?e?|haat|esse|eet)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause by its place in the plain sentence, with what it does.

    Args:
        start: Where it begins; `end` is where it ends.
        states_from: Where an order to remember has ended, and what is to be remembered begins.
        is_stated: Whether it states what it holds.
        is_asked: Whether it asks or requests something: the sentence has a question in it.
        is_ordered: Whether it orders, or goes on with what asks or orders. An order alone may be a note to oneself.
    """

    start: int
    end: int
    states_from: int
    is_stated: bool
    is_asked: bool
    is_ordered: bool


class Acts:
    """The clauses of one sentence, each with what it does."""

    def __init__(self, sentence: Sentence) -> None:
        self._words = sentence.plain
        self.clauses = tuple(_clauses(sentence.plain))
        self.asks = sentence.is_question_marked or any(one.is_asked for one in self.clauses)
        # "My sister is vegetarian?" asks by its mark alone; "..., you know?" does not.
        self._is_all_asked = (
            sentence.is_question_marked
            and not any(one.is_asked or one.is_ordered or one.states_from > one.start for one in self.clauses)
            and pattern(TAG).search(sentence.plain) is None
        )

    def is_stated(self, kind: Kind, hit: re.Match[str], phrases: KindPhrases) -> bool:
        """Tell whether a hit of one language's phrases is stated, by what its clause does and has before it."""
        position = hit.start()
        clause = self._clause_at(position)
        if _is_for_good(kind, self._words[clause.start : position].lstrip(), hit.group()):
            return True
        if self._is_all_asked or not (clause.is_stated or self._is_taken_for_granted(clause, hit)):
            return False
        if kind in STANDING_KINDS and pattern(WONDERS).search(hit.group()):
            return False
        return not self._is_void(clause, hit, phrases)

    def states_at(self, position: int) -> bool:
        """Tell whether the clause that holds a place of the plain sentence states what it holds."""
        return not self._is_all_asked and self._clause_at(position).is_stated

    def turned(self) -> Iterator[str]:
        """Yield what is told behind "dass" or "dat" with its verb in second place: "mijn zus vegetarier is"."""
        for one in self.clauses:
            match = _MOVED_VERB.fullmatch(self._words[one.states_from : one.end].strip())
            if match is not None and one.is_stated and self._is_told(one):
                yield f"{match[1]} {match[3]} {match[2]}"

    def _is_told(self, clause: Clause) -> bool:
        return any(one.states_from > one.start for one in self.clauses if one.start <= clause.start)

    def _clause_at(self, position: int) -> Clause:
        return next((one for one in self.clauses if one.start <= position < one.end), self.clauses[-1])

    def _is_taken_for_granted(self, clause: Clause, hit: re.Match[str]) -> bool:
        if pattern(TAKEN_FOR_GRANTED).match(hit.group()) is None:
            return False
        return pattern(TAKES_NOTHING_FOR_GRANTED).match(self._words[clause.start : clause.end].lstrip()) is None

    def _is_void(self, clause: Clause, hit: re.Match[str], phrases: KindPhrases) -> bool:
        position = hit.start()
        start = max(
            clause.states_from if clause.states_from <= position else clause.start, position - _MOST_READ_CHARACTERS
        )
        before = self._words[start:position].lstrip()
        first = self._words[position : position + 40].split(" ", 1)[0]
        if pattern(phrases.voids).search(before + first) or pattern(WONDERS).search(before):
            return True
        rest = self._words[position : clause.end]
        return (
            _ASKED_AT_THE_END.match(rest) is not None
            or pattern(FORGOT).search(rest[: len(hit.group()) + 20]) is not None
            or pattern(ASKED_LAST).search(rest) is not None
        )


def _clauses(words: str) -> Iterator[Clause]:
    """Cut a sentence into clauses and tell what each does, in order."""
    is_open = dictates = is_told = False
    for start, end, sign in _spans(words):
        text = words[start:end].lstrip()
        indent = end - start - len(text)
        told = pattern(TELLS).match(text) or (pattern(TOLD_FURTHER).match(text) if is_told else None)
        is_told = told is not None
        is_asked = is_held = is_ordered = False
        if told is None:
            is_held = (dictates and sign == ":") or (is_open and pattern(GOES_ON).match(text) is not None)
            is_asked = sign != "given" and _asks(text, is_first=start == 0)
            is_ordered = is_held or (sign != "given" and pattern(ORDERS).match(text) is not None)
        is_open = told is None and (is_open or is_asked or is_ordered)
        dictates = pattern(DICTATES).match(text) is not None or (is_held and dictates)
        states_from = start if told is None else start + indent + told.end()
        yield Clause(start, end, states_from, not (is_asked or is_ordered), is_asked, is_ordered)


def _spans(words: str) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of clauses with the sign before each; a reason given in a request is a clause of its own."""
    start, sign = 0, ""
    for cut in (*CLAUSE_END.finditer(words), None):
        end = cut.start() if cut is not None else len(words)
        reason = pattern(GIVEN).search(words, start, end)
        if reason is not None and pattern(YES_OR_NO).match(words[start:end].lstrip()) is None:
            yield start, reason.start(), sign
            yield reason.end(), end, "given"
        else:
            yield start, end, sign
        if cut is not None:
            start, sign = cut.end(), cut.group()


def _asks(clause: str, *, is_first: bool) -> bool:
    """Tell whether a clause asks or requests by how it starts, in any language."""
    if not clause or pattern(NO_QUESTION).match(clause) or (not is_first and pattern(RELATIVE).match(clause)):
        return False
    return any(pattern(one).match(clause) for one in (ASKS, *(phrases.question for phrases in LANGUAGES)))


def _is_for_good(kind: Kind, before: str, hit: str) -> bool:
    """Tell whether a request is itself a lasting wish of manner, a name to be used, or something to be reminded of."""
    if kind is Kind.FACT or (kind is Kind.IDENTITY and not hit.startswith("call me")):
        return False
    return pattern(BEFORE_FOR_GOOD).fullmatch(before) is not None and pattern(FOR_GOOD).match(hit) is not None
