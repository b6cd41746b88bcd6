"""Words out of text: folding, tokens and stems, shared by topics, keys, echo and themes.

The one fact a reader would get wrong: `fold` keeps accents and knows nothing of plurals. What counts as "the same word"
is each rule's own business: topics reduce inflection and nothing else, echo and themes stem.
"""

import re
import unicodedata
from collections.abc import Iterator

import regex
import snowballstemmer

from memory.rules.stopwords import STOP_WORDS

# What phones type as a picture: those that are pictures by themselves, and those that become one by the invisible
# character behind them (❤️, ✈️, 🌶️), which folding drops. No digits, arrows, squares and trade marks.
EMOJI = (
    r"\p{Emoji_Presentation}\u2328\u23ed-\u23f2\u23f8-\u23fa\u2600-\u2604\u260e\u2611\u2618\u261d\u2620\u2622\u2623"
    r"\u2626\u262a\u262e\u262f\u2638-\u263a\u2640\u2642\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u2692-\u2697"
    r"\u2699\u269b\u269c\u26a0\u26a7\u26b0\u26b1\u26c8\u26cf\u26d1\u26d3\u26e9\u26f0-\u26f4\u26f7-\u26f9\u2702"
    r"\u2708-\u270d\u270f\u2712\u2714\u2716\u271d\u2721\u2733\u2734\u2744\u2747\u2763\u2764\u27a1\U0001f321"
    r"\U0001f324-\U0001f37d\U0001f396\U0001f397\U0001f399-\U0001f39b\U0001f39e-\U0001f3df\U0001f3f3-\U0001f4fd"
    r"\U0001f549\U0001f54a\U0001f56f\U0001f570\U0001f573-\U0001f579\U0001f587\U0001f58a-\U0001f58d\U0001f590\U0001f5a5"
    r"\U0001f5a8\U0001f5b1\U0001f5b2\U0001f5bc\U0001f5c2-\U0001f5c4\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de\U0001f5e1"
    r"\U0001f5e3\U0001f5e8\U0001f5ef\U0001f5f3\U0001f5fa\U0001f6cb-\U0001f6cf\U0001f6e0-\U0001f6e5\U0001f6e9"
    r"\U0001f6f0\U0001f6f3"
)
# Scripts that put no space between words; emoji behave the same. The long vowel mark is script Common.
_SPACELESS = rf"\p{{Han}}\p{{Hiragana}}\p{{Katakana}}\p{{Bopomofo}}\p{{Thai}}\p{{Lao}}\p{{Khmer}}\p{{Myanmar}}\p{{Tibetan}}{EMOJI}ー"
LETTER = rf"[^\W_{_SPACELESS}]"
_LETTER = regex.compile(LETTER)
_ASCII_TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z0-9]+)*(?:\+\+|#(?![a-z0-9]))?")
_TOKEN = regex.compile(rf"{LETTER}+(?:'{LETTER}+)*(?:\+\+|#(?!{LETTER}))?|[{_SPACELESS}]+")
_SEPARATORS = regex.compile(rf"[\W_--[{EMOJI}]]+", regex.VERSION1)
_SPACELESS_RUN = regex.compile(rf"[{_SPACELESS}]+")
_HANGUL = regex.compile(r"\p{Hangul}")

# Apostrophes, hyphens and the invisible characters that word processors and phones put inside words.
_SAME_CHARACTER = {
    **dict.fromkeys(map(ord, "’‘ʼʹ`´"), "'"),
    **dict.fromkeys(map(ord, "‐‑‒–—−－"), "-"),
    **dict.fromkeys(
        [
            # Vowel signs and the stretching line of Arabic, points of Hebrew: the same word is mostly written without.
            *(0x640, 0x670, *range(0x64B, 0x653), *range(0x5B0, 0x5BE), 0x5BF, 0x5C1, 0x5C2, 0x5C7),
            *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0x200B, 0x2010),
            *range(0x202A, 0x202F),
            *range(0x2060, 0x2070),
            *range(0xFE00, 0xFE10),
            *range(0xFFF0, 0xFFFC),
            *range(0x1D173, 0x1D17B),
            *range(0xE0000, 0xE1000),
        ],
        None,
    ),
}
# Marks that made no letter with what they stand on: stress in Russian dictionaries, lines through and under letters.
_DECORATION = regex.compile(r"[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
# Composing takes the square of the time for a run of marks; no letter of any script bears so many.
_MARKS_ON_ONE_LETTER = 30
_LONG_TEXT = 1_000  # characters: the run of a shorter one is soon composed
_LONG_RUN_OF_MARKS = regex.compile(rf"(\p{{M}}{{{_MARKS_ON_ONE_LETTER}}})\p{{M}}++")
# Marks that people leave out when they type. Others (diaeresis, tilde, ring, caron) make another letter: schön, año.
_TYPED_WITHOUT = dict.fromkeys([0x300, 0x301, 0x302, 0x327])


def unify(text: str) -> str:
    """Return `text` in NFKC with one kind of apostrophe and hyphen and no invisible characters, its case kept."""
    if text.isascii():
        return text.replace("`", "'")
    return _composed(text.translate(_SAME_CHARACTER)).replace("`", "'")


def fold(text: str) -> str:
    """Return `text` unified and casefolded."""
    if text.isascii():
        return text.lower().replace("`", "'")
    # Casefolding can undo the composition, and a Turkish capital I with a dot leaves its dot behind.
    return _composed(unify(text).casefold())


def _composed(text: str) -> str:
    if len(text) > _LONG_TEXT:
        text = _LONG_RUN_OF_MARKS.sub(r"\1", text)
    return _DECORATION.sub("", unicodedata.normalize("NFKC", text))


def without_accents(folded: str) -> str:
    """Return a folded text as people type it who skip accents: "café" -> "cafe", while "schön" stays."""
    if folded.isascii():
        return folded
    bare = unicodedata.normalize("NFD", folded).translate(_TYPED_WITHOUT)
    return unicodedata.normalize("NFC", bare)


def is_letter(character: str) -> bool:
    """Tell whether one character is a letter, mark or digit of a script that puts spaces between words."""
    return character.isalnum() if character.isascii() else _LETTER.match(character) is not None


def squeeze(folded: str) -> str:
    """Return a folded text with each run of what is no letter, digit or emoji as one space, none at the ends."""
    return _SEPARATORS.sub(" ", folded).strip()


def has_spaceless(text: str) -> bool:
    """Tell whether any character is of a script without spaces (or an emoji)."""
    return not text.isascii() and _SPACELESS_RUN.search(text) is not None


def has_hangul(text: str) -> bool:
    """Tell whether any character is Hangul: spaced, but with particles written onto the word."""
    return not text.isascii() and _HANGUL.search(text) is not None


def tokens(folded: str) -> list[str]:
    """Return the words of a folded text in order; a run of a script without spaces is one token."""
    if folded.isascii():
        found: list[str] = _ASCII_TOKEN.findall(folded)
        return found
    return _TOKEN.findall(folded)


def token_spans(folded: str) -> Iterator[tuple[int, int]]:
    """Yield where each token of a folded text starts and ends."""
    pattern = _ASCII_TOKEN if folded.isascii() else _TOKEN
    for match in pattern.finditer(folded):
        yield match.span()


def words(text: str) -> list[str]:
    """Return the words of any text for counting, folded and in order.

    An English possessive is dropped ("Rex's" -> "rex"). Scripts without spaces yield overlapping pairs of characters,
    which serve as words well enough to count: "我在北京" -> "我在", "在北", "北京".
    """
    found: list[str] = []
    for token in tokens(fold(text)):
        if has_spaceless(token):
            found.extend(token[i : i + 2] for i in range(max(1, len(token) - 1)))
        else:
            found.append(token.removesuffix("'s"))
    return found


class Stemmer:
    """Snowball stems of one language with the answers kept, since one stem costs about 100 microseconds.

    Threads may share it: a Snowball stemmer keeps the word it works on in itself, so each new word gets one of its own.

    Args:
        language: A Snowball algorithm's name.
        capacity: Answers kept before the cache starts afresh.
    """

    def __init__(self, language: str = "english", capacity: int = 50_000) -> None:
        self._language = language
        self._capacity = capacity
        self._stems: dict[str, str] = {}

    def stem(self, word: str) -> str:
        """Return the stem of one folded word."""
        known = self._stems.get(word)
        if known is None:
            if len(self._stems) >= self._capacity:
                self._stems.clear()
            known = self._stems[word] = str(snowballstemmer.stemmer(self._language).stemWord(word))
        return known


def content_words(text: str) -> list[str]:
    """Return a text's content words in order, folded: no stop words, no bare numbers, no single letters."""
    return [
        word
        for word in words(text)
        if word not in STOP_WORDS and not word.isdigit() and (len(word) > 1 or has_spaceless(word))
    ]


def content_terms(text: str, stemmer: Stemmer) -> list[str]:
    """Return the stems of a text's content words in order."""
    return [stemmer.stem(word) for word in content_words(text)]
