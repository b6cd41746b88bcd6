"""One scale for the cosines of all embedders: that of the shipped one, for which floor and ranking were measured.

The one fact that a reader would get wrong: a cosine means nothing by itself. Two unrelated sentences are at 0.1 with one
embedder and at 0.8 with another, so a cosine is told by where it lies among those of unrelated texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

_HIGH_SHARE = 0.99
# Nearer together, the cosines of unrelated texts tell nothing: the model gives every text the same vector.
_LEAST_SPREAD = 0.01


@dataclass(frozen=True, slots=True)
class Unrelated:
    """The cosines of unrelated texts: their median, and what 99 % of them stay under. -1..1 each."""

    middle: float
    high: float

    @property
    def is_telling(self) -> bool:
        """Whether the embedder tells texts apart at all."""
        return self.high - self.middle >= _LEAST_SPREAD and self.high <= 1.0 - _LEAST_SPREAD


@dataclass(frozen=True, slots=True)
class CosineScale:
    """Maps an embedder's cosines to those that the shipped embedder would have for texts as alike.

    Linear from median to median, from 99 % to 99 %, and from 1 to 1; below the median as just above it.
    Worked, own 0.70 and 0.90, shipped 0.10 and 0.40: 0.80 becomes 0.25, 0.95 becomes 0.70, 0.60 becomes -0.05.
    """

    own: Unrelated
    shipped: Unrelated

    def on_shipped(self, cosine: float) -> float:
        """Return a cosine on the shipped embedder's scale, -1..1."""
        own, shipped = self.own, self.shipped
        if cosine > own.high:
            share = (cosine - own.high) / (1.0 - own.high)
            return min(1.0, shipped.high + share * (1.0 - shipped.high))
        share = (cosine - own.middle) / (own.high - own.middle)
        return max(-1.0, shipped.middle + share * (shipped.high - shipped.middle))


def unrelated(cosines: Sequence[float]) -> Unrelated:
    """Tell the distribution of the cosines of unrelated texts.

    Args:
        cosines: At least one.
    """
    ordered = sorted(cosines)
    return Unrelated(ordered[len(ordered) // 2], ordered[int(_HIGH_SHARE * (len(ordered) - 1))])
