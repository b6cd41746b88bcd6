"""Verdict rows: the gate's only memory of the past, written with the kept reply and gone with their turn."""

from collections.abc import Iterable, Sequence

from memory.database import Connection, Row
from memory.records import InReason, MemoryId, Mode, OutReason, TurnId, Verdict, VerdictKind, VerdictRow
from memory.store.cells import Cells
from memory.store.rows import id_list

MOST_ROWS_A_TURN = 200


def write_verdicts(connection: Connection, turn_id: TurnId, verdicts: Sequence[Verdict]) -> None:
    """Store a turn's verdicts in their order, the active first, at most 200."""
    connection.executemany(
        """INSERT INTO verdicts (memory_id, turn_id, verdict, reason, until_turn, score, tokens, position)
           SELECT :memory, :turn, :verdict, :reason, :until, :score, :tokens, :position
           WHERE EXISTS (SELECT 1 FROM memories WHERE id = :memory)""",
        [_parameters(verdict, turn_id, position) for position, verdict in enumerate(verdicts[:MOST_ROWS_A_TURN])],
    )


def replace_verdicts(connection: Connection, turn_id: TurnId, found: Sequence[Verdict]) -> None:
    """Store a turn's in and out verdicts in place of those it has; `ended` rows stay."""
    connection.execute("DELETE FROM verdicts WHERE turn_id = :turn AND verdict <> 'ended'", {"turn": turn_id})
    write_verdicts(connection, turn_id, found)


def _parameters(verdict: Verdict, turn_id: TurnId, position: int) -> dict[str, object]:
    return {
        "memory": verdict.memory_id,
        "turn": turn_id,
        "verdict": verdict.kind,
        "reason": verdict.in_reason or verdict.out_reason,
        "until": verdict.until_turn,
        "score": verdict.score,
        "tokens": verdict.tokens,
        "position": position,
    }


def end_stickies(connection: Connection, turn_id: TurnId, ended: Iterable[Verdict]) -> None:
    """Note that stickies were cut short as of a turn; a memory that is gone has none.

    An end by the user's order outranks one by exclusion.
    """
    connection.executemany(
        """INSERT INTO verdicts (memory_id, turn_id, verdict, reason)
           SELECT :memory, :turn, 'ended', :reason
           WHERE EXISTS (SELECT 1 FROM memories WHERE id = :memory)
           ON CONFLICT DO UPDATE SET reason = excluded.reason WHERE excluded.reason = 'suppressed'""",
        [{"memory": end.memory_id, "turn": turn_id, "reason": end.out_reason} for end in ended],
    )


def keep_ordered_ends(connection: Connection, going: Iterable[TurnId]) -> None:
    """Move the ends that the user ordered from turns that will be deleted to the last turn before each that stays."""
    connection.execute(
        """WITH going AS (SELECT value AS id FROM json_each(:ids))
           INSERT INTO verdicts (memory_id, turn_id, verdict, reason)
           SELECT memory_id, stays, 'ended', 'suppressed'
           FROM (SELECT v.memory_id AS memory_id,
                        (SELECT MAX(t.id) FROM turns t WHERE t.id < v.turn_id AND t.id NOT IN going) AS stays
                 FROM verdicts v
                 WHERE v.turn_id IN going AND v.verdict = 'ended' AND v.reason = 'suppressed')
           WHERE stays IS NOT NULL
           ON CONFLICT DO UPDATE SET reason = excluded.reason""",
        {"ids": id_list(going)},
    )


def activations(connection: Connection, memory_ids: Iterable[MemoryId]) -> dict[MemoryId, list[VerdictRow]]:
    """Read the `in` and `ended` rows of some memories, oldest first: one indexed query."""
    rows = connection.execute(
        """SELECT v.memory_id AS memory_id, v.turn_id AS turn_id, v.verdict AS verdict, v.reason AS reason,
             v.until_turn AS until_turn, v.score AS score, v.tokens AS tokens, t.mode AS mode
           FROM json_each(:ids) wanted
           JOIN verdicts v ON v.memory_id = wanted.value AND v.verdict IN ('in', 'ended')
           JOIN turns t ON t.id = v.turn_id
           ORDER BY v.memory_id, v.turn_id""",
        {"ids": id_list(memory_ids)},
    )
    found: dict[MemoryId, list[VerdictRow]] = {}
    for row in rows:
        found.setdefault(MemoryId(row["memory_id"]), []).append(_row(row))
    return found


def recent_past(
    connection: Connection, memory_ids: Iterable[MemoryId], *, since: TurnId
) -> tuple[list[VerdictRow], dict[MemoryId, int]]:
    """Read what the gate asks of the past of some memories, in one indexed query.

    A standing row only tells that there was no gap after a firing: those of memories that did not fire since are left out,
    which for a user of many words is most rows.

    Returns:
        Their `in` and `ended` rows from a turn on, and how often retrieval brought each up unasked before that turn;
        memories that it never did are absent.
    """
    found = connection.execute(
        """WITH fired AS MATERIALIZED (
             SELECT DISTINCT v.memory_id AS memory_id FROM json_each(:ids) wanted
             JOIN verdicts v ON v.memory_id = wanted.value AND v.turn_id >= :since AND v.verdict = 'in'
               AND v.reason IN ('constant', 'matched'))
           SELECT v.memory_id AS memory_id, v.turn_id AS turn_id, v.verdict AS verdict, v.reason AS reason,
             v.until_turn AS until_turn, v.score AS score, v.tokens AS tokens, t.mode AS mode, NULL AS earlier
           FROM json_each(:ids) wanted
           JOIN verdicts v ON v.memory_id = wanted.value AND v.turn_id >= :since AND v.verdict IN ('in', 'ended')
             AND (v.reason IS NOT 'standing' OR v.memory_id IN (SELECT memory_id FROM fired))
           JOIN turns t ON t.id = v.turn_id
           UNION ALL
           SELECT v.memory_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, COUNT(*)
           FROM json_each(:ids) wanted
           JOIN verdicts v ON v.memory_id = wanted.value AND v.turn_id < :since AND v.verdict = 'in'
             AND v.reason NOT IN ('standing', 'random')
           JOIN turns t ON t.id = v.turn_id AND t.mode = 'associative'
           GROUP BY v.memory_id""",
        {"ids": id_list(memory_ids), "since": since},
    ).fetchall()
    rows = [_row(row) for row in found if row["earlier"] is None]
    return rows, {MemoryId(row["memory_id"]): row["earlier"] for row in found if row["earlier"] is not None}


def of_turn(connection: Connection, turn_id: TurnId) -> list[VerdictRow]:
    """Read every verdict of one turn, in prompt order, then the withheld."""
    rows = connection.execute(
        """SELECT v.memory_id AS memory_id, v.turn_id AS turn_id, v.verdict AS verdict, v.reason AS reason,
             v.until_turn AS until_turn, v.score AS score, v.tokens AS tokens, t.mode AS mode
           FROM verdicts v JOIN turns t ON t.id = v.turn_id
           WHERE v.turn_id = :turn ORDER BY v.position, v.memory_id""",
        {"turn": turn_id},
    )
    return [_row(row) for row in rows]


def in_prompt_of(connection: Connection, turn_id: TurnId) -> list[MemoryId]:
    """List what was in a turn's prompt: what a running sticky must be among."""
    rows = connection.execute(
        """SELECT memory_id FROM verdicts WHERE turn_id = :turn AND verdict = 'in' ORDER BY memory_id""",
        {"turn": turn_id},
    )
    return [MemoryId(row["memory_id"]) for row in rows]


def ever_fired(connection: Connection, memory_ids: Iterable[MemoryId]) -> list[MemoryId]:
    """List those of the memories that fired on any kept turn: only they can have a sticky, now or after a rewind."""
    rows = connection.execute(
        """SELECT DISTINCT v.memory_id AS memory_id FROM json_each(:ids) wanted
           JOIN verdicts v ON v.memory_id = wanted.value AND v.verdict = 'in' AND v.reason IN ('constant', 'matched')
           ORDER BY v.memory_id""",
        {"ids": id_list(memory_ids)},
    )
    return [MemoryId(row["memory_id"]) for row in rows]


def random_picks(connection: Connection, memory_ids: Iterable[MemoryId]) -> dict[MemoryId, TurnId]:
    """Tell on which turn the random band last picked each of the memories that it ever picked."""
    rows = connection.execute(
        """SELECT v.memory_id AS memory_id, MAX(v.turn_id) AS picked FROM json_each(:ids) wanted
           JOIN verdicts v ON v.memory_id = wanted.value AND v.verdict = 'in' AND v.reason = 'random'
           GROUP BY v.memory_id""",
        {"ids": id_list(memory_ids)},
    )
    return {MemoryId(row["memory_id"]): TurnId(row["picked"]) for row in rows}


def _row(row: Row) -> VerdictRow:
    memory_id = MemoryId(row["memory_id"])
    mode = Cells(row).member("mode", Mode.ASSOCIATIVE)
    return VerdictRow(memory_id, TurnId(row["turn_id"]), read_verdict(row, memory_id), mode)


def read_verdict(row: Row, memory_id: MemoryId) -> Verdict:
    """Read a row's verdict on a memory."""
    cells = Cells(row)
    kind = cells.member("verdict", VerdictKind.OUT)
    until_turn = cells.optional_id("until_turn")
    return Verdict(
        memory_id=memory_id,
        kind=kind,
        # Of a reason that cannot be read: it was active, so it cools, but nothing goes on because of it.
        in_reason=cells.member("reason", InReason.RANDOM) if kind is VerdictKind.IN else None,
        out_reason=cells.member("reason", OutReason.SUPPRESSED)
        if kind is not VerdictKind.IN and row["reason"]
        else None,
        until_turn=None if until_turn is None else TurnId(until_turn),
        score=cells.number("score", None),
        tokens=cells.count("tokens"),
    )
