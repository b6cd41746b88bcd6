"""Compiled keys of authored memories, kept for a session: a pattern takes longer to compile than to search.

The one fact that a reader would get wrong: they are kept by what is stored, not by memory. An edited trigger is another
text, so nothing has to be told of an edit, and two memories with the same keys share them.
"""

from memory.rules.keys import KeyMatch, KeySet, KeyText, compile_trigger
from memory.store.cells import UNREADABLE
from memory.store.memory_rows import trigger_from_json

_NO_KEYS = KeyMatch(is_hit=False, is_excluded=False)


class KeySets:
    """Matches messages against stored triggers. Safe to use from several threads.

    Args:
        capacity: Triggers kept before it starts afresh; ten thousand take about 20 MB.
    """

    def __init__(self, capacity: int = 10_000) -> None:
        self._capacity = capacity
        self._compiled: dict[str, KeySet] = {}

    def match(self, stored: str | None, text: KeyText) -> KeyMatch:
        """Judge a message by a trigger as it is stored; None = a memory without one."""
        if stored is None:
            return _NO_KEYS
        known = self._compiled.get(stored)
        if known is None:
            try:
                known = compile_trigger(trigger_from_json(stored))
            except UNREADABLE:
                # `memory.store.damaged_rows` names it; it is reached by nothing.
                return _NO_KEYS
            if len(self._compiled) >= self._capacity:
                self._compiled = {}
            self._compiled[stored] = known
        return known.match(text)
