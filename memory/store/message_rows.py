"""Rows of `messages` as messages.

The one fact that a reader would get wrong: a row may hold anything, since a damaged or hand-edited file is read too. One
that holds nonsense is a message all the same, with something harmless in the place of what cannot be read.
"""

from collections.abc import Iterable

from memory.database import Connection, Row
from memory.records import Message, MessageId, MessageStatus, Role, TurnId, Usage
from memory.store.cells import UNREADABLE, Cells
from memory.store.rows import id_list, unpack_token_ids


def read_rows(connection: Connection, ids: Iterable[MessageId]) -> list[Row]:
    """Read whole rows, in the order of their ids; ids that name nothing are left out."""
    return connection.execute(
        """SELECT id, chat_id, turn_id, role, text, status, created_at, is_kept, reasoning, is_rewritten, token_ids,
             overused_terms, model_name, prompt_tokens, cached_tokens, first_token_s, tokens_per_s, reply_tokens, owner,
             selection
           FROM messages WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id""",
        {"ids": id_list(ids)},
    ).fetchall()


def message_of(row: Row) -> Message:
    """Return the message of a whole row."""
    return read_message(row)[0]


def read_message(row: Row) -> tuple[Message, tuple[str, ...]]:
    """Return the message of a whole row, and what of it is nonsense, in words."""
    cells = Cells(row)
    usage = None
    if row["prompt_tokens"] is not None:
        usage = Usage(
            prompt_tokens=cells.count("prompt_tokens"),
            cached_tokens=cells.count("cached_tokens"),
            first_token_s=cells.number("first_token_s", None) or 0.0,
            tokens_per_s=cells.number("tokens_per_s", None) or 0.0,
            reply_tokens=cells.count("reply_tokens"),
        )
    turn_id = cells.optional_id("turn_id")
    model_name = cells.text("model_name")
    token_ids: tuple[int, ...] = ()
    try:
        token_ids = unpack_token_ids(row["token_ids"])
    except UNREADABLE:
        cells.note("token_ids")
    message = Message(
        id=MessageId(row["id"]),
        chat_id=row["chat_id"],
        role=role_of(cells, model_name),
        text=cells.text("text"),
        status=cells.member("status", MessageStatus.COMPLETE),
        created_at=cells.moment("created_at"),
        turn_id=None if turn_id is None else TurnId(turn_id),
        is_kept=cells.flag("is_kept"),
        reasoning=cells.text("reasoning"),
        is_rewritten=cells.flag("is_rewritten"),
        token_ids=token_ids,
        overused_terms=cells.texts("overused_terms"),
        model_name=model_name,
        usage=usage,
    )
    return message, tuple(cells.damage)


def role_of(cells: Cells, model_name: str) -> Role:
    """Read whom a message is from; only a reply bears the name of the model that gave it."""
    return cells.member("role", Role.ASSISTANT if model_name else Role.USER)
