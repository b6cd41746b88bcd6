"""Chats and their paths: which turns each chat holds.

The one fact that a reader would get wrong: a turn belongs to no chat. Chats hold turns by rows of `chat_turns`, so that
a branch shares its parent's first turns, and a turn goes when no chat holds it any more.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from memory.database import Connection, Row
from memory.records import BEFORE_THE_FIRST, Chat, ChatId, TurnId
from memory.rules.turn_state import TurnClock
from memory.store.cells import Cells, as_text
from memory.store.removal import remove_turns
from memory.store.rows import from_ms, to_ms

FIRST_NAME = "main"
_NUMBERED = re.compile(r"chat-\d+")
# Stands for a mark of deletion that cannot be read: the chat stays out of sight, and nothing removes it for good.
UNKNOWN_DELETION = from_ms(253_000_000_000_000)


def create_chat(
    connection: Connection,
    name: str,
    now: datetime,
    *,
    parent_chat_id: ChatId | None = None,
    fork_turn_id: TurnId | None = None,
) -> Chat:
    """Create a chat; with a parent, one that holds the parent's turns up to `fork_turn_id`, and its settings.

    Raises:
        ValueError: the name is taken.
    """
    if chat_by_name(connection, name) is not None:
        raise ValueError(f"there is a chat {name!r} already")
    cursor = connection.execute(
        """INSERT INTO chats (name, created_at, updated_at, parent_chat_id, fork_turn_id, settings)
           VALUES (:name, :now, :now, :parent, :fork,
             COALESCE((SELECT settings FROM chats WHERE id = :parent), '{}'))""",
        {"name": name, "now": to_ms(now), "parent": parent_chat_id, "fork": fork_turn_id},
    )
    assert cursor.lastrowid is not None
    chat_id = ChatId(cursor.lastrowid)
    if parent_chat_id is not None:
        connection.execute(
            """INSERT INTO chat_turns (chat_id, turn_id)
               SELECT :chat, turn_id FROM chat_turns WHERE chat_id = :parent AND turn_id <= :fork""",
            {"chat": chat_id, "parent": parent_chat_id, "fork": fork_turn_id},
        )
    chat = read_chat(connection, chat_id)
    assert chat is not None
    return chat


def free_name(connection: Connection, *, is_numbered: bool = False) -> str:
    """Find the next free name for a chat: the first one's, or a numbered one."""
    number, name = 1, FIRST_NAME
    while is_numbered or chat_by_name(connection, name) is not None:
        number, is_numbered = number + 1, False
        name = f"chat-{number}"
    return name


def is_given(name: str) -> bool:
    """Tell whether a name is none of those that chats get by themselves."""
    return name != FIRST_NAME and not _NUMBERED.fullmatch(name)


def read_chats(connection: Connection, *, is_deleted: bool = False) -> list[tuple[Chat, int]]:
    """List chats with their turn counts, latest first: the present ones, or those whose deletion can be undone."""
    rows = connection.execute(
        """SELECT id, name, title, created_at, updated_at, parent_chat_id, fork_turn_id, is_put_away, deleted_at,
             (SELECT COUNT(*) FROM chat_turns WHERE chat_id = chats.id) AS turn_count
           FROM chats WHERE (deleted_at IS NOT NULL) = :deleted ORDER BY updated_at DESC, id DESC""",
        {"deleted": is_deleted},
    )
    return [(_chat(row), row["turn_count"]) for row in rows]


def titles(connection: Connection) -> list[tuple[ChatId, str]]:
    """List the titles of the chats that are not deleted, those put away too, latest first; chats without one left out."""
    rows = connection.execute(
        "SELECT id, title FROM chats WHERE deleted_at IS NULL AND title <> '' ORDER BY updated_at DESC, id DESC"
    )
    return [(ChatId(row["id"]), as_text(row["title"])) for row in rows]


def latest_chat_id(connection: Connection, *, is_listed: bool = False) -> ChatId | None:
    """Tell which present chat was used last; with `is_listed`, of those that are not put away."""
    row = connection.execute(
        """SELECT id FROM chats WHERE deleted_at IS NULL AND (is_put_away IS NOT 1 OR NOT :listed)
           ORDER BY updated_at DESC, id DESC LIMIT 1""",
        {"listed": is_listed},
    ).fetchone()
    return None if row is None else ChatId(row["id"])


def read_chat(connection: Connection, chat_id: ChatId) -> Chat | None:
    """Read one chat, deleted or not, or None."""
    row = connection.execute(
        """SELECT id, name, title, created_at, updated_at, parent_chat_id, fork_turn_id, is_put_away, deleted_at
           FROM chats WHERE id = :id""",
        {"id": chat_id},
    ).fetchone()
    return None if row is None else _chat(row)


def chat_by_name(connection: Connection, name: str) -> Chat | None:
    """Read the chat of that name, or None."""
    row = connection.execute("SELECT id FROM chats WHERE name = :name", {"name": name}).fetchone()
    return None if row is None else read_chat(connection, ChatId(row["id"]))


def _chat(row: Row) -> Chat:
    cells = Cells(row)
    parent, fork = cells.optional_id("parent_chat_id"), cells.optional_id("fork_turn_id")
    return Chat(
        id=ChatId(row["id"]),
        name=cells.text("name"),
        title=cells.text("title"),
        created_at=cells.moment("created_at"),
        updated_at=cells.moment("updated_at"),
        parent_chat_id=None if parent is None else ChatId(parent),
        fork_turn_id=None if fork is None else TurnId(fork),
        is_put_away=cells.flag("is_put_away"),
        deleted_at=cells.optional_moment("deleted_at", UNKNOWN_DELETION),
    )


def set_title(connection: Connection, chat_id: ChatId, title: str) -> None:
    """Name a chat for lists."""
    connection.execute("UPDATE chats SET title = :title WHERE id = :id", {"title": title, "id": chat_id})


def set_name(connection: Connection, chat_id: ChatId, name: str) -> None:
    """Give a chat another name, which must be free."""
    connection.execute("UPDATE chats SET name = :name WHERE id = :id", {"name": name, "id": chat_id})


def set_deleted(connection: Connection, chat_id: ChatId, at: datetime | None) -> None:
    """Mark a chat as deleted, or take the mark back with None."""
    connection.execute(
        "UPDATE chats SET deleted_at = :at WHERE id = :id", {"at": None if at is None else to_ms(at), "id": chat_id}
    )


def set_parent(connection: Connection, chat_id: ChatId, parent_chat_id: ChatId, fork_turn_id: TurnId) -> None:
    """Note from which chat another branched, and the last turn that both hold."""
    connection.execute(
        "UPDATE chats SET parent_chat_id = :parent, fork_turn_id = :fork WHERE id = :id",
        {"parent": parent_chat_id, "fork": fork_turn_id, "id": chat_id},
    )


def set_put_away(connection: Connection, chat_id: ChatId, *, is_put_away: bool) -> None:
    """Take a chat out of the list, or put it back."""
    connection.execute("UPDATE chats SET is_put_away = :away WHERE id = :id", {"away": is_put_away, "id": chat_id})


def touch_chat(connection: Connection, chat_id: ChatId, now: datetime) -> None:
    """Note that a chat was used."""
    connection.execute("UPDATE chats SET updated_at = :now WHERE id = :id", {"now": to_ms(now), "id": chat_id})


def read_draft(connection: Connection, chat_id: ChatId) -> str:
    """Read the unsent text of a chat's input."""
    row = connection.execute("SELECT draft FROM chats WHERE id = :id", {"id": chat_id}).fetchone()
    return "" if row is None else as_text(row["draft"])


def set_draft(connection: Connection, chat_id: ChatId, text: str) -> None:
    """Keep the unsent text of a chat's input."""
    connection.execute("UPDATE chats SET draft = :text WHERE id = :id", {"text": text, "id": chat_id})


def read_settings(connection: Connection, chat_id: ChatId) -> dict[str, object]:
    """Read what of the config a chat has otherwise, by key; what is damaged counts as nothing."""
    row = connection.execute("SELECT settings FROM chats WHERE id = :id", {"id": chat_id}).fetchone()
    try:
        found = json.loads(row["settings"]) if row is not None else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def set_settings(connection: Connection, chat_id: ChatId, settings: Mapping[str, object]) -> None:
    """Keep what of the config a chat has otherwise."""
    connection.execute(
        "UPDATE chats SET settings = :settings WHERE id = :id",
        {"settings": json.dumps(dict(settings), ensure_ascii=False), "id": chat_id},
    )


def settings_of_chats(connection: Connection) -> list[tuple[ChatId, dict[str, object]]]:
    """Read the settings of every chat that has any of its own."""
    rows = connection.execute("SELECT id FROM chats WHERE settings <> '{}' ORDER BY id").fetchall()
    return [(ChatId(row["id"]), read_settings(connection, ChatId(row["id"]))) for row in rows]


def labels(connection: Connection) -> list[tuple[ChatId, str, str, str]]:
    """Read what every chat shows of its messages outside of them: (id, name, title, draft)."""
    rows = connection.execute("SELECT id, name, title, draft FROM chats ORDER BY id")
    return [
        (ChatId(row["id"]), as_text(row["name"]), as_text(row["title"]), as_text(row["draft"]))
        for row in rows.fetchall()
    ]


def path(connection: Connection, chat_id: ChatId) -> list[TurnId]:
    """List the kept turns that a chat holds, oldest first."""
    rows = connection.execute(
        "SELECT turn_id FROM chat_turns WHERE chat_id = :chat ORDER BY turn_id", {"chat": chat_id}
    )
    return [TurnId(row["turn_id"]) for row in rows]


def whole_turns(connection: Connection, chat_id: ChatId) -> list[TurnId]:
    """List a chat's turns that have a user's message and a kept reply, oldest first: all but damaged ones."""
    rows = connection.execute(
        """SELECT turn_id FROM chat_turns c WHERE chat_id = :chat
             AND EXISTS (SELECT 1 FROM messages m WHERE m.turn_id = c.turn_id AND m.role = 'user')
             AND EXISTS (SELECT 1 FROM messages m WHERE m.turn_id = c.turn_id AND m.role = 'assistant' AND m.is_kept)
           ORDER BY turn_id""",
        {"chat": chat_id},
    )
    return [TurnId(row["turn_id"]) for row in rows]


def holders(connection: Connection, turn_id: TurnId) -> list[ChatId]:
    """List the chats that hold a turn."""
    rows = connection.execute(
        "SELECT chat_id FROM chat_turns WHERE turn_id = :turn ORDER BY chat_id", {"turn": turn_id}
    )
    return [ChatId(row["chat_id"]) for row in rows]


def forks(connection: Connection, chat_id: ChatId) -> list[tuple[ChatId, TurnId]]:
    """List the present chats that part from this one, each with the last turn that both hold.

    Returns:
        Pairs in the order in which they part; the turn is `BEFORE_THE_FIRST` where one was begun in place of the
        other's first turn.
    """
    rows = connection.execute(
        """SELECT other.chat_id AS chat_id, MAX(other.turn_id) AS turn_id
           FROM chat_turns own
           JOIN chat_turns other ON other.turn_id = own.turn_id AND other.chat_id <> own.chat_id
           JOIN chats c ON c.id = other.chat_id AND c.deleted_at IS NULL
           WHERE own.chat_id = :chat GROUP BY other.chat_id
           UNION ALL
           SELECT c.id AS chat_id, :first AS turn_id
           FROM chats c JOIN chats own ON own.id = :chat AND c.id <> own.id
           WHERE c.deleted_at IS NULL AND (
             (c.parent_chat_id = own.id AND c.fork_turn_id = :first)
             OR (own.parent_chat_id = c.id AND own.fork_turn_id = :first)
             OR (own.parent_chat_id = c.parent_chat_id AND own.fork_turn_id = :first AND c.fork_turn_id = :first))
           ORDER BY turn_id, chat_id""",
        {"chat": chat_id, "first": BEFORE_THE_FIRST},
    )
    return [(ChatId(row["chat_id"]), TurnId(row["turn_id"])) for row in rows]


def next_turn_id(connection: Connection) -> TurnId:
    """Tell the id that the next kept turn will get."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'turns'").fetchone()
    return TurnId((row["seq"] if row else 0) + 1)


def last_turn_id(connection: Connection) -> TurnId | None:
    """Tell the latest turn that was kept here, over all chats."""
    row = connection.execute("SELECT MAX(id) AS id FROM turns WHERE is_imported = 0").fetchone()
    return None if row["id"] is None else TurnId(row["id"])


def turn_clock(connection: Connection, chat_id: ChatId, *, window: int) -> TurnClock:
    """Build the clock of a chat's next turn. Imported turns are on its path, but no distance counts them.

    Args:
        connection: The store.
        chat_id: The chat that the turn is for.
        window: How many of the latest counted turns are needed: more than any candidate's sticky or cooldown.
    """
    own = path(connection, chat_id)
    rows = connection.execute(
        """SELECT t.id AS id FROM turns t
           WHERE t.is_imported = 0 AND (
             EXISTS (SELECT 1 FROM chat_turns o WHERE o.chat_id = :chat AND o.turn_id = t.id)
             OR NOT EXISTS (SELECT 1 FROM chat_turns p
                            JOIN chat_turns root ON root.chat_id = p.chat_id AND root.turn_id = :root
                            WHERE p.turn_id = t.id))
           ORDER BY t.id DESC LIMIT :window""",
        {"chat": chat_id, "root": own[0] if own else None, "window": window},
    )
    counted = [TurnId(row["id"]) for row in rows]
    counted.reverse()
    return TurnClock(turn_id=next_turn_id(connection), path=own, counted=counted, path_length=len(own))


def hold_turns(connection: Connection, chat_id: ChatId, turn_ids: Iterable[TurnId]) -> None:
    """Put turns that are there already on a chat's path."""
    connection.executemany(
        "INSERT OR IGNORE INTO chat_turns (chat_id, turn_id) VALUES (:chat, :turn)",
        [{"chat": chat_id, "turn": one} for one in turn_ids],
    )


def drop_turns_after(connection: Connection, chat_id: ChatId, turn_id: TurnId) -> list[TurnId]:
    """Move a chat's head back to `turn_id` (0 = before its first turn); turns that no chat holds any more go.

    Returns:
        The turns that went, with their messages, memories and verdict rows.
    """
    rows = connection.execute(
        "SELECT turn_id FROM chat_turns WHERE chat_id = :chat AND turn_id > :turn", {"chat": chat_id, "turn": turn_id}
    ).fetchall()
    connection.execute(
        "DELETE FROM chat_turns WHERE chat_id = :chat AND turn_id > :turn", {"chat": chat_id, "turn": turn_id}
    )
    return remove_turns(connection, [TurnId(row["turn_id"]) for row in rows])


def delete_chat(connection: Connection, chat_id: ChatId) -> list[TurnId]:
    """Delete a chat for good, with every turn that no other chat holds, and return those turns."""
    held = path(connection, chat_id)
    rows = connection.execute(
        """SELECT text FROM messages WHERE chat_id = :id AND turn_id IS NULL
           UNION ALL SELECT name || char(10) || title || char(10) || draft FROM chats WHERE id = :id""",
        {"id": chat_id},
    )
    said = [as_text(row["text"]) for row in rows.fetchall()]
    connection.execute("DELETE FROM messages WHERE chat_id = :id AND turn_id IS NULL", {"id": chat_id})
    connection.execute("DELETE FROM chats WHERE id = :id", {"id": chat_id})
    return remove_turns(connection, held, said=said)
