"""Two memories made one, an older statement put behind a newer, and what is kept of each time a thing was said.

The one fact that a reader would get wrong: merging deletes a row, never what was said. Message, chat and turn of the
later saying stay linked in `sayings`, so that forgetting finds them and rewinding the first leaves the second.
"""

from collections.abc import Iterable, Sequence

from memory.database import Connection
from memory.records import Memory, MemoryId, MessageId, Provenance, TurnId
from memory.store import index, memories
from memory.store.rows import id_list, to_ms


def ids_after(connection: Connection, after: MemoryId, limit: int) -> list[MemoryId]:
    """List the next memories in order of id that a merge may concern."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE id > :after AND provenance IN ('user_said', 'assistant_said', 'imported') ORDER BY id LIMIT :limit""",
        {"after": after, "limit": limit},
    )
    return [MemoryId(row["id"]) for row in rows]


def vector_of(connection: Connection, memory_id: MemoryId) -> bytes | None:
    """Read a memory's vector as stored, or None."""
    row = connection.execute("SELECT embedding FROM memory_vectors WHERE memory_id = :id", {"id": memory_id}).fetchone()
    return None if row is None else bytes(row["embedding"])


def lasting_before(connection: Connection, memory: Memory) -> list[MemoryId]:
    """List earlier statements about what lasts, of the same provenance and not replaced yet, the latest first."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE kind IN ('identity', 'preference') AND provenance = :provenance AND superseded_by IS NULL
             AND NOT is_disabled AND NOT is_keyed AND NOT is_constant AND NOT is_pinned AND NOT is_topic_pinned
             AND (said_at < :said OR (said_at = :said AND id < :id))
           ORDER BY said_at DESC, id DESC""",
        {"provenance": memory.provenance, "said": to_ms(memory.said_at), "id": memory.id},
    )
    return [MemoryId(row["id"]) for row in rows]


def lasting_after(connection: Connection, memory: Memory) -> list[MemoryId]:
    """List later statements about what lasts that were stored before a memory, the earliest first."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE kind IN ('identity', 'preference') AND provenance = :provenance AND NOT is_disabled
             AND id < :id AND said_at > :said
           ORDER BY said_at, id""",
        {"provenance": memory.provenance, "said": to_ms(memory.said_at), "id": memory.id},
    )
    return [MemoryId(row["id"]) for row in rows]


def recent_of_chat(connection: Connection, memory: Memory, limit: int) -> list[MemoryId]:
    """List what the user said in the same chat before a memory, the latest first."""
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE chat_id = (SELECT chat_id FROM memories WHERE id = :id) AND provenance = :provenance AND id < :id
             AND superseded_by IS NULL AND NOT is_disabled AND NOT is_pinned AND NOT is_topic_pinned
           ORDER BY id DESC LIMIT :limit""",
        {"id": memory.id, "provenance": memory.provenance, "limit": limit},
    )
    return [MemoryId(row["id"]) for row in rows]


def holding_word(connection: Connection, memory: Memory, word: str, limit: int) -> list[MemoryId]:
    """List what the user said before a memory, anywhere, whose own text holds a word, the latest first."""
    quoted = '"' + word.replace('"', '""') + '"'
    rows = connection.execute(
        """SELECT f.rowid AS id FROM memory_fts f CROSS JOIN memories m ON m.id = f.rowid
           WHERE memory_fts MATCH :expression AND m.provenance = :provenance AND m.id < :id AND m.superseded_by IS NULL
             AND NOT m.is_disabled AND NOT m.is_keyed AND NOT m.is_constant AND NOT m.is_pinned AND NOT m.is_topic_pinned
           ORDER BY f.rowid DESC LIMIT :limit""",
        {"expression": f"text : {quoted}", "provenance": memory.provenance, "id": memory.id, "limit": limit},
    )
    return [MemoryId(row["id"]) for row in rows]


def supersede(connection: Connection, older: Iterable[MemoryId], newer: MemoryId) -> None:
    """Note that a newer statement stands for older ones, which are kept. Call inside a transaction."""
    replaced = list(older)
    connection.execute(
        """UPDATE memories SET superseded_by = :newer
           WHERE id IN (SELECT value FROM json_each(:older)) AND id <> :newer AND superseded_by IS NULL""",
        {"newer": newer, "older": id_list(replaced)},
    )
    memories.delete_gists_of(connection, replaced)


def take_over(connection: Connection, newer: MemoryId, older: Memory) -> None:
    """Give a correction the kind and the stored importance of what it corrects. Call inside a transaction."""
    connection.execute(
        "UPDATE memories SET kind = :kind, importance = :importance WHERE id = :newer",
        {"kind": older.kind, "importance": older.importance, "newer": newer},
    )


def merge(connection: Connection, older: Memory, newer: Memory) -> None:
    """Make two memories that say the same one: the older row stays. Call inside a transaction.

    What the user says again is renewed as of then, at the higher of both stored values, unless the user touched the older
    one since. What the assistant says again is not: that would be the loop.
    """
    is_renewed = newer.provenance is not Provenance.ASSISTANT_SAID and newer.importance_at > older.importance_at
    if is_renewed:
        memories.set_importance(connection, older.id, max(older.importance, newer.importance), newer.importance_at)
    connection.execute(
        """UPDATE memories SET times_said = times_said + :times,
             last_said_turn = MAX(COALESCE(last_said_turn, :last), COALESCE(:last, last_said_turn)),
             reinduced_at = MAX(COALESCE(reinduced_at, :reinduced), COALESCE(:reinduced, reinduced_at))
           WHERE id = :older""",
        {
            "times": newer.times_said,
            "last": newer.last_said_turn,
            "reinduced": None if newer.reinduced_at is None else to_ms(newer.reinduced_at),
            "older": older.id,
        },
    )
    _keep_links(connection, older.id, newer.id)
    memories.delete_memories(connection, [newer.id])


def _keep_links(connection: Connection, older: MemoryId, newer: MemoryId) -> None:
    """Give the older row what points at the newer; of two links to the same thing the older's stays."""
    ids = {"older": older, "newer": newer}
    connection.execute(
        """INSERT INTO sayings (memory_id, said_at, message_id, chat_id, turn_id)
           SELECT :older, said_at, source_message_id, chat_id, turn_id FROM memories WHERE id = :newer""",
        ids,
    )
    connection.execute("UPDATE sayings SET memory_id = :older WHERE memory_id = :newer", ids)
    connection.execute("UPDATE memories SET superseded_by = :older WHERE superseded_by = :newer", ids)
    connection.execute("UPDATE OR IGNORE verdicts SET memory_id = :older WHERE memory_id = :newer", ids)
    connection.execute("UPDATE OR IGNORE gist_sources SET memory_id = :older WHERE memory_id = :newer", ids)
    connection.execute("DELETE FROM gist_sources WHERE memory_id = :newer", ids)
    connection.execute("UPDATE OR IGNORE dream_fragments SET memory_id = :older WHERE memory_id = :newer", ids)
    connection.execute("UPDATE imported_memories SET memory_id = :older WHERE memory_id = :newer", ids)
    connection.execute("UPDATE OR IGNORE imported_paragraphs SET memory_id = :older WHERE memory_id = :newer", ids)
    connection.execute("UPDATE OR IGNORE reinductions SET memory_id = :older WHERE memory_id = :newer", ids)


def said_messages(connection: Connection, memory_ids: Iterable[MemoryId]) -> list[MessageId]:
    """List the messages, beside their sources, in which merged memories were said again."""
    rows = connection.execute(
        """SELECT DISTINCT message_id AS id FROM sayings
           WHERE memory_id IN (SELECT value FROM json_each(:ids)) AND message_id IS NOT NULL ORDER BY message_id""",
        {"ids": id_list(memory_ids)},
    )
    return [MessageId(row["id"]) for row in rows]


def ids_said_in(connection: Connection, message_id: MessageId) -> list[MemoryId]:
    """List the memories, taken from other messages, that this one said again."""
    rows = connection.execute(
        "SELECT DISTINCT memory_id AS id FROM sayings WHERE message_id = :message ORDER BY memory_id",
        {"message": message_id},
    )
    return [MemoryId(row["id"]) for row in rows]


def hand_over(connection: Connection, going: Sequence[TurnId]) -> None:
    """Before turns are deleted: what was said in another turn too lives on as said there. Call inside a transaction."""
    parameters = {"going": id_list(going)}
    connection.execute(
        """UPDATE memories SET times_said = times_said - (
             SELECT COUNT(*) FROM sayings s
             WHERE s.memory_id = memories.id AND s.turn_id IN (SELECT value FROM json_each(:going)))
           WHERE id IN (SELECT memory_id FROM sayings WHERE turn_id IN (SELECT value FROM json_each(:going)))""",
        parameters,
    )
    connection.execute("DELETE FROM sayings WHERE turn_id IN (SELECT value FROM json_each(:going))", parameters)
    heirs = connection.execute(
        """SELECT s.memory_id AS memory_id, MIN(s.rowid) AS saying FROM sayings s JOIN memories m ON m.id = s.memory_id
           WHERE m.turn_id IN (SELECT value FROM json_each(:going)) GROUP BY s.memory_id""",
        parameters,
    ).fetchall()
    for row in heirs:
        ids = {"memory": row["memory_id"], "saying": row["saying"]}
        # What was said before it goes too.
        index.unindex_words(connection, row["memory_id"])
        connection.execute(
            """UPDATE memories SET (said_at, source_message_id, chat_id, turn_id) =
                 (SELECT said_at, message_id, chat_id, turn_id FROM sayings WHERE rowid = :saying),
                 times_said = times_said - 1, piece = 0, before_text = ''
               WHERE id = :memory""",
            ids,
        )
        index.index_words(connection, row["memory_id"])
        connection.execute("DELETE FROM sayings WHERE rowid = :saying", ids)
