"""Memory rows: insert, read, change, delete.

The one fact that a reader would get wrong: deleting a row here also takes it out of both indexes; nothing else may
delete from `memories`.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from memory.database import Connection
from memory.records import (
    ChatId,
    Kind,
    Knobs,
    Memory,
    MemoryId,
    MessageId,
    Provenance,
    Trigger,
    TurnId,
)
from memory.rules.key_index import index_terms
from memory.store import derived, index
from memory.store.cells import UNREADABLE, as_text
from memory.store.memory_rows import handle_of, memory_of, trigger_from_json, trigger_json
from memory.store.rows import id_list, to_ms


@dataclass(frozen=True, slots=True)
class NewMemory:
    """What a memory starts with. An empty `handle` becomes "m<id>"."""

    text: str
    provenance: Provenance
    kind: Kind
    importance: float
    importance_at: datetime
    said_at: datetime
    handle: str = ""
    knobs: Knobs = field(default_factory=Knobs)
    trigger: Trigger = field(default_factory=Trigger)
    is_pinned: bool = False
    is_disabled: bool = False
    title: str = ""
    source_message_id: MessageId | None = None
    piece: int = 0
    chat_id: ChatId | None = None
    turn_id: TurnId | None = None
    search_text: str = ""
    before_text: str = ""
    foreign_fields: str | None = None


def insert_memory(connection: Connection, new: NewMemory) -> MemoryId:
    """Insert one row, without indexing it, and return its id.

    Raises:
        ValueError: the handle is taken.
    """
    if (
        new.handle
        and connection.execute("SELECT 1 FROM memories WHERE handle = :handle", {"handle": new.handle}).fetchone()
    ):
        raise ValueError(f"there is a memory {new.handle!r} already")
    parameters = _parameters(new) | {"handle": new.handle or _provisional_handle(connection)}
    cursor = connection.execute(
        """INSERT INTO memories (handle, text, provenance, kind, importance, importance_at, said_at, sticky, cooldown,
             delay, trigger, is_keyed, is_constant, is_pinned, is_disabled, title, source_message_id, piece, chat_id,
             turn_id, search_text, before_text, foreign_fields)
           VALUES (:handle, :text, :provenance, :kind, :importance, :importance_at, :said_at, :sticky, :cooldown,
             :delay, :trigger, :is_keyed, :is_constant, :is_pinned, :is_disabled, :title, :source_message_id, :piece,
             :chat_id, :turn_id, :search_text, :before_text, :foreign_fields)""",
        parameters,
    )
    assert cursor.lastrowid is not None
    memory_id = MemoryId(cursor.lastrowid)
    _write_keys(connection, memory_id, new.trigger)
    return memory_id


def _write_keys(connection: Connection, memory_id: MemoryId, trigger: Trigger) -> None:
    """Index the words by which a message can reach these keys."""
    connection.execute("DELETE FROM memory_keys WHERE memory_id = :id", {"id": memory_id})
    connection.executemany(
        "INSERT INTO memory_keys (term, memory_id) VALUES (:term, :id)",
        [{"term": term, "id": memory_id} for term in sorted(index_terms(trigger))],
    )


def rebuild_keys(connection: Connection) -> None:
    """Index the keys of all authored memories anew. Call inside a transaction."""
    connection.execute("DELETE FROM memory_keys")
    rows = connection.execute("SELECT id, trigger FROM memories WHERE trigger IS NOT NULL").fetchall()
    for row in rows:
        # One that cannot be read is reported where damaged rows are, and reached by nothing.
        with suppress(*UNREADABLE):
            _write_keys(connection, MemoryId(row["id"]), trigger_from_json(row["trigger"]))


def _provisional_handle(connection: Connection) -> str:
    """Name the next memory "m<id>", or the next free such name where a script took that one."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'memories'").fetchone()
    number = (row[0] if row else 0) + 1
    while connection.execute("SELECT 1 FROM memories WHERE handle = :handle", {"handle": f"m{number}"}).fetchone():
        number += 1
    return f"m{number}"


def _parameters(new: NewMemory) -> dict[str, object]:
    return _edited_parameters(new) | {
        "provenance": new.provenance,
        "said_at": to_ms(new.said_at),
        "source_message_id": new.source_message_id,
        "piece": new.piece,
        "chat_id": new.chat_id,
        "turn_id": new.turn_id,
        "search_text": new.search_text,
        "before_text": new.before_text,
        "foreign_fields": new.foreign_fields,
    }


def _edited_parameters(memory: NewMemory | Memory) -> dict[str, object]:
    """Map what an edit may change."""
    return _trigger_parameters(memory.trigger) | {
        "text": memory.text,
        "kind": memory.kind,
        "importance": memory.importance,
        "importance_at": to_ms(memory.importance_at),
        "sticky": memory.knobs.sticky,
        "cooldown": memory.knobs.cooldown,
        "delay": memory.knobs.delay,
        "is_pinned": memory.is_pinned,
        "is_disabled": memory.is_disabled,
        "title": memory.title,
    }


def _trigger_parameters(trigger: Trigger) -> dict[str, object]:
    return {
        "trigger": None if trigger == Trigger() else trigger_json(trigger),
        "is_keyed": bool(trigger.keys),
        "is_constant": trigger.is_constant,
    }


def read_memories(connection: Connection, ids: Iterable[MemoryId]) -> dict[MemoryId, Memory]:
    """Read memories by id; ids that name nothing are absent from the result."""
    rows = connection.execute(
        """SELECT id, handle, text, provenance, kind, importance, importance_at, said_at, sticky, cooldown, delay,
             trigger, is_pinned, is_topic_pinned, is_disabled, title, source_message_id, piece, turn_id, superseded_by, times_said,
             last_said_turn, reinduced_at, is_archived
           FROM memories WHERE id IN (SELECT value FROM json_each(:ids))""",
        {"ids": id_list(ids)},
    )
    return {memory.id: memory for memory in map(memory_of, rows)}


def read_texts(connection: Connection, ids: Iterable[MemoryId]) -> list[str]:
    """Read the texts of memories, in the order of their ids."""
    rows = connection.execute(
        "SELECT text FROM memories WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id", {"ids": id_list(ids)}
    )
    return [row["text"] for row in rows]


def read_handles(connection: Connection, ids: Iterable[MemoryId]) -> dict[MemoryId, str]:
    """Read what memories are called."""
    rows = connection.execute(
        "SELECT id, handle FROM memories WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(ids)}
    )
    return {MemoryId(row["id"]): handle_of(row) for row in rows}


def read_triggers(connection: Connection, ids: Iterable[MemoryId]) -> dict[MemoryId, str]:
    """Read the triggers of those memories that have one, as they are stored."""
    rows = connection.execute(
        """SELECT m.id AS id, m.trigger AS trigger FROM json_each(:ids) wanted
           JOIN memories m ON m.id = wanted.value AND m.trigger IS NOT NULL""",
        {"ids": id_list(ids)},
    )
    return {MemoryId(row["id"]): row["trigger"] for row in rows}


def read_memory(connection: Connection, memory_id: MemoryId) -> Memory | None:
    """Read one memory, or None."""
    return read_memories(connection, [memory_id]).get(memory_id)


def memory_by_handle(connection: Connection, handle: str) -> Memory | None:
    """Read the memory that users call `handle`, or None; one whose handle is no text is called by its id."""
    row = connection.execute(
        """SELECT id FROM memories
           WHERE handle = :handle OR (handle >= x'' AND 'm' || id = :handle) ORDER BY handle = :handle DESC""",
        {"handle": handle},
    ).fetchone()
    return None if row is None else read_memory(connection, MemoryId(row["id"]))


def update_memory(connection: Connection, memory: Memory, *, search_text: str) -> None:
    """Write an edited memory back, live; its index entries must be out and are put back by the caller, live too."""
    delete_gists_of(connection, [memory.id])
    connection.execute(
        """UPDATE memories SET text = :text, kind = :kind, importance = :importance, importance_at = :importance_at,
             sticky = :sticky, cooldown = :cooldown, delay = :delay, trigger = :trigger, is_keyed = :is_keyed,
             is_constant = :is_constant, is_pinned = :is_pinned, is_disabled = :is_disabled, title = :title,
             search_text = :search_text, is_archived = 0
           WHERE id = :id""",
        _edited_parameters(memory) | {"search_text": search_text, "id": memory.id},
    )
    _write_keys(connection, memory.id, memory.trigger)


def set_origin(connection: Connection, memory_id: MemoryId, provenance: Provenance, said_at: datetime) -> None:
    """Write who said a memory, and when; the caller puts it into the partition that is now its own."""
    connection.execute(
        "UPDATE memories SET provenance = :provenance, said_at = :said WHERE id = :id",
        {"provenance": provenance, "said": to_ms(said_at), "id": memory_id},
    )


def set_pinned(connection: Connection, memory_id: MemoryId, *, is_pinned: bool, now: datetime) -> None:
    """Pin or unpin; either sets the moment from which importance fades to `now`."""
    connection.execute(
        "UPDATE memories SET is_pinned = :pinned, importance_at = :now WHERE id = :id",
        {"pinned": is_pinned, "now": to_ms(now), "id": memory_id},
    )
    _bring_back(connection, [memory_id])


def set_topic_pinned(connection: Connection, ids: Sequence[MemoryId], *, is_pinned: bool, now: datetime) -> None:
    """Note that a pinned topic holds these memories, or no longer does."""
    connection.execute(
        """UPDATE memories SET is_topic_pinned = :pinned, importance_at = :now
           WHERE id IN (SELECT value FROM json_each(:ids)) AND is_topic_pinned <> :pinned""",
        {"pinned": is_pinned, "now": to_ms(now), "ids": id_list(ids)},
    )
    _bring_back(connection, ids)


def set_importance(connection: Connection, memory_id: MemoryId, importance: float, at: datetime) -> None:
    """Store an importance, 0..1, true at `at`."""
    connection.execute(
        "UPDATE memories SET importance = :importance, importance_at = :at WHERE id = :id",
        {"importance": importance, "at": to_ms(at), "id": memory_id},
    )
    _bring_back(connection, [memory_id])


def set_archived(connection: Connection, ids: Sequence[MemoryId], *, is_archived: bool) -> None:
    """Move memories to the archive or back to what takes part in associative retrieval. Call inside a transaction."""
    if not ids:
        return
    connection.execute(
        "UPDATE memories SET is_archived = :archived WHERE id IN (SELECT value FROM json_each(:ids))",
        {"archived": is_archived, "ids": id_list(ids)},
    )
    index.move_partition(connection, ids, is_archived=is_archived)


def _bring_back(connection: Connection, ids: Sequence[MemoryId]) -> None:
    """Put into the live partition what may no longer be faded.

    What is faded nevertheless is told by its importance now, until idle work has moved it again.
    """
    rows = connection.execute(
        "SELECT id FROM memories WHERE id IN (SELECT value FROM json_each(:ids)) AND is_archived",
        {"ids": id_list(ids)},
    ).fetchall()
    if rows:
        set_archived(connection, [MemoryId(row["id"]) for row in rows], is_archived=False)


def set_trigger(connection: Connection, memory_id: MemoryId, trigger: Trigger) -> None:
    """Reach a memory by other keys and conditions."""
    connection.execute(
        "UPDATE memories SET trigger = :trigger, is_keyed = :is_keyed, is_constant = :is_constant WHERE id = :id",
        _trigger_parameters(trigger) | {"id": memory_id},
    )
    _write_keys(connection, memory_id, trigger)


def set_own_handle(connection: Connection, memory_id: MemoryId) -> None:
    """Call a memory by a number, as those are that nobody named."""
    connection.execute(
        "UPDATE memories SET handle = :handle WHERE id = :id",
        {"handle": _provisional_handle(connection), "id": memory_id},
    )


def named_handles(connection: Connection) -> list[tuple[MemoryId, str]]:
    """List the memories that a script or an author named."""
    rows = connection.execute(
        """SELECT id, handle FROM memories
           WHERE handle NOT GLOB 'm[0-9]*' OR substr(handle, 2) GLOB '*[^0-9]*' ORDER BY id"""
    )
    return [(MemoryId(row["id"]), as_text(row["handle"])) for row in rows]


def with_triggers(connection: Connection) -> list[MemoryId]:
    """List the memories that are reached in some way of their own."""
    rows = connection.execute("SELECT id FROM memories WHERE trigger IS NOT NULL ORDER BY id")
    return [MemoryId(row["id"]) for row in rows]


def set_last_said(connection: Connection, memory_ids: Sequence[MemoryId], turn_id: TurnId) -> None:
    """Note that a reply restated these memories."""
    connection.execute(
        "UPDATE memories SET last_said_turn = :turn WHERE id IN (SELECT value FROM json_each(:ids))",
        {"turn": turn_id, "ids": id_list(memory_ids)},
    )


def delete_memories(connection: Connection, ids: Sequence[MemoryId]) -> None:
    """Delete rows with their index entries and verdict rows, and the gists that quote them. Call inside a transaction."""
    ids = list(dict.fromkeys((*ids, *_gists_to_make_anew(connection, ids))))
    if not ids:
        return
    for memory_id in ids:
        index.unindex_memory(connection, memory_id)
    connection.execute("DELETE FROM memories WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(ids)})


def delete_gists_of(connection: Connection, ids: Sequence[MemoryId]) -> None:
    """Delete the gists that quote memories which say something else now. Call inside a transaction."""
    delete_memories(connection, _gists_to_make_anew(connection, ids))


def _gists_to_make_anew(connection: Connection, sources: Sequence[MemoryId]) -> list[MemoryId]:
    """Find the gists that quote any of these, and have idle work sum up their days again."""
    found = derived.gists_of(connection, sources)
    if found:
        connection.execute(
            """UPDATE jobs SET progress = MIN(CAST(progress AS INTEGER), (
                 SELECT MIN(memory_id) - 1 FROM gist_sources WHERE gist_id IN (SELECT value FROM json_each(:gists))))
               WHERE name = 'gist' AND progress <> ''""",
            {"gists": id_list(found)},
        )
    return found


def clear_before(connection: Connection, is_unwanted: Callable[[str], bool]) -> None:
    """Take texts away as what was said before a memory, from its row and its index entry."""
    rows = connection.execute("SELECT id, before_text FROM memories WHERE before_text <> ''").fetchall()
    for row in rows:
        if is_unwanted(as_text(row["before_text"])):
            memory_id = MemoryId(row["id"])
            index.unindex_words(connection, memory_id)
            connection.execute("UPDATE memories SET before_text = '' WHERE id = :id", {"id": memory_id})
            index.index_words(connection, memory_id)
