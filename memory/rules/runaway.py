"""A reply that runs away: it began to say again what it said itself, and would go on so until there is no more room.

The one fact that a reader would get wrong: a repetition alone is no loop. Songs, recipes and timetables say a line three
times, so what counts is that nothing new comes in between: a stretch of the reply that stood in it before, whole.

A unit is a sentence or a line, known by its content words: marks of lists, punctuation and "by" for "from" count for
nothing. Code and tables are left out. The first of these that holds tells where to cut:

- in a row: one to eight units, the same for the third time running (lines of a list or a verse: for the fourth)
- stale: units that all stood there before, 60 words without a new one; or for the third time, 24 words. Those of lists,
  and of lines without a sentence's end, count for half
- sentence: one of eight words or more for the third time, with nothing but prose since the second and without a number
- phrase: at most sixteen words over and over without an end, six times running

Worked: a round of three sentences and 40 words is cut in its third round, when 24 words stand there for the third time.

Source of the numbers: of 23,925 ordinary replies of LongMemEval-S 4 are cut (0.02 %), by `python -m benchmarks.runaway`
on 30 November 2026: lists of one form (a timetable with breaks) and a text of filler words.
"""

import re
from collections import Counter, deque
from dataclasses import dataclass

from memory.rules.sentences import pattern
from memory.rules.stopwords import STOP_WORDS
from memory.rules.text import fold, has_spaceless, tokens

LONGEST_BLOCK_UNITS = 8
LONGEST_PHRASE_WORDS = 16
_TIMES_IN_A_ROW, _LINES_IN_A_ROW = 3, 4
_LEAST_IN_A_ROW, _LEAST_LINES_IN_A_ROW = 8.0, 16.0
_STALE_WORDS, _STALE_THIRD_WORDS = 60.0, 24.0
_SHARE_OF_LINES = 0.5
_FEWEST_CONTENT_WORDS = 4
_SECOND = 2
_SENTENCE_WORDS = 8.0
_PHRASE_TIMES, _PHRASE_WORDS = 6, 24.0
# Who asks for a song wants its refrain: so many times as much must be said again before it is a loop.
_VERSE_PATIENCE = 4

_FENCE = re.compile(r"\s*(?:```|~~~)")
_MARK = re.compile(r"^\s*(?:[-*+•>#]+|\d+[.):]|[a-z][.)])\s+")
# "**Zara**: a shop", "Explanation: it stands for": one of several that are told in the same form.
_LABEL = re.compile(r"\s*(?:\*\*|__|[^\W\d_][^\W_]*(?: [^\W_]+){0,3}:\s)")
# Looked at for each word: the end of a sentence, and the beginning of a line.
_END_CHARACTERS, _INDENT_CHARACTERS = 24, 16
_SENTENCE_END = re.compile(r"[.!?…。！？｡][\"'”’)\]*_]*$")
_ENDS_AT_ONCE = frozenset("。！？｡")
_ABBREVIATION = re.compile(r"(?:^|\W)(?:\w|[md]rs?|st|vs|e\.g|i\.e|etc|approx|no)\.$", re.IGNORECASE)
_ASKS_TO_REPEAT = r"""
    \b(?:repeat|repeatedly|over\ and\ over|again\ and\ again|chant|mantra|affirmations?|lines\ of\ punishment)\b
    | \b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|(?:a|one)\ hundred|many|several)\ ?
        (?:times|x)\b | \bx\ ?\d+\b
    | \b(?:wiederhol\w*|immer\ wieder|\w+\ mal\ (?:hinter|nach)einander|\d+\ ?mal) \b
    | \b(?:repete\w*|repeti\w*|encore\ et\ encore|\d+\ fois|(?:deux|trois|quatre|cinq|dix|vingt|cent)\ fois)\b
    | \b(?:repite\w*|repit\w*|una\ y\ otra\ vez|\d+\ veces|(?:dos|tres|cuatro|cinco|diez|veinte|cien)\ veces)\b
    | \b(?:herhaal\w*|steeds\ opnieuw|\d+\ keer|(?:twee|drie|vier|vijf|tien|twintig|honderd)\ keer)\b
"""
_ASKS_FOR_VERSE = r"""
    \b(?:song|songs|sing|lyrics|chorus|refrain|poem|poems|poetry|rhymes?|verses?|ballad|hymn|carol|lullaby|rap|villanelle
        |pantoum|haiku|sonnet|limerick|prayer|litany|chords?)\b
    | \b(?:lied|lieder|liedtext|singe?|gedicht|gedichte|strophen?|reim|reime|gebet)\b
    | \b(?:chanson|chante|paroles|poeme|poesie|couplets?|berceuse|priere)\b
    | \b(?:cancion|canta|letra|poema|poesia|estribillo|nana|oracion)\b
    | \b(?:liedje|zing|gedichtje|couplet|refrein|slaapliedje|gebed)\b
"""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or a line: where it starts in the reply, its words, what they weigh, and whether it is running prose."""

    start: int
    words: tuple[str, ...]
    weight: float
    is_prose: bool


class RunawayWatch:
    """Reads one reply as it comes, and tells where to cut it once it has begun to loop.

    How the stream is cut into pieces changes nothing.

    Args:
        message: The user's message: who asks for a thing ten times gets it ten times, and who pastes a text that says
            something twice may get that back.
    """

    def __init__(self, message: str = "") -> None:
        asked = fold(message)
        self._is_off = pattern(_ASKS_TO_REPEAT).search(asked) is not None
        self._patience = _VERSE_PATIENCE if pattern(_ASKS_FOR_VERSE).search(asked) else 1
        self._given = _given_twice(message)
        self._length = 0
        self._is_code = False
        self._line = ""
        self._unit_start = 0
        self._unit = self._word = ""
        self._units: list[_Unit] = []
        self._times: Counter[tuple[str, ...]] = Counter()
        self._second_at: dict[tuple[str, ...], int] = {}
        self._in_a_row = [0] * (LONGEST_BLOCK_UNITS + 1)
        self._stale_from: int | None = None
        self._stale = self._stale_third = 0.0
        self._last_words: deque[tuple[str, int, float]] = deque(maxlen=LONGEST_PHRASE_WORDS + 1)
        self._phrase = [(0, 0.0, 0)] * (LONGEST_PHRASE_WORDS + 1)
        self._cut: int | None = None

    def feed(self, piece: str) -> int | None:
        """Take the next piece of the reply.

        Returns:
            How many of the reply's characters to keep; None while it runs no circles. Once told, it stays so.
        """
        if self._is_off:
            return None
        for character in piece:
            if self._cut is not None:
                break
            self._take(character)
        return self._cut

    def _take(self, character: str) -> None:
        self._length += 1
        self._line += character
        if character == "\n":
            self._end_word()
            self._end_line()
            return
        self._unit += character
        is_spaceless = has_spaceless(character)
        if is_spaceless or character.isspace():
            self._end_word()
            if is_spaceless:
                self._add_word(fold(character), self._length - 1, 0.5)
        else:
            self._word += character
        if character in _ENDS_AT_ONCE or (character.isspace() and _is_sentence(self._unit[-_END_CHARACTERS:])):
            self._end_unit()

    def _end_line(self) -> None:
        line, self._line = self._line, ""
        if _FENCE.match(line):
            self._is_code = not self._is_code
            self._forget_phrase()
        self._end_unit(is_line_end=True, line=line)
        self._unit_start = self._length

    def _end_unit(self, *, is_line_end: bool = False, line: str = "") -> None:
        """Judge a unit as soon as it has ended. A line of one unit is prose only with a sentence's end."""
        text, start = self._unit, self._unit_start
        self._unit, self._unit_start = "", self._length
        line = line or self._line
        if self._is_code or _FENCE.match(line) or _is_row(line):
            return
        is_marked = _MARK.match(line) is not None or _LABEL.match(line) is not None
        words = tuple(tokens(fold(_MARK.sub("", text, count=1) if start == self._length - len(line) else text)))
        if not words or words in self._given:
            return
        weight = _weight(words)
        words = _key(words)
        is_prose = not is_marked and (not is_line_end or _SENTENCE_END.search(text.rstrip()) is not None)
        self._judge(_Unit(start, words, weight, is_prose))

    def _judge(self, unit: _Unit) -> None:
        self._times[unit.words] += 1
        times = self._times[unit.words]
        if times == _SECOND:
            self._second_at[unit.words] = len(self._units)
        self._units.append(unit)
        self._cut = self._row(unit) or self._grown_stale(unit, times) or self._sentence(unit, times)

    def _row(self, unit: _Unit) -> int | None:
        """Look for one to eight units that were said so many times running."""
        at = len(self._units) - 1
        for size in range(1, min(LONGEST_BLOCK_UNITS, at) + 1):
            same = unit.words == self._units[at - size].words
            self._in_a_row[size] = self._in_a_row[size] + 1 if same else 0
            again = self._in_a_row[size]
            said_again = self._units[at - again + 1 :] if again else []
            is_prose = all(one.is_prose for one in said_again)
            times, least = (_TIMES_IN_A_ROW, _LEAST_IN_A_ROW) if is_prose else (_LINES_IN_A_ROW, _LEAST_LINES_IN_A_ROW)
            times = times if self._patience == 1 else times * 2
            if again >= size * (times - 1) and sum(one.weight for one in said_again) >= least * self._patience:
                return said_again[0].start
        return None

    def _grown_stale(self, unit: _Unit, times: int) -> int | None:
        """Look for a stretch in which nothing is new."""
        if times == 1:
            self._stale_from, self._stale, self._stale_third = None, 0.0, 0.0
            return None
        self._stale_from = unit.start if self._stale_from is None else self._stale_from
        weight = unit.weight if unit.is_prose else unit.weight * _SHARE_OF_LINES
        self._stale += weight
        self._stale_third = self._stale_third + weight if times > _SECOND else 0.0
        is_loop = (
            self._stale >= _STALE_WORDS * self._patience or self._stale_third >= _STALE_THIRD_WORDS * self._patience
        )
        return self._stale_from if is_loop else None

    def _sentence(self, unit: _Unit, times: int) -> int | None:
        if times <= _SECOND or unit.weight < _SENTENCE_WORDS or self._patience > 1:
            return None
        since = self._units[self._second_at[unit.words] :]
        has_number = any(word[0].isdigit() for word in unit.words)
        return since[0].start if all(one.is_prose for one in since) and not has_number else None

    def _end_word(self) -> None:
        word, self._word = self._word, ""
        start = self._length - 1 - len(word)
        for token in tokens(fold(word)):
            self._add_word(token, start, 1.0)

    def _add_word(self, word: str, start: int, weight: float) -> None:
        """Look for a phrase that is said over and over, whether or not a sentence ends in it."""
        if self._is_code or _is_row(self._line):
            return
        self._last_words.append((word, start, weight))
        for size in range(1, len(self._last_words)):
            again, weighs, since = self._phrase[size]
            if self._last_words[-1 - size][0] != word:
                self._phrase[size] = (0, 0.0, 0)
                continue
            again, weighs, since = again + 1, weighs + weight, since or start
            self._phrase[size] = (again, weighs, since)
            is_loop = again >= size * (_PHRASE_TIMES - 1) and weighs >= _PHRASE_WORDS * self._patience
            if is_loop and self._cut is None:
                self._cut = since

    def _forget_phrase(self) -> None:
        self._last_words.clear()
        self._phrase = [(0, 0.0, 0)] * (LONGEST_PHRASE_WORDS + 1)


def _is_row(line: str) -> bool:
    """Tell whether a line is one of a table."""
    return line[:_INDENT_CHARACTERS].lstrip().startswith("|")


def _is_sentence(text: str) -> bool:
    bare = text.rstrip()
    return _SENTENCE_END.search(bare) is not None and _ABBREVIATION.search(bare) is None


def _key(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a unit is known by: a small model that loops changes "by his mother" to "from his mother"."""
    content = tuple(word for word in words if word not in STOP_WORDS)
    return content if len(content) >= _FEWEST_CONTENT_WORDS else words


def _weight(words: tuple[str, ...]) -> float:
    """Return how many words there are; two characters of a script without spaces are one."""
    return sum(max(1.0, len(word) / 2) if has_spaceless(word) else 1.0 for word in words)


def _given_twice(message: str) -> frozenset[tuple[str, ...]]:
    """Return the sentences and lines that the message itself holds more than once."""
    parts = re.split(r"(?<=[.!?…。！？｡])\s*|\n", message)
    counted = Counter(tuple(tokens(fold(_MARK.sub("", part, count=1)))) for part in parts)
    return frozenset(words for words, times in counted.items() if words and times > 1)
