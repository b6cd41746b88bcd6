"""Chance that repeats: one draw per memory and turn, told by their ids and the installation's seed.

The one fact that a reader would get wrong: there is no generator and no order. A draw is a hash of its ids, so a
regenerated reply, a preview and a second program see the same chance, however many other memories were drawn before.
"""

from hashlib import blake2b

from memory.records import MemoryId, TurnId

_ALWAYS = 100
_BITS = 53  # as many as a float holds exactly, so that a share never rounds up to 1


def draw_share(purpose: str, *, seed: int, memory_id: MemoryId, turn_id: TurnId) -> float:
    """Draw a number in [0, 1), even over memories and turns; draws for two purposes are independent."""
    digest = blake2b(f"{purpose}:{seed}:{memory_id}:{turn_id}".encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") >> (64 - _BITS)) / (1 << _BITS)


def is_drawn(probability: int, *, seed: int, memory_id: MemoryId, turn_id: TurnId) -> bool:
    """Tell whether a memory passes its chance on this turn.

    Args:
        probability: Percentage: 0 never passes, 100 always does.
        seed: The installation's.
        memory_id: Whose draw it is.
        turn_id: The id that the turn has or will have.
    """
    if probability >= _ALWAYS:  # most memories: spares the hash
        return True
    return _ALWAYS * draw_share("probability", seed=seed, memory_id=memory_id, turn_id=turn_id) < probability
