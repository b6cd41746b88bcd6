"""Memory rows: insert, read, change, delete.

The one fact that a reader would get wrong: deleting a row here also takes it out of both indexes; nothing else may
delete from `memories`.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime

from memory.database import Connection, Row
from memory.records import (
    ChatId,
    Kind,
    Knobs,
    Logic,
    Memory,
    MemoryId,
    MessageId,
    Provenance,
    Trigger,
    TurnId,
)
from memory.rules.key_index import index_terms
from memory.store import derived, index
from memory.store.cells import FIRST_MS, LARGEST_COUNT, LAST_MS, UNREADABLE, Cells
from memory.store.rows import from_ms, id_list, optional_moment, to_ms

_NO_TRIGGER = Trigger()


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
    trigger = memory.trigger
    return {
        "text": memory.text,
        "kind": memory.kind,
        "importance": memory.importance,
        "importance_at": to_ms(memory.importance_at),
        "sticky": memory.knobs.sticky,
        "cooldown": memory.knobs.cooldown,
        "delay": memory.knobs.delay,
        "trigger": None if trigger == Trigger() else _trigger_json(trigger),
        "is_keyed": bool(trigger.keys),
        "is_constant": trigger.constant,
        "is_pinned": memory.is_pinned,
        "is_disabled": memory.is_disabled,
        "title": memory.title,
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
    return {memory.id: memory for memory in map(_memory, rows)}


def _memory(row: Row) -> Memory:
    try:
        return _sound_memory(row)
    except UNREADABLE:
        return _damaged_memory(row)


def _sound_memory(row: Row) -> Memory:
    """Read a row.

    Raises:
        One of `UNREADABLE`: a value is none of its kind.
    """
    is_sound = (
        isinstance(row["handle"], str)
        and isinstance(row["text"], str)
        and isinstance(row["title"], str)
        and 0.0 <= row["importance"] <= 1.0
        and isinstance(row["sticky"], int)
        and 0 <= row["sticky"] <= LARGEST_COUNT
        and isinstance(row["cooldown"], int)
        and 0 <= row["cooldown"] <= LARGEST_COUNT
        and isinstance(row["delay"], int)
        and 0 <= row["delay"] <= LARGEST_COUNT
        and 0 <= row["piece"] <= LARGEST_COUNT
        and 0 <= row["times_said"] <= LARGEST_COUNT
        and FIRST_MS <= row["importance_at"] <= LAST_MS
        and FIRST_MS <= row["said_at"] <= LAST_MS
        and FIRST_MS <= (row["reinduced_at"] or 0) <= LAST_MS
    )
    if not is_sound:
        raise ValueError
    return Memory(
        id=MemoryId(row["id"]),
        handle=row["handle"],
        text=row["text"],
        provenance=Provenance(row["provenance"]),
        kind=Kind(row["kind"]),
        importance=row["importance"],
        importance_at=from_ms(row["importance_at"]),
        said_at=from_ms(row["said_at"]),
        knobs=Knobs(sticky=row["sticky"], cooldown=row["cooldown"], delay=row["delay"]),
        trigger=_NO_TRIGGER if row["trigger"] is None else trigger_from_json(row["trigger"]),
        is_pinned=bool(row["is_pinned"]),
        is_topic_pinned=bool(row["is_topic_pinned"]),
        is_disabled=bool(row["is_disabled"]),
        title=row["title"],
        source_message_id=row["source_message_id"],
        piece=row["piece"],
        turn_id=row["turn_id"],
        superseded_by=row["superseded_by"],
        times_said=row["times_said"],
        last_said_turn=row["last_said_turn"],
        reinduced_at=optional_moment(row["reinduced_at"]),
        is_archived=bool(row["is_archived"]),
    )


def _damaged_memory(row: Row) -> Memory:
    """Read a row of which some value is nonsense: disabled, so that no path lets it through, and as what may do least."""
    cells = Cells(row)
    trigger = _NO_TRIGGER
    try:
        trigger = _NO_TRIGGER if row["trigger"] is None else trigger_from_json(row["trigger"])
    except UNREADABLE:
        cells.note("trigger")
    turn_id, superseded_by = cells.optional_id("turn_id"), cells.optional_id("superseded_by")
    source_id, last_said = cells.optional_id("source_message_id"), cells.optional_id("last_said_turn")
    memory = Memory(
        id=MemoryId(row["id"]),
        handle=row["handle"] if isinstance(row["handle"], str) else f"m{row['id']}",
        text=cells.text("text"),
        provenance=cells.member("provenance", Provenance.ASSISTANT_SAID),
        kind=cells.member("kind", Kind.CHAT),
        importance=cells.share("importance", 0.0),
        importance_at=cells.moment("importance_at"),
        said_at=cells.moment("said_at"),
        knobs=Knobs(cells.count("sticky"), cells.count("cooldown"), cells.count("delay")),
        trigger=trigger,
        is_pinned=cells.flag("is_pinned"),
        is_topic_pinned=cells.flag("is_topic_pinned"),
        is_disabled=True,
        title=cells.text("title"),
        source_message_id=None if source_id is None else MessageId(source_id),
        piece=cells.count("piece"),
        turn_id=None if turn_id is None else TurnId(turn_id),
        superseded_by=None if superseded_by is None else MemoryId(superseded_by),
        times_said=cells.count("times_said", 1),
        last_said_turn=None if last_said is None else TurnId(last_said),
        reinduced_at=cells.optional_moment("reinduced_at"),
        is_archived=cells.flag("is_archived"),
    )
    return replace(memory, damage=", ".join(cells.damage) or "a value is none of its kind")


def _trigger_json(trigger: Trigger) -> str:
    return json.dumps(asdict(trigger), ensure_ascii=False)


def trigger_from_json(stored: str) -> Trigger:
    """Read a trigger as it is stored.

    Raises:
        One of `UNREADABLE`: it is none.
    """
    fields = json.loads(stored)
    probability = fields["probability"]
    if not (isinstance(probability, int | float) and 0 <= probability <= 100):  # noqa: PLR2004 - a percentage
        raise ValueError
    return Trigger(
        keys=_texts(fields["keys"]),
        exclude_keys=_texts(fields["exclude_keys"]),
        secondary_keys=_texts(fields["secondary_keys"]),
        logic=Logic(fields["logic"]),
        constant=bool(fields["constant"]),
        probability=int(probability),
        groups=_texts(fields["groups"]),
        is_case_sensitive=bool(fields["is_case_sensitive"]),
        is_whole_words=bool(fields["is_whole_words"]),
    )


def read_texts(connection: Connection, ids: Iterable[MemoryId]) -> list[str]:
    """Read the texts of memories, in the order of their ids."""
    rows = connection.execute(
        "SELECT text FROM memories WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id", {"ids": id_list(ids)}
    )
    return [row["text"] for row in rows]


def _texts(values: object) -> tuple[str, ...]:
    if isinstance(values, list) and all(isinstance(one, str) for one in values):
        return tuple(values)
    raise TypeError


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


def clear_before(connection: Connection, before_texts: Sequence[str]) -> None:
    """Take these texts away as what was said before a memory, from its row and its index entry."""
    rows = connection.execute(
        "SELECT id FROM memories WHERE before_text <> '' AND before_text IN (SELECT value FROM json_each(:texts))",
        {"texts": json.dumps(list(before_texts), ensure_ascii=False)},
    ).fetchall()
    for row in rows:
        memory_id = MemoryId(row["id"])
        index.unindex_words(connection, memory_id)
        connection.execute("UPDATE memories SET before_text = '' WHERE id = :id", {"id": memory_id})
        index.index_words(connection, memory_id)
