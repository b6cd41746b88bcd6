"""What idle work made out of memories: gists, dreams, words of dreams, themes; here only what forgetting asks of them.

The one fact that a reader would get wrong: rows that link to a memory go with it by themselves, but a text that was made
from it does not.
"""

import json
from collections.abc import Iterable, Sequence

from memory.database import Connection
from memory.records import MemoryId
from memory.store.rows import id_list


def gists_of(connection: Connection, memory_ids: Iterable[MemoryId]) -> list[MemoryId]:
    """List the gists that quote any of these memories."""
    rows = connection.execute(
        """SELECT DISTINCT gist_id AS id FROM gist_sources
           WHERE memory_id IN (SELECT value FROM json_each(:ids)) ORDER BY gist_id""",
        {"ids": id_list(memory_ids)},
    )
    return [MemoryId(row["id"]) for row in rows]


def delete_dreams_of(connection: Connection, memory_ids: Iterable[MemoryId]) -> None:
    """Delete the dreams that any of these memories was a fragment of."""
    connection.execute(
        """DELETE FROM dreams WHERE id IN (
             SELECT dream_id FROM dream_fragments WHERE memory_id IN (SELECT value FROM json_each(:ids)))""",
        {"ids": id_list(memory_ids)},
    )


def delete_words(connection: Connection, words: Sequence[str]) -> None:
    """Delete words from the logs of dreams and of themes."""
    parameters = {"words": json.dumps(list(words), ensure_ascii=False)}
    connection.execute("DELETE FROM dream_words WHERE term IN (SELECT value FROM json_each(:words))", parameters)
    connection.execute(
        """DELETE FROM interventions WHERE EXISTS (
             SELECT 1 FROM json_each(:words)
             WHERE instr(' ' || theme || ' ' || term || ' ', ' ' || value || ' '))""",
        parameters,
    )
