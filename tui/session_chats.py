"""The assistant's chats and turns behind the screens' `Backend`.

The one fact that a reader would get wrong: nothing here knows a screen or a thread. Each call is one call of the assistant,
on whatever session is open: the real one, or a temporary one.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence

from assistant import (
    branches,
    chat_search,
    chat_settings,
    chats,
    context,
    why,
)
from assistant.again import continue_turn, regenerate_turn
from assistant.alternatives import keep_alternative
from assistant.branches import EditTakenBack, Fork
from assistant.chat_search import ChatHits
from assistant.chat_settings import ChatSetting
from assistant.context import ContextUse
from assistant.errors import AssistantError
from assistant.events import TurnEvent
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from assistant.views import ChatSummary, ChatView, KeptDraft, TurnView, WhyView
from memory.records import Chat, ChatId, MessageId, Mode, TurnId
from memory.retrieval import Selection


class SessionChats:
    """Chats, and turns in them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._home = session

    def run_turn(self, chat_id: ChatId, text: str, stop: threading.Event) -> Iterator[TurnEvent]:
        """Run one turn; setting `stop` ends it early."""
        return run_turn(self._session, TurnRequest(chat_id=chat_id, text=text, is_draft=True), stop)

    def regenerate(self, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
        """Answer a chat's last turn once more; the earlier reply stays as an alternative."""
        return regenerate_turn(self._session, chat_id, stop)

    def continue_reply(self, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
        """Carry on the reply of a chat's last turn from where it was stopped."""
        return continue_turn(self._session, chat_id, stop)

    def keep_alternative(self, turn_id: TurnId, message_id: MessageId) -> None:
        """Make one of a turn's replies the kept one."""
        keep_alternative(self._session, turn_id, message_id)

    def branch(self, chat_id: ChatId, turn_id: TurnId, name: str = "") -> Chat:
        """Begin a chat that shares another's turns up to this one, 0 none of them; without a name it is numbered."""
        return branch_named(self._session, chat_id, turn_id, name)

    def set_aside(self, chat_id: ChatId) -> ChatId:
        """Take a chat's last turn out of it; returns what holds it."""
        return branches.set_aside(self._session, chat_id)

    def take_back(self, chat_id: ChatId, holder_id: ChatId) -> bool:
        """Put a turn that was set aside back; returns whether it is."""
        return branches.take_back(self._session, chat_id, holder_id)

    def take_edit_back(self, chat_id: ChatId, holder_id: ChatId) -> EditTakenBack:
        """Bring a turn back whose message was edited."""
        return branches.take_edit_back(self._session, chat_id, holder_id)

    def rewind(self, chat_id: ChatId, turn_id: TurnId | None) -> None:
        """Drop a chat's turns after this one; None drops all."""
        branches.rewind(self._session, chat_id, turn_id or TurnId(0))

    def forks(self, chat_id: ChatId) -> Sequence[Fork]:
        """List the branches beside a chat."""
        return branches.forks(self._session, chat_id)

    def list_chats(self) -> list[ChatSummary]:
        """Return the chats, latest first."""
        return chats.list_chats(self._session)

    def latest_chat(self) -> Chat | None:
        """Return the chat that was used last."""
        return chats.latest_chat(self._session)

    def search_chats(self, words: str) -> ChatHits:
        """Find messages in all chats, the newest first."""
        return chat_search.search_chats(self._session, words)

    def set_put_away(self, chat_id: ChatId, *, is_put_away: bool) -> None:
        """Take a chat out of the list, or bring it back."""
        chats.set_put_away(self._session, chat_id, is_put_away=is_put_away)

    def new_chat(self) -> Chat:
        """Begin a chat."""
        return chats.new_chat(self._session)

    def chat_named(self, name: str) -> Chat:
        """Return the chat of that name or title."""
        return chats.chat_named(self._session, name)

    def read_chat(self, chat_id: ChatId, most: int, around: TurnId | None = None) -> ChatView:
        """Return a chat with at most so many turns: the last ones, or those around one of them."""
        return chats.read_part(self._session, chat_id, most, around)

    def forgotten_version(self) -> int:
        """Return a number that grows whenever something is forgotten, by whichever program."""
        return chats.forgotten_version(self._session)

    def read_turns(self, turn_ids: Sequence[TurnId]) -> tuple[TurnView, ...]:
        """Return kept turns, oldest first; those that are gone are left out."""
        return chats.read_turns(self._session, turn_ids)

    def export_chat(self, name: str | None, path: str, *, may_replace: bool) -> str:
        """Write a chat, or all with None, into a file and return its path: Markdown to read, or JSON to import elsewhere."""
        from assistant import chat_export  # noqa: PLC0415 - every format's reader: not at the start
        from assistant.file_import import typed_path  # noqa: PLC0415 - as above

        # All chats are the real ones, also while a temporary one is open.
        session = self._home if name is None else self._session
        return str(chat_export.export_file(session, typed_path(path), name, may_replace=may_replace))

    def rename_chat(self, chat_id: ChatId, title: str) -> None:
        """Give a chat another title."""
        chats.rename_chat(self._session, chat_id, title)

    def delete_chat(self, chat_id: ChatId) -> None:
        """Delete a chat so that it can still be undone."""
        chats.delete_chat(self._session, chat_id)

    def undo_delete_chat(self, chat_id: ChatId) -> None:
        """Bring a deleted chat back."""
        chats.undo_delete_chat(self._session, chat_id)

    def save_draft(self, chat_id: ChatId, text: str, before: KeptDraft) -> KeptDraft:
        """Keep what stands in the input, but nothing of what was kept before and forgotten since."""
        return chats.save_draft(self._session, chat_id, text, before)

    def context_use(self, chat_id: ChatId) -> ContextUse:
        """Measure the next prompt as it stands before anything is typed."""
        # Asked for when a chat is opened and the model is there: the moment to evaluate what the next turn will need.
        return context.open_context(self._session, chat_id)

    def why(self, turn_id: TurnId) -> WhyView:
        """Tell what was in a kept turn's prompt, and what stayed out."""
        return why.why(self._session, turn_id)

    def why_selection(self, mode: Mode, selection: Selection, turn_id: TurnId | None) -> WhyView:
        """Tell the same of the turn that runs now."""
        return why.why_selection(self._session, mode, selection, turn_id)

    def chat_settings(self, chat_id: ChatId | None) -> Sequence[ChatSetting]:
        """List what a chat can have of its own."""
        return chat_settings.read_chat_settings(self._session, chat_id)

    def set_chat_settings(self, chat_id: ChatId, typed: Mapping[str, str]) -> Sequence[ChatSetting]:
        """Give a chat its own values, as they were typed."""
        return chat_settings.set_chat_settings(self._session, chat_id, typed)


def branch_named(session: Session, chat_id: ChatId, turn_id: TurnId, name: str) -> Chat:
    """Begin a chat that shares another's turns up to this one; its name, where it is given one, is its title too.

    Raises:
        AssistantError: the chat does not hold that turn, or the name is taken.
    """
    try:
        chat = branches.branch(session, chat_id, turn_id, name)
    except ValueError as error:
        raise AssistantError(f"There is a chat {name!r} already.", "Choose another name.") from error
    if name:
        chats.rename_chat(session, chat.id, name)
    return chat
