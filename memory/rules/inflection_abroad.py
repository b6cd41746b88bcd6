"""Inflection undone beyond English: Russian cases, Arabic and Hebrew articles, some endings of Polish and German.

The one fact a reader would get wrong: what is returned are marks, no words. "кот~m" says "may be a form of a masculine
noun with the stem кот"; two words are the same when they share a mark. The paradigm in it keeps мать (mother) from мат
(checkmate) and лев (lion) from левой (left), which a stemmer that only cuts would make one.

No word of plain ASCII in a text is read as inflected here: Hund, Hunde and hat, hate look alike, and English comes first.
"""

import re
from collections.abc import Callable, Iterable, Iterator

# What a stem ends in decides how its endings are spelt; "-" is no ending.
# Source: Zaliznyak's Grammatical Dictionary of Russian, declensions 1-8, without ё and without irregular nouns.
_VOWELS = "аеиоуыэюяь"
_HARD, _SOFT = "ам ами ах", "ям ями ях"
_RUSSIAN_NOUNS = (
    ("гкх", {"m": f"- а у ом е и ов {_HARD}", "f": f"а и е у ой ою {_HARD}", "n": f"о а у ом е и {_HARD}"}),
    ("жшчщ", {"m": f"- а у ем ом е и ей {_HARD}", "f": f"а и е у ей ой ею ою {_HARD}", "i": f"ь и ью ей {_HARD}"}),
    ("ц", {"m": f"- а у ем ом е ы ев ов {_HARD}", "f": f"а ы е у ей ой ею ою {_HARD}", "n": f"е о а у ем ом {_HARD}"}),
    ("бвдзлмнпрстф", {"m": f"- а у ом е ы ов {_HARD}", "f": f"а ы е у ой ою {_HARD}", "n": f"о а у ом е {_HARD}"}),
    ("бвдзлмнпрстф", {"sm": f"ь я ю ем е и ей {_SOFT}", "sf": f"я и е ю ей ею {_SOFT}"}),
    ("бвдзлмнпрстф", {"i": f"ь и ью ей {_SOFT}", "sn": f"е я ю ем ей {_SOFT}"}),
    (_VOWELS, {"v": f"й я ю ем е и ев ей ею {_SOFT}"}),
)
_RUSSIAN_ADJECTIVE = "ый ий ой ая яя ое ее ые ие ого его ому ему ым им ом ем ую юю ей ою ею ых их ыми ими"
_RUSSIAN_SURNAME = re.compile(r"(.+(?:[ое]в|[иы]н))(?:ым|ых|ыми)")
# Vowels that go when an ending comes: кошек, кошка; отец, отца; Павел, Павла.
_RUSSIAN_FLEETING = ((re.compile(r"(..+)[ое](к)"), 4), (re.compile(r"(..+)е(л)"), 4), (re.compile(r"(.+)е(ц)"), 3))
_RUSSIAN_IRREGULAR = {"мать": "матер~i", "дочь": "дочер~i"}
# They look like forms of nouns: "тому" of "Том".
_RUSSIAN_FUNCTION_WORDS = frozenset(
    """
    без был была были было быть вам вами вас ваш ваша ваше ваши весь все всем всеми всех всю вся где для его ее если
    есть еще ему же за из или им ими их как кем когда кого ком кому лишь между меня мне мной мною мое моего моей моем
    моему моею мои моим моими моих мой мою моя над нам нами нас наш наша наше наши него ней нем нему нет нею ним ними
    них но один одна одни одно она они оно от перед по под при про сам сама сами само свое своей своем своему свои
    своим своих свой свою своя себе себя собой так там тебе тебя тем теми тех тобой того той том тому ту тут уже чего
    чей чем чему что эта эти этим этих это этого этой этом этому эту
    """.split()  # noqa: SIM905 - a table of words reads better than quoted strings
)
_STEM_LETTERS, _ADJECTIVE_STEM_LETTERS = 2, 3
# "собак", "книг": without an ending a short word is rather a noun of its own, and a ban names it in the singular.
_BARE_PLURAL_STEM_LETTERS = 4

_ARABIC_SAME = str.maketrans("أإآیک", "ااايك")
# The article, alone and after and, so, with, like, for. Source: light10 in Larkey, Ballesteros, Connell, "Light Stemming
# for Arabic Information Retrieval" (2007).
_ARABIC_ARTICLE = re.compile(r"(?:[وف]?(?:[بك]?ال|لل))(?=..)")
# "And" alone likewise. Light10 leaves the others on; here they go where much is left: Karim is not "like Rim".
_ARABIC_PARTICLE = re.compile(r"[وف]?[بكل](?=.{5})|و(?=...)|ف(?=.{5})")
_ARABIC_ENDINGS = (
    (re.compile(r"(....+)(?:ان|ين|ون)"), ""),
    (re.compile(r"(...+)(?:ا|ات|ي)"), ""),
    (re.compile(r"(..+)ات"), "ة"),
)
_ARABIC_POSSESSIVES = (
    (re.compile(r"(...+?)(?:ها|هم|هن|نا|كم|ه|ك)"), ""),
    (re.compile(r"(..+)ت(?:ها|هم|هن|نا|كم|ي|ه|ك)"), "ة"),
)

_HEBREW_FINAL_LETTERS = str.maketrans("םןץףך", "מנצפכ")
# And, that, when, in, like, to, from, the. "That" and "from" begin many names: before a short word they are none.
# Source: the formative letters "mosheh vekhalev" of Hebrew grammar, in the order in which they stand.
_HEBREW_PREFIX = re.compile(r"ו?(?:כש|לכש|מש|ש)?[בכלמ]?ה?")
_HEBREW_SUFFIXES = ((re.compile(r"(...+)(?:ימ|נו|י|ו|כ)"), ""), (re.compile(r"(...+)ות"), "ה"))
_HEBREW_LONGEST_PREFIX = 5

# A text's word is taken for Polish by a letter of it that neither English nor a name in English has.
_POLISH_WORD = re.compile(r".*(?:[ąćęłńśźż]|ów$)")
_POLISH = "a ą ę i y o u e em om ami ach ów owi owie ie iem ego iego emu iemu ej iej ych ich ym im ymi imi"
_GERMAN = "e en er ern em es n s"
_LATIN_STEM_LETTERS = 3


def paradigms(word: str, *, is_term: bool = False) -> tuple[str, ...]:
    """Return marks of the paradigms that a folded word may be a form of; none for most words.

    Args:
        word: Folded.
        is_term: The word is of a ban or pin and not of a text. Only then may one of plain ASCII be Polish: what meets
            it in a text has a Polish letter in its ending.
    """
    if word.isascii():
        return tuple(_cut(word, _POLISH, "pl")) if is_term else ()
    marks = next((marks for first, last, marks in _BY_SCRIPT if first <= word[0] <= last), _latin)
    return tuple(dict.fromkeys(marks(word, is_term)))


def _russian(word: str, is_term: bool) -> Iterator[str]:  # noqa: FBT001 - see `_Marks`
    word = word.replace("ё", "е")
    if word in _RUSSIAN_FUNCTION_WORDS:
        return
    if word in _RUSSIAN_IRREGULAR:
        yield _RUSSIAN_IRREGULAR[word]
    for letters in range(4):
        stem, ending = (word[:-letters], word[-letters:]) if letters else (word, "-")
        if len(stem) >= _STEM_LETTERS:
            yield from (f"{stem}~{kind}" for kind in _RUSSIAN_KINDS.get((stem[-1], ending), ()))
        if len(stem) >= _ADJECTIVE_STEM_LETTERS and ending in _RUSSIAN_ADJECTIVE.split():
            yield f"{stem}~a"
    if len(word) >= _BARE_PLURAL_STEM_LETTERS and not is_term:
        yield from (f"{word.removesuffix('ь')}~{kind}" for kind in (("sf",) if word.endswith("ь") else ("f", "n")))
    if surname := _RUSSIAN_SURNAME.fullmatch(word):
        yield f"{surname[1]}~m"
    for pattern, fewest in _RUSSIAN_FLEETING:
        match = pattern.fullmatch(word)
        if match and len(match[1] + match[2]) >= fewest:
            yield from (f"{match[1]}{match[2]}~{kind}" for kind in "mf")


def _kinds_by_ending() -> dict[tuple[str, str], tuple[str, ...]]:
    """Turn the table round: by the stem's last letter and the ending."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for last_letters, kinds in _RUSSIAN_NOUNS:
        for kind, endings in kinds.items():
            for at in ((last, ending) for last in last_letters for ending in endings.split()):
                found[at] = (*found.get(at, ()), kind)
    return found


_RUSSIAN_KINDS = _kinds_by_ending()


def _arabic(word: str, is_term: bool) -> Iterator[str]:  # noqa: FBT001 - see `_Marks`
    """Cut what a noun is written together with; a ban is of a noun, with or without the article."""
    word = word.translate(_ARABIC_SAME)
    article = _ARABIC_ARTICLE.match(word)
    particle = None if article or is_term else _ARABIC_PARTICLE.match(word)
    yield f"{word}~ar"
    for rest in (word[article.end() :],) if article else (word, *([word[particle.end() :]] if particle else [])):
        yield f"{rest}~ar"
        # What has the article has no possessive.
        yield from _cut_by(rest, _ARABIC_ENDINGS if article else (*_ARABIC_ENDINGS, *_ARABIC_POSSESSIVES), "ar")


def _hebrew(word: str, is_term: bool) -> Iterator[str]:  # noqa: FBT001 - see `_Marks`
    """Cut what a noun is written together with; a ban is of a noun, with or without the article."""
    word = word.translate(_HEBREW_FINAL_LETTERS)
    for letters in range(min(_HEBREW_LONGEST_PREFIX, len(word)) + 1):
        prefix, rest = word[:letters], word[letters:]
        is_prefix = prefix in ("", "ה") if is_term else _HEBREW_PREFIX.fullmatch(prefix)
        fewest = 4 if prefix.endswith(("ש", "מ")) else 3
        if is_prefix and len(rest) >= fewest:
            yield f"{rest}~he"
            yield from (mark for mark in _cut_by(rest, _HEBREW_SUFFIXES, "he") if len(mark) >= fewest + len("~he"))


def _latin(word: str, _is_term: bool) -> Iterator[str]:  # noqa: FBT001 - see `_Marks`
    if _POLISH_WORD.match(word):
        yield from _cut(word, _POLISH, "pl")
    for mark in _cut(word, _GERMAN, "de"):
        if any(letter in mark for letter in "äöü"):
            yield mark


def _cut_by(word: str, patterns: Iterable[tuple[re.Pattern[str], str]], language: str) -> Iterator[str]:
    for pattern, ending in patterns:
        if match := pattern.fullmatch(word):
            yield f"{match[1]}{ending}~{language}"


def _cut(word: str, endings: str, language: str) -> Iterator[str]:
    yield f"{word}~{language}"
    for ending in endings.split():
        if word.endswith(ending) and len(word) - len(ending) >= _LATIN_STEM_LETTERS:
            yield f"{word[: -len(ending)]}~{language}"


# A folded word, and whether it is a term's: the marks.
_Marks = Callable[[str, bool], Iterator[str]]
_BY_SCRIPT: tuple[tuple[str, str, _Marks], ...] = (
    ("\u0400", "\u04ff", _russian),
    ("\u0590", "\u05ff", _hebrew),
    ("\u0600", "\u06ff", _arabic),
)
