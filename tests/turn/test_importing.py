"""Lorebooks into a real folder: the report first, then step by step; timers stay through edits."""

import itertools
import json
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from exchanges import complaints, dump_of
from fakes import FakeClock, FakeModel
from idle_world import CrashError, DyingConnection, logical_dump
from lorebook_files import book, bring_in, entry, stored

from assistant import authoring, memories
from assistant.authoring import Authored
from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.errors import AssistantError
from assistant.exporting import export_lorebook
from assistant.importing import apply_import, plan_import
from assistant.session import Session
from assistant.topics import pin_topic
from memory.database import connect, transaction, truncate_wal
from memory.embedding import Embedder, Vectors
from memory.errors import ImportFileError
from memory.records import Knobs
from memory.store import meta


def test_nothing_is_stored_before_the_report_is_agreed_to(session: Session, write: Callable[..., Path]) -> None:
    bad = entry(2, sticky=-1)
    plan = plan_import(session, write(book(entry(1, sticky=4, cooldown=3), bad, entry(3, key=[" "], disable=True))))
    assert stored(session) == {}
    assert plan.lines == (
        "World Info “book”, 3 entries:",
        "2 to add, 0 to change, 0 unchanged, 1 left out.",
        "+ Entry 1 (sticky 4 messages = 1 turn, cooldown 3 messages = 2 turns)",
        "+ Entry 3 (disabled)",
        "! “Entry 2” is left out: “sticky” is -1; expected a whole number from 0 to 1,000,000",
        "! “Entry 3”: the key “” never matches: blank: it would match every message",
    )
    done = apply_import(session, plan)
    assert (done.added, done.changed, done.skipped, len(done.warnings)) == (2, 0, 1, 2)
    kept = stored(session)
    assert kept["Entry 1"].knobs == Knobs(1, 2, 0)
    assert (kept["Entry 1"].provenance, kept["Entry 1"].kind, kept["Entry 1"].importance) == ("authored", "fact", 0.6)
    assert kept["Entry 3"].is_disabled


def test_the_same_file_again_changes_nothing(session: Session, write: Callable[..., Path]) -> None:
    path = write(book(entry(1), entry(2)))
    bring_in(session, path)
    before = stored(session)
    authoring.edit_memory(session, before["Entry 1"].handle, Authored(text="Edited here."))
    before = stored(session)
    plan = plan_import(session, path)
    assert plan.is_empty
    assert (apply_import(session, plan).skipped, stored(session)) == (2, before)


def test_an_edited_file_changes_what_its_author_changed_and_keeps_what_the_user_did(
    session: Session, write: Callable[..., Path]
) -> None:
    bring_in(session, write(book(entry(1), entry(2), entry(3))))
    first = stored(session)
    authoring.edit_memory(session, first["Entry 1"].handle, Authored(text="Edited here.", is_pinned=True))
    edited = book(entry(1, key=["new"], sticky=6), entry(2, content="Told anew."), entry(4), description="d")
    plan = plan_import(session, write(edited))
    assert plan.lines[1:] == (
        "1 to add, 2 to change, 0 unchanged, 0 left out.",
        "+ Entry 4",
        "~ Entry 1: keys, sticky (sticky 6 messages = 2 turns)",
        "~ Entry 2: text",
        "= Entry 3 is no longer in the file; its memory stays",
    )
    apply_import(session, plan)
    after = stored(session)
    assert {title: one.id for title, one in after.items() if title in first} == {
        title: one.id for title, one in first.items()
    }
    assert (after["Entry 1"].text, after["Entry 1"].is_pinned) == ("Edited here.", True)
    assert (after["Entry 1"].trigger.keys, after["Entry 1"].knobs.sticky) == (("new",), 2)
    assert after["Entry 2"].text == "Told anew."
    assert [one.memory.title for one in memories.recall(session, "told anew")] == []  # keys reach it, nothing else


def test_a_reordered_file_is_kept_in_its_new_order(session: Session, write: Callable[..., Path]) -> None:
    bring_in(session, write({"entries": [{"id": 1, "content": "a"}, {"id": 2, "content": "b"}]}))
    turned = {"entries": [{"id": 2, "content": "b"}, {"id": 1, "content": "a"}]}
    plan = plan_import(session, write(turned))
    assert (len(plan.changed), plan.is_empty) == (0, False)
    apply_import(session, plan)
    assert json.loads(export_lorebook(session)) == turned


def test_losing_and_gaining_keys_changes_how_an_entry_is_reached(session: Session, write: Callable[..., Path]) -> None:
    def found() -> list[str]:
        return [one.memory.title for one in memories.recall(session, "Who keeps the green lighthouse?")]

    text = "The green lighthouse is kept by Ada."
    bring_in(session, write(book(entry(1, content=text))))
    assert found() == []
    bring_in(session, write(book(entry(1, content=text, key=[]))))
    assert found() == ["Entry 1"]
    bring_in(session, write(book(entry(1, content=text, key=["Ada"]))))
    assert found() == []


def test_blank_keys_reach_nothing_and_no_keys_are_reached_by_retrieval(
    session: Session, write: Callable[..., Path]
) -> None:
    texts = {1: "The brass sextant belongs to Ada.", 2: "The brass sextant is broken.", 3: "The brass sextant is old."}
    keys: dict[int, list[str]] = {1: [" "], 2: [""], 3: []}
    plan = plan_import(session, write(book(*(entry(uid, content=texts[uid], key=keys[uid]) for uid in texts))))
    assert [words.split("”")[0] for words in plan.warnings] == ["“Entry 1", "“Entry 2"]
    apply_import(session, plan)
    assert [one.memory.title for one in memories.recall(session, "the brass sextant")] == ["Entry 3"]


def test_a_plan_that_grew_old_is_refused(session: Session, write: Callable[..., Path]) -> None:
    path = write(book(entry(1)))
    plan = plan_import(session, path)
    bring_in(session, path)
    with pytest.raises(AssistantError, match="Import the file again"):
        apply_import(session, plan)
    assert len(stored(session)) == 1


def test_a_stopped_import_keeps_what_it_stored_and_goes_on(session: Session, write: Callable[..., Path]) -> None:
    path = write(book(*(entry(uid) for uid in range(40))))
    stop = threading.Event()

    def look(done: int, total: int) -> None:
        assert total == 40
        if done >= 17:
            stop.set()

    first = apply_import(session, plan_import(session, path), look, stop)
    assert first.is_stopped
    assert 17 <= first.added < 40
    assert len(stored(session)) == first.added
    rest = plan_import(session, path)
    assert (len(rest.added), len(rest.unchanged)) == (40 - first.added, first.added)
    seen: list[int] = []
    second = apply_import(session, rest, lambda done, _total: seen.append(done))
    assert (first.added + second.added, second.is_stopped) == (40, False)
    assert seen == sorted(seen)
    assert seen[-1] == 40 - first.added
    assert plan_import(session, path).is_empty


def test_an_import_that_is_stopped_at_once_stores_nothing(session: Session, write: Callable[..., Path]) -> None:
    plan = plan_import(session, write(book(entry(1))))
    stop = threading.Event()
    stop.set()
    before = dump_of(session)
    assert apply_import(session, plan, stop=stop).is_stopped
    assert dump_of(session) == before


def edited(count: int) -> dict[str, Any]:
    """A book of which a third is new, a third told anew, a third moved and otherwise as it was."""
    entries = [
        entry(uid, content=f"Told anew {uid}.", sticky=6) if uid % 3 == 1 else entry(uid) for uid in range(count)
    ]
    return book(*reversed(entries), description="Another frame.")


def test_killed_at_any_commit_and_imported_again_equals_an_undisturbed_import(
    session: Session, write: Callable[..., Path], tmp_path: Path
) -> None:
    bring_in(session, write(book(*(entry(uid) for uid in range(12) if uid % 3))))
    authoring.add_memory(session, Authored(text="The cat Rex sleeps."))
    pin_topic(session, "anew")
    path = write(edited(12))
    with session.connection() as connection:
        assert truncate_wal(connection)
    copies = (tmp_path / f"copy{number}.db" for number in itertools.count())

    def begun() -> CopiedSession:
        return CopiedSession(session, Path(shutil.copyfile(session.database, next(copies))))

    undisturbed = begun()
    undisturbed.bring_in(path)
    whole = undisturbed.dump()
    killed = 0
    for is_before in (True, False):
        for at_commit in itertools.count(1):
            copy = begun()
            try:
                copy.bring_in(path, at_commit, is_before=is_before)
            except CrashError:
                killed += 1
            else:
                break
            copy.bring_in(path)
            assert copy.dump() == whole, (at_commit, is_before)
    assert killed >= 16


class CopiedSession:
    """A session on a copy of its database, whose process can die at a commit."""

    def __init__(self, session: Session, database: Path) -> None:
        self._session = session
        self._database = database
        self._dies: tuple[int, bool] | None = None
        self._committed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def stream_connection(self) -> AbstractContextManager[Any]:
        return self.connection()

    @contextmanager
    def connection(self) -> Iterator[Any]:
        with closing(connect(self._database)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            if self._dies is None:
                yield connection
            else:
                dying = DyingConnection(connection, self._dies[0] - self._committed, is_before=self._dies[1])
                yield dying
                self._committed = self._dies[0] - dying.left

    def bring_in(self, path: Path, at_commit: int = 0, *, is_before: bool = False) -> None:
        session: Session = self  # type: ignore[assignment]  # stands for a session
        plan = plan_import(session, path)
        self._dies, self._committed = ((at_commit, is_before) if at_commit else None), 0
        apply_import(session, plan)

    def dump(self) -> dict[str, list[tuple[object, ...]]]:
        self._dies = None
        with self.connection() as connection:
            assert complaints(connection) == []
            # Which version the standing block is at only tells in how many steps it was reached.
            meta.write_meta(connection, meta.STANDING_VERSION, "")
            return logical_dump(connection)


def test_another_writer_gets_in_between_any_two_steps_of_an_import(
    session: Session, write: Callable[..., Path]
) -> None:
    path = write(book(*(entry(uid) for uid in range(30))))
    written: list[int] = []
    with session.connection() as other:
        other.execute("PRAGMA busy_timeout = 0")

        def look(done: int, _total: int) -> None:
            with transaction(other):
                meta.write_meta(other, "beside", str(done))
            written.append(done)

        assert apply_import(session, plan_import(session, path), look).added == 30
    assert len(written) > 3
    assert written[-1] == 30


class LookingEmbedder:
    """Embeds, and notes how many texts at a time and whether another program could write meanwhile."""

    def __init__(self, embedder: Embedder, database: Path) -> None:
        self._embedder = embedder
        self._database = database
        self.name, self.dim = embedder.name, embedder.dim
        self.asked: list[int] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        with closing(connect(self._database)) as other:
            other.execute("PRAGMA busy_timeout = 0")
            with transaction(other):
                meta.write_meta(other, "beside", str(len(texts)))
        self.asked.append(len(texts))
        return self._embedder.embed(texts)


def test_each_step_of_an_import_is_embedded_right_before_it_while_others_may_write(
    folder: Path, database: Path, clock: FakeClock, embedder: Embedder, write: Callable[..., Path]
) -> None:
    looking = LookingEmbedder(embedder, database)
    session = build_session(Config(data_dir=str(folder)), clock=clock, model=FakeModel(), embedder=looking)
    with closing(session):
        for words in ("Fact", "Another fact"):
            steps: list[int] = []
            looking.asked.clear()
            path = write(book(*(entry(uid, content=f"{words} {uid}.") for uid in range(30))))
            apply_import(session, plan_import(session, path), lambda done, _total, steps=steps: steps.append(done))
            assert len(steps) > 3
            assert list(itertools.accumulate(looking.asked)) == steps


def test_an_edit_during_an_import_is_not_written_over(session: Session, write: Callable[..., Path]) -> None:
    bring_in(session, write(book(*(entry(uid) for uid in range(30)))))
    path = write(book(*(entry(uid, content=f"Told anew {uid}.") for uid in range(30))))
    last = stored(session)["Entry 29"].handle

    def look(done: int, _total: int) -> None:
        if done < 29:
            authoring.edit_memory(session, last, Authored(text=f"Edited after {done}."))

    with pytest.raises(AssistantError, match="Import the file again"):
        apply_import(session, plan_import(session, path), look)
    assert stored(session)["Entry 29"].text.startswith("Edited after")
    assert stored(session)["Entry 0"].text == "Told anew 0."


def test_an_import_falls_under_the_pins_in_force(session: Session, write: Callable[..., Path]) -> None:
    authoring.add_memory(session, Authored(text="The cat Rex sleeps."))
    pin_topic(session, "Rex")
    bring_in(session, write(book(entry(1, content="Rex eats herring."))))
    assert stored(session)["Entry 1"].is_topic_pinned


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [("a.json", "hello", "not JSON"), ("b.json", "{}", "lorebook"), ("c.json", "", "empty")],
)
def test_a_wrong_file_stores_nothing(
    session: Session, write: Callable[..., Path], name: str, content: str, words: str
) -> None:
    with pytest.raises(ImportFileError, match=words):
        plan_import(session, write(content, name))
    assert stored(session) == {}


def test_a_path_that_is_no_file_is_told(session: Session, tmp_path: Path) -> None:
    with pytest.raises(ImportFileError, match="does not exist"):
        plan_import(session, tmp_path / "nothing.json")
    with pytest.raises(ImportFileError, match="is no file"):
        plan_import(session, tmp_path)
