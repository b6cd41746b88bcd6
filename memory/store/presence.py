"""When the user was there: sessions, the latest sign of life, absences; and the re-induction log.

The one fact that a reader would get wrong: only gaps of more than 7 days are stored as absences, since shorter ones
count whole in fading.
"""

from collections.abc import Sequence
from datetime import datetime

from memory.database import Connection
from memory.records import MemoryId, SessionId
from memory.rules.decay import ABSENCE_COUNTS_AT_MOST, Presence
from memory.store.cells import Cells
from memory.store.rows import id_list, to_ms


def start_session(connection: Connection, now: datetime) -> SessionId:
    """Open a session row, which is a sign of the user too."""
    note_activity(connection, now)
    cursor = connection.execute("INSERT INTO sessions (started_at) VALUES (:now)", {"now": to_ms(now)})
    assert cursor.lastrowid is not None
    return SessionId(cursor.lastrowid)


def end_session(connection: Connection, session_id: SessionId, now: datetime) -> None:
    """Close a session row."""
    connection.execute("UPDATE sessions SET ended_at = :now WHERE id = :id", {"now": to_ms(now), "id": session_id})


def note_activity(connection: Connection, now: datetime) -> None:
    """Note a turn, a session start or a user command; a clock set back moves nothing."""
    connection.execute(
        "INSERT OR IGNORE INTO presence (id, first_session_at, last_activity_at) VALUES (1, :now, :now)",
        {"now": to_ms(now)},
    )
    last = read_presence(connection, now).last_activity_at
    if now <= last:
        return
    if now - last > ABSENCE_COUNTS_AT_MOST:
        connection.execute(
            "INSERT OR IGNORE INTO absences (started_at, ended_at) VALUES (:start, :end)",
            {"start": to_ms(last), "end": to_ms(now)},
        )
    connection.execute("UPDATE presence SET last_activity_at = :now WHERE id = 1", {"now": to_ms(now)})


def read_presence(connection: Connection, now: datetime) -> Presence:
    """Read what fading needs to know about the user's absences; before the first session, `now` stands for it."""
    row = connection.execute("SELECT first_session_at, last_activity_at FROM presence WHERE id = 1").fetchone()
    absences = connection.execute("SELECT started_at, ended_at FROM absences ORDER BY started_at")
    return Presence(
        first_session_at=Cells(row).moment("first_session_at", now) if row else now,
        last_activity_at=Cells(row).moment("last_activity_at", now) if row else now,
        absences=tuple(
            (started_at, Cells(gap).moment("ended_at", started_at))
            for gap in absences
            if (started_at := Cells(gap).optional_moment("started_at")) is not None
        ),
    )


def log_reinduction(
    connection: Connection, session_id: SessionId, memory_ids: Sequence[MemoryId], now: datetime
) -> None:
    """Move `reinduced_at` of the members that a session loaded, with a log row each."""
    parameters = {"session": session_id, "now": to_ms(now), "ids": id_list(memory_ids)}
    connection.execute(
        "UPDATE memories SET reinduced_at = :now WHERE id IN (SELECT value FROM json_each(:ids))", parameters
    )
    connection.execute(
        """INSERT OR IGNORE INTO reinductions (session_id, memory_id, at)
           SELECT :session, value, :now FROM json_each(:ids)""",
        parameters,
    )
