"""What a message is: the kinds that its sentences have, and the one that counts.

The one fact that a reader would get wrong: this reads surface, not meaning, and prefers to miss. A missed identity is an
ordinary memory that fades; a false one stands in every prompt and never does. So hypotheticals, quotations, material to
be worked on ("translate: ...") and inverted questions ("is my sister vegetarian?") state nothing.
"""

import re

from memory.records import Kind, Provenance
from memory.rules.kind_phrases import KindPhrases
from memory.rules.kind_phrases_abroad import ABROAD
from memory.rules.kind_phrases_english import ENGLISH
from memory.rules.reports import part_reports
from memory.rules.sentences import Sentence, examined, pattern, sentences

# The highest importance first; of equals, what is truest of the user. A report counts only where nothing else does.
STRONGEST_FIRST = (
    Kind.IDENTITY,
    Kind.PREFERENCE,
    Kind.COMMITMENT,
    Kind.FACT,
    Kind.CHAT,
    Kind.QUESTION,
    Kind.APOLOGY,
    Kind.GREETING,
    Kind.REPORT,
)
_OF_THE_USER_ONLY = frozenset({Kind.IDENTITY, Kind.PREFERENCE})
_MIN_CHAT_WORDS = 4
_MIN_CHAT_SPACELESS_CHARACTERS = 8

_QUOTED = re.compile(
    r"“[^”\n]{0,2000}”|„[^“”\n]{0,2000}[“”]|«[^»\n]{0,2000}»|「[^」\n]{0,2000}」|『[^』\n]{0,2000}』|\"[^\"\n]{1,2000}\""
)
_QUOTED_LINE = re.compile(r"^\s{0,8}>[^\n]*$", re.MULTILINE)
_MATERIAL = re.compile(
    r"(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|correct|fix|edit|improve|analy[sz]e|classify|spell-?check"
    r"|ubersetze|korrigiere|traduce|corrige|traduis|resume|vertaal|переведи|исправь|翻译|翻訳)[^:\n]{0,120}[:：\n]",
    re.IGNORECASE,
)
# "What is my favourite tea?" says nothing of it; "what can I cook, I love tea?" does.
_FAVOURITE = re.compile(r"\b(?:fav\b|fave|favou?rit|lieblings|prefere|lievelings)")
_TOLD_BY_ASKING = re.compile(r"(?:did|do) you know (?:that )?(?:my|our|i|we)\b")
_ASKED_AT_THE_END = re.compile(r"(?:my|our) (?:[\w'-]+ ){1,3}(?:is|are|was|were) (?:what|who|which|where)\b")
_CLAUSE_END = re.compile(r"[,;:()—–、，；]|\ -\ ")
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_NAMED_SELF = re.compile(
    r"\b[Ii](?:['’]?m| am) (?!Sorry|Ok|OK|Fine|Good|Here|Back|Done|Not|So|In|At|Just|Really|Very|God)[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?(?=$|[.,!;]| and I\b| from\b)"
)
_NAMED_OTHER = re.compile(
    r"^(?!I\b|The |This |That |It |He |She |They |We |You |There |What |My |Our |If )(?:[A-ZÀ-Þ][\w'’-]+ ){1,3}"
    r"(?:(?:is|was|are|were|has|had)\b.*\s(?!I\b|I['’])[A-ZÀ-Þ]\w+|(?:lives|works|moved|said|told|got|called|wants|studies|plays)\b)"
)


def kinds_in(text: str) -> frozenset[Kind]:
    """Return all kinds that a message has, chat where it has no other; never empty.

    "hi! my sister is vegetarian, what can I cook?" has greeting, identity and question.
    """
    parted = part_reports(examined(text))
    prose = _QUOTED.sub(" quoted ", _QUOTED_LINE.sub("", parted.prose))
    material = _MATERIAL.match(prose.lstrip())
    if material is not None:
        prose = material.group()
    found = {kind for sentence in sentences(prose) for kind in _kinds_of_sentence(sentence)}
    if material is not None:
        found = {Kind.QUESTION}
    if parted.has_report:
        found.discard(Kind.CHAT)
        found.add(Kind.REPORT)
    return frozenset(found or {Kind.CHAT})


def kind_of(text: str, provenance: Provenance) -> Kind:
    """Return the kind that counts: the one of highest importance, report last.

    Only what the user said, in a chat or in an imported one, can be identity or preference; the same words from the
    assistant or in a gist are a fact. An authored memory keeps the kind it is given and is not asked about here.
    """
    found = kinds_in(text)
    if provenance in (Provenance.ASSISTANT_SAID, Provenance.GIST) and found & _OF_THE_USER_ONLY:
        found = (found - _OF_THE_USER_ONLY) | {Kind.FACT}
    return next(kind for kind in STRONGEST_FIRST if kind in found)


def _kinds_of_sentence(sentence: Sentence) -> set[Kind]:
    """Return the kinds of one sentence; empty where it only keeps the talk going."""
    words = sentence.plain
    languages = (ENGLISH, *ABROAD)
    if any(pattern(phrases.greeting).fullmatch(words) for phrases in languages):
        return {Kind.GREETING}
    found: set[Kind] = set()
    for phrases in languages:
        found |= _stated(words, phrases)
        if pattern(phrases.apology).search(words):
            found.add(Kind.APOLOGY)
    if _NAMED_SELF.search(sentence.typed) and not _is_void(words, words.find("i"), ENGLISH):
        found.add(Kind.IDENTITY)
    if _asks(sentence):
        found.add(Kind.QUESTION)
    elif _NAMED_OTHER.search(sentence.typed):
        found.add(Kind.FACT)
    if (
        not found
        and _says_something(words)
        and not any(pattern(phrases.filler).fullmatch(words) for phrases in languages)
    ):
        found.add(Kind.CHAT)
    return found


def _stated(words: str, phrases: KindPhrases) -> set[Kind]:
    """Return what a sentence states in one language. What is asked or requested is no event."""
    found = set()
    for kind, source in (
        (Kind.IDENTITY, phrases.identity),
        (Kind.PREFERENCE, phrases.preference),
        (Kind.COMMITMENT, phrases.commitment),
        (Kind.FACT, phrases.fact),
    ):
        for hit in pattern(source).finditer(words):
            may_be_asked = kind not in (Kind.FACT, Kind.COMMITMENT) and not _FAVOURITE.search(hit.group())
            if not _is_void(words, hit.start(), phrases, may_be_asked=may_be_asked):
                found.add(kind)
                break
    return found


def _is_void(words: str, position: int, phrases: KindPhrases, *, may_be_asked: bool = True) -> bool:
    """Tell whether a hit states nothing, by what its clause has before it.

    With `may_be_asked` false a hit inside a clause that asks is void too: "how do I clean the bike I bought?", "what is
    my favourite colour?".
    """
    if _ASKED_AT_THE_END.match(words, position):
        return True
    before = words[max(0, position - 200) : position]
    ends = [match.end() for match in _CLAUSE_END.finditer(before)]
    clause = before[ends[-1] :].lstrip() if ends else before
    first = words[position : position + 40].split(" ", 1)[0]
    if pattern(phrases.voids).search(clause + first):
        return True
    if may_be_asked:
        return False
    rest = words[position - len(clause) : position + 80]
    return not _TOLD_BY_ASKING.match(rest) and pattern(phrases.question).match(rest) is not None


def _asks(sentence: Sentence) -> bool:
    """Tell whether a sentence asks or requests: by its mark, or by how one of its clauses starts."""
    if sentence.is_question_marked:
        return True
    clauses = [clause.strip() for clause in _CLAUSE_END.split(sentence.plain)]
    return any(
        pattern(phrases.question).match(clause) for clause in clauses if clause for phrases in (ENGLISH, *ABROAD)
    )


def _says_something(words: str) -> bool:
    """Tell whether a sentence is more than an "ok": four words, or eight characters of a script without spaces."""
    return len(words.split()) >= _MIN_CHAT_WORDS or len(_SPACELESS.findall(words)) >= _MIN_CHAT_SPACELESS_CHARACTERS
