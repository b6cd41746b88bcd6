"""Messages cut into plain sentences, for the rules that read phrases: kinds and modes.

The one fact that a reader would get wrong: only the first 6,000 and the last 2,000 characters are read, so that a pasted
megabyte costs what a page costs. People put their own words before or after what they paste.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from memory.rules.text import fold

HEAD_CHARACTERS = 6_000
TAIL_CHARACTERS = 2_000

_ACCENTS = dict.fromkeys(range(0x300, 0x370))
_SENTENCE = re.compile(r"[^.!?…。！？｡\n]*(?:[.](?=[^\s.!?\"')\]])[^.!?…。！？｡\n]*)*(?:[.!?…。！？｡]{1,8}|\n|$)")
_BLANKS = re.compile(r"[^\S\n]+")
_CONTROLS = {**dict.fromkeys(range(32), " "), 127: " ", 10: "\n", 0x2028: "\n", 0x2029: "\n"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: as typed, and plain (folded, no accents, one kind of apostrophe) for patterns.

    `is_question_marked` and `is_closed` tell how it ends: with a question mark; with any other end mark.
    """

    typed: str
    plain: str
    is_question_marked: bool
    is_closed: bool


@cache
def pattern(source: str) -> re.Pattern[str]:
    """Compile a table's verbose expression at its first use: all of them take 0.15 s, too much for an import."""
    return re.compile(source, re.VERBOSE)


def plain(text: str) -> str:
    """Return `text` folded and without accents: "Où est l’Été?" -> "ou est l'ete?"; й becomes и, kana stay whole."""
    folded = fold(text)
    if folded.isascii():
        return folded
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", folded).translate(_ACCENTS))


def examined(text: str) -> str:
    """Return what rules read of a message: its head and its tail in whole lines, without control characters."""
    if len(text) > HEAD_CHARACTERS + TAIL_CHARACTERS:
        head, tail = text[:HEAD_CHARACTERS], text[-TAIL_CHARACTERS:]
        # A line cut in two would be misread: half a log line is prose.
        text = (head.rpartition("\n")[0] or head) + "\n" + (tail.partition("\n")[2] or tail)
    return text.translate(_CONTROLS)


def sentences(text: str) -> list[Sentence]:
    """Cut an examined text at end marks and line ends; "3.5" and "v1.2" stay whole."""
    found = []
    for match in _SENTENCE.finditer(text):
        typed = _BLANKS.sub(" ", match.group()).strip()
        bare = plain(typed).strip(' .!?…。"()[]*_-–•>¿¡')
        if bare:
            end = unicodedata.normalize("NFKC", typed).rstrip("\"')]} *_")
            is_question_marked = "?" in end[-3:]
            found.append(Sentence(typed, bare, is_question_marked, end[-1:] in ".!…。" and not is_question_marked))
    return found
