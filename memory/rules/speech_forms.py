"""The sentences that give an order about memory, in five languages, as patterns for `memory.rules.speech`.

The one fact a reader would get wrong: each pattern must match a whole sentence. "I can't stop talking about Rex" and "my
boss said stop talking about money" hold the words of an order and are none.
"""

import re
from enum import StrEnum


class OrderKind(StrEnum):
    """What a sentence asks for."""

    BAN = "ban"
    PIN = "pin"
    UNBAN = "unban"
    FORGET = "forget"
    REMEMBER = "remember"


class Tongue(StrEnum):
    """The language of an order's form."""

    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"
    SPANISH = "es"
    DUTCH = "nl"


_LEAD = r"""(?:(?:hey|hi|hello|ok|okay|well|look|listen|so|and|but|also|actually|anyway|alright|right|no|yes|thanks|sorry|ugh
    |thank\ you|reverie|please|pls|just|seriously|from\ now\ on
    |bitte|also|aber|und|ab\ jetzt|von\ jetzt\ an|hey\ du
    |s'il\ te\ pla[iî]t|s'il\ vous\ pla[iî]t|stp|svp|et|mais|désormais
    |por\ favor|y|pero|oye
    |alsjeblieft|aub|en|maar|hé)\b[\s,:–—-]*)*"""
_FOR_GOOD = r"""(?:[\s,]+(?P<for_good>again|any\ ?more|any\ longer|ever(?:\ again)?|forever|for\ good|from\ now\ on|in\ (?:the\ )?future|to\ me
    |with\ me|already))"""
# "Right now" may mean until later, and stays out.
URGENT = (
    r"(?:immediately|right\ away|at\ once|straight\ away|(?<!for\s)(?<!until\s)(?<!till\s)now|sofort|(?<!für\s)jetzt|auf\ der\ stelle|tout\ de\ suite"
    r"|immédiatement|(?<!pour\s)maintenant|(?<!por\s)ahora(?:\ mismo)?|inmediatamente|ya|(?<!voor\s)nu|meteen|onmiddellijk)"
)
COURTESY = rf"(?:[\s,]+(?:please|pls|ok|okay|thanks|thank\ you|reverie|bitte|danke|merci|gracias|por\ favor|dank\ je|alsjeblieft|s'il\ te\ pla[iî]t|s'il\ vous\ pla[iî]t|{URGENT}))"
TAIL = rf"(?:{_FOR_GOOD}|{COURTESY})*"
REASON = r"(?:(?:,|\s[–—-]+)\s*(?:because\s+|since\s+)?|\s+because\s+)(?:it|it's|that|that's|this|i|i'm|i've|he|she|we|they)\b.*"
X = r"(?P<x>\S.*?)"

STOP = r"(?:stop|quit)"
NAME = r"(?:mention|bring\ up|discuss)"
NAME_ING = r"(?:mentioning|bringing\ up|discussing)"
ABOUT_ING = r"(?:(?:talking|talkin'?|speaking)(?:\ (?:to|with)\ (?:me|us))?|going\ on(?:\ and\ on)?|rambling|asking(?:\ (?:me|us))?|(?:reminding|telling)\ (?:me|us))\s+(?:about|abt|of)"
ABOUT = r"(?:talk|speak|go\ on|ask(?:\ me)?|remind\ me)\s+(?:to\ me\ )?(?:about|of)"
# What follows "stop": it names the topic.
STOP_NAMING = rf"(?:(?:{ABOUT_ING}|{NAME_ING})\s+{X}|bringing\s+(?P<x2>\S.*?)\s+up)"
_NOT = r"(?:don't|do\ not|dont|never|don't\ ever|do\ not\ ever|never\ ever|let's\ not|let\ us\ not)"
WANT = r"(?:i\ (?:want|need|would\ like)\ you\ to\s+|i'd\ like\ you\ to\s+|let's\s+)?"
_MAY = r"(?:you\ (?:can|may)|you're\ allowed\ to|you\ are\ allowed\ to|feel\ free\ to|it's\ (?:ok|okay|fine)\ to)"
_AGAIN = r"(?:[\s,]+(?:again(?:\ now)?|now(?:\ again)?))"
_MIND = r"(?:always\s+)?(?:remember|keep\ in\ mind|bear\ in\ mind|don't\ forget|do\ not\ forget|never\ forget)"
_VERY = r"(?:(?:very|really|so|super|extremely)\s+)?"


def whole(form: str) -> str:
    """Return the verbose expression of a whole sentence of this form; `sentences.pattern` compiles it at its first use."""
    return rf"(?i){_LEAD}(?:{form})\s*"


# (order, strong, form). A strong form can only be meant for the assistant and for good; a weak one ("don't mention
# Rex") may also be part of a writing task, and yields to one. English "forget" is among the requests.
_ENGLISH = (
    (OrderKind.BAN, True, rf"{WANT}(?:please\s+)?{STOP}\s+{STOP_NAMING}{TAIL}(?:{REASON})?"),
    (OrderKind.BAN, True, rf"no\s+more\s+talk(?:ing)?\s+about\s+{X}{TAIL}(?:{REASON})?"),
    (OrderKind.BAN, False, rf"{_NOT}\s+{ABOUT}\s+{X}{TAIL}(?:{REASON})?"),
    (OrderKind.BAN, False, rf"{_NOT}\s+{NAME}\s+{X}{TAIL}(?:{REASON})?"),
    (OrderKind.BAN, False, rf"{_NOT}\s+bring\s+{X}\s+up{TAIL}(?:{REASON})?"),
    (OrderKind.UNBAN, True, rf"{_MAY}\s+(?:talk|speak)\s+about\s+{X}{_AGAIN}{COURTESY}*"),
    (OrderKind.UNBAN, True, rf"{_MAY}\s+{NAME}\s+{X}{_AGAIN}{COURTESY}*"),
    (OrderKind.UNBAN, True, rf"{_MAY}\s+bring\s+{X}\s+up{_AGAIN}{COURTESY}*"),
    (
        OrderKind.PIN,
        False,
        rf"{_MIND}\s+that\s+{X}\s+(?:is|are)\s+{_VERY}important(?:\s+(?:to|for)\ (?:me|us))?{COURTESY}*",
    ),
    (OrderKind.REMEMBER, False, rf"(?:{_MIND}\s+that|remember\s*(?:this\s*)?:)\s+{X}{COURTESY}*"),
)
_GERMAN = (
    (
        OrderKind.BAN,
        True,
        rf"hör(?:en\ sie)?\s+(?:bitte\s+)?(?:endlich\s+)?auf,?\s+(?:über|von)\s+{X}\s+zu\s+(?:reden|sprechen){COURTESY}*",
    ),
    (OrderKind.BAN, True, rf"hör(?:en\ sie)?\s+(?:bitte\s+)?(?:endlich\s+)?auf,?\s+{X}\s+zu\s+erwähnen{COURTESY}*"),
    (
        OrderKind.BAN,
        True,
        rf"(?:red|rede|sprich|sprechen\ sie|reden\ sie)\s+(?:bitte\s+)?(?:nicht\ mehr|nie\ wieder|nie\ mehr|nicht\ wieder)\s+(?:über|von)\s+{X}{COURTESY}*",
    ),
    (
        OrderKind.BAN,
        True,
        rf"erwähne?(?:n\ sie)?\s+(?:bitte\s+)?{X}\s+(?:bitte\s+)?(?:nicht\ mehr|nie\ wieder|nie\ mehr|nicht\ wieder){COURTESY}*",
    ),
    (
        OrderKind.UNBAN,
        True,
        rf"(?:du\ (?:darfst|kannst)|sie\ (?:dürfen|können))\s+(?:jetzt\s+)?wieder\s+über\s+{X}\s+(?:reden|sprechen){COURTESY}*",
    ),
    (
        OrderKind.PIN,
        False,
        rf"(?:merk|merke)\s+dir\s*,?\s*(?:bitte\s*,?\s*)?dass\s+(?:mir\s+)?{X}\s+(?:für\ mich\s+)?(?:sehr\s+)?wichtig\s+(?:ist|sind){COURTESY}*",
    ),
    (
        OrderKind.FORGET,
        True,
        rf"vergiss\s+(?:bitte\s+)?(?:meine?[nmrs]?|unsere?[nmrs]?|alles\s+(?:über|von))\s+{X}{COURTESY}*",
    ),
    (
        OrderKind.FORGET,
        True,
        rf"vergiss\s*,?\s*(?:bitte\s*,?\s*)?(?:alles\s*,?\s*)?was\s+ich\s+(?:dir\s+)?(?:je(?:mals)?\s+)?(?:über|von)\s+{X}\s+(?:gesagt|erzählt|geschrieben)\s+habe?{COURTESY}*",
    ),
    (
        OrderKind.REMEMBER,
        False,
        rf"(?:merke?\s+dir|denke?\s+daran|vergiss\s+nicht)\s*,?\s*(?:bitte\s*,?\s*)?dass\s+{X}{COURTESY}*",
    ),
)
OF_FRENCH = r"(?:de\s+la\s+|de\s+l'|du\s+|des\s+|de\s+|d')"
_FRENCH = (
    (
        OrderKind.BAN,
        True,
        rf"arr[eê]te(?:z)?\s+(?:s'il\ (?:te|vous)\ pla[iî]t\s+)?de\s+(?:me\s+)?parler\s+{OF_FRENCH}{X}{COURTESY}*",
    ),
    (OrderKind.BAN, True, rf"arr[eê]te(?:z)?\s+de\s+mentionner\s+{X}{COURTESY}*"),
    (OrderKind.BAN, True, rf"ne\s+(?:me\s+)?parle[sz]?\s+plus\s+(?:jamais\s+)?{OF_FRENCH}{X}{COURTESY}*"),
    (OrderKind.BAN, True, rf"ne\s+mentionne[sz]?\s+plus\s+(?:jamais\s+)?{X}{COURTESY}*"),
    (
        OrderKind.UNBAN,
        True,
        rf"(?:tu\ peux|vous\ pouvez)\s+(?:reparler\s+{OF_FRENCH}{X}|parler\s+(?:à|de)\ nouveau\s+{OF_FRENCH}(?P<x2>\S.*?)){COURTESY}*",
    ),
    (OrderKind.UNBAN, True, rf"(?:tu\ peux|vous\ pouvez)\s+parler\s+{OF_FRENCH}{X}\s+(?:à|de)\ nouveau{COURTESY}*"),
    (
        OrderKind.PIN,
        False,
        rf"(?:souviens-toi|rappelle-toi|retiens|n'oublie\ pas)\s+que\s+{X}\s+(?:est|sont)\s+(?:très\s+)?importante?s?(?:\s+pour\ moi)?{COURTESY}*",
    ),
    (OrderKind.FORGET, True, rf"oubliez?\s+(?:mon|ma|mes|notre|nos|tout\s+sur)\s+{X}{COURTESY}*"),
    (
        OrderKind.FORGET,
        True,
        rf"oubliez?\s+(?:tout\s+)?ce\s+que\s+(?:j'|je\s+t'|je\s+vous\s+)ai\s+(?:dit|raconté|écrit)\s+sur\s+{X}{COURTESY}*",
    ),
    (
        OrderKind.REMEMBER,
        False,
        rf"(?:souviens-toi|rappelle-toi|retiens|n'oublie\ pas)\s+(?:que\s+|qu'){X}{COURTESY}*",
    ),
)
_MORE = r"(?:más|nunca\ más|nunca|otra\ vez|de\ nuevo)"
_SPANISH = (
    (
        OrderKind.BAN,
        True,
        rf"(?:deja|deje|para|pare)\s+(?:por\ favor\s+)?de\s+hablar(?:me)?\s+(?:de|del|sobre)\s+{X}{COURTESY}*",
    ),
    (OrderKind.BAN, True, rf"(?:deja|deje|para|pare)\s+de\s+mencionar(?:me)?\s+(?:a\s+|al\s+)?{X}{COURTESY}*"),
    (OrderKind.BAN, True, rf"no\s+(?:me\s+)?hables?\s+{_MORE}\s+(?:de|del|sobre)\s+{X}{COURTESY}*"),
    (OrderKind.BAN, True, rf"no\s+(?:me\s+)?hables?\s+(?:de|del|sobre)\s+{X}\s+{_MORE}{COURTESY}*"),
    (OrderKind.BAN, True, rf"no\s+(?:me\s+)?menciones?\s+{_MORE}\s+(?:a\s+|al\s+)?{X}{COURTESY}*"),
    (OrderKind.BAN, True, rf"no\s+(?:me\s+)?menciones?\s+(?:a\s+|al\s+)?{X}\s+{_MORE}{COURTESY}*"),
    (OrderKind.UNBAN, True, rf"(?:ya\s+)?puedes?\s+volver\s+a\s+hablar\s+(?:de|del|sobre)\s+{X}{COURTESY}*"),
    (
        OrderKind.UNBAN,
        True,
        rf"(?:ya\s+)?puedes?\s+hablar\s+(?:de|del|sobre)\s+{X}\s+(?:otra\ vez|de\ nuevo){COURTESY}*",
    ),
    (
        OrderKind.PIN,
        False,
        rf"(?:recuerda|no\ olvides)\s+que\s+{X}\s+(?:es|son)\s+(?:muy\s+)?importantes?(?:\s+para\ mí)?{COURTESY}*",
    ),
    (OrderKind.FORGET, True, rf"olvida\s+(?:mi|mis|nuestro|nuestra|todo\s+sobre)\s+{X}{COURTESY}*"),
    (
        OrderKind.FORGET,
        True,
        rf"olvida\s+(?:todo\s+)?lo\s+que\s+(?:te\s+)?(?:dije|he\s+dicho|conté|he\s+contado)\s+sobre\s+{X}{COURTESY}*",
    ),
    (OrderKind.REMEMBER, False, rf"(?:recuerda|no\ olvides)\s+que\s+{X}{COURTESY}*"),
)
_DUTCH = (
    (
        OrderKind.BAN,
        True,
        rf"(?:stop|houd?\s+op)\s+(?:alsjeblieft\s+)?met\s+(?:praten\s+over|het\s+noemen\s+van)\s+{X}{COURTESY}*",
    ),
    (OrderKind.BAN, True, rf"houd?\s+(?:alsjeblieft\s+)?op\s+over\s+{X}{COURTESY}*"),
    (
        OrderKind.BAN,
        True,
        rf"(?:praat|begin|spreek)\s+(?:alsjeblieft\s+)?(?:niet\ meer|nooit\ meer|niet\ weer)\s+over\s+{X}{COURTESY}*",
    ),
    (OrderKind.BAN, True, rf"noem\s+(?:alsjeblieft\s+)?{X}\s+(?:niet\ meer|nooit\ meer){COURTESY}*"),
    (
        OrderKind.UNBAN,
        True,
        rf"(?:je\ mag|je\ kunt|u\ mag)\s+(?:het\s+)?(?:nu\s+)?weer\s+over\s+{X}\s+(?:praten|spreken|hebben){COURTESY}*",
    ),
    (
        OrderKind.PIN,
        False,
        rf"(?:onthoud|vergeet\ niet)\s+dat\s+{X}\s+(?:heel\s+|erg\s+)?belangrijk\s+(?:is|zijn)(?:\s+voor\ mij)?{COURTESY}*",
    ),
    (OrderKind.FORGET, True, rf"vergeet\s+(?:alsjeblieft\s+)?(?:mijn|m'n|onze|ons|alles\s+over)\s+{X}{COURTESY}*"),
    (
        OrderKind.FORGET,
        True,
        rf"vergeet\s+(?:alles\s+)?wat\s+ik\s+(?:je\s+)?over\s+{X}\s+(?:heb\s+)?(?:gezegd|verteld)(?:\s+heb)?{COURTESY}*",
    ),
    (OrderKind.REMEMBER, False, rf"(?:onthoud|vergeet\ niet)\s+dat\s+{X}{COURTESY}*"),
)

FORMS = tuple(
    (order, is_strong, whole(form), tongue)
    for tongue, forms in (
        (Tongue.ENGLISH, _ENGLISH),
        (Tongue.GERMAN, _GERMAN),
        (Tongue.FRENCH, _FRENCH),
        (Tongue.SPANISH, _SPANISH),
        (Tongue.DUTCH, _DUTCH),
    )
    for order, is_strong, form in forms
)
# A sentence without one of these is no order: most messages are done after this search.
TRIGGER = re.compile(
    r"""\b(?:stop|quit|don't|dont|do\ not|never|let's\ not|let\ us|you\ can|you\ may|allowed\ to|feel\ free|(?:ok|okay|fine)\ to|clear|lösche?|(?:oublie|efface)[sz]|efface|borr[ae]|olvide|wis|verwijder
    |remember|keep\ in\ mind|bear\ in\ mind|forget
    |(?:can|could|would|will|do)\ (?:you|u)|(?:told|asked)\ you|rather\ not|enough|shut\ up|drop|avoid|ban|delete|erase|wipe|remove
    |ich|kannst|könntest|würdest|peux-tu|pourrais-tu|pourrais|pourriez-vous|pouvez-vous|podrías|podría|kun|kan|wil|zou
    |hören?|red|reden?|sprich|sprechen|erwähnen?|darfst|dürfen|kannst|können|merke?|denke?|vergiss
    |arr[eê]tez?|ne|peux|pouvez|souviens-toi|rappelle-toi|retiens|n'oublie|oubliez?
    |deja|deje|para|pare|no|puedes?|recuerda|olvida|houd?|praat|begin|spreek|noem|mag|kunt|onthoud|vergeet|hör)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# Leading words that are no part of a topic's name.
DETERMINERS = re.compile(
    r"""(?:(?:(?:the|this|that|these|those|a|an|my|our|your|his|her|their|any|all|damn|damned|stupid|bloody|fucking|freaking
    |der|die|das|den|dem|des|eine?[nmrs]?|meine?[nmrs]?|deine?[nmrs]?|unsere?[nmrs]?
    |le|la|les|une?|mon|ma|mes|ton|ta|tes|notre|nos|el|los|las|una|mis?|tus?|de|het|een|mijn|m'n|jouw|je|onze|ons)\s+)|l')+
    """,
    re.IGNORECASE | re.VERBOSE,
)
SUBJECT_OF = re.compile(
    r"(?:(?:the\s+)?(?:topic|subject|issue|matter)\s+of|(?:anything|everything|things)\s+(?:about|related\ to))\s+",
    re.IGNORECASE,
)
