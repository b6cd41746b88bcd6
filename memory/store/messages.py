"""Messages of chats: pending ones, replies as they stream, kept ones and their alternatives.

The one fact that a reader would get wrong: a message without a turn is unfinished business. It bears its writer's
`owner` name, so that another program can tell a reply being written now from one whose program died.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.database import Connection, Row, snapshot
from memory.errors import StoreError
from memory.records import ChatId, Message, MessageId, MessageStatus, Mode, Role, TurnId, Usage
from memory.store.cells import Cells, as_text
from memory.store.message_rows import message_of, read_rows
from memory.store.rows import id_list, pack_token_ids, to_ms

_LAST_ID = 2**63 - 1  # of what SQLite can give


@dataclass(frozen=True, slots=True)
class NewReply:
    """A reply as it is to be kept."""

    text: str
    status: MessageStatus
    reasoning: str = ""
    is_rewritten: bool = False
    token_ids: tuple[int, ...] = ()
    model_name: str = ""
    usage: Usage | None = None
    overused_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A message that no turn holds yet; `selection` is what its prompt held, for a reply that was interrupted."""

    message: Message
    owner: str
    selection: str | None


def add_pending(connection: Connection, chat_id: ChatId, text: str, owner: str, now: datetime) -> MessageId:
    """Save a user's message before anything can fail.

    Raises:
        StoreError: the chat is gone or marked as deleted, from another window perhaps.
    """
    if not connection.execute("SELECT 1 FROM chats WHERE id = :id AND deleted_at IS NULL", {"id": chat_id}).fetchone():
        raise _chat_is_gone()
    return _insert(connection, chat_id, Role.USER, text, MessageStatus.PENDING, owner, now)


def add_streaming(
    connection: Connection, chat_id: ChatId, owner: str, selection: str, model_name: str, now: datetime
) -> MessageId:
    """Open the row that a reply's text is saved to while it streams. Call inside a transaction.

    Raises:
        StoreError: the chat is gone for good, removed by another program since the message was saved.
    """
    if not connection.execute("SELECT 1 FROM chats WHERE id = :id", {"id": chat_id}).fetchone():
        raise _chat_is_gone()
    message_id = _insert(connection, chat_id, Role.ASSISTANT, "", MessageStatus.STREAMING, owner, now)
    connection.execute(
        "UPDATE messages SET selection = :selection, model_name = :model WHERE id = :id",
        {"selection": selection, "model": model_name, "id": message_id},
    )
    return message_id


def _chat_is_gone() -> StoreError:
    return StoreError("This chat was deleted.", "Open another chat, or undo the deletion where it was made.")


def _insert(
    connection: Connection, chat_id: ChatId, role: Role, text: str, status: MessageStatus, owner: str, now: datetime
) -> MessageId:
    cursor = connection.execute(
        """INSERT INTO messages (chat_id, role, text, status, created_at, owner)
           VALUES (:chat, :role, :text, :status, :now, :owner)""",
        {"chat": chat_id, "role": role, "text": text, "status": status, "now": to_ms(now), "owner": owner},
    )
    assert cursor.lastrowid is not None
    return MessageId(cursor.lastrowid)


def save_stream(connection: Connection, message_id: MessageId, text: str, reasoning: str) -> None:
    """Save the text of a reply so far."""
    connection.execute(
        "UPDATE messages SET text = :text, reasoning = :reasoning WHERE id = :id",
        {"text": text, "reasoning": reasoning, "id": message_id},
    )


def drop_message(connection: Connection, message_id: MessageId) -> None:
    """Delete a message that no turn holds."""
    connection.execute("DELETE FROM messages WHERE id = :id AND turn_id IS NULL", {"id": message_id})


def set_owner(connection: Connection, ids: Iterable[MessageId], owner: str) -> None:
    """Put unfinished messages into the care of another program."""
    connection.execute(
        "UPDATE messages SET owner = :owner WHERE turn_id IS NULL AND id IN (SELECT value FROM json_each(:ids))",
        {"owner": owner, "ids": id_list(ids)},
    )


def unfinished(connection: Connection, chat_id: ChatId | None = None) -> list[Unfinished]:
    """List messages without a turn, oldest first: of one chat, or of all."""
    rows = _rows(
        connection,
        "SELECT id FROM messages WHERE turn_id IS NULL AND (:chat IS NULL OR chat_id = :chat)",
        {"chat": chat_id},
    )
    return [
        Unfinished(message_of(row), as_text(row["owner"] or ""), row["selection"] and as_text(row["selection"]))
        for row in rows
    ]


def keep_turn(
    connection: Connection,
    chat_id: ChatId,
    user_message_id: MessageId,
    reply_id: MessageId,
    reply: NewReply,
    mode: Mode,
    now: datetime,
) -> TurnId:
    """Give a finished exchange its turn id and put it at the chat's head. Call inside the turn's transaction.

    Raises:
        StoreError: the chat is gone.
    """
    if not connection.execute("SELECT 1 FROM chats WHERE id = :id", {"id": chat_id}).fetchone():
        raise _chat_is_gone()
    cursor = connection.execute("INSERT INTO turns (at, mode) VALUES (:at, :mode)", {"at": to_ms(now), "mode": mode})
    assert cursor.lastrowid is not None
    turn_id = TurnId(cursor.lastrowid)
    connection.execute(
        "INSERT INTO chat_turns (chat_id, turn_id) VALUES (:chat, :turn)", {"chat": chat_id, "turn": turn_id}
    )
    connection.execute(
        "UPDATE messages SET turn_id = :turn, status = 'complete', owner = NULL WHERE id = :id",
        {"turn": turn_id, "id": user_message_id},
    )
    keep_reply(connection, turn_id, reply_id, reply)
    return turn_id


def keep_reply(connection: Connection, turn_id: TurnId, reply_id: MessageId, reply: NewReply) -> None:
    """Make a streamed reply the kept one of its turn; an earlier one becomes an alternative."""
    connection.execute(
        "UPDATE messages SET is_kept = 0 WHERE turn_id = :turn AND role = 'assistant'", {"turn": turn_id}
    )
    usage = reply.usage
    connection.execute(
        """UPDATE messages SET turn_id = :turn, text = :text, status = :status, reasoning = :reasoning, is_kept = 1,
             is_rewritten = :rewritten, token_ids = :tokens, overused_terms = :overused, model_name = :model, prompt_tokens = :prompt_tokens,
             cached_tokens = :cached_tokens, first_token_s = :first_token_s, tokens_per_s = :tokens_per_s,
             reply_tokens = :reply_tokens, owner = NULL, selection = NULL
           WHERE id = :id""",
        {
            "turn": turn_id,
            "text": reply.text,
            "status": reply.status,
            "reasoning": reply.reasoning,
            "rewritten": reply.is_rewritten,
            "tokens": pack_token_ids(reply.token_ids),
            "overused": json.dumps(reply.overused_terms, ensure_ascii=False),
            "model": reply.model_name,
            "prompt_tokens": usage.prompt_tokens if usage else None,
            "cached_tokens": usage.cached_tokens if usage else None,
            "first_token_s": usage.first_token_s if usage else None,
            "tokens_per_s": usage.tokens_per_s if usage else None,
            "reply_tokens": usage.reply_tokens if usage else None,
            "id": reply_id,
        },
    )


def drop_reply(connection: Connection, turn_id: TurnId, message_id: MessageId) -> None:
    """Delete one of a turn's replies that is not kept. Its memories must be gone already or go with the kept one's."""
    connection.execute(
        "DELETE FROM messages WHERE id = :id AND turn_id = :turn AND role = 'assistant' AND is_kept = 0",
        {"id": message_id, "turn": turn_id},
    )


def keep_beside(connection: Connection, turn_id: TurnId, message_id: MessageId) -> None:
    """Put a reply that was cut off beside the kept one of a turn, marked as stopped. Call inside a transaction."""
    connection.execute(
        """UPDATE messages SET turn_id = :turn, status = 'stopped', is_kept = 0, owner = NULL, selection = NULL
           WHERE id = :id AND turn_id IS NULL""",
        {"turn": turn_id, "id": message_id},
    )


def keep_alternative(connection: Connection, turn_id: TurnId, message_id: MessageId) -> None:
    """Make one of a turn's stored replies the kept one, all others its alternatives. Call inside a transaction."""
    connection.execute(
        "UPDATE messages SET is_kept = (id = :id) WHERE turn_id = :turn AND role = 'assistant'",
        {"id": message_id, "turn": turn_id},
    )


def messages_of_turns(connection: Connection, turn_ids: Sequence[TurnId]) -> dict[TurnId, list[Message]]:
    """Read the messages of turns: the user's first, then the replies in the order they were given."""
    rows = _rows(
        connection,
        "SELECT id FROM messages WHERE turn_id IN (SELECT value FROM json_each(:ids))",
        {"ids": id_list(turn_ids)},
    )
    found: dict[TurnId, list[Message]] = {turn_id: [] for turn_id in turn_ids}
    for row in rows:
        found[TurnId(row["turn_id"])].append(message_of(row))
    for of_turn in found.values():
        of_turn.sort(key=lambda one: one.role is not Role.USER)
    return found


def read_messages(connection: Connection, ids: Sequence[MessageId]) -> list[Message]:
    """Read messages by id, in the order of their ids."""
    return [message_of(row) for row in read_rows(connection, ids)]


def texts_of_turns(connection: Connection, turn_ids: Iterable[TurnId]) -> list[str]:
    """Read everything that was written in turns: messages, all replies, and what was thought before them."""
    rows = connection.execute(
        "SELECT text, reasoning FROM messages WHERE turn_id IN (SELECT value FROM json_each(:ids)) ORDER BY id",
        {"ids": id_list(turn_ids)},
    )
    return [as_text(text) for row in rows for text in (row["text"], row["reasoning"]) if text]


def all_messages(connection: Connection) -> list[Message]:
    """Read every message, alternatives and unfinished ones too, in the order of their ids."""
    return [message_of(row) for row in _rows(connection, "SELECT id FROM messages", {})]


def _rows(connection: Connection, query: str, wanted: Mapping[str, object]) -> list[Row]:
    """Read the whole rows whose ids a query selects, in the order of these."""
    with snapshot(connection):
        return read_rows(connection, [MessageId(row["id"]) for row in connection.execute(query, wanted)])


def recent_replies(
    connection: Connection, limit: int, *, before_turn: TurnId | None = None
) -> list[tuple[str, datetime]]:
    """Read the latest replies that were given here with their moments, of all chats, oldest first."""
    rows = connection.execute(
        # The turns first: SQLite would otherwise sort all replies there are.
        """SELECT m.text AS text, t.at AS at
           FROM (SELECT id, at FROM turns INDEXED BY turns_said_here
                 WHERE is_imported = 0 AND id < :before ORDER BY id DESC LIMIT :limit) t
           JOIN messages m ON m.turn_id = t.id
           WHERE m.role = 'assistant' AND m.is_kept ORDER BY t.id DESC""",
        {"before": _LAST_ID if before_turn is None else before_turn, "limit": limit},
    ).fetchall()
    return [(as_text(row["text"]), Cells(row).moment("at")) for row in reversed(rows)]


def last_reply(connection: Connection, chat_id: ChatId, *, before_turn: TurnId | None = None) -> Message | None:
    """Read the kept reply of a chat's last turn, or of the last one before a turn; None where there is none."""
    row = connection.execute(
        """SELECT MAX(turn_id) AS id FROM chat_turns
           WHERE chat_id = :chat AND (:before IS NULL OR turn_id < :before)""",
        {"chat": chat_id, "before": before_turn},
    ).fetchone()
    if row["id"] is None:
        return None
    turn_id = TurnId(row["id"])
    found = messages_of_turns(connection, [turn_id])[turn_id]
    return next((one for one in found if one.role is Role.ASSISTANT and one.is_kept), None)


def recent_user_texts(connection: Connection, limit: int, *, before_turn: TurnId | None = None) -> list[str]:
    """Read the latest messages that were written here, of all chats, oldest first."""
    rows = connection.execute(
        """SELECT m.text AS text FROM turns t INDEXED BY turns_said_here CROSS JOIN messages m ON m.turn_id = t.id
           WHERE t.is_imported = 0 AND m.role = 'user' AND (:before IS NULL OR t.id < :before)
           ORDER BY t.id DESC LIMIT :limit""",
        {"before": before_turn, "limit": limit},
    ).fetchall()
    return [as_text(row["text"]) for row in reversed(rows)]


def user_texts(connection: Connection, turn_ids: Sequence[TurnId]) -> list[str]:
    """Read what the user said in these turns, oldest first."""
    rows = connection.execute(
        """SELECT text FROM messages WHERE role = 'user' AND turn_id IN (SELECT value FROM json_each(:ids))
           ORDER BY turn_id, id""",
        {"ids": id_list(turn_ids)},
    )
    return [as_text(row["text"]) for row in rows]


def model_names(connection: Connection, chat_id: ChatId) -> list[str]:
    """List the models that wrote the replies of a chat, the alternatives too; imported ones have none."""
    rows = connection.execute(
        """SELECT DISTINCT model_name FROM messages
           WHERE role = 'assistant' AND model_name <> ''
             AND turn_id IN (SELECT turn_id FROM chat_turns WHERE chat_id = :chat)""",
        {"chat": chat_id},
    )
    return [as_text(row["model_name"]) for row in rows]


def redact(connection: Connection, ids: Iterable[MessageId], text: str) -> None:
    """Put another text in place of messages' own, reasoning and token ids included."""
    connection.execute(
        """UPDATE messages SET text = :text, reasoning = '', token_ids = x'', overused_terms = '[]', selection = NULL
           WHERE id IN (SELECT value FROM json_each(:ids))""",
        {"text": text, "ids": id_list(ids)},
    )


def clear_reasoning(connection: Connection, ids: Iterable[MessageId]) -> None:
    """Delete the reasoning of replies whose text may stay."""
    connection.execute(
        "UPDATE messages SET reasoning = '' WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(ids)}
    )


def clear_overused(connection: Connection, is_unwanted: Callable[[str], bool]) -> None:
    """Take terms away from what replies were told to have worn out."""
    rows = connection.execute("SELECT id, overused_terms FROM messages WHERE overused_terms <> '[]'").fetchall()
    for row in rows:
        terms = Cells(row).texts("overused_terms")
        kept = [one for one in terms if not is_unwanted(one)]
        if len(kept) < len(terms):
            connection.execute(
                "UPDATE messages SET overused_terms = :terms WHERE id = :id",
                {"terms": json.dumps(kept, ensure_ascii=False), "id": row["id"]},
            )


def turn_moments(connection: Connection, turn_ids: Iterable[TurnId]) -> dict[TurnId, tuple[datetime, Mode]]:
    """Read when each turn was kept, and its mode."""
    rows = connection.execute(
        "SELECT id, at, mode FROM turns WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(turn_ids)}
    )
    return {TurnId(row["id"]): (Cells(row).moment("at"), Cells(row).member("mode", Mode.ASSOCIATIVE)) for row in rows}


def turn_bytes(connection: Connection, turn_ids: Sequence[TurnId]) -> list[int]:
    """Tell how many bytes of UTF-8 the kept messages of each turn have, in the order given."""
    rows = connection.execute(
        """SELECT turn_id, SUM(LENGTH(CAST(text AS BLOB))) AS size FROM messages
           WHERE turn_id IN (SELECT value FROM json_each(:ids)) AND is_kept GROUP BY turn_id""",
        {"ids": id_list(turn_ids)},
    )
    sizes = {row["turn_id"]: int(row["size"]) for row in rows}
    return [sizes.get(turn_id, 0) for turn_id in turn_ids]
