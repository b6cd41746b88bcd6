"""Look at one memory as the gate would see it on a chat's next turn; changes nothing."""

from dataclasses import dataclass

from assistant.memories import by_handle
from assistant.session import Session
from memory.records import ChatId, InReason, Memory, Tier, TurnId, Verdict
from memory.rules import decay
from memory.rules.candidate import Candidate
from memory.rules.gate import verdict
from memory.rules.turn_state import state
from memory.store import chats, memory_ids, presence, verdicts
from memory.worth import has_faded, importance


@dataclass(frozen=True, slots=True)
class Inspected:
    """A memory and what the gate would make of it if nothing matched it; `importance` is that of now, 0..1."""

    memory: Memory
    importance: float
    tier: Tier
    is_suppressed: bool
    is_standing: bool
    is_archived: bool
    last_active_turn: TurnId | None
    verdict: Verdict


def inspect(session: Session, handle: str, chat_id: ChatId, *, is_model_needed: bool = True) -> Inspected:
    """Tell everything about a memory, with the verdict it would get if nothing matched it.

    Args:
        session: Whose.
        handle: The memory.
        chat_id: The chat whose next turn is meant.
        is_model_needed: False to take everything that could stand in the standing block for standing. What fits into
            the block is known only once it is built, which needs the model and re-induces.

    Raises:
        NotFoundError: there is no such memory.
    """
    now = session.clock.now()
    with session.connection() as connection:
        memory = by_handle(connection, handle)
        seen = presence.read_presence(connection, now)
        worth = importance(memory, now, seen)
        clock = chats.turn_clock(connection, chat_id, window=max(memory.knobs.sticky, memory.knobs.cooldown) + 2)
        rows = verdicts.activations(connection, [memory.id]).get(memory.id, [])
        past = state(rows, clock)
        if is_model_needed:
            standing_ids = session.standing(connection, now).ids
        else:
            standing_ids = tuple(memory_ids.standing_ids(connection))
        candidate = Candidate(
            memory_id=memory.id,
            handle=memory.handle,
            knobs=memory.knobs,
            probability=memory.trigger.probability,
            groups=memory.trigger.groups,
            is_constant=memory.trigger.is_constant,
            is_suppressed=session.suppression(connection)(memory),
            is_standing=memory.id in standing_ids,
            is_visible=False,
            is_excluded=False,
            is_asked=False,
            is_matched=False,
            score=None,
            importance=worth,
            tokens=0,
        )
        next_verdict = verdict(candidate, past, clock)
        active = [row.turn_id for row in rows if row.verdict.in_reason not in (None, InReason.STANDING)]
        return Inspected(
            memory=memory,
            importance=worth,
            tier=decay.tier(now - memory.said_at),
            is_suppressed=candidate.is_suppressed,
            is_standing=candidate.is_standing,
            is_archived=has_faded(memory, now, seen),
            last_active_turn=max(active, default=None),
            verdict=next_verdict,
        )
