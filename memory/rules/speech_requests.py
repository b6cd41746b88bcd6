"""Orders about memory put as a request or a statement: "could you please stop talking about Rex?", "forget Rex".

The one fact a reader would get wrong: these are the only questions that order anything. They begin with "can you" and name
at once what to stop; "should I stop ...?" and "can you believe that ...?" ask for something else.
"""

from memory.rules.speech_forms import (
    ABOUT,
    ABOUT_ING,
    COURTESY,
    NAME,
    NAME_ING,
    OF_FRENCH,
    REASON,
    STOP,
    STOP_NAMING,
    TAIL,
    WANT,
    OrderKind,
    Tongue,
    X,
    whole,
)

_POLITELY = r"(?:(?:please|pls|just|kindly)\s+)*"
_PLEASE = r"(?:(?:just|kindly)\s+)*(?:please|pls)\s+"
_CAN_YOU = rf"(?:can|could|would|will)\s+(?:you|u)\s+{_POLITELY}"
_NO_MORE = r"[\s,]+(?:again|any\ ?more|any\ longer|ever(?:\ again)?)"
_ERASE = r"(?:delete|erase|wipe|remove)"
_MEMORY = r"\s+(?:from|out\ of)\s+(?:your|the)\s+(?:memory|memories|mind)"
_ALL = (
    r"(?:everything|all|anything|whatever|what)\s+(?:that\s+)?"
    r"(?:(?:you\ (?:know|have|remember|stored|saved)|you've\ (?:stored|saved)|i\ (?:ever\ )?(?:said|told\ you)|i've\ (?:ever\ )?told\ you)\s+(?:about|on)|about)"
)
_DETAIL = r"(?:names?|(?:phone\s+|telephone\s+)?numbers?|e-?mail|address|birthday|birth\s+date|age|job|illness)"
# What Reverie may keep of someone, and a desk, a shop or a body has not: "erase my number", not "erase my whiteboard".
_INFORMATION = (
    r"(?:(?:(?:tele)?phone|mobile|cell|account|bank|card|credit\s+card|social\s+security|passport|insurance|id|house|room)\s+)?numbers?|(?:(?:\S+\s+){0,2}(?:address(?:es)?|birthdays?|birth\s*dates?|dates?\s+of\s+birth|age|names?|surname|nickname|passwords?|pin|salary|income|weight"
    r"|diagnos[ie]s|illness|medical\s+history|religion|secrets?|contact\s+details|personal\s+(?:details|information|info)))"
)
_KEPT_ON = r"(?:my|our|your|the|any|all)\s+(?:(?:my|our|your|the|of)\s+)*(?:memor(?:y|ies)|notes?|messages?|facts?)\s+(?:about|on|of)"
_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter)\b"
_NAMED = rf"(?P<x>(?-i:(?=[^\Wa-z]))(?!{_DAY})\S.*?)"
_THING = r"(?P<x>(?!(?:the|a|an|this|that|these|those|your|his|her|their|all|every|any)\s)\S.*?)"

# Bans, and weak ones: they yield to a writing task.
_BANS = (
    rf"{_CAN_YOU}{STOP}\s+{STOP_NAMING}{TAIL}(?:{REASON})?",
    rf"(?:can|could|would|will)\s+you\s+{_PLEASE}not\s+(?:{ABOUT}|{NAME})\s+{X}{TAIL}(?:{REASON})?",
    rf"(?:would|do)\s+you\s+mind\s+not\s+(?:{ABOUT_ING}|{NAME_ING})\s+{X}{TAIL}(?:{REASON})?",
    rf"i\s+(?:don't|do\ not|dont|never|no\ longer)\s+(?:want|wish)\s+to\s+(?:talk|hear|speak|chat)\s+(?:about|of)\s+{X}{_NO_MORE}{COURTESY}*(?:{REASON})?",
    rf"i\s+(?:don't|do\ not|dont)\s+(?:want|wish)\s+to\s+hear\s+(?:any\ ?more|anything\ (?:more|else)|another\ word|one\ more\ word)\s+about\s+{X}{TAIL}(?:{REASON})?",
    rf"i'd\s+rather\s+not\s+(?:talk|hear|speak)\s+about\s+{X}{_NO_MORE}{COURTESY}*(?:{REASON})?",
    rf"i\s+(?:don't|do\ not|dont|never)\s+want\s+you\s+to\s+(?:{ABOUT}|{NAME})\s+{X}{TAIL}(?:{REASON})?",
    rf"you\s+(?:really\s+)?(?:should|need\ to|have\ to|must|ought\ to)\s+(?:really\s+|please\s+)?{STOP}\s+{STOP_NAMING}{TAIL}(?:{REASON})?",
    rf"i(?:'ve)?\s+(?:have\s+)?(?:already\s+)?(?:told|asked)\s+you\s+(?:already\s+)?to\s+{STOP}\s+{STOP_NAMING}{TAIL}",
    rf"i(?:'ve)?\s+(?:have\s+)?(?:already\s+)?(?:told|asked)\s+you\s+(?:already\s+)?not\s+to\s+(?:{ABOUT}|{NAME})\s+{X}{TAIL}",
    rf"i\s+said[,:]?\s+(?:please\s+)?{STOP}\s+{STOP_NAMING}{TAIL}",
    rf"drop\s+the\s+(?:topic|subject)\s+of\s+{X}{TAIL}(?:{REASON})?",
    rf"(?:{_CAN_YOU}|{WANT})(?:always\s+)?avoid\s+(?:{ABOUT_ING}|{NAME_ING}|the\s+(?:topic|subject)(?:\s+of)?)\s+{X}{TAIL}(?:{REASON})?",
    rf"(?:{_CAN_YOU}|{WANT})ban\s+the\s+(?:topic|subject|word)(?:\s+of)?\s+{X}{COURTESY}*",
)
_BANS_ABROAD = {
    Tongue.GERMAN: (
        rf"(?:kannst|könntest|würdest)\s+du\s+(?:bitte\s+)?(?:endlich\s+)?(?:bitte\s+)?aufhören,?\s+(?:über|von)\s+{X}\s+zu\s+(?:reden|sprechen){COURTESY}*",
        rf"ich\s+(?:will|möchte|mag)\s+(?:nicht\s+mehr|nie\s+wieder|nie\s+mehr)\s+(?:über|von)\s+{X}\s+(?:reden|sprechen){COURTESY}*",
        rf"ich\s+(?:will|möchte|mag)\s+nichts\s+mehr\s+(?:über|von)\s+{X}\s+(?:hören|wissen){COURTESY}*",
    ),
    Tongue.FRENCH: (
        rf"(?:peux-tu|pourrais-tu|tu\ peux|tu\ pourrais|pouvez-vous|pourriez-vous)\s+(?:s'il\ (?:te|vous)\ pla[iî]t\s+)?arr[eê]ter\s+de\s+(?:me\s+)?parler\s+{OF_FRENCH}{X}{COURTESY}*",
        rf"je\s+ne\s+veux\s+plus\s+(?:jamais\s+)?(?:entendre\s+)?parler\s+{OF_FRENCH}{X}{COURTESY}*",
    ),
    Tongue.SPANISH: (
        rf"¿?(?:puedes|podrías|puede|podría)\s+(?:por\ favor\s+)?dejar\s+de\s+hablar(?:me)?\s+(?:de|del|sobre)\s+{X}{COURTESY}*",
        rf"(?:ya\s+)?no\s+quiero\s+(?:hablar|oír\s+hablar)\s+más\s+(?:de|del|sobre)\s+{X}{COURTESY}*",
    ),
    Tongue.DUTCH: (
        rf"(?:kun|kan|wil|zou)\s+(?:je|jij|u)\s+(?:alsjeblieft\s+)?(?:willen\s+)?(?:stoppen\s+met\s+praten|ophouden)\s+over\s+{X}{COURTESY}*",
        rf"ik\s+wil\s+(?:het\s+)?(?:niet|nooit)\s+meer\s+over\s+{X}\s+(?:praten|spreken|hebben){COURTESY}*",
        rf"ik\s+wil\s+(?:niets|niks)\s+meer\s+over\s+{X}\s+(?:horen|weten){COURTESY}*",
    ),
}
# As in `speech_forms`: (order, strong, form). Strong is what speaks of Reverie's own memory.
_REQUESTS = (
    *((OrderKind.BAN, False, form) for form in _BANS),
    (OrderKind.BAN, True, rf"shut\s+up\s+about\s+{X}{TAIL}(?:{REASON})?"),
    (
        OrderKind.FORGET,
        True,
        rf"(?:(?:can|could)\s+you\s+{_POLITELY}|(?:would|will)\s+you\s+{_PLEASE}|{WANT})forget\s+(?:about\s+)?(?:my|our)\s+{X}{COURTESY}*",
    ),
    (
        OrderKind.FORGET,
        True,
        rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?(?:forget|{_ERASE})\s+{_ALL}\s+{X}{_MEMORY}{COURTESY}*",
    ),
    (OrderKind.FORGET, True, rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?forget\s+{_ALL}\s+{X}{COURTESY}*"),
    (OrderKind.FORGET, False, rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?{_ERASE}\s+{_ALL}\s+{X}{COURTESY}*"),
    (OrderKind.FORGET, True, rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?(?:forget|{_ERASE})\s+{X}{_MEMORY}{COURTESY}*"),
    (OrderKind.FORGET, False, rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?(?:forget|{_ERASE})\s+{_KEPT_ON}\s+{X}{COURTESY}*"),
    (
        OrderKind.FORGET,
        True,
        rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?forget\s+that\s+i\s+(?:live|work|was\ born|grew\ up)\s+(?:in|at|for|near)\s+{_NAMED}{COURTESY}*",
    ),
    (
        OrderKind.FORGET,
        True,
        rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?forget\s+the\s+(?P<detail>{_DETAIL})\s+of\s+(?:my|our)\s+{X}{COURTESY}*",
    ),
)
# What is an order only as the whole of a message. "Enough about my job. How are you?" speaks of one's own talk.
_ALONE = (
    (OrderKind.BAN, False, rf"(?:that's\s+|that\ is\s+)?enough\s+(?:talk\s+|talking\s+)?(?:about|of)\s+{X}{TAIL}"),
    (OrderKind.BAN, False, rf"no\s+more\s+about\s+{X}{TAIL}"),
    (OrderKind.BAN, False, rf"ban\s+{_NAMED}{COURTESY}*"),
    (OrderKind.BAN, False, rf"(?:{_CAN_YOU}|i\s+want\s+you\s+to\s+)ban\s+{_THING}{COURTESY}*"),
    (
        OrderKind.FORGET,
        False,
        rf"(?:(?:can|could)\s+you\s+{_POLITELY}|(?:would|will)\s+you\s+{_PLEASE}|{WANT})forget\s+(?:about\s+)?{_NAMED}{COURTESY}*",
    ),
    (
        OrderKind.FORGET,
        False,
        rf"(?:{_CAN_YOU}|{WANT})(?:please\s+)?{_ERASE}\s+(?:my|our)\s+(?P<x>{_INFORMATION}){COURTESY}*",
    ),
)

REQUESTS = (
    *((order, is_strong, whole(form), Tongue.ENGLISH) for order, is_strong, form in _REQUESTS),
    *((OrderKind.BAN, False, whole(form), tongue) for tongue, forms in _BANS_ABROAD.items() for form in forms),
)
ALONE = tuple((order, is_strong, whole(form), Tongue.ENGLISH) for order, is_strong, form in _ALONE)
# How a question begins that may be a request.
ASKED = whole(
    r"""(?:can|could|would|will|do)\s+(?:you|u)\s
    |(?:kannst|könntest|würdest)\s+du\s|(?:peux-tu|pourrais-tu|tu\ peux|tu\ pourrais|pouvez-vous|pourriez-vous)\s.*arr[eê]ter\s
    |¿?(?:puedes|podrías|puede|podría)\s.*dejar\s|(?:kun|kan|wil|zou)\s+(?:je|jij|u)\s"""
)
