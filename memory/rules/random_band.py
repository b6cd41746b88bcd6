"""The random band: at most one old memory that nothing matched, beside others that something did.

The one fact that a reader would get wrong: fairness is told by *when* a memory was last picked, not by how often. By
count a newcomer would be picked again and again until it had caught up, before the others had their turn.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memory.records import InReason, Kind, MemoryId, Provenance, Tier, TurnId
from memory.rules.budget import Budget
from memory.rules.candidate import natural_key
from memory.rules.draw import draw_share
from memory.rules.gate import Decision

# Source: DESIGN section 5, after RisuAI's random share of its memory budget.
BLOCK_PARTS = 5  # one of five: 20 %

_PROVENANCES = frozenset({Provenance.USER_SAID, Provenance.IMPORTED, Provenance.GIST})
_TIERS = frozenset({Tier.MID, Tier.LONG})


@dataclass(frozen=True, slots=True)
class RandomCandidate:
    """An eligible memory; `last_picked_turn` is the last turn it was in as `random`, in any chat, or None."""

    memory_id: MemoryId
    handle: str
    last_picked_turn: TurnId | None
    tokens: int


def is_eligible(provenance: Provenance, kind: Kind, tier: Tier) -> bool:
    """Tell whether a memory is of those that the band picks from, if the gate has nothing against it.

    Args:
        provenance: What the user said, imported or a gist; never the assistant's words, nor authored ones.
        kind: Anything but a report.
        tier: Mid or long.
    """
    return provenance in _PROVENANCES and kind is not Kind.REPORT and tier in _TIERS


def free_tokens(budget: Budget, decision: Decision) -> int:
    """Return the room for a pick: 20 % of the block, as far as the block has it left; 0 where none may come.

    Budget 500 with 450 taken: 50. Budget 500 with 100 taken: 100. The standing block alone is no company.
    """
    block = [active for active in decision.active if active.in_reason is not InReason.STANDING]
    if not block or len(block) >= budget.max_memories:
        return 0
    left_tokens = budget.max_tokens - sum(active.tokens for active in block)
    return max(0, min(budget.max_tokens // BLOCK_PARTS, left_tokens))


def pick(eligible: Iterable[RandomCandidate], *, turn_id: TurnId, seed: int, max_tokens: int) -> MemoryId | None:
    """Pick one memory that fits, or None: one that was never picked, else the one whose pick is longest ago.

    Among equals the draw of memory and turn decides, so a regenerated or previewed turn picks the same.
    What does not fit is left out before the turn is given, or one huge memory would hold it for ever.
    """

    def turn_order(one: RandomCandidate) -> tuple[int, float, object]:
        share = draw_share("random band", seed=seed, memory_id=one.memory_id, turn_id=turn_id)
        last_picked = -1 if one.last_picked_turn is None else one.last_picked_turn
        return last_picked, share, natural_key(one.handle)

    fitting = [one for one in eligible if one.tokens <= max_tokens]
    return min(fitting, key=turn_order).memory_id if fitting else None
