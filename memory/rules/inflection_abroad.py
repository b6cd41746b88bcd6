"""Inflection that is written onto words of Cyrillic, Arabic and Hebrew, for topics.

The one fact that a reader would get wrong: as in `memory.rules.inflection`, a word gets all the bases that it may have,
and two words are the same when their bases meet. Only what marks case, number, article or an attached preposition is
taken off; nothing that makes another word ("кот" is never "котлета"). Latin scripts get none of this: German -e and -en
would make "Ann" of "Anne" and "car" of "care".
"""

import regex

_CYRILLIC = regex.compile(r"\p{Cyrillic}+")
_ARABIC = regex.compile(r"\p{Arabic}+")
_HEBREW = regex.compile(r"\p{Hebrew}+")

# Case endings of nouns, the longest first. Source: the noun class of Snowball's Russian stemmer, without -ев, -ье, -ия
# and the like, which are a stem's own as often as not.
_CASES = (
    *("иями", "ями", "ами", "иях", "иям", "ием"),
    *("ией", "ий", "ях", "ах", "ям", "ам", "ом", "ем", "ой", "ей", "ою", "ею", "ов", "ию", "ии", "ия", "ие"),
    *("а", "я", "о", "е", "ы", "и", "у", "ю", "ь", "й"),
)
_SHORTEST_CYRILLIC = 3
# павел - павла, кошек - кошка: a vowel that comes and goes before the last consonant.
_FLEETING = regex.compile(r"(?<=\p{Cyrillic}{2})[еоё](?=[бвгджзйклмнпрстфхцчшщ]$)")
# Names of three letters: Аня, Оля, Ева.
_SHORT_NAME = regex.compile(r"\p{Cyrillic}{2}[аяеиуюы]")
_PRONOUNS = frozenset(
    [
        "она",
        "они",
        "оно",
        "его",
        "ему",
        "ими",
        "них",
        "ней",
        "нее",
        "мне",
        "мои",
        "моя",
        "мое",
        "моё",
        "моего",
        "мой",
        "твой",
        "твои",
        "твоя",
        "как",
        "так",
        "там",
        "тут",
        "кто",
        "что",
        "это",
        "эта",
        "эти",
        "эту",
        "все",
        "всё",
        "всю",
        "вся",
        "или",
        "для",
        "при",
        "без",
        "над",
        "под",
        "про",
        "уже",
        "еще",
        "ещё",
        "где",
        "ваш",
        "ваша",
        "ваши",
        "наш",
        "наша",
        "наши",
        "свой",
        "своя",
        "свои",
    ]
)

# Source: light10 (Larkey, Ballesteros, Connell: Light stemming for Arabic information retrieval, 2007), prefixes and the
# suffixes of number and possession; and the one-letter prepositions, where three letters are left.
_ARABIC_ARTICLES = ("وبال", "ولل", "وال", "بال", "كال", "فال", "لل", "ال")
_ARABIC_LETTERS = ("و", "ف", "ب", "ك", "ل")
_ARABIC_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "هم", "نا", "ية", "ه", "ة", "ي")
_ARABIC_SAME = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ة": "ه"})
_LEFT_BEHIND_ARTICLE = 2
_LEFT_BEHIND = 3

# The letters of "Moshe and Caleb" are written onto the next word, up to three of them; and the two plurals.
_HEBREW_PREFIXES = frozenset("משהוכלב")
_HEBREW_PLURALS = ("ים", "ות")
_MOST_HEBREW_PREFIXES = 3


def bases_abroad(word: str) -> tuple[str, ...]:
    """Return what a folded word of one of these scripts may be a form of; none for any other word."""
    if _CYRILLIC.fullmatch(word):
        return _cyrillic(word)
    if _ARABIC.fullmatch(word):
        return _arabic(word)
    if _HEBREW.fullmatch(word):
        return _hebrew(word)
    return ()


def _cyrillic(word: str) -> tuple[str, ...]:
    if word in _PRONOUNS:
        return ()
    found = [word.replace("ё", "е")]
    plain = found[0]
    for ending in _CASES:
        stem = plain.removesuffix(ending)
        if stem != plain and (len(stem) >= _SHORTEST_CYRILLIC or _SHORT_NAME.fullmatch(plain)):
            found.append(stem)
    return (
        *found,
        *(short for one in found if len(short := _FLEETING.sub("", one)) < len(one) and len(one) > _LEFT_BEHIND),
    )


def _arabic(word: str) -> tuple[str, ...]:
    found = [word]
    for prefix in _ARABIC_ARTICLES:
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) >= _LEFT_BEHIND_ARTICLE:
            found.append(rest)
            break
    else:
        found += [word[1:] for letter in _ARABIC_LETTERS if word.startswith(letter) and len(word) > _LEFT_BEHIND]
    for one in tuple(found):
        found += [
            one.removesuffix(suffix)
            for suffix in _ARABIC_SUFFIXES
            if one.endswith(suffix) and len(one) - len(suffix) >= _LEFT_BEHIND
        ]
    return tuple(dict.fromkeys(one.translate(_ARABIC_SAME) for one in found))


def _hebrew(word: str) -> tuple[str, ...]:
    found = [word]
    for count in range(1, _MOST_HEBREW_PREFIXES + 1):
        if len(word) - count < _LEFT_BEHIND or word[count - 1] not in _HEBREW_PREFIXES:
            break
        found.append(word[count:])
    for one in tuple(found):
        found += [
            one.removesuffix(plural)
            for plural in _HEBREW_PLURALS
            if one.endswith(plural) and len(one) - len(plural) >= _LEFT_BEHIND
        ]
    return tuple(found)
