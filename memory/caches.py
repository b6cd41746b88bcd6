"""What a session keeps in memory so that it finds faster.

The one fact that a reader would get wrong: nothing here is a source of truth. Fresh caches give the same answers, later.
"""

from dataclasses import dataclass, field

from memory.key_sets import KeySets
from memory.live_vectors import LiveVectors


@dataclass(frozen=True, slots=True)
class Caches:
    """Compiled keys, and the live vectors. Safe to share between threads."""

    key_sets: KeySets = field(default_factory=KeySets)
    live_vectors: LiveVectors = field(default_factory=LiveVectors)
