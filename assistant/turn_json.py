"""A turn result as JSON, as REPLAY's results and `reverie ask --json` print it."""

from assistant.events import TurnResult
from assistant.session import Session
from memory.records import Usage, Verdict
from memory.store import memories


def turn_json(session: Session, result: TurnResult) -> dict[str, object]:
    """Write a turn result with the handles that users and scripts know."""
    shown = (*result.selection.active, *result.selection.withheld)
    with session.connection() as connection:
        known = memories.read_memories(connection, [one.memory_id for one in shown])

    def handle(verdict: Verdict) -> str:
        memory = known.get(verdict.memory_id)
        return memory.handle if memory else f"m{verdict.memory_id}"

    fields: dict[str, object] = {
        "turn": result.turn_id,
        "chat": result.chat_name,
        "mode": result.mode,
        "active": [
            {"id": handle(one), "reason": one.in_reason, "score": one.score, "tokens": one.tokens}
            for one in result.selection.active
        ],
        "withheld": [
            {"id": handle(one), "reason": one.out_reason, "until_turn": one.until_turn}
            for one in result.selection.withheld
        ],
        "prompt": result.prompt,
        "prompt_tokens": result.prompt_tokens,
        "reply": result.reply.text if result.reply else None,
        "rewritten": result.is_rewritten,
        "notices": list(result.notices),
    }
    return fields


def usage_json(usage: Usage | None) -> dict[str, object]:
    """Write what a reply cost."""
    if usage is None:
        return {}
    return {
        "prompt_tokens": usage.prompt_tokens,
        "cached_tokens": usage.cached_tokens,
        "first_token_s": round(usage.first_token_s, 4),
        "tokens_per_s": round(usage.tokens_per_s, 2),
        "reply_tokens": usage.reply_tokens,
    }
