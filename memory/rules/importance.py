"""Importance at write time: the first of the five defences.

The one fact that a reader would get wrong: length only ever lowers importance, and it is the length of the whole message
before it is cut in pieces. Rewarding length is how an assistant's reports came to win every ranking.
"""

from memory.records import Kind, Provenance

BASE = 0.5
LONG_FROM_CHARACTERS = 2_000
LONG_OR_REPORT_FACTOR = 0.3
GIST_IMPORTANCE = 0.5
ASSISTANT_AT_MOST = 0.3

_BY_KIND = {
    Kind.IDENTITY: 0.9,
    Kind.PREFERENCE: 0.9,
    Kind.COMMITMENT: 0.7,
    Kind.FACT: 0.6,
    Kind.CHAT: BASE,
    Kind.QUESTION: 0.3,
    Kind.APOLOGY: 0.1,
    Kind.GREETING: 0.1,
    Kind.REPORT: BASE,
}


def importance_of(*, kind: Kind, provenance: Provenance, message_characters: int) -> float:
    """Return the importance, 0..1, that a memory is stored with.

    importance = by kind, x 0.3 for a report or a message over 2,000 characters (never both), at most 0.3 for the
    assistant; a gist is 0.5. A preference of 40 characters 0.9, of 2,001 characters 0.27; a report of any length 0.15; a
    fact that the assistant said 0.3. Source: the first article's layer 1, with DESIGN 2.1's kinds.

    Args:
        kind: From `kinds.kind_of`, or as authored.
        provenance: Who it is from.
        message_characters: Length of the whole message, also for one of its pieces.
    """
    if provenance is Provenance.GIST:
        return GIST_IMPORTANCE
    importance = _BY_KIND[kind]
    if kind is Kind.REPORT or message_characters > LONG_FROM_CHARACTERS:
        importance *= LONG_OR_REPORT_FACTOR
    return min(importance, ASSISTANT_AT_MOST) if provenance is Provenance.ASSISTANT_SAID else importance
