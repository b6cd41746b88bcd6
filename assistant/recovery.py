"""Find what a program that died left behind, and what another one is writing right now.

The one fact that a reader would get wrong: a reply that was cut off becomes a kept turn, marked as stopped; only a
message without any reply goes back to its chat's input.
"""

from assistant.keeping import keep
from assistant.session import Session
from memory.database import Connection, transaction
from memory.folder import is_owner_alive
from memory.records import ChatId, Knobs, MessageStatus, Role
from memory.retrieval import selection_from_json
from memory.store import chats, messages
from memory.store.messages import NewReply, Unfinished


def is_answered_elsewhere(session: Session, connection: Connection, chat_id: ChatId) -> bool:
    """Tell whether another living program is answering in this chat."""
    return any(
        one.owner != session.owner and is_owner_alive(session.folder, one.owner)
        for one in messages.unfinished(connection, chat_id)
    )


def recover(session: Session, connection: Connection) -> tuple[str, ...]:
    """Settle the unfinished messages of dead programs; return a line for each."""
    lines = []
    pending: dict[tuple[str, ChatId], Unfinished] = {}
    left = [one for one in messages.unfinished(connection) if _is_left_behind(session, one)]
    for one in left:
        key = (one.owner, one.message.chat_id)
        if one.message.role is Role.USER:
            pending[key] = one
        elif key in pending and one.message.text and one.selection:
            lines.append(_keep_cut_off(session, connection, pending.pop(key), one))
        else:
            with transaction(connection):
                messages.drop_message(connection, one.message.id)
    lines += [_return_text(connection, one) for one in pending.values()]
    return tuple(lines)


def _is_left_behind(session: Session, one: Unfinished) -> bool:
    return one.owner != session.owner and not is_owner_alive(session.folder, one.owner)


def _keep_cut_off(session: Session, connection: Connection, question: Unfinished, answer: Unfinished) -> str:
    selection, mode = selection_from_json(answer.selection or "")
    config = session.config
    keep(
        connection,
        session.embedder,
        chat_id=question.message.chat_id,
        user_message_id=question.message.id,
        user_text=question.message.text,
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
        knobs=Knobs(config.retrieved_sticky, config.retrieved_cooldown, config.retrieved_delay),
        now=answer.message.created_at,
    )
    return f"A reply in “{_title(connection, question)}” was cut off; its text so far is kept and marked as stopped."


def _return_text(connection: Connection, one: Unfinished) -> str:
    chat_id = one.message.chat_id
    with transaction(connection):
        draft = chats.read_draft(connection, chat_id)
        chats.set_draft(connection, chat_id, f"{one.message.text}\n\n{draft}" if draft else one.message.text)
        messages.drop_message(connection, one.message.id)
    return f"A message in “{_title(connection, one)}” was never answered; its text is back in the input."


def _title(connection: Connection, one: Unfinished) -> str:
    chat = chats.read_chat(connection, one.message.chat_id)
    return (chat.title or chat.name) if chat else "a chat"
