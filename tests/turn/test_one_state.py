"""What reads several things reads them of one state of the store, whatever another program deletes in between."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from chat_files import write_json
from exchanges import open_chat, say
from fakes import FakeClock

from assistant import authoring, memories, memory_pages
from assistant.authoring import Authored
from assistant.chat_export import export_json, export_markdown
from assistant.composition import Composition, compose_again
from assistant.errors import TurnRefusedError
from assistant.exporting import export_lorebook
from assistant.health import cooling_now, read_health
from assistant.importing import apply_import, plan_import
from assistant.memory_pages import MemoryFilter
from assistant.session import Session
from memory.caches import Caches
from memory.database import Connection, connect, transaction
from memory.store import chats as chat_rows
from memory.store import memory_ids
from memory.store.memories import delete_memories

Read = Callable[[Session], object]


class Crowded(Session):
    """A session beside which another program does something once, just before one of the session's statements.

    Args:
        session: Whose folder, model and clock it uses.
        place: Which statement, from 0.
        meanwhile: What happens then.
    """

    def __init__(self, session: Session, place: int, meanwhile: Callable[[], None]) -> None:
        vars(self).update(vars(session))
        self.caches = Caches()
        self._left = place
        self._meanwhile = meanwhile
        self.is_crowded = False

    def connect(self) -> Connection:
        connection = super().connect()
        connection.set_trace_callback(self._look)
        return connection

    def _look(self, _statement: str) -> None:
        self._left -= 1
        if self._left == -1:
            self.is_crowded = True
            self._meanwhile()


class World:
    """A folder in which something was said, written and imported, and that can be as it was."""

    def __init__(self, session: Session, tmp_path: Path) -> None:
        self.session = session
        self._copy = tmp_path / "as-it-was.sqlite"
        with session.connection() as live, closing(connect(self._copy)) as copy:
            live.backup(copy)

    def delete_everything(self) -> None:
        with self.session.connection() as connection, transaction(connection):
            connection.execute("PRAGMA defer_foreign_keys = ON")
            delete_memories(connection, memory_ids.all_ids(connection))
            for chat, _ in chat_rows.read_chats(connection):
                chat_rows.delete_chat(connection, chat.id)

    def restore(self) -> None:
        with self.session.connection() as live, closing(connect(self._copy)) as copy:
            copy.backup(live)


@pytest.fixture
def world(session: Session, clock: FakeClock, tmp_path: Path) -> World:
    authoring.add_memory(session, Authored(text="The gate code is 4711.", keys=("gate",), handle="gate", cooldown=9))
    book = {"entries": {"0": {"uid": 0, "key": ["pier"], "content": "The pier is old.", "comment": "Pier"}}}
    path = write_json(tmp_path / "book.json", book)
    apply_import(session, plan_import(session, path))
    write_json(path, {"entries": {"0": book["entries"]["0"] | {"content": "The pier is new."}}})
    chat = open_chat(session)
    say(session, chat, "I like storks best.", "Storks are fine.")
    clock.advance(days=20)
    say(session, chat, "I like storks best.", "So you do.")
    say(session, chat, "What opens the gate?", "The code.")
    return World(session, tmp_path)


READS: dict[str, Read] = {
    "a chat's export": lambda session: "".join(export_json(session, "main")),
    "everything's export": lambda session: "".join(export_json(session)),
    "an export to be read": lambda session: "".join(export_markdown(session)),
    "a lorebook's export": export_lorebook,
    "health": read_health,
    "a page of memories": lambda session: memory_pages.read_page(session, MemoryFilter()),
    "a memory's page": lambda session: memory_pages.details(session, "m3"),
}


def outcome(read: Read, session: Session) -> object:
    try:
        return read(session)
    except Exception as error:  # noqa: BLE001 - that it raises the same is what is asked
        return repr(error)


@pytest.mark.parametrize("name", READS)
def test_a_read_tells_of_one_state_whatever_is_deleted_meanwhile(world: World, name: str) -> None:
    read = READS[name]
    before = read(world.session)
    world.delete_everything()
    after = outcome(read, world.session)
    world.restore()
    assert before != after
    place, is_over = 0, False
    while not is_over:
        crowded = Crowded(world.session, place, world.delete_everything)
        found = outcome(read, crowded)
        assert found in (before, after), place
        is_over = not crowded.is_crowded
        if not is_over:
            world.restore()
        place += 1
    assert place > 3


def test_a_plan_of_a_changed_lorebook_survives_that_its_memories_go(world: World, tmp_path: Path) -> None:
    for place in range(12):
        crowded = Crowded(world.session, place, world.delete_everything)
        plan = plan_import(crowded, tmp_path / "book.json")
        assert len(plan.changed) + len(plan.added) == 1
        world.restore()


def test_what_is_cooling_is_told_of_one_state(world: World) -> None:
    with world.session.connection() as connection:
        before = cooling_now(connection)
    assert [one.handle for one in before] == ["gate"]
    for place in range(16):
        crowded = Crowded(world.session, place, world.delete_everything)
        with crowded.connection() as connection:
            assert cooling_now(connection) in (before, ())
        world.restore()


def test_what_is_forgotten_while_it_is_recalled_is_left_out(world: World) -> None:
    before = [one.memory.text for one in memories.recall(world.session, "storks")]
    assert before
    place, is_over = 0, False
    while not is_over:
        crowded = Crowded(world.session, place, world.delete_everything)
        assert {one.memory.text for one in memories.recall(crowded, "storks")} <= set(before)
        is_over = not crowded.is_crowded
        world.restore()
        place += 1


def test_a_turn_that_goes_while_it_is_answered_again_is_refused_in_words(world: World) -> None:
    with world.session.connection() as connection:
        chat_id = chat_rows.latest_chat_id(connection)
        assert chat_id is not None
        turn_id = chat_rows.path(connection, chat_id)[-1]
    for place in range(25):
        crowded = Crowded(world.session, place, world.delete_everything)
        with crowded.connection() as connection:
            found = outcome(partial(compose_again, connection=connection, chat_id=chat_id, turn_id=turn_id), crowded)
            refusal = repr(TurnRefusedError("This turn was dropped in another window."))
            assert isinstance(found, Composition) or found == refusal
        world.restore()
