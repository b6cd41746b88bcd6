"""Bans and pins of topics, as stored.

The one fact that a reader would get wrong: a row whose kind cannot be read is treated as a ban in force (fail closed)
and reported.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory.database import Connection
from memory.store.rows import from_ms, to_ms


class DirectiveKind(StrEnum):
    """A user's standing order on a topic."""

    BAN = "ban"
    PIN = "pin"


@dataclass(frozen=True, slots=True)
class Directive:
    """One standing order: `term_key` is the normalised term, `term` the user's own spelling."""

    kind: DirectiveKind
    term_key: str
    term: str
    created_at: datetime
    is_damaged: bool = False


def read_directives(connection: Connection) -> list[Directive]:
    """List all directives, oldest first."""
    rows = connection.execute("SELECT kind, term_key, term, created_at FROM directives ORDER BY created_at, term_key")
    found = []
    for row in rows:
        is_damaged = row["kind"] not in set(DirectiveKind) or not isinstance(row["term_key"], str)
        kind = DirectiveKind.BAN if is_damaged else DirectiveKind(row["kind"])
        term = str(row["term"])
        created_at = row["created_at"] if isinstance(row["created_at"], int) else 0
        found.append(Directive(kind, str(row["term_key"]), term, from_ms(created_at), is_damaged=is_damaged))
    return found


def write_directive(connection: Connection, kind: DirectiveKind, term_key: str, term: str, now: datetime) -> bool:
    """Store a directive; False where it was there already."""
    cursor = connection.execute(
        """INSERT OR IGNORE INTO directives (kind, term_key, term, created_at)
           VALUES (:kind, :key, :term, :now)""",
        {"kind": kind, "key": term_key, "term": term, "now": to_ms(now)},
    )
    return cursor.rowcount > 0


def delete_directive(connection: Connection, kind: DirectiveKind, term_key: str) -> bool:
    """Lift a directive; False where there was none. A damaged row holds as a ban and is lifted as one."""
    cursor = connection.execute(
        """DELETE FROM directives
           WHERE term_key = :key AND (kind = :kind OR (:kind = 'ban' AND kind NOT IN ('ban', 'pin')))""",
        {"kind": kind, "key": term_key},
    )
    return cursor.rowcount > 0
