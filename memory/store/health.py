"""The figures of the health pane, by set-based SQL; all reads but the one row a day that curves are made of.

The one fact that a reader would get wrong: a memory's importance here is that of this moment
(`memory.store.importance_sql`); only one of the two averages is of what was written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory.database import Connection
from memory.records import MemoryId, TurnId
from memory.rules.decay import MID_TIER_ENDS, SHORT_TIER_ENDS, Presence
from memory.store.cells import LARGEST_COUNT, Cells, as_day
from memory.store.importance_sql import IMPORTANCE_NOW, STARTS, STRETCHES, fading_parameters

LOW_BELOW = 0.3
HIGH_FROM = 0.5
REPEAT_TURNS = 30
_TOP_MEMORIES = 10
_MOST_OFTEN = 5
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Spread:
    """How many memories are of low (under 0.3), medium and high (0.5 and more) importance."""

    low: int
    medium: int
    high: int


@dataclass(frozen=True, slots=True)
class MemoryFigures:
    """What the memories are like now; the averages are None where there are none.

    `average_written` leaves imported ones out: of imported chats only the user's half is remembered. `average_now`
    leaves out what has faded into the archive: over everything ever said it would only fall with time.
    """

    count: int
    archived: int
    average_written: float | None
    average_now: float | None
    spread: Spread
    short: int
    mid: int
    long: int


@dataclass(frozen=True, slots=True)
class UseFigures:
    """How memories came into prompts, standing ones left out.

    Args:
        never: Memories that retrieval never brought up; the random band is no retrieval. Imported ones are not among
            these three: years of them would say nothing of how memory works here.
        one_to_five: Those that it brought up so often.
        more: Those that it brought up more often.
        injections: How many times any memory was in a prompt.
        top_injections: How many of those times it was one of the ten most frequent.
        tokens: Of all injected memories.
        assistant_tokens: Of those that the assistant had said.
    """

    never: int
    one_to_five: int
    more: int
    injections: int
    top_injections: int
    tokens: int
    assistant_tokens: int


@dataclass(frozen=True, slots=True)
class HealthDay:
    """One day's point of the curves."""

    day: date
    diversity: float | None
    average_importance: float | None


def count_messages(connection: Connection) -> int:
    """Count the kept messages of all chats, the user's and the assistant's."""
    # A turn is exactly one message and one kept reply, and a row of turns is a tenth as long.
    count: int = connection.execute("SELECT 2 * COUNT(*) FROM turns").fetchone()[0]
    return count


_MEMORY_FIGURES = (
    "WITH "  # noqa: S608 - constants only
    + STRETCHES
    + """, fading AS NOT MATERIALIZED (
             SELECT importance, :now - said_at AS age, provenance, """
    + STARTS
    + """ AS starts FROM memories INDEXED BY memories_figures),
           judged AS NOT MATERIALIZED (
             SELECT importance, age, starts, provenance, """
    + IMPORTANCE_NOW
    + """ AS importance_now
             -- The limit keeps this apart, so that importance now is reckoned once a row, without a copy of all rows.
             FROM fading LIMIT -1)
           SELECT COUNT(*) AS memories,
                  COUNT(*) FILTER (WHERE importance_now < :archive_below AND starts IS NOT NULL) AS archived,
                  AVG(importance) FILTER (WHERE provenance <> 'imported') AS average_written,
                  AVG(importance_now) FILTER (WHERE importance_now >= :archive_below OR starts IS NULL) AS average_now,
                  COUNT(*) FILTER (WHERE importance_now < :low_below) AS low,
                  COUNT(*) FILTER (WHERE importance_now >= :high_from) AS high,
                  COUNT(*) FILTER (WHERE age < :short_ends) AS short,
                  COUNT(*) FILTER (WHERE age >= :mid_ends) AS long
           FROM judged"""
)


def memory_figures(connection: Connection, now: datetime, presence: Presence) -> MemoryFigures:
    """Read all figures of memories in one pass over an index; with 60,000 memories it takes some 30 ms."""
    row = connection.execute(
        _MEMORY_FIGURES,
        fading_parameters(now, presence)
        | {
            "low_below": LOW_BELOW,
            "high_from": HIGH_FROM,
            "short_ends": SHORT_TIER_ENDS // _MILLISECOND,
            "mid_ends": MID_TIER_ENDS // _MILLISECOND,
        },
    ).fetchone()
    return MemoryFigures(
        count=row["memories"],
        archived=row["archived"],
        average_written=row["average_written"],
        average_now=row["average_now"],
        spread=Spread(row["low"], row["memories"] - row["low"] - row["high"], row["high"]),
        short=row["short"],
        mid=row["memories"] - row["short"] - row["long"],
        long=row["long"],
    )


def use_figures(connection: Connection) -> UseFigures:
    """Read how often memories came into prompts."""
    row = connection.execute(
        """WITH used AS MATERIALIZED (
             SELECT memory_id, COUNT(*) AS injected, SUM(reason <> 'random') AS retrieved, SUM(tokens) AS tokens,
                    memory_id NOT IN (SELECT id FROM memories WHERE provenance = 'imported') AS is_own
             FROM verdicts INDEXED BY verdicts_used
             WHERE verdict = 'in' AND reason <> 'standing' GROUP BY memory_id)
           SELECT (SELECT COUNT(*) FROM memories WHERE provenance <> 'imported') AS memories,
                  COALESCE(SUM(retrieved BETWEEN 1 AND :often) FILTER (WHERE is_own), 0) AS one_to_five,
                  COALESCE(SUM(retrieved > :often) FILTER (WHERE is_own), 0) AS more,
                  COALESCE(SUM(injected), 0) AS injections,
                  (SELECT COALESCE(SUM(injected), 0)
                   FROM (SELECT injected FROM used ORDER BY injected DESC LIMIT :top)) AS top_injections,
                  COALESCE(SUM(tokens), 0) AS tokens,
                  (SELECT COALESCE(SUM(u.tokens), 0) FROM used u JOIN memories m ON m.id = u.memory_id
                   WHERE m.provenance = 'assistant_said') AS assistant_tokens
           FROM used""",
        {"often": _MOST_OFTEN, "top": _TOP_MEMORIES},
    ).fetchone()
    return UseFigures(
        never=row["memories"] - row["one_to_five"] - row["more"],
        one_to_five=row["one_to_five"],
        more=row["more"],
        injections=row["injections"],
        top_injections=row["top_injections"],
        tokens=row["tokens"],
        assistant_tokens=row["assistant_tokens"],
    )


def repeats(connection: Connection) -> int:
    """Count how often, within the last 30 turns kept here, a memory came up that already had; sticky turns are no repeat."""
    count: int = connection.execute(
        """SELECT COALESCE(SUM(times - 1), 0) FROM (
             SELECT COUNT(*) AS times FROM (SELECT id FROM turns WHERE is_imported = 0 ORDER BY id DESC LIMIT :turns) t
             JOIN verdicts v ON v.turn_id = t.id AND v.verdict = 'in'
             WHERE v.reason NOT IN ('standing', 'sticky') GROUP BY v.memory_id)""",
        {"turns": REPEAT_TURNS},
    ).fetchone()[0]
    return count


def greatest_cooldown(connection: Connection) -> int:
    """Return the longest cooldown of any memory, 0 where there is none."""
    greatest: int = connection.execute(
        """SELECT COALESCE(MAX(cooldown), 0) FROM memories
           WHERE cooldown > 0 AND typeof(cooldown) = 'integer' AND cooldown <= :most""",
        {"most": LARGEST_COUNT},
    ).fetchone()[0]
    return greatest


def active_since(connection: Connection, turn_id: TurnId) -> list[MemoryId]:
    """List the memories with a cooldown that were active on this turn or a later one."""
    rows = connection.execute(
        """SELECT DISTINCT v.memory_id AS id FROM verdicts v JOIN memories m ON m.id = v.memory_id
           WHERE v.turn_id >= :turn AND v.verdict = 'in' AND v.reason <> 'standing' AND m.cooldown > 0
           ORDER BY v.memory_id""",
        {"turn": turn_id},
    )
    return [MemoryId(row["id"]) for row in rows]


def write_day(connection: Connection, point: HealthDay) -> None:
    """Store one day's point; a later one of the same day replaces it."""
    connection.execute(
        """INSERT OR REPLACE INTO health_days (day, diversity, average_importance)
           VALUES (:day, :diversity, :average)""",
        {"day": point.day.isoformat(), "diversity": point.diversity, "average": point.average_importance},
    )


def read_days(connection: Connection, since: date) -> Mapping[date, HealthDay]:
    """Read the points of the curves from a day on."""
    rows = connection.execute(
        "SELECT day, diversity, average_importance FROM health_days WHERE day >= :since ORDER BY day",
        {"since": since.isoformat()},
    )
    found = ((as_day(row["day"]), Cells(row)) for row in rows)
    return {
        day: HealthDay(day, cells.number("diversity", None), cells.number("average_importance", None))
        for day, cells in found
        if day is not None
    }
