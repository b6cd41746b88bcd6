"""Figures of health in SQL: that they agree with the rules, and that what does not count is left out."""

import random
from collections import Counter
from datetime import date, datetime, timedelta

import pytest
from fakes import MONDAY

from memory.database import Connection, transaction
from memory.records import InReason, Kind, Memory, MemoryId, Mode, Provenance, TurnId, Verdict, VerdictKind
from memory.rules.decay import Presence
from memory.store import health, memories, verdicts
from memory.store.health import HealthDay, MemoryFigures, Spread
from memory.store.memories import NewMemory
from memory.store.rows import to_ms
from memory.worth import has_faded, importance

DAY = timedelta(days=1)
LATER = MONDAY + 90 * DAY
SEEN = Presence(
    first_session_at=MONDAY,
    last_activity_at=LATER - 20 * DAY,
    absences=((MONDAY + 10 * DAY, MONDAY + 30 * DAY), (MONDAY + 40 * DAY, MONDAY + 49 * DAY)),
)


def add(store: Connection, at: datetime = MONDAY, **fields: object) -> MemoryId:
    new: dict[str, object] = {
        "text": "A text.",
        "provenance": Provenance.USER_SAID,
        "kind": Kind.FACT,
        "importance": 0.6,
        "importance_at": at,
        "said_at": at,
    }
    return memories.insert_memory(store, NewMemory(**{**new, **fields}))  # type: ignore[arg-type]  # as a test names them


def add_turn(store: Connection, reasons: dict[MemoryId, InReason], *, tokens: int = 10) -> TurnId:
    with transaction(store):
        cursor = store.execute("INSERT INTO turns (at, mode) VALUES (?, ?)", (to_ms(MONDAY), Mode.ASSOCIATIVE))
        turn_id = TurnId(cursor.lastrowid or 0)
        rows = [Verdict(one, VerdictKind.IN, reason, tokens=tokens) for one, reason in reasons.items()]
        verdicts.write_verdicts(store, turn_id, rows)
    return turn_id


def everything(store: Connection) -> list[Memory]:
    ids = [MemoryId(row["id"]) for row in store.execute("SELECT id FROM memories")]
    return list(memories.read_memories(store, ids).values())


@pytest.mark.parametrize("seed", range(5))
def test_figures_of_memories_agree_with_the_rules_of_fading(store: Connection, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - the same memories each time
    for _ in range(300):
        at = MONDAY + rng.uniform(-100, 95) * DAY
        memory_id = add(
            store,
            at,
            kind=rng.choice(list(Kind)),
            provenance=rng.choice(list(Provenance)),
            importance=rng.random(),
            is_pinned=rng.random() < 0.1,
        )
        if rng.random() < 0.2:
            reinduced = to_ms(MONDAY + rng.uniform(0, 90) * DAY)
            store.execute("UPDATE memories SET reinduced_at = ? WHERE id = ?", (reinduced, memory_id))
    found = health.memory_figures(store, LATER, SEEN)
    known = everything(store)
    worth = [importance(one, LATER, SEEN) for one in known]
    live = [importance(one, LATER, SEEN) for one in known if not has_faded(one, LATER, SEEN)]
    ages = [LATER - one.said_at for one in known]
    assert found.count == 300
    assert found.archived == sum(has_faded(one, LATER, SEEN) for one in known)
    own = [one.importance for one in known if one.provenance is not Provenance.IMPORTED]
    assert found.average_written == pytest.approx(sum(own) / len(own))
    assert found.average_now == pytest.approx(sum(live) / len(live))
    assert found.spread == Spread(
        low=sum(one < 0.3 for one in worth),
        medium=sum(0.3 <= one < 0.5 for one in worth),
        high=sum(one >= 0.5 for one in worth),
    )
    assert found.short == sum(age < 3 * DAY for age in ages)
    assert found.mid == sum(3 * DAY <= age < 14 * DAY for age in ages)
    assert found.long == sum(age >= 14 * DAY for age in ages)


@pytest.mark.parametrize("seed", range(5))
def test_figures_of_use_equal_a_count_row_by_row(store: Connection, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - the same store each time
    ids = [add(store, provenance=rng.choice(list(Provenance))) for _ in range(60)]
    store.execute("UPDATE memories SET cooldown = id % 7 WHERE id % 3 = 0")
    written: list[tuple[MemoryId, InReason, int]] = []
    for _ in range(80):
        in_prompt = {one: rng.choice(list(InReason)) for one in rng.sample(ids[:45], rng.randint(0, 9))}
        tokens = rng.randint(1, 90)
        add_turn(store, in_prompt, tokens=tokens)
        written += [(one, reason, tokens) for one, reason in in_prompt.items()]
    known = {one.id: one for one in everything(store)}
    counted = [row for row in written if row[1] is not InReason.STANDING]
    injected = Counter(one for one, _, _ in counted)
    retrieved = Counter(one for one, reason, _ in counted if reason is not InReason.RANDOM)
    own = [one for one in ids if known[one].provenance is not Provenance.IMPORTED]
    use = health.use_figures(store)
    assert use.never == sum(not retrieved[one] for one in own)
    assert use.one_to_five == sum(1 <= retrieved[one] <= 5 for one in own)
    assert use.more == sum(retrieved[one] > 5 for one in own)
    assert use.injections == len(counted)
    assert use.top_injections == sum(count for _, count in injected.most_common(10))
    assert use.tokens == sum(tokens for _, _, tokens in counted)
    assert use.assistant_tokens == sum(
        tokens for one, _, tokens in counted if known[one].provenance is Provenance.ASSISTANT_SAID
    )
    assert health.greatest_cooldown(store) == max(one.knobs.cooldown for one in known.values())


def test_empty_store_has_no_averages(store: Connection) -> None:
    assert health.memory_figures(store, LATER, SEEN) == MemoryFigures(0, 0, None, None, Spread(0, 0, 0), 0, 0, 0)
    use = health.use_figures(store)
    assert (use.never, use.injections, use.top_injections, use.tokens) == (0, 0, 0, 0)
    assert (health.repeats(store), health.greatest_cooldown(store), health.count_messages(store)) == (0, 0, 0)


def test_standing_and_random_are_no_retrieval_and_random_is_an_injection(store: Connection) -> None:
    standing, lucky, often, sometimes = (add(store) for _ in range(4))
    for at in range(6):
        in_prompt = {standing: InReason.STANDING, often: InReason.STICKY}
        if at == 0:
            in_prompt |= {lucky: InReason.RANDOM, sometimes: InReason.ASKED}
        add_turn(store, in_prompt)
    use = health.use_figures(store)
    assert (use.never, use.one_to_five, use.more) == (2, 1, 1)
    assert (use.injections, use.top_injections, use.tokens) == (8, 8, 80)


def test_ten_most_frequent_hold_their_share(store: Connection) -> None:
    ids = [add(store) for _ in range(15)]
    for at in range(4):
        add_turn(store, dict.fromkeys(ids if at == 0 else ids[:10], InReason.MATCHED))
    use = health.use_figures(store)
    assert (use.injections, use.top_injections) == (45, 40)


def test_tokens_of_the_assistants_words_are_told(store: Connection) -> None:
    mine, its = add(store), add(store, provenance=Provenance.ASSISTANT_SAID)
    add_turn(store, {mine: InReason.MATCHED}, tokens=30)
    add_turn(store, {its: InReason.ASKED}, tokens=10)
    add_turn(store, {mine: InReason.STANDING}, tokens=99)
    use = health.use_figures(store)
    assert (use.tokens, use.assistant_tokens) == (40, 10)


def test_repeats_count_within_thirty_turns_and_without_sticky_turns(store: Connection) -> None:
    one, other = add(store), add(store)
    add_turn(store, {one: InReason.MATCHED})
    for _ in range(29):
        add_turn(store, {other: InReason.STICKY})
    assert health.repeats(store) == 0
    add_turn(store, {one: InReason.MATCHED, other: InReason.MATCHED})
    # The first turn is 31 turns back now.
    assert health.repeats(store) == 0
    add_turn(store, {one: InReason.RANDOM})
    add_turn(store, {one: InReason.ASKED})
    assert health.repeats(store) == 2


def test_cooldowns_are_found_among_the_active(store: Connection) -> None:
    cool, free = add(store), add(store)
    store.execute("UPDATE memories SET cooldown = 4 WHERE id = ?", (cool,))
    first = add_turn(store, {cool: InReason.MATCHED, free: InReason.MATCHED})
    second = add_turn(store, {free: InReason.MATCHED})
    assert health.greatest_cooldown(store) == 4
    assert health.active_since(store, first) == [cool]
    assert health.active_since(store, second) == []


def test_point_of_a_day_is_replaced_and_read_from_a_day_on(store: Connection) -> None:
    day = date(2026, 1, 5)
    health.write_day(store, HealthDay(day - DAY, 0.5, None))
    health.write_day(store, HealthDay(day, 0.7, 0.3))
    health.write_day(store, HealthDay(day, None, 0.4))
    assert health.read_days(store, day) == {day: HealthDay(day, None, 0.4)}
    assert len(health.read_days(store, day - DAY)) == 2
