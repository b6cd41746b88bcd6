"""Questions for what Reverie knows: "what do you know about me?", "tell me everything you know about my sister".

The one fact that a reader would get wrong: only a message that is nothing else asks this. It is answered from the store,
beside the reply; how the message is searched for and what its reply is made of is no business of this.
"""

import re

from memory.rules.sentences import pattern
from memory.rules.speech_forms import COURTESY, DETERMINERS, Tongue, whole

ABOUT_THE_USER = ""

_LONGEST_MESSAGE = 200
_MOST_SUBJECT_WORDS = 6
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "\u00a0": " "})
_X = r"(?P<x>\S.*?)"
_END = rf"(?:[\s,]+(?:so\ far|already|by\ now|then|exactly|actually|schon|bisher|eigentlich|denn|alles|déjà|jusqu'ici|ya|hasta\ ahora|al|tot\ nu\ toe|eigenlijk|allemaal)|{COURTESY})*"
_NOW = r"(?:(?:actually|already|really|currently|still)\s+)?"
_KNOW = rf"you\s+{_NOW}(?:know|remember|recall|have\ (?:stored|saved|learned|learnt|remembered|noted)(?:\ down)?)"
_KNOWN = rf"(?:{_KNOW}|you've\ (?:stored|saved|learned|learnt|remembered|noted)|you\ have)"
_FORMS = {
    Tongue.ENGLISH: (
        rf"(?:what|how\ much)\s+(?:all\s+|else\s+|exactly\s+)?(?:do|can|did)\s+you\s+{_NOW}(?:know|remember|recall|have\ stored|tell\ me)\s+(?:about|of|on)\s+{_X}{_END}",
        rf"what\s+have\s+you\s+{_NOW}(?:learned|learnt|stored|saved|remembered|noted|got)(?:\ down)?\s+(?:about|of|on)\s+{_X}{_END}",
        rf"(?:please\s+)?(?:(?:can|could|would)\s+you\s+(?:please\s+)?)?(?:tell|show|list|give)\s+(?:me\s+)?(?:everything|all|what|anything|whatever)\s+(?:that\s+)?{_KNOWN}\s+(?:about|of|on)\s+{_X}{_END}",
        rf"do\s+you\s+{_NOW}(?:know|remember)\s+(?:anything|something)\s+(?:about|of)\s+{_X}{_END}",
    ),
    Tongue.GERMAN: (
        rf"(?:was|wie\ viel)\s+(?:alles\s+)?weißt\s+du\s+(?:(?:alles|schon|noch|denn|eigentlich|so|bisher|jetzt)\s+)*(?:über|von)\s+{_X}{_END}",
        rf"was\s+hast\s+du\s+(?:dir\s+)?(?:(?:alles|schon|bisher)\s+)*(?:über|von)\s+{_X}\s+(?:gemerkt|gespeichert|gelernt){_END}",
        rf"woran\s+erinnerst\s+du\s+dich\s+(?:bei|über|von)\s+{_X}{_END}",
        rf"(?:sage?|erzähle?|nenne?|zeige?)\s+mir\s+(?:bitte\s+)?(?:alles\s*,?\s*)?was\s+du\s+(?:über|von)\s+{_X}\s+weißt{_END}",
    ),
    Tongue.FRENCH: (
        rf"(?:qu'est-ce\s+que\s+tu\s+sais|que\s+sais-tu|tu\s+sais\s+quoi|que\s+savez-vous)\s+(?:déjà\s+)?(?:sur|de|d'|à\s+propos\s+de)\s*{_X}{_END}",
        rf"de\s+quoi\s+te\s+souviens-tu\s+(?:sur|de|à\s+propos\s+de)\s+{_X}{_END}",
        rf"(?:dis|raconte|montre)-moi\s+tout\s+ce\s+que\s+tu\s+sais\s+(?:sur|de|à\s+propos\s+de)\s+{_X}{_END}",
    ),
    Tongue.SPANISH: (
        rf"¿?\s*qué\s+(?:sabes|recuerdas)\s+(?:ya\s+)?(?:de|sobre|acerca\s+de)\s+{_X}{_END}",
        rf"(?:dime|cuéntame|muéstrame)\s+todo\s+lo\s+que\s+(?:sabes|recuerdas)\s+(?:de|sobre|acerca\s+de)\s+{_X}{_END}",
    ),
    Tongue.DUTCH: (
        rf"(?:wat|hoeveel)\s+(?:weet|onthoud|herinner)\s+(?:je|jij|u)\s+(?:(?:je|allemaal|al|nog|eigentlijk|eigenlijk|nu)\s+)*(?:over|van)\s+{_X}{_END}",
        rf"wat\s+heb\s+je\s+(?:allemaal\s+)?over\s+{_X}\s+(?:onthouden|opgeslagen){_END}",
        rf"(?:vertel|zeg|laat)\s+(?:me|mij)\s+(?:eens\s+)?(?:alles\s+)?wat\s+je\s+(?:over|van)\s+{_X}\s+weet{_END}",
    ),
}
_USER = re.compile(
    r"(?:me|myself|us|mich|mir|uns|moi|nous|mí|mi|nosotros|mij|ons)(?:\s+(?:and|und|et|y|en)\s+.*)?", re.IGNORECASE
)
# Not a subject but the talk itself, or a clause.
_NO_SUBJECT = re.compile(
    r"\b(?:it|this|that|these|those|you|yourself|him|her|them|how|what|why|that|which|who|where|when|to|dich|dir|toi|ti|jou|je)\b(?!\s+\w)|[,;:?\"]|\b(?:how|what|why|which|who|where|when)\b",
    re.IGNORECASE,
)


def asked_subject(message: str) -> str | None:
    """Return of what a message asks what is known.

    Returns:
        `ABOUT_THE_USER` for the user, else the subject as the user named it ("my sister"); None where it asks no such thing.
    """
    if len(message) > _LONGEST_MESSAGE:
        return None
    sentence = " ".join(message.translate(_QUOTES).split()).rstrip(" ?!.…")
    for forms in _FORMS.values():
        for form in forms:
            match = pattern(whole(form)).fullmatch(sentence)
            if match is not None:
                return _subject(match["x"])
    return None


def is_users_own(subject: str) -> bool:
    """Tell whether a subject is said to be the user's: "my sister", not "Paris", of which one may ask in general."""
    return (
        pattern(
            r"(?i)(?:my|our|meine?[nmrs]?|unsere?[nmrs]?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|mijn|m'n|onze|ons)\s"
        ).match(subject)
        is not None
    )


def bare_subject(subject: str) -> str:
    """Return a subject without its article or possessive."""
    return DETERMINERS.sub("", subject, count=1) or subject


def _subject(said: str) -> str | None:
    said = said.strip(" ,'\"")
    if _USER.fullmatch(said):
        return ABOUT_THE_USER
    is_subject = 0 < len(said.split()) <= _MOST_SUBJECT_WORDS and _NO_SUBJECT.search(said) is None
    return said if is_subject else None
