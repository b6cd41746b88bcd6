"""Lorebooks as files, and what came of them in a folder."""

from pathlib import Path
from typing import Any

from assistant import memories
from assistant.importing import ImportResult, apply_import, plan_import
from assistant.session import Session
from memory.importers.lorebook_entry import EntryValues
from memory.records import Memory

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "harbour-town.json"


def entry(uid: int, **fields: Any) -> dict[str, Any]:
    return {"uid": uid, "key": [f"key{uid}"], "content": f"Fact number {uid}.", "comment": f"Entry {uid}"} | fields


def book(*entries: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"entries": {str(one["uid"]): one for one in entries}} | fields


def bring_in(session: Session, path: Path) -> ImportResult:
    return apply_import(session, plan_import(session, path))


def stored(session: Session) -> dict[str, Memory]:
    return {one.memory.title: one.memory for one in memories.list_memories(session, limit=100_000)}


def as_values(session: Session) -> list[EntryValues]:
    found = (one.memory for one in memories.list_memories(session, limit=100_000))
    return [EntryValues.of_memory(one) for one in sorted(found, key=lambda one: one.id)]
