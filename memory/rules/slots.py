"""Slots: what a statement says of someone that can only be one thing at a time, so that a newer one replaces an older.

The one fact that a reader would get wrong: this prefers to miss. A missed slot leaves two memories of which the younger
ranks higher; a false one hides something true. So only whole clauses of known forms count, nothing that is asked,
supposed, denied or past, and of two values in one message neither.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from memory.rules.contrast import MOST_CHARACTERS, contrast_of
from memory.rules.kinds_asked import Acts
from memory.rules.sentences import Sentence, examined, pattern, sentences
from memory.rules.slot_people import PEOPLE_BY_PRONOUN, PLURAL_RELATIONS, PRONOUNS
from memory.rules.slot_phrases import (
    ADDED,
    ARTICLES,
    AT_TIMES,
    BESIDE,
    BROAD_PLACES,
    CAPITALISED,
    CHANGED,
    CLAUSE_END,
    ENDED,
    FIRM,
    FIRM_ALONE,
    FORMS,
    LEADS,
    MEANT,
    NO_VALUE,
    TRAILS,
    UNCERTAIN,
    VALUE_FORMS,
)
from memory.rules.text import words

USER = ""
_MOST_VALUE_WORDS = 6
_SIMILAR_NAMES = 0.34
_NAMED_WITH_ARTICLE = frozenset({"hague", "bronx", "havre", "paz", "rochelle"})
_GAPS = re.compile(r"[\s-]+")
_OF_THE_DAY = re.compile(r"(?:new|current) ")
_THE = "the "
# One has them beside a job.
_PASTIMES = frozenset(
    {"musician", "actor", "actress", "painter", "writer", "photographer", "gardener", "cook", "farmer"}
)
_USUAL = frozenset({"home", "home country", "job", "employer"})
_MEANT_BY_A_WORD = frozenset({"name", "last name", "home", "employer", "partner", "age"})


class Firmness(Enum):
    """How surely a statement takes another's place: it puts it right, tells of a change, or only says something else."""

    PLAIN = 0
    CHANGED = 1
    FIRM = 2


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that is said of someone.

    Args:
        name: "name", "home", "job", "favourite colour".
        subject: Of whom, folded: "" is the user, else "sister", "older brother", "dog", or a pronoun not resolved yet.
        value: Folded, without articles.
        person: By name, folded, where a relation is named: "my cousin Bert lives ..."; else "".
        is_beside: Whether it may stand beside another value: one of several, a nickname, a pastime.
    """

    name: str
    subject: str
    value: str
    person: str = ""
    is_beside: bool = False

    @property
    def is_pronoun(self) -> bool:
        """Whether only the talk tells of whom it is said."""
        return self.subject in PRONOUNS


@dataclass(frozen=True, slots=True)
class Said:
    """What a message fills, with how it says so, and what it says has ended."""

    slots: tuple[tuple[Slot, Firmness], ...] = ()
    ended: tuple[Slot, ...] = ()


def slots_of(text: str) -> tuple[Slot, ...]:
    """Return what a statement fills, in order; nothing for questions, suppositions, quotations and the past.

    "My sister's name is Ilse" -> (name, sister, ilse); "my name is Dana and I live in Ghent" -> (name, user, dana),
    (home, user, ghent).
    """
    return tuple(slot for slot, _ in said_in(text).slots)


@lru_cache(20_000)
def said_in(text: str) -> Said:
    """Return what a statement fills and ends; of two values of one slot neither."""
    if any(mark in text for mark in '"“”«»') or text.lstrip().startswith(">"):
        return Said()
    found: dict[tuple[str, str, str], set[str]] = {}
    order: dict[Slot, Firmness] = {}
    ended: list[Slot] = []
    is_put_right = False
    for sentence in sentences(examined(text)):
        firmness = _firmness(sentence, is_put_right=is_put_right)
        is_put_right = pattern(FIRM_ALONE).fullmatch(sentence.plain) is not None
        for slot in _of_sentence(sentence):
            found.setdefault((slot.name, slot.subject, slot.person), set()).add(slot.value)
            order.setdefault(slot, firmness)
        ended += _ended_in(sentence)
    return Said(
        tuple(
            (slot, firmness)
            for slot, firmness in order.items()
            if len(found[slot.name, slot.subject, slot.person]) == 1
        ),
        tuple(ended),
    )


def meant_instead(text: str, before: Sequence[Slot]) -> Slot | None:
    """Return what "I meant Gerda." says, in place of the one thing that the statement before it says."""
    found = sentences(examined(text))
    match = pattern(MEANT).fullmatch(found[0].plain) if len(found) == 1 else None
    if match is None or len(before) != 1 or before[0].name not in _MEANT_BY_A_WORD:
        return None
    value = match["value"]
    is_number = value.isdigit()
    is_name = _is_capitalised(value, found[0].typed)
    if is_number is not (before[0].name == "age") or not (is_number or is_name):
        return None
    return replace(before[0], value=value)


def ends(ended: Slot, older: Slot) -> bool:
    """Tell whether "I don't live in Ghent anymore" is said of an earlier statement: the very same value."""
    return (ended.name, ended.subject, ended.value) == (older.name, older.subject, older.value) and _is_one(
        ended, older
    )


def replaces(newer: Slot, older: Slot) -> bool:
    """Tell whether a newer statement stands in place of an older one: the same slot, another value.

    Two values of which one says the other more closely ("ghent", "ghent in belgium") do not compete. Of relations that
    people have several of ("my friend is called Tom"), and of what may stand beside another, only what looks like a
    slip of the pen does, or what is said of the same named person.
    """
    if (newer.name, newer.subject) != (older.name, older.subject) or newer.is_pronoun:
        return False
    if _is_same(newer.value, older.value) or not _is_one(newer, older):
        return False
    if newer.is_beside or older.is_beside or (_is_of_several(newer) and not (newer.person and older.person)):
        return newer.name == "name" and _is_slip(newer.value, older.value)
    return True


def corrects(newer: Slot, older: Slot, *, is_firm: bool = True) -> bool:
    """Tell whether a correction puts an older statement right, which may be of whom its pronoun stands for.

    What only tells of a change ("now") gives one of several no other name, unless by a slip of the pen.
    """
    if newer.name != older.name or _is_same(newer.value, older.value) or not _is_one(newer, older):
        return False
    if not is_firm and newer.name == "name" and (_is_of_several(older) or older.is_beside):
        return newer.subject == older.subject and _is_slip(newer.value, older.value)
    if not newer.is_pronoun:
        return newer.subject.removeprefix(_THE) == older.subject.removeprefix(_THE)
    if older.subject == USER:
        return False
    stands_for = PRONOUNS[newer.subject]
    if older.is_pronoun:
        return PRONOUNS[older.subject] == stands_for
    allowed = PEOPLE_BY_PRONOUN[stands_for]
    return not allowed or older.subject.removeprefix(_THE).rpartition(" ")[2] in allowed


def corrected(newer: Sequence[tuple[Slot, Firmness]], earlier: Iterable[tuple[int, Sequence[Slot]]]) -> tuple[int, ...]:
    """Choose which earlier statements a correction replaces: for each slot of it one.

    A slip of the pen of the very name is what is meant; else the latest is.

    Args:
        newer: The message's slots; plain statements correct nothing.
        earlier: Statements as (id, slots), the latest first.

    Returns:
        The ids, each once.
    """
    known = list(earlier)
    chosen: list[int] = []
    for slot, firmness in newer:
        if firmness is Firmness.PLAIN:
            continue
        fitting = [
            (statement_id, one)
            for statement_id, slots in known
            for one in slots
            if corrects(slot, one, is_firm=firmness is Firmness.FIRM)
        ]
        slips = [found for found in fitting if slot.name == "name" and _is_slip(slot.value, found[1].value)]
        chosen += [statement_id for statement_id, _ in (slips or fitting)[:1]]
    return tuple(dict.fromkeys(chosen))


def _firmness(sentence: Sentence, *, is_put_right: bool) -> Firmness:
    if is_put_right or pattern(FIRM).search(sentence.plain) or contrast_of(sentence) is not None:
        return Firmness.FIRM
    return Firmness.CHANGED if pattern(CHANGED).search(sentence.plain) else Firmness.PLAIN


def _is_of_several(slot: Slot) -> bool:
    return slot.subject.rpartition(" ")[2] in PLURAL_RELATIONS


def _is_one(one: Slot, other: Slot) -> bool:
    """Tell whether two statements can be of one person: not of "my cousin Bert" and "my cousin Tom"."""
    return not (one.person and other.person) or one.person == other.person


def _of_sentence(sentence: Sentence) -> Iterator[Slot]:
    if sentence.is_question_marked or pattern(UNCERTAIN).search(sentence.plain):
        return
    start = 0
    for cut in (*pattern(CLAUSE_END).finditer(sentence.plain), None):
        end = cut.start() if cut is not None else len(sentence.plain)
        slot = _of_clause(sentence.plain[start:end], sentence.typed)
        if slot is not None and Acts(sentence).states_at(start):
            yield slot
        start = cut.end() if cut is not None else end


def _of_clause(clause: str, typed: str) -> Slot | None:
    bare = pattern(LEADS).sub("", clause.strip())
    for form, source in FORMS:
        match = pattern(source).fullmatch(bare)
        if match is not None:
            return _slot(form, match, typed)
    return None


def _ended_in(sentence: Sentence) -> Iterator[Slot]:
    """Yield what a sentence says is no longer so, as if it were stated: "I don't live in Ghent anymore"."""
    if sentence.is_question_marked or len(sentence.plain) > MOST_CHARACTERS:
        return
    for clause in pattern(CLAUSE_END).split(sentence.plain):
        bare = pattern(LEADS).sub("", clause.strip())
        for source in ENDED:
            match = pattern(source).fullmatch(bare)
            if match is not None:
                stated = f"{match['who']}{match.groupdict().get('be') or ''} {match['rest']}"
                # "I don't live in Ghent with my parents anymore" still leaves Ghent.
                is_part = " with " in stated or pattern(UNCERTAIN).search(stated) is not None
                slot = None if is_part else _of_clause(stated, sentence.typed)
                if slot is not None:
                    yield slot
                break


def _slot(form: str, match: re.Match[str], typed: str) -> Slot | None:
    parts = match.groupdict()
    raw, thing, person = parts["value"], parts.get("thing") or "", parts.get("person") or ""
    value = _value(raw)
    name = thing if form == "noun" else f"favourite {thing}" if form == "favourite" else form
    is_short = 0 < len(value.split()) <= _MOST_VALUE_WORDS
    if not is_short or pattern(NO_VALUE).match(value) or (" and " in value and form != "favourite"):
        return None
    if (name in CAPITALISED and not _is_capitalised(value, typed)) or (person and not _is_capitalised(person, typed)):
        return None
    name = ADDED.get(name, name)
    if (name in VALUE_FORMS and not pattern(VALUE_FORMS[name]).match(raw)) or (
        name in _USUAL and pattern(AT_TIMES).search(raw)
    ):
        return None
    if name == "home":
        # "A small flat", "the countryside" say how someone lives, not where.
        if pattern(ARTICLES).match(raw) and value not in BROAD_PLACES | _NAMED_WITH_ARTICLE:
            return None
        name = "home country" if value in BROAD_PLACES else name
    subject = f"{_THE}{parts['the']}" if parts.get("the") else _subject(parts.get("who") or parts.get("owner"))
    return Slot(name, subject, value, person, is_beside=form in BESIDE or value in _PASTIMES)


def _is_capitalised(value: str, typed: str) -> bool:
    return re.search(rf"(?:^|\s){re.escape(value[0].upper() + value[1:2])}", typed) is not None


def _subject(who: str | None) -> str:
    return USER if who is None else _OF_THE_DAY.sub("", _GAPS.sub(" ", who).strip())


def _value(raw: str) -> str:
    """Return a value without its articles and without what only dates it: "now", "these days"."""
    value = pattern(TRAILS).sub("", raw.strip())
    value = pattern(ARTICLES).sub("", value)
    return " ".join(value.split()).strip(" '\"-")


def _is_same(one: str, other: str) -> bool:
    """Tell whether two values agree: the same words, or all words of the shorter in the longer."""
    first, second = frozenset(words(one)), frozenset(words(other))
    return first <= second or second <= first


def _is_slip(one: str, other: str) -> bool:
    """Tell whether two names differ by a third of their letters at most: "ilsa", "ilse"."""
    return _distance(one, other) <= _SIMILAR_NAMES * max(len(one), len(other))


def _distance(one: str, other: str) -> int:
    """Count the letters to be changed, put in or taken out (Levenshtein): "ilsa" -> "ilse" is 1."""
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        before, row[0] = row[0], place
        for at, counterpart in enumerate(other, start=1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != counterpart))
    return row[-1]
