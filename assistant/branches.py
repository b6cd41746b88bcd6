"""Rewind and branch: move a chat's head, or begin another chat from one of its turns.

The one fact that a reader would get wrong: what a rewind drops is gone only where no other chat holds it, and a user's
bans and pins are never undone by it.
"""

from dataclasses import dataclass

from assistant.chats import purge_at_close
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


def set_aside(session: Session, chat_id: ChatId) -> ChatId:
    """Take a chat's last turn out of it, to make room for another message, in a way that `take_back` can undo.

    Returns:
        A deleted chat that holds the turn until its undo lapses.

    Raises:
        NotFoundError: the chat has no turn.
        TurnRefusedError: a reply is being written in it.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        if is_being_answered(session, connection, chat_id):
            raise TurnRefusedError("A reply is being written in this chat.", "Wait for it or stop it first.")
        path = chats.path(connection, chat_id)
        if not path:
            raise NotFoundError("This chat has no turn yet.")
        holder = chats.create_chat(
            connection, chats.free_name(connection), now, parent_chat_id=chat_id, fork_turn_id=path[-1]
        )
        chats.set_deleted(connection, holder.id, now)
        chats.drop_turns_after(connection, chat_id, path[-2] if len(path) > 1 else TurnId(0))
        chats.touch_chat(connection, chat_id, now)
        meta.touch_standing(connection)
        presence.note_activity(connection, now)
    purge_at_close(session, holder.id)
    return holder.id


def take_back(session: Session, chat_id: ChatId, holder_id: ChatId) -> bool:
    """Put a turn that was set aside back at the end of its chat.

    Returns:
        Whether it is back; not where the chat has gone on meanwhile, or the turn is gone.
    """
    with session.connection() as connection, transaction(connection):
        held, path = chats.path(connection, holder_id), chats.path(connection, chat_id)
        if not held or held[:-1] != path:
            return False
        chats.hold_turns(connection, chat_id, held[-1:])
        chats.delete_chat(connection, holder_id)
        meta.touch_standing(connection)
    return True


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
            connection, name or chats.free_name(connection), now, parent_chat_id=chat_id, fork_turn_id=from_turn
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
