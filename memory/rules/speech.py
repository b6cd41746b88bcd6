"""Orders about memory that the user gives in plain words: ban, pin, unban, forget, remember.

The one fact a reader would get wrong: reading too much is worse than missing one. A false ban silences a subject unasked,
so only whole sentences meant for the assistant count; questions but those that request it ("could you stop ...?"), quotations,
reported speech, conditions and instructions for a piece of writing never do.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from memory.rules.sentences import pattern
from memory.rules.speech_around import (
    introduces,
    is_address,
    is_denied,
    is_not_meant,
    is_oath,
    laughs,
    may_follow,
    names_speaker,
    takes_back,
)
from memory.rules.speech_forgetting import ABOUT, FORGETTING, ForgetRequest, Forgetting, is_reason, read_forgetting
from memory.rules.speech_forms import DETERMINERS, FORMS, SUBJECT_OF, TRIGGER, OrderKind, Tongue, whole
from memory.rules.speech_limits import is_clause, is_limited
from memory.rules.speech_requests import ALONE, ASKED, REQUESTS
from memory.rules.topics import UnusableTermError, normalise

MAX_MESSAGE_CHARACTERS = 2_000  # longer ones are pasted text
MAX_SENTENCE_CHARACTERS = 240
MAX_TERM_WORDS = 5
MAX_TERMS = 3


@dataclass(frozen=True, slots=True)
class Ban:
    """Do not talk about `term`; spelt as the user did, without article."""

    term: str


@dataclass(frozen=True, slots=True)
class Pin:
    """`term` is important."""

    term: str


@dataclass(frozen=True, slots=True)
class Unban:
    """`term` may be talked about again."""

    term: str


@dataclass(frozen=True, slots=True)
class RememberFact:
    """Keep this statement, in the user's words."""

    text: str


Order = Ban | Pin | Unban | Forgetting | RememberFact

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00a0": " "})
_NOT_SPOKEN = re.compile(
    r"```.*?(?:```|\Z)|^[ ]{0,3}~~~.*?(?:^[ ]{0,3}~~~|\Z)|<(pre|code|blockquote|q)\b.*?(?:</\1>|\Z)|^(?:[ ]{4}|[ ]{0,3}\t).*?$|^\s*>.*?$",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
# A numbered item is what the user has to do, or somebody else.
_ITEM = re.compile(
    r"^[ ]{0,3}(?:(?:q|§|step|rule|item|task|point|number|no|nr|punkt|regel|schritt|étape|règle|paso|regla|stap)[ ]?\d{1,3}[ ]?[.:)]"
    r"|\(?\d{1,3}[ ]?[.)](?:[ ]|(?=[^\W\d_]))|\(?(?:[a-z]|[ivx]{1,4})[ ]?[.)][ ]|\d{1,3}[ ]?[:–—-][ ]).*$",
    re.MULTILINE | re.IGNORECASE,
)
_QUOTATION = re.compile(r'"[^"\n]*(?:"|$)|(?<!\w)\'[^\'\n]*\'(?!\w)|`[^`\n]*`', re.MULTILINE)
_ENDS = re.compile(r"[.!?;,-]")
_NO_END = re.compile(r"\.(?=\w)|(?<=\b[DM]r)\.|(?<=\bMrs)\.|(?<=\bSt)\.|(?<=\bProf)\.")
# "Stop talking about Rex and about Max".
_ABOUT_AGAIN = re.compile(r"^(?:about|über|von|sur|sobre|del?|over|van)\s+", re.IGNORECASE)
_DASH = re.compile(r"\s+[–—-]+\s*|\s*(?:—|--)\s*")
_BREAK = re.compile(rf",|{_DASH.pattern}")
_WORD = re.compile(r"\w")
_PRIVATE = 0xE000
_MASKED = re.compile(f"[{chr(_PRIVATE)}-{chr(_PRIVATE + 0x7F)}]")
_SENTENCE = re.compile(r"[^.!?;…\n]+(?:[.!?;…\n]+|$)|[.!?;…\n]+")
_PLEASE_CLAUSE = re.compile(r"(?:,|\s[–—-]+)\s+(?=(?:so\s+|and\s+)?please\b)", re.IGNORECASE)
_TRAILING = re.compile(r"[^\w\"')+#]+$")
_SPEAKS = re.compile(
    r"(?P<own>\bi(?:'ve| have)?(?: already| just| ever| once)? |\bich\b[^.;]{0,80}?\s)?"
    r"\b(?:said|says?|saying|told|tells?|asked|asks|yell(?:ed|s)|shout(?:ed|s)|whisper(?:ed|s)|repl(?:ied|ies)|wrote|writes"
    r"|texted|(?:was|were|be) like|quote|lyrics?|sagte|gesagt|sagt|a dit|dijo|zei)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|until|when|whenever|while|(?<!at )once|wenn|falls|bis|si|quand|cuando|als|tenzij)\b", re.IGNORECASE
)
_TASK = re.compile(
    r"\b(?:writ(?:e|ing)|rewrite|draft|compose|generate|create|summari[sz]e|translate|paraphrase|proofread|describe|act as"
    r"|pretend|role-?play|essay|article|story|poem|script|paragraph|e-?mail|letter|blog|caption|prompt|dialogue|character"
    r"|schreibe?|écris|escribe|schrijf)\b",
    re.IGNORECASE,
)
# Inside a "term" these show that it is a clause, a manner or a passing wish.
_NO_TERM = re.compile(
    r"""["“”:()\[\]{}<>=]|\b(?:that|which|who|whom|what|how|why|where|because|but|so|than|like|is|are|was|were|am|be|do|does
    |did|can|will|would|should|could|have|had|has|i|i'm|i'll|you|we|they|he|she|it|me|him|them|yourself|myself
    |today|tonight|tomorrow|yesterday|ago|last\ (?:week|night|month|year)|now|yet|time|times|much|often|constantly|again|anymore|for\ a\ while|front|before|after|during
    |without|directly|explicitly|word|words|anything|everything|nothing|something|else|stuff|way|up|down)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_TASK_PLACE = re.compile(r"\b(?:any|all|every|in|at|on|for|with|to|by|from|under|into)\b", re.IGNORECASE)
_PASSING = re.compile(
    r"(?:last|previous|prior|earlier|above|first|second|next|other|recent|initial|original|question|request|message|prompt"
    r"|instructions?|point|comment|mistake|typo|manners|answer|idea|suggestion|letzte\w*|vorige\w*|frage|nachricht|derni(?:er|ère)"
    r"|question|últim[oa]|pregunta|laatste|vorige|vraag)\b",
    re.IGNORECASE,
)
_AND_OR = {
    tongue: re.compile(rf"(?:^|\s+)(?:{conjunctions})\s+", re.IGNORECASE)
    for tongue, conjunctions in (
        (Tongue.ENGLISH, "and|or|nor"),
        (Tongue.GERMAN, "und|oder"),
        (Tongue.FRENCH, "et|ou|ni"),
        (Tongue.SPANISH, "y|e|o|u|ni"),
        (Tongue.DUTCH, "en|of"),
    )
}
# Behind the comma of "don't ask about my day, ask about my night" stands no further topic, but another wish.
_WISH = re.compile(
    r"(?:talk|speak|ask|tell|focus|concentrate|stick|switch|let's|let|just|instead|rather|but|then|please|try|give|go)\b"
    r"|(?!(?:all|both|half)\b)[a-z']+\s+(?:about|me|us|my|your|the|an?|some|this|that|how|what|why|instead)\b",
    re.IGNORECASE,
)
# "Don't talk about the ending, I have not finished the book": it holds until the book is finished, which nobody will say.
_FOR_NOW = re.compile(
    r"\b(?:(?:have\ not|haven't|has\ not|hasn't|not|didn't|never)\s+(?:even\s+)?(?:finished|done|seen|read|watched|played|started|got|reached|been)"
    r"|still\s+(?:reading|watching|playing|in|at|on)|halfway|half-way|spoil\w*|yet|right\ now|at\ the\ moment|today|tonight|(?:just|only|for)\ this\ (?:week|month|evening|morning|afternoon|weekend|once)|this\ (?:week|month|weekend)\ only"
    r"|heute|gerade|noch\ nicht|aujourd'hui|ce\ soir|en\ ce\ moment|pas\ (?:encore|fini|vu|lu)|hoy|todavía|aún\ no|vandaag|vanavond|nog\ niet|voorlopig)\b",
    re.IGNORECASE | re.VERBOSE,
)
_EMPHASIS = "*_~`"
_TOLD_OF = tuple((OrderKind.FORGET, True, whole(form), tongue) for tongue, form in ABOUT)
# What may follow "remember that" in a statement; "that time we met" and "that song" are memories, not facts.
_STATEMENT = re.compile(
    r"""(?:i|i'm|i've|i'll|i'd|my|mine|we|we're|we've|our|he|he's|she|she's|they|they're|it's|his|her|their|the|a|an|there
    |today|tomorrow|tonight|every|all|on|in|at|from|next
    |ich|mein\w*|wir|unser\w*|er|sie|es|der|die|das|je|j'\S*|mon|ma|mes|nous|il|elle|ils|elles|le|la|les|ma|yo|mi|mis|me
    |nosotros|él|ella|el|los|las|ik|mijn|wij|we|hij|zij|ze|het|de|onze)\s
    |(?!(?:you|your|you're|this|that|sometimes|often|not|even|life|people|everyone)\b)(?:\S+\s+){1,3}(?:is|are|was|were|has|have|can|can't|cannot|will|won't|isn't|aren't|hates?|loves?|likes?|needs?|lives?
    |works?|doesn't|don't)\s""",
    re.IGNORECASE | re.VERBOSE,
)
_TALK_ITSELF = re.compile(
    r"(?:i|we|you|he|she|they)\s+(?:just\s+|already\s+)?(?:told|said|asked|mentioned|showed|talked|discussed|spoke)\b"
    r"|the\s+(?:response|answer|output|text|essay|code|result|goal|purpose)\b",
    re.IGNORECASE,
)


def read_orders(message: str) -> tuple[Order, ...]:
    """Return the orders in a user's message, in its order, each once."""
    if len(message) > MAX_MESSAGE_CHARACTERS:
        return ()
    spoken = _NOT_SPOKEN.sub("\n", message.translate(_QUOTES))
    if TRIGGER.search(spoken) is None:
        return ()
    is_task = _TASK.search(spoken) is not None
    found: dict[Order, None] = {}
    said = [one for one in map(str.strip, _SENTENCE.findall(_guarded(_ITEM.sub("", spoken)))) if one]
    is_alone = sum(_WORD.search(one) is not None for one in said) == 1
    for at, sentence in _to_read(said):
        behind = said[at + 1 :]
        read = _read(sentence, behind, is_task=is_task, is_alone=is_alone)
        if not (read or is_task or any(_WORD.search(one) for one in said[:at])):
            read = _forgetting(sentence, behind)
        found.update(dict.fromkeys(read))
    return tuple(found)


def without_forgetting(message: str) -> str:
    """Return a message without the sentences that ask to forget: what is left of it may be remembered."""
    if not any(isinstance(one, FORGETTING) for one in read_orders(message)):
        return message
    told = message.translate(_QUOTES)
    kept, at = [], 0
    for sentence in map(str.strip, _SENTENCE.findall(_guarded(told))):
        spelt = _unmask(sentence)
        start = told.find(spelt, at)
        if spelt and any(isinstance(one, FORGETTING) for one in read_orders(spelt)):
            kept.append(message[at:start])
            at = start + len(spelt)
    return "".join((*kept, message[at:])).strip()


def _forgetting(sentence: str, behind: Sequence[str]) -> list[Order]:
    """Read an order to forget that must be all that its message says, but for a reason."""
    read = read_forgetting(_unmask(_TRAILING.sub("", sentence)))
    if read is None or not all(is_reason(one) for one in behind if _WORD.search(one)):
        return []
    order, free = read
    is_doubtful = _others_speak(free) or _CONDITION.search(free) is not None
    if is_doubtful or _is_withdrawn(OrderKind.FORGET, sentence, _BREAK.split(free)[1:], behind):
        return []
    return [order]


def _guarded(spoken: str) -> str:
    """Return a message with the marks masked that end no sentence: in quotations and abbreviations."""
    return _NO_END.sub(_mask, _QUOTATION.sub(lambda quotation: _ENDS.sub(_mask, quotation[0]), spoken))


def _to_read(said: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield those sentences that could be an order, with their place.

    Those are no mere questions, none in a quotation, right after "she said:" or "repeat after me.", or said to "Dad, ...".
    """
    before = ""
    for at, sentence in enumerate(said):
        is_introduced = before.endswith((":", ",")) or before.count('"') % 2 == 1
        is_handed_over = TRIGGER.search(sentence) is not None and introduces(before)
        before = sentence
        is_question = "?" in sentence and pattern(ASKED).match(sentence) is None
        if is_question or is_introduced or is_handed_over or len(sentence) > MAX_SENTENCE_CHARACTERS:
            continue
        head, *clauses = _PLEASE_CLAUSE.split(sentence)
        yield at, sentence
        if clauses and not (_CONDITION.search(head) or _others_speak(head) or is_address(head)):
            yield at, clauses[-1]


def _others_speak(text: str) -> bool:
    """Tell whether anybody but the user is said to say something: "she told you", not "I told you"."""
    return any(not one["own"] for one in _SPEAKS.finditer(text))


def _mask(match: re.Match[str]) -> str:
    """Return a mark that ends no sentence here as a private character; `_unmask` undoes it."""
    return chr(_PRIVATE + ord(match[0]))


def _unmask(text: str) -> str:
    return _MASKED.sub(lambda match: chr(ord(match[0]) - _PRIVATE), text)


def _read(sentence: str, behind: Sequence[str], *, is_task: bool, is_alone: bool) -> list[Order]:
    """Return a sentence's orders; none if what stands `behind` it tells that they are not meant or somebody else's."""
    if TRIGGER.search(sentence) is None or _others_speak(sentence):
        return []
    core = _TRAILING.sub("", sentence)
    for kind, is_strong, form, tongue in (*FORMS, *REQUESTS, *_TOLD_OF, *(ALONE if is_alone else ())):
        match = pattern(form).fullmatch(core)
        if match is None:
            continue
        groups = match.groupdict()
        named = "x" if groups["x"] else "x2"
        said = groups.get(named) or ""
        further = _BREAK.split(core if kind is OrderKind.REMEMBER else core[match.end(named) :])[1:]
        if _is_withdrawn(kind, sentence, further, behind):
            return []
        if kind is OrderKind.REMEMBER:
            return [] if is_task else _fact(said)
        if detail := groups.get("detail"):
            said = f"{said}'s {detail}"
        is_firm = is_strong or groups.get("for_good") is not None
        if (is_task and not is_firm) or _CONDITION.search(core) or _is_passing(kind, core, said, is_firm=is_firm):
            return []
        terms = _terms(said, tongue, may_go_on=kind is OrderKind.BAN and is_firm)
        if terms or kind is not OrderKind.PIN:
            return [_order_of(kind, term) for term in terms]
    return []


def _is_withdrawn(kind: OrderKind, sentence: str, further: Sequence[str], behind: Sequence[str]) -> bool:
    """Tell whether an order is a joke, denied, or somebody else's; of a statement to keep, only its last part can tell.

    Args:
        kind: Of the order.
        sentence: Its sentence.
        further: What stands behind its commas and dashes.
        behind: The sentences that follow.
    """
    if kind is OrderKind.REMEMBER:
        last = [part.strip() for part in further[-1:]]
        return any(map(is_not_meant, (*last, *behind[:1]))) or any(map(names_speaker, last))
    return (
        laughs(sentence)
        or any(map(is_not_meant, (sentence, *behind)))
        or any(map(is_denied, further))
        or (bool(behind) and takes_back(behind[0], sentence))
    )


def _is_passing(kind: OrderKind, sentence: str, said: str, *, is_firm: bool) -> bool:
    """Tell whether an order is about this talk, this text or this evening only."""
    match kind:
        case OrderKind.BAN:
            return _FOR_NOW.search(sentence) is not None or (not is_firm and _TASK_PLACE.search(said) is not None)
        case OrderKind.FORGET:
            return _PASSING.match(said) is not None or (not is_firm and _TASK_PLACE.search(said) is not None)
        case _:
            return False


def _order_of(kind: Literal[OrderKind.BAN, OrderKind.PIN, OrderKind.UNBAN, OrderKind.FORGET], term: str) -> Order:
    match kind:
        case OrderKind.BAN:
            return Ban(term)
        case OrderKind.PIN:
            return Pin(term)
        case OrderKind.UNBAN:
            return Unban(term)
        case OrderKind.FORGET:
            return ForgetRequest(term)
        case _:
            assert_never(kind)


def _fact(said: str) -> list[Order]:
    text = _unmask(said).strip(" ,")
    is_fact = _STATEMENT.match(text) is not None and _TALK_ITSELF.match(text) is None
    return [RememberFact(text)] if is_fact else []


def _terms(said: str, tongue: Tongue, *, may_go_on: bool) -> list[str]:
    """Return the topics named in "Rex", "my ex", "Rex, Max and the divorce"; none if any part is no topic.

    "Rex, Max" alone is no list: it may be said to Max.

    Args:
        said: The part of the sentence that names them.
        tongue: Of the order.
        may_go_on: The order is plain up to a comma, and a reason or the like may follow: "Rex, you fool", "Rex, talk about Max".
    """
    named, *dashed = _DASH.split(said)
    first, *rest = named.split(",")
    is_written_large = first != first.lower()
    terms = _listed(first, tongue, is_further=False, is_written_large=is_written_large)
    if not terms or any(map(is_denied, (*rest, *dashed))):
        return []
    listed = 0
    while listed < len(rest) and (
        further := _listed(rest[listed], tongue, is_further=True, is_written_large=is_written_large)
    ):
        terms += further
        listed += 1
    tail = ", ".join(part.strip() for part in (*rest[listed:], *dashed) if part.strip())
    stands = not tail or (may_go_on and may_follow(tail, tongue))
    is_list = listed != 1 or _AND_OR[tongue].search(rest[0].strip()) is not None
    return terms if stands and is_list and len(terms) <= MAX_TERMS else []


def _listed(said: str, tongue: Tongue, *, is_further: bool, is_written_large: bool) -> list[str]:
    """Return the topics between two commas: "Max and the divorce"; none if any part is none, or a wish ("ask about Max")."""
    parts = [part.strip() for part in _AND_OR[tongue].split(said.strip()) if part.strip()]
    if is_further and parts and (is_oath(parts[0]) or _WISH.match(parts[0])):
        return []
    terms: list[str] = []
    for named in parts:
        is_second = is_further or bool(terms)
        part = _ABOUT_AGAIN.sub("", named, count=1) if is_second else named
        bare = _bare(part)
        is_no_name = is_clause(part, bare, tongue, is_further=is_second, is_written_large=is_written_large)
        if is_no_name or not _is_topic(bare) or is_limited(part, bare, tongue):
            return []
        terms.append(bare)
    return terms


def _is_topic(term: str) -> bool:
    if _NO_TERM.search(term) or len(term.split()) > MAX_TERM_WORDS:
        return False
    try:
        normalise(term)
    except UnusableTermError:
        return False
    return True


def _bare(part: str) -> str:
    """Return a topic without quotation marks, articles and possessives: 'my ex' -> 'ex'."""
    term = _unmask(part).strip(f" ,{_EMPHASIS}")
    if len(term) > 1 and term[0] in "\"'" and term[-1] == term[0]:
        return term[1:-1].strip()
    term = SUBJECT_OF.sub("", term, count=1)
    bare = DETERMINERS.sub("", term, count=1) if DETERMINERS.match(term) else term
    return bare or term
