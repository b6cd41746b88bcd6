"""Dreams: what they are made of, and that nothing else reads them."""

from collections.abc import Callable, Iterator
from datetime import date

from dreaming import DAY, dream, log
from exchanges import dump_of, open_chat, say
from fakes import MONDAY, FakeClock, FakeModel
from idle_world import is_there, run, said

from assistant import memories, topics
from assistant.config import Config
from assistant.health import read_dream_log, read_health
from assistant.jobs import all_jobs
from assistant.jobs.dream import Battery, Dream, system_battery
from assistant.jobs.job import JobName, JobResult
from assistant.model import GenerateRequest, GenerationEvent, Priority, TextChunk
from assistant.session import Session
from memory.database import transaction
from memory.records import Kind, MemoryId, Provenance, SessionId
from memory.rules.dreams import Source
from memory.rules.text import content_words
from memory.store import dreams, presence
from memory.store.dreams import Fragment


def sources(session: Session) -> dict[MemoryId, set[str]]:
    with session.connection() as store:
        rows = store.execute("SELECT memory_id, source FROM dream_fragments").fetchall()
    found: dict[MemoryId, set[str]] = {}
    for row in rows:
        found.setdefault(MemoryId(row["memory_id"]), set()).add(row["source"])
    return found


def reinduced(session: Session, memory_id: MemoryId, *days_ago: int) -> None:
    """Note that sessions of those days loaded a member."""
    with session.connection() as store, transaction(store):
        for back in days_ago:
            session_id: SessionId = presence.start_session(store, MONDAY - back * DAY)
            presence.log_reinduction(store, session_id, [memory_id], MONDAY - back * DAY)


def test_dream_goes_to_the_log_with_its_fragments_and_words(session: Session, clock: FakeClock) -> None:
    pears = said(session, "I grow pears in Ghent.", MONDAY)
    (text,) = dream(session, clock).dreams
    (stored,) = log(session)
    assert (stored.text, stored.at, stored.day, stored.text) == (
        text,
        MONDAY,
        date(2026, 1, 5),
        "I grow pears in Ghent.",
    )
    assert sources(session) == {pears: {"day"}}
    with session.connection() as store:
        words = {row["term"]: row["texts"] for row in store.execute("SELECT term, texts FROM dream_words")}
    assert words == {"grow": 1, "pears": 1, "ghent": 1}


def test_words_are_counted_once_a_text(session: Session, clock: FakeClock) -> None:
    said(session, "Pears, pears and pears.", MONDAY)
    dream(session, clock)
    dream(session, clock)
    with session.connection() as store:
        texts, counts = dreams.read_words(store, date(2026, 1, 5), peak=0.15, often=0.8)
    assert texts == {date(2026, 1, 5): {"pears": 2}}
    assert counts == {date(2026, 1, 5): 2}


def test_request_is_short_hot_and_idle_with_fragments_as_data(
    session: Session, model: FakeModel, clock: FakeClock
) -> None:
    said(session, "I grow pears.", MONDAY)
    dream(session, clock)
    (request,) = model.requests
    assert (request.priority, request.max_tokens, request.sampling.temperature) == (Priority.IDLE, 80, 1.2)
    assert "pears" not in request.messages[0].text
    assert request.messages[-1].text == "I grow pears."


def test_dream_is_no_memory_no_reply_and_found_by_nothing(session: Session, clock: FakeClock) -> None:
    said(session, "I grow pears.", MONDAY)
    before = dump_of(session)
    dream(session, clock)
    after = dump_of(session)
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"dreams", "dream_fragments", "dream_words"}
    assert [one.memory.text for one in memories.recall(session, "pears")] == ["I grow pears."]


def test_nothing_to_dream_of_is_no_dream(session: Session, model: FakeModel, clock: FakeClock) -> None:
    assert dream(session, clock) == JobResult()
    assert model.requests == []


def test_low_battery_puts_dreams_off(session: Session, model: FakeModel, clock: FakeClock) -> None:
    said(session, "I grow pears.", MONDAY)
    assert dream(session, clock, battery=Battery(29.9, is_plugged_in=False)).dreams == ()
    assert model.requests == []
    assert dream(session, clock, battery=Battery(30.0, is_plugged_in=False)).dreams != ()
    assert dream(session, clock, battery=Battery(5.0, is_plugged_in=True)).dreams != ()


def test_battery_of_this_computer_can_be_read() -> None:
    battery = system_battery()
    assert battery is None or 0 <= battery.percent <= 100


def test_dreams_can_be_switched_off() -> None:
    assert JobName.DREAM in {job.name for job in all_jobs(Config())}
    assert JobName.DREAM not in {job.name for job in all_jobs(Config(dreams=False))}


def test_banned_disabled_assistant_and_report_never_become_fragments(session: Session, clock: FakeClock) -> None:
    kept = said(session, "I grow pears.", MONDAY)
    said(session, "Rex chewed the sofa.", MONDAY)
    said(session, "Disabled words.", MONDAY, is_disabled=True)
    said(session, "What I told you.", MONDAY, provenance=Provenance.ASSISTANT_SAID)
    said(session, "ERROR 12 at line 3", MONDAY, kind=Kind.REPORT)
    said(session, "and so on", MONDAY)
    topics.ban(session, "Rex")
    for _ in range(6):
        dream(session, clock)
    assert set(sources(session)) == {kept}


class Inventive(FakeModel):
    """A model that brings up something by itself."""

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        yield TextChunk("Rex was there again.")
        yield from super().generate(request)


def test_dream_in_which_the_model_names_a_banned_topic_is_not_kept(
    open_session: Callable[..., Session], clock: FakeClock
) -> None:
    session = open_session(model=Inventive())
    said(session, "I grow pears.", MONDAY)
    assert dream(session, clock).dreams != ()
    topics.ban(session, "Rex")
    assert dream(session, clock).dreams == ()
    assert len(log(session)) == 1


def test_ban_hides_the_dreams_and_dream_words_before_it_and_lifting_it_shows_them(
    session: Session, clock: FakeClock
) -> None:
    with session.connection() as store, transaction(store):
        for day in range(8):
            at = MONDAY + day * DAY
            for text in ("Rex digs.", "Pears fall."):
                dreams.write_dream(store, text, content_words(text), (), at.date(), at)
    clock.at = MONDAY + 7 * DAY
    told, curves = read_dream_log(session), read_health(session).curves.dreams
    words = {one.word for one in (*curves.carriers, *curves.day_words)}
    assert told
    assert {"rex", "pears"} <= words
    topics.ban(session, "Rex")
    assert {one.text for one in read_dream_log(session)} == {"Pears fall."}
    curves = read_health(session).curves.dreams
    assert {one.word for one in (*curves.carriers, *curves.day_words)} == words - {"rex"}
    topics.unban(session, "Rex")
    assert read_dream_log(session) == told


def test_preempted_generation_writes_nothing(session: Session, model: FakeModel, clock: FakeClock) -> None:
    said(session, "I grow pears.", MONDAY)
    before = dump_of(session)
    answers = iter([False, False, True, True])
    with session.connection() as store:
        result = Dream(lambda: None).run_slice(session, store, clock.now(), lambda: next(answers))
    assert (result.is_done, result.dreams) == (False, ())
    assert dump_of(session) == before


class Cancelled(FakeModel):
    """A model whose idle generation a turn cuts short."""

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        for event in super().generate(request):
            self.cancel()
            yield event


def test_generation_that_a_turn_cut_short_writes_nothing(
    open_session: Callable[..., Session], clock: FakeClock
) -> None:
    session = open_session(model=Cancelled())
    said(session, "I grow pears.", MONDAY)
    before = dump_of(session)
    assert dream(session, clock) == JobResult()
    assert dump_of(session) == before


class Forgetting(FakeModel):
    """A model while whose dream the user forgets what it is made of."""

    def __init__(self, forget: Callable[[], object]) -> None:
        super().__init__()
        self._forget = forget

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        self._forget()
        yield from super().generate(request)


def test_fragment_forgotten_meanwhile_leaves_no_dream(open_session: Callable[..., Session], clock: FakeClock) -> None:
    opened: list[Session] = []
    session = open_session(model=Forgetting(lambda: memories.forget(opened[0], "m1")))
    opened.append(session)
    pears = said(session, "I grow pears.", MONDAY)
    assert dream(session, clock).dreams == ()
    assert not is_there(session, pears)
    assert log(session) == []


def test_day_ends_at_four_local_time(session: Session, clock: FakeClock) -> None:
    clock.at = MONDAY.replace(hour=12) + DAY
    late = said(session, "Pears before four.", clock.at.replace(hour=3, minute=59))
    early = said(session, "Plums from four on.", clock.at.replace(hour=4))
    dream(session, clock)
    assert sources(session) == {early: {"day"}}
    clock.at = clock.at.replace(hour=3, minute=59) + DAY
    dream(session, clock)
    assert log(session)[-1].day == date(2026, 1, 6)
    assert late not in sources(session)


def test_gist_belongs_to_the_day_that_it_sums_up(session: Session, clock: FakeClock) -> None:
    for at in range(4):
        said(session, f"I planted {('pears', 'plums', 'figs', 'quinces')[at]} by the canal.", MONDAY)
    clock.advance(days=1)
    assert run(session, JobName.GIST, clock.now()).gists != ()
    assert dream(session, clock).dreams == ()
    clock.advance(days=3)
    assert dream(session, clock).dreams != ()
    # What it quotes comes up through it.
    (found,) = sources(session)
    with session.connection() as store:
        row = store.execute("SELECT provenance FROM memories WHERE id = ?", (found,)).fetchone()
    assert row["provenance"] == "gist"


def test_old_is_what_is_older_than_three_closed_days_and_comes_up_once_a_day(
    session: Session, clock: FakeClock
) -> None:
    old = said(session, "Pears of Thursday.", MONDAY - 4 * DAY)
    said(session, "Plums of Friday.", MONDAY - 3 * DAY)
    said(session, "Figs of Sunday.", MONDAY - DAY)
    for _ in range(4):
        dream(session, clock)
    assert sources(session) == {old: {"old"}}
    assert len(log(session)) == 1


def test_faded_memories_are_not_dreamt_of(session: Session, clock: FakeClock) -> None:
    said(session, "Pears long ago.", MONDAY - 5 * DAY, importance=0.05)
    assert dream(session, clock).dreams == ()


def test_core_is_identity_or_pinned_and_reinduced_on_three_days(session: Session, clock: FakeClock) -> None:
    old = MONDAY - 2 * DAY
    member = said(session, "I am a lighthouse keeper.", old, kind=Kind.IDENTITY)
    pinned = said(session, "Pears are my pride.", old, is_pinned=True)
    twice = said(session, "I am a twin.", old, kind=Kind.IDENTITY)
    preference = said(session, "I prefer plums.", old, kind=Kind.PREFERENCE)
    reinduced(session, member, 3, 2, 1)
    reinduced(session, pinned, 3, 2, 1)
    reinduced(session, twice, 2, 1, 1)
    reinduced(session, preference, 3, 2, 1)
    for _ in range(6):
        dream(session, clock)
    assert sources(session) == {member: {"core"}, pinned: {"core"}}


def test_at_most_ten_core_members_take_turns(session: Session, clock: FakeClock) -> None:
    members = [said(session, f"I am number{at}.", MONDAY - 2 * DAY, kind=Kind.IDENTITY) for at in range(12)]
    for one in members:
        reinduced(session, one, 3, 2, 1)
    for _ in range(25):
        dream(session, clock)
    with session.connection() as store:
        rows = store.execute("SELECT memory_id, COUNT(*) AS times FROM dream_fragments GROUP BY memory_id").fetchall()
    # 25 dreams have 30 core fragments.
    assert {MemoryId(row["memory_id"]): row["times"] for row in rows} == dict.fromkeys(members[:10], 3)


def test_same_store_and_seed_give_the_same_dream(session: Session, model: FakeModel, clock: FakeClock) -> None:
    for at in range(30):
        said(session, f"Pears number{at}.", MONDAY - (5 + at % 7) * DAY)
    with session.connection() as store:
        job = Dream(lambda: None)
        for _ in range(2):
            job.run_slice(session, store, clock.now(), lambda: False)
            store.execute("DELETE FROM dreams")
            store.execute("DELETE FROM sqlite_sequence WHERE name = 'dreams'")
    assert model.requests[0] == model.requests[1]


def test_dreams_never_reach_a_prompt(session: Session, model: FakeModel, clock: FakeClock) -> None:
    said(session, "I grow pears.", MONDAY)
    chat = open_chat(session)
    with session.connection() as store, transaction(store):
        dreams.write_dream(store, "Zeppelins of glass.", ["zeppelins"], [Fragment(MemoryId(1), Source.DAY)], date(2026, 1, 5), MONDAY)  # fmt: skip
    for text in ("zeppelins of glass", "do you remember the zeppelins?"):
        result = say(session, chat, text)
        assert "Zeppelins" not in result.prompt
    assert all("Zeppelins" not in message.text for request in model.requests for message in request.messages)
