"""Full text over the messages of all chats; the reads alone, since triggers of the schema keep the index.

The one fact that a reader would get wrong: the index holds every reply of a turn. Which of them is the kept one, and
which chats are there, is asked of the rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.database import Connection, Row
from memory.records import ChatId, MessageId, Role, TurnId
from memory.rules.message_words import Sought
from memory.store.cells import Cells
from memory.store.message_rows import role_of
from memory.store.rows import id_list


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A kept message that holds everything sought, in a chat that holds its turn."""

    message_id: MessageId
    turn_id: TurnId
    chat_id: ChatId
    role: Role
    at: datetime
    text: str


def find_messages(connection: Connection, sought: Sequence[Sought], *, limit: int) -> list[FoundMessage]:
    """Find kept messages of present chats, the newest first.

    Args:
        connection: The store.
        sought: At least one; a message must hold each.
        limit: At most so many.
    """
    rows = connection.execute(
        """WITH found AS MATERIALIZED (
             SELECT m.id AS id, m.turn_id AS turn_id, m.created_at AS at
             FROM message_fts f CROSS JOIN messages m INDEXED BY messages_places ON m.id = f.rowid
             WHERE message_fts MATCH :match AND m.is_kept
               AND (:gone = '[]' OR m.turn_id NOT IN (SELECT value FROM json_each(:gone)))
             ORDER BY m.created_at DESC, m.id DESC LIMIT :limit)
           SELECT f.id AS id, f.turn_id AS turn_id, f.at AS at, m.role AS role, m.model_name AS model_name,
             m.text AS text,
             (SELECT ct.chat_id FROM chat_turns ct JOIN chats c ON c.id = ct.chat_id AND c.deleted_at IS NULL
              WHERE ct.turn_id = f.turn_id ORDER BY ct.chat_id = m.chat_id DESC, c.updated_at DESC LIMIT 1) AS chat_id
           FROM found f JOIN messages m ON m.id = f.id ORDER BY f.at DESC, f.id DESC""",
        {"match": _expression(sought), "gone": id_list(_gone_turns(connection)), "limit": limit},
    )
    return [_found(row) for row in rows]


def _found(row: Row) -> FoundMessage:
    cells = Cells(row)
    return FoundMessage(
        message_id=MessageId(row["id"]),
        turn_id=TurnId(row["turn_id"]),
        chat_id=ChatId(row["chat_id"]),
        role=role_of(cells, cells.text("model_name")),
        at=cells.moment("at"),
        text=cells.text("text"),
    )


def _gone_turns(connection: Connection) -> list[TurnId]:
    """List the turns that only deleted chats hold, whose deletion can still be undone."""
    rows = connection.execute(
        """SELECT DISTINCT ct.turn_id AS id
           FROM chats c CROSS JOIN chat_turns ct ON ct.chat_id = c.id
           WHERE c.deleted_at IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM chat_turns other JOIN chats present ON present.id = other.chat_id
             WHERE other.turn_id = ct.turn_id AND present.deleted_at IS NULL)"""
    )
    return [TurnId(row["id"]) for row in rows]


def _expression(sought: Sequence[Sought]) -> str:
    """Write what is sought as an FTS5 expression. Tokens are letters and digits only, so a quote needs no care.

    A beginning is looked for as a word too: the index holds stems, and "runnin" begins none.
    """
    parts = []
    for one in sought:
        phrase = f'"{" ".join(one.tokens)}"'
        parts.append(f"({phrase} OR {phrase} *)" if one.is_beginning else phrase)
    return " AND ".join(parts)
