"""Contrasts: "the plumber comes on Friday, not Thursday" takes the place of what was said with Thursday in it.

The one fact that a reader would get wrong: this reads no slots. A statement is meant where it holds what is denied and all
else that the contrast says; whatever it says of somebody else, of something more, or denies itself keeps it out.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.rules.kinds_asked import Acts
from memory.rules.sentences import Sentence, examined, pattern, sentences
from memory.rules.slot_people import RELATION
from memory.rules.slot_phrases import ENDED, FIRM, LEADS, UNCERTAIN
from memory.rules.text import Stemmer, words

_NOT = r"(?:not|nicht|pas|niet|non|instead\ of)"
_WITH_COMMA = rf"(?P<before>.+?)(?:,|\ -|\ –|\ —)\ (?:and\ |but\ )?{_NOT}\ (?P<gone>[^,;]{{1,50}})"
_WITHOUT_COMMA = r"(?P<before>[^,;:]+?)\ (?:and\ )?(?<!\bis\ )(?<!\bare\ )(?<!\bam\ )(?<!'m\ )(?<!'s\ )(?<!'re\ )(?<!\bdo\ )(?<!\bdoes\ )(?<!\bdid\ )(?<!\bcan\ )(?<!\bwill\ )(?<!\bwould\ )(?<!\bcould\ )(?<!\bshould\ )(?<!\bmay\ )(?<!\bmust\ )(?<!\bwas\ )(?<!\bwere\ )(?<!\bhave\ )(?<!\bhas\ )(?<!\bhad\ )(?:not|instead\ of)\ (?P<gone>[^,;]{1,40})"
_FIRST_DENIED = r"(?P<start>.+?)\ not\ (?P<gone>[^,;]{1,40}?),?\ but\ (?P<rest>[^,;:]{1,40})"
# What "not" begins beside a value: "not just Ghent", "not because ...".
_NO_VALUE = r"^(?:just|only|because|that|yet|really|sure|any|too|very|at\ all|bad|so|even|always|necessarily|if|when|until|to|like|much|many|as|quite|even|sometimes|all|every)\b"
_LEADING = re.compile(r"^(?:(?:on|at|in|the|a|an|by|to|from|with|for|am|den|der|die|das|le|la|les|el|op|de|het) )+")
_LISTS = re.compile(r"\b(?:and|or|but)\b|[,;:.!?]\s")
_DENIES = re.compile(r"\b(?:not|never|no|none|nobody|nothing|neither|cannot)\b|n't\b")
_FILLING = frozenset(
    """
    a an the is are am was were be been being it its this that these those there of to in on at by from for with and or
    but so just really very now currently actually also too then again already please i me my mine myself we us our ours
    you your he him his she her they them their do does did i'm i'll we're we'll he's she's it's they're that's there's
    """.split()  # noqa: SIM905 - a table of words reads better than 80 quoted strings
)
_PERSONS = (
    frozenset({"you", "your", "yours"}),
    frozenset({"he", "him", "his", "he's"}),
    frozenset({"she", "her", "hers", "she's"}),
    frozenset({"they", "them", "their", "they're"}),
)
_FIRST_PERSON = frozenset({"i", "i'm", "i'll", "i've", "i'd", "we", "we're", "we'll", "we've"})


# A longer sentence tells a story; and patterns with two gaps take the square of its length.
MOST_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Contrast:
    """What a sentence says instead of what.

    Args:
        gone: What no longer holds, as stems: {thursday}; all that is denied in "I don't drink tea anymore".
        said: What holds, of which the older statement says all but what has changed: {plumber, come, friday}; empty where
            nothing takes its place.
        changed: How many of these may be what has changed.
        persons: Of whom, by pronouns and relations.
        is_bare: Whether it only names both ("no, on Friday, not Thursday"): what else was said only the talk tells.
        word: A word of what is gone as it was written, to search by.
    """

    gone: frozenset[str]
    said: frozenset[str]
    changed: int
    persons: frozenset[str]
    is_bare: bool
    word: str

    @property
    def is_over(self) -> bool:
        """Whether it denies a whole statement, and puts nothing in its place."""
        return not self.said


def contrasts_in(text: str) -> tuple[Contrast, ...]:
    """Return the contrasts of a message: of its statements, not of what it asks, orders, quotes or supposes."""
    if any(mark in text for mark in '"“”«»') or text.lstrip().startswith(">"):
        return ()
    found = ((contrast_of(one), over_of(one)) for one in sentences(examined(text)))
    return tuple(one for pair in found for one in pair if one is not None)


def contrast_of(sentence: Sentence) -> Contrast | None:
    """Return what a sentence says instead of what: "the plumber comes on Friday, not Thursday"."""
    if not _is_read(sentence) or pattern(UNCERTAIN).search(sentence.plain):
        return None
    firm = pattern(FIRM).match(sentence.plain)
    bare = pattern(LEADS).sub("", sentence.plain[0 if firm is None else firm.end() :].lstrip(" ,:;-–—"))
    match = pattern(_FIRST_DENIED).fullmatch(bare)
    before = f"{match['start']} {match['rest']}" if match is not None else ""
    for source in (_WITH_COMMA, _WITHOUT_COMMA):
        if match is None:
            match = pattern(source).fullmatch(bare)
            before = match["before"] if match is not None else ""
    if match is None or pattern(_NO_VALUE).match(match["gone"]) or not Acts(sentence).states_at(0):
        return None
    gone = words(_LEADING.sub("", match["gone"] + " ").strip())
    said = words(before)
    if not gone or len(said) < len(gone) or _DENIES.search(before):
        return None
    place = _place_of(gone, said)
    rest = _terms(said[:place] + said[place + len(gone) :])
    denied, holds = _terms(gone), _terms(said)
    if not denied or not holds - denied or denied <= holds:
        return None
    is_bare = not rest and (firm is not None or len(said) == len(gone))
    return Contrast(denied, holds, len(gone), _persons(before), is_bare, max(gone, key=len))


def _is_read(sentence: Sentence) -> bool:
    return not sentence.is_question_marked and len(sentence.plain) <= MOST_CHARACTERS


def _place_of(gone: list[str], said: list[str]) -> int:
    """Find where what holds instead stands: at the end, or where a number does for a number ("980 euros, not 950")."""
    if gone == [one for one in gone if one.isdigit()]:
        for place in range(len(said) - len(gone), -1, -1):
            if all(one.isdigit() for one in said[place : place + len(gone)]):
                return place
    return len(said) - len(gone)


def over_of(sentence: Sentence) -> Contrast | None:
    """Return what a sentence says is over: "I don't drink tea anymore"."""
    if not _is_read(sentence):
        return None
    bare = pattern(LEADS).sub("", sentence.plain)
    for source in ENDED:
        match = pattern(source).fullmatch(bare)
        if match is None:
            continue
        stated = f"{match['who']}{match.groupdict().get('be') or ''} {match['rest']}"
        gone = _terms(words(stated))
        if len(gone) < 2 or _DENIES.search(stated) or pattern(UNCERTAIN).search(stated):  # noqa: PLR2004 - a verb and what it is said of
            return None
        return Contrast(gone, frozenset(), 0, _persons(stated), is_bare=False, word=max(words(match["rest"]), key=len))
    return None


def is_denied(contrast: Contrast, older: str) -> bool:
    """Tell whether an earlier statement is what a contrast puts right."""
    found = sentences(examined(older))
    if len(found) != 1 or found[0].is_question_marked or _DENIES.search(found[0].plain) or '"' in older:
        return False
    plain = found[0].plain
    spoken = words(plain)
    terms = _terms(spoken)
    if not contrast.gone <= terms or contrast.persons != _persons(plain):
        return False
    if contrast.is_over:
        return terms == contrast.gone
    changed, shared = contrast.said - terms, contrast.said & terms
    if not 0 < len(changed) <= contrast.changed or not (shared or contrast.is_bare):
        return False
    allowed = shared | contrast.gone
    first = next(place for place, one in enumerate(spoken) if _stem(one) in contrast.gone)
    if not contrast.is_bare and not _terms(spoken[:first]) <= allowed:
        return False
    return terms <= allowed or _LISTS.search(plain) is None


@lru_cache(20_000)
def _stem(word: str) -> str:
    return Stemmer().stem(word)


def _terms(spoken: list[str]) -> frozenset[str]:
    return frozenset(_stem(one) for one in spoken if one not in _FILLING)


def _persons(text: str) -> frozenset[str]:
    """Name of whom a text speaks: pronouns by their kind, relations, and "i" where the user is the one who acts."""
    spoken = set(words(text)) | set(text.split())
    found = {min(one) for one in _PERSONS if one & spoken}
    if _FIRST_PERSON & spoken:
        found.add("i")
    found.update(match.group() for match in pattern(rf"\b(?:{RELATION})\b").finditer(text))
    return frozenset(found)
