"""The dream log: what may become a fragment, the dreams themselves, and how many of a day's texts held each word.

The one fact that a reader would get wrong: nothing else may read the texts of dreams. They are never retrieved, never a
memory, never part of a prompt.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from memory.database import Connection
from memory.records import Dream, MemoryId
from memory.rules.dreams import Source
from memory.store.cells import Cells, as_day, as_text
from memory.store.rows import id_list, to_ms


@dataclass(frozen=True, slots=True)
class Fragment:
    """A memory that a dream is made of, and as what."""

    memory_id: MemoryId
    source: Source


def said_between(connection: Connection, start: datetime, until: datetime) -> list[MemoryId]:
    """List what a day may give: said or summed up from `start` up to and including `until`."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE said_at >= :start AND said_at <= :until AND provenance <> 'assistant_said' AND kind <> 'report'
             AND NOT is_disabled AND superseded_by IS NULL
           ORDER BY id""",
        {"start": to_ms(start), "until": to_ms(until)},
    )
    return [MemoryId(row["id"]) for row in rows]


def core_ids(connection: Connection) -> list[MemoryId]:
    """List what could be core: identity or pinned; pinned first, then the oldest, so that the choice is steady."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE (kind = 'identity' OR is_pinned OR is_topic_pinned)
             AND provenance <> 'assistant_said' AND kind <> 'report' AND NOT is_disabled AND superseded_by IS NULL
             AND reinduced_at IS NOT NULL
           ORDER BY is_pinned OR is_topic_pinned DESC, id"""
    )
    return [MemoryId(row["id"]) for row in rows]


def is_reinduced_on(connection: Connection, memory_id: MemoryId, days: int, day_of: Callable[[datetime], date]) -> bool:
    """Tell whether sessions of at least so many different days loaded a member; reads no further than needed."""
    seen: set[date] = set()
    for row in connection.execute(
        "SELECT at FROM reinductions WHERE memory_id = :id ORDER BY session_id", {"id": memory_id}
    ):
        seen.add(day_of(Cells(row).moment("at")))
        if len(seen) >= days:
            return True
    return False


def old_ids(
    connection: Connection, said_before: datetime, today: date, *, start_share: float, limit: int
) -> list[MemoryId]:
    """List some of what is older, from a drawn place on: each once a day, and what a gist quotes only through it.

    Args:
        connection: The store.
        said_before: Only older ones.
        today: The circadian day on which none may have been an old fragment yet.
        start_share: 0..1, drawn: where in the row ids to begin.
        limit: At most so many.
    """
    rows = connection.execute(
        """WITH old AS (
             SELECT id FROM memories m
             WHERE said_at < :before AND provenance <> 'assistant_said' AND kind <> 'report'
               AND NOT is_disabled AND NOT is_archived AND superseded_by IS NULL
               AND NOT EXISTS (SELECT 1 FROM gist_sources g WHERE g.memory_id = m.id)
               AND NOT EXISTS (SELECT 1 FROM dream_fragments f JOIN dreams d ON d.id = f.dream_id
                               WHERE f.memory_id = m.id AND f.source = 'old' AND d.day = :today)),
           start AS (SELECT CAST(:share * (SELECT COALESCE(MAX(id), 0) FROM memories) AS INTEGER) AS id)
           SELECT id FROM (SELECT id FROM old WHERE id > (SELECT id FROM start) ORDER BY id LIMIT :limit)
           UNION ALL
           SELECT id FROM (SELECT id FROM old WHERE id <= (SELECT id FROM start) ORDER BY id LIMIT :limit)
           LIMIT :limit""",
        {"before": to_ms(said_before), "today": today.isoformat(), "share": start_share, "limit": limit},
    )
    return [MemoryId(row["id"]) for row in rows]


def last_used(connection: Connection, memory_ids: Iterable[MemoryId]) -> dict[MemoryId, int]:
    """Tell in which dream each memory was last a fragment; one that never was is absent."""
    rows = connection.execute(
        """SELECT memory_id, MAX(dream_id) AS used FROM dream_fragments
           WHERE memory_id IN (SELECT value FROM json_each(:ids)) GROUP BY memory_id""",
        {"ids": id_list(memory_ids)},
    )
    return {MemoryId(row["memory_id"]): row["used"] for row in rows}


def last_dream_id(connection: Connection) -> int:
    """Return the id of the last dream, 0 before the first."""
    last: int = connection.execute("SELECT COALESCE(MAX(id), 0) FROM dreams").fetchone()[0]
    return last


def write_dream(
    connection: Connection, text: str, words: Iterable[str], fragments: Sequence[Fragment], day: date, now: datetime
) -> int | None:
    """Log a dream with its fragments and count its distinct words. Call inside a transaction.

    Returns:
        Its id; None, and nothing is written, where a fragment was forgotten meanwhile.
    """
    ids = id_list(one.memory_id for one in fragments)
    present = connection.execute(
        "SELECT COUNT(*) FROM memories WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": ids}
    ).fetchone()[0]
    if present != len(fragments):
        return None
    cursor = connection.execute(
        "INSERT INTO dreams (at, day, text) VALUES (:now, :day, :text)",
        {"now": to_ms(now), "day": day.isoformat(), "text": text},
    )
    assert cursor.lastrowid is not None
    connection.executemany(
        "INSERT INTO dream_fragments (dream_id, memory_id, source) VALUES (:dream, :memory, :source)",
        [{"dream": cursor.lastrowid, "memory": one.memory_id, "source": one.source} for one in fragments],
    )
    connection.executemany(
        """INSERT INTO dream_words (day, term, texts) VALUES (:day, :word, 1)
           ON CONFLICT DO UPDATE SET texts = texts + 1""",
        [{"day": day.isoformat(), "word": word} for word in sorted(set(words))],
    )
    return cursor.lastrowid


def read_dreams(connection: Connection, *, limit: int, after: int = 0) -> list[Dream]:
    """List dreams with a greater id than `after`, the newest first, for the log's own screen."""
    rows = connection.execute(
        "SELECT id, at, day, text FROM dreams WHERE id > :after ORDER BY id DESC LIMIT :limit",
        {"after": after, "limit": limit},
    )
    found = ((row, Cells(row), as_day(row["day"])) for row in rows)
    return [
        Dream(row["id"], cells.moment("at"), day, cells.text("text")) for row, cells, day in found if day is not None
    ]


def read_words(
    connection: Connection, since: date, *, peak: float, often: float
) -> tuple[Mapping[date, Mapping[str, int]], Mapping[date, int]]:
    """Read how many dreams of each day held each word, and how many dreams each day had.

    Args:
        connection: The store.
        since: The first day.
        peak: Only words that this share of some day's dreams held, 0..1,
        often: or that came up on this share of the days with dreams. Most words did neither.
    """
    parameters = {"since": since.isoformat(), "peak": peak, "often": often}
    texts: dict[date, dict[str, int]] = {}
    for row in connection.execute(
        """WITH counts AS MATERIALIZED (
             SELECT day, COUNT(*) AS dreams FROM dreams WHERE day >= :since GROUP BY day)
           SELECT day, term, texts FROM dream_words
           WHERE day >= :since AND term IN (
             SELECT w.term FROM counts c JOIN dream_words w ON w.day = c.day GROUP BY w.term
             HAVING MAX(w.texts * 1.0 / c.dreams) >= :peak OR COUNT(*) >= :often * (SELECT COUNT(*) FROM counts))
           ORDER BY day, term""",
        parameters,
    ):
        if (day := as_day(row["day"])) is not None:
            texts.setdefault(day, {})[as_text(row["term"])] = Cells(row).count("texts")
    counts = connection.execute(
        "SELECT day, COUNT(*) AS dreams FROM dreams WHERE day >= :since GROUP BY day ORDER BY day", parameters
    )
    return texts, {day: row["dreams"] for row in counts if (day := as_day(row["day"])) is not None}
