"""What the screens ask of chats and turns: a part of `tui.backend.Backend`, which says what all of it is.

The one fact that a reader would get wrong: who is answered is decided by the session behind it, the real one or that of a
temporary chat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Sequence

    from assistant.branches import EditTakenBack, Fork
    from assistant.chat_search import ChatHits
    from assistant.context import ContextUse
    from assistant.events import TurnEvent
    from assistant.views import (
        ChatSummary,
        ChatView,
        KeptDraft,
        TurnView,
        WhyView,
    )
    from memory.records import Chat, ChatId, MessageId, Mode, TurnId
    from memory.retrieval import Selection


class ChatBackend(Protocol):
    """Chats, and turns in them."""

    def run_turn(self, chat_id: ChatId, text: str, stop: threading.Event) -> Iterator[TurnEvent]:
        """Run one turn; setting `stop` ends it early."""
        ...

    def regenerate(self, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
        """Answer a chat's last turn once more; the earlier reply stays as an alternative."""
        ...

    def continue_reply(self, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
        """Carry on the reply of a chat's last turn from where it was stopped."""
        ...

    def keep_alternative(self, turn_id: TurnId, message_id: MessageId) -> None:
        """Make one of a turn's replies the kept one."""
        ...

    def branch(self, chat_id: ChatId, turn_id: TurnId, name: str = "") -> Chat:
        """Begin a chat that shares another's turns up to this one, 0 none of them; without a name it is numbered."""
        ...

    def set_aside(self, chat_id: ChatId) -> ChatId:
        """Take a chat's last turn out of it, to make room for another message; returns what holds it."""
        ...

    def take_back(self, chat_id: ChatId, holder_id: ChatId) -> bool:
        """Put a turn that was set aside back at the end of its chat; returns whether it is."""
        ...

    def take_edit_back(self, chat_id: ChatId, holder_id: ChatId) -> EditTakenBack:
        """Bring a turn back whose message was edited."""
        ...

    def rewind(self, chat_id: ChatId, turn_id: TurnId | None) -> None:
        """Drop a chat's turns after this one; None drops all."""
        ...

    def forks(self, chat_id: ChatId) -> Sequence[Fork]:
        """List the branches beside a chat."""
        ...

    def list_chats(self) -> list[ChatSummary]:
        """Return the chats, latest first."""
        ...

    def latest_chat(self) -> Chat | None:
        """Return the chat that was used last."""
        ...

    def search_chats(self, words: str) -> ChatHits:
        """Find messages in all chats, the newest first."""
        ...

    def set_put_away(self, chat_id: ChatId, *, is_put_away: bool) -> None:
        """Take a chat out of the list, or bring it back."""
        ...

    def new_chat(self) -> Chat:
        """Begin a chat."""
        ...

    def chat_named(self, name: str) -> Chat:
        """Return the chat of that name or title."""
        ...

    def read_chat(self, chat_id: ChatId, most: int, around: TurnId | None = None) -> ChatView:
        """Return a chat with at most so many turns: the last ones, or those around one of them."""
        ...

    def forgotten_version(self) -> int:
        """Return a number that grows whenever something is forgotten, by whichever program."""
        ...

    def read_turns(self, turn_ids: Sequence[TurnId]) -> tuple[TurnView, ...]:
        """Return kept turns, oldest first; those that are gone are left out."""
        ...

    def export_chat(self, name: str | None, path: str, *, may_replace: bool) -> str:
        """Write a chat, or all with None, into a file and return its path: Markdown to read, or JSON to import elsewhere."""
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

    def save_draft(self, chat_id: ChatId, text: str, before: KeptDraft) -> KeptDraft:
        """Keep what stands in the input, but nothing of what was kept before and forgotten since."""
        ...

    def context_use(self, chat_id: ChatId) -> ContextUse:
        """Measure the next prompt as it stands before anything is typed."""
        ...

    def why(self, turn_id: TurnId) -> WhyView:
        """Tell what was in a kept turn's prompt, and what stayed out."""
        ...

    def why_selection(self, mode: Mode, selection: Selection, turn_id: TurnId | None) -> WhyView:
        """Tell the same of the turn that runs now."""
        ...

    def begin_temporary(self) -> None:
        """From now on chats, memories and topics are those of an empty store of which nothing is kept."""
        ...

    def end_temporary(self) -> None:
        """Delete that store; the real chats, memories and topics are back. Does nothing where there is none."""
        ...
