"""What kind of answer a question wants: a time, an amount, several things.

The one fact that a reader would get wrong: the kinds do not exclude each other. "How many months since ..." wants an
amount, and what tells the time of either end.
"""

import re
from dataclasses import dataclass

from memory.rules.sentences import plain

_TIME = re.compile(
    r"(?:^|[,;:.?!] ?|\b(?:since|until|remember|know|say|tell me|and) )when\b(?! (?:i|we|you|he|she|they)\b)"
    r"|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow (?:long|recently)\b|\bhow many (?:days|weeks|months|years)\b"
    r"|\b(?:happened|came|was|were|did \w+|do) first\b|\bfirst, \b|\bmost recently\b"
    r"|(?:^|[,;:.?!] ?|\bseit )wann\b|\ban welchem tag\b|\bwie lange\b"
    r"|(?:^|[,;:.?!] ?|\bdesde )cuando\b|\bhace cuanto\b|\bcuanto tiempo\b|¿(?:desde )?cuando\b"
    r"|(?:^|[,;:.?!] ?|\bdepuis )quand\b|\bcombien de temps\b"
    r"|(?:^|[,;:.?!] ?|\bda )quando\b|\bda quanto\b"
)
_AMOUNT = re.compile(
    r"\bhow (?:many|much|old|often|far|long|tall|big|heavy)\b|\b(?:total|percentage|amount|number|difference|price|cost) "
    r"|\bwie ?viele?\b|\bcuant[oa]s?\b|\bcombien\b|\bquant[oaie]\b"
)
_SEVERAL = re.compile(
    r"\bhow (?:many|much)\b|\b(?:in )?total\b|\b(?:first|last|most|more|less|better), |\bfirst\b.*\bor\b|\border of\b"
    r"|\bdifference\b|\bbetween\b.*\band\b|\bpercentage\b|\bcompared\b|\bincrease\b|\b(?:which|who) .* or \b"
    r"|\bmost recently\b|\b(?:list|all|every) (?:the|my|of|our)\b"
    r"|\bwie ?viele\b|\binsgesamt\b|\bcuant[oa]s\b|\ben total\b|\bcombien\b|\bau total\b|\bquant[ie]\b|\bin totale\b"
)
_NUMBER_WORD = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twice|half|couple"
    r"|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|dutzend|zweimal|halb"
    r"|dos|tres|cuatro|cinco|siete|ocho|nueve|diez|docena|mitad"
    r"|deux|trois|quatre|cinq|sept|huit|neuf|dix|douzaine|moitie"
    r"|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dozzina|meta)\b"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question wants; nothing of it for most messages.

    Args:
        is_time: A date, a duration, an order in time.
        is_amount: A number.
        is_several: More than one fact: a sum, a count, a comparison.
    """

    is_time: bool = False
    is_amount: bool = False
    is_several: bool = False


def wanted(text: str) -> Wanted:
    """Tell what kind of answer a message wants."""
    words = plain(text)
    return Wanted(
        is_time=_TIME.search(words) is not None,
        is_amount=_AMOUNT.search(words) is not None,
        is_several=_SEVERAL.search(words) is not None,
    )


def tells_amount(text: str) -> bool:
    """Tell whether a text has a number in it, in digits or as a word from two on."""
    return _NUMBER_WORD.search(plain(text)) is not None
