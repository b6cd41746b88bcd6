"""What has faded, in SQL: which memories are in the wrong partition, and which the random band may pick among.

The one fact that a reader would get wrong: the stored partition decides nothing here. It is what is told from importance
now that idle work moves rows by, and that the band leaves out.
"""

from dataclasses import dataclass
from datetime import datetime

from memory.database import Connection
from memory.records import MemoryId
from memory.rules.decay import Presence
from memory.store.importance_sql import HAS_FADED, STARTS, STRETCHES, fading_parameters
from memory.store.rows import to_ms

# So many of the archive are looked at for what does not belong there: it must not cost a turn more as it grows.
_MOST_MISPLACED = 500


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A memory that belongs into the archive and is not there (`is_faded`), or the other way round."""

    memory_id: MemoryId
    handle: str
    is_faded: bool


_JUDGED = (
    "WITH "  # noqa: S608 - constants only
    + STRETCHES
    + """, fading AS NOT MATERIALIZED (
      SELECT id, handle, importance, is_archived, """
    + STARTS
    + """ AS starts FROM memories),
    judged AS NOT MATERIALIZED (SELECT id, handle, is_archived, """
    + HAS_FADED
    + " AS is_faded FROM fading)"
)


def misplaced(
    connection: Connection, now: datetime, presence: Presence, *, after: MemoryId, until: MemoryId, limit: int
) -> list[Misplaced]:
    """List the misplaced memories with `after` < id <= `until`, in order of id, at most `limit`."""
    rows = connection.execute(
        _JUDGED  # noqa: S608 - constants only
        # What is misplaced has faded just where it is not archived; naming `is_faded` here would reckon it twice.
        + """SELECT id, handle, NOT is_archived AS is_faded FROM judged
             WHERE id > :after AND id <= :until AND is_faded <> is_archived ORDER BY id LIMIT :limit""",
        fading_parameters(now, presence) | {"after": after, "until": until, "limit": limit},
    )
    return [Misplaced(MemoryId(row[0]), row[1], row[2] == 1) for row in rows]


def random_band_ids(
    connection: Connection,
    now: datetime,
    presence: Presence,
    *,
    said_before: datetime,
    start_share: float,
    limit: int,
) -> list[MemoryId]:
    """List some memories that the random band might pick: never picked ones first, then the longest unpicked.

    Args:
        connection: The store.
        now: The turn's moment: what has faded by then has no part, in whichever partition it is.
        presence: When the user was there.
        said_before: The youngest moment that the band may reach.
        start_share: 0..1, drawn: where in the row ids to begin, so that no row is favoured.
        limit: At most so many.
    """
    rows = connection.execute(
        _JUDGED  # noqa: S608 - constants only
        + """, band AS NOT MATERIALIZED (
               SELECT m.id AS id, m.is_archived AS is_archived,
                      (SELECT MAX(v.turn_id) FROM verdicts v
                       WHERE v.memory_id = m.id AND v.verdict = 'in' AND v.reason = 'random') AS picked
               FROM memories m INDEXED BY memories_band CROSS JOIN judged j ON j.id = m.id
               WHERE m.provenance IN ('user_said', 'imported', 'gist') AND m.kind <> 'report' AND m.said_at <= :before
                 AND NOT m.is_disabled AND NOT j.is_faded),
             start AS (SELECT CAST(:share * (SELECT COALESCE(MAX(id), 0) FROM memories) AS INTEGER) AS id)
             SELECT id FROM (SELECT id FROM band WHERE is_archived = 0 AND picked IS NULL
                               AND id > (SELECT id FROM start) ORDER BY id LIMIT :limit)
             UNION ALL
             SELECT id FROM (SELECT id FROM band WHERE is_archived = 0 AND picked IS NULL
                               AND id <= (SELECT id FROM start) ORDER BY id LIMIT :limit)
             UNION ALL
             SELECT id FROM (SELECT id FROM band WHERE is_archived = 0 AND picked IS NOT NULL
                             ORDER BY picked LIMIT :limit)
             UNION ALL
             SELECT id FROM (SELECT id FROM band WHERE is_archived = 1 AND id IN (
                               SELECT id FROM memories INDEXED BY memories_band
                               WHERE provenance IN ('user_said', 'imported', 'gist') AND is_archived = 1
                               ORDER BY id DESC LIMIT :misplaced))
             LIMIT :limit""",
        fading_parameters(now, presence)
        | {"before": to_ms(said_before), "share": start_share, "limit": limit, "misplaced": _MOST_MISPLACED},
    )
    return [MemoryId(row["id"]) for row in rows]


def last_memory_id(connection: Connection) -> MemoryId:
    """Return the greatest id of any memory, 0 where there is none."""
    return MemoryId(connection.execute("SELECT COALESCE(MAX(id), 0) FROM memories").fetchone()[0])
