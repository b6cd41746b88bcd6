"""Short ways for tests to talk to a session, and to look at everything that it stored."""

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from fakes import FakeModel

from assistant import chats
from assistant.composition import TurnRequest
from assistant.events import Completed, Stopped, TurnEvent, TurnResult
from assistant.session import Session
from assistant.turn import run_turn
from memory.database import Connection
from memory.records import Chat, Mode

OpenSession = Callable[..., Session]


def open_chat(session: Session, name: str = "main") -> Chat:
    return chats.chat_by_name(session, name) or chats.new_chat(session, name)


def events_of(session: Session, chat: Chat, text: str, mode: Mode | None = None) -> list[TurnEvent]:
    """Run a turn to its end."""
    return list(run_turn(session, TurnRequest(chat.id, text, mode), threading.Event()))


def say(session: Session, chat: Chat, text: str, reply: str = "ok", mode: Mode | None = None) -> TurnResult:
    """Run a turn that must be kept, and return its result."""
    assert isinstance(session.model, FakeModel)
    session.model.script([reply])
    final = events_of(session, chat, text, mode)[-1]
    assert isinstance(final, Completed), final
    return final.result


def stop_after(session: Session, chat: Chat, text: str, tokens: int, reply: str = "one two three four") -> Stopped:
    """Run a turn whose reply is stopped after so many tokens."""
    assert isinstance(session.model, FakeModel)
    session.model.script([reply], stop_after_tokens=tokens)
    final = events_of(session, chat, text)[-1]
    assert isinstance(final, Stopped), final
    return final


def dump(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """Read all rows of all tables, those behind the indexes too; without the counters of ids that were never used."""
    names = [
        str(row[0])
        for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        if row[0] not in ("sqlite_sequence", "memory_vectors", "memory_fts", "message_fts")
    ]
    found: dict[str, list[tuple[object, ...]]] = {}
    for name in names:
        rows = connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - names from the schema itself
        found[name] = sorted((tuple(row) for row in rows), key=repr)
    return found


def dump_of(session: Session) -> dict[str, list[tuple[object, ...]]]:
    with session.connection() as connection:
        return dump(connection)


def files_holding(folder: Path, words: Iterable[str | bytes]) -> list[str]:
    """Name the files of a folder in which any of the words stands, in any case of letters."""
    needles = [word.encode() if isinstance(word, str) else word for word in words]
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            lowered = content.lower()
            if any(needle in content or needle.lower() in lowered for needle in needles):
                found.append(path.relative_to(folder).as_posix())
    return found


def complaints(connection: Connection) -> list[str]:
    """Return what is wrong with a store: damaged indexes, rows that point nowhere, rows that nothing holds."""
    connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    connection.execute("INSERT INTO message_fts (message_fts, rank) VALUES ('integrity-check', 1)")
    found = [f"quick_check: {row[0]}" for row in connection.execute("PRAGMA quick_check") if row[0] != "ok"]
    found += [f"foreign key: {tuple(row)}" for row in connection.execute("PRAGMA foreign_key_check")]
    for claim, query in _ORPHANS.items():
        rows = [tuple(row) for row in connection.execute(query)]
        if rows:
            found.append(f"{claim}: {rows}")
    return found


_ORPHANS = {
    "turn that no chat holds": "SELECT id FROM turns WHERE id NOT IN (SELECT turn_id FROM chat_turns)",
    "message of a turn that is gone": "SELECT id FROM messages m WHERE turn_id > 0 AND NOT EXISTS (SELECT 1 FROM turns WHERE id = m.turn_id)",
    "message of no chat and no turn": "SELECT id FROM messages WHERE turn_id IS NULL AND chat_id IS NULL",
    "turn without exactly one user message": """SELECT t.id FROM turns t
        WHERE (SELECT COUNT(*) FROM messages WHERE turn_id = t.id AND role = 'user') <> 1""",
    "turn without exactly one kept reply": """SELECT t.id FROM turns t
        WHERE (SELECT COUNT(*) FROM messages WHERE turn_id = t.id AND role = 'assistant' AND is_kept) <> 1""",
    "memory of a turn that is gone": "SELECT id FROM memories m WHERE turn_id > 0 AND NOT EXISTS (SELECT 1 FROM turns WHERE id = m.turn_id)",
    "verdict of a memory that is gone": "SELECT memory_id FROM verdicts WHERE memory_id NOT IN (SELECT id FROM memories)",
    "vector without a memory": "SELECT memory_id FROM memory_vectors WHERE memory_id NOT IN (SELECT id FROM memories)",
    "chosen vector without a memory": """SELECT memory_id FROM memory_vectors_chosen
        WHERE memory_id NOT IN (SELECT id FROM memories)""",
    "full text without a memory": "SELECT id FROM memory_fts_docsize WHERE id NOT IN (SELECT id FROM memories)",
    "memory without full text": "SELECT id FROM memories WHERE id NOT IN (SELECT id FROM memory_fts_docsize)",
    "full text without a message": "SELECT id FROM message_fts_docsize WHERE id NOT IN (SELECT id FROM messages WHERE turn_id > 0)",
    "message without full text": """SELECT id FROM messages
        WHERE turn_id > 0 AND id NOT IN (SELECT id FROM message_fts_docsize)""",
    "key without a memory": "SELECT memory_id FROM memory_keys WHERE memory_id NOT IN (SELECT id FROM memories)",
}
