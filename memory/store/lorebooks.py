"""Imported lorebooks: what of a file became no memory, and which memory is which entry.

The one fact that a reader would get wrong: the rows here hold text of the user's too. What is forgotten must go from
them as well, which `redact` does.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NewType

from memory.database import Connection
from memory.records import MemoryId
from memory.store.cells import UNREADABLE, Cells, as_text

LorebookId = NewType("LorebookId", int)

_NUMBERED = re.compile(r"lorebook-\d+")
# Without these a kept file or entry could not be read any more.
_FRAME_NAMES = frozenset({"entries", "data", "character_book", "place", "slot", "entry"})


@dataclass(frozen=True, slots=True)
class Lorebook:
    """A lorebook that was imported.

    Args:
        name: Which one it is.
        envelope: Its file without entries, as JSON.
        left_out: Its entries that became no memories, each as JSON.
    """

    id: LorebookId
    name: str
    envelope: str
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Which entry of a lorebook a memory is: the entry's key, and the entry as it was, as JSON."""

    memory_id: MemoryId
    key: str
    original: str


def read_lorebook(connection: Connection, name: str) -> Lorebook | None:
    """Read one lorebook, or None."""
    row = connection.execute(
        "SELECT id, name, envelope, left_out FROM lorebooks WHERE name = :name", {"name": name}
    ).fetchone()
    if row is None:
        return None
    return Lorebook(LorebookId(row["id"]), row["name"], row["envelope"], Cells(row).texts("left_out"))


def read_lorebook_id(connection: Connection, name: str) -> LorebookId | None:
    """Tell which lorebook bears a name, or None."""
    row = connection.execute("SELECT id FROM lorebooks WHERE name = :name", {"name": name}).fetchone()
    return None if row is None else LorebookId(row["id"])


def has_any_origin(connection: Connection, lorebook_id: LorebookId, keys: Sequence[str]) -> bool:
    """Tell whether a memory is one of these entries already."""
    # Left to choose, SQLite looks through all of the book's entries, each time.
    found = connection.execute(
        """SELECT 1 FROM json_each(:keys) wanted
           CROSS JOIN memories m ON m.lorebook_id = :lorebook AND m.lorebook_key = wanted.value LIMIT 1""",
        {"keys": json.dumps(list(keys)), "lorebook": lorebook_id},
    )
    return found.fetchone() is not None


def lorebook_names(connection: Connection) -> list[str]:
    """Name the lorebooks that still have a memory, in the order in which they came."""
    rows = connection.execute(
        """SELECT name FROM lorebooks b
           WHERE EXISTS (SELECT 1 FROM memories m WHERE m.lorebook_id = b.id) ORDER BY id"""
    )
    return [row["name"] for row in rows]


def write_lorebook(connection: Connection, name: str, envelope: str, left_out: Sequence[str]) -> LorebookId:
    """Insert a lorebook, or replace what is kept of it. Call inside a transaction."""
    connection.execute(
        """INSERT INTO lorebooks (name, envelope, left_out) VALUES (:name, :envelope, :left_out)
           ON CONFLICT (name) DO UPDATE SET envelope = :envelope, left_out = :left_out""",
        {"name": name, "envelope": envelope, "left_out": json.dumps(list(left_out), ensure_ascii=False)},
    )
    row = connection.execute("SELECT id FROM lorebooks WHERE name = :name", {"name": name}).fetchone()
    return LorebookId(row["id"])


def origins(connection: Connection, lorebook_id: LorebookId) -> list[Origin]:
    """List a lorebook's memories, oldest first."""
    rows = connection.execute(
        """SELECT id, lorebook_key, foreign_fields FROM memories
           WHERE lorebook_id = :lorebook ORDER BY id""",
        {"lorebook": lorebook_id},
    )
    return [Origin(MemoryId(row["id"]), row["lorebook_key"], row["foreign_fields"]) for row in rows]


def write_origins(connection: Connection, lorebook_id: LorebookId, written: Iterable[Origin]) -> None:
    """Note which entries memories are. Call inside a transaction."""
    connection.executemany(
        """UPDATE memories SET lorebook_id = :lorebook, lorebook_key = :key, foreign_fields = :original
           WHERE id = :memory""",
        [
            {"lorebook": lorebook_id, "key": one.key, "original": one.original, "memory": one.memory_id}
            for one in written
        ],
    )


def hand_written_ids(connection: Connection) -> list[MemoryId]:
    """List the authored memories that came from no lorebook, oldest first."""
    rows = connection.execute(
        "SELECT id FROM memories WHERE provenance = 'authored' AND lorebook_id IS NULL ORDER BY id"
    )
    return [MemoryId(row["id"]) for row in rows]


def redact(connection: Connection, is_unwanted: Callable[[str], bool]) -> None:
    """Empty every kept string that is unwanted, and leave out fields of such names. Call inside a transaction.

    No memory changes by it: an export writes a memory's own values over what was emptied. A book of an unwanted name gets
    a numbered one.
    """
    for row in connection.execute("SELECT id, name, envelope, left_out FROM lorebooks").fetchall():
        name = as_text(row["name"])
        if is_given(name) and is_unwanted(name):
            free = {"name": _free_name(connection), "id": row["id"]}
            connection.execute("UPDATE lorebooks SET name = :name WHERE id = :id", free)
        before = Cells(row).texts("left_out")
        envelope = _redacted(row["envelope"], is_unwanted)
        left_out = tuple(_redacted(one, is_unwanted) for one in before)
        if (envelope, left_out) != (row["envelope"], before):
            connection.execute(
                "UPDATE lorebooks SET envelope = :envelope, left_out = :left_out WHERE id = :id",
                {"envelope": envelope, "left_out": json.dumps(left_out, ensure_ascii=False), "id": row["id"]},
            )
    rows = connection.execute("SELECT id, foreign_fields FROM memories WHERE lorebook_id IS NOT NULL").fetchall()
    redacted = [(row, _redacted(row["foreign_fields"], is_unwanted)) for row in rows]
    connection.executemany(
        "UPDATE memories SET foreign_fields = :original WHERE id = :id",
        [{"original": new, "id": row["id"]} for row, new in redacted if new != row["foreign_fields"]],
    )


def is_given(name: str) -> bool:
    """Tell whether a book's name is none of those that take the place of a forgotten one."""
    return not _NUMBERED.fullmatch(name)


def _free_name(connection: Connection) -> str:
    number = 1
    while read_lorebook_id(connection, f"lorebook-{number}") is not None:
        number += 1
    return f"lorebook-{number}"


def _redacted(stored: str, is_unwanted: Callable[[str], bool]) -> str:
    """Return stored JSON without what is unwanted; as it is, to the letter, where it holds none.

    What is no JSON, in a damaged row, is emptied where it holds any.
    """
    try:
        before = json.loads(stored)
    except UNREADABLE:
        return "{}" if is_unwanted(as_text(stored)) else stored
    after = _without(before, is_unwanted)
    return stored if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))


def _without(value: Any, is_unwanted: Callable[[str], bool]) -> Any:
    match value:
        case dict():
            kept = {name: one for name, one in value.items() if name in _FRAME_NAMES or not is_unwanted(name)}
            return {name: _without(one, is_unwanted) for name, one in kept.items()}
        case list():
            return [_without(one, is_unwanted) for one in value]
        case str() if is_unwanted(value):
            return ""
        case _:
            return value
