"""Pages of memories for the screens that list them: filtered, searched and counted in SQL; and one memory's past.

The one fact that a reader would get wrong: a filter that only the rules can judge (banned, cooling) comes in as ids.
What SQL can tell by itself stays here, so that a page of 60,000 memories takes milliseconds.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from memory.database import Connection
from memory.records import ChatId, InReason, Kind, MemoryId, Provenance, TurnId, Verdict
from memory.rules.scripts import searchable
from memory.store.cells import Cells
from memory.store.rows import id_list, to_ms
from memory.store.verdicts import read_verdict

_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class PageFilter:
    """Which memories a list holds; None = whichever.

    Args:
        words: Each must stand in the memory's own text, the last one at least as a beginning; or they are its handle, or
            stand in its title.
        said_after: Later than this.
        said_until: Up to and including this.
        among: Only these ids.
        misplaced: Ids whose stored `is_archived` is not what their importance now says.
    """

    words: str = ""
    provenance: Provenance | None = None
    kind: Kind | None = None
    said_after: datetime | None = None
    said_until: datetime | None = None
    is_held: bool | None = None
    is_disabled: bool | None = None
    is_archived: bool | None = None
    among: Collection[MemoryId] | None = None
    misplaced: Collection[MemoryId] = ()


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One verdict of a memory's past."""

    turn_id: TurnId
    at: datetime
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class StandingTurns:
    """How often a memory stood in the standing block, from which turn to which, and when last."""

    count: int
    first_turn: TurnId
    last_turn: TurnId
    last_at: datetime


_UNSEARCHED = """FROM memories WHERE (:provenance IS NULL OR provenance = :provenance)
    AND (:kind IS NULL OR kind = :kind)
    AND (:after IS NULL OR said_at > :after) AND (:until IS NULL OR said_at <= :until)
    AND (:held IS NULL OR (is_pinned OR is_topic_pinned) = :held)
    AND (:disabled IS NULL OR is_disabled = :disabled)
    AND (:archived IS NULL OR (is_archived <> (id IN (SELECT value FROM json_each(:misplaced)))) = :archived)
    AND (:among IS NULL OR id IN (SELECT value FROM json_each(:among)))"""
_SEARCHED = (
    _UNSEARCHED  # noqa: S608 - constants only
    + """ AND (id IN (SELECT rowid FROM memory_fts WHERE memory_fts MATCH :match)
              OR handle = :words OR (title <> '' AND title LIKE :like ESCAPE '\\'))"""
)
_PAGE = " ORDER BY said_at DESC, id DESC LIMIT :limit OFFSET :offset"


def page_ids(connection: Connection, wanted: PageFilter, *, limit: int, offset: int) -> list[MemoryId]:
    """List the memories that a filter lets through, the newest first."""
    rows = connection.execute(
        "SELECT id " + _source(wanted) + _PAGE, _parameters(wanted) | {"limit": limit, "offset": offset}
    )
    return [MemoryId(row["id"]) for row in rows]


def count_page(connection: Connection, wanted: PageFilter) -> int:
    """Count what a filter lets through."""
    count: int = connection.execute("SELECT COUNT(*) " + _source(wanted), _parameters(wanted)).fetchone()[0]
    return count


def _source(wanted: PageFilter) -> str:
    return _SEARCHED if _match(wanted.words) else _UNSEARCHED


def _match(words: str) -> str:
    """Write words as an FTS5 expression: all of them, each word of a script without spaces as a phrase of its letters."""
    tokens = [_WORDS.findall(searchable(word)) for word in words.split()]
    phrases = [f'"{" ".join(one)}"' for one in tokens if one]
    return f"text : ({' AND '.join(phrases)} *)" if phrases else ""


def _parameters(wanted: PageFilter) -> dict[str, object]:
    escaped = re.sub(r"([%_\\])", r"\\\1", wanted.words)
    return {
        "match": _match(wanted.words),
        "words": wanted.words,
        "like": f"%{escaped}%",
        "provenance": wanted.provenance,
        "kind": wanted.kind,
        "after": None if wanted.said_after is None else to_ms(wanted.said_after),
        "until": None if wanted.said_until is None else to_ms(wanted.said_until),
        "held": wanted.is_held,
        "disabled": wanted.is_disabled,
        "archived": wanted.is_archived,
        "misplaced": id_list(wanted.misplaced),
        "among": None if wanted.among is None else id_list(wanted.among),
    }


def read_history(connection: Connection, memory_id: MemoryId, *, limit: int) -> list[HistoryRow]:
    """Read what the gate said of a memory on the latest turns that knew it, the latest first; `read_standing` has the rest."""
    rows = connection.execute(
        """SELECT v.turn_id AS turn_id, v.verdict AS verdict, v.reason AS reason, v.until_turn AS until_turn,
             v.score AS score, v.tokens AS tokens, t.at AS at
           FROM verdicts v JOIN turns t ON t.id = v.turn_id
           WHERE v.memory_id = :id AND v.reason IS NOT :standing ORDER BY v.turn_id DESC, v.verdict LIMIT :limit""",
        {"id": memory_id, "limit": limit, "standing": InReason.STANDING},
    )
    return [HistoryRow(TurnId(row["turn_id"]), Cells(row).moment("at"), read_verdict(row, memory_id)) for row in rows]


def read_standing(connection: Connection, memory_id: MemoryId) -> StandingTurns | None:
    """Count the turns in whose standing block a memory was; None if there are none."""
    row = connection.execute(
        """SELECT COUNT(*) AS n, MIN(v.turn_id) AS first, MAX(v.turn_id) AS last, MAX(t.at) AS at
           FROM verdicts v JOIN turns t ON t.id = v.turn_id WHERE v.memory_id = :id AND v.reason = :standing""",
        {"id": memory_id, "standing": InReason.STANDING},
    ).fetchone()
    if not row["n"]:
        return None
    return StandingTurns(row["n"], TurnId(row["first"]), TurnId(row["last"]), Cells(row).moment("at"))


def later_sayings(connection: Connection, memory_id: MemoryId) -> list[datetime]:
    """List when a memory was said again, oldest first."""
    rows = connection.execute("SELECT said_at FROM sayings WHERE memory_id = :id ORDER BY said_at", {"id": memory_id})
    return [Cells(row).moment("said_at") for row in rows]


def superseded_ids(connection: Connection, memory_id: MemoryId) -> list[MemoryId]:
    """List the older statements that a memory took the place of."""
    rows = connection.execute("SELECT id FROM memories WHERE superseded_by = :id ORDER BY id", {"id": memory_id})
    return [MemoryId(row["id"]) for row in rows]


def chats_of(connection: Connection, memory_ids: Iterable[MemoryId]) -> dict[MemoryId, ChatId]:
    """Tell in which present chat the turn of each memory can be read: its own, or else a branch that holds the turn."""
    rows = connection.execute(
        """SELECT m.id AS id, p.chat_id AS chat_id
           FROM json_each(:ids) wanted
           JOIN memories m ON m.id = wanted.value
           JOIN chat_turns p ON p.turn_id = m.turn_id
           JOIN chats c ON c.id = p.chat_id AND c.deleted_at IS NULL
           ORDER BY p.chat_id = m.chat_id, p.chat_id DESC""",
        {"ids": id_list(memory_ids)},
    )
    return {MemoryId(row["id"]): ChatId(row["chat_id"]) for row in rows}
