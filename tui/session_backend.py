"""The assistant behind the screens' `Backend`.

The one fact that a reader would get wrong: importing this module brings numpy and the store, so it is imported in the
start-up thread, after the first paint.
"""

import threading
from collections.abc import Iterator

from assistant import chats, context, memories, why
from assistant.events import TurnEvent
from assistant.model import ModelInfo
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from assistant.views import ChatSummary, ChatView, Forgotten, WhyView
from memory.records import Chat, ChatId, Mode, TurnId
from memory.retrieval import Selection


class SessionBackend:
    """Calls the assistant's functions on one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def notices(self) -> tuple[str, ...]:
        """What is to be told at start."""
        return self._session.notices

    def load_model(self) -> ModelInfo:
        """Load the model and wait for it."""
        return self._session.model.load()

    def run_turn(self, chat_id: ChatId, text: str, stop: threading.Event) -> Iterator[TurnEvent]:
        """Run one turn; setting `stop` ends it early."""
        return run_turn(self._session, TurnRequest(chat_id=chat_id, text=text), stop)

    def list_chats(self) -> list[ChatSummary]:
        """Return the chats, latest first."""
        return chats.list_chats(self._session)

    def latest_chat(self) -> Chat | None:
        """Return the chat that was used last."""
        return chats.latest_chat(self._session)

    def new_chat(self) -> Chat:
        """Begin a chat."""
        return chats.new_chat(self._session)

    def read_chat(self, chat_id: ChatId) -> ChatView:
        """Return a chat with its turns."""
        return chats.read_chat(self._session, chat_id)

    def rename_chat(self, chat_id: ChatId, title: str) -> None:
        """Give a chat another title."""
        chats.rename_chat(self._session, chat_id, title)

    def delete_chat(self, chat_id: ChatId) -> None:
        """Delete a chat so that it can still be undone."""
        chats.delete_chat(self._session, chat_id)

    def undo_delete_chat(self, chat_id: ChatId) -> None:
        """Bring a deleted chat back."""
        chats.undo_delete_chat(self._session, chat_id)

    def save_draft(self, chat_id: ChatId, text: str) -> None:
        """Keep what stands in the input."""
        chats.save_draft(self._session, chat_id, text)

    def why(self, turn_id: TurnId) -> WhyView:
        """Tell what was in a kept turn's prompt, and what stayed out."""
        return why.why(self._session, turn_id)

    def why_selection(self, mode: Mode, selection: Selection, turn_id: TurnId | None) -> WhyView:
        """Tell the same of the turn that runs now."""
        return why.why_selection(self._session, mode, selection, turn_id)

    def pin(self, handle: str) -> None:
        """Pin a memory."""
        memories.pin(self._session, handle)

    def unpin(self, handle: str) -> None:
        """Lift a memory's pin."""
        memories.unpin(self._session, handle)

    def forget(self, handle: str) -> Forgotten:
        """Delete a memory and everything that restates it."""
        return memories.forget(self._session, handle)

    def context_use(self, chat_id: ChatId) -> tuple[int, int]:
        """Return (tokens of the next prompt without a new message, context size in tokens)."""
        return context.context_use(self._session, chat_id)

    def close(self) -> None:
        """End the session and the model."""
        self._session.close()
