"""Find what a program that died left behind, and what another one is writing right now.

The one fact that a reader would get wrong: a reply that was cut off becomes a kept turn, marked as stopped, or where its
turn had one already an alternative to that; only a message without any reply goes back to its chat's input.
"""

from collections.abc import Sequence

from assistant import drafts
from assistant.keeping import keep
from assistant.orders import orders_of
from assistant.session import Session
from assistant.wishes import asked_to_forget, find_wishes
from memory.database import Connection, transaction
from memory.folder import is_owner_alive
from memory.records import ChatId, MessageStatus, Mode, Role
from memory.retrieval import Selection, selection_from_json
from memory.store import chats, messages
from memory.store.cells import UNREADABLE
from memory.store.messages import NewReply, Unfinished


def is_answered_elsewhere(session: Session, connection: Connection, chat_id: ChatId) -> bool:
    """Tell whether another living program is answering in this chat."""
    return any(
        one.owner != session.owner and is_owner_alive(session.folder, one.owner)
        for one in messages.unfinished(connection, chat_id)
    )


def is_being_answered(session: Session, connection: Connection, chat_id: ChatId | None = None) -> bool:
    """Tell whether a reply is being written, by this program or another living one: in one chat, or in any."""
    return any(
        session.is_answering if one.owner == session.owner else is_owner_alive(session.folder, one.owner)
        for one in messages.unfinished(connection, chat_id)
    )


def recover(session: Session, connection: Connection) -> tuple[str, ...]:
    """Settle the unfinished messages of dead programs; return a line for each."""
    return _settle(session, connection, _take_over(session, connection))


def settle_own(session: Session, connection: Connection) -> tuple[str, ...]:
    """Settle what a turn of this program could not keep. Call when none runs; return a line for each."""
    return _settle(session, connection, [one for one in messages.unfinished(connection) if one.owner == session.owner])


def _settle(session: Session, connection: Connection, left: Sequence[Unfinished]) -> tuple[str, ...]:
    lines: list[str] = []
    pending: dict[tuple[str, ChatId], Unfinished] = {}
    for one in left:
        key = (one.owner, one.message.chat_id)
        if one.message.role is Role.USER:
            pending[key] = one
        elif key in pending and one.message.text and one.selection:
            lines += _keep_cut_off(session, connection, pending.pop(key), one)
        else:
            lines += _keep_beside(connection, one)
    lines += [_return_text(connection, one) for one in pending.values()]
    return tuple(lines)


def _take_over(session: Session, connection: Connection) -> list[Unfinished]:
    """Make what dead programs left this one's own, so that of two that start at once only one settles it."""
    if not messages.unfinished(connection):
        return []
    with transaction(connection):
        left = [one for one in messages.unfinished(connection) if _is_left_behind(session, one)]
        messages.set_owner(connection, [one.message.id for one in left], session.owner)
    return left


def _is_left_behind(session: Session, one: Unfinished) -> bool:
    return one.owner != session.owner and not is_owner_alive(session.folder, one.owner)


def _keep_cut_off(
    session: Session, connection: Connection, question: Unfinished, answer: Unfinished
) -> tuple[str, ...]:
    """Keep the turn with what there is of its reply; return a line for it, and one for each order that it gave."""
    chat_id, text = question.message.chat_id, question.message.text
    try:
        selection, mode = selection_from_json(answer.selection or "")
    except UNREADABLE:
        # What its prompt held cannot be told any more; the words can.
        selection, mode = Selection(), Mode.ASSOCIATIVE
    orders = orders_of(text)
    turn_id, done = keep(
        connection,
        session.embedder,
        chat_id=chat_id,
        user_message_id=question.message.id,
        user_text=text,
        reply_id=answer.message.id,
        reply=NewReply(
            text=answer.message.text,
            status=MessageStatus.STOPPED,
            reasoning=answer.message.reasoning,
            model_name=answer.message.model_name,
        ),
        selection=selection,
        mode=mode,
        shown=(),
        knobs=session.retrieved_knobs,
        now=answer.message.created_at,
        orders=orders,
    )
    # A screen that died may have saved its input before the message was taken out of it.
    draft = chats.read_draft(connection, chat_id)
    with transaction(connection):
        chats.set_draft(connection, chat_id, drafts.without(draft, text))
    wishes = find_wishes(session, connection, orders, chat_id, before_turn=turn_id)
    asked = asked_to_forget(connection, orders, wishes)
    title = _title(connection, question)
    return (f"A reply in “{title}” was cut off; its text so far is kept and marked as stopped.", *done, *asked.lines)


def _keep_beside(connection: Connection, answer: Unfinished) -> tuple[str, ...]:
    """Keep what there is of a reply to a turn that had one already, as its alternative; return a line for it."""
    path = chats.path(connection, answer.message.chat_id)
    with transaction(connection):
        if not (answer.message.text and answer.selection and path):
            messages.drop_message(connection, answer.message.id)
            return ()
        messages.keep_beside(connection, path[-1], answer.message.id)
    return (f"Another reply in “{_title(connection, answer)}” was cut off; it stands beside the one that is kept.",)


def _return_text(connection: Connection, one: Unfinished) -> str:
    chat_id = one.message.chat_id
    with transaction(connection):
        typed_since = chats.read_draft(connection, chat_id)
        chats.set_draft(connection, chat_id, drafts.put_back(typed_since, one.message.text))
        messages.drop_message(connection, one.message.id)
    return f"A message in “{_title(connection, one)}” was never answered; its text is back in the input."


def _title(connection: Connection, one: Unfinished) -> str:
    chat = chats.read_chat(connection, one.message.chat_id)
    return (chat.title or chat.name) if chat else "a chat"
