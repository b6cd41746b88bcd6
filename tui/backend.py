"""What the screens ask of the assistant, declared here by the one who asks.

The one fact that a reader would get wrong: every method may wait for the disk, so the screens call them from a thread,
never on the event loop. `tui/session_backend.py` adapts the assistant to this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator

    from assistant.events import TurnEvent
    from assistant.model import ModelInfo
    from assistant.views import ChatSummary, ChatView, Forgotten, WhyView
    from memory.records import Chat, ChatId, Mode, TurnId
    from memory.retrieval import Selection


class Backend(Protocol):
    """An open assistant. Methods raise AssistantError or StoreError in words that a user can act on."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What is to be told at start."""
        ...

    def load_model(self) -> ModelInfo:
        """Load the model and wait for it."""
        ...

    def run_turn(self, chat_id: ChatId, text: str, stop: threading.Event) -> Iterator[TurnEvent]:
        """Run one turn; setting `stop` ends it early."""
        ...

    def list_chats(self) -> list[ChatSummary]:
        """Return the chats, latest first."""
        ...

    def latest_chat(self) -> Chat | None:
        """Return the chat that was used last."""
        ...

    def new_chat(self) -> Chat:
        """Begin a chat."""
        ...

    def read_chat(self, chat_id: ChatId) -> ChatView:
        """Return a chat with its turns."""
        ...

    def rename_chat(self, chat_id: ChatId, title: str) -> None:
        """Give a chat another title."""
        ...

    def delete_chat(self, chat_id: ChatId) -> None:
        """Delete a chat so that it can still be undone."""
        ...

    def undo_delete_chat(self, chat_id: ChatId) -> None:
        """Bring a deleted chat back."""
        ...

    def save_draft(self, chat_id: ChatId, text: str) -> None:
        """Keep what stands in the input."""
        ...

    def why(self, turn_id: TurnId) -> WhyView:
        """Tell what was in a kept turn's prompt, and what stayed out."""
        ...

    def why_selection(self, mode: Mode, selection: Selection, turn_id: TurnId | None) -> WhyView:
        """Tell the same of the turn that runs now."""
        ...

    def pin(self, handle: str) -> None:
        """Pin a memory."""
        ...

    def unpin(self, handle: str) -> None:
        """Lift a memory's pin."""
        ...

    def forget(self, handle: str) -> Forgotten:
        """Delete a memory and everything that restates it."""
        ...

    def context_use(self, chat_id: ChatId) -> tuple[int, int]:
        """Return (tokens of the next prompt without a new message, context size in tokens)."""
        ...

    def close(self) -> None:
        """End the session and the model. Idempotent."""
        ...
