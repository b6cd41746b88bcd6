"""The space of the embedder that the user chose: whose it is, how far it is made, and which vectors it still needs.

The one fact that a reader would get wrong: the shipped embedder's vectors are always made too, at once, in a table of
their own. So the other space may be half made, of another model's, or gone: every memory still has a vector to be found by.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from memory.database import Connection, Row
from memory.records import MemoryId
from memory.rules.cosine_scale import CosineScale, Unrelated
from memory.store.live_partition import note_all_changed
from memory.store.rows import id_list
from memory.store.vector_tables import CHOSEN


class SpaceState(StrEnum):
    """How far the space is made, in order."""

    CLEARING = "clearing"
    LISTING = "listing"
    FILLING = "filling"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Space:
    """The row.

    Args:
        space_id: Never stands for another space.
        name: The embedder's.
        dim: Of its vectors.
        state: Only a ready one is searched.
        listed_to: While listing: the last memory that has a task.
        total: How many tasks there were when filling began.
        scale: For its cosines; None until it is measured.
    """

    space_id: int
    name: str
    dim: int
    state: SpaceState
    listed_to: MemoryId
    total: int
    scale: CosineScale | None


class Task(NamedTuple):
    """A memory that needs a vector of its text as it is here."""

    memory_id: MemoryId
    text: str
    is_archived: bool


def read_space(connection: Connection) -> Space | None:
    """Read the row; None where no embedder was ever chosen."""
    row = connection.execute(
        """SELECT id, name, dim, state, listed_to, total, own_middle, own_high, shipped_middle, shipped_high
           FROM vector_spaces"""
    ).fetchone()
    if row is None:
        return None
    scale = None
    if row["own_middle"] is not None:
        own, shipped = (Unrelated(row[f"{one}_middle"], row[f"{one}_high"]) for one in ("own", "shipped"))
        scale = CosineScale(own, shipped)
    return Space(
        space_id=row["id"],
        name=row["name"],
        dim=row["dim"],
        state=SpaceState(row["state"]),
        listed_to=MemoryId(row["listed_to"]),
        total=row["total"],
        scale=scale,
    )


def is_current(connection: Connection, space: Space) -> bool:
    """Tell whether a space is still the one whose vectors are there."""
    query = "SELECT EXISTS (SELECT 1 FROM vector_spaces WHERE id = :id)"
    return bool(connection.execute(query, {"id": space.space_id}).fetchone()[0])


def claim(connection: Connection, name: str, dim: int) -> None:
    """Give the table to another embedder, whose vectors are made from the beginning. Call inside a transaction.

    Those of the one before stay in the table until `clear_some` took them; nobody reads them any more.
    """
    connection.execute("DELETE FROM vector_spaces")
    connection.execute("DELETE FROM vector_tasks")
    connection.execute(
        "INSERT INTO vector_spaces (name, dim, state) VALUES (:name, :dim, :state)",
        {"name": name, "dim": dim, "state": SpaceState.CLEARING},
    )
    note_all_changed(connection, CHOSEN)


def clear_some(connection: Connection, space: Space, limit: int) -> None:
    """Delete some vectors of the space before; once all are gone, make the table anew for this one's dimension.

    Call inside a transaction.
    """
    rows = connection.execute(
        "SELECT rowid AS id FROM memory_vectors_chosen_rowids ORDER BY rowid LIMIT :limit", {"limit": limit}
    ).fetchall()
    if rows:
        ids = [{"id": row["id"]} for row in rows]
        connection.executemany("DELETE FROM memory_vectors_chosen WHERE memory_id = :id", ids)
        return
    connection.execute("DROP TABLE memory_vectors_chosen")
    # A new chunk is written as a whole: it is to be no larger than one of the shipped embedder's.
    chunk_rows = max(8, min(_CHUNK_ROWS, _CHUNK_ROWS * _SHIPPED_DIM // space.dim // 8 * 8))
    connection.execute(
        _CREATE.replace("[256]", f"[{space.dim:d}]").replace("chunk_size=1024", f"chunk_size={chunk_rows:d}")
    )
    set_state(connection, space, SpaceState.LISTING)


_CREATE = """CREATE VIRTUAL TABLE memory_vectors_chosen USING vec0(
        memory_id INTEGER PRIMARY KEY, is_archived INTEGER PARTITION KEY, embedding FLOAT[256], chunk_size=1024)"""
# What sqlite-vec takes by itself.
_CHUNK_ROWS = 1_024
_SHIPPED_DIM = 256


def list_some(connection: Connection, space: Space, limit: int) -> None:
    """Note a task for some memories more; at the end, let filling begin. Call inside a transaction."""
    connection.execute(
        """INSERT OR IGNORE INTO vector_tasks (memory_id)
           SELECT id FROM memories WHERE id > :after ORDER BY id LIMIT :limit""",
        {"after": space.listed_to, "limit": limit},
    )
    last = connection.execute(
        "SELECT MAX(id) FROM (SELECT id FROM memories WHERE id > :after ORDER BY id LIMIT :limit)",
        {"after": space.listed_to, "limit": limit},
    ).fetchone()[0]
    if last is None:
        begin_filling(connection, space)
    else:
        connection.execute(
            "UPDATE vector_spaces SET listed_to = :last WHERE id = :id", {"last": last, "id": space.space_id}
        )


def begin_filling(connection: Connection, space: Space) -> None:
    """Have all tasks done before the space is searched again. Call inside a transaction."""
    connection.execute(
        "UPDATE vector_spaces SET total = (SELECT COUNT(*) FROM vector_tasks) WHERE id = :id", {"id": space.space_id}
    )
    set_state(connection, space, SpaceState.FILLING)


def set_state(connection: Connection, space: Space, state: SpaceState) -> None:
    """Note how far a space is made."""
    connection.execute("UPDATE vector_spaces SET state = :state WHERE id = :id", {"state": state, "id": space.space_id})


def set_scale(connection: Connection, space: Space, scale: CosineScale) -> None:
    """Keep the scale of a space's cosines with it."""
    connection.execute(
        """UPDATE vector_spaces SET own_middle = :own_middle, own_high = :own_high,
             shipped_middle = :shipped_middle, shipped_high = :shipped_high WHERE id = :id""",
        {
            "own_middle": scale.own.middle,
            "own_high": scale.own.high,
            "shipped_middle": scale.shipped.middle,
            "shipped_high": scale.shipped.high,
            "id": space.space_id,
        },
    )


def count_tasks(connection: Connection) -> int:
    """Count the memories whose vector is missing or old."""
    count: int = connection.execute("SELECT COUNT(*) FROM vector_tasks").fetchone()[0]
    return count


def has_tasks(connection: Connection) -> bool:
    """Tell whether any vector is missing or old."""
    return bool(connection.execute("SELECT EXISTS (SELECT 1 FROM vector_tasks)").fetchone()[0])


def next_tasks(connection: Connection, limit: int) -> list[Task]:
    """List what needs a vector, the newest memories first."""
    rows = connection.execute(
        """SELECT m.id AS id, m.text AS text, m.is_archived AS is_archived
           FROM vector_tasks t CROSS JOIN memories m ON m.id = t.memory_id ORDER BY t.memory_id DESC LIMIT :limit""",
        {"limit": limit},
    )
    return [_task(row) for row in rows]


def tasks_of(connection: Connection, memory_ids: Iterable[MemoryId]) -> list[Task]:
    """List which of these memories need a vector."""
    rows = connection.execute(
        """SELECT m.id AS id, m.text AS text, m.is_archived AS is_archived
           FROM json_each(:ids) wanted CROSS JOIN vector_tasks t ON t.memory_id = wanted.value
           CROSS JOIN memories m ON m.id = t.memory_id ORDER BY m.id""",
        {"ids": id_list(memory_ids)},
    )
    return [_task(row) for row in rows]


def end_task(connection: Connection, memory_id: MemoryId) -> None:
    """Take a task off: its vector is there, or there is none to make."""
    connection.execute("DELETE FROM vector_tasks WHERE memory_id = :id", {"id": memory_id})


def _task(row: Row) -> Task:
    return Task(MemoryId(row["id"]), row["text"], bool(row["is_archived"]))
