"""What a message is: the kinds that its sentences have, and the one that counts.

The one fact that a reader would get wrong: this reads surface, not meaning, and prefers to miss. A missed identity is an
ordinary memory that fades; a false one stands in every prompt and never does. So hypotheticals, quotations, material to
be worked on ("translate: ...") and inverted questions ("is my sister vegetarian?") state nothing.
"""

import re
from dataclasses import replace

from memory.records import Kind, Provenance
from memory.rules.kind_phrases_english import ENGLISH
from memory.rules.kinds_asked import LANGUAGES, Acts
from memory.rules.reports import part_reports
from memory.rules.sentences import Sentence, examined, pattern, plain, sentences

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
    r"(?:(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|correct|fix|edit|improve|analy[sz]e|classify|spell-?check)(?![a-z])"
    r"|ubersetze|korrigiere|traduce|corrige|traduis|resume|vertaal|переведи|исправь|翻译|翻訳)[^:\n]{0,120}[:：\n]",
    re.IGNORECASE,
)
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
    if any(pattern(phrases.greeting).fullmatch(words) for phrases in LANGUAGES):
        return {Kind.GREETING}
    acts = Acts(sentence)
    found = _stated(words, acts)
    for told in acts.turned():
        found |= _stated(told, Acts(replace(sentence, plain=told, is_question_marked=False)))
    if any(pattern(phrases.apology).search(words) for phrases in LANGUAGES):
        found.add(Kind.APOLOGY)
    if acts.asks:
        found.add(Kind.QUESTION)
    if _is_named(sentence, acts):
        found.add(Kind.IDENTITY)
    if not acts.asks and _NAMED_OTHER.search(sentence.typed):
        found.add(Kind.FACT)
    if (
        not found
        and _says_something(words)
        and not any(pattern(phrases.filler).fullmatch(words) for phrases in LANGUAGES)
    ):
        found.add(Kind.CHAT)
    return found


def _stated(words: str, acts: Acts) -> set[Kind]:
    """Return what a sentence states, in any language. What is asked or requested states nothing."""
    found = set()
    for phrases in LANGUAGES:
        for kind, source in (
            (Kind.IDENTITY, phrases.identity),
            (Kind.PREFERENCE, phrases.preference),
            (Kind.COMMITMENT, phrases.commitment),
            (Kind.FACT, phrases.fact),
        ):
            if kind not in found and any(acts.is_stated(kind, hit, phrases) for hit in pattern(source).finditer(words)):
                found.add(kind)
    return found


def _is_named(sentence: Sentence, acts: Acts) -> bool:
    """Tell whether the user gives their name as it is typed: "I'm Dana"."""
    typed = _NAMED_SELF.search(sentence.typed)
    hit = re.search(re.escape(plain(typed.group()).strip()), sentence.plain) if typed is not None else None
    return hit is not None and acts.is_stated(Kind.IDENTITY, hit, ENGLISH)


def _says_something(words: str) -> bool:
    """Tell whether a sentence is more than an "ok": four words, or eight characters of a script without spaces."""
    return len(words.split()) >= _MIN_CHAT_WORDS or len(_SPACELESS.findall(words)) >= _MIN_CHAT_SPACELESS_CHARACTERS
