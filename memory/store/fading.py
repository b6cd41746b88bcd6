"""Which memories are in the wrong partition: importance now in SQL, for whole ranges of rows at once.

The one fact that a reader would get wrong: this is `memory.rules.decay` written a second time, since a set-based pass
cannot call it a million times. A test holds the two together; neither may change alone.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.database import Connection
from memory.records import MemoryId
from memory.rules.decay import ARCHIVE_BELOW, FADE_PER_DAY, REINDUCTION_LASTS, Presence, uncounted_stretches
from memory.store.rows import to_ms

_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A memory that belongs into the archive and is not there (`is_faded`), or the other way round."""

    memory_id: MemoryId
    handle: str
    is_faded: bool


def misplaced(
    connection: Connection, now: datetime, presence: Presence, *, after: MemoryId, until: MemoryId, limit: int
) -> list[Misplaced]:
    """List the misplaced memories with `after` < id <= `until`, in order of id, at most `limit`.

    faded = importance * 0.95 ** ((now - start - uncounted) / 1 day) < 0.1, with start and uncounted as in
    `memory.rules.decay`. Nearly all live rows are told by the first test: absences can only make importance greater.
    """
    stretches = [(to_ms(start), to_ms(end)) for start, end in uncounted_stretches(presence, now)]
    rows = connection.execute(
        """WITH stretches AS MATERIALIZED (
             SELECT json_extract(value, '$[0]') AS start, json_extract(value, '$[1]') AS end FROM json_each(:stretches)),
           fading AS (
             SELECT id, handle, importance, is_archived,
                    CASE WHEN is_pinned OR is_topic_pinned OR provenance = 'authored' THEN NULL
                         WHEN kind IN ('identity', 'preference')
                           THEN MAX(importance_at, COALESCE(reinduced_at, importance_at)) + :reinduction
                         ELSE importance_at END AS starts
             FROM memories WHERE id > :after AND id <= :until),
           judged AS (
             SELECT id, handle, is_archived,
                    starts IS NOT NULL
                    AND importance * pow(:per_day, MAX(0, :now - starts) / 86400000.0) < :below
                    AND importance * pow(:per_day, (MAX(0, :now - starts) - (
                          SELECT COALESCE(SUM(MAX(0, s.end - MAX(s.start, starts))), 0)
                          FROM stretches s WHERE s.end > starts AND starts < :now)) / 86400000.0) < :below AS is_faded
             FROM fading)
           SELECT id, handle, is_faded FROM judged WHERE is_faded <> is_archived ORDER BY id LIMIT :limit""",
        {
            "stretches": json.dumps(stretches),
            "reinduction": REINDUCTION_LASTS // _MILLISECOND,
            "after": after,
            "until": until,
            "per_day": FADE_PER_DAY,
            "now": to_ms(now),
            "below": ARCHIVE_BELOW,
            "limit": limit,
        },
    )
    return [Misplaced(MemoryId(row["id"]), row["handle"], bool(row["is_faded"])) for row in rows]


def still_misplaced(
    connection: Connection, now: datetime, presence: Presence, found: list[Misplaced]
) -> list[Misplaced]:
    """Look again, inside the transaction that will move them, since the user may have renewed one meanwhile."""
    if not found:
        return []
    first, last = found[0].memory_id, found[-1].memory_id
    now_found = misplaced(connection, now, presence, after=MemoryId(first - 1), until=last, limit=len(found))
    wanted = {one.memory_id for one in found}
    return [one for one in now_found if one.memory_id in wanted]


def last_memory_id(connection: Connection) -> MemoryId:
    """Return the greatest id of any memory, 0 where there is none."""
    return MemoryId(connection.execute("SELECT COALESCE(MAX(id), 0) FROM memories").fetchone()[0])
