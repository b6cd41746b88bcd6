"""Keep a turn: reply, turn id, verdict rows, renewals and new memories in one transaction.

The one fact that a reader would get wrong: a turn id is settled here, not when the prompt was built. Another program may
have kept turns meanwhile; then every stated end moves by as many.
"""

from collections.abc import Sequence
from datetime import datetime

from assistant.orders import Orders, carry_out
from assistant.storing import store_held
from memory.capture import Captured, Statement, prepare
from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.errors import StoreError
from memory.records import ChatId, Knobs, Memory, MemoryId, Message, MessageId, Mode, Provenance, Role, TurnId
from memory.retrieval import Selection
from memory.rules import decay
from memory.rules.gate import retimed
from memory.rules.titles import title_of
from memory.store import chats, memories, memory_ids, presence, verdicts
from memory.store.actions import ActionKind, log_action
from memory.store.messages import NewReply, drop_reply, keep_reply, keep_turn, last_reply, messages_of_turns
from memory.superseding import read_ahead, supersede_at_once
from memory.worth import importance

_NO_ORDERS = Orders()


def keep(
    connection: Connection,
    embedder: Embedder,
    *,
    chat_id: ChatId,
    user_message_id: MessageId,
    user_text: str,
    reply_id: MessageId,
    reply: NewReply,
    selection: Selection,
    mode: Mode,
    shown: Sequence[Memory],
    knobs: Knobs,
    now: datetime,
    orders: Orders = _NO_ORDERS,
) -> tuple[TurnId, tuple[str, ...]]:
    """Make a pending exchange the next turn of its chat.

    Args:
        connection: The store.
        embedder: For the new memories' vectors, which are made before the transaction begins.
        chat_id: The chat.
        user_message_id: The pending message.
        user_text: Its text.
        reply_id: The row that the reply was streamed to.
        reply: What is kept of it, stopped or failed ones too.
        selection: The memories of its prompt.
        mode: How they were retrieved.
        shown: The memories that its prompt held, which the reply may restate.
        knobs: Of new memories.
        now: The turn's moment.
        orders: What the message orders about memory.

    Returns:
        The turn's id, and a visible line for each order but what it asks to forget (`assistant.wishes`).
    """
    remembered = user_text if orders.remembered is None else orders.remembered
    own_words = Statement(
        remembered, Provenance.USER_SAID, now, chat_id=chat_id, message_id=user_message_id, knobs=knobs
    )
    its_words = Statement(
        reply.text,
        Provenance.ASSISTANT_SAID,
        now,
        chat_id=chat_id,
        message_id=reply_id,
        knobs=knobs,
        shown=tuple(shown),
        answers=user_text,
    )
    own, its = prepare(own_words, embedder), prepare(its_words, embedder)
    read_ahead(connection, remembered)
    with transaction(connection):
        # What was said just before gives a short message its context in the index.
        before = last_reply(connection, chat_id)
        turn_id = keep_turn(connection, chat_id, user_message_id, reply_id, reply, mode, now)
        _write_selection(connection, turn_id, selection)
        _renew(connection, selection, now)
        own_ids = store_held(connection, own, now, turn_id=turn_id, before_text=before.text if before else "")
        supersede_at_once(connection, own_ids)
        store_held(connection, its, now, turn_id=turn_id, before_text=user_text)
        _title_if_new(connection, chat_id, user_text)
        chats.touch_chat(connection, chat_id, now)
        presence.note_activity(connection, now)
        lines = carry_out(connection, orders, now)
        if orders.facts:
            _log_remembered(connection, own_ids, now)
    return turn_id, lines


def keep_again(
    connection: Connection,
    embedder: Embedder,
    *,
    turn_id: TurnId,
    reply_id: MessageId,
    reply: NewReply,
    selection: Selection,
    shown: Sequence[Memory],
    knobs: Knobs,
    now: datetime,
    beginning: MessageId | None = None,
) -> None:
    """Make a new reply the kept one of a turn: its memories replace those of the old reply.

    Args:
        connection: The store.
        embedder: For the new memories' vectors, which are made before the transaction begins.
        turn_id: The turn.
        reply_id: The row that the reply was streamed to.
        reply: What is kept of it.
        selection: The memories of its prompt.
        shown: The memories that its prompt held, which the reply may restate.
        knobs: Of new memories.
        now: The reply's moment.
        beginning: An earlier reply that the new one begins with, word for word: it goes.

    Raises:
        StoreError: the turn is gone: another program rewound or deleted its chat while the reply was written.
    """
    user = _user_message(connection, turn_id)
    its_words = Statement(
        reply.text,
        Provenance.ASSISTANT_SAID,
        now,
        chat_id=user.chat_id,
        message_id=reply_id,
        knobs=knobs,
        shown=tuple(shown),
        answers=user.text,
    )
    captured = prepare(its_words, embedder)
    with transaction(connection):
        _user_message(connection, turn_id)
        keep_reply(connection, turn_id, reply_id, reply)
        if beginning is not None:
            drop_reply(connection, turn_id, beginning)
        verdicts.replace_verdicts(connection, turn_id, (*selection.active, *selection.withheld))
        replace_own_words(connection, turn_id, captured, now, before_text=user.text)
        presence.note_activity(connection, now)


def replace_own_words(
    connection: Connection, turn_id: TurnId, captured: Captured, now: datetime, *, before_text: str
) -> None:
    """Store the memories of a turn's kept reply in place of those of another one. Call inside a transaction."""
    of_turn = memories.read_memories(connection, memory_ids.ids_of_turns(connection, [turn_id])).values()
    old = [one.id for one in of_turn if one.provenance is Provenance.ASSISTANT_SAID]
    memories.delete_memories(connection, old)
    store_held(connection, captured, now, turn_id=turn_id, before_text=before_text)


def _user_message(connection: Connection, turn_id: TurnId) -> Message:
    found = messages_of_turns(connection, [turn_id])[turn_id]
    user = next((one for one in found if one.role is Role.USER), None)
    if user is None:
        raise StoreError("This turn was dropped in another window.", "Open the chat again.")
    return user


def _log_remembered(connection: Connection, ids: Sequence[MemoryId], now: datetime) -> None:
    """Let undo find the message that asked to be remembered; forgetting one piece of it forgets them all."""
    for one in memories.read_memories(connection, ids[:1]).values():
        log_action(connection, ActionKind.REMEMBER, one.handle, now)


def _write_selection(connection: Connection, turn_id: TurnId, selection: Selection) -> None:
    rows = retimed((*selection.active, *selection.withheld), turn_id - selection.turn_id)
    verdicts.write_verdicts(connection, turn_id, rows)
    verdicts.end_stickies(connection, turn_id, selection.ended)


def _renew(connection: Connection, selection: Selection, now: datetime) -> None:
    """Renew what the user asked for, which brings an archived memory back."""
    seen = presence.read_presence(connection, now)
    for memory in memories.read_memories(connection, selection.renewed).values():
        renewed = decay.renewed(memory.importance, importance(memory, now, seen), now)
        memories.set_importance(connection, memory.id, renewed.importance, renewed.importance_at)


def _title_if_new(connection: Connection, chat_id: ChatId, text: str) -> None:
    chat = chats.read_chat(connection, chat_id)
    if chat is not None and not chat.title:
        chats.set_title(connection, chat_id, title_of(text))
