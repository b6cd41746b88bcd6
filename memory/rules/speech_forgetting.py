"""Orders to forget in plain words: what was just said, that something is so, or everything, in five languages.

The one fact a reader would get wrong: these are orders only where nothing else is said. "Forget that, let's eat" and
"forget that I am tired for a moment" are ways to talk on; "forget that I am allergic" as a whole message is meant.
"""

import re
from dataclasses import dataclass

from memory.rules.sentences import pattern
from memory.rules.speech_forms import COURTESY, OF_FRENCH, URGENT, Tongue, whole
from memory.rules.speech_limits import begins_command
from memory.rules.text import content_words


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """Forget what is known about `term`, after a question."""

    term: str


@dataclass(frozen=True, slots=True)
class ForgetClaim:
    """Forget what says this, after a question: "that I am allergic to peanuts", without its "that"."""

    text: str


@dataclass(frozen=True, slots=True)
class ForgetLast:
    """Forget the message before this one, after a question."""


@dataclass(frozen=True, slots=True)
class ForgetAll:
    """Forget everything: no chat does that, but the user is to be told how."""


Forgetting = ForgetRequest | ForgetClaim | ForgetLast | ForgetAll
FORGETTING = (ForgetRequest, ForgetClaim, ForgetLast, ForgetAll)

_ASKED = r"(?:(?:(?:can|could)\s+you|i\ (?:want|need|would\ like)\ you\ to|i'd\ like\ you\ to|(?:would|will)\s+you\s+please)\s+)?(?:(?:please|pls|just|kindly)\s+)*"
_ERASE = r"(?:forget|delete|erase|wipe|remove|clear)"
_X = r"(?P<x>\S.*?)"
_C = r"(?P<claim>\S.*?)"
_END = rf"{COURTESY}*"

_SAID = r"(?:told\ you|said(?:\ to\ you)?|wrote(?:\ to\ you|\ you)?|typed|mentioned|shared)"
_LAST = {
    Tongue.ENGLISH: (
        rf"{_ASKED}{_ERASE}\s+(?:(?:everything|all|whatever|what|the\ thing)\s+)?(?:that\s+)?i(?:'ve|\ have)?\s+just\s+(?:now\s+)?{_SAID}{_END}",
        rf"{_ASKED}{_ERASE}\s+(?:everything|all|whatever|what)\s+(?:that\s+)?i(?:'ve|\ have)?\s+{_SAID}\s+(?:just\ now|(?:a|one)\ (?:moment|minute|second)\ ago){_END}",
        rf"{_ASKED}forget\s+my\s+(?:very\s+)?last\s+message(?:\s+(?:that\s+)?i\s+(?:sent|wrote|said)(?:\s+to)?(?:\s+you)?)?{_END}",
        rf"{_ASKED}{_ERASE}\s+the\s+(?:very\s+)?last\s+(?:thing|sentence|message|statement)\s+(?:that\s+)?i(?:'ve|\ have)?\s+{_SAID}{_END}",
    ),
    Tongue.GERMAN: (
        rf"vergiss\s*,?\s*(?:bitte\s*,?\s*)?(?:alles\s*,?\s*|das\s*,?\s*)?was\s+ich\s+(?:dir\s+)?(?:gerade|eben|soeben|grad)\s+(?:dir\s+)?(?:gesagt|erzählt|geschrieben)\s+habe?{_END}",
        rf"(?:vergiss|lösche?)\s+(?:bitte\s+)?meine\s+letzte\s+(?:nachricht|aussage){_END}",
    ),
    Tongue.FRENCH: (
        rf"oublie[sz]?\s+(?:tout\s+)?ce\s+que\s+je\s+viens\s+de\s+(?:te\s+|vous\s+)?(?:dire|raconter|écrire){_END}",
        rf"(?:oublie|efface)[sz]?\s+mon\s+dernier\s+message{_END}",
    ),
    Tongue.SPANISH: (
        rf"olvid[ae]\s+(?:todo\s+)?lo\s+que\s+(?:te\s+)?acabo\s+de\s+(?:decir|contar|escribir)(?:te)?{_END}",
        rf"(?:olvid[ae]|borr[ae])\s+mi\s+último\s+mensaje{_END}",
    ),
    Tongue.DUTCH: (
        rf"vergeet\s+(?:alsjeblieft\s+)?(?:alles\s+)?wat\s+ik\s+(?:je\s+|jou\s+)?(?:net|zojuist|zonet|daarnet)\s+(?:tegen\s+je\s+)?(?:heb\s+)?(?:gezegd|verteld|geschreven|zei|vertelde|schreef)(?:\s+heb)?{_END}",
        rf"(?:vergeet|wis|verwijder)\s+(?:alsjeblieft\s+)?mijn\s+laatste\s+bericht{_END}",
    ),
}
_ON_ME = r"(?:about|on|of)\s+(?:me|us)"
_ME = rf"(?:\s+{_ON_ME})"
_KNOWN = rf"(?:(?:that\s+)?(?:you\ (?:know|have|remember|learned|learnt|stored|saved|noted)|you've\ (?:learned|learnt|stored|saved|noted))(?:\ (?:so\ far|stored|saved))?{_ME}?|{_ON_ME}|(?:that\s+)?i(?:'ve|\ have)?\s+(?:ever\s+)?(?:told\ you|said(?:\ to\ you)?)(?:\ so\ far)?)"
_ALL = {
    Tongue.ENGLISH: (
        rf"{_ASKED}{_ERASE}\s+(?:everything|all|it\ all|all\ of\ it)(?:\s+{_KNOWN})?{_END}",
        rf"{_ASKED}{_ERASE}\s+(?:whatever|what)\s+(?:that\s+)?you\ (?:know|have|remember){_ME}{_END}",
        rf"{_ASKED}{_ERASE}\s+(?:(?:all\s+(?:of\s+)?)?(?:your|my|our)\s+(?:(?:whole|entire)\s+)?(?:memor(?:y|ies)|data|notes)|(?:all|every\ one\ of)\s+(?:the\s+)?memories|the\s+(?:whole|entire)\s+memory){_ME}?{_END}",
    ),
    Tongue.GERMAN: (
        rf"(?:vergiss|lösche?)\s+(?:bitte\s+)?alles(?:\s*,?\s*was\s+du\s+(?:(?:über|von)\s+(?:mich|mir|uns)\s+)?weißt|\s+(?:über|von)\s+(?:mich|mir|uns)|\s*,?\s*was\s+ich\s+(?:dir\s+)?(?:je(?:mals)?\s+)?(?:gesagt|erzählt)\s+habe?)?{_END}",
        rf"(?:vergiss|lösche?)\s+(?:bitte\s+)?(?:dein\s+(?:ganzes\s+)?gedächtnis|alle\s+(?:deine\s+)?erinnerungen){_END}",
    ),
    Tongue.FRENCH: (
        rf"(?:oublie|efface)[sz]?\s+tout(?:\s+ce\s+que\s+(?:tu\s+sais|vous\s+savez)(?:\s+(?:sur|de|à\s+propos\s+de)\s+moi)?|\s+(?:sur|de|à\s+propos\s+de)\s+moi|\s+ce\s+que\s+(?:je\s+t'ai|je\s+vous\s+ai|j'ai)\s+(?:dit|raconté))?{_END}",
        rf"(?:oublie|efface)[sz]?\s+(?:toute\s+ta\s+mémoire|ta\s+mémoire|tous\s+tes\s+souvenirs){_END}",
    ),
    Tongue.SPANISH: (
        rf"(?:olvid[ae]|borr[ae])\s+todo(?:\s+lo\s+que\s+sabes?(?:\s+(?:de|sobre|acerca\s+de)\s+mí)?|\s+(?:de|sobre|acerca\s+de)\s+mí|\s+lo\s+que\s+(?:te\s+)?(?:dije|he\s+dicho|conté|he\s+contado))?{_END}",
        rf"borr[ae]\s+(?:toda\s+)?tu\s+memoria{_END}",
    ),
    Tongue.DUTCH: (
        rf"(?:vergeet|wis|verwijder)\s+(?:alsjeblieft\s+)?alles(?:\s+wat\s+(?:je|jij|u)\s+(?:(?:over|van)\s+(?:mij|me|ons)\s+)?weet|\s+(?:over|van)\s+(?:mij|me|ons)|\s+wat\s+ik\s+(?:je|jou|u)?\s*(?:ooit\s+)?(?:heb\s+)?(?:verteld|gezegd)(?:\s+heb)?)?{_END}",
        rf"wis\s+(?:alsjeblieft\s+)?(?:je\s+(?:hele\s+)?geheugen|al\s+je\s+herinneringen){_END}",
    ),
}
_TOLD = r"(?:i(?:'ve|\ have)?\s+(?:ever\s+)?(?:told\ you|said)\s+(?:that\s+)?)"
_CLAIM = {
    Tongue.ENGLISH: (
        rf"{_ASKED}{_ERASE}\s+(?:that\s+{_TOLD}?|{_TOLD})(?P<claim>(?:i|i'm|i've|i'd|we|we're|we've|my|our)\s.*?){_END}",
        rf"{_ASKED}forget\s+(?P<claim>(?:i'm|i\ am|i've|i\ have|i\ live|i\ work|we're|we\ are|we\ have)\s.*?){_END}",
    ),
    Tongue.GERMAN: (
        rf"vergiss\s*,?\s*(?:bitte\s*,?\s*)?dass\s+(?:ich\s+(?:dir|ihnen)\s+(?:gesagt|erzählt)\s+habe?\s*,?\s*dass\s+)?(?P<claim>(?:ich|wir|mir|mich|meine?[nmrs]?|unsere?[nmrs]?)\s.*?){_END}",
    ),
    Tongue.FRENCH: (
        rf"oublie[sz]?\s+(?:s'il\ te\ pla[iî]t\s+)?que\s+(?:je\s+(?:t'|vous\s+)ai\s+(?:dit|raconté)\s+que\s+)?(?P<claim>(?:j'|(?:je|nous|mon|ma|mes|notre|nos)\s).*?){_END}",
    ),
    Tongue.SPANISH: (
        rf"olvid[ae]\s+(?:por\ favor\s+)?que\s+(?:te\s+(?:dije|conté|he\s+dicho|he\s+contado)\s+que\s+)?(?P<claim>(?:yo|soy|estoy|tengo|vivo|trabajo|nací|fui|era|estuve|tuve|he|hemos|somos|tenemos|vivimos|odio|amo|como|bebo|tomo|padezco|sufro|no|me|mis?|nuestr[oa]s?)\s.*?){_END}",
    ),
    Tongue.DUTCH: (
        rf"vergeet\s+(?:alsjeblieft\s+)?dat\s+(?:ik\s+(?:je|jou|u)\s+(?:heb\s+)?(?:verteld|gezegd)\s+(?:heb\s+)?dat\s+)?(?P<claim>(?:ik|wij|we|mijn|m'n|onze|ons)\s.*?){_END}",
    ),
}
# Topics, said in a longer way: `speech.py` reads the term, as of the shorter ones.
ABOUT = (
    (
        Tongue.ENGLISH,
        rf"{_ASKED}{_ERASE}\s+(?:that\s+i(?:'ve|\ have)?\s+(?:ever\s+|just\s+|once\s+)?(?:told\ you(?:\ (?:something|anything))?|said\ (?:something|anything)|talked(?:\ to\ you)?|spoke(?:\ to\ you)?)|(?:what|everything|all|anything|the\ (?:thing|part|bit|stuff))\s+(?:that\s+)?i(?:'ve|\ have)?\s+(?:just|once)\s+(?:told\ you|said)|the\ (?:thing|part|bit|stuff)\s+(?:that\s+)?i(?:'ve|\ have)?\s+(?:told\ you|said))\s+(?:about|on)\s+{_X}{_END}",
    ),
    (
        Tongue.ENGLISH,
        rf"{_ASKED}{_ERASE}\s+that\s+i(?:'ve|\ have)?\s+(?:ever\s+)?mentioned\s+(?P<x>(?:my|our)\s\S.*?){_END}",
    ),
    (
        Tongue.GERMAN,
        rf"vergiss\s*,?\s*(?:bitte\s*,?\s*)?dass\s+ich\s+(?:dir\s+)?(?:etwas\s+|was\s+)?(?:über|von)\s+{_X}\s+(?:gesagt|erzählt|gesprochen)\s+habe?{_END}",
    ),
    (
        Tongue.FRENCH,
        rf"oublie[sz]?\s+que\s+je\s+t'ai\s+(?:parlé\s+{OF_FRENCH}{_X}|(?:dit|raconté)\s+quelque\s+chose\s+sur\s+(?P<x2>\S.*?)){_END}",
    ),
    (
        Tongue.SPANISH,
        rf"olvid[ae]\s+que\s+te\s+(?:hablé|he\s+hablado|conté\s+algo|dije\s+algo)\s+(?:de|del|sobre)\s+{_X}{_END}",
    ),
    (
        Tongue.DUTCH,
        rf"vergeet\s+dat\s+ik\s+(?:je\s+)?(?:iets\s+)?over\s+{_X}\s+(?:heb\s+)?(?:verteld|gezegd)(?:\s+heb)?{_END}",
    ),
)
# For a while, as an exercise, or about the talk itself.
_PASSING = re.compile(
    rf"""\b(?:for\s+(?:a|an|one|the|this|\d+)\s+(?:\w+\s+)?(?:moment|second|sec|minute|while|hour|day|bit|time|now|evening|question|purpose)s?|for\ now|just\ now|briefly|today|tonight|at\ the\ moment
    |for\ (?:this|that|the)\b|ever\ (?:here|asked|said|existed)|exist(?:ed)?|kurz|einen\ (?:moment|augenblick)|für\ (?:heute|jetzt|den)|heute|un\ (?:moment|instant|momento|instante)|aujourd'hui|pour\ (?:l'instant|aujourd'hui)|por\ (?:ahora|hoy|un)
    |hoy|even|vandaag|voor\ (?:nu|even|vandaag)|{URGENT})\b""",
    re.IGNORECASE | re.VERBOSE,
)
_TALK = re.compile(
    r"(?:i|we)(?:'ve|'d|\ have|\ had)?\s+(?:just\s+|ever\s+|already\s+|even\s+)?(?:told|said|asked|mentioned|showed|talked|discussed|spoke|wrote|sent|did)\b"
    r"|i'm\s+(?:asking|saying|talking|joking)\b|(?:ich|wir)\s.*\b(?:gesagt|gefragt|erwähnt)\s+habe?n?$|(?:j'ai|nous\ avons)\s+(?:dit|demandé)\b|ik\s+.*\b(?:gezegd|gevraagd)\b",
    re.IGNORECASE,
)
# Behind a comma, or in the sentence behind: why.
_WHY = re.compile(
    r"(?:it|it's|its|that|that's|thats|this|because|since|sorry|please|thanks?|i\ (?:was|am|did|didn't|don't|made|meant|just|only|never|no\ longer)|i'm"
    r"|das|es|weil|denn|ich\ (?:war|bin|habe|hab)|bitte|danke|c'est|c'était|ce\ n'|parce\ que|car|merci|es|era|fue|no\ es|porque|gracias|dat|het|want|omdat|dank)\b",
    re.IGNORECASE,
)
_AND = re.compile(r"\s(?:and|but|or|und|aber|oder|et|mais|ou|y|e|pero|o|en|maar|of)\s+", re.IGNORECASE)
# Behind "and": what a model is asked to do.
_TASK = re.compile(
    r"(?:explain|imagine|pretend|recommend|suggest|describe|translate|summari[sz]e|solve|compare|list|order|assume|act|play|then|let's)\b",
    re.IGNORECASE,
)
_PART = re.compile(r",|\s+[–—-]+\s*|\s*(?:—|--)\s*")


def is_reason(sentence: str) -> bool:
    """Tell whether what stands behind such an order only says why, so that the order stands."""
    return _WHY.match(sentence.strip()) is not None


def read_forgetting(sentence: str) -> tuple[Forgetting, str] | None:
    """Read one whole sentence without its end mark.

    Returns:
        The order, and the part of the sentence that is in the user's own words; None where it is no such order.
    """
    for order, forms in ((ForgetLast(), _LAST), (ForgetAll(), _ALL)):
        if any(pattern(whole(form)).fullmatch(sentence) for one in forms.values() for form in one):
            return order, ""
    spoken = pattern(whole(r"(?P<rest>\S.*)")).fullmatch(sentence)
    head, *behind = _PART.split(spoken["rest"] if spoken else sentence)
    for tongue, of_tongue in _CLAIM.items():
        # In German a comma stands before each clause.
        is_whole = tongue is Tongue.GERMAN
        core = sentence if is_whole else head
        match = next(filter(None, (pattern(whole(form)).fullmatch(core) for form in of_tongue)), None)
        if match is None:
            continue
        claim = match["claim"].strip(" ,")
        is_meant = is_whole or all(map(is_reason, filter(str.strip, behind)))
        return (ForgetClaim(claim), sentence[match.start("claim") :]) if is_meant and _is_claim(claim, tongue) else None
    return None


def _is_claim(claim: str, tongue: Tongue) -> bool:
    """Tell whether a clause says something lasting, rather than of this talk or for a moment."""
    if _PASSING.search(claim) or _TALK.match(claim) or not content_words(claim):
        return False
    return not any(begins_command(part, tongue) or _TASK.match(part) for part in _AND.split(claim)[1:])
