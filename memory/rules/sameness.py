"""Whether two memories say the same thing, so that they may become one.

The one fact that a reader would get wrong: the same words need not say the same thing. "I went running today" on two
days is two facts; so what is told by the day it was said on is never merged across days.
"""

from datetime import datetime, tzinfo

from memory.records import Kind, Memory, Provenance
from memory.rules.sentences import pattern, plain
from memory.rules.text import Stemmer, content_terms, fold, squeeze, without_accents

LEAST_COSINE = 0.95
_MERGED = frozenset({Provenance.USER_SAID, Provenance.ASSISTANT_SAID, Provenance.IMPORTED})
_STATING = frozenset({Kind.IDENTITY, Kind.PREFERENCE, Kind.COMMITMENT, Kind.FACT, Kind.CHAT})
_DATED = r"""
    \b(?:today|tonight|yesterday|tomorrow|now|currently|just|recently|later|soon|ago|again|still|already|yet|last|next
        |this\ (?:morning|afternoon|evening|week|weekend|month|year|time)|in\ (?:an?|\d+|two|three|a\ few)\ (?:minutes?|hours?|days?|weeks?|months?)
        |monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|afternoon|evening
        |heute|gestern|morgen|jetzt|gerade|aujourd'hui|hier|demain|maintenant|hoy|ayer|manana|ahora|oggi|ieri|domani|adesso
        |vandaag|gisteren|nu|hoje|ontem|amanha|agora)\b
"""


def can_merge(memory: Memory) -> bool:
    """Tell whether a memory takes part: nothing authored, no gist, nothing pinned, and nothing an author set up."""
    return (
        memory.provenance in _MERGED
        and not memory.is_held
        and not memory.is_disabled
        and not memory.trigger.keys
        and not memory.trigger.is_constant
        and memory.superseded_by is None
    )


def says_the_same(older: Memory, newer: Memory, cosine: float, stemmer: Stemmer, zone: tzinfo | None) -> bool:
    """Tell whether two memories may become one.

    Args:
        older: One.
        newer: The other.
        cosine: Of their vectors, -1..1.
        stemmer: For content terms.
        zone: Where days are told in.
    """
    if not (can_merge(older) and can_merge(newer)) or older.id == newer.id:
        return False
    is_of_one_kind = older.kind == newer.kind
    # "You planted trees?" states nothing; of what does, a kind given by hand or told from other words is no difference.
    if older.provenance != newer.provenance or not (is_of_one_kind or {older.kind, newer.kind} <= _STATING):
        return False
    if _is_dated(newer.text) and _day(older.said_at, zone) != _day(newer.said_at, zone):
        return False
    if _bare(older.text) == _bare(newer.text):
        return True
    if cosine < LEAST_COSINE or not is_of_one_kind:
        return False
    # In their order, or "Ann likes Bob" would be "Bob likes Ann"; digits count too, though no content word has any.
    return content_terms(older.text, stemmer) == content_terms(newer.text, stemmer) and _odd(older.text) == _odd(
        newer.text
    )


def _bare(text: str) -> str:
    """Return a text as it is compared; one of signs alone (an emoji, "?!") as it stands."""
    folded = without_accents(fold(text))
    return squeeze(folded) or folded.strip()


def _odd(text: str) -> list[str]:
    """Return what content terms leave out and yet decides: numbers and denials, in order."""
    return pattern(
        r"\d+|\b(?:not|no|never|nor|none|\w+n't|kein\w*|nicht|nie|pas|jamais|non|mai|niet|geen|nao|nunca)\b"
    ).findall(plain(text))


def _is_dated(text: str) -> bool:
    return pattern(_DATED).search(plain(text)) is not None


def _day(moment: datetime, zone: tzinfo | None) -> str:
    return moment.astimezone(zone).date().isoformat()
