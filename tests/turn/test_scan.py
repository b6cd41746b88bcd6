"""Scan: which loops are found, what is faded for them and what never is, and the way back."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from exchanges import dump_of, open_chat
from fakes import MONDAY, FakeClock
from idle_world import read, run, said
from replay_world import World

from assistant import authoring, memories, topics
from assistant.errors import NotFoundError
from assistant.idle import IdleWorker
from assistant.interventions import alerts, mark_alerts_seen, undo_intervention
from assistant.jobs.job import JobName
from assistant.jobs.scan import Scan
from assistant.session import Session
from assistant.turn import TurnRequest, preview_turn
from assistant.user_names import user_names
from memory.database import transaction
from memory.records import (
    InReason,
    Intervention,
    Kind,
    MemoryId,
    MessageStatus,
    Mode,
    Provenance,
    ThemeKind,
    TurnId,
    Verdict,
    VerdictKind,
)
from memory.store import interventions, messages, verdicts
from memory.store.messages import NewReply

DAY = timedelta(days=1)
SUBJECTS = ["coffee", "rowing", "lentils", "granite", "ferries", "mosaic", "tulips", "parquet", "zinc", "violins"]
ENDINGS = ["harbour", "ledger", "thistle", "quarry", "meadow"]


def reply(at: int, theme: str = "Seek balance.") -> str:
    """Write a reply that shares nothing with the others but the theme."""
    return f"{SUBJECTS[at % 10]}{at} {ENDINGS[at % 5]}{at}. {theme}"


def keep(session: Session, text: str, answer: str, *, carriers: Sequence[MemoryId] = ()) -> TurnId:
    """Keep a turn as the store does, with the carriers in its prompt; no memory is made of it."""
    chat = open_chat(session)
    with session.connection() as store, transaction(store):
        user = messages.add_pending(store, chat.id, text, session.owner, MONDAY)
        streamed = messages.add_streaming(store, chat.id, session.owner, "{}", "scripted", MONDAY)
        new = NewReply(text=answer, status=MessageStatus.COMPLETE)
        turn_id = messages.keep_turn(store, chat.id, user, streamed, new, Mode.ASSOCIATIVE, MONDAY)
        rows = [Verdict(one, VerdictKind.IN, InReason.MATCHED, tokens=9) for one in carriers]
        verdicts.write_verdicts(store, turn_id, rows)
    return turn_id


def talk(session: Session, share: float = 1.0, *, carriers: Sequence[MemoryId] = (), caused: float = 1.0) -> None:
    """Have 50 turns; a share of the replies loops, a share of those with the carriers in their prompt."""
    looping = round(50 * share)
    for at in range(50):
        theme = "Seek balance." if at < looping else "So be it."
        keep(session, f"and {at}?", reply(at, theme), carriers=carriers if at < round(looping * caused) else ())


def scan(session: Session, clock: FakeClock) -> list[Intervention]:
    ids = run(session, JobName.SCAN, clock.now()).interventions
    with session.connection() as store:
        found = [interventions.read_intervention(store, one) for one in ids]
    return [one for one in found if one is not None]


def test_loop_fades_the_old_memories_that_caused_it_and_logs_what_they_held(session: Session, clock: FakeClock) -> None:
    cause = said(session, "I need more balance in my week.", MONDAY - 8 * DAY)
    before = read(session, cause)
    talk(session, carriers=[cause])
    (found,) = scan(session, clock)
    assert (found.kind, found.theme, found.term) == (ThemeKind.LOOP, "seek balance", "seek")
    assert (found.frequency, found.user_frequency, found.replies, found.replies_with_memory) == (1.0, 0.0, 50, 50)
    assert [(one.memory_id, one.importance) for one in found.faded] == [(cause, before.importance)]
    after = read(session, cause)
    assert (after.importance, after.importance_at) == (before.importance * 0.3, before.importance_at)


@pytest.mark.parametrize(("caused", "is_faded"), [(0.32, False), (0.34, True)])
def test_memories_fade_only_where_a_third_of_the_replies_had_one(
    session: Session, clock: FakeClock, caused: float, *, is_faded: bool
) -> None:
    cause = said(session, "I need more balance.", MONDAY - 8 * DAY)
    talk(session, carriers=[cause], caused=caused)
    (found,) = scan(session, clock)
    assert (read(session, cause).importance < 0.6) is is_faded
    assert found.replies_with_memory == round(50 * caused)
    with session.connection() as store:
        assert interventions.active_hints(store, clock.now()) == ("seek balance",)


def test_what_is_young_held_lasting_authored_or_the_assistants_never_fades(session: Session, clock: FakeClock) -> None:
    old = MONDAY - 8 * DAY
    cause = said(session, "I need balance.", old)
    gist = said(session, "Balance came up.", old, provenance=Provenance.GIST)
    imported = said(session, "Balanced meals suit me.", old, provenance=Provenance.IMPORTED)
    spared = [
        said(session, "Balance again.", MONDAY - 7 * DAY + timedelta(minutes=1)),
        said(session, "I am a balance coach.", old, kind=Kind.IDENTITY),
        said(session, "I prefer balance.", old, kind=Kind.PREFERENCE),
        said(session, "Balance is pinned.", old, is_pinned=True),
        said(session, "Balance is what I said.", old, provenance=Provenance.ASSISTANT_SAID),
        said(session, "Balance is a lorebook's.", old, provenance=Provenance.AUTHORED),
        said(session, "Imbalance is something else.", old),
    ]
    talk(session, carriers=[cause])
    (found,) = scan(session, clock)
    assert {one.memory_id for one in found.faded} == {cause, gist, imported}
    assert {read(session, one).importance for one in spared} == {0.6}


def test_interest_is_logged_and_nothing_is_touched(session: Session, clock: FakeClock) -> None:
    cause = said(session, "I need more balance.", MONDAY - 8 * DAY)
    for at in range(50):
        keep(session, f"more on balance {at}", reply(at), carriers=[cause])
    assert scan(session, clock) == []
    with session.connection() as store:
        (found,) = interventions.read_interventions(store, limit=9)
    assert (found.theme, found.user_frequency, found.replies_with_memory) == ("seek balance", 1.0, 50)
    assert (found.kind, found.faded) == (ThemeKind.INTEREST, ())
    assert read(session, cause).importance == 0.6
    assert alerts(session) == ()
    with session.connection() as store:
        assert interventions.active_hints(store, clock.now()) == ()
    with pytest.raises(NotFoundError, match="nothing to undo"):
        undo_intervention(session, found.id)


def test_same_theme_is_not_hit_twice_within_three_days(session: Session, clock: FakeClock) -> None:
    cause = said(session, "I need more balance.", MONDAY - 8 * DAY)
    talk(session, carriers=[cause])
    assert len(scan(session, clock)) == 1
    faded = read(session, cause).importance
    clock.advance(days=2.9)
    assert scan(session, clock) == []
    assert read(session, cause).importance == faded
    clock.advance(days=0.1)
    assert len(scan(session, clock)) == 1
    assert read(session, cause).importance == faded * 0.3


def test_hint_lasts_three_days_or_until_undone(session: Session, clock: FakeClock) -> None:
    talk(session)
    (found,) = scan(session, clock)
    clock.advance(days=2.9)
    with session.connection() as store:
        assert interventions.active_hints(store, clock.now()) == ("seek balance",)
        assert interventions.active_hints(store, clock.now() + DAY) == ()
    undo_intervention(session, found.id)
    with session.connection() as store:
        assert interventions.active_hints(store, clock.now()) == ()


def test_hint_never_names_a_banned_topic(session: Session, clock: FakeClock) -> None:
    talk(session)
    scan(session, clock)
    chat = open_chat(session)
    assert "seek balance" in preview_turn(session, TurnRequest(chat.id, "Well?")).prompt
    topics.ban(session, "balance")
    assert "balance" not in preview_turn(session, TurnRequest(chat.id, "Well?")).prompt


def test_undo_restores_the_exact_old_values_once(session: Session, clock: FakeClock) -> None:
    causes = [said(session, f"Balance {at}.", MONDAY - 8 * DAY, importance=0.1 * at + 0.07) for at in range(1, 9)]
    before = [read(session, one) for one in causes]
    talk(session, carriers=causes)
    (found,) = scan(session, clock)
    clock.advance(days=1)
    assert undo_intervention(session, found.id) == tuple(one.handle for one in before)
    assert [read(session, one) for one in causes] == before
    with pytest.raises(NotFoundError, match="undone already"):
        undo_intervention(session, found.id)
    with pytest.raises(NotFoundError, match="no intervention 99"):
        undo_intervention(session, 99)


def test_undo_leaves_what_the_user_changed_since_and_keeps_a_renewals_moment(
    session: Session, clock: FakeClock
) -> None:
    changed = said(session, "Balance at work.", MONDAY - 8 * DAY)
    renewed = said(session, "Balance at home.", MONDAY - 8 * DAY)
    talk(session, carriers=[changed, renewed])
    (found,) = scan(session, clock)
    clock.advance(days=1)
    halved = authoring.give_feedback(session, read(session, changed).handle, is_useful=False)
    authoring.give_feedback(session, read(session, renewed).handle, is_useful=True)
    moment = read(session, renewed).importance_at
    assert undo_intervention(session, found.id) == (read(session, renewed).handle,)
    assert read(session, changed).importance == pytest.approx(halved, abs=1e-4)
    assert (read(session, renewed).importance, read(session, renewed).importance_at) == (0.6, moment)


def test_undo_brings_back_from_the_archive(session: Session, clock: FakeClock) -> None:
    cause = said(session, "I need more balance.", MONDAY - 8 * DAY, importance=0.3)
    talk(session, carriers=[cause])
    (found,) = scan(session, clock)
    run(session, JobName.FADE, clock.now())
    assert read(session, cause).is_archived
    undo_intervention(session, found.id)
    assert not read(session, cause).is_archived


def test_alerts_are_shown_once(session: Session, clock: FakeClock) -> None:
    talk(session)
    (found,) = scan(session, clock)
    assert [one.id for one in alerts(session)] == [found.id]
    mark_alerts_seen(session, found.id)
    mark_alerts_seen(session, 0)
    assert alerts(session) == ()


def test_fifty_new_replies_call_for_a_scan_before_three_days(session: Session, clock: FakeClock) -> None:
    worker = IdleWorker(session, [Scan()])
    assert worker.tick(clock.now()).job is JobName.SCAN
    for at in range(49):
        keep(session, f"and {at}?", reply(at))
    assert worker.tick(clock.now()).job is None
    keep(session, "and?", reply(49))
    assert worker.tick(clock.now()).job is JobName.SCAN
    assert worker.tick(clock.now()).job is None
    clock.advance(days=3)
    assert worker.tick(clock.now()).job is JobName.SCAN


def test_scan_that_gives_way_writes_nothing(session: Session, clock: FakeClock) -> None:
    talk(session)
    before = dump_of(session)
    with session.connection() as store:
        result = Scan().run_slice(session, store, clock.now(), lambda: True)
    assert not result.is_done
    assert dump_of(session) == before


def test_ordinary_talk_and_the_users_name_are_no_loop(session: Session, clock: FakeClock) -> None:
    memories.remember(session, "My name is Marguerite.")
    with session.connection() as store:
        assert user_names(store) == ("marguerite",)
    for at in range(50):
        keep(session, f"and {at}?", reply(at, "Marguerite!"))
    assert scan(session, clock) == []


def test_replay_finds_a_loop_and_undoes_it(tmp_path: Path) -> None:
    with World(tmp_path) as world:
        world.memory(
            "cause", "I need more balance in my week.", provenance="user_said", age_hours=200, importance=0.6,
            sticky=0, cooldown=0,
        )  # fmt: skip
        for at in range(50):
            world.do("say", text=f"How about balance, thought {at}?" if at % 3 == 0 else f"and {at}?", reply=reply(at))
        (number,) = world.do("idle", jobs=["scan"])["interventions"]
        (found,) = world.do("health")["interventions"]
        assert (found["id"], found["verdict"], found["undone"]) == (number, "loop", False)
        restored = world.do("undo", intervention=number)["restored"]
        assert restored == [one["id"] for one in found["memories"]]
        assert world.do("health")["interventions"][0]["undone"]
