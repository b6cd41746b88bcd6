"""What the user did to topics and memories, so that the last of it can be undone, and a memory's past be told.

The one fact that a reader would get wrong: not all that is noted can be undone. What an edit replaced is kept nowhere.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory.database import Connection, Row
from memory.store.cells import Cells, as_text
from memory.store.rows import to_ms


class ActionKind(StrEnum):
    """What was done; `subject` is a topic's term, or a memory's handle."""

    BAN = "ban"
    UNBAN = "unban"
    PIN_TOPIC = "pin_topic"
    UNPIN_TOPIC = "unpin_topic"
    PIN = "pin"
    UNPIN = "unpin"
    REMEMBER = "remember"
    EDIT = "edit"
    SWITCH_OFF = "switch_off"
    SWITCH_ON = "switch_on"
    USEFUL = "useful"
    NOT_RELEVANT = "not_relevant"


_OF_TOPICS = (ActionKind.BAN, ActionKind.UNBAN, ActionKind.PIN_TOPIC, ActionKind.UNPIN_TOPIC)
_UNDOABLE = (*_OF_TOPICS, ActionKind.PIN, ActionKind.UNPIN, ActionKind.REMEMBER)
_OF_MEMORIES = tuple(kind for kind in ActionKind if kind not in _OF_TOPICS)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that was done and not undone."""

    id: int
    at: datetime
    kind: ActionKind
    subject: str


def log_action(connection: Connection, kind: ActionKind, subject: str, now: datetime) -> int:
    """Note what was done and return its number."""
    cursor = connection.execute(
        "INSERT INTO actions (at, kind, subject) VALUES (:now, :kind, :subject)",
        {"now": to_ms(now), "kind": kind, "subject": subject},
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def last_action(connection: Connection) -> Action | None:
    """Read what was done last and is not undone."""
    row = connection.execute(
        """SELECT id, at, kind, subject FROM actions
           WHERE undone_at IS NULL AND kind IN (SELECT value FROM json_each(:kinds)) ORDER BY id DESC LIMIT 1""",
        {"kinds": json.dumps(_UNDOABLE)},
    ).fetchone()
    return None if row is None else _action(row)


def actions_on(connection: Connection, handle: str, *, limit: int) -> list[tuple[Action, datetime | None]]:
    """List what was done to a memory, the latest first, each with the moment when it was undone."""
    rows = connection.execute(
        """SELECT id, at, kind, subject, undone_at FROM actions
           WHERE subject = :handle AND kind IN (SELECT value FROM json_each(:kinds)) ORDER BY id DESC LIMIT :limit""",
        {"handle": handle, "kinds": json.dumps(_OF_MEMORIES), "limit": limit},
    )
    return [(_action(row), Cells(row).optional_moment("undone_at", None)) for row in rows]


def mark_undone(connection: Connection, action_id: int, now: datetime) -> None:
    """Note that it was undone."""
    connection.execute("UPDATE actions SET undone_at = :now WHERE id = :id", {"now": to_ms(now), "id": action_id})


def mark_last_undone(connection: Connection, kind: ActionKind, subject: str, now: datetime) -> None:
    """Note that the last action of a kind on a subject was undone."""
    connection.execute(
        """UPDATE actions SET undone_at = :now WHERE id = (
             SELECT MAX(id) FROM actions WHERE kind = :kind AND subject = :subject AND undone_at IS NULL)""",
        {"now": to_ms(now), "kind": kind, "subject": subject},
    )


def topics(connection: Connection) -> tuple[str, ...]:
    """List all topics that the log names."""
    rows = connection.execute(
        "SELECT DISTINCT subject FROM actions WHERE kind IN (SELECT value FROM json_each(:kinds)) ORDER BY subject",
        {"kinds": json.dumps(list(_OF_TOPICS))},
    )
    return tuple(as_text(row["subject"]) for row in rows)


def forget_subject(connection: Connection, subject: str) -> None:
    """Delete what names a subject that is to be forgotten."""
    connection.execute("DELETE FROM actions WHERE subject = :subject", {"subject": subject})


def _action(row: Row) -> Action:
    cells = Cells(row)
    return Action(row["id"], cells.moment("at"), ActionKind(row["kind"]), cells.text("subject"))
