"""Importance now in SQL is what the rule says it is, row by row."""

import random
from datetime import timedelta

import pytest
from fakes import MONDAY

from memory.database import Connection
from memory.records import Kind, MemoryId, Provenance
from memory.rules import decay
from memory.rules.decay import Presence
from memory.store import memories
from memory.store.importance_sql import HAS_FADED, IMPORTANCE_NOW, STARTS, STRETCHES, fading_parameters
from memory.store.memories import NewMemory
from memory.store.rows import to_ms
from memory.worth import has_faded, importance

DAY = timedelta(days=1)
QUERY = (
    "WITH " + STRETCHES + ", fading AS (SELECT id, importance, " + STARTS + " AS starts FROM memories) "  # noqa: S608 - constants only
    "SELECT id, starts, " + IMPORTANCE_NOW + " AS importance_now, " + HAS_FADED + " AS has_faded FROM fading"
)
PRESENCES = {
    "always there": Presence(MONDAY, MONDAY + 90 * DAY),
    "away now": Presence(MONDAY, MONDAY + 50 * DAY),
    "away often": Presence(
        MONDAY,
        MONDAY + 80 * DAY,
        (
            (MONDAY + 10 * DAY, MONDAY + 30 * DAY),
            (MONDAY + 40 * DAY, MONDAY + 49 * DAY),
            (MONDAY + 60 * DAY, MONDAY + 67 * DAY),
        ),
    ),
}


@pytest.mark.parametrize("presence", PRESENCES.values(), ids=PRESENCES)
@pytest.mark.parametrize("days", [-1, 0, 20, 90])
def test_importance_now_in_sql_is_that_of_the_rule(store: Connection, presence: Presence, days: int) -> None:
    rng = random.Random(days)  # noqa: S311 - the same memories each time
    now = MONDAY + days * DAY
    for kind in Kind:
        for provenance in Provenance:
            for is_pinned in (False, False, False, False, True):
                at = MONDAY + rng.uniform(-60, 95) * DAY
                new = NewMemory("A text.", provenance, kind, rng.random(), at, at, is_pinned=is_pinned)
                memory_id = memories.insert_memory(store, new)
                reinduced = to_ms(MONDAY + rng.uniform(0, 90) * DAY) if rng.random() < 0.3 else None
                store.execute("UPDATE memories SET reinduced_at = ? WHERE id = ?", (reinduced, memory_id))
    rows = store.execute(QUERY, fading_parameters(now, presence)).fetchall()
    known = memories.read_memories(store, [MemoryId(row["id"]) for row in rows])
    for row in rows:
        one = known[MemoryId(row["id"])]
        starts = decay.fading_starts_at(
            kind=one.kind,
            provenance=one.provenance,
            is_pinned=one.is_held,
            importance_at=one.importance_at,
            reinduced_at=one.reinduced_at,
        )
        assert row["starts"] == (None if starts is None else to_ms(starts))
        assert row["importance_now"] == pytest.approx(decay.importance_now(one.importance, starts, now, presence))
        assert row["importance_now"] == pytest.approx(importance(one, now, presence))
        assert row["has_faded"] == has_faded(one, now, presence)
    assert len(rows) == len(Kind) * len(Provenance) * 5
