"""Read what can still be read of a damaged database, row by row, into a new one.

The one fact that a reader would get wrong: only the plain tables are read. All indexes are made anew from them, and so
a database of which nothing but an index is damaged loses nothing.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from memory.database import Connection, Row, connect, sqlite_module, transaction
from memory.errors import StoreError
from memory.store import memories

# Made anew, of the migrations' own, or SQLite's.
_DERIVED = ("memory_fts", "memory_vectors", "memory_keys", "_sqlite_migrations", "sqlite_")
_IDS_AT_ONCE = 64
UNREADABLE_TEXT = "[could not be read]"


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How many rows the new database has."""

    memories: int
    messages: int
    chats: int

    def __bool__(self) -> bool:
        """Whether there is anything of the user's."""
        return bool(self.memories or self.messages)


def salvage(damaged: Path, target: Path) -> Salvaged:
    """Fill the empty database at `target` with what can be read of `damaged`; both are files of the caller's own.

    Raises:
        StoreError: the target cannot be written.
    """
    with closing(connect(target)) as new:
        new.execute("PRAGMA foreign_keys = OFF")
        try:
            old = connect(damaged)
        except StoreError:
            return Salvaged(0, 0, 0)
        with closing(old), transaction(new):
            for table in _tables(new):
                _copy(old, new, table)
            _copy_counters(old, new)
            _mend(new)
        return Salvaged(*(_count(new, table) for table in ("memories", "messages", "chats")))


def _tables(connection: Connection) -> list[str]:
    # Tables of an index's own are "shadow" ones: their ids are places in it, billions apart.
    rows = connection.execute(
        """SELECT m.name AS name FROM sqlite_master m JOIN pragma_table_list l ON l.name = m.name
           WHERE l.schema = 'main' AND l.type = 'table' ORDER BY m.rowid"""
    )
    return [row["name"] for row in rows if not row["name"].startswith(_DERIVED)]


def _copy(old: Connection, new: Connection, table: str) -> None:
    columns = [name for name in _columns(new, table) if name in set(_columns(old, table))]
    if not columns:
        return
    names = ", ".join(columns)
    places = ", ".join(f":{name}" for name in columns)
    # REPLACE, for the rows that a new database begins with; what violates a constraint is left out.
    verb = "REPLACE" if table == "meta" else "IGNORE"
    statement = f"INSERT OR {verb} INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - names of our own schema
    key = ", ".join(_key(new, table)) or "rowid"
    for row in _rows(old, table, names, key):
        with suppress(sqlite_module().IntegrityError):
            new.execute(statement, dict(row))


def _columns(connection: Connection, table: str) -> list[str]:
    try:
        return [row["name"] for row in connection.execute("SELECT name FROM pragma_table_info(:t)", {"t": table})]
    except sqlite_module().DatabaseError:
        return []


def _rows(old: Connection, table: str, names: str, key: str) -> Iterator[Row]:
    """Read a table around its damaged pages: by its ids where it has them, else from both ends."""
    query = f"SELECT {names} FROM {table}"  # noqa: S608 - names of our own schema
    last = _last_id(old, table) if "id" in names.split(", ") else None
    if last is None:
        found = {tuple(row): row for order in ("ASC", "DESC") for row in _until_damage(old, query, key, order)}
        yield from found.values()
        return
    for start in range(1, last + 1, _IDS_AT_ONCE):
        end = start + _IDS_AT_ONCE
        try:
            part = old.execute(f"{query} WHERE id >= :start AND id < :end", {"start": start, "end": end}).fetchall()
        except sqlite_module().DatabaseError:
            part = [row for number in range(start, end) for row in _one(old, query, number)]
        yield from part


def _one(old: Connection, query: str, number: int) -> list[Row]:
    try:
        return old.execute(f"{query} WHERE id = :id", {"id": number}).fetchall()
    except sqlite_module().DatabaseError:
        return []


def _last_id(old: Connection, table: str) -> int | None:
    """Return the greatest id that a table ever gave, from its counter where its own end is damaged; None = not known."""
    for query in (
        f"SELECT MAX(id) AS last FROM {table}",  # noqa: S608 - as above
        f"SELECT seq AS last FROM sqlite_sequence WHERE name = '{table}'",  # noqa: S608 - as above
    ):
        with suppress(sqlite_module().DatabaseError):
            row = old.execute(query).fetchone()
            if row is not None and isinstance(row["last"], int):
                return int(row["last"])
    return None


def _key(connection: Connection, table: str) -> Sequence[str]:
    rows = connection.execute("SELECT name FROM pragma_table_info(:table) WHERE pk > 0 ORDER BY pk", {"table": table})
    return [row["name"] for row in rows]


def _until_damage(old: Connection, query: str, key: str, order: str) -> Iterator[Row]:
    ordered = ", ".join(f"{name} {order}" for name in key.split(", "))
    with suppress(sqlite_module().DatabaseError):
        yield from old.execute(f"{query} ORDER BY {ordered}")


def _copy_counters(old: Connection, new: Connection) -> None:
    """Carry the counters on: an id is never given twice, not even that of a row that could not be read."""
    with suppress(sqlite_module().DatabaseError):
        counters = old.execute("SELECT name, seq FROM sqlite_sequence WHERE typeof(seq) = 'integer'").fetchall()
        for counter in map(dict, counters):
            if not new.execute("UPDATE sqlite_sequence SET seq = MAX(seq, :seq) WHERE name = :name", counter).rowcount:
                new.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)", counter)


# In this order: chats for the messages, turns for the messages, both for each other; then messages for the turns.
_HOLES = (
    """INSERT INTO chats (id, name, created_at, updated_at)
       SELECT chat_id, 'salvaged-' || chat_id, MIN(created_at), MAX(created_at) FROM messages
       WHERE chat_id IS NOT NULL AND chat_id NOT IN (SELECT id FROM chats) GROUP BY chat_id""",
    """INSERT INTO turns (id, at, mode)
       SELECT turn_id, MIN(created_at), 'associative' FROM messages
       WHERE turn_id IS NOT NULL AND turn_id NOT IN (SELECT id FROM turns) GROUP BY turn_id""",
    """INSERT INTO chat_turns (chat_id, turn_id)
       SELECT MIN(m.chat_id), m.turn_id FROM messages m
       WHERE m.chat_id IS NOT NULL AND m.turn_id IN (SELECT id FROM turns)
         AND m.turn_id NOT IN (SELECT turn_id FROM chat_turns) GROUP BY m.turn_id""",
    """DELETE FROM chat_turns WHERE turn_id NOT IN (SELECT turn_id FROM messages WHERE turn_id IS NOT NULL)
         OR chat_id NOT IN (SELECT id FROM chats)""",
    "DELETE FROM turns WHERE id NOT IN (SELECT turn_id FROM chat_turns)",
    # A reply that was an alternative stands for the kept one that is gone.
    """UPDATE messages SET is_kept = 1 WHERE id IN (
         SELECT MAX(id) FROM messages WHERE role = 'assistant' AND turn_id IS NOT NULL
         GROUP BY turn_id HAVING MAX(is_kept) = 0)""",
    """INSERT INTO messages (chat_id, turn_id, role, text, status, created_at)
       SELECT MIN(p.chat_id), t.id, needed.role, :unreadable, 'complete', t.at
       FROM turns t JOIN chat_turns p ON p.turn_id = t.id
       CROSS JOIN (SELECT 'user' AS role UNION ALL SELECT 'assistant') needed
       WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.turn_id = t.id AND m.role = needed.role)
       GROUP BY t.id, needed.role""",
    # Vectors are made by the job that makes missing ones.
    "DELETE FROM jobs WHERE name = 'embed'",
)


def _mend(new: Connection) -> None:
    """Make whole what points at rows that could not be read, and build the indexes anew."""
    for statement in _HOLES:
        new.execute(statement, {"unreadable": UNREADABLE_TEXT} if ":unreadable" in statement else {})
    for _ in range(len(_tables(new))):
        # Each round may take rows that others point at.
        if not sum(_drop_dangling(new, table) for table in _tables(new)):
            break
    memories.rebuild_keys(new)
    new.execute("INSERT INTO memory_fts (memory_fts) VALUES ('rebuild')")


def _drop_dangling(new: Connection, table: str) -> int:
    changed = 0
    for link in new.execute(
        'SELECT "from" AS "column", "table" AS parent, on_delete FROM pragma_foreign_key_list(:table)', {"table": table}
    ).fetchall():
        column, parent = link["column"], link["parent"]
        is_dangling = f"{column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {parent})"  # noqa: S608 - our own schema
        if link["on_delete"] == "SET NULL":
            statement = f"UPDATE {table} SET {column} = NULL WHERE {is_dangling}"  # noqa: S608 - as above
        else:
            statement = f"DELETE FROM {table} WHERE {is_dangling}"  # noqa: S608 - as above
        changed += new.execute(statement).rowcount
    return changed


def _count(connection: Connection, table: str) -> int:
    count: int = connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]  # noqa: S608 - as above
    return count
