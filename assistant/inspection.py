"""Look at one memory as the gate would see it on a chat's next turn; changes nothing."""

from assistant.memories import by_handle
from assistant.session import Session
from memory.records import ChatId, InReason
from memory.retrieval import has_faded, importance
from memory.rules import decay
from memory.rules.candidate import Candidate
from memory.rules.gate import verdict
from memory.rules.turn_state import state
from memory.store import chats, memory_ids, presence, verdicts


def inspect(session: Session, handle: str, chat_id: ChatId, *, is_model_needed: bool = True) -> dict[str, object]:
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
            is_constant=memory.trigger.constant,
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
        trigger = memory.trigger
        return {
            "id": memory.handle,
            "text": memory.text,
            "provenance": memory.provenance,
            "kind": memory.kind,
            "importance": round(worth, 4),
            "importance_stored": round(memory.importance, 4),
            "tier": decay.tier(now - memory.said_at),
            "said_at": memory.said_at.isoformat().replace("+00:00", "Z"),
            "sticky": memory.knobs.sticky,
            "cooldown": memory.knobs.cooldown,
            "delay": memory.knobs.delay,
            "keys": list(trigger.keys),
            "exclude_keys": list(trigger.exclude_keys),
            "secondary_keys": list(trigger.secondary_keys),
            "logic": trigger.logic,
            "constant": trigger.constant,
            "probability": trigger.probability,
            "group": ", ".join(trigger.groups),
            "pinned": memory.is_pinned,
            "topic_pinned": memory.is_topic_pinned,
            "disabled": memory.is_disabled,
            "suppressed": candidate.is_suppressed,
            "standing": candidate.is_standing,
            "archived": has_faded(memory, now, seen),
            "times_said": memory.times_said,
            "last_active_turn": max(active, default=None),
            "verdict": next_verdict.kind,
            "reason": next_verdict.in_reason or next_verdict.out_reason,
            "until_turn": next_verdict.until_turn,
        }
