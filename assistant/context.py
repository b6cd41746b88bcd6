"""The part of a chat's next prompt that does not depend on the next message: evaluated ahead, and shown as a meter."""

from assistant.chat_settings import chat_config
from assistant.errors import ModelError
from assistant.history import plan_history
from assistant.model import PromptMessage
from assistant.room import history_room
from assistant.session import Session
from memory.database import Connection
from memory.errors import StoreError
from memory.records import ChatId, Role


def warm_next(session: Session, connection: Connection, chat_id: ChatId) -> None:
    """Have the model evaluate what the next turn will not change; returns at once.

    A model or a store that cannot is no concern here: the next turn says so, and this one is over.
    """
    try:
        session.model.warm(stable_prompt(session, connection, chat_id))
    except (ModelError, StoreError):
        return


def warm_chat(session: Session, chat_id: ChatId) -> None:
    """Do the same for a chat that was just opened, once the model is loaded."""
    with session.connection() as connection:
        warm_next(session, connection, chat_id)


def stable_prompt(session: Session, connection: Connection, chat_id: ChatId) -> tuple[PromptMessage, ...]:
    """Return system message and history of a chat's next turn."""
    standing = session.standing(connection, session.clock.now())
    config = chat_config(session, connection, chat_id)
    system = PromptMessage(Role.SYSTEM, session.system_message(standing, config))
    limit = history_room(session, system, message_tokens=0)
    name = session.ready_model().name
    history = plan_history(connection, chat_id, limit, session.count_messages, model_name=name)
    return (system, *history.messages)


def context_use(session: Session, chat_id: ChatId) -> tuple[int, int]:
    """Return the tokens of the next prompt before anything is typed, and the context's size in tokens."""
    with session.connection() as connection:
        used = session.model.count_prompt(stable_prompt(session, connection, chat_id))
    return used, session.ready_model().n_ctx
