"""The part of a chat's next prompt that does not depend on the next message: evaluated ahead, and shown as a meter."""

from contextlib import suppress
from dataclasses import dataclass
from statistics import mean

from assistant.chat_settings import chat_config
from assistant.errors import ModelError
from assistant.history import MESSAGE_OVERHEAD_TOKENS, History, plan_history
from assistant.model import PromptMessage
from assistant.prompt import system_text
from assistant.room import history_room
from assistant.session import Session
from memory.database import Connection
from memory.errors import StoreError
from memory.records import ChatId, Role, TurnId
from memory.store import messages

_LATEST_TURNS = 4


@dataclass(frozen=True, slots=True)
class ContextUse:
    """How full a chat's next prompt is before anything is typed.

    Args:
        used_tokens: System message and history as they would be sent now.
        size_tokens: The model's context; 0 = unknown.
        dropped_turns: How many of the chat's oldest turns are in the prompt no more.
        first_turn: The first turn that is; None where none is.
        is_trim_near: Whether about one more turn like the latest makes the oldest quarter leave.
    """

    used_tokens: int = 0
    size_tokens: int = 0
    dropped_turns: int = 0
    first_turn: TurnId | None = None
    is_trim_near: bool = False


def warm_next(session: Session, connection: Connection, chat_id: ChatId) -> None:
    """Have the model evaluate what the next turn will not change; returns at once.

    A model or a store that cannot is no concern here: the next turn says so, and this one is over.
    """
    with suppress(ModelError, StoreError):
        session.model.warm(stable_prompt(session, connection, chat_id))


def stable_prompt(session: Session, connection: Connection, chat_id: ChatId) -> tuple[PromptMessage, ...]:
    """Return system message and history of a chat's next turn."""
    system, history, _ = _stable_parts(session, connection, chat_id)
    return (system, *history.messages)


def open_context(session: Session, chat_id: ChatId) -> ContextUse:
    """Measure a chat's next prompt as it stands before anything is typed, and have the model evaluate it meanwhile."""
    with session.connection() as connection:
        system, history, room_tokens = _stable_parts(session, connection, chat_id)
        prompt = (system, *history.messages)
        use = ContextUse(
            used_tokens=session.model.count_prompt(prompt),
            size_tokens=session.ready_model().n_ctx,
            dropped_turns=history.dropped_turns,
            first_turn=history.first_turn,
            is_trim_near=_is_trim_near(session, connection, history, room_tokens),
        )
    with suppress(ModelError):
        session.model.warm(prompt)
    return use


def _stable_parts(session: Session, connection: Connection, chat_id: ChatId) -> tuple[PromptMessage, History, int]:
    standing = session.standing(connection, session.clock.now())
    config = chat_config(session, connection, chat_id)
    system = PromptMessage(Role.SYSTEM, system_text(config.persona, standing.lines))
    room_tokens = history_room(session, system, message_tokens=0)
    name = session.ready_model().name
    history = plan_history(connection, chat_id, room_tokens, session.count_messages, model_name=name)
    return system, history, room_tokens


def _is_trim_near(session: Session, connection: Connection, history: History, room_tokens: int) -> bool:
    kept = messages.read_messages(connection, sorted(history.message_ids))
    costs = [tokens + MESSAGE_OVERHEAD_TOKENS for tokens in session.count_messages(kept)]
    if not costs:
        return False
    # The next message takes its room too, before its reply joins the history.
    next_turn_tokens = 2 * mean(costs[-2 * _LATEST_TURNS :])
    return sum(costs) + next_turn_tokens > room_tokens
