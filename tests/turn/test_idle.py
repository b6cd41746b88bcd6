"""The idle worker: which job is due, one slice at a time, one program at a time, and what goes wrong stays small."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from conftest import OpenSession
from fakes import MONDAY, FakeClock
from idle_world import logical_dump, said
from replay_world import World

from assistant.config import Config
from assistant.idle import IdleThread, IdleWorker, Tick, UserWatch, next_due, run_due
from assistant.jobs import all_jobs, every_job
from assistant.jobs.job import EachDay, Every, Job, JobName, JobResult, Period, ShouldStop
from assistant.replay_errors import ScriptError
from assistant.session import Session
from memory.database import Connection, transaction
from memory.errors import BusyError, DamagedDatabaseError, StoreError
from memory.folder import FolderLock
from memory.records import JobState, Kind
from memory.store import index
from memory.store.jobs import read_job

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@dataclass
class NotingJob:
    """A job that notes when it ran; it needs so many slices, and fails or is called for as a test says."""

    name: JobName = JobName.DREAM
    period: Period = field(default_factory=lambda: Every(HOUR))
    slices: int = 1
    error: Exception | None = None
    is_wanted: bool = False
    words: str = "noting"
    ran_at: list[datetime] = field(default_factory=list)
    during: Callable[[ShouldStop], None] = lambda _should_stop: None

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - a `Job`
        return self.is_wanted

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:  # noqa: ARG002 - a `Job`
        self.during(should_stop)
        self.ran_at.append(now)
        if self.error is not None:
            raise self.error
        return JobResult(is_done=len(self.ran_at) % self.slices == 0, archived=(f"m{len(self.ran_at)}",))


def state(session: Session, name: JobName = JobName.DREAM) -> JobState:
    with session.connection() as connection:
        return read_job(connection, name)


def test_new_job_runs_at_once_and_then_when_its_time_has_come(session: Session) -> None:
    job = NotingJob()
    worker = IdleWorker(session, [job])
    assert worker.tick(MONDAY) == Tick(JobName.DREAM, is_done=True, words="noting", result=JobResult(archived=("m1",)))
    assert worker.tick(MONDAY + HOUR - timedelta(seconds=1)) == Tick()
    assert worker.tick(MONDAY + HOUR).job is JobName.DREAM
    assert job.ran_at == [MONDAY, MONDAY + HOUR]
    assert state(session) == JobState("dream", last_at=MONDAY + HOUR, due_at=MONDAY + 2 * HOUR)


def test_computer_that_slept_catches_up_once(session: Session) -> None:
    job = NotingJob()
    worker = IdleWorker(session, [job])
    worker.tick(MONDAY)
    awake = MONDAY + 10 * DAY
    assert [worker.tick(awake + timedelta(seconds=i)).job for i in range(5)] == [JobName.DREAM, None, None, None, None]
    assert job.ran_at == [MONDAY, awake]


def test_one_tick_is_one_slice_of_one_job(session: Session) -> None:
    long, other = NotingJob(JobName.FADE, slices=3), NotingJob(JobName.MERGE)
    worker = IdleWorker(session, [long, other])
    ticks = [worker.tick(MONDAY) for _ in range(5)]
    assert [(one.job, one.is_done) for one in ticks] == [
        (JobName.FADE, False),
        (JobName.FADE, False),
        (JobName.FADE, True),
        (JobName.MERGE, True),
        (None, True),
    ]


def test_unfinished_job_goes_on_after_a_restart(session: Session, open_session: OpenSession) -> None:
    job = NotingJob(slices=2)
    assert not IdleWorker(session, [job]).tick(MONDAY).is_done
    session.close()
    assert IdleWorker(open_session(), [job]).tick(MONDAY).is_done


def test_job_that_is_called_for_runs_before_its_time(session: Session) -> None:
    job = NotingJob()
    worker = IdleWorker(session, [job])
    worker.tick(MONDAY)
    job.is_wanted = True
    assert worker.tick(MONDAY + timedelta(minutes=1)).job is JobName.DREAM


@pytest.mark.parametrize("back", [HOUR, DAY, 400 * DAY])
def test_clock_set_back_brings_no_storm_and_no_standstill(session: Session, back: timedelta) -> None:
    job = NotingJob()
    worker = IdleWorker(session, [job])
    worker.tick(MONDAY)
    now = MONDAY - back
    assert [worker.tick(now + timedelta(minutes=i)).job for i in range(5)] == [None] * 5
    assert state(session).due_at == now + HOUR
    assert worker.tick(now + HOUR).job is JobName.DREAM
    assert worker.tick(now + HOUR).job is None


def test_failing_job_is_noted_tried_later_and_harms_no_other(session: Session) -> None:
    bad, good = NotingJob(JobName.FADE, error=StoreError("The disk is full.")), NotingJob(JobName.MERGE)
    worker = IdleWorker(session, [bad, good])
    assert worker.tick(MONDAY).error == "The disk is full."
    assert worker.tick(MONDAY).job is JobName.MERGE
    assert state(session, JobName.FADE) == JobState(
        "fade", due_at=MONDAY + timedelta(minutes=5), error="The disk is full."
    )


def test_failures_wait_twice_as_long_each_time_and_a_day_at_most(session: Session) -> None:
    job = NotingJob(error=StoreError("no"), is_wanted=True)
    worker = IdleWorker(session, [job])
    now = MONDAY
    waits = []
    for _ in range(12):
        assert worker.tick(now).error
        assert worker.tick(now).job is None
        due_at = state(session).due_at
        assert due_at
        waits.append(due_at - now)
        now = due_at
    assert waits[:3] == [timedelta(minutes=5), timedelta(minutes=10), timedelta(minutes=20)]
    assert (sorted(waits), waits[-1] <= DAY) == (waits, True)


def test_success_ends_an_old_error(session: Session) -> None:
    job = NotingJob(error=StoreError("no"))
    worker = IdleWorker(session, [job])
    worker.tick(MONDAY)
    job.error = None
    worker.tick(MONDAY + timedelta(minutes=5))
    assert (state(session).error, state(session).last_at) == ("", MONDAY + timedelta(minutes=5))


def test_bug_is_noted_without_the_users_words(session: Session, caplog: pytest.LogCaptureFixture) -> None:
    worker = IdleWorker(session, [NotingJob(error=KeyError("my secret diary"))])
    with caplog.at_level("INFO"):
        assert worker.tick(MONDAY).error == "an error of the program (KeyError)"
    assert "KeyError" in caplog.text
    assert "secret" not in caplog.text + state(session).error


def test_damage_that_a_job_meets_is_checked_at_the_next_start(session: Session) -> None:
    IdleWorker(session, [NotingJob(error=DamagedDatabaseError("malformed"))]).tick(MONDAY)
    assert (session.folder / "run" / "suspect").exists()


def test_two_programs_on_one_folder_never_both_run(open_session: OpenSession) -> None:
    first, second = open_session(), open_session()
    other = NotingJob()
    seen: list[Tick] = []
    job = NotingJob(during=lambda _stop: seen.append(IdleWorker(second, [other]).tick(MONDAY)))
    assert IdleWorker(first, [job]).tick(MONDAY).job is JobName.DREAM
    assert (seen, other.ran_at) == ([Tick()], [])
    # And what the first has done is not due for the second.
    assert IdleWorker(second, [other]).tick(MONDAY) == Tick()


def test_upkeep_by_another_part_holds_off_idle_work(session: Session) -> None:
    job = NotingJob()
    lock = FolderLock(session.folder)
    with lock.held():
        assert IdleWorker(session, [job]).tick(MONDAY) == Tick()
    assert IdleWorker(session, [job]).tick(MONDAY).job is JobName.DREAM


def test_daily_job_is_due_when_the_circadian_day_begins(open_session: OpenSession) -> None:
    session = open_session(day_starts_at_hour=4)
    job = NotingJob(period=EachDay())
    assert next_due(job, session, MONDAY) == datetime(2026, 1, 6, 4, tzinfo=UTC)
    assert next_due(job, session, datetime(2026, 1, 6, 3, 59, tzinfo=UTC)) == datetime(2026, 1, 6, 4, tzinfo=UTC)


def test_daily_job_follows_the_clocks_of_summer_and_never_waits_more_than_a_day(session: Session) -> None:
    session.zone = ZoneInfo("Europe/Rome")
    job = NotingJob(period=EachDay())
    before_spring = datetime(2026, 3, 28, 3, tzinfo=UTC)
    before_autumn = datetime(2026, 10, 24, 2, tzinfo=UTC)
    assert next_due(job, session, before_spring) - before_spring == 23 * HOUR
    assert next_due(job, session, before_autumn) - before_autumn == 24 * HOUR


@pytest.mark.parametrize("setting", ["fade", "merge", "gist", "embed", "backup"])
def test_every_job_has_its_switch(setting: str) -> None:
    on, off = all_jobs(Config()), all_jobs(Config(**{setting: False}))  # type: ignore[arg-type]  # all of them are flags
    assert {job.name for job in on} - {job.name for job in off} == {JobName(setting)}


def test_names_of_jobs_are_distinct() -> None:
    names = [job.name for job in every_job()]
    assert len(names) == len(set(names))


def test_run_due_runs_what_is_due_once_and_a_list_at_any_time(session: Session) -> None:
    due = run_due(session, MONDAY)
    assert set(due.ran) == {job.name for job in all_jobs(session.config)}
    assert run_due(session, MONDAY).ran == ()
    told: list[tuple[JobName, str]] = []
    forced = run_due(session, MONDAY, [JobName.MERGE, JobName.FADE], lambda name, words: told.append((name, words)))
    assert forced.ran == (JobName.MERGE, JobName.FADE)
    assert told == [(JobName.MERGE, "merging"), (JobName.FADE, "fading")]


def test_run_due_leaves_out_what_is_switched_off_unless_it_is_named(open_session: OpenSession) -> None:
    session = open_session(fade=False)
    assert JobName.FADE not in run_due(session, MONDAY).ran
    assert run_due(session, MONDAY, [JobName.FADE]).ran == (JobName.FADE,)


def test_run_due_stops_when_it_is_told(session: Session) -> None:
    assert run_due(session, MONDAY, should_stop=lambda: True).is_stopped
    assert run_due(session, MONDAY, should_stop=lambda: True).ran == ()


def test_run_says_who_is_in_the_way(session: Session) -> None:
    with FolderLock(session.folder).held(), pytest.raises(BusyError, match="Another Reverie"):
        IdleWorker(session, []).run(NotingJob(), MONDAY, wait_s=0)


def test_user_is_away_after_so_long_without_a_sign() -> None:
    watch = UserWatch(FakeClock(), idle_after_s=3)
    assert [watch.is_away() for _ in range(4)] == [False, False, True, True]
    watch.note()
    assert not watch.is_away()


def test_thread_works_while_the_user_is_away_and_tells_the_job_when_they_are_back(
    session: Session, clock: FakeClock
) -> None:
    is_away, was_told = threading.Event(), threading.Event()
    is_away.set()

    def until_back(should_stop: ShouldStop) -> None:
        assert not should_stop()
        is_away.clear()
        if should_stop():
            was_told.set()

    stop = threading.Event()
    job = NotingJob(during=until_back)
    thread = IdleThread(IdleWorker(session, [job]), clock, is_away.is_set, stop)
    thread.start()
    assert was_told.wait(20)
    stop.set()
    thread.join(20)
    assert len(job.ran_at) == 1


def test_replay_runs_due_jobs_and_lists_of_jobs(tmp_path: Path) -> None:
    with World(tmp_path / "data") as world:
        world.do("start", config={"dreams": False, "scan": False})
        for text in (
            "I planted apple trees in Graz.",
            "The nursery sold me a quince.",
            "I planted apple trees in Graz.",
        ):
            world.say(text)
        world.do("memory", id="weak", text="The bus was late.", provenance="user_said", importance=0.11)
        world.do("advance", days=3)
        ran = world.do("idle")
        assert ran["ran"] == ["embed", "merge", "gist", "fade", "backup"]
        assert (ran["archived"], len(ran["gists"])) == (["weak"], 1)
        assert "m1" in ran["merged"]
        assert world.do("inspect", id="m1")["times_said"] == 2
        assert world.do("idle")["ran"] == []
        assert world.do("idle", jobs=["fade"])["ran"] == ["fade"]
        assert world.do("idle", jobs=[]) | {"line": 0, "at": ""} == {
            "line": 0, "do": "idle", "at": "",
            "ran": [], "archived": [], "merged": [], "interventions": [], "dreams": [], "gists": [],
        }  # fmt: skip


@pytest.mark.parametrize("jobs", ["fade", ["sleep"], [1], {}])
def test_replay_refuses_jobs_that_there_are_not(tmp_path: Path, jobs: object) -> None:
    with World(tmp_path / "data") as world, pytest.raises(ScriptError, match='line 1: "jobs": expected a list of fade'):
        world.do("idle", jobs=jobs)


@pytest.mark.parametrize("job", every_job(), ids=lambda job: str(job.name))
def test_job_that_is_told_to_stop_changes_no_memory(session: Session, job: Job) -> None:
    said(session, "I live in Rome.", MONDAY - 60 * DAY, kind=Kind.IDENTITY)
    for day in range(4):
        said(session, f"The bus number {day} was late.", MONDAY - (60 - day) * DAY, importance=0.11)
        said(session, "I planted apple trees in Graz.", MONDAY - 50 * DAY)
    said(session, "I live in Ghent.", MONDAY - DAY, kind=Kind.IDENTITY)
    with session.connection() as store, transaction(store):
        index.clear_vectors(store)
    with session.connection() as store:
        before = {name: rows for name, rows in logical_dump(store).items() if name != "jobs"}
        assert not job.run_slice(session, store, MONDAY, lambda: True).dreams
        assert {name: rows for name, rows in logical_dump(store).items() if name != "jobs"} == before
