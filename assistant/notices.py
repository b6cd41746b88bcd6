"""Honest lines about a turn: what Reverie cannot do, it says."""

import re

_REMINDER = re.compile(
    r"^\W*(?:(?:please|can you|could you|hey|and)\W+)*(?:remind me (?:to|about|of|on|at|in|tomorrow|next|every)\b"
    r"|set (?:a|an|the) (?:reminder|alarm|timer)\b|wake me\b)"
    r"|(?:^|[.!?]\s+)(?:erinnere mich (?:daran|an)\b|rappelle[- ]moi d|recu[ée]rdame\b|herinner me (?:eraan|aan)\b)",
    re.IGNORECASE | re.MULTILINE,
)


def notices_for(text: str) -> tuple[str, ...]:
    """Return the lines that a message calls for.

    "remind me to call Ann" is stored, but no alarm will ring.
    """
    if _REMINDER.search(text):
        return ("Noted, and I will remember it when you ask. But I cannot ring: no alarm will go off.",)
    return ()
