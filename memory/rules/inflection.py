"""English inflection undone, and nothing more: plural, possessive, -ed, -ing.

The one fact a reader would get wrong: a word has several possible bases, and no dictionary here tells which is right.
"leaving" may be of "leave" or "leav", "julies" of "julie" or "july". So `bases` returns them all, and two words are the
same when their bases meet; non-words among them do no harm. "hop" and "hoping" never meet, nor do "Julie" and "July".
`base` picks one for a key: it may be a poor guess, and matching never depends on it.
"""

import re
from functools import lru_cache

from memory.rules.stopwords import FUNCTION_WORDS

# Words that look inflected and are not: what would be left of them is another word, or a name of someone else.
_UNINFLECTED = frozenset(
    """
    agnes alas alias alps always amos andreas ares arkansas athens atlas barbados bahamas basis bias bruges brussels
    canvas carlos chaos charles chess chris christmas cosmos cyprus dallas davis denis does dolores doris douglas elias
    ethics ganges gas genes giles hans hermes herpes hives hughes ines iris isis james jeans jens jesus
    billings cummings hastings jennings leggings rawlings united
    jonas jules kansas keynes lars lens less lewis los louis lucas luis marcos mars mathias matthias mercedes
    miles moses myles naples news nicholas nicolas niels paris pegasus pants perhaps physics rabies reeves
    rhodes rolls series silas socrates species texas thomas tobias tunis vegas wales yes
    diabetes economics mathematics politics
    bleed breed creed deed embed exceed feed greed heed indeed need proceed reed seed speed steed succeed tweed weed
    abs als aws cbs dns els ens gps ils irs mrs pbs pms sms tls uns vps
    beloved crooked hatred hundred jagged kindred naked ragged rugged sacred shred wicked wretched
    anything boeing bring ceiling ding during earring evening everything fling herring inning king nothing ping pudding
    ring shilling sibling sing sling something spring sterling sting string swing thing viking wing wyoming
    """.split()  # noqa: SIM905 - a table of words reads better than 190 quoted strings
)
_IRREGULAR = {
    "children": ("child",),
    "criteria": ("criterion",),
    "exes": ("ex",),
    "dying": ("die",),
    "dyed": ("dye",),
    "feet": ("foot",),
    "geese": ("goose",),
    "lice": ("louse",),
    "lying": ("lie",),
    "mice": ("mouse",),
    "oxen": ("ox",),
    "phenomena": ("phenomenon",),
    "quizzes": ("quiz",),
    "skied": ("ski",),
    "teeth": ("tooth",),
    "tying": ("tie",),
    "vying": ("vie",),
    "freed": ("free",),
    "agreed": ("agree",),
    "guaranteed": ("guarantee",),
    "analyses": ("analysis", "analyse"),
    "axes": ("axe", "axis"),
    "bases": ("base", "basis"),
    "crises": ("crisis",),
    "diagnoses": ("diagnosis", "diagnose"),
    "hypotheses": ("hypothesis",),
    "oases": ("oasis",),
    "theses": ("thesis",),
    "calves": ("calf",),
    "elves": ("elf",),
    "halves": ("half",),
    "hooves": ("hoof",),
    "knives": ("knife",),
    "leaves": ("leaf", "leave"),
    "lives": ("life", "live"),
    "loaves": ("loaf",),
    "scarves": ("scarf",),
    "shelves": ("shelf",),
    "thieves": ("thief",),
    "wives": ("wife",),
    "wolves": ("wolf",),
}
# For the guess only: -ies of these is -ie, and these end in -us.
_IE_WORDS = frozenset(
    """
    aussie auntie birdie bookie brownie budgie caddie calorie charlie collie cookie cutie dearie eddie foodie freebie
    genie goalie goodie groupie hippie hoodie indie junkie lassie laddie lingerie magpie movie newbie nightie oldie
    pinkie pixie prairie quickie reverie roadie rookie roomie rosie selfie smoothie softie sophie sortie sweetie talkie
    townie veggie yuppie zombie
    """.split()  # noqa: SIM905 - as above
)
_US_WORDS = frozenset(
    """
    abacus apparatus bonus bus cactus campus census chorus circus citrus consensus crocus exodus fetus focus fungus genius
    genus lotus minus nexus octopus platypus plus prospectus radius sinus status stimulus surplus syllabus virus walrus
    """.split()  # noqa: SIM905 - as above
)
# Elided articles and pronouns of French and Italian: what follows the apostrophe is the word.
_ELISIONS = frozenset(["l", "d", "j", "m", "t", "n", "s", "c", "qu", "un", "all", "dall", "dell", "nell", "sull"])


# Each turn compiles the bans anew, and the same words come back: one word takes 10 us, one that is known 0.1.
_KEPT_WORDS = 8_192
_BEGINNING = 7  # letters: the more, the faster a text is searched for them
_LIKELIER = _IE_WORDS | _US_WORDS | {"canvas", "lens", "gas", "atlas", "alias", "christmas"}

# First match decides: what group 1 is replaced by, the likeliest last.
_PLURALS = tuple(
    (re.compile(pattern), endings)
    for pattern, endings in (
        (r"^(?:[a-z][b-df-hj-np-rtv-xz]|[au]i)(s)$", ("",)),  # TVs, PCs, AIs
        (r"^.{0,2}s$|ss$|'", ()),
        (r"^.(ies)$", ("ie",)),
        (r"(ies)$", ("ie", "y")),
        (r"(?:ach|sho|^.o|[aioy]z|[^t]ax)(es)$", ("", "e")),
        (r"(?:ss|x|z|ch|sh|o)(es)$", ("e", "")),
        (r"s(es)$", ("", "e")),
        (r"[ui](s)$", ("", "s")),  # "menus", "taxis" are plurals, most are not: a key keeps its s
        (r"(s)$", ("",)),
        (r"(men)$", ("man",)),
    )
)
# A stem has a vowel ("sing" and "red" have none left) and two letters; -eed is no ending.
_VERB = re.compile(r"(?P<ied>.+)ied|(?P<stem>(?=.*[aeiouy])..+)(?:ing|(?<!e)ed)")
# Nothing was lost: seeing, going; call, pass, staff, add.
_WHOLE = re.compile(r"[eo]$|(?:ss|ff|zz|^[^aeiouy]*[aeiouy]+ll|^[a-z](?:dd|gg|rr|nn|bb))$")
# A letter may have been doubled: banned, controlling.
_DOUBLED = re.compile(r"([^aeiouy])\1$")
# One short syllable would have doubled its consonant, so an e was lost: "rating" is of "rate", never of "rat".
_LACKS_E = re.compile(r"^y?(?:qu|[^aeiouy])*[aeiouy][^aeiouywx]$")
# For the guess only: leav, danc, hous, handl, manag, decid, prepar, creat.
_LIKELY_E = re.compile(
    r"(?:[uvz]|[aeiouynr][cs]|[aeioudr]g|eng|chang|rang|[^aeiourlw]l|[^aeiouy][iua]r|[^aeiouy][aiou]d|[^aeoy]at)$"
)


@lru_cache(_KEPT_WORDS)
def bases(word: str) -> tuple[str, ...]:
    """Return a folded word and all it may be an inflection of, itself first.

    Function words are never a base: "outing" is not "out", "mining" not "mine".
    """
    found = dict.fromkeys([word])
    for part in _parts(word):
        found[part] = None
        for singular in _singulars(part):
            found[singular] = None
            found.update(dict.fromkeys(_stems(singular)))
        found.update(dict.fromkeys(_stems(part)))
    return word, *(part for part in found if part != word and part not in FUNCTION_WORDS)


def base(word: str) -> str:
    """Return the likeliest base of a folded word, for a key: "movies" -> "movie", "banned" -> "ban"."""
    for _ in range(3):
        shorter = _likeliest(word)
        if shorter == word:
            break
        word = shorter
    return word


def beginnings(form: str) -> frozenset[str]:
    """Return beginnings of which every plain-letter word with this base holds one; none where the base is not plain.

    "try" -> "tr" ("tries"), "woman" -> "wom" ("women"), "leaf" -> "lea" and "leav" of the table above.
    """
    if not form.isascii():
        return frozenset()
    irregular = [inflected for inflected, of in _IRREGULAR.items() if form in of]
    changing = 2 if form.endswith("man") else 1
    found: set[str] = set()
    for word, kept in ((form, len(form) - changing), *((one, len(one)) for one in irregular)):
        found.add(word[: max(1, min(_BEGINNING, kept))])
        # "l'ecole" is "lecole" too, and "o'brien" "obrien".
        for left in (*_ELISIONS, "o"):
            if word.startswith(left) and len(word) > len(left):
                found.add(f"{left}'{word[len(left) :][: max(1, min(2, kept - len(left)))]}")
    return frozenset(found)


def _likeliest(word: str) -> str:
    part = next(iter(_parts(word)), word)
    for candidates in (_singulars(part), _stems(part)):
        if candidates and candidates[-1] not in FUNCTION_WORDS:
            return candidates[-1]
    return part


def _parts(word: str) -> tuple[str, ...]:
    """Return the sides of an apostrophe that are words of their own: "cat's", "ankara'da", "l'école", "o'brien"."""
    left, mark, right = word.partition("'")
    if not mark:
        bare = word.rstrip("+#")
        return (word, bare) if bare != word and len(bare) > 1 else (word,)
    if right == "t":  # don't, can't: one word
        return (word,)
    if left in _ELISIONS:
        return (right, left + right)
    if left == "o":
        return (left + right, word)
    return (left,) if len(left) > 1 else (word,)


def _singulars(word: str) -> tuple[str, ...]:
    """Return what `word` may be the plural (or the third person) of, the likeliest last."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _UNINFLECTED:
        return ()
    for pattern, endings in _PLURALS:
        match = pattern.search(word)
        if match:
            found = tuple(word[: match.start(1)] + ending for ending in endings)
            return found[::-1] if found and found[0] in _LIKELIER else found
    return ()


def _stems(word: str) -> tuple[str, ...]:
    """Return what `word` may be the -ed or -ing form of, the likeliest last."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    match = _VERB.fullmatch(word)
    if match is None or word in _UNINFLECTED:
        return ()
    if match["ied"]:
        stem = match["ied"]
        return (f"{stem}ie",) if len(stem) == 1 else (f"{stem}ie", f"{stem}y")
    return _completed(match["stem"])


def _completed(stem: str) -> tuple[str, ...]:
    """Return the verbs that become `stem` before -ed or -ing, the likeliest last."""
    if _WHOLE.search(stem):
        return (stem,)
    if _DOUBLED.search(stem):
        return (stem, stem[:-1])
    if _LACKS_E.search(stem):
        return (f"{stem}e",)
    return (stem, f"{stem}e") if _LIKELY_E.search(stem) else (f"{stem}e", stem)
