"""Health: every figure marked, every key there, and nothing changed by looking."""

import time
from datetime import timedelta
from pathlib import Path

import pytest
from exchanges import dump_of, open_chat, say
from fakes import MONDAY, FakeClock
from idle_world import run, said
from replay_world import World

from assistant import topics
from assistant.health import read_health
from assistant.health_day import note_health_day
from assistant.health_figures import Mark, figures
from assistant.health_json import health_json
from assistant.idle import run_due
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.records import Intervention, JobState, ThemeKind
from memory.store.health import MemoryFigures, Spread, UseFigures

DAY = timedelta(days=1)
KEYS = {
    "messages", "memories", "archived", "average_importance", "importance", "retrieved", "diversity", "top10_share",
    "repeats_30", "assistant_share", "tiers", "jobs", "interventions", "cooling", "bans", "marks",
}  # fmt: skip


def test_health_has_every_key_that_replay_names(session: Session) -> None:
    found = health_json(read_health(session))
    assert found.keys() >= KEYS
    assert found["importance"] == {"low": 0, "medium": 0, "high": 0}
    assert found["retrieved"] == {"never": 0, "one_to_five": 0, "more": 0}
    assert found["tiers"] == {"short": 0, "mid": 0, "long": 0}
    assert isinstance(found["jobs"], dict)
    assert found["jobs"].keys() == set(JobName)
    assert found["jobs"]["scan"] == {"last": None, "next": None, "error": None}
    assert read_health(session).mark is Mark.OK


def test_every_figure_has_a_mark_and_a_target_and_says_where_it_is_too_early_to_tell(session: Session) -> None:
    for one in read_health(session).figures:
        assert one.target
        # With no history yet every figure is ok, and those that need one say so.
        assert one.mark is Mark.OK
        assert one.advice in ("", "Too early to tell: there is little history yet.")
        assert "\n" not in one.advice


def test_reading_health_changes_nothing(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    for at in range(25):
        say(session, chat, f"I grow pears number{at}.", "Pears are fine.")
    run_due(session, clock.now())
    clock.advance(days=40)
    before = dump_of(session)
    with session.connection() as store:
        changes = store.execute("SELECT total_changes()").fetchone()[0]
        version = store.execute("PRAGMA data_version").fetchone()[0]
        read_health(session)
        assert store.execute("PRAGMA data_version").fetchone()[0] == version
        assert store.execute("SELECT total_changes()").fetchone()[0] == changes
    assert dump_of(session) == before


def test_fading_notes_the_day(session: Session, clock: FakeClock) -> None:
    said(session, "I grow pears.", MONDAY, importance=0.6)
    for _ in range(3):
        run(session, JobName.FADE, clock.now())
        clock.advance(days=1)
    assert read_health(session).curves.average_importance[-4:] == (0.6, 0.6, 0.6, None)


def test_looping_replies_have_a_low_diversity_to_act_on(session: Session) -> None:
    chat = open_chat(session)
    for at in range(25):
        say(session, chat, f"and {at}?", f"thing{at} is about finding balance in life.")
    found = read_health(session)
    assert found.diversity is not None
    assert found.diversity < 0.35
    assert found.mark is Mark.ACT
    (figure,) = [one for one in found.figures if one.name == "diversity"]
    assert figure.mark is Mark.ACT


def test_bans_jobs_and_interventions_are_told(session: Session, clock: FakeClock) -> None:
    topics.ban(session, "Rex")
    chat = open_chat(session)
    for at in range(50):
        say(session, chat, f"and {at}?", f"thing{at}: seek balance.")
    run(session, JobName.SCAN, clock.now())
    found = health_json(read_health(session))
    assert found["bans"] == ["Rex"]
    assert isinstance(found["jobs"], dict)
    assert found["jobs"]["scan"] == {"last": "2026-01-05T09:00:00Z", "next": "2026-01-08T09:00:00Z", "error": None}
    assert isinstance(found["interventions"], list)
    (one,) = found["interventions"]
    assert (one["theme"], one["verdict"], one["frequency"]) == ("seek balance", "loop", 1.0)
    assert isinstance(found["marks"], dict)
    assert found["marks"]["interventions"] == "watch"


def test_cooling_names_the_first_turn_on_which_it_ends(tmp_path: Path) -> None:
    with World(tmp_path) as world:
        world.memory("pear", "Pears need lime.", keys=["pear"], cooldown=3, sticky=0)
        world.do("say", text="a pear")
        for left in (3, 2, 1):
            assert world.do("health")["cooling"] == [{"id": "pear", "until_turn": 5}]
            result = world.do("say", text="a pear")
            assert [one["until_turn"] for one in result["withheld"] if one["id"] == "pear"] == [5], left
        assert world.do("health")["cooling"] == []


def test_running_sticky_is_not_cooling(tmp_path: Path) -> None:
    with World(tmp_path) as world:
        world.memory("pear", "Pears need lime.", keys=["pear"], cooldown=2, sticky=1)
        world.do("say", text="a pear")
        assert world.do("health")["cooling"] == []
        world.do("say", text="so be it")
        assert world.do("health")["cooling"] == [{"id": "pear", "until_turn": 5}]


def test_day_is_noted_for_the_curves(session: Session, clock: FakeClock) -> None:
    said(session, "I grow pears.", MONDAY, importance=0.6)
    clock.advance(days=2)
    with session.connection() as store:
        note_health_day(session, store, clock.now())
        # Once a day.
        changes = store.execute("SELECT total_changes()").fetchone()[0]
        note_health_day(session, store, clock.now())
        assert store.execute("SELECT total_changes()").fetchone()[0] == changes
    curves = read_health(session).curves
    assert (len(curves.diversity), len(curves.average_importance)) == (30, 30)
    assert curves.average_importance[-2:] == (None, 0.6)


NOTHING_USED = UseFigures(100, 0, 0, 0, 0, 0, 0)
PLAIN = MemoryFigures(100, 0, 0.37, 0.28, Spread(50, 30, 20), 30, 30, 40)


def mark_of(
    name: str,
    *,
    memories: MemoryFigures = PLAIN,
    use: UseFigures = NOTHING_USED,
    diversity: float | None = None,
    scanned_replies: int = 50,
    repeats: int = 0,
    jobs: tuple[JobState, ...] = (),
    interventions: tuple[Intervention, ...] = (),
) -> str:
    found = figures(
        memories=memories,
        use=use,
        diversity=diversity,
        scanned_replies=scanned_replies,
        repeats=repeats,
        jobs=jobs,
        interventions=interventions,
        now=MONDAY,
    )
    return next(str(one.mark) for one in found if one.name == name)


@pytest.mark.parametrize(
    ("value", "mark"), [(0.37, "ok"), (0.35, "ok"), (0.41, "watch"), (0.25, "watch"), (0.51, "act"), (0.2, "act")]
)
def test_average_importance_as_written_is_judged(value: float, mark: str) -> None:
    assert mark_of("average_importance", memories=MemoryFigures(50, 0, value, 0.2, Spread(0, 0, 0), 0, 0, 0)) == mark
    assert mark_of("average_importance", memories=MemoryFigures(49, 0, value, 0.2, Spread(0, 0, 0), 0, 0, 0)) == "ok"


@pytest.mark.parametrize(("value", "mark"), [(0.41, "ok"), (0.40, "watch"), (0.34, "act"), (None, "ok")])
def test_diversity_is_judged_from_twenty_replies_on(value: float | None, mark: str) -> None:
    assert mark_of("diversity", diversity=value) == mark
    assert mark_of("diversity", diversity=value, scanned_replies=19) == "ok"


@pytest.mark.parametrize(("never", "mark"), [(60, "ok"), (80, "watch"), (95, "act"), (40, "watch"), (30, "act")])
def test_share_never_retrieved_is_judged(never: int, mark: str) -> None:
    assert mark_of("retrieved", use=UseFigures(never, 100 - never, 0, 30, 9, 0, 0)) == mark
    assert mark_of("retrieved", use=UseFigures(never, 100 - never, 0, 29, 9, 0, 0)) == "ok"


@pytest.mark.parametrize(("top", "mark"), [(50, "ok"), (51, "watch"), (80, "act")])
def test_share_of_the_top_ten_is_judged(top: int, mark: str) -> None:
    assert mark_of("top10_share", use=UseFigures(60, 40, 0, 100, top, 0, 0)) == mark
    few = MemoryFigures(20, 0, 0.37, 0.28, Spread(0, 0, 0), 0, 0, 0)
    assert mark_of("top10_share", memories=few, use=UseFigures(60, 40, 0, 100, top, 0, 0)) == "ok"


@pytest.mark.parametrize(("tokens", "mark"), [(10, "ok"), (11, "watch"), (31, "act")])
def test_share_of_the_assistants_words_is_judged(tokens: int, mark: str) -> None:
    assert mark_of("assistant_share", use=UseFigures(60, 40, 0, 100, 50, 100, tokens)) == mark


def test_repeats_failed_jobs_and_loops_are_judged() -> None:
    assert [mark_of("repeats_30", repeats=count) for count in (10, 11, 31)] == ["ok", "watch", "act"]
    assert mark_of("jobs", jobs=(JobState("fade", error="the disk is full"),)) == "watch"
    loop = Intervention(1, MONDAY - DAY, ThemeKind.LOOP, "balance", "balanc", 0.5, 0.0, 25, 10)
    old = Intervention(2, MONDAY - 9 * DAY, ThemeKind.LOOP, "tea", "tea", 0.5, 0.0, 25, 10)
    undone = Intervention(3, MONDAY, ThemeKind.LOOP, "tea", "tea", 0.5, 0.0, 25, 10, undone_at=MONDAY)
    interest = Intervention(4, MONDAY, ThemeKind.INTEREST, "tea", "tea", 0.5, 0.5, 25, 10)
    assert mark_of("interventions", interventions=(old, undone, interest)) == "ok"
    assert mark_of("interventions", interventions=(loop, old)) == "watch"
    assert mark_of("interventions", interventions=(loop, old, old)) == "act"


def test_health_of_a_large_store_opens_quickly(session: Session) -> None:
    with session.connection() as store:
        store.execute("BEGIN")
        store.executemany(
            """INSERT INTO memories (handle, text, provenance, kind, importance, importance_at, said_at, search_text)
               VALUES (?, 'Pears.', 'user_said', 'fact', 0.5, ?, ?, '')""",
            [(f"x{at}", at * 1_000, at * 1_000) for at in range(60_000)],
        )
        store.execute("COMMIT")
    read_health(session)
    began = time.process_time()
    assert read_health(session).memories.count == 60_000
    # Twenty times what it takes: this finds a query per memory, not a busy machine.
    assert time.process_time() - began < 2.0
