"""A damaged database without a good backup: what can be read is taken over whole, and the file is kept as it was."""

import hashlib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from exchanges import complaints

from memory.capture import Statement, prepare, store
from memory.database import Connection, connect, transaction, truncate_wal
from memory.embedding import Embedder
from memory.opening import open_store
from memory.records import Kind, MemoryId, MessageStatus, Mode, Provenance, Trigger
from memory.store import chats, index, memories, memory_ids, messages
from memory.store.backups import make_backup, quick_check
from memory.store.memories import NewMemory
from memory.store.messages import NewReply

NOW = datetime(2026, 1, 5, 10, 15, tzinfo=UTC)
PAGE = 4096
TURNS = 300


@pytest.fixture
def filled(database: Path, embedder: Embedder) -> Path:
    """A folder with 300 turns, a memory of each, an authored memory with a key, and no backup."""
    with closing(connect(database)) as connection, transaction(connection):
        chat = chats.create_chat(connection, "main", NOW)
        for number in range(TURNS):
            asked = messages.add_pending(connection, chat.id, f"Note {number}: {'word ' * 40}", "me", NOW)
            reply = messages.add_streaming(connection, chat.id, "me", "", "model", NOW)
            answer = NewReply(f"Answer {number}", MessageStatus.COMPLETE)
            messages.keep_turn(connection, chat.id, asked, reply, answer, Mode.ASSOCIATIVE, NOW)
            store(connection, prepare(Statement(f"Statement {number}.", Provenance.USER_SAID, NOW), embedder))
        keyed = NewMemory(
            text="Rex is a spaniel.",
            provenance=Provenance.AUTHORED,
            kind=Kind.FACT,
            importance=0.6,
            importance_at=NOW,
            said_at=NOW,
            trigger=Trigger(keys=("dog",)),
            search_text="rex is a spaniel",
        )
        memories.insert_memory(connection, keyed)
    with closing(connect(database)) as connection:
        assert truncate_wal(connection)
    return database


def pages_of(path: Path, name: str) -> list[int]:
    """List the pages of a table or an index, from 1, its root first, in the order of its keys."""
    with closing(connect(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
    content = path.read_bytes()

    def below(number: int) -> list[int]:
        """List a page and, of an inner one, what hangs on it (https://sqlite.org/fileformat.html, 1.6)."""
        page = content[(number - 1) * PAGE : number * PAGE]
        if page[0] not in (2, 5):
            return [number]
        cells = [int.from_bytes(page[at : at + 2]) for at in range(12, 12 + 2 * int.from_bytes(page[3:5]), 2)]
        children = [*(page[at : at + 4] for at in cells), page[8:12]]
        return [number, *(one for child in children for one in below(int.from_bytes(child)))]

    return below(root)


def rows_on(path: Path, leaf: int) -> int:
    return int.from_bytes(path.read_bytes()[(leaf - 1) * PAGE + 3 :][:2])


def spoil(path: Path, *pages: int) -> None:
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * PAGE)
            file.write(b"\xa5" * PAGE)


def texts_of(connection: Connection) -> set[str]:
    found = memories.read_memories(connection, memory_ids.all_ids(connection))
    return {one.text for one in found.values()}


def test_leaf_pages_that_cannot_be_read_cost_only_their_own_rows(filled: Path) -> None:
    leaves = pages_of(filled, "memories")[1:]
    chosen = (leaves[1], leaves[len(leaves) // 2], leaves[-2])
    lost = sum(rows_on(filled, page) for page in chosen)
    spoil(filled, *chosen)
    damaged = hashlib.sha256(filled.read_bytes()).hexdigest()

    (notice,) = open_store(filled.parent, NOW).notices

    aside = filled.parent / "damaged" / "20260105T101500"
    assert f"was moved to {aside}. There is no good backup: what could be read of it was taken over" in notice
    assert ".recover" in notice
    assert hashlib.sha256((aside / filled.name).read_bytes()).hexdigest() == damaged
    assert [each.name for each in aside.iterdir()] == [filled.name]
    with closing(connect(filled)) as connection:
        assert complaints(connection) == []
        assert len(texts_of(connection)) == TURNS + 1 - lost
        assert len(chats.path(connection, chats.read_chats(connection)[0][0].id)) == TURNS
        assert memory_ids.keyed_ids(connection, "The dog sleeps.") != []
    assert open_store(filled.parent, NOW).notices == ()


def test_index_that_cannot_be_read_costs_nothing(filled: Path) -> None:
    spoil(filled, *pages_of(filled, "memory_fts_data")[1:], *pages_of(filled, "memories_places"))

    assert "(301 memories, 600 messages, 1 chats)" in open_store(filled.parent, NOW).notices[0]

    with closing(connect(filled)) as connection:
        assert len(texts_of(connection)) == TURNS + 1
        assert complaints(connection) == []
        assert connection.execute("SELECT COUNT(*) FROM memory_fts WHERE memory_fts MATCH 'spaniel'").fetchone()[0] == 1
        assert len(index.missing_vectors(connection, after=MemoryId(0), limit=1_000)) == TURNS + 1


@pytest.mark.parametrize("table", ["chats", "turns", "chat_turns"])
def test_lost_chats_and_turns_are_made_again_around_their_messages(filled: Path, table: str) -> None:
    spoil(filled, *pages_of(filled, table))

    assert "600 messages" in open_store(filled.parent, NOW).notices[0]

    with closing(connect(filled)) as connection:
        ((chat, turns),) = chats.read_chats(connection)
        found = messages.messages_of_turns(connection, chats.path(connection, chat.id))
        assert turns == TURNS
        assert [one.text for one in found[chats.path(connection, chat.id)[7]]][1] == "Answer 7"
        assert complaints(connection) == []


def test_turn_whose_message_is_lost_says_so_in_its_place(filled: Path) -> None:
    leaves = pages_of(filled, "messages")[1:]
    spoil(filled, *leaves[::2])

    open_store(filled.parent, NOW)

    with closing(connect(filled)) as connection:
        assert complaints(connection) == []
        lost = connection.execute("SELECT COUNT(*) FROM messages WHERE text = '[could not be read]'").fetchone()[0]
        kept = connection.execute("SELECT COUNT(*) FROM messages WHERE text LIKE 'Answer %'").fetchone()[0]
        assert (lost > 0, kept > 100) == (True, True)


def test_ids_go_on_after_those_that_could_not_be_read(filled: Path) -> None:
    spoil(filled, *pages_of(filled, "messages"))

    open_store(filled.parent, NOW)

    with closing(connect(filled)) as connection:
        assert chats.next_turn_id(connection) == TURNS + 1


def test_what_the_log_holds_is_read_too(filled: Path) -> None:
    with closing(connect(filled)) as writer:
        writer.execute("UPDATE memories SET text = 'From the log.' WHERE id = 5")
        spoil(filled, *pages_of(filled, "memories_places"))
        log = filled.with_name("reverie.db-wal").read_bytes()
    filled.with_name("reverie.db-wal").write_bytes(log)
    spoil(filled, *pages_of(filled, "memories_places"))

    open_store(filled.parent, NOW)

    with closing(connect(filled)) as connection:
        assert "From the log." in texts_of(connection)


def test_good_backup_goes_before_what_can_be_read(filled: Path) -> None:
    with closing(connect(filled)) as connection:
        make_backup(connection, filled.parent, NOW)
    spoil(filled, *pages_of(filled, "memories_places"))
    assert "Restored is the backup" in open_store(filled.parent, NOW).notices[0]


@pytest.mark.parametrize("value", ["7.5", "'NaN'", "-1e999"])
def test_row_that_breaks_a_rule_is_no_damage_to_the_file(filled: Path, value: str) -> None:
    with closing(connect(filled)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE memories SET importance = {value} WHERE id < 150")  # noqa: S608 - from the list above
        connection.execute("PRAGMA ignore_check_constraints = OFF")
        assert [row[0] for row in connection.execute("PRAGMA quick_check(1)")] == [
            "CHECK constraint failed in memories"
        ]
        assert quick_check(connection) == ""
        assert make_backup(connection, filled.parent, NOW)

    assert open_store(filled.parent, NOW).notices == ()
    assert not (filled.parent / "damaged").exists()


def test_damage_is_seen_past_a_hundred_rows_that_break_a_rule(filled: Path) -> None:
    with closing(connect(filled)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE memories SET importance = 7")
        assert truncate_wal(connection)
    spoil(filled, pages_of(filled, "verdicts_by_turn")[0])
    with closing(connect(filled)) as connection:
        assert quick_check(connection) != ""
