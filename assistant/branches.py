"""Rewind and branch: move a chat's head, or begin another chat from one of its turns.

The one fact that a reader would get wrong: what a rewind drops is gone only where no other chat holds it, and a user's
bans and pins are never undone by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.chats import purge_at_close, undo_deletion
from assistant.errors import NotFoundError, TurnRefusedError
from assistant.recovery import is_being_answered
from assistant.session import Session
from memory.database import Connection, transaction
from memory.records import BEFORE_THE_FIRST, Chat, ChatId, TurnId
from memory.store import chats, meta, presence


@dataclass(frozen=True, slots=True)
class Fork:
    """Another chat that goes another way than the one at hand.

    Args:
        chat: The other one.
        turn_id: The last turn that both hold; `BEFORE_THE_FIRST` where the other begins in place of this one's first.
        goes_to: The turn of the other where they part: the shared one, or its first; None where it has none.
    """

    chat: Chat
    turn_id: TurnId
    goes_to: TurnId | None

    @property
    def is_at_start(self) -> bool:
        """Whether the two share no turn."""
        return self.turn_id == BEFORE_THE_FIRST


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
        holder_id = _hold_last(connection, chat_id, path, now)
        chats.touch_chat(connection, chat_id, now)
        meta.touch_standing(connection)
        presence.note_activity(connection, now)
    purge_at_close(session, holder_id)
    return holder_id


def _hold_last(connection: Connection, chat_id: ChatId, path: Sequence[TurnId], now: datetime) -> ChatId:
    """Take the last turn of a path out of its chat; returns the deleted chat that holds it. Call inside a transaction."""
    # Brought back beside a first turn, it is a branch from before that one.
    before = path[-2] if len(path) > 1 else BEFORE_THE_FIRST
    holder = chats.create_chat(
        connection, chats.free_name(connection), now, parent_chat_id=chat_id, fork_turn_id=before
    )
    chats.hold_turns(connection, holder.id, path[-1:])
    chats.set_deleted(connection, holder.id, now)
    chats.drop_turns_after(connection, chat_id, before)
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


@dataclass(frozen=True, slots=True)
class EditTakenBack:
    """What came of taking an edit back.

    Args:
        chat_id: The chat that shows the message as it was.
        turn_id: That message's turn.
        holder_id: The deleted chat that holds the edited turn until its undo lapses; None where that one stays in its
            chat, because the talk has gone on from it.
    """

    chat_id: ChatId
    turn_id: TurnId
    holder_id: ChatId | None


def take_edit_back(session: Session, chat_id: ChatId, holder_id: ChatId) -> EditTakenBack:
    """Bring a turn back whose message was edited: in its place, or beside it where the chat has gone on.

    Args:
        session: Where.
        chat_id: The chat whose last turn was edited.
        holder_id: What `set_aside` returned.

    Raises:
        NotFoundError: undo has lapsed.
        TurnRefusedError: a reply is being written in the chat.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        if is_being_answered(session, connection, chat_id):
            raise TurnRefusedError("A reply is being written in this chat.", "Wait for it or stop it first.")
        undo_deletion(connection, holder_id, now)
        held, path = chats.path(connection, holder_id), chats.path(connection, chat_id)
        meta.touch_standing(connection)
        presence.note_activity(connection, now)
        chat = chats.read_chat(connection, chat_id)
        is_in_place = chat is not None and chat.deleted_at is None and len(path) == len(held) and path[:-1] == held[:-1]
        if not held or not is_in_place:
            # It stands as a branch now; what was said since stays as it is.
            chats.touch_chat(connection, holder_id, now)
            return EditTakenBack(holder_id, held[-1] if held else BEFORE_THE_FIRST, None)
        other_id = _hold_last(connection, chat_id, path, now)
        chats.hold_turns(connection, chat_id, held[-1:])
        chats.delete_chat(connection, holder_id)
        chats.touch_chat(connection, chat_id, now)
    purge_at_close(session, other_id)
    return EditTakenBack(chat_id, held[-1], other_id)


def branch(session: Session, chat_id: ChatId, from_turn: TurnId, name: str = "") -> Chat:
    """Begin a chat that shares its first turns, up to `from_turn`, with another; without a name it is numbered.

    Args:
        session: Where.
        chat_id: The other one.
        from_turn: The last turn that both hold; `BEFORE_THE_FIRST` shares none and begins in place of the first.
        name: Its name.

    Raises:
        NotFoundError: the chat does not hold that turn.
        ValueError: the name is taken.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        if from_turn != BEFORE_THE_FIRST and from_turn not in chats.path(connection, chat_id):
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
        return [
            Fork(chat, turn_id, _first_turn(connection, chat.id) if turn_id == BEFORE_THE_FIRST else turn_id)
            for chat, turn_id in found
            if chat is not None
        ]


def _first_turn(connection: Connection, chat_id: ChatId) -> TurnId | None:
    return next(iter(chats.whole_turns(connection, chat_id)), None)
