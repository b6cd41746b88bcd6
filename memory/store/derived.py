"""What idle work made out of memories: gists, dreams, words of dreams, themes; here only what forgetting asks of them.

The one fact that a reader would get wrong: rows that link to a memory go with it by themselves, but a text that was made
from it does not.
"""

import json
from collections.abc import Callable, Iterable

from memory.database import Connection
from memory.records import MemoryId
from memory.store.cells import as_text
from memory.store.rows import id_list


def gists_of(connection: Connection, memory_ids: Iterable[MemoryId]) -> list[MemoryId]:
    """List the gists that quote any of these memories."""
    rows = connection.execute(
        """SELECT DISTINCT gist_id AS id FROM gist_sources
           WHERE memory_id IN (SELECT value FROM json_each(:ids)) ORDER BY gist_id""",
        {"ids": id_list(memory_ids)},
    )
    return [MemoryId(row["id"]) for row in rows]


def delete_dreams_of(connection: Connection, memory_ids: Iterable[MemoryId]) -> list[str]:
    """Delete the dreams that any of these memories was a fragment of, and return what they said."""
    ids = {"ids": id_list(memory_ids)}
    rows = connection.execute(
        """SELECT id, text FROM dreams WHERE id IN (
             SELECT dream_id FROM dream_fragments WHERE memory_id IN (SELECT value FROM json_each(:ids)))""",
        ids,
    ).fetchall()
    delete_dreams(connection, [row["id"] for row in rows])
    return [as_text(row["text"]) for row in rows]


def dream_texts(connection: Connection) -> list[tuple[int, str]]:
    """Read every dream: (id, text)."""
    return [(row["id"], as_text(row["text"])) for row in connection.execute("SELECT id, text FROM dreams ORDER BY id")]


def delete_dreams(connection: Connection, dream_ids: Iterable[int]) -> None:
    """Delete dreams."""
    connection.execute(
        "DELETE FROM dreams WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(dream_ids)}
    )


def logged_words(connection: Connection) -> set[str]:
    """Return every word of the logs of dreams and of themes."""
    dreamt = {as_text(row["term"]) for row in connection.execute("SELECT DISTINCT term FROM dream_words")}
    return dreamt.union(*map(_words, _themes(connection).values()))


def delete_words(connection: Connection, words: Iterable[str]) -> None:
    """Delete words from the log of dreams, and themes that hold any of them."""
    unwanted = set(words)
    connection.execute(
        "DELETE FROM dream_words WHERE term IN (SELECT value FROM json_each(:words))",
        {"words": json.dumps(list(unwanted), ensure_ascii=False)},
    )
    delete_themes(connection, lambda theme: not unwanted.isdisjoint(_words(theme)))


def delete_themes(connection: Connection, is_unwanted: Callable[[str], object]) -> None:
    """Delete what scans did about themes, told by a theme as people write it and then as it is compared."""
    gone = [number for number, theme in _themes(connection).items() if is_unwanted(theme)]
    connection.execute(
        "DELETE FROM interventions WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(gone)}
    )


def _themes(connection: Connection) -> dict[int, str]:
    rows = connection.execute("SELECT id, theme, term FROM interventions")
    return {row["id"]: f"{as_text(row['theme'])} {as_text(row['term'])}" for row in rows}


def _words(theme: str) -> set[str]:
    return set(theme.casefold().split())
