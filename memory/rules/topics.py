"""Bans and pins: what a topic term is, and which texts name it.

The one fact a reader would get wrong: a match is not "same key". A key is one guess at a term's base form, made to store
a topic once; texts are matched by all the bases a word may have (`memory.rules.inflection`), so build the matcher from the
terms as the user spelt them where you have them.
"""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

import regex

from memory.rules import markup
from memory.rules import text as text_rules
from memory.rules.inflection import base, bases, beginnings
from memory.rules.inflection_abroad import paradigms
from memory.rules.stopwords import FUNCTION_WORDS

MAX_TERM_CHARACTERS = 80
_CACHED_WORDS = 50_000

# Pronouns and particles of scripts without spaces: as substrings they would hit nearly every text.
_SPACELESS_FUNCTION_WORDS = frozenset(
    """
    我 你 您 他 她 它 我们 你们 他们 的 了 是 在 不 这 那 有 和 私 僕 俺 あなた 彼 彼女 これ それ あれ する です ます から まで
    ฉัน ผม คุณ เขา มัน และ ที่ ไม่ 나 너 저 그 이 우리 그것
    """.split()  # noqa: SIM905 - a table of words reads better than quoted strings
)
_STANDS_ALONE = regex.compile(rf"[\p{{Han}}{text_rules.EMOJI}]|[가-힣]")
# A one-syllable Korean noun is told from the start of another word by the particle on it.
_PARTICLES = "은|는|이|가|을|를|의|에|도|만|로|와|과|랑|야|에서|에게|부터|까지|이랑|으로"
# "Rex! Park" is no "Rex Park"; neither is the end of a sentence, while "Dr. Smith" has an abbreviation's stop.
_BREAK = re.compile(r"[!?;]|\.\s|\n\s*\n")
_ABBREVIATION = re.compile(r"[^\W\d_]|dr|mr|mrs|ms|st|mt|ft|prof|jr|sr|vs")
_DOTTED = re.compile(r"\s*(?:[a-z]\.){1,4}[a-z]\.?\s*")
# What may be written with stops: AI, TV, FBI, but neither Rex nor the hours before noon and after.
_INITIALS = re.compile(r"(?!(?i:[ap]m)\Z)(?:[A-Z]{2,5}|[a-z]{2}|[A-Z][a-z])")


class UnusableTermError(ValueError):
    """A term that can be no topic: `message` says why, `hint` what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def normalise(term: str) -> str:
    """Return the key of a topic term: "Cats" and "ｃａｔ" -> "cat", "CAFÉ-ROYAL" -> "café royal".

    Raises:
        UnusableTermError: The term is blank, too long, one letter, or made of pronouns and stop words only.
    """
    spelling = " ".join(term.split())
    if len(spelling) > MAX_TERM_CHARACTERS:
        raise UnusableTermError(f"A topic has at most {MAX_TERM_CHARACTERS} characters.", "Name it in a few words.")
    key = _key(term)
    if not key:
        raise UnusableTermError("A topic needs at least one word.", "Say a word or a name.")
    words = text_rules.tokens(_folded(term))
    if len(words) == 1 and len(words[0].rstrip("'")) == 1 and not _STANDS_ALONE.fullmatch(words[0]):
        raise UnusableTermError(
            f'"{spelling}" is a single letter and would hit nearly every text.', "Say a whole word."
        )
    if all(_is_function_word(word) for word in words):
        raise UnusableTermError(
            f'"{spelling}" is a word that nearly every text holds.', "Name the thing or the person."
        )
    return key


def _is_function_word(word: str) -> bool:
    return word in FUNCTION_WORDS or word in _SPACELESS_FUNCTION_WORDS or word.removesuffix("'s") in FUNCTION_WORDS


def _key(term: str) -> str:
    folded = _folded(term)
    if _is_substring_term(folded):
        return text_rules.squeeze(folded)
    return " ".join(base(word) for word in text_rules.tokens(folded))


def _folded(term: str) -> str:
    """Return a term folded, and initials without their stops: "A.I." -> "ai"; "U.S." keeps them, "us" is a pronoun."""
    folded = text_rules.fold(term)
    if _DOTTED.fullmatch(folded) is None:
        return folded
    joined = folded.replace(".", "").strip()
    return folded if joined in FUNCTION_WORDS else joined


def _is_substring_term(folded: str) -> bool:
    return text_rules.has_spaceless(folded) or text_rules.has_hangul(folded)


def _rarest_beginnings(words: Sequence[str]) -> frozenset[str]:
    """Return the beginnings of the word of a phrase whose shortest one is longest; none where no plain text can hold it."""
    found = [
        frozenset(begin for form in bases(word) for begin in beginnings(text_rules.without_accents(form)))
        for word in words
    ]
    return frozenset() if not all(found) else max(found, key=lambda ones: min(map(len, ones)))


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A term of spaced words: one id per word, looked up in the matcher's tables; dotted ones are "a.i" of "AI"."""

    key: str
    word_ids: tuple[int, ...]
    may_span_sentences: bool
    is_dotted: bool = False


@dataclass(frozen=True, slots=True)
class _Needle:
    """A term with a script without spaces, searched as a substring."""

    key: str
    text: str
    pattern: "regex.Pattern[str]"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text: folded, and the words in it."""

    folded: str
    surfaces: Sequence[str]


def readings_of(text: str) -> tuple[Reading, ...]:
    """Read a text as it stands and as Markdown shows it."""
    folded = map(text_rules.fold, markup.readings(text))
    return tuple(Reading(one, text_rules.tokens(one)) for one in folded)


class TopicMatcher:
    """Terms compiled once for many texts.

    Whole words, phrases across spaces, hyphens and commas, substrings for scripts without spaces, and word starts for
    Korean, which writes particles onto its nouns. "AI" is "A.I." too. Accents may be missing on either side ("cafe", "Café"); umlauts and
    tildes may not.

    Args:
        terms: As the user spelt them, or their keys. One that holds no word matches nothing.
    """

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = {_key(term): term for term in terms}
        self._terms.pop("", None)
        self._ids_by_word: dict[str, int] = {}
        self._exact: dict[str, set[int]] = {}
        self._typed_bare: dict[str, set[int]] = {}
        self._phrases_by_first: dict[int, list[_Phrase]] = {}
        self._phrase_words: list[tuple[str, ...]] = []
        self._dotted: list[str] = []
        self._needles: list[_Needle] = []
        self._cache: dict[str, frozenset[int]] = {}
        self.longest_phrase_words = 1
        self.longest_needle_characters = 0
        for key, term in self._terms.items():
            folded = _folded(term)
            self._add(key, folded)
            if _INITIALS.fullmatch(term) or (_DOTTED.fullmatch(text_rules.fold(term)) and "." not in folded):
                self._add_dotted(key, folded)

    def __bool__(self) -> bool:
        return bool(self._terms)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all terms."""
        return frozenset(self._terms)

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms, as they were given."""
        return tuple(self._terms.values())

    def without(self, keys: AbstractSet[str]) -> "TopicMatcher":
        """Return a matcher of the other terms."""
        return TopicMatcher(term for key, term in self._terms.items() if key not in keys) if keys else self

    def hits(self, text: str) -> frozenset[str]:
        """Return the keys of the terms that `text` names, as it stands or as Markdown shows it."""
        return self.hits_in(readings_of(text))

    def hits_in(self, readings: Iterable[Reading]) -> frozenset[str]:
        """Do the same for a text that was read by `readings_of`, once for several matchers."""
        return frozenset().union(*map(self._hits, readings))

    def _hits(self, reading: Reading) -> frozenset[str]:
        folded, surfaces = reading.folded, reading.surfaces
        found: set[str] = set()
        if self._phrases_by_first:
            ids = self._ids_of(surfaces)
            if any(ids):
                self._collect(folded, surfaces, ids, found)
        if self._needles and not folded.isascii():
            squeezed = text_rules.squeeze(folded)
            found.update(n.key for n in self._needles if n.text in squeezed and n.pattern.search(squeezed))
        return frozenset(found)

    def may_hit(self, text: str) -> bool:
        """Tell quickly whether `text` could name a term: never False where `hits` finds one.

        Text in plain letters must hold the beginning of some form of a term; all other text may hit.
        """
        if not text.isascii() or markup.may_hide(text):
            return bool(self._terms)
        return self._beginnings.search(text.lower()) is not None

    @cached_property
    def _beginnings(self) -> "re.Pattern[str]":
        # None at all matches nothing.
        return re.compile("|".join(map(re.escape, self.beginnings)) or r"(?!)")

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """Letters of which every text in plain letters that names a term holds some, in a word that `holds_word` knows."""
        found = {begin for phrase in self._phrase_words for begin in _rarest_beginnings(phrase)}.union(self._dotted)
        # A shorter beginning makes a longer one needless.
        return tuple(one for one in sorted(found) if not any(one != other and other in one for other in found))

    def holds_word(self, folded: str) -> bool:
        """Tell whether any word of a folded text is one of a term's, be it only a part of a phrase."""
        return any(self._ids_of(text_rules.tokens(folded)))

    def begins_phrase(self, surfaces: Sequence[str]) -> bool:
        """Tell whether folded words could be the first words of a longer phrase."""
        ids = self._ids_of(surfaces)
        return bool(ids) and any(
            len(phrase.word_ids) > len(ids) and all(word in at for word, at in zip(phrase.word_ids, ids, strict=False))
            for first in ids[0]
            for phrase in self._phrases_by_first.get(first, ())
        )

    def begins_needle(self, squeezed: str) -> bool:
        """Tell whether a squeezed text could be the start of a substring term."""
        return any(needle.text.startswith(squeezed) for needle in self._needles)

    def _add(self, key: str, folded: str) -> None:
        if _is_substring_term(folded):
            needle = text_rules.squeeze(folded)
            self._needles.append(_Needle(key, needle, regex.compile(_bounded(needle))))
            self.longest_needle_characters = max(self.longest_needle_characters, len(needle))
            return
        words = text_rules.tokens(folded)
        self._phrase_words.append(tuple(words))
        self._add_phrase(_Phrase(key, tuple(map(self._word_id, words)), _BREAK.search(folded) is not None))

    def _add_dotted(self, key: str, initials: str) -> None:
        self._dotted.append(".".join(initials))
        self._add_phrase(_Phrase(key, tuple(map(self._word_id, initials)), may_span_sentences=False, is_dotted=True))

    def _add_phrase(self, phrase: _Phrase) -> None:
        self._phrases_by_first.setdefault(phrase.word_ids[0], []).append(phrase)
        self.longest_phrase_words = max(self.longest_phrase_words, len(phrase.word_ids))

    def _word_id(self, word: str) -> int:
        known = self._ids_by_word.get(word)
        if known is None:
            known = self._ids_by_word[word] = len(self._ids_by_word)
            for form in (*bases(word), *paradigms(word, is_term=True)):
                self._exact.setdefault(form, set()).add(known)
                self._typed_bare.setdefault(text_rules.without_accents(form), set()).add(known)
        return known

    def _ids_of(self, surfaces: Sequence[str]) -> list[frozenset[int]]:
        cache = self._cache
        try:
            return [cache[surface] for surface in surfaces]
        except KeyError:
            if len(cache) > _CACHED_WORDS:
                cache.clear()
            for surface in surfaces:
                if surface not in cache:
                    cache[surface] = self._look_up(surface)
            return [cache[surface] for surface in surfaces]

    def _look_up(self, surface: str) -> frozenset[int]:
        """Return the term words that one word of a text is; an accent may be missing on one side, not differ."""
        found: set[int] = set()
        for form in (*bases(surface), *paradigms(surface)):
            found |= self._exact.get(form, set()) | self._typed_bare.get(form, set())
            found |= self._exact.get(text_rules.without_accents(form), set())
        return frozenset(found)

    def _collect(self, folded: str, surfaces: Sequence[str], ids: Sequence[frozenset[int]], found: set[str]) -> None:
        spans: list[tuple[int, int]] = []
        for start, at in enumerate(ids):
            for phrase in (phrase for first in at for phrase in self._phrases_by_first.get(first, ())):
                end = start + len(phrase.word_ids)
                if end > len(ids) or any(
                    w not in have for w, have in zip(phrase.word_ids, ids[start:end], strict=True)
                ):
                    continue
                if end - start > 1 and not phrase.may_span_sentences:
                    spans = spans or list(text_rules.token_spans(folded))
                    is_apart = _has_no_stop if phrase.is_dotted else _is_broken
                    if any(is_apart(folded, surfaces, spans, i) for i in range(start, end - 1)):
                        continue
                found.add(phrase.key)


def _is_broken(folded: str, surfaces: Sequence[str], spans: Sequence[tuple[int, int]], i: int) -> bool:
    """Tell whether a sentence ends between token `i` and the next."""
    gap = folded[spans[i][1] : spans[i + 1][0]]
    broken = _BREAK.search(gap)
    return broken is not None and not (broken[0].startswith(".") and _ABBREVIATION.fullmatch(surfaces[i]))


def _has_no_stop(folded: str, _surfaces: Sequence[str], spans: Sequence[tuple[int, int]], i: int) -> bool:
    """Tell whether anything but one full stop stands between token `i` and the next."""
    return folded[spans[i][1] : spans[i + 1][0]] != "."


def _bounded(needle: str) -> str:
    """Return a pattern for a substring term: where its edge is a spaced script, a word must start or end there."""
    letter = text_rules.LETTER
    left = "" if text_rules.has_spaceless(needle[0]) else rf"(?<!{letter})"
    if text_rules.has_spaceless(needle[-1]):
        right = ""
    elif not text_rules.has_hangul(needle[-1]):
        right = rf"(?!{letter})"
    else:
        right = rf"(?=(?:{_PARTICLES})?(?!{letter}))" if len(needle) == 1 else ""
    return left + regex.escape(needle) + right
