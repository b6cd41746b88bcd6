"""Migrations: a database of the first schema, empty or with a row in every table, comes up to this version whole.

The rows are those of the first schema and never change; each later step must bring them along.
"""

from contextlib import closing
from pathlib import Path

import pytest
from exchanges import complaints
from fakes import MONDAY
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from memory.database import Connection, connect, transaction
from memory.errors import StoreError
from memory.folder import DATABASE_NAME, prepare_folder
from memory.migrations import migrations
from memory.opening import applied_steps, open_store
from memory.records import ChatId, MemoryId, MessageStatus, Mode, Provenance, Role, TurnId, VerdictKind
from memory.store import backups, chats, directives, index, memories, memory_ids, messages, presence, verdicts

# Moments are those of 2026-01-05 09:00 UTC, and ten days before.
FIRST_ROWS = (
    "INSERT INTO meta (key, value) VALUES ('standing_version', '3')",
    "INSERT INTO chats (id, name, title, created_at, updated_at, draft) VALUES (1, 'main', 'Tea', 1767603600000, 1767603600000, 'and')",
    """INSERT INTO chats (id, name, created_at, updated_at, parent_chat_id, fork_turn_id)
        VALUES (2, 'aside', 1767603600000, 1767603600000, 1, 5)""",
    "INSERT INTO turns (id, at, mode) VALUES (5, 1767603600000, 'asked')",
    "INSERT INTO chat_turns (chat_id, turn_id) VALUES (1, 5), (2, 5)",
    """INSERT INTO messages (id, chat_id, turn_id, role, text, status, created_at)
        VALUES (1, 1, 5, 'user', 'I like tea.', 'complete', 1767603600000)""",
    """INSERT INTO messages (id, chat_id, turn_id, role, text, status, created_at, token_ids, model_name, prompt_tokens,
          cached_tokens, first_token_s, tokens_per_s, reply_tokens)
        VALUES (2, 1, 5, 'assistant', 'Noted.', 'stopped', 1767603600000, x'0700000008000000', 'tiny', 9, 8, 0.5, 30.0, 2)""",
    """INSERT INTO messages (id, chat_id, role, text, status, created_at, owner)
        VALUES (3, 1, 'user', 'never answered', 'pending', 1767603600000, 'gone')""",
    """INSERT INTO memories (id, handle, text, provenance, kind, importance, importance_at, said_at, is_pinned,
          source_message_id, chat_id, turn_id, search_text)
        VALUES (1, 'm1', 'I like tea.', 'user_said', 'preference', 0.9, 1767603600000, 1767603600000, 1, 1, 1, 5, 'I like tea.')""",
    """INSERT INTO memories (id, handle, text, provenance, kind, importance, importance_at, said_at, trigger, is_keyed,
          search_text)
        VALUES (2, 'rex', 'Rex is a dog.', 'authored', 'fact', 0.5, 1767603600000, 1767603600000,
          '{"keys": ["rex"], "exclude_keys": [], "secondary_keys": [], "logic": "any", "constant": false,
             "probability": 100, "groups": [], "is_case_sensitive": false, "is_whole_words": true}', 1, 'Rex is a dog.')""",
    "INSERT INTO memory_keys (term, memory_id) VALUES ('rex', 2)",
    "INSERT INTO memory_fts (rowid, text, before) SELECT id, text, before FROM memory_documents",
    "INSERT INTO memory_vectors (memory_id, is_archived, embedding) VALUES (1, 0, zeroblob(1024)), (2, 1, zeroblob(1024))",
    """INSERT INTO verdicts (memory_id, turn_id, verdict, reason, score, tokens)
       VALUES (1, 5, 'in', 'asked', 0.5, 9), (2, 5, 'ended', 'suppressed', NULL, 0)""",
    "INSERT INTO directives (kind, term_key, term, created_at) VALUES ('ban', 'spider', 'Spiders', 1767603600000)",
    "INSERT INTO sessions (id, started_at, ended_at) VALUES (1, 1767603600000, NULL)",
    "INSERT INTO reinductions (session_id, memory_id, at) VALUES (1, 1, 1767603600000)",
    "INSERT INTO presence (id, first_session_at, last_activity_at) VALUES (1, 1767603600000, 1767603600000)",
    "INSERT INTO absences (started_at, ended_at) VALUES (1766739600000, 1767603600000)",
)  # fmt: skip


def steps() -> list[Migrations._Migration]:
    """List all steps, in order."""
    with closing(Database(memory=True, execute_plugins=False).conn) as connection:
        return migrations.pending(Database(connection, execute_plugins=False))


def with_broken_last_step() -> Migrations:
    """Return the whole history with one more step, which fails after it has changed much."""
    copied = Migrations(migrations.name)
    for step in steps():
        copied(name=step.name)(step.fn)

    def m999_breaks(db: Database) -> None:
        db.execute("DELETE FROM verdicts")
        db.execute("ALTER TABLE chats ADD COLUMN colour TEXT")
        db.execute("CREATE TABLE chats (id INTEGER PRIMARY KEY)")

    copied()(m999_breaks)
    return copied


def of_first_schema(folder: Path, rows: tuple[str, ...] = ()) -> Path:
    """Make a database that has seen the first step alone."""
    prepare_folder(folder)
    path = folder / DATABASE_NAME
    later = [step.name for step in steps()[1:]]
    with closing(connect(path)) as connection:
        migrations.apply(Database(connection, execute_plugins=False), stop_before=later)
        with transaction(connection):
            for row in rows:
                connection.execute(row)
    return path


def schema(connection: Connection) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name")]


def test_first_schema_without_rows_becomes_what_a_new_database_is(tmp_path: Path, database: Path) -> None:
    path = of_first_schema(tmp_path / "old")
    open_store(path.parent, MONDAY)
    with closing(connect(path)) as upgraded, closing(connect(database)) as new:
        assert schema(upgraded) == schema(new)
        assert complaints(upgraded) == []
    assert applied_steps(path) == tuple(step.name for step in steps())


def test_a_step_that_came_to_the_list_before_applied_ones_is_made_up_for(tmp_path: Path, database: Path) -> None:
    late = "m006_embedder_spaces"
    without = Migrations(migrations.name)
    for step in steps():
        if step.name != late:
            without(name=step.name)(step.fn)
    prepare_folder(tmp_path / "old")
    path = tmp_path / "old" / DATABASE_NAME
    with closing(connect(path)) as store:
        without.apply(Database(store, execute_plugins=False))
    assert applied_steps(path)[-1] > late
    open_store(path.parent, MONDAY)
    assert sorted(applied_steps(path)) == sorted(step.name for step in steps())
    with closing(connect(path)) as upgraded, closing(connect(database)) as new:
        assert schema(upgraded) == schema(new)
        assert complaints(upgraded) == []


def test_rows_of_the_first_schema_are_all_there_after_the_upgrade(tmp_path: Path) -> None:
    path = of_first_schema(tmp_path / "old", FIRST_ROWS)
    open_store(path.parent, MONDAY)
    with closing(connect(path)) as store:
        assert complaints(store) == []
        assert [(one.name, one.title, one.parent_chat_id, turns) for one, turns in chats.read_chats(store)] == [
            ("aside", "", 1, 1), ("main", "Tea", None, 1),
        ]  # fmt: skip
        assert chats.read_draft(store, ChatId(1)) == "and"
        assert chats.next_turn_id(store) == 6
        user, reply = messages.messages_of_turns(store, [TurnId(5)])[TurnId(5)]
        assert (user.role, user.text, user.created_at) == (Role.USER, "I like tea.", MONDAY)
        assert (reply.text, reply.status, reply.model_name) == ("Noted.", MessageStatus.STOPPED, "tiny")
        assert reply.usage
        assert reply.usage.reply_tokens == 2
        assert [one.message.text for one in messages.unfinished(store)] == ["never answered"]
        found = memories.read_memories(store, [MemoryId(1), MemoryId(2)])
        assert [(one.handle, one.provenance, one.is_pinned) for one in found.values()] == [
            ("m1", Provenance.USER_SAID, True), ("rex", Provenance.AUTHORED, False),
        ]  # fmt: skip
        assert memory_ids.keyed_ids(store, "where is Rex?") == [2]
        assert memory_ids.standing_ids(store) == [1]
        rows = [row for own in verdicts.activations(store, found).values() for row in own]
        assert [(row.memory_id, row.verdict.kind, row.mode) for row in rows] == [
            (1, VerdictKind.IN, Mode.ASKED), (2, VerdictKind.ENDED, Mode.ASKED),
        ]  # fmt: skip
        assert [(one.kind, one.term) for one in directives.read_directives(store)] == [("ban", "Spiders")]
        assert presence.read_presence(store, MONDAY).absences
        assert index.totals(store) == (2, 2)


def test_second_opening_changes_nothing(tmp_path: Path) -> None:
    path = of_first_schema(tmp_path / "old", FIRST_ROWS)
    open_store(path.parent, MONDAY)
    with closing(connect(path)) as store:
        before = (schema(store), store.execute("PRAGMA data_version").fetchone()[0])
        open_store(path.parent, MONDAY)
        assert (schema(store), store.execute("PRAGMA data_version").fetchone()[0]) == before


@pytest.mark.parametrize("rows", [(), FIRST_ROWS], ids=["empty", "filled"])
def test_failed_step_rolls_back_and_the_steps_before_it_stand(tmp_path: Path, rows: tuple[str, ...]) -> None:
    path = of_first_schema(tmp_path / "old", rows)
    open_store(path.parent, MONDAY)
    with closing(connect(path)) as store:
        before = (schema(store), store.execute("SELECT COUNT(*) FROM verdicts").fetchone()[0])
    with pytest.raises(StoreError, match="m999_breaks failed"):
        open_store(path.parent, MONDAY, steps=with_broken_last_step())
    with closing(connect(path)) as store:
        assert (schema(store), store.execute("SELECT COUNT(*) FROM verdicts").fetchone()[0]) == before
        assert complaints(store) == []
    assert applied_steps(path) == tuple(step.name for step in steps())
    copies = backups.list_backups(path.parent)
    assert copies
    assert all(backups.is_good(copy) for copy in copies)
