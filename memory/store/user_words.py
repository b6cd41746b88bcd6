"""Every text of the store that holds words of the user's or of a model's, and the words that are the program's own.

The one fact that a reader would get wrong: what an order in force needs is not among them, nor what undo knows of one: a ban
must know its word. Nor are the indexes, which hold what the rows do and are cleared with them.
"""

import json
from collections.abc import Iterator
from typing import Any

from memory.database import Connection
from memory.store.cells import UNREADABLE, as_text
from memory.store.memories import named_handles

_TEXTS = (
    "SELECT text FROM messages",
    "SELECT reasoning AS text FROM messages WHERE reasoning <> ''",
    "SELECT text FROM memories",
    "SELECT title AS text FROM memories WHERE title <> ''",
    "SELECT before_text AS text FROM memories WHERE before_text <> ''",
    """SELECT name AS text FROM chats
       WHERE name <> 'main' AND (name NOT GLOB 'chat-[0-9]*' OR substr(name, 6) GLOB '*[^0-9]*')""",
    "SELECT title AS text FROM chats",
    "SELECT draft AS text FROM chats",
    "SELECT name AS text FROM lorebooks WHERE name NOT GLOB 'lorebook-[0-9]*' OR substr(name, 10) GLOB '*[^0-9]*'",
    "SELECT text FROM dreams",
    "SELECT DISTINCT term AS text FROM dream_words",
    "SELECT theme AS text FROM interventions",
    "SELECT DISTINCT note AS text FROM imported_paragraphs",
)
_JSON_TEXTS = (
    "SELECT overused_terms AS text FROM messages WHERE overused_terms <> '[]'",
    "SELECT trigger AS text FROM memories WHERE trigger IS NOT NULL",
    "SELECT foreign_fields AS text FROM memories WHERE foreign_fields IS NOT NULL",
    "SELECT settings AS text FROM chats WHERE settings <> '{}'",
    "SELECT envelope AS text FROM lorebooks",
    "SELECT value AS text FROM lorebooks, json_each(left_out) WHERE json_valid(left_out)",
)
_OWN = (
    "SELECT sql AS text FROM sqlite_master WHERE sql IS NOT NULL",
    "SELECT DISTINCT model_name AS text FROM messages",
    "SELECT DISTINCT role || ' ' || status AS text FROM messages",
    "SELECT DISTINCT provenance || ' ' || kind AS text FROM memories",
    "SELECT DISTINCT verdict || ' ' || COALESCE(reason, '') AS text FROM verdicts",
    "SELECT DISTINCT mode AS text FROM turns",
    "SELECT name AS text FROM jobs",
    "SELECT key || ' ' || value AS text FROM meta",
    "SELECT DISTINCT kind AS text FROM actions",
    "SELECT DISTINCT source AS text FROM dream_fragments",
)


def read_all(connection: Connection) -> Iterator[str]:
    """Yield every text; of what is JSON each string in it, the names of its fields left out."""
    for query in _TEXTS:
        for row in connection.execute(query):
            yield as_text(row["text"])
    yield from (handle for _, handle in named_handles(connection))
    for query in _JSON_TEXTS:
        for row in connection.execute(query):
            yield from _strings_of(as_text(row["text"]))


def own_words(connection: Connection) -> str:
    """Return what a file of the store holds whatever the user says: the schema, and the values of closed sets."""
    return " ".join(as_text(row["text"]) for query in _OWN for row in connection.execute(query))


def _strings_of(stored: str) -> Iterator[str]:
    try:
        yield from _strings(json.loads(stored))
    except UNREADABLE:
        yield stored


def _strings(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for one in value.values():
                yield from _strings(one)
        case list():
            for one in value:
                yield from _strings(one)
        case str():
            yield value
        case _:
            return
