"""Importance now in SQL: which memories are in the wrong partition, and which the random band may pick among.

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
# So many of the archive are looked at for what does not belong there: it must not cost a turn more as it grows.
_MOST_MISPLACED = 500


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A memory that belongs into the archive and is not there (`is_faded`), or the other way round."""

    memory_id: MemoryId
    handle: str
    is_faded: bool


# faded = importance * 0.95 ** ((now - start - uncounted) / 1 day) < 0.1, with start and uncounted as in
# `memory.rules.decay`. Nearly all live rows are told by the first test: absences can only make importance greater.
_JUDGED = """WITH stretches AS MATERIALIZED (
      SELECT json_extract(value, '$[0]') AS start, json_extract(value, '$[1]') AS end FROM json_each(:stretches)),
    fading AS NOT MATERIALIZED (
      SELECT id, handle, importance, is_archived,
             CASE WHEN is_pinned OR is_topic_pinned OR provenance = 'authored' THEN NULL
                  WHEN kind IN ('identity', 'preference')
                    THEN MAX(importance_at, COALESCE(reinduced_at, importance_at)) + :reinduction
                  ELSE importance_at END AS starts
      FROM memories),
    judged AS NOT MATERIALIZED (
      SELECT id, handle, is_archived,
             starts IS NOT NULL
             AND importance * pow(:per_day, MAX(0, :now - starts) / 86400000.0) < :below
             AND importance * pow(:per_day, (MAX(0, :now - starts) - (
                   SELECT COALESCE(SUM(MAX(0, s.end - MAX(s.start, starts))), 0)
                   FROM stretches s WHERE s.end > starts AND starts < :now)) / 86400000.0) < :below AS is_faded
      FROM fading)"""


def _parameters(now: datetime, presence: Presence) -> dict[str, object]:
    stretches = [(to_ms(start), to_ms(end)) for start, end in uncounted_stretches(presence, now)]
    return {
        "stretches": json.dumps(stretches),
        "reinduction": REINDUCTION_LASTS // _MILLISECOND,
        "per_day": FADE_PER_DAY,
        "now": to_ms(now),
        "below": ARCHIVE_BELOW,
    }


def misplaced(
    connection: Connection, now: datetime, presence: Presence, *, after: MemoryId, until: MemoryId, limit: int
) -> list[Misplaced]:
    """List the misplaced memories with `after` < id <= `until`, in order of id, at most `limit`."""
    rows = connection.execute(
        _JUDGED  # noqa: S608 - constants only
        # What is misplaced has faded just where it is not archived; naming `is_faded` here would reckon it twice.
        + """SELECT id, handle, NOT is_archived AS is_faded FROM judged
             WHERE id > :after AND id <= :until AND is_faded <> is_archived ORDER BY id LIMIT :limit""",
        _parameters(now, presence) | {"after": after, "until": until, "limit": limit},
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
        _parameters(now, presence)
        | {"before": to_ms(said_before), "share": start_share, "limit": limit, "misplaced": _MOST_MISPLACED},
    )
    return [MemoryId(row["id"]) for row in rows]


def last_memory_id(connection: Connection) -> MemoryId:
    """Return the greatest id of any memory, 0 where there is none."""
    return MemoryId(connection.execute("SELECT COALESCE(MAX(id), 0) FROM memories").fetchone()[0])
