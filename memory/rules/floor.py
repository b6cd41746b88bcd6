"""The floor: what a memory must reach to fit at all, so that nothing is shown when nothing fits.

The one fact that a reader would get wrong: both quantities are absolute. They mean the same in a store of two memories and
of 60,000, except that among many unrelated memories the nearest is nearer by chance: so the cosine asked for grows with
the store.
"""

import math
from dataclasses import dataclass

from memory.records import Mode

_TEN_MEMORIES = 10


@dataclass(frozen=True, slots=True)
class Floor:
    """Two ways to fit: by meaning alone, or by meaning and words together.

    fits = cosine >= min(most, least + step * log10(memories / 10)) or cosine + term_share >= together
    Worked, associative, 1,000 memories: cosine 0.35 + 0.05 * 2 = 0.45 fits alone; 0.25 does with half of the words.

    Args:
        least: Cosine that is enough in a store of ten memories or fewer.
        step: What is added to it for every tenfold.
        most: It never asks for more.
        together: Cosine plus share of the query's words, by weight.
    """

    least: float
    step: float
    most: float
    together: float

    def fits(self, cosine: float, term_share: float, memories: int) -> bool:
        """Tell whether a memory fits the query.

        Args:
            cosine: Of the query's content and the memory's text, -1..1.
            term_share: Of the query's weight by inverse document frequency, found in the memory's text, 0..1.
            memories: How many the store holds.
        """
        alone = min(self.most, self.least + self.step * math.log10(max(memories, _TEN_MEMORIES) / _TEN_MEMORIES))
        return cosine >= alone or cosine + term_share >= self.together


def floor(mode: Mode) -> Floor:
    """Return the floor of a mode. Asked may err on the side of showing: the user wants something from the past.

    Source: our own measurement with wordllama, 2026: on LoCoMo's development half the associative floor keeps 70 % of the
    found evidence and lets something through for 5 % of 375 unrelated messages (cosine 0.40 or half of the words: 68 %
    and 7 %); the asked floor 73 % and 13 %.
    """
    if mode is Mode.ASKED:
        return Floor(least=0.25, step=0.075, most=0.45, together=0.60)
    return Floor(least=0.35, step=0.05, most=0.50, together=0.70)
