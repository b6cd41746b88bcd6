"""Name the rows whose values are nonsense, as a damaged or hand-edited file holds them.

The one fact that a reader would get wrong: this only tells. That such a row does no harm is the business of the readers,
which put harmless values in the place of nonsense (`memory.store.cells`).
"""

import json
from collections.abc import Iterator
from enum import StrEnum

from memory.database import Connection
from memory.records import Kind, MemoryId, MessageId, MessageStatus, Mode, Provenance, Role
from memory.store.cells import FIRST_MS, LARGEST_COUNT, LAST_MS, Cells
from memory.store.chats import UNKNOWN_DELETION, read_chats
from memory.store.directives import read_directives
from memory.store.memories import read_memories
from memory.store.message_rows import read_message, read_rows


def damaged_rows(connection: Connection) -> Iterator[str]:
    """Say of each damaged row what is wrong with it and what to do, in one line. One pass over each table."""
    yield from _memories(connection)
    yield from _directives(connection)
    yield from _messages(connection)
    yield from _turns(connection)
    yield from _chats(connection)


def _memories(connection: Connection) -> Iterator[str]:
    # To SQLite a text or a blob is greater than any number, so that a range leaves them out too.
    rows = connection.execute(
        """SELECT id FROM memories
           WHERE typeof(text) <> 'text' OR typeof(title) <> 'text' OR typeof(handle) <> 'text'
             OR provenance NOT IN (SELECT value FROM json_each(:provenances))
             OR kind NOT IN (SELECT value FROM json_each(:kinds))
             OR importance NOT BETWEEN 0 AND 1
             OR importance_at NOT BETWEEN :first AND :last OR said_at NOT BETWEEN :first AND :last
             OR reinduced_at NOT BETWEEN :first AND :last
             OR MIN(sticky, cooldown, delay, piece, times_said) < 0
             OR MAX(sticky, cooldown, delay, piece, times_said) > :most
             OR sticky + cooldown + delay <> CAST(sticky + cooldown + delay AS INTEGER)
             OR (trigger IS NOT NULL AND (NOT json_valid(trigger)
                 OR json_type(trigger, '$.keys') IS NOT 'array' OR json_type(trigger, '$.logic') IS NOT 'text'
                 OR json_type(trigger, '$.probability') NOT IN ('integer', 'real')))
           ORDER BY id""",
        _known(provenances=Provenance, kinds=Kind),
    )
    for one in read_memories(connection, [MemoryId(row["id"]) for row in rows]).values():
        if one.damage:
            yield (
                f"Memory {one.handle} is damaged ({one.damage}) and is not used; "
                f"`reverie memory show {one.handle}` shows it, `reverie forget {one.handle}` removes it."
            )


def _directives(connection: Connection) -> Iterator[str]:
    for one in read_directives(connection):
        if one.is_damaged:
            yield f"The {one.kind} of “{one.term}” is damaged and holds; `reverie un{one.kind} '{one.term}'` lifts it."


def _messages(connection: Connection) -> Iterator[str]:
    rows = connection.execute(
        """SELECT id FROM messages
           WHERE role NOT IN (SELECT value FROM json_each(:roles))
             OR status NOT IN (SELECT value FROM json_each(:statuses))
             OR created_at NOT BETWEEN :first AND :last
             OR typeof(text) <> 'text' OR typeof(reasoning) <> 'text'
             OR typeof(token_ids) <> 'blob' OR length(token_ids) % 4 OR NOT json_valid(overused_terms)""",
        _known(roles=Role, statuses=MessageStatus),
    )
    for row in read_rows(connection, [MessageId(row["id"]) for row in rows]):
        message, damage = read_message(row)
        if damage:
            place = "" if message.turn_id is None else f" of turn {message.turn_id}"
            yield f"Message {message.id}{place} is damaged ({', '.join(damage)}); its text is kept."


def _turns(connection: Connection) -> Iterator[str]:
    rows = connection.execute(
        """SELECT id, at, mode,
             EXISTS (SELECT 1 FROM messages WHERE turn_id = turns.id AND role = 'user') AS is_asked,
             EXISTS (SELECT 1 FROM messages WHERE turn_id = turns.id AND role = 'assistant' AND is_kept) AS is_answered
           FROM turns
           WHERE at NOT BETWEEN :first AND :last
             OR mode NOT IN (SELECT value FROM json_each(:modes)) OR NOT (is_asked AND is_answered)
           ORDER BY id""",
        _known(modes=Mode),
    )
    for row in rows:
        cells = Cells(row)
        cells.moment("at")
        cells.member("mode", Mode.ASSOCIATIVE)
        if not (row["is_asked"] and row["is_answered"]):
            cells.damage.append("its message or its reply is missing")
        yield f"Turn {row['id']} is damaged ({', '.join(cells.damage)}); rewinding its chat to before it removes it."


def _chats(connection: Connection) -> Iterator[str]:
    for chat, _ in read_chats(connection, is_deleted=True):
        if chat.deleted_at == UNKNOWN_DELETION:
            yield f"The mark of deletion of the chat “{chat.title or chat.name}” is damaged: it is hidden, not removed."


def _known(**sets: type[StrEnum]) -> dict[str, object]:
    return {name: json.dumps(list(kind)) for name, kind in sets.items()} | {
        "first": FIRST_MS,
        "last": LAST_MS,
        "most": LARGEST_COUNT,
    }
