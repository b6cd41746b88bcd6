"""Gists and what they quote: the statements of a day, and the links from a gist to them.

The one fact that a reader would get wrong: a gist is never edited. When something that it quotes is forgotten, edited or
replaced, `memories` deletes it with that, and the job makes it anew from what is left.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.database import Connection
from memory.records import MemoryId, MessageId
from memory.store.cells import Cells
from memory.store.rows import id_list, to_ms


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and its moment."""

    memory_id: MemoryId
    said_at: datetime


def said_after(connection: Connection, after: MemoryId, limit: int) -> list[Said]:
    """List the next things that the user said, in order of id."""
    rows = connection.execute(
        "SELECT id, said_at FROM memories WHERE id > :after AND provenance = 'user_said' ORDER BY id LIMIT :limit",
        {"after": after, "limit": limit},
    )
    return [Said(MemoryId(row["id"]), Cells(row).moment("said_at")) for row in rows]


def said_between(connection: Connection, start: datetime, end: datetime) -> list[MemoryId]:
    """List what the user said from `start` up to before `end` that no gist quotes, in the order in which it was said."""
    rows = connection.execute(
        """SELECT id FROM memories m
           WHERE provenance = 'user_said' AND said_at >= :start AND said_at < :end
             AND NOT EXISTS (SELECT 1 FROM gist_sources WHERE memory_id = m.id)
           ORDER BY said_at, id""",
        {"start": to_ms(start), "end": to_ms(end)},
    )
    return [MemoryId(row["id"]) for row in rows]


def has_gist(connection: Connection, start: datetime, end: datetime) -> bool:
    """Tell whether there is a gist of the day from `start` to `end`."""
    row = connection.execute(
        "SELECT 1 FROM memories WHERE provenance = 'gist' AND said_at >= :start AND said_at < :end LIMIT 1",
        {"start": to_ms(start), "end": to_ms(end)},
    ).fetchone()
    return row is not None


def quoting_only(
    connection: Connection, gist_ids: Sequence[MemoryId], message_ids: Iterable[MessageId]
) -> set[MemoryId]:
    """Find those of the gists whose quotes are all from these messages."""
    if not gist_ids:
        return set()
    rows = connection.execute(
        """SELECT s.gist_id AS id FROM gist_sources s JOIN memories m ON m.id = s.memory_id
           WHERE s.gist_id IN (SELECT value FROM json_each(:gists))
           GROUP BY s.gist_id
           HAVING MIN(m.source_message_id IS NOT NULL
                      AND m.source_message_id IN (SELECT value FROM json_each(:messages)))""",
        {"gists": id_list(gist_ids), "messages": id_list(message_ids)},
    )
    return {MemoryId(row["id"]) for row in rows}


def link_sources(connection: Connection, gist_id: MemoryId, sources: Iterable[MemoryId]) -> None:
    """Note what a gist quotes. Call inside the transaction that stored it."""
    connection.executemany(
        "INSERT OR IGNORE INTO gist_sources (gist_id, memory_id) VALUES (:gist, :source)",
        [{"gist": gist_id, "source": one} for one in sources],
    )


def sources_of(connection: Connection, gist_id: MemoryId) -> list[MemoryId]:
    """List what a gist quotes."""
    rows = connection.execute(
        "SELECT memory_id FROM gist_sources WHERE gist_id = :gist ORDER BY memory_id", {"gist": gist_id}
    )
    return [MemoryId(row["memory_id"]) for row in rows]
