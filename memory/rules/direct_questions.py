"""Direct questions after one thing that the user may have told: "When does the plumber come?" is one.

The one fact that a reader would get wrong: such a message stays associative, since it says neither "my" nor "I". It only
lets a statement of the user's own pass that holds all of its content and would be left out for nothing but its cooldown.
"""

from memory.rules.query_terms import query_terms
from memory.rules.sentences import examined, pattern, sentences

# A single word in common ("the bus") is a coincidence too often.
FEWEST_TERMS = 2
# Of the question's weight by inverse document frequency: all of it, but for rounding.
LEAST_SHARE = 0.95

_LEAD = r"^(?:(?:and|but|so|ok|okay|hey|hi|hello|please|sorry|und|aber|et|mais|y|pero|en|maar),?\ )?"
_DIRECT = rf"""
    {_LEAD}(?:when|where|who|whose|whom|(?:at\ |on\ |in\ )?(?:what\ time|(?:what|which)\ (?:day|date|month|room|floor|street))
        |how\ much)(?:\ (?:is|are|was|were|does|do|did|has|have|will)\b|'s\b|\ [a-z]+s\b|\ [a-z]+ed\b).{{0,60}}?\b(?:the|that)\ \w
    | {_LEAD}(?:wann|wo|wer|wohin|woher|um\ wie\ ?viel\ uhr)\ \w+.{{0,60}}?\b(?:der|die|das|den|dem)\ \w
    | {_LEAD}(?:quand|ou|qui|a\ quelle\ heure|combien)\ .{{0,60}}?(?:\b(?:le|la|les)\ |\bl')\w
    | {_LEAD}(?:cuando|donde|quien|a\ que\ hora|cuanto)\ \w+.{{0,60}}?\b(?:el|la|los|las)\ \w
    | {_LEAD}(?:wanneer|waar|wie|hoe\ laat|hoeveel)\ \w+.{{0,60}}?\b(?:de|het)\ \w
"""
_GENERAL = r"""
    \b(?:should|could|would|can|may|might|must|usually|generally|normally|first|best|most|oldest|largest|soll\w*|kann|dois
        |peut|puedo|debo|moet|kan|beste?|mejor|meilleure?)\b
"""


def asks_for_one_thing(text: str) -> bool:
    """Tell whether a message is one direct question after a time, a place, a person or a price, with two words to find."""
    found = sentences(examined(text))
    if len(found) != 1 or len(query_terms(text).terms) < FEWEST_TERMS:
        return False
    asked = found[0].plain
    return pattern(_DIRECT).search(asked) is not None and pattern(_GENERAL).search(asked) is None
