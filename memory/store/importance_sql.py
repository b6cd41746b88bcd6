"""Importance now in SQL, for the passes over all memories: parts of statements, and their parameters.

The one fact that a reader would get wrong: this is `memory.rules.decay` written a second time, since a set-based pass
cannot call it a million times. A test holds the two together; neither may change alone.
"""

import json
from datetime import datetime, timedelta

from memory.rules.decay import ARCHIVE_BELOW, FADE_PER_DAY, REINDUCTION_LASTS, Presence, uncounted_stretches
from memory.store.rows import to_ms

_MILLISECOND = timedelta(milliseconds=1)

STRETCHES = """stretches AS MATERIALIZED (
      SELECT json_extract(value, '$[0]') AS start, json_extract(value, '$[1]') AS end FROM json_each(:stretches))"""
"""The table, for a WITH clause, of the stretches in which nothing fades; milliseconds, like all moments here."""

STARTS = """CASE WHEN is_pinned OR is_topic_pinned OR provenance = 'authored' THEN NULL
                  WHEN kind IN ('identity', 'preference')
                    THEN MAX(importance_at, COALESCE(reinduced_at, importance_at)) + :reinduction
                  ELSE importance_at END"""
"""From when a row of `memories` fades (`decay.fading_starts_at`); NULL = never. To be named `starts`."""

IMPORTANCE_NOW = """CASE WHEN starts IS NULL OR starts >= :now THEN importance
                  WHEN starts >= :last_absence_ends THEN importance * pow(:per_day, (:now - starts) / 86400000.0)
                  ELSE importance * pow(:per_day, (:now - starts - (
                      SELECT COALESCE(SUM(MAX(0, s.end - MAX(s.start, starts))), 0)
                      FROM stretches s WHERE s.end > starts AND starts < :now)) / 86400000.0) END"""
"""What `importance` of a row with `starts` is worth now (`decay.importance_now`)."""

# Nearly all live rows are told by the first tests: absences can only make importance greater.
HAS_FADED = (
    "(starts IS NOT NULL AND importance * pow(:per_day, MAX(0, :now - starts) / 86400000.0) < :archive_below AND "
    + IMPORTANCE_NOW
    + " < :archive_below)"
)
"""Whether a row with `starts` belongs into the archive (`memory.worth.has_faded`)."""


def fading_parameters(now: datetime, presence: Presence) -> dict[str, object]:
    """Return the parameters that these parts name."""
    stretches = [(to_ms(start), to_ms(end)) for start, end in uncounted_stretches(presence, now)]
    return {
        "stretches": json.dumps(stretches),
        "last_absence_ends": max((end for _, end in stretches), default=0),
        "reinduction": REINDUCTION_LASTS // _MILLISECOND,
        "per_day": FADE_PER_DAY,
        "archive_below": ARCHIVE_BELOW,
        "now": to_ms(now),
    }
