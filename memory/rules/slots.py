"""Slots: what a statement says of someone that can only be one thing at a time, so that a newer one replaces an older.

The one fact that a reader would get wrong: this prefers to miss. A missed slot leaves two memories of which the younger
ranks higher; a false one hides something true. So only whole clauses of known forms count, nothing that is asked,
supposed, denied or past, and of two values in one message neither.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory.rules.sentences import Sentence, examined, pattern, sentences
from memory.rules.slot_phrases import (
    ADDED,
    ARTICLES,
    BROAD_PLACES,
    CAPITALISED,
    CLAUSE_END,
    CORRECTION,
    FORMS,
    LEADS,
    NO_VALUE,
    PEOPLE_BY_PRONOUN,
    PLURAL_RELATIONS,
    PRONOUNS,
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


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that is said of someone.

    Args:
        name: "name", "home", "job", "favourite colour".
        subject: Of whom, folded: "" is the user, else "sister", "older brother", "dog", or a pronoun not resolved yet.
        value: Folded, without articles.
    """

    name: str
    subject: str
    value: str

    @property
    def is_pronoun(self) -> bool:
        """Whether only the talk tells of whom it is said."""
        return self.subject in PRONOUNS


def slots_of(text: str) -> tuple[Slot, ...]:
    """Return what a statement fills, in order; nothing for questions, suppositions, quotations and the past.

    "My sister's name is Ilse" -> (name, sister, ilse); "my name is Dana and I live in Ghent" -> (name, user, dana),
    (home, user, ghent).
    """
    if any(mark in text for mark in '"“”«»') or text.lstrip().startswith(">"):
        return ()
    found: dict[tuple[str, str], set[str]] = {}
    order: list[Slot] = []
    for sentence in sentences(examined(text)):
        for slot in _of_sentence(sentence):
            found.setdefault((slot.name, slot.subject), set()).add(slot.value)
            order.append(slot)
    return tuple(dict.fromkeys(slot for slot in order if len(found[slot.name, slot.subject]) == 1))


def is_correction(text: str) -> bool:
    """Tell whether a message puts something right: "no, her name is Ilse", "actually I live in Ghent now"."""
    return any(
        pattern(CORRECTION).search(one.plain) is not None
        for one in sentences(examined(text))
        if not one.is_question_marked
    )


def replaces(newer: Slot, older: Slot) -> bool:
    """Tell whether a newer statement stands in place of an older one: the same slot, another value.

    Two values of which one says the other more closely ("ghent", "ghent in belgium") do not compete. Of relations that
    people have several of ("my friend is called Tom"), only what looks like a slip of the pen does.
    """
    if (newer.name, newer.subject) != (older.name, older.subject) or newer.is_pronoun:
        return False
    if _is_same(newer.value, older.value):
        return False
    head = newer.subject.rpartition(" ")[2]
    return head not in PLURAL_RELATIONS or newer.name != "name" or _is_slip(newer.value, older.value)


def corrects(newer: Slot, older: Slot) -> bool:
    """Tell whether a correction puts an older statement right, which may be of whom its pronoun stands for."""
    if newer.name != older.name or _is_same(newer.value, older.value):
        return False
    if not newer.is_pronoun:
        return newer.subject == older.subject
    if older.subject == USER:
        return False
    allowed = PEOPLE_BY_PRONOUN[PRONOUNS[newer.subject]]
    return not allowed or older.subject.rpartition(" ")[2] in allowed or older.is_pronoun


def corrected(newer: Sequence[Slot], earlier: Iterable[tuple[int, Sequence[Slot]]]) -> tuple[int, ...]:
    """Choose which earlier statements a correction replaces: for each slot of it, of each subject the latest only.

    Args:
        newer: The correction's slots.
        earlier: Statements as (id, slots), the latest first.

    Returns:
        The ids, each once.
    """
    waiting = list(newer)
    chosen: list[int] = []
    for statement_id, slots in earlier:
        for slot in tuple(waiting):
            if any(corrects(slot, one) for one in slots):
                waiting.remove(slot)
                chosen.append(statement_id)
    return tuple(dict.fromkeys(chosen))


def _of_sentence(sentence: Sentence) -> Iterator[Slot]:
    if sentence.is_question_marked or pattern(UNCERTAIN).search(sentence.plain):
        return
    for clause in pattern(CLAUSE_END).split(sentence.plain):
        bare = pattern(LEADS).sub("", clause.strip())
        for form, source in FORMS:
            match = pattern(source).fullmatch(bare)
            if match is not None:
                slot = _slot(form, match, sentence.typed)
                if slot is not None:
                    yield slot
                break


def _slot(form: str, match: re.Match[str], typed: str) -> Slot | None:
    parts = match.groupdict()
    raw, thing = parts["value"], parts.get("thing") or ""
    value = _value(raw)
    name = thing if form == "noun" else f"favourite {thing}" if form == "favourite" else form
    is_short = 0 < len(value.split()) <= _MOST_VALUE_WORDS
    if not is_short or pattern(NO_VALUE).match(value) or (" and " in value and form != "favourite"):
        return None
    if name in CAPITALISED and f" {value[0].upper()}{value[1:2]}" not in typed:
        return None
    name = ADDED.get(name, name)
    if name in VALUE_FORMS and not pattern(VALUE_FORMS[name]).match(raw):
        return None
    if name == "home":
        # "A small flat", "the countryside" say how someone lives, not where.
        if pattern(ARTICLES).match(raw) and value not in BROAD_PLACES | _NAMED_WITH_ARTICLE:
            return None
        name = "home country" if value in BROAD_PLACES else name
    return Slot(name, _subject(parts.get("who") or parts.get("owner")), value)


def _subject(who: str | None) -> str:
    return USER if who is None else _GAPS.sub(" ", who).strip()


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
