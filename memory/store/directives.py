"""Bans and pins of topics, as stored.

The one fact that a reader would get wrong: a damaged row is in force (fail closed) and reported, as a ban where its kind
cannot be read. It is lifted by what is shown of it, since its key may be nonsense.
"""

from datetime import datetime

from memory.database import Connection, Row
from memory.records import Directive, DirectiveKind
from memory.rules.topics import TopicMatcher
from memory.store.cells import Cells
from memory.store.rows import to_ms


def read_directives(connection: Connection) -> list[Directive]:
    """List all directives, oldest first."""
    rows = connection.execute("SELECT kind, term_key, term, created_at FROM directives ORDER BY created_at, term_key")
    return [_directive(row) for row in rows]


def _directive(row: Row) -> Directive:
    cells = Cells(row)
    kind = cells.member("kind", DirectiveKind.BAN)
    key, spelling = cells.text("term_key"), cells.text("term")
    created_at = cells.moment("created_at")
    # What cannot be typed could not be lifted.
    term = " ".join("".join(one if one.isprintable() else " " for one in spelling).split())
    holds_something = bool(TopicMatcher([term]))
    is_damaged = bool(cells.damage) or term != spelling or not holds_something
    return Directive(kind, key, term if holds_something or not key else key, created_at, is_damaged=is_damaged)


def write_directive(connection: Connection, kind: DirectiveKind, term_key: str, term: str, now: datetime) -> bool:
    """Store a directive; False where it was there already."""
    cursor = connection.execute(
        """INSERT OR IGNORE INTO directives (kind, term_key, term, created_at)
           VALUES (:kind, :key, :term, :now)""",
        {"kind": kind, "key": term_key, "term": term, "now": to_ms(now)},
    )
    return cursor.rowcount > 0


def delete_directive(connection: Connection, kind: DirectiveKind, term_key: str, term: str) -> bool:
    """Lift a directive by its key or by the term that is shown of it; False where there was none."""
    rows = connection.execute("SELECT kind, term_key, term, created_at FROM directives").fetchall()
    lifted = [row for row in rows if _is_meant(_directive(row), kind, term_key, term)]
    connection.executemany(
        "DELETE FROM directives WHERE kind IS :kind AND term_key IS :key",
        [{"kind": row["kind"], "key": row["term_key"]} for row in lifted],
    )
    return bool(lifted)


def _is_meant(one: Directive, kind: DirectiveKind, term_key: str, term: str) -> bool:
    if one.kind is not kind:
        return False
    return (
        term_key == one.term_key or term == one.term or (one.is_damaged and term_key in TopicMatcher(one.topics).keys)
    )
