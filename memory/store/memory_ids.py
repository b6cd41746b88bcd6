"""Which memories: ids by where they come from and by what they are. `memories` reads and writes the rows themselves.

The one fact that a reader would get wrong: these are candidates. Whether a memory stands, matches or is suppressed is
told by the rules, from its row.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memory.database import Connection
from memory.records import MemoryId, MessageId, TurnId
from memory.rules.key_index import message_terms
from memory.store.cells import as_text
from memory.store.rows import id_list

_TEXTS_AT_ONCE = 4_096


class TopicTexts(NamedTuple):
    """What of some memories may name a topic, as it is stored: columns, since all memories are read.

    Args:
        ids: Whose.
        are_alone: Whether each has neither title nor keys.
        said: Each one's text in UTF-8; behind it, on lines of their own, its title, and its trigger with the keys.
    """

    ids: Sequence[MemoryId]
    are_alone: Sequence[bool]
    said: Sequence[bytes]


def ids_of_turns(connection: Connection, turn_ids: Iterable[TurnId]) -> list[MemoryId]:
    """List the memories that these turns stored."""
    rows = connection.execute(
        "SELECT id FROM memories WHERE turn_id IN (SELECT value FROM json_each(:ids)) ORDER BY id",
        {"ids": id_list(turn_ids)},
    )
    return [MemoryId(row["id"]) for row in rows]


def ids_of_no_turn(connection: Connection) -> list[MemoryId]:
    """List the memories that no turn stored: written by hand, imported notes, gists, by command."""
    return [
        MemoryId(row["id"]) for row in connection.execute("SELECT id FROM memories WHERE turn_id IS NULL ORDER BY id")
    ]


def before_texts(connection: Connection, ids: Iterable[MemoryId]) -> dict[MemoryId, str]:
    """Read what was said before memories, as it is indexed."""
    rows = connection.execute(
        "SELECT id, before_text FROM memories WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(ids)}
    )
    return {MemoryId(row["id"]): as_text(row["before_text"]) for row in rows}


def ids_of_message(connection: Connection, message_id: MessageId) -> list[MemoryId]:
    """List the memories that were taken from one message."""
    rows = connection.execute(
        "SELECT id FROM memories WHERE source_message_id = :message ORDER BY id", {"message": message_id}
    )
    return [MemoryId(row["id"]) for row in rows]


def remembered_messages(connection: Connection, *, besides: Iterable[MemoryId]) -> frozenset[MessageId]:
    """Find the messages of which there are memories, some left out."""
    rows = connection.execute(
        """SELECT source_message_id AS id FROM memories
           WHERE source_message_id IS NOT NULL AND id NOT IN (SELECT value FROM json_each(:besides))
           UNION SELECT message_id FROM sayings
           WHERE message_id IS NOT NULL AND memory_id NOT IN (SELECT value FROM json_each(:besides))""",
        {"besides": id_list(besides)},
    )
    return frozenset(MessageId(row["id"]) for row in rows)


def pieces_with(connection: Connection, memory_id: MemoryId) -> list[MemoryId]:
    """List the pieces of what was told outside of a chat, where one of them is this memory; no message links them."""
    rows = connection.execute(
        """SELECT p.id AS id FROM memories m JOIN memories p ON p.id >= m.id - m.piece
             AND p.id < COALESCE((SELECT id FROM memories WHERE id > m.id AND piece = 0 ORDER BY id LIMIT 1), m.id + 1e9)
           WHERE m.id = :id AND m.source_message_id IS NULL AND p.source_message_id IS NULL
             AND p.id - p.piece = m.id - m.piece AND p.said_at = m.said_at AND p.provenance = m.provenance
           ORDER BY p.id""",
        {"id": memory_id},
    )
    return [MemoryId(row["id"]) for row in rows]


def all_ids(connection: Connection) -> list[MemoryId]:
    """List all memories, the newest first."""
    return [MemoryId(row["id"]) for row in connection.execute("SELECT id FROM memories ORDER BY id DESC")]


def own_ids(connection: Connection) -> list[MemoryId]:
    """List what is in the user's own words and says something: no questions, greetings and the like; the oldest first."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE provenance IN ('user_said', 'imported', 'authored') AND NOT is_disabled AND superseded_by IS NULL
             AND kind NOT IN ('question', 'greeting', 'apology', 'report')
           ORDER BY id"""
    )
    return [MemoryId(row["id"]) for row in rows]


def standing_ids(connection: Connection) -> list[MemoryId]:
    """List identity, preference and pinned memories that could stand in the standing block.

    Who the user is, only the user can say: of the assistant's words and of gists, only pinned ones stand.
    """
    # "+id": in the order of ids SQLite would pass over every row and leave the index of these aside.
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE (kind IN ('identity', 'preference') OR is_pinned OR is_topic_pinned) AND NOT is_disabled AND superseded_by IS NULL
             AND (provenance NOT IN ('assistant_said', 'gist') OR is_pinned OR is_topic_pinned)
           ORDER BY +id"""
    )
    return [MemoryId(row["id"]) for row in rows]


def identity_ids(connection: Connection) -> list[MemoryId]:
    """List what tells who the user is, or is held as such."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE (kind IN ('identity', 'preference') OR is_pinned OR is_topic_pinned)
             AND (kind <> 'preference' OR is_pinned OR is_topic_pinned) AND NOT is_disabled AND superseded_by IS NULL
           ORDER BY +id"""
    )
    return [MemoryId(row["id"]) for row in rows]


def constant_ids(connection: Connection) -> list[MemoryId]:
    """List authored memories that pass without a match."""
    rows = connection.execute("SELECT id FROM memories WHERE is_constant ORDER BY id")
    return [MemoryId(row["id"]) for row in rows]


def keyed_ids(connection: Connection, message: str) -> list[MemoryId]:
    """List the authored memories whose keys a message might hold; `memory.rules.keys` decides."""
    rows = connection.execute(
        """SELECT DISTINCT k.memory_id AS id FROM json_each(:terms) wanted
           JOIN memory_keys k ON k.term = wanted.value ORDER BY k.memory_id""",
        {"terms": json.dumps(sorted(message_terms(message)))},
    )
    return [MemoryId(row["id"]) for row in rows]


def hidden_ids(connection: Connection) -> frozenset[MemoryId]:
    """Find memories whose turn only a deleted chat (undo still open) holds."""
    rows = connection.execute(
        """SELECT m.id AS id FROM memories m
           WHERE EXISTS (SELECT 1 FROM chats WHERE deleted_at IS NOT NULL)
             AND m.turn_id IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM chat_turns p JOIN chats c ON c.id = p.chat_id
                             WHERE p.turn_id = m.turn_id AND c.deleted_at IS NULL)"""
    )
    return frozenset(MemoryId(row["id"]) for row in rows)


def topic_pinned_ids(connection: Connection) -> list[MemoryId]:
    """List the memories that a pinned topic holds."""
    rows = connection.execute("SELECT id FROM memories WHERE is_topic_pinned ORDER BY id")
    return [MemoryId(row["id"]) for row in rows]


def topic_texts(connection: Connection) -> Iterator[TopicTexts]:
    """Yield every memory with all that a topic may stand in, thousands at a time, oldest first."""
    cursor = connection.cursor()
    # Tuples of bytes: making rows of strings would take twice as long as reading them.
    cursor.row_factory = None
    cursor.execute(
        """SELECT id, typeof(text) = 'text' AND title = '' AND trigger IS NULL,
             CAST(CASE WHEN title = '' AND trigger IS NULL THEN text
                       ELSE text || char(10) || title || char(10) || COALESCE(trigger, '') END AS BLOB)
           FROM memories ORDER BY id"""
    )
    while rows := cursor.fetchmany(_TEXTS_AT_ONCE):
        yield TopicTexts(*zip(*rows, strict=True))
