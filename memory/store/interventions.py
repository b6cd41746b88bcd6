"""What recursion scans did: themes found, memories faded with their old values, and the way back.

The one fact that a reader would get wrong: a fading multiplies the stored importance and leaves its moment alone. So the
importance now is multiplied too, and a memory that still holds exactly that product was not touched since.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.database import Connection, Row
from memory.records import FadedMemory, Intervention, MemoryId, ThemeKind, TurnId
from memory.store.cells import Cells, as_text
from memory.store.meta import read_number, write_meta
from memory.store.rows import id_list, to_ms

LOOP_FACTOR = 0.3
HINT_LASTS = timedelta(days=3)
_SEEN = "interventions_seen"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A kept turn's message and reply."""

    turn_id: TurnId
    user_text: str
    reply_text: str


@dataclass(frozen=True, slots=True)
class NewIntervention:
    """What a scan found about one theme.

    Args:
        kind: Loop or interest.
        theme: As people write it.
        term: Its key in `memory.rules.themes`.
        frequency: Share of the scanned replies that hold it.
        user_frequency: Share of the user's messages of the same span that hold it.
        replies: How many replies hold it.
        replies_with_memory: How many of those had a memory that carries it in their prompt.
        memory_ids: What is to be faded for it.
    """

    kind: ThemeKind
    theme: str
    term: str
    frequency: float
    user_frequency: float
    replies: int
    replies_with_memory: int
    memory_ids: tuple[MemoryId, ...] = ()


def recent_exchanges(connection: Connection, limit: int) -> list[Exchange]:
    """Read the latest turns that were kept here, of all chats, with the replies that were kept, oldest first."""
    rows = connection.execute(
        """SELECT t.id AS turn_id, r.text AS reply, u.text AS said
           FROM (SELECT id FROM turns WHERE is_imported = 0 ORDER BY id DESC LIMIT :limit) t
           JOIN messages r ON r.turn_id = t.id AND r.role = 'assistant' AND r.is_kept
           JOIN messages u ON u.turn_id = t.id AND u.role = 'user'
           ORDER BY t.id""",
        {"limit": limit},
    )
    return [Exchange(TurnId(row["turn_id"]), as_text(row["said"]), as_text(row["reply"])) for row in rows]


def has_turns_after(connection: Connection, turn_id: TurnId, count: int) -> bool:
    """Tell whether at least so many turns were kept here after one."""
    row = connection.execute(
        "SELECT id FROM turns WHERE is_imported = 0 ORDER BY id DESC LIMIT 1 OFFSET :offset", {"offset": count - 1}
    ).fetchone()
    return row is not None and row["id"] > turn_id


def fadable(connection: Connection, said_before: datetime, like: str) -> list[tuple[MemoryId, str]]:
    """List memories that a loop may fade, as (id, text): old enough, the user's own, and not exempt.

    Args:
        connection: The store.
        said_before: Only older ones.
        like: A LIKE pattern over text, with backslash as its escape, that the theme's carriers are among.
    """
    rows = connection.execute(
        """SELECT id, text FROM memories
           WHERE said_at < :before AND provenance IN ('user_said', 'imported', 'gist')
             AND kind NOT IN ('identity', 'preference') AND NOT is_pinned AND NOT is_topic_pinned
             AND importance BETWEEN 0 AND 1
             AND text LIKE :like ESCAPE '\\'
           ORDER BY id""",
        {"before": to_ms(said_before), "like": like},
    )
    return [(MemoryId(row["id"]), as_text(row["text"])) for row in rows]


def turns_with_any(connection: Connection, turn_ids: Sequence[TurnId], memory_ids: Sequence[MemoryId]) -> int:
    """Count those of the turns that had any of the memories in their prompt."""
    count: int = connection.execute(
        """SELECT COUNT(DISTINCT v.turn_id) FROM json_each(:turns) t
           JOIN verdicts v ON v.turn_id = t.value AND v.verdict = 'in'
           WHERE v.memory_id IN (SELECT value FROM json_each(:ids))""",
        {"turns": id_list(turn_ids), "ids": id_list(memory_ids)},
    ).fetchone()[0]
    return count


def was_found_since(connection: Connection, terms: Sequence[str], kind: ThemeKind, since: datetime) -> bool:
    """Tell whether a theme, by any of its words, was found after a moment; one that was undone counts, or it would be back at once."""
    row = connection.execute(
        """SELECT 1 FROM interventions
           WHERE term IN (SELECT value FROM json_each(:terms)) AND verdict = :kind AND at > :since LIMIT 1""",
        {"terms": json.dumps(terms), "kind": kind, "since": to_ms(since)},
    ).fetchone()
    return row is not None


def intervene(connection: Connection, new: NewIntervention, now: datetime) -> int:
    """Store an intervention and fade its memories; what was pinned or became exempt meanwhile is left out."""
    cursor = connection.execute(
        """INSERT INTO interventions (at, verdict, theme, term, frequency, user_frequency, replies, replies_with_memory)
           VALUES (:now, :kind, :theme, :term, :frequency, :user_frequency, :replies, :with_memory)""",
        {
            "now": to_ms(now),
            "kind": new.kind,
            "theme": new.theme,
            "term": new.term,
            "frequency": new.frequency,
            "user_frequency": new.user_frequency,
            "replies": new.replies,
            "with_memory": new.replies_with_memory,
        },
    )
    assert cursor.lastrowid is not None
    parameters = {"id": cursor.lastrowid, "ids": id_list(new.memory_ids), "factor": LOOP_FACTOR}
    connection.execute(
        """INSERT INTO intervention_memories (intervention_id, memory_id, importance, importance_at)
           SELECT :id, id, importance, importance_at FROM memories
           WHERE id IN (SELECT value FROM json_each(:ids))
             AND kind NOT IN ('identity', 'preference') AND NOT is_pinned AND NOT is_topic_pinned""",
        parameters,
    )
    connection.execute(
        """UPDATE memories SET importance = importance * :factor
           WHERE id IN (SELECT memory_id FROM intervention_memories WHERE intervention_id = :id)""",
        parameters,
    )
    return cursor.lastrowid


def undo(connection: Connection, intervention_id: int, now: datetime) -> list[MemoryId]:
    """Give an intervention's memories back what they held, and return which. Call inside a transaction.

    One whose stored importance is no longer what the intervention left was changed by the user since, and keeps that. One
    that the user renewed keeps the moment of the renewal.
    """
    parameters = {"id": intervention_id, "factor": LOOP_FACTOR, "now": to_ms(now)}
    rows = connection.execute(
        """SELECT m.id AS id FROM intervention_memories old JOIN memories m ON m.id = old.memory_id
           WHERE old.intervention_id = :id AND m.importance = old.importance * :factor ORDER BY m.id""",
        parameters,
    ).fetchall()
    restored = [MemoryId(row["id"]) for row in rows]
    connection.execute(
        """UPDATE memories SET importance = old.importance FROM intervention_memories old
           WHERE old.intervention_id = :id AND old.memory_id = memories.id
             AND memories.id IN (SELECT value FROM json_each(:ids))""",
        {"id": intervention_id, "ids": id_list(restored)},
    )
    connection.execute("UPDATE interventions SET undone_at = :now WHERE id = :id", parameters)
    return restored


def read_interventions(connection: Connection, *, limit: int, after: int = 0) -> list[Intervention]:
    """List interventions with a greater id than `after`, the newest first."""
    rows = connection.execute(
        """SELECT id, at, verdict, theme, term, frequency, user_frequency, replies, replies_with_memory, undone_at
           FROM interventions WHERE id > :after ORDER BY id DESC LIMIT :limit""",
        {"after": after, "limit": limit},
    ).fetchall()
    faded = _faded(connection, [row["id"] for row in rows])
    return [_intervention(row, faded.get(row["id"], ())) for row in rows]


def read_intervention(connection: Connection, intervention_id: int) -> Intervention | None:
    """Read one intervention, or None."""
    row = connection.execute(
        """SELECT id, at, verdict, theme, term, frequency, user_frequency, replies, replies_with_memory, undone_at
           FROM interventions WHERE id = :id""",
        {"id": intervention_id},
    ).fetchone()
    return None if row is None else _intervention(row, _faded(connection, [intervention_id]).get(intervention_id, ()))


def _faded(connection: Connection, ids: Sequence[int]) -> dict[int, tuple[FadedMemory, ...]]:
    rows = connection.execute(
        """SELECT f.intervention_id AS intervention_id, f.memory_id AS memory_id, m.handle AS handle,
             f.importance AS importance, f.importance_at AS importance_at
           FROM intervention_memories f JOIN memories m ON m.id = f.memory_id
           WHERE f.intervention_id IN (SELECT value FROM json_each(:ids)) ORDER BY f.memory_id""",
        {"ids": id_list(ids)},
    )
    found: dict[int, tuple[FadedMemory, ...]] = {}
    for row in rows:
        cells = Cells(row)
        one = FadedMemory(
            MemoryId(row["memory_id"]),
            cells.text("handle"),
            cells.share("importance", 0.0),
            cells.moment("importance_at"),
        )
        found[row["intervention_id"]] = (*found.get(row["intervention_id"], ()), one)
    return found


def _intervention(row: Row, faded: tuple[FadedMemory, ...]) -> Intervention:
    cells = Cells(row)
    return Intervention(
        id=row["id"],
        at=cells.moment("at"),
        kind=cells.member("verdict", ThemeKind.INTEREST),
        theme=cells.text("theme"),
        term=cells.text("term"),
        frequency=cells.share("frequency", 0.0),
        user_frequency=cells.share("user_frequency", 0.0),
        replies=cells.count("replies"),
        replies_with_memory=cells.count("replies_with_memory"),
        faded=faded,
        undone_at=cells.optional_moment("undone_at"),
    )


def active_hints(connection: Connection, now: datetime) -> tuple[str, ...]:
    """List the themes of the loops of the last 3 days, less what was undone: words that replies are to avoid."""
    rows = connection.execute(
        """SELECT DISTINCT theme FROM interventions
           WHERE verdict = 'loop' AND undone_at IS NULL AND at > :since AND at <= :now ORDER BY theme""",
        {"since": to_ms(now - HINT_LASTS), "now": to_ms(now)},
    )
    return tuple(as_text(row["theme"]) for row in rows)


def unseen_alerts(connection: Connection) -> list[Intervention]:
    """List the loops that no screen has shown yet, the newest first."""
    seen = read_number(connection, _SEEN)
    found = read_interventions(connection, limit=20, after=seen)
    return [one for one in found if one.kind is ThemeKind.LOOP and one.undone_at is None]


def mark_seen(connection: Connection, up_to: int) -> None:
    """Note that a screen has shown the interventions up to an id."""
    if up_to > read_number(connection, _SEEN):
        write_meta(connection, _SEEN, str(up_to))
