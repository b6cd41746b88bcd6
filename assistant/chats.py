"""Chats for screens and commands: list, open, name, delete with undo.

The one fact that a reader would get wrong: a deleted chat is only marked. Its turns leave for good when undo lapses:
after 10 minutes, or when the program that deleted it ends: another one's deletions keep their 10 minutes.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from assistant import drafts
from assistant.cleaning import clean_line
from assistant.errors import NotFoundError
from assistant.folder_cleaning import LOCK_WAIT_S, WHAT_IS_LEFT, clean_files, finish_cleaning
from assistant.purging import purge_chat
from assistant.recovery import is_answered_elsewhere
from assistant.session import Session
from assistant.views import ChatSummary, ChatView, KeptDraft, TurnView, part_of
from memory.database import Connection, snapshot, transaction
from memory.errors import BusyError, StoreError
from memory.folder import FolderLock
from memory.records import Chat, ChatId, Role, TurnId
from memory.rules.plurals import counted
from memory.store import chats, messages, meta, presence

UNDO_LASTS = timedelta(minutes=10)
_LISTED_NAMES = 5
_HISTORY = 200  # messages that the input can go back to


def list_chats(session: Session) -> list[ChatSummary]:
    """List the chats, latest first, those put away too."""
    with session.connection() as connection:
        return [
            ChatSummary(chat, turns, is_answered_elsewhere(session, connection, chat.id))
            for chat, turns in chats.read_chats(connection)
        ]


def new_chat(session: Session, name: str = "") -> Chat:
    """Create a chat; without a name it is numbered.

    Raises:
        ValueError: the name is taken.
    """
    with session.connection() as connection, transaction(connection):
        return chats.create_chat(connection, name or chats.free_name(connection), session.clock.now())


def chat_by_name(session: Session, name: str) -> Chat | None:
    """Find a chat by its name, deleted ones left out."""
    with session.connection() as connection:
        return _present(connection, name)


def _present(connection: Connection, name: str) -> Chat | None:
    chat = chats.chat_by_name(connection, name)
    return None if chat is None or chat.deleted_at else chat


def chat_named(session: Session, name: str) -> Chat:
    """Return the chat of that name or title.

    Raises:
        NotFoundError: there is none, or several chats have that title.
    """
    with session.connection() as connection:
        return named(connection, name)


def named(connection: Connection, name: str) -> Chat:
    """Return the chat of that name or title, for one who reads on from the same state of the store.

    Raises:
        NotFoundError: there is none, or several chats have that title.
    """
    chat = _present(connection, name)
    if chat is not None:
        return chat
    sought = name.strip().casefold()
    titled = [one for one, _ in chats.read_chats(connection) if one.title.casefold() == sought]
    if len(titled) > 1:
        names = ", ".join(clean_line(one.name) for one in titled[:_LISTED_NAMES])
        raise NotFoundError(f"{len(titled)} chats are called “{clean_line(name)}”.", f"Name one of them: {names}.")
    if not titled:
        raise NotFoundError(f"There is no chat “{clean_line(name)}”.", "`reverie chats` lists them.")
    return titled[0]


def latest_chat(session: Session) -> Chat | None:
    """Find the chat that was used last, of those that are not put away."""
    with session.connection() as connection:
        latest = chats.latest_chat_id(connection, is_listed=True)
        return None if latest is None else chats.read_chat(connection, latest)


def set_put_away(session: Session, chat_id: ChatId, *, is_put_away: bool) -> None:
    """Take a chat out of the list, or bring it back; nothing else of it changes."""
    with session.connection() as connection, transaction(connection):
        chats.set_put_away(connection, chat_id, is_put_away=is_put_away)
        presence.note_activity(connection, session.clock.now())


def rename_chat(session: Session, chat_id: ChatId, title: str) -> None:
    """Give a chat another title."""
    with session.connection() as connection, transaction(connection):
        chats.set_title(connection, chat_id, " ".join(title.split()))


def delete_chat(session: Session, chat_id: ChatId) -> None:
    """Delete a chat; `undo_delete_chat` brings it back until undo lapses."""
    _mark_deleted(session, chat_id)
    purge_at_close(session, chat_id)


def _mark_deleted(session: Session, chat_id: ChatId) -> Chat | None:
    """Take a chat out of sight and return it as it was deleted; None where there is none."""
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        chats.set_deleted(connection, chat_id, now)
        meta.touch_standing(connection)
        presence.note_activity(connection, now)
        return chats.read_chat(connection, chat_id)


def purge_at_close(session: Session, chat_id: ChatId) -> None:
    """Delete a chat that this program deleted for good when it ends, if it has not been brought back by then."""
    with session.connection() as connection:
        deleted = chats.read_chat(connection, chat_id)
    if deleted is not None:
        session.deleted_chats[chat_id] = deleted
        session.at_close_once("purge chats", lambda: _end_undo(session, tuple(session.deleted_chats.values())))


def delete_for_good(session: Session, chat_id: ChatId, *, wait_s: float = LOCK_WAIT_S) -> str:
    """Delete a chat so that it cannot be brought back, waiting so long for whoever works on the folder.

    Returns:
        "" where nothing of it is left; else what is left and when it goes, in words.
    """
    deleted = _mark_deleted(session, chat_id)
    return "" if deleted is None else _end_undo(session, [deleted], wait_s)


def _end_undo(session: Session, deleted: Sequence[Chat], wait_s: float = LOCK_WAIT_S) -> str:
    """Delete chats for good, as they were deleted; where that cannot be, have whoever looks next do it at once.

    Returns:
        What is left and when it goes, "" where nothing is.
    """
    with session.connection() as connection:
        with transaction(connection):
            going = [one for each in deleted if (one := _lapsed(connection, each)) is not None]
        if not going:
            return ""
        try:
            with FolderLock(session.folder).held(wait_s):
                why = clean_files(session, connection) if _purge(connection, going) else ""
            if not why:
                return ""
        except StoreError as error:
            why = error.message.rstrip(".")
        waiting = [one for one in going if chats.read_chat(connection, one.id) is not None]
    return f"{_states([one for one in going if one not in waiting], waiting)}: {why}. {WHAT_IS_LEFT}"


def _lapsed(connection: Connection, deleted: Chat) -> Chat | None:
    """Let a chat's undo lapse and return the chat; None where it is no longer as it was deleted. Call inside a transaction."""
    chat = chats.read_chat(connection, deleted.id)
    if chat is None or deleted.deleted_at is None or chat.deleted_at != deleted.deleted_at:
        return None
    lapsed = deleted.deleted_at - UNDO_LASTS
    chats.set_deleted(connection, deleted.id, lapsed)
    return replace(deleted, deleted_at=lapsed)


def _states(gone: Sequence[Chat], waiting: Sequence[Chat]) -> str:
    """Say what became of chats that were deleted: of those that only files still hold, and of those that wait."""
    its = "its" if len(gone) == 1 else "their"
    said = [f"{_called(gone)} deleted, but {its} words are still in the files"] if gone else []
    said += [f"{_called(waiting)} out of sight, but not deleted yet"] if waiting else []
    return "; ".join(said)


def _called(some: Sequence[Chat]) -> str:
    """Name the first of some chats and count the others: "“Garden” is", "“Garden” and 2 more chats are"."""
    first = f"“{clean_line(some[0].title or some[0].name)}”"
    return f"{first} is" if len(some) == 1 else f"{first} and {counted(len(some) - 1, 'more chat')} are"


def undo_delete_chat(session: Session, chat_id: ChatId) -> None:
    """Bring a deleted chat back.

    Raises:
        NotFoundError: undo has lapsed.
    """
    with session.connection() as connection, transaction(connection):
        undo_deletion(connection, chat_id, session.clock.now())
        meta.touch_standing(connection)


def undo_deletion(connection: Connection, chat_id: ChatId, now: datetime) -> None:
    """Take the mark of deletion off a chat, for one who changes more in the same transaction.

    Raises:
        NotFoundError: undo has lapsed.
    """
    chat = chats.read_chat(connection, chat_id)
    if chat is None or _has_lapsed(chat, now):
        raise NotFoundError("That is gone: undo lasts 10 minutes.")
    chats.set_deleted(connection, chat_id, None)


def purge_deleted(session: Session) -> None:
    """Delete from the rows for good the chats whose undo has lapsed; `purge_lapsed` cleans the files too.

    Raises:
        BusyError: another program works on the folder.
    """
    now = session.clock.now()
    with session.connection() as connection:
        lapsed = [chat for chat, _ in chats.read_chats(connection, is_deleted=True) if _has_lapsed(chat, now)]
        if lapsed:
            with FolderLock(session.folder).held(LOCK_WAIT_S):
                _purge(connection, lapsed)


def _purge(connection: Connection, deleted: Iterable[Chat]) -> bool:
    """Delete chats for good, as they were deleted: one that was brought back, or deleted anew elsewhere, stays.

    Call with the folder's lock held.

    Returns:
        Whether any went: then the files are to be cleaned.
    """
    is_any_gone = False
    for one in deleted:
        if one.deleted_at is not None:
            is_any_gone |= purge_chat(connection, one.id, one.deleted_at)
    return is_any_gone


def _has_lapsed(chat: Chat, now: datetime) -> bool:
    """Tell whether a chat was deleted too long ago to be brought back."""
    return chat.deleted_at is not None and now - chat.deleted_at >= UNDO_LASTS


def purge_lapsed(session: Session) -> None:
    """Delete what waits too long, and finish what a kill cut short; if another program works there, the next look does it."""
    with suppress(BusyError):
        purge_deleted(session)
        finish_cleaning(session)


def read_chat(session: Session, chat_id: ChatId) -> ChatView:
    """Open a chat with all its kept turns.

    Raises:
        NotFoundError: there is no such chat.
    """
    with session.connection() as connection:
        chat = _chat(connection, chat_id)
        turns = _turns(connection, chats.path(connection, chat_id))
        return ChatView(chat, turns, chats.read_draft(connection, chat_id))


def read_part(session: Session, chat_id: ChatId, most: int, around: TurnId | None = None) -> ChatView:
    """Open a chat with at most so many of its kept turns: the last ones, or those around one of them.

    Raises:
        NotFoundError: there is no such chat.
    """
    with session.connection() as connection, snapshot(connection):
        chat = _chat(connection, chat_id)
        path = tuple(chats.whole_turns(connection, chat_id))
        part = part_of(path, most, around)
        return ChatView(
            chat,
            _turns(connection, path[part]),
            chats.read_draft(connection, chat_id),
            earlier=path[: part.start],
            later=path[part.stop :],
            history=tuple(messages.user_texts(connection, path[-_HISTORY:])),
            forgotten=meta.forgotten_version(connection),
            models=tuple(messages.model_names(connection, chat_id)),
        )


def forgotten_version(session: Session) -> int:
    """Return a number that grows whenever something is forgotten, by whichever program."""
    with session.connection() as connection:
        return meta.forgotten_version(connection)


def read_turns(session: Session, turn_ids: Sequence[TurnId]) -> tuple[TurnView, ...]:
    """Read kept turns, oldest first; those that are gone meanwhile are left out."""
    with session.connection() as connection:
        return _turns(connection, sorted(turn_ids))


def _chat(connection: Connection, chat_id: ChatId) -> Chat:
    chat = chats.read_chat(connection, chat_id)
    if chat is None:
        raise NotFoundError(f"There is no chat {chat_id}.", "`reverie chats` lists them.")
    return chat


def _turns(connection: Connection, turn_ids: Sequence[TurnId]) -> tuple[TurnView, ...]:
    moments = messages.turn_moments(connection, turn_ids)
    found = messages.messages_of_turns(connection, turn_ids)
    turns = []
    for turn_id in turn_ids:
        user = next((one for one in found[turn_id] if one.role is Role.USER), None)
        replies = [one for one in found[turn_id] if one.role is Role.ASSISTANT]
        kept = next((one for one in replies if one.is_kept), None)
        if user is None or kept is None:
            # A damaged turn; the start has told of it.
            continue
        others = tuple(one for one in replies if not one.is_kept)
        turns.append(TurnView(turn_id, moments[turn_id][0], moments[turn_id][1], user, kept, others))
    return tuple(turns)


def save_draft(session: Session, chat_id: ChatId, text: str, before: KeptDraft | None = None) -> KeptDraft:
    """Keep the unsent text of a chat's input, but nothing of a draft that was forgotten since it was kept.

    Args:
        session: Where to.
        chat_id: Whose.
        text: What stands in the input.
        before: What was kept the last time; None = nothing to compare with.

    Returns:
        What is kept now: less than `text` where some of it was forgotten, by whichever program.

    Raises:
        NotFoundError: the chat is gone.
    """
    with session.connection() as connection, transaction(connection):
        _chat(connection, chat_id)
        forgotten = meta.forgotten_version(connection)
        if before is not None and before.text and before.forgotten != forgotten:
            is_gone = not chats.read_draft(connection, chat_id)
            text = drafts.written_since(before.text, text) if is_gone else text
        chats.set_draft(connection, chat_id, text)
        return KeptDraft(text, forgotten)
