"""The two tables of vectors: one for the shipped embedder, one for the embedder that the user chose.

The one fact that a reader would get wrong: statements are written for the shipped table and put on the other one by name.
Both have the same columns; only the length of their vectors differs.
"""

from enum import StrEnum
from functools import lru_cache

from memory.database import Connection


class VectorTable(StrEnum):
    """A table of vectors; its `_changes` and sqlite-vec's own tables behind it begin with the same name."""

    SHIPPED = "memory_vectors"
    CHOSEN = "memory_vectors_chosen"


SHIPPED = VectorTable.SHIPPED
CHOSEN = VectorTable.CHOSEN


@lru_cache(64)
def on(table: VectorTable, statement: str) -> str:
    """Return a statement that was written for `memory_vectors` and its companions, on another table."""
    return statement if table is SHIPPED else statement.replace(SHIPPED, table)


def tables_in_use(connection: Connection) -> tuple[VectorTable, ...]:
    """Return the tables that can hold anything: the other one only once the user chose an embedder."""
    has_chosen = connection.execute("SELECT EXISTS (SELECT 1 FROM vector_spaces)").fetchone()[0]
    return (SHIPPED, CHOSEN) if has_chosen else (SHIPPED,)
