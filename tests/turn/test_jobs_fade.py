"""Fade: what goes to the archive and comes back, that SQL and rules agree, and that no result depends on the job."""

import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fakes import MONDAY, FakeClock
from idle_world import author, logical_dump, read, run, said
from replay_world import World

from assistant import authoring, memories
from assistant.jobs.fade import Fade
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import Connection, transaction
from memory.records import Kind, MemoryId, Provenance
from memory.store import fading, memory_ids, presence
from memory.store import memories as memory_rows
from memory.worth import has_faded, importance

DAY = timedelta(days=1)


def partition(session: Session, memory_id: MemoryId) -> int:
    with session.connection() as store:
        row = store.execute("SELECT is_archived FROM memory_vectors WHERE memory_id = ?", (memory_id,)).fetchone()
    return int(row[0])


def be_there(session: Session, clock: FakeClock, days: int) -> None:
    """Let days pass with a sign of the user on each."""
    for _ in range(days):
        clock.advance(days=1)
        with session.connection() as store, transaction(store):
            presence.note_activity(store, clock.now())


@pytest.fixture
def present(session: Session) -> Session:
    """A session with a first sign of the user, from which time counts."""
    with session.connection() as store, transaction(store):
        presence.note_activity(store, MONDAY)
    return session


def test_what_fell_under_a_tenth_goes_to_the_archive(present: Session, clock: FakeClock) -> None:
    weak = said(present, "The bus was late in Graz.", MONDAY, importance=0.3)
    strong = said(present, "I planted apple trees in Graz.", MONDAY, importance=0.6)
    be_there(present, clock, 21)
    assert run(present, JobName.FADE, clock.now()).archived == ()
    be_there(present, clock, 1)
    # 0.3 * 0.95 ** 22 = 0.0970; 0.95 ** 21 is 0.1022.
    assert run(present, JobName.FADE, clock.now()).archived == (read(present, weak).handle,)
    assert (read(present, weak).is_archived, partition(present, weak)) == (True, 1)
    assert (read(present, strong).is_archived, partition(present, strong)) == (False, 0)


def test_twice_is_once(present: Session, clock: FakeClock) -> None:
    for place in range(30):
        said(present, f"Note number {place} about the bus.", MONDAY, importance=place / 30)
    be_there(present, clock, 25)
    run(present, JobName.FADE, clock.now())
    with present.connection() as store:
        once = logical_dump(store)
    assert run(present, JobName.FADE, clock.now()).archived == ()
    with present.connection() as store:
        assert logical_dump(store) == once


def test_held_authored_and_lasting_memories_stay(present: Session, clock: FakeClock) -> None:
    pinned = said(present, "The gate code is by the door.", MONDAY, importance=0.12, is_pinned=True)
    authored = author(present, "lore", "Rex is a dog.", importance=0.05).id
    identity = said(present, "I am called Dana.", MONDAY, kind=Kind.IDENTITY, importance=0.9)
    be_there(present, clock, 70)
    assert run(present, JobName.FADE, clock.now()).archived == ()
    assert not any(read(present, one).is_archived for one in (pinned, authored, identity))


@pytest.mark.parametrize("way", ["pin", "useful", "importance"])
def test_what_the_user_renews_is_back_at_once(present: Session, clock: FakeClock, way: str) -> None:
    memory_id = said(present, "The bus was late in Graz.", MONDAY, importance=0.2)
    be_there(present, clock, 40)
    run(present, JobName.FADE, clock.now())
    handle = read(present, memory_id).handle
    assert read(present, memory_id).is_archived
    if way == "pin":
        memories.pin(present, handle)
    elif way == "useful":
        authoring.give_feedback(present, handle, is_useful=True)
    else:
        authoring.edit_memory(present, handle, authoring.Authored(importance=0.8))
    assert (read(present, memory_id).is_archived, partition(present, memory_id)) == (False, 0)


def test_job_brings_back_what_is_no_longer_faded(present: Session, clock: FakeClock) -> None:
    memory_id = said(present, "The bus was late in Graz.", MONDAY, importance=0.6)
    with present.connection() as store, transaction(store):
        memory_rows.set_archived(store, [memory_id], is_archived=True)
    assert run(present, JobName.FADE, clock.now()).archived == ()
    assert (read(present, memory_id).is_archived, partition(present, memory_id)) == (False, 0)


def test_sql_agrees_with_the_rules(present: Session, clock: FakeClock) -> None:
    rng = random.Random(5)  # noqa: S311 - seeded, so that a failure can be repeated
    kinds, provenances = list(Kind), list(Provenance)
    for place in range(300):
        said(
            present,
            f"Note {place}.",
            MONDAY - rng.randint(0, 60) * DAY + timedelta(milliseconds=rng.randint(0, 86_400_000)),
            kind=rng.choice(kinds),
            provenance=rng.choice(provenances),
            importance=rng.random(),
            is_pinned=rng.random() < 0.1,
        )
    with present.connection() as store, transaction(store):
        for gap in (3, 9, 1, 40, 7, 60):
            clock.advance(days=gap)
            presence.note_activity(store, clock.now())
        store.execute("UPDATE memories SET reinduced_at = importance_at + 1000000000 WHERE id % 3 = 0")
    clock.advance(days=30)
    with present.connection() as store:
        for now in (MONDAY - DAY, MONDAY, MONDAY + 20 * DAY, clock.now()):
            seen = presence.read_presence(store, now)
            rows = memory_rows.read_memories(store, memory_ids.all_ids(store)).values()
            expected = sorted(one.id for one in rows if has_faded(one, now, seen))
            found = fading.misplaced(store, now, seen, after=MemoryId(0), until=MemoryId(10_000), limit=10_000)
            assert [one.memory_id for one in found] == expected
        assert any(0.09 < importance(one, clock.now(), seen) < 0.11 for one in rows)


class RenewingConnection:
    """A connection on which the user renews a memory just before the job's first transaction begins."""

    def __init__(self, connection: Connection, renew: Callable[[], None]) -> None:
        self._connection = connection
        self._renew: Callable[[], None] | None = renew

    def execute(self, sql: str, *arguments: Any) -> Any:
        if sql == "BEGIN IMMEDIATE" and self._renew is not None:
            renew, self._renew = self._renew, None
            renew()
        return self._connection.execute(sql, *arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def test_renewed_between_looking_and_moving_stays(present: Session, clock: FakeClock) -> None:
    memory_id = said(present, "The bus was late in Graz.", MONDAY, importance=0.2)
    other = said(present, "The train was late in Linz.", MONDAY, importance=0.2)
    be_there(present, clock, 40)

    def renew() -> None:
        authoring.give_feedback(present, read(present, memory_id).handle, is_useful=True)

    with present.connection() as store:
        while not Fade().run_slice(present, RenewingConnection(store, renew), clock.now(), lambda: False).is_done:  # type: ignore[arg-type]  # stands for one
            pass
    assert [read(present, one).is_archived for one in (memory_id, other)] == [False, True]


def test_stops_between_two_steps_and_goes_on(present: Session, clock: FakeClock) -> None:
    for place in range(250):
        said(present, f"Note {place}.", MONDAY, importance=0.15)
    be_there(present, clock, 30)
    looks = iter([False, True])
    with present.connection() as store:
        first = Fade().run_slice(present, store, clock.now(), lambda: next(looks, True))
        assert (first.is_done, len(first.archived)) == (False, 100)
        assert Fade().run_slice(present, store, clock.now(), lambda: True).archived == ()
    assert len(run(present, JobName.FADE, clock.now()).archived) == 150


def test_clock_set_back_brings_memories_back(present: Session, clock: FakeClock) -> None:
    memory_id = said(present, "The bus was late in Graz.", MONDAY, importance=0.2)
    be_there(present, clock, 40)
    run(present, JobName.FADE, clock.now())
    run(present, JobName.FADE, MONDAY + DAY)
    assert not read(present, memory_id).is_archived


def turns_of_a_life(folder: Path, *, has_idle_work: bool) -> list[object]:
    """Talk over 120 days, with or without idle work, and return what each turn selected."""
    selected: list[object] = []
    with World(folder) as world:
        world.do("start", at="2026-01-05T09:00:00Z")
        for place, text in enumerate(
            ["The bus in Graz was late.", "I saw a heron by the pond.", "The baker sold rye bread."]
        ):
            world.do("memory", id=f"old{place}", text=text, provenance="user_said", importance=0.2)
        world.do("memory", id="lore", text="The bus station of Graz is old.")
        world.do("memory", id="me", text="I am called Dana and take the bus.", provenance="user_said", kind="identity")
        for day in range(36):
            world.do("advance", days=3)
            if has_idle_work:
                world.do("idle", jobs=["fade", "embed", "backup"])
            text = ["Is the bus in Graz late?", "Do you remember what I saw by the pond?", "Any bread from the baker?"][
                day % 3
            ]
            result = world.say(text if day % 5 == 0 else "Well, so be it.")
            selected.append((result["active"], result["withheld"], result["prompt"]))
    return selected


def test_no_result_depends_on_whether_the_job_ran(tmp_path: Path) -> None:
    assert turns_of_a_life(tmp_path / "a", has_idle_work=True) == turns_of_a_life(tmp_path / "b", has_idle_work=False)


def test_faded_is_out_of_association_but_found_when_asked_for(tmp_path: Path) -> None:
    with World(tmp_path / "data") as world:
        world.do("start")
        world.do("memory", id="heron", text="I saw a heron by the pond.", provenance="user_said", importance=0.2)
        for _ in range(20):
            world.do("advance", days=2)
            world.say()
        for archive in (False, True):
            if archive:
                assert world.do("idle", jobs=["fade"])["archived"][:1] == ["heron"]
            shown = world.do("preview", text="A heron stood by the pond.", mode="associative")
            assert "heron" not in [one["id"] for one in (*shown["active"], *shown["withheld"])]
            asked = world.do("preview", text="What did I see by the pond?", mode="asked")
            assert "heron" in [one["id"] for one in asked["active"]]
        world.say("What did I see by the pond?", mode="asked")
        world.do("chat", name="other")
        assert world.do("inspect", id="heron")["importance"] == pytest.approx(0.3)
        world.talk_until(world.say()["turn"] + 8)
        shown = world.do("preview", text="A heron stood by the pond.", mode="associative")
        assert "heron" in [one["id"] for one in (*shown["active"], *shown["withheld"])]


def test_pinned_and_authored_text_is_the_same_to_the_byte_after_120_days(tmp_path: Path) -> None:
    texts = {"code": "  The gate code is 4711.\n\nNever tell!  ", "lore": "Rex — “the dog” — sleeps 🐕 here.\tReally."}
    with World(tmp_path / "data") as world:
        world.do("start")
        world.do("memory", id="code", text=texts["code"], provenance="user_said", pinned=True)
        world.do("memory", id="lore", text=texts["lore"])
        before = {name: world.do("inspect", id=name) for name in texts}
        for _ in range(40):
            world.do("advance", days=3)
            world.say("The gate code is 4711. Never tell!")
            world.do("idle", jobs=["embed", "merge", "gist", "fade", "backup"])
        after = {name: world.do("inspect", id=name) for name in texts}
        for name in texts:
            assert after[name]["text"].encode() == before[name]["text"].encode()
            assert (after[name]["importance"], after[name]["archived"]) == (before[name]["importance"], False)
