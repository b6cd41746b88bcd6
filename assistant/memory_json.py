"""Memories as JSON: what was found, what is listed, and what inspecting one tells.

The one fact that a reader would get wrong: the order of the fields is a part of the answer. A replay gives the same
output byte for byte.
"""

from assistant.inspection import Inspected
from assistant.json_values import rounded
from assistant.views import MemoryView, Recalled
from memory.records import Memory


def recalled_json(one: Recalled) -> dict[str, object]:
    """Write one answer of `recall`."""
    return {
        "id": one.memory.handle,
        "score": one.score,
        "relevance": one.relevance,
        "importance": one.importance,
        "tier": one.tier,
        "text": one.memory.text,
    }


def memory_json(view: MemoryView) -> dict[str, object]:
    """Write everything about a memory that is stored."""
    one = view.memory
    return {
        "id": one.handle,
        "text": one.text,
        "title": one.title,
        "provenance": one.provenance,
        "kind": one.kind,
        "importance": view.importance,
        "tier": view.tier,
        "said_at": one.said_at.isoformat(),
        **_knobs_and_keys(one),
        "logic": one.trigger.logic,
        "secondary_keys": list(one.trigger.secondary_keys),
        "constant": one.trigger.is_constant,
        "probability": one.trigger.probability,
        "groups": list(one.trigger.groups),
        "pinned": one.is_pinned,
        "disabled": one.is_disabled,
        "archived": view.is_archived,
        "turn": one.turn_id,
        "times_said": one.times_said,
        "superseded": one.superseded_by is not None,
        "damage": one.damage,
    }


def inspected_json(found: Inspected) -> dict[str, object]:
    """Write what the gate would make of a memory on a chat's next turn, beside what it goes by."""
    one, trigger = found.memory, found.memory.trigger
    return {
        "id": one.handle,
        "text": one.text,
        "provenance": one.provenance,
        "kind": one.kind,
        "importance": rounded(found.importance),
        "importance_stored": rounded(one.importance),
        "tier": found.tier,
        "said_at": one.said_at.isoformat().replace("+00:00", "Z"),
        **_knobs_and_keys(one),
        "secondary_keys": list(trigger.secondary_keys),
        "logic": trigger.logic,
        "constant": trigger.is_constant,
        "probability": trigger.probability,
        "group": ", ".join(trigger.groups),
        "pinned": one.is_pinned,
        "topic_pinned": one.is_topic_pinned,
        "disabled": one.is_disabled,
        "suppressed": found.is_suppressed,
        "standing": found.is_standing,
        "archived": found.is_archived,
        "times_said": one.times_said,
        "last_active_turn": found.last_active_turn,
        "verdict": found.verdict.kind,
        "reason": found.verdict.in_reason or found.verdict.out_reason,
        "until_turn": found.verdict.until_turn,
    }


def _knobs_and_keys(one: Memory) -> dict[str, object]:
    return {
        "sticky": one.knobs.sticky,
        "cooldown": one.knobs.cooldown,
        "delay": one.knobs.delay,
        "keys": list(one.trigger.keys),
        "exclude_keys": list(one.trigger.exclude_keys),
    }
