"""The two indexes over memories: full text (FTS5) and vectors (sqlite-vec). All their reads and writes.

The one fact that a reader would get wrong: the vector partition named `is_archived` holds more than the archive. What
only asking may find (what the assistant said) is there too, so that the live scan does not pass over it. What takes a
vector away or moves it does so in both tables; what makes one names its table, the shipped embedder's by default.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memory.database import Connection
from memory.records import MemoryId
from memory.rules.query_terms import Term
from memory.store.cells import as_text
from memory.store.live_partition import note_all_changed, note_change
from memory.store.rows import id_list, to_ms
from memory.store.vector_tables import CHOSEN, SHIPPED, VectorTable, on, tables_in_use

Vector = npt.NDArray[np.float32]

# sqlite-vec refuses more.
MOST_NEIGHBOURS = 4_096


class Posting(NamedTuple):
    """One memory whose own text holds a term, and its chat; a tuple, since one query reads thousands."""

    memory_id: MemoryId
    chat_id: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """What ranking asks of a found memory beside the memory itself."""

    memory_id: MemoryId
    chat_id: int | None
    follows_question: bool


def index_memory(connection: Connection, memory_id: MemoryId, *, vector: Vector, is_archived: bool) -> None:
    """Index a stored row: its `search_text` and `before_text` as they are now, and its vector.

    Args:
        connection: The store, inside a transaction.
        memory_id: A row that is not indexed yet.
        vector: float32, shape (dim,), unit length; a zero vector is not stored, being similar to nothing.
        is_archived: Which partition.
    """
    index_words(connection, memory_id)
    index_vector(connection, memory_id, vector=vector, is_archived=is_archived)


def index_vector(connection: Connection, memory_id: MemoryId, *, vector: Vector, is_archived: bool) -> None:
    """Store the shipped embedder's vector of a new text; where the user chose another embedder, that one's is to be made."""
    put_vector(connection, memory_id, vector=vector, is_archived=is_archived)
    if CHOSEN in tables_in_use(connection):
        # One of the text before would go on finding it.
        drop_vector(connection, memory_id, CHOSEN)
        connection.execute("INSERT OR IGNORE INTO vector_tasks (memory_id) VALUES (:id)", {"id": memory_id})


def index_words(connection: Connection, *memory_ids: MemoryId) -> None:
    """Put rows into the full-text index alone.

    Many at once: FTS5 writes down what it gathered as soon as another table is written to.
    """
    connection.execute(
        """INSERT INTO memory_fts (rowid, text, before)
           SELECT d.id, d.text, d.before FROM json_each(:ids) wanted CROSS JOIN memory_documents d ON d.id = wanted.value""",
        {"ids": id_list(memory_ids)},
    )


def unindex_memory(connection: Connection, memory_id: MemoryId) -> None:
    """Take a row out of both indexes. Call before the row is changed or deleted: the text must still be the indexed one."""
    unindex_words(connection, memory_id)
    for table in tables_in_use(connection):
        drop_vector(connection, memory_id, table)


def unindex_words(connection: Connection, *memory_ids: MemoryId) -> None:
    """Take rows out of the full-text index alone, before their words change."""
    connection.execute(
        """INSERT INTO memory_fts (memory_fts, rowid, text, before)
           SELECT 'delete', d.id, d.text, d.before
           FROM json_each(:ids) wanted CROSS JOIN memory_documents d ON d.id = wanted.value""",
        {"ids": id_list(memory_ids)},
    )


def drop_vector(connection: Connection, memory_id: MemoryId, table: VectorTable) -> None:
    """Delete a memory's vector from one table."""
    connection.execute(on(table, "DELETE FROM memory_vectors WHERE memory_id = :id"), {"id": memory_id})
    note_change(connection, [memory_id], table)


def put_vector(
    connection: Connection, memory_id: MemoryId, *, vector: Vector, is_archived: bool, table: VectorTable = SHIPPED
) -> None:
    """Store a memory's vector in one table, instead of the one it has there, if any."""
    note_change(connection, [memory_id], table)
    blob = vector.astype(np.float32, copy=False).tobytes()
    known = connection.execute(
        on(
            table,
            """SELECT v.is_archived = (:archived OR m.provenance = 'assistant_said' OR m.is_keyed) AS is_in_place
               FROM memory_vectors v JOIN memories m ON m.id = v.memory_id WHERE v.memory_id = :id""",
        ),
        {"id": memory_id, "archived": is_archived},
    ).fetchone()
    # In its place a vector is written over, which takes a tenth of deleting and inserting it.
    if known is not None and known["is_in_place"] and np.any(vector):
        connection.execute(
            on(table, "UPDATE memory_vectors SET embedding = :vector WHERE memory_id = :id"),
            {"id": memory_id, "vector": blob},
        )
        return
    if known is not None:
        connection.execute(on(table, "DELETE FROM memory_vectors WHERE memory_id = :id"), {"id": memory_id})
    if not np.any(vector):
        return
    connection.execute(
        on(
            table,
            """INSERT INTO memory_vectors (memory_id, is_archived, embedding)
               SELECT id, :archived OR provenance = 'assistant_said' OR is_keyed, :vector FROM memories WHERE id = :id""",
        ),
        {"id": memory_id, "archived": is_archived, "vector": blob},
    )


def move_partition(connection: Connection, memory_ids: Sequence[MemoryId], *, is_archived: bool) -> None:
    """Move vectors between the live and the archive partition, which sqlite-vec can only do by delete and insert."""
    for table in tables_in_use(connection):
        _move(connection, memory_ids, table, is_archived=is_archived)


def _move(connection: Connection, memory_ids: Sequence[MemoryId], table: VectorTable, *, is_archived: bool) -> None:
    rows = connection.execute(
        on(
            table,
            """SELECT v.memory_id AS id, v.embedding AS vector,
                 :archived OR m.provenance = 'assistant_said' OR m.is_keyed AS is_archived
               FROM json_each(:ids) wanted
               CROSS JOIN memories m ON m.id = wanted.value
               CROSS JOIN memory_vectors v ON v.memory_id = m.id
               WHERE v.is_archived <> (:archived OR m.provenance = 'assistant_said' OR m.is_keyed)""",
        ),
        {"archived": is_archived, "ids": id_list(memory_ids)},
    ).fetchall()
    moving = [{"id": row["id"], "archived": row["is_archived"], "vector": row["vector"]} for row in rows]
    connection.executemany(on(table, "DELETE FROM memory_vectors WHERE memory_id = :id"), moving)
    connection.executemany(
        on(table, "INSERT INTO memory_vectors (memory_id, is_archived, embedding) VALUES (:id, :archived, :vector)"),
        moving,
    )
    note_change(connection, [MemoryId(row["id"]) for row in rows], table)


def missing_vectors(connection: Connection, *, after: MemoryId, limit: int) -> list[tuple[MemoryId, str, bool]]:
    """List memories without a vector as (id, text, is archived), in order of id.

    Args:
        connection: The store.
        after: Only greater ids, since a text without content never gets a vector.
        limit: At most so many.
    """
    # Asked every few seconds: through sqlite-vec itself each row would cost 30 us, and here 0.3.
    rows = connection.execute(
        """SELECT m.id AS id, m.text AS text, m.is_archived AS is_archived FROM (
             SELECT id FROM memories INDEXED BY memories_places
             WHERE id > :after AND NOT EXISTS (SELECT 1 FROM memory_vectors_rowids v WHERE v.rowid = memories.id)
             ORDER BY id LIMIT :limit) missing
           CROSS JOIN memories m ON m.id = missing.id ORDER BY m.id""",
        {"after": after, "limit": limit},
    )
    return [(MemoryId(row["id"]), as_text(row["text"]), bool(row["is_archived"])) for row in rows]


def clear_vectors(connection: Connection) -> None:
    """Delete all vectors of the shipped embedder, to be made anew."""
    connection.execute("DELETE FROM memory_vectors")
    note_all_changed(connection)


def totals(connection: Connection) -> tuple[int, int]:
    """Count memories and chats."""
    row = connection.execute(
        "SELECT (SELECT COUNT(*) FROM memories) AS memories, (SELECT COUNT(*) FROM chats) AS chats"
    ).fetchone()
    return row["memories"], row["chats"]


def postings(connection: Connection, term: Term, *, limit: int) -> list[Posting]:
    """List memories whose own text holds a term, the newest first."""
    cursor = connection.cursor()
    cursor.row_factory = None
    cursor.execute(
        """SELECT f.rowid AS id, m.chat_id AS chat_id
           FROM memory_fts f CROSS JOIN memories m INDEXED BY memories_places ON m.id = f.rowid
           WHERE memory_fts MATCH :expression ORDER BY f.rowid DESC LIMIT :limit""",
        {"expression": f"text : {_expression([term])}", "limit": limit},
    )
    return list(map(Posting._make, cursor))


def count_holding(connection: Connection, term: Term, *, limit: int) -> int:
    """Count the memories whose own text holds a term, up to `limit`."""
    count: int = connection.execute(
        "SELECT COUNT(*) FROM (SELECT 1 FROM memory_fts WHERE memory_fts MATCH :expression LIMIT :limit)",
        {"expression": f"text : {_expression([term])}", "limit": limit},
    ).fetchone()[0]
    return count


def word_scores(
    connection: Connection, terms: Sequence[Term], *, is_asked: bool, limit: int, most_read: int
) -> dict[MemoryId, float]:
    """Score by BM25 what holds any of the terms in its text or in the text before it, best first.

    Args:
        connection: The store.
        terms: At least one.
        is_asked: The archive and what the assistant said take part; greetings, apologies and questions do not, but a
            question of more than 120 characters says something beside what it asks.
        limit: At most so many results.
        most_read: Of more matches than this only the newest are scored, since each costs a microsecond.
    """
    rows = connection.execute(
        """SELECT id, score FROM (
             SELECT f.rowid AS id, -bm25(memory_fts, 1.0, 1.0) AS score
             FROM memory_fts f CROSS JOIN memories m INDEXED BY memories_places ON m.id = f.rowid
             WHERE memory_fts MATCH :expression AND NOT m.is_keyed
               AND CASE WHEN :asked THEN m.kind NOT IN ('greeting', 'apology') AND (m.kind <> 'question' OR length(m.text) > 120)
                        ELSE NOT m.is_archived AND m.provenance <> 'assistant_said' END
             ORDER BY f.rowid DESC LIMIT :most_read)
           ORDER BY score DESC, id DESC LIMIT :limit""",
        {"expression": _expression(terms), "asked": is_asked, "limit": limit, "most_read": most_read},
    )
    return {MemoryId(row[0]): row[1] for row in rows}


def plain_word_ranking(connection: Connection, terms: Sequence[Term], *, limit: int) -> list[MemoryId]:
    """Rank what holds any of the terms in its own text by BM25 alone, best first: the measure that search has to beat."""
    rows = connection.execute(
        "SELECT rowid FROM memory_fts WHERE memory_fts MATCH :expression ORDER BY bm25(memory_fts, 1.0, 0.0) LIMIT :limit",
        {"expression": f"text : {_expression(terms)}", "limit": limit},
    )
    return [MemoryId(row[0]) for row in rows]


def nearest(
    connection: Connection, vector: Vector, *, is_asked: bool, limit: int, table: VectorTable = SHIPPED
) -> dict[MemoryId, float]:
    """Find the most similar memories with their cosines, best first.

    Args:
        connection: The store.
        vector: float32, shape (dim,), unit length.
        is_asked: Scan both partitions.
        limit: At most so many, up to `MOST_NEIGHBOURS`.
        table: The one whose vectors are of the same embedder.
    """
    parameters = {"vector": vector.tobytes(), "k": min(limit, MOST_NEIGHBOURS)}
    if is_asked:
        statement = "SELECT memory_id, distance FROM memory_vectors WHERE embedding MATCH :vector AND k = :k"
    else:
        statement = """SELECT memory_id, distance FROM memory_vectors
                       WHERE embedding MATCH :vector AND k = :k AND is_archived = 0"""
    rows = connection.execute(on(table, statement), parameters)
    # Of unit vectors: |a - b|^2 = 2 - 2 cos.
    return {MemoryId(row[0]): 1.0 - row[1] * row[1] / 2.0 for row in rows}


def cosines(
    connection: Connection, vector: Vector, memory_ids: Iterable[MemoryId], table: VectorTable = SHIPPED
) -> dict[MemoryId, float]:
    """Return the cosines of known memories, by point look-ups.

    A join from the ids and not `memory_id IN (...)`, for which sqlite-vec reads its whole table.
    """
    rows = connection.execute(
        on(
            table,
            """SELECT v.memory_id, v.embedding
               FROM json_each(:ids) wanted CROSS JOIN memory_vectors v ON v.memory_id = wanted.value""",
        ),
        {"ids": id_list(memory_ids)},
    ).fetchall()
    vectors = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.float32).reshape(-1, len(vector))
    return dict(zip((MemoryId(row[0]) for row in rows), exact_products(vectors, vector), strict=True))


def exact_products(vectors: Vector, vector: Vector) -> list[float]:
    """Multiply each row with a vector, by itself and in double precision: the same wherever the row lies or comes from.

    Args:
        vectors: float32, shape (rows, dim).
        vector: float32, shape (dim,).
    """
    products: list[float] = (vectors.astype(np.float64) * vector.astype(np.float64)).sum(axis=1).tolist()
    return products


def places(connection: Connection, memory_ids: Iterable[MemoryId], *, is_asked: bool) -> dict[MemoryId, Place]:
    """Read where memories stand, of those ids that the mode may retrieve at all."""
    rows = connection.execute(
        """SELECT id, chat_id, instr(substr(before_text, -100), '?') OR instr(substr(before_text, -100), '؟') AS follows
           FROM memories
           WHERE id IN (SELECT value FROM json_each(:ids)) AND NOT is_keyed
             AND CASE WHEN :asked THEN kind NOT IN ('greeting', 'apology') AND (kind <> 'question' OR length(text) > 120)
                      ELSE NOT is_archived AND provenance <> 'assistant_said' END""",
        {"ids": id_list(memory_ids), "asked": is_asked},
    )
    return {MemoryId(row[0]): Place(MemoryId(row[0]), row[1], bool(row[2])) for row in rows}


def said_between(
    connection: Connection, stretches: Sequence[tuple[datetime, datetime]], *, limit: int
) -> list[MemoryId]:
    """List what was said in any of these stretches, the latest first.

    Args:
        connection: The store.
        stretches: First moments, and first moments that are no longer in them.
        limit: At most so many of each.
    """
    found: list[MemoryId] = []
    for start, end in stretches:
        rows = connection.execute(
            """SELECT id FROM memories WHERE said_at >= :start AND said_at < :end ORDER BY said_at DESC, id DESC LIMIT :limit""",
            {"start": to_ms(start), "end": to_ms(end), "limit": limit},
        )
        found += (MemoryId(row[0]) for row in rows)
    return list(dict.fromkeys(found))


def _expression(terms: Sequence[Term]) -> str:
    """Write terms as an FTS5 expression: each a string, in which a quote is written twice."""
    return "(" + " OR ".join(string for term in terms for string in _strings(term)) + ")"


def _strings(term: Term) -> Iterator[str]:
    yield _string(" ".join(term.tokens)) + " *" * term.is_prefix
    yield from map(_string, term.others)


def _string(words: str) -> str:
    return '"' + words.replace('"', '""') + '"'
