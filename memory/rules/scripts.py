"""Text as the full-text index wants it: scripts without spaces one character a token, Arabic words without their article.

The one fact that a reader would get wrong: text to be stored and words to be looked for must pass through here alike, or
they never meet. What is shown to anyone is never this text.
"""

import unicodedata
from collections.abc import Iterator

import regex

# Hangul has spaces, but writes particles onto its words, so that whole words rarely meet: it goes by character too.
_CHARACTERWISE = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}ー"
)
_RUN = regex.compile(rf"[{_CHARACTERWISE}][{_CHARACTERWISE}\p{{M}}]*")
_WORD = regex.compile(
    rf"(?:[{_CHARACTERWISE}]\p{{M}}*)+|[^\W_{_CHARACTERWISE}]+(?:'[^\W_{_CHARACTERWISE}]+)*", regex.VERSION1
)
_ARABIC_WORD = regex.compile(r"\p{Arabic}[\p{Arabic}\p{M}]*")
_ARABIC_MARKS = regex.compile(r"[\u0610-\u061a\u0640\u064b-\u065f\u0670]")
_ARABIC_SAME = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ة": "ه"})
# The article, alone or after "and", "so", "with", "like"; "for the" writes it as a doubled l.
_ARABIC_ARTICLE = regex.compile(r"^(?:[وفبك]?ال|لل)(?=..)")


def searchable(text: str) -> str:
    """Return `text` as it is indexed: "我在北京" -> " 我 在 北 京 ", "القط" -> "قط"; Latin text as it is.

    Who changes what this returns must add a migration that indexes all messages anew: an entry of that index can only
    be taken out by the very words that went in.
    """
    if text.isascii():
        return text
    compatible = unicodedata.normalize("NFKC", text)
    return _ARABIC_WORD.sub(_bare_arabic, _RUN.sub(_spaced, compatible))


def query_words(folded: str) -> list[str]:
    """Return the words of a folded text: runs of a script without spaces whole, Arabic as `searchable` writes it."""
    found = (match.group() for match in _WORD.finditer(folded))
    if folded.isascii():
        return list(found)
    return [_ARABIC_WORD.sub(_bare_arabic, word) for word in found]


def word_spans(text: str) -> Iterator[tuple[int, int]]:
    """Tell where words stand in a text, in order: runs of a script without spaces whole."""
    return (match.span() for match in _WORD.finditer(text))


def is_characterwise(word: str) -> bool:
    """Tell whether a word is of a script that is indexed one character a token."""
    return not word.isascii() and _RUN.match(word) is not None


def characters(word: str) -> list[str]:
    """Split a word of such a script as `searchable` does: one character with its marks a token."""
    found: list[str] = regex.findall(r"\P{M}\p{M}*", word)
    return found


def _spaced(match: regex.Match[str]) -> str:
    return f" {' '.join(characters(match.group()))} "


def _bare_arabic(match: regex.Match[str]) -> str:
    word = _ARABIC_MARKS.sub("", match.group()).translate(_ARABIC_SAME)
    return _ARABIC_ARTICLE.sub("", word)
