"""Another embedder is chosen: its space is made in the background, and finding works at every moment of it."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from chosen_embedders import FlatEmbedder, WordEmbedder
from exchanges import complaints, files_holding, open_chat, say
from fakes import MONDAY, FakeClock, FakeModel
from idle_world import crashes, logical_dump, run, run_on, said

from assistant import authoring, memories
from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.idle import run_due
from assistant.jobs.embed import Embed
from assistant.jobs.job import JobName
from assistant.jobs.space_filling import _fill
from assistant.session import Session
from memory.database import Connection, connect, truncate_wal
from memory.embedder_pair import EmbedderPair
from memory.embedding import Embedder
from memory.store import index, spaces
from memory.store.jobs import read_job
from memory.store.spaces import Space, SpaceState

OpenWith = Callable[..., Session]
DOG = "Our puppy is called Bruno."


@pytest.fixture
def open_with(folder: Path, clock: FakeClock, embedder: Embedder) -> Iterator[OpenWith]:
    """Open a session whose user chose an embedder, or none; all are closed at the end."""
    opened: list[Session] = []

    def open_one(chosen: WordEmbedder | None = None) -> Session:
        config = Config(data_dir=str(folder), timezone="UTC", seed=0)
        both = EmbedderPair(embedder, chosen) if chosen else embedder
        opened.append(build_session(config, clock=clock, model=FakeModel(), embedder=both))
        return opened[-1]

    yield open_one
    for session in reversed(opened):
        session.close()


def tell(session: Session, count: int = 40) -> None:
    said(session, DOG, MONDAY)
    for place in range(count - 1):
        said(session, f"Note number {place} about the garden.", MONDAY)


def space_of(session: Session) -> Space:
    with session.connection() as store:
        space = spaces.read_space(store)
    assert space is not None
    return space


def chosen_count(session: Session) -> int:
    with session.connection() as store:
        assert complaints(store) == []
        count: int = store.execute("SELECT COUNT(*) FROM memory_vectors_chosen").fetchone()[0]
    return count


def best(session: Session, text: str) -> list[str]:
    return [one.memory.text for one in memories.recall(session, text, k=1)]


def one_slice(session: Session, job: Embed, looks: int = 1_000) -> bool:
    """Run a slice, which the fake clock ends after one step, or after so many looks at whether to stop; true if done."""
    looked = itertools.count(1)
    with session.connection() as store:
        return job.run_slice(session, store, MONDAY, lambda: next(looked) > looks).is_done


def test_a_chosen_embedder_is_searched_with_once_its_space_is_whole(open_with: OpenWith) -> None:
    first = open_with()
    tell(first)
    assert best(first, "hound") == []
    first.close()
    session = open_with(WordEmbedder())
    assert best(session, "hound") == []
    run(session, JobName.EMBED, MONDAY)
    assert space_of(session).state is SpaceState.READY
    assert chosen_count(session) == 40
    assert best(session, "hound") == [DOG]
    with session.connection() as store:
        assert not Embed().is_called_for(session, store, MONDAY)


def test_every_query_during_the_change_finds_by_words_and_by_the_shipped_vectors(open_with: OpenWith) -> None:
    session = open_with(WordEmbedder())
    tell(session)
    asked = ["what is our puppy called", "a small dog"]
    expected = [[(one.memory.handle, one.relevance) for one in memories.recall(session, text)] for text in asked]
    assert expected[0]
    seen, job = set(), Embed()
    while not one_slice(session, job):
        seen.add(space_of(session).state)
        found = [[(one.memory.handle, one.relevance) for one in memories.recall(session, text)] for text in asked]
        assert found == expected, space_of(session)
    assert seen == {SpaceState.LISTING, SpaceState.FILLING}
    assert best(session, "hound") == [DOG]


def test_the_job_stops_at_any_look_and_goes_on_from_there(open_with: OpenWith) -> None:
    chosen = WordEmbedder()
    session = open_with(chosen)
    tell(session)
    job = Embed()
    for looks in itertools.cycle(range(6)):
        if one_slice(session, job, looks):
            break
    assert chosen_count(session) == 40
    # What was made is kept, and no text is read twice.
    assert sorted(chosen.read) == sorted({*chosen.read})


def test_progress_is_told_in_numbers(open_with: OpenWith) -> None:
    session = open_with(WordEmbedder())
    tell(session, 400)
    told: list[str] = []
    run_due(session, MONDAY, [JobName.EMBED], lambda _name, words: told.append(words))
    assert told[0] == "making vectors"
    numbers = [int(words.split()[2]) for words in told if words.endswith(" of 400")]
    assert len(numbers) > 5
    assert numbers == sorted(numbers)


def test_killed_at_any_commit_of_a_change_and_run_again_equals_an_undisturbed_one(
    open_with: OpenWith, tmp_path: Path
) -> None:
    first = open_with(WordEmbedder("a", 64))
    tell(first, 70)
    run(first, JobName.EMBED, MONDAY)
    first.close()
    session = open_with(WordEmbedder("b", 96))
    with session.connection() as store:
        assert truncate_wal(store)
    with ExitStack() as opened:

        def copies() -> Iterator[Connection]:
            for number in range(10_000):
                path = tmp_path / f"copy{number}.db"
                shutil.copyfile(session.database, path)
                connection = connect(path)
                opened.callback(connection.close)
                connection.execute("PRAGMA synchronous = OFF")
                yield connection

        fresh = copies()
        undisturbed = next(fresh)
        run_on(session, undisturbed, Embed(), MONDAY)
        expected = logical_dump(undisturbed)
        assert len(expected["chosen vectors"]) == 70
        count = 0
        for when, connection in crashes(session, fresh, Embed(), MONDAY):
            space = spaces.read_space(connection)
            assert space
            if space.state is SpaceState.READY:
                assert logical_dump(connection)["chosen vectors"] == expected["chosen vectors"], when
            run_on(session, connection, Embed(), MONDAY)
            assert logical_dump(connection) == expected, when
            count += 1
        assert count >= 12


def test_dimensions_change_there_and_back(open_with: OpenWith) -> None:
    for chosen in (WordEmbedder("a", 64), WordEmbedder("b", 384), WordEmbedder("a", 64)):
        session = open_with(chosen)
        if chosen_count(session) == 0:
            tell(session)
        run(session, JobName.EMBED, MONDAY)
        assert (space_of(session).name, space_of(session).dim) == (chosen.name, chosen.dim)
        assert best(session, "hound") == [DOG]
        session.close()
    plain = open_with()
    assert best(plain, "hound") == []
    assert best(plain, "what is our puppy called") == [DOG]
    plain.close()
    # The space was kept: nothing is made again.
    chosen = WordEmbedder("a", 64)
    assert best(open_with(chosen), "hound") == [DOG]
    assert chosen.read == ["hound"]


def test_a_program_with_the_old_config_writes_and_searches_its_own_space(open_with: OpenWith) -> None:
    old, new = open_with(), open_with(WordEmbedder())
    tell(old, 5)
    run(new, JobName.EMBED, MONDAY)
    memories.remember(old, "My cousin keeps a hound.")
    assert chosen_count(new) == 5
    assert "hound" in best(old, "who keeps a hound")[0]
    assert "hound" in best(new, "who keeps a hound")[0]
    with new.connection() as store:
        assert Embed().is_called_for(new, store, MONDAY)
    with old.connection() as store:
        assert not Embed().is_called_for(old, store, MONDAY)
    run(old, JobName.EMBED, MONDAY)
    assert chosen_count(new) == 5
    run(new, JobName.EMBED, MONDAY)
    assert chosen_count(new) == 6


def test_of_two_programs_with_two_embedders_the_later_start_has_the_space_and_they_do_not_fight(
    open_with: OpenWith,
) -> None:
    first = open_with(WordEmbedder("first", 64))
    tell(first)
    run(first, JobName.EMBED, MONDAY)
    second = open_with(WordEmbedder("second", 64))
    assert best(first, "what is our puppy called") == [DOG]
    assert best(first, "hound") == []
    run(first, JobName.EMBED, MONDAY)
    assert space_of(first).state is SpaceState.CLEARING
    run(second, JobName.EMBED, MONDAY)
    run(first, JobName.EMBED, MONDAY)
    assert space_of(first).name == "second"
    assert best(second, "hound") == [DOG]
    memories.remember(first, "My cousin keeps a dachshund.")
    run(first, JobName.EMBED, MONDAY)
    assert chosen_count(first) == 40


def test_a_space_that_is_taken_between_two_steps_gets_no_vector_of_the_old_one(open_with: OpenWith) -> None:
    chosen, rival = WordEmbedder("first", 64), WordEmbedder("rival", 64)
    session = open_with(chosen)
    tell(session)
    job = Embed()
    while chosen_count(session) < 10:
        assert not one_slice(session, job)
    started: list[Session] = []

    def rival_starts_now() -> bool:
        if not started:
            started.append(open_with(rival))
        return False

    with session.connection() as store:
        # It looks whether to stop when it has the next texts already.
        space = spaces.read_space(store)
        assert space is not None
        _fill(store, chosen, space, rival_starts_now, lambda: False)
        assert chosen_count(session) == 10
        assert job.run_slice(session, store, MONDAY, rival_starts_now).is_done
    assert space_of(session).name == "rival"
    later = open_with(rival)
    run(later, JobName.EMBED, MONDAY)
    with later.connection() as store:
        rows = store.execute(
            "SELECT m.text, v.embedding FROM memory_vectors_chosen v JOIN memories m ON m.id = v.memory_id"
        )
        for text, vector in rows.fetchall():
            np.testing.assert_allclose(np.frombuffer(vector, np.float32), rival.embed([text])[0], atol=1e-6)


def test_what_is_said_or_edited_is_found_by_the_chosen_embedder_at_once(open_with: OpenWith) -> None:
    session = open_with(WordEmbedder())
    tell(session)
    run(session, JobName.EMBED, MONDAY)
    (remembered,) = memories.remember(session, "My cousin has a canary.")
    say(session, open_chat(session), "I bought a trombone.", "How nice.")
    authoring.edit_memory(session, remembered.handle, authoring.Authored(text="My cousin has a hound."))
    with session.connection() as store:
        waiting = [one.text for one in spaces.next_tasks(store, 9)]
    # What the assistant said only asking finds: that can wait for idle work.
    assert waiting == ["How nice."]
    assert chosen_count(session) == 42
    assert sorted(one.memory.text for one in memories.recall(session, "puppies dog", k=2)) == [
        "My cousin has a hound.", DOG,
    ]  # fmt: skip


def test_an_embedder_that_dies_costs_no_turn_and_is_told_once(open_with: OpenWith) -> None:
    chosen = WordEmbedder()
    session = open_with(chosen)
    tell(session)
    run(session, JobName.EMBED, MONDAY)
    chosen.is_broken = True
    assert best(session, "what is our puppy called") == [DOG]
    say(session, open_chat(session), "My aunt has a trombone.", "How very pleasant.")
    told = session.untold_notices()
    assert session.untold_notices() == ()
    assert not told or "came with Reverie" in told[0]
    chosen.is_broken = False
    assert best(session, "hound") == [DOG]
    run(session, JobName.EMBED, MONDAY)
    assert chosen_count(session) == 42


def test_an_embedder_that_always_dies_is_not_started_at_each_turn(open_with: OpenWith) -> None:
    chosen = WordEmbedder()
    session = open_with(chosen)
    tell(session)
    run(session, JobName.EMBED, MONDAY)
    chosen.is_broken = True
    for _ in range(5):
        assert best(session, "what is our puppy called") == [DOG]
    chosen.is_broken = False
    chosen.read.clear()
    assert best(session, "hound") == []
    assert chosen.read == []
    assert "came with Reverie" in session.untold_notices()[0]


def test_a_text_on_which_the_model_dies_is_left_without_a_vector(open_with: OpenWith) -> None:
    chosen = WordEmbedder()
    chosen.deadly_text = "number 7 "
    session = open_with(chosen)
    tell(session)
    run(session, JobName.EMBED, MONDAY)
    assert space_of(session).state is SpaceState.READY
    assert chosen_count(session) == 39


def test_a_model_that_tells_no_texts_apart_is_refused_in_words_and_never_searched(open_with: OpenWith) -> None:
    session = open_with(FlatEmbedder("flat", 32))
    tell(session)
    done = run_due(session, MONDAY, [JobName.EMBED])
    assert "nearly the same vector" in done.errors[JobName.EMBED]
    with session.connection() as store:
        assert "flat" in read_job(store, JobName.EMBED).error
    assert chosen_count(session) == 0
    assert best(session, "what is our puppy called") == [DOG]


def test_a_space_far_behind_is_not_searched_until_it_has_caught_up(open_with: OpenWith) -> None:
    chosen = WordEmbedder()
    first = open_with(chosen)
    tell(first)
    run(first, JobName.EMBED, MONDAY)
    first.close()
    plain = open_with()
    tell(plain, 60)
    plain.close()
    session = open_with(chosen)
    assert space_of(session).state is SpaceState.FILLING
    assert best(session, "hound") == []
    run(session, JobName.EMBED, MONDAY)
    assert space_of(session).state is SpaceState.READY
    assert best(session, "hound") == [DOG]


def test_forgetting_takes_the_vector_out_of_both_spaces_and_every_file(open_with: OpenWith, embedder: Embedder) -> None:
    chosen = WordEmbedder()
    session = open_with(chosen)
    memories.remember(session, DOG)
    memories.remember(session, "The fence was painted on Saturday.")
    run(session, JobName.EMBED, MONDAY)
    traces = [embedder.embed([DOG])[0].tobytes()[:64], chosen.embed([DOG])[0].tobytes()[:64]]
    assert all(files_holding(session.folder, [one]) for one in traces)
    assert memories.forget(session, "m1").leftovers == ()
    assert files_holding(session.folder, traces) == []
    assert chosen_count(session) == 1


def test_closing_the_session_closes_the_embedder(open_with: OpenWith) -> None:
    chosen, other = WordEmbedder("a"), WordEmbedder("b")
    open_with(chosen).close()
    open_with(other).abandon()
    assert chosen.is_closed
    assert other.is_closed


def test_merging_and_totals_rely_on_the_shipped_space_alone(open_with: OpenWith) -> None:
    session = open_with(WordEmbedder())
    said(session, "I planted a quince behind the house.", MONDAY)
    said(session, "I planted a quince behind the house.", MONDAY)
    run(session, JobName.EMBED, MONDAY)
    run(session, JobName.MERGE, MONDAY)
    assert chosen_count(session) == 1
    with session.connection() as store:
        assert index.totals(store)[0] == 1
