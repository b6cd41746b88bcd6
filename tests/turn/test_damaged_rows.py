"""Nonsense in the store, as a damaged or hand-edited file holds it: told in one line each, and nothing else is lost.

The one fact that a reader would get wrong: which columns there are is read from the schema, so that a new one is tried
without anyone thinking of it.
"""

import json
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest
from exchanges import OpenSession, open_chat, say
from fakes import MONDAY, FakeClock

from assistant import chats, forgetting, inspection, memories, memory_pages, topics, undoing, why
from assistant.again import regenerate_turn
from assistant.chat_export import export_json, export_markdown
from assistant.chat_search import search_chats
from assistant.doctor import checks
from assistant.errors import NotFoundError
from assistant.events import Completed
from assistant.health import read_health
from assistant.health_json import health_json
from assistant.idle import run_due
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import connect, transaction
from memory.folder import DATABASE_NAME
from memory.records import MemoryId, ThemeKind
from memory.store import messages
from memory.store.chats import read_chats
from memory.store.damaged_rows import damaged_rows
from memory.store.interventions import NewIntervention, intervene

TABLES = (
    "memories", "messages", "chats", "turns", "verdicts", "directives", "actions", "jobs", "presence", "absences",
    "reinductions", "interventions", "intervention_memories", "dreams", "dream_words", "health_days", "sayings", "meta",
)  # fmt: skip
NONSENSE = ("'nonsense'", "9223372036854775807", "-1", "7.5", "x'ff00'", "CAST(x'ff' AS TEXT)", "'{\"a\": ['")
# The widest table has so many that can be spoilt.
MOST_COLUMNS = 26
PLAIN = "The lighthouse keeper lost his lamp."


@pytest.fixture
def lived(session: Session, folder: Path, clock: FakeClock) -> Path:
    """A folder with some rows in every table; the session that made them is closed."""
    return live(session, folder, clock)


def live(session: Session, folder: Path, clock: FakeClock) -> Path:
    chat = open_chat(session)
    for text in ("My sister Ilse is vegetarian.", "I planted three apple trees.", "I prefer tea over coffee."):
        say(session, chat, text, "I see.")
    say(session, chat, "Which trees did I plant?", "Apple trees.")
    memories.remember(session, PLAIN)
    topics.ban(session, "Rex")
    topics.pin_topic(session, "apple")
    memories.remember(session, "I planted three apple trees.")
    with session.connection() as store, transaction(store):
        theme = NewIntervention(ThemeKind.LOOP, "lighthouse", "lighthous", 0.5, 0.1, 25, 20, (MemoryId(1),))
        intervene(store, theme, clock.now())
    clock.advance(days=9)
    run_due(session, clock.now(), list(JobName))
    session.close()
    return folder / DATABASE_NAME


def columns_of(database: Path, table: str) -> list[str]:
    """List what of a table may hold nonsense: no key, and nothing that points at a row."""
    with closing(connect(database)) as connection:
        links = {
            row[0] for row in connection.execute('SELECT "from" FROM pragma_foreign_key_list(?)', (table,)).fetchall()
        }
        rows = connection.execute("SELECT name, pk FROM pragma_table_info(?)", (table,)).fetchall()
    return [name for name, key in rows if name not in links and not (key and name == "id")]


def spoil(database: Path, table: str, column: str, value: str, where: str = "1") -> None:
    with closing(connect(database)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(
            f"UPDATE OR IGNORE {table} SET {column} = {value} WHERE {where}"  # noqa: S608 - from the lists above
        )


def use_everything(session: Session, clock: FakeClock) -> None:
    """Do what commands and screens do; what cannot be done may be refused in words, and nothing else."""
    latest = chats.latest_chat(session)
    for one in chats.list_chats(session):
        for turn in chats.read_chat(session, one.chat.id).turns:
            why.why(session, turn.turn_id)
    chat = open_chat(session, "another")
    memories.recall(session, "Which trees did I plant?")
    for view in memories.list_memories(session):
        handle = view.memory.handle
        memories.show(session, handle)
        memory_pages.details(session, handle)
        inspection.inspect(session, handle, chat.id)
    memory_pages.read_page(session, memory_pages.MemoryFilter())
    search_chats(session, "lighthouse")
    assert "".join(export_json(session))
    assert "".join(export_markdown(session))
    json.dumps(health_json(read_health(session)))
    topics.list_topics(session)
    say(session, chat, "Where did the lighthouse keeper leave his lamp?", "In the cellar.")
    if latest is not None:
        say(session, latest, "And now my sister?", "She eats no meat.")
        assert isinstance(list(regenerate_turn(session, latest.id, threading.Event()))[-1], Completed)
    clock.advance(days=1)
    for names in (None, list(JobName)):
        assert run_due(session, clock.now(), names).errors == {}
    with suppress(NotFoundError):
        undoing.undo_last(session)
    topics.ban(session, "harbour")
    memories.forget(session, memories.list_memories(session)[-1].memory.handle)
    forgetting.forget_text(session, "lighthouse")
    chats.delete_chat(session, chat.id)


@pytest.mark.parametrize("number", range(MOST_COLUMNS))
def test_nonsense_in_any_column_of_any_table_ends_nothing(
    number: int, lived: Path, open_session: OpenSession, clock: FakeClock
) -> None:
    """Spoil one column of each table, and in the next run the next one, with the next kind of nonsense."""
    for place, table in enumerate(TABLES):
        columns = columns_of(lived, table)
        assert len(columns) <= MOST_COLUMNS
        spoil(lived, table, columns[number % len(columns)], NONSENSE[(number + place) % len(NONSENSE)])
    session = open_session()
    use_everything(session, clock)
    session.close()
    open_session()


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("kind", "'poem'", "kind is “poem”"),
        ("provenance", "'heard'", "provenance is “heard”"),
        ("importance", "'NaN'", "importance is “NaN”"),
        ("importance", "9e999", "importance is “inf”"),
        ("importance_at", "'soon'", "importance at is “soon”"),
        ("said_at", "9223372036854775807", "said at is “9223372036854775807”"),
        ("trigger", "'{\"keys\": ['", 'trigger is “{"keys": [”'),
        ("trigger", "'{\"keys\": 7}'", 'trigger is “{"keys": 7}”'),
        ("cooldown", "'a day'", "cooldown is “a day”"),
        ("text", "x'4162ff'", "text is “Ab\ufffd”"),
    ],
)
def test_damaged_memory_is_named_kept_out_shown_and_forgotten_and_the_others_go_on(
    column: str, value: str, words: str, lived: Path, open_session: OpenSession
) -> None:
    spoil(lived, "memories", column, value, f"text = '{PLAIN}'")
    session = open_session()
    (line,) = [one for one in session.notices if "damaged" in one]
    (damaged,) = [one.memory for one in memories.list_memories(session) if one.memory.damage]

    assert line == (
        f"Memory {damaged.handle} is damaged ({words}) and is not used; `reverie memory show {damaged.handle}` shows it, "
        f"`reverie forget {damaged.handle}` removes it."
    )
    found = memories.recall(session, "Where did the lighthouse keeper leave his lamp?")
    assert damaged.id not in [one.memory.id for one in found]
    assert memories.recall(session, "Which trees did I plant?")
    assert memories.show(session, damaged.handle).memory.damage == words
    assert memories.forget(session, damaged.handle).leftovers == ()
    assert [one for one in open_session().notices if "damaged" in one] == []


def test_many_damaged_rows_are_told_in_a_few_lines(lived: Path, open_session: OpenSession, folder: Path) -> None:
    spoil(lived, "memories", "kind", "'poem'")
    told = [one for one in open_session().notices if "damaged" in one]

    assert len(told) == 4
    assert told[-1].endswith("more rows are damaged; `reverie doctor` lists them.")
    listed = [one for one in checks(str(folder), is_quick=True) if one.name == "row"]
    assert (len(listed), {one.is_ok for one in listed}) == (len(memories.list_memories(open_session())), {False})


def test_sound_store_has_nothing_to_tell(lived: Path, open_session: OpenSession) -> None:
    with closing(connect(lived)) as connection:
        assert list(damaged_rows(connection)) == []
    assert open_session().notices == ()


def test_reply_that_was_cut_off_is_kept_though_its_selection_is_nonsense(
    session: Session, lived: Path, open_session: OpenSession
) -> None:
    with closing(connect(lived)) as connection, transaction(connection):
        (chat, _), *_ = read_chats(connection)
        messages.add_pending(connection, chat.id, "Who keeps the lamp?", "dead", MONDAY)
        reply = messages.add_streaming(connection, chat.id, "dead", "{", "scripted", MONDAY)
        messages.save_stream(connection, reply, "The keeper", "")

    assert "its text so far is kept" in open_session().notices[0]


def test_deletion_whose_moment_is_nonsense_removes_nothing_for_good(
    lived: Path, open_session: OpenSession, clock: FakeClock
) -> None:
    spoil(lived, "chats", "deleted_at", "'yesterday'")
    session = open_session()
    assert ["mark of deletion" in one for one in session.notices] == [True]
    clock.advance(days=1)
    chats.purge_deleted(session)
    with session.connection() as store:
        ((chat, turns),) = read_chats(store, is_deleted=True)
    chats.undo_delete_chat(session, chat.id)
    assert len(chats.read_chat(session, chat.id).turns) == turns > 0
