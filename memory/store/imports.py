"""What was imported, by the names under which it was known elsewhere; and the rows of imported turns.

The one fact that a reader would get wrong: what this very folder exported has names too, "reverie:<origin>:t17@<ms>", and
they need no rows: they are read as the ids they are. The moment tells turn 17 from that of a copy of the folder.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime

from memory.database import Connection
from memory.importers.chat_records import ParsedMessage, Saying
from memory.records import ChatId, MemoryId, MessageId, Mode, TurnId
from memory.store import chats
from memory.store.cells import Cells
from memory.store.meta import read_meta
from memory.store.rows import id_list, to_ms

_ORIGIN = "origin"
_MOST_DIGITS = 18


def origin(connection: Connection) -> str:
    """Tell this folder's own name in the keys of exports."""
    return read_meta(connection, _ORIGIN)


def own_prefix(connection: Connection, letter: str) -> str:
    """Return what goes before an id in the keys of this folder's chats (c), turns (t) and memories (m)."""
    return f"reverie:{origin(connection)}:{letter}"


def chats_of_key(connection: Connection, key: str) -> list[ChatId]:
    """List the present chats that a file knows by this name, the first imported first."""
    rows = connection.execute(
        """SELECT c.id AS id FROM imported_chats i JOIN chats c ON c.id = i.chat_id
           WHERE i.key = :key AND c.deleted_at IS NULL ORDER BY c.id""",
        {"key": key},
    ).fetchall()
    found = [ChatId(row["id"]) for row in rows]
    own = _own_id(key, own_prefix(connection, "c"))
    if (
        own is not None
        and connection.execute("SELECT 1 FROM chats WHERE id = :id AND deleted_at IS NULL", {"id": own}).fetchone()
    ):
        found.insert(0, ChatId(own))
    return found


def known_turns(connection: Connection, keys: Sequence[str]) -> dict[str, TurnId]:
    """Find the stored turns that files know by these names."""
    wanted = {"keys": json.dumps(list(keys), ensure_ascii=False)}
    rows = connection.execute(
        "SELECT key, turn_id FROM imported_turns WHERE key IN (SELECT value FROM json_each(:keys))", wanted
    )
    found = {str(row["key"]): TurnId(row["turn_id"]) for row in rows}
    prefix = own_prefix(connection, "t")
    own = {number: key for key in keys if (number := _own_id(key, prefix)) is not None}
    present = connection.execute(
        "SELECT id, at FROM turns WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(own)}
    )
    here = {_own_key(prefix, row["id"], row["at"]): TurnId(row["id"]) for row in present}
    return found | {key: here[key] for key in own.values() if key in here}


def known_memories(connection: Connection, keys: Collection[str]) -> dict[str, MemoryId | None]:
    """Find the memories that files know by these names; None stands for one that is gone, and is not to come back."""
    wanted = {"keys": json.dumps(list(keys), ensure_ascii=False)}
    rows = connection.execute(
        "SELECT key, memory_id FROM imported_memories WHERE key IN (SELECT value FROM json_each(:keys))", wanted
    )
    found: dict[str, MemoryId | None] = {
        str(row["key"]): None if row["memory_id"] is None else MemoryId(row["memory_id"]) for row in rows
    }
    prefix = own_prefix(connection, "m")
    own = {number: key for key in keys if (number := _own_id(key, prefix)) is not None and key not in found}
    present = connection.execute(
        "SELECT id, said_at FROM memories WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(own)}
    )
    here = {MemoryId(row["id"]): _own_key(prefix, row["id"], row["said_at"]) for row in present}
    newest = connection.execute("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'memories'").fetchone()[
        0
    ]
    for number, key in own.items():
        memory_id = MemoryId(number)
        if here.get(memory_id) == key:
            found[key] = memory_id
        elif memory_id not in here and number <= newest:
            # It was here and is gone.
            found[key] = None
    return found


def _own_key(prefix: str, number: int, at_ms: int) -> str:
    return f"{prefix}{number}@{at_ms}"


def _own_id(key: str, prefix: str) -> int | None:
    digits = key.removeprefix(prefix).partition("@")[0]
    is_id = key.startswith(prefix) and digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
    return int(digits) if is_id else None


def write_chat_key(connection: Connection, key: str, chat_id: ChatId) -> None:
    """Remember by what name a file knows a chat."""
    connection.execute(
        "INSERT OR IGNORE INTO imported_chats (key, chat_id) VALUES (:key, :chat)", {"key": key, "chat": chat_id}
    )


def write_memory_key(connection: Connection, key: str, memory_id: MemoryId) -> None:
    """Remember by what name a file knows a memory."""
    connection.execute(
        "INSERT OR REPLACE INTO imported_memories (key, memory_id) VALUES (:key, :memory)",
        {"key": key, "memory": memory_id},
    )


def add_turn(
    connection: Connection, chat_id: ChatId, key: str, at: datetime, mode: Mode, parsed: Sequence[ParsedMessage]
) -> tuple[TurnId, list[MessageId]]:
    """Store a turn that was said elsewhere at the head of a chat. Call inside a transaction.

    Returns:
        Its id, and those of its messages in the order given.
    """
    cursor = connection.execute(
        "INSERT INTO turns (at, mode, is_imported) VALUES (:at, :mode, 1)", {"at": to_ms(at), "mode": mode}
    )
    assert cursor.lastrowid is not None
    turn_id = TurnId(cursor.lastrowid)
    chats.hold_turns(connection, chat_id, [turn_id])
    connection.execute("INSERT INTO imported_turns (key, turn_id) VALUES (:key, :turn)", {"key": key, "turn": turn_id})
    return turn_id, [_add_message(connection, chat_id, turn_id, one) for one in parsed]


def _add_message(connection: Connection, chat_id: ChatId, turn_id: TurnId, message: ParsedMessage) -> MessageId:
    usage = message.usage
    cursor = connection.execute(
        """INSERT INTO messages (chat_id, turn_id, role, text, status, created_at, is_kept, reasoning, is_rewritten,
             overused_terms, model_name, prompt_tokens, cached_tokens, first_token_s, tokens_per_s, reply_tokens)
           VALUES (:chat, :turn, :role, :text, :status, :at, :kept, :reasoning, :rewritten, :overused, :model,
             :prompt_tokens, :cached_tokens, :first_token_s, :tokens_per_s, :reply_tokens)""",
        {
            "chat": chat_id,
            "turn": turn_id,
            "role": message.role,
            "text": message.text,
            "status": message.status,
            "at": to_ms(message.at),
            "kept": message.is_kept,
            "reasoning": message.reasoning,
            "rewritten": message.is_rewritten,
            "overused": json.dumps(message.overused_terms, ensure_ascii=False),
            "model": message.model_name,
            "prompt_tokens": usage.prompt_tokens if usage else None,
            "cached_tokens": usage.cached_tokens if usage else None,
            "first_token_s": usage.first_token_s if usage else None,
            "tokens_per_s": usage.tokens_per_s if usage else None,
            "reply_tokens": usage.reply_tokens if usage else None,
        },
    )
    assert cursor.lastrowid is not None
    return MessageId(cursor.lastrowid)


def restore_fields(
    connection: Connection,
    memory_id: MemoryId,
    *,
    importance_at: datetime,
    reinduced_at: datetime | None,
    times_said: int,
) -> None:
    """Give a memory of Reverie's own export what no new memory has."""
    connection.execute(
        """UPDATE memories SET importance_at = :at, reinduced_at = :reinduced, times_said = :times WHERE id = :id""",
        {
            "at": to_ms(importance_at),
            "reinduced": None if reinduced_at is None else to_ms(reinduced_at),
            "times": times_said,
            "id": memory_id,
        },
    )


def add_saying(connection: Connection, memory_id: MemoryId, saying: Saying, turn_id: TurnId | None) -> None:
    """Link a later time that a memory was said, unless it is linked; with it the memory counts one more saying."""
    values = {"memory": memory_id, "at": to_ms(saying.said_at), "turn": turn_id, "place": saying.message}
    known = connection.execute(
        "SELECT 1 FROM sayings WHERE memory_id = :memory AND said_at = :at AND turn_id IS :turn", values
    ).fetchone()
    if known:
        return
    connection.execute(
        """WITH said AS (
             SELECT id, chat_id FROM messages WHERE turn_id = :turn ORDER BY id LIMIT 1 OFFSET COALESCE(:place, 0))
           INSERT INTO sayings (memory_id, said_at, message_id, chat_id, turn_id)
           SELECT :memory, :at, CASE WHEN :place IS NULL THEN NULL ELSE (SELECT id FROM said) END,
                  (SELECT chat_id FROM said), :turn""",
        values,
    )
    connection.execute("UPDATE memories SET times_said = times_said + 1 WHERE id = :memory", values)


def set_superseded(connection: Connection, older: MemoryId, newer: MemoryId) -> None:
    """Link a memory with the newer statement that replaced it where it came from, unless one has here."""
    connection.execute(
        "UPDATE memories SET superseded_by = :newer WHERE id = :older AND id <> :newer AND superseded_by IS NULL",
        {"older": older, "newer": newer},
    )


def known_paragraphs(connection: Connection, note: str) -> set[bytes]:
    """Return the digests of a note's paragraphs that are memories."""
    rows = connection.execute("SELECT DISTINCT digest FROM imported_paragraphs WHERE note = :note", {"note": note})
    return {bytes(row["digest"]) for row in rows}


def write_paragraph(connection: Connection, note: str, digest: bytes, memory_ids: Iterable[MemoryId]) -> None:
    """Remember which memories a paragraph became."""
    connection.executemany(
        "INSERT OR IGNORE INTO imported_paragraphs (note, digest, memory_id) VALUES (:note, :digest, :memory)",
        [{"note": note, "digest": digest, "memory": one} for one in memory_ids],
    )


def forget_notes(connection: Connection, is_unwanted: Callable[[str], bool]) -> None:
    """Forget what notes are called whose paragraphs stay; imported again, they are others."""
    rows = connection.execute("SELECT DISTINCT note FROM imported_paragraphs").fetchall()
    connection.executemany(
        "UPDATE imported_paragraphs SET note = '' WHERE note = :note",
        [{"note": row["note"]} for row in rows if is_unwanted(str(row["note"]))],
    )


def foreign_chats(connection: Connection) -> tuple[list[ChatId], int]:
    """List the chats that came from elsewhere than Reverie and did not go on here, and count those that did."""
    rows = connection.execute(
        """SELECT DISTINCT i.chat_id AS id, EXISTS (
             SELECT 1 FROM chat_turns ct JOIN turns t ON t.id = ct.turn_id
             WHERE ct.chat_id = i.chat_id AND t.is_imported = 0) AS went_on
           FROM imported_chats i WHERE i.key NOT LIKE 'reverie:%' ORDER BY i.chat_id"""
    ).fetchall()
    return [ChatId(row["id"]) for row in rows if not row["went_on"]], sum(row["went_on"] for row in rows)


def read_note_memory_ids(connection: Connection) -> list[MemoryId]:
    """List the memories that paragraphs of notes became."""
    rows = connection.execute("SELECT DISTINCT memory_id AS id FROM imported_paragraphs ORDER BY memory_id")
    return [MemoryId(row["id"]) for row in rows]


def chat_keys(connection: Connection) -> dict[ChatId, str]:
    """Name all chats for an export: as they were named elsewhere, else by this folder's own name.

    Of several chats by one name the first has it.
    """
    rows = connection.execute("SELECT key, MIN(chat_id) AS chat_id FROM imported_chats GROUP BY key ORDER BY key DESC")
    foreign = {ChatId(row["chat_id"]): str(row["key"]) for row in rows}
    prefix = own_prefix(connection, "c")
    every = (ChatId(row["id"]) for row in connection.execute("SELECT id FROM chats"))
    return {one: foreign.get(one, f"{prefix}{one}") for one in every}


def turn_keys(connection: Connection, turn_ids: Iterable[TurnId]) -> dict[TurnId, str]:
    """Name turns for an export."""
    ids = list(turn_ids)
    moments = connection.execute(
        "SELECT id, at FROM turns WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(ids)}
    )
    prefix = own_prefix(connection, "t")
    own = {TurnId(row["id"]): _own_key(prefix, row["id"], row["at"]) for row in moments}
    rows = connection.execute(
        "SELECT key, turn_id FROM imported_turns WHERE turn_id IN (SELECT value FROM json_each(:ids))",
        {"ids": id_list(ids)},
    )
    return own | {TurnId(row["turn_id"]): str(row["key"]) for row in rows}


def memory_keys(connection: Connection, memory_ids: Iterable[MemoryId]) -> dict[MemoryId, str]:
    """Name memories for an export; one that was merged of several has the first of their names."""
    ids = list(memory_ids)
    moments = connection.execute(
        "SELECT id, said_at FROM memories WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(ids)}
    )
    prefix = own_prefix(connection, "m")
    own = {MemoryId(row["id"]): _own_key(prefix, row["id"], row["said_at"]) for row in moments}
    rows = connection.execute(
        """SELECT MIN(key) AS key, memory_id FROM imported_memories
           WHERE memory_id IN (SELECT value FROM json_each(:ids)) GROUP BY memory_id""",
        {"ids": id_list(ids)},
    )
    return own | {MemoryId(row["memory_id"]): str(row["key"]) for row in rows}


def all_sayings(
    connection: Connection, memory_ids: Iterable[MemoryId]
) -> Mapping[MemoryId, list[tuple[datetime, int | None, int | None]]]:
    """Read the later sayings of memories, each as (moment, turn id, place of the message in its turn)."""
    rows = connection.execute(
        """SELECT s.memory_id AS memory_id, s.said_at AS said_at, s.turn_id AS turn_id,
             CASE WHEN s.message_id IS NULL THEN NULL ELSE
               (SELECT COUNT(*) FROM messages m WHERE m.turn_id = s.turn_id AND m.id < s.message_id) END AS place
           FROM sayings s WHERE s.memory_id IN (SELECT value FROM json_each(:ids)) ORDER BY s.rowid""",
        {"ids": id_list(memory_ids)},
    )
    found: dict[MemoryId, list[tuple[datetime, int | None, int | None]]] = {}
    for row in rows:
        saying = (Cells(row).moment("said_at"), row["turn_id"], row["place"])
        found.setdefault(MemoryId(row["memory_id"]), []).append(saying)
    return found
