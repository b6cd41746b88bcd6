"""Rewind and branch: move a chat's head, or begin another chat from one of its turns.

The one fact that a reader would get wrong: what a rewind drops is gone only where no other chat holds it, and a user's
bans and pins are never undone by it.
"""

from dataclasses import dataclass

from assistant.chats import free_name
from assistant.errors import NotFoundError, TurnRefusedError
from assistant.recovery import is_being_answered
from assistant.session import Session
from memory.database import transaction
from memory.records import Chat, ChatId, TurnId
from memory.store import chats, meta, presence


@dataclass(frozen=True, slots=True)
class Fork:
    """Another chat that shares its first turns with the one at hand, and the last turn that both hold."""

    chat: Chat
    turn_id: TurnId


def rewind(session: Session, chat_id: ChatId, to_turn: TurnId) -> TurnId:
    """Make `to_turn` the last turn of a chat; 0 empties it.

    Raises:
        NotFoundError: the chat does not hold that turn.
        TurnRefusedError: a reply is being written in it, whose prompt holds what would be dropped.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        if is_being_answered(session, connection, chat_id):
            raise TurnRefusedError("A reply is being written in this chat.", "Wait for it or stop it first.")
        if to_turn != 0 and to_turn not in chats.path(connection, chat_id):
            raise NotFoundError(f"This chat has no turn {to_turn}.")
        chats.drop_turns_after(connection, chat_id, to_turn)
        chats.touch_chat(connection, chat_id, now)
        meta.touch_standing(connection)
        presence.note_activity(connection, now)
    return to_turn


def branch(session: Session, chat_id: ChatId, from_turn: TurnId, name: str = "") -> Chat:
    """Begin a chat that shares its first turns, up to `from_turn`, with another; without a name it is numbered.

    Raises:
        NotFoundError: the chat does not hold that turn.
        ValueError: the name is taken.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        if from_turn not in chats.path(connection, chat_id):
            raise NotFoundError(f"This chat has no turn {from_turn}.")
        presence.note_activity(connection, now)
        return chats.create_chat(
            connection, name or free_name(connection), now, parent_chat_id=chat_id, fork_turn_id=from_turn
        )


def other_branches(session: Session, chat_id: ChatId, turn_id: TurnId) -> list[Chat]:
    """List the other chats that hold a turn: the branches that exist beside this one."""
    with session.connection() as connection:
        found = (chats.read_chat(connection, one) for one in chats.holders(connection, turn_id) if one != chat_id)
        return [one for one in found if one is not None and one.deleted_at is None]


def forks(session: Session, chat_id: ChatId) -> list[Fork]:
    """List the branches beside a chat, in the order in which they part from it."""
    with session.connection() as connection:
        parted = chats.forks(connection, chat_id)
        found = [(chats.read_chat(connection, other), turn_id) for other, turn_id in parted]
        return [Fork(chat, turn_id) for chat, turn_id in found if chat is not None]
