"""The assistant's memories and topics behind the screens' `Backend`, and behind the slash commands line by line.

The one fact that a reader would get wrong: nothing here knows a screen or a thread. Each call is one call of the assistant,
on whatever session is open: the real one, or a temporary one.
"""

from collections.abc import Sequence

from assistant import authoring, forgetting, memories, memory_pages, topics, undoing, welcome
from assistant.authoring import Authored
from assistant.memory_pages import MemoryDetails, MemoryFilter, MemoryPage
from assistant.session import Session
from assistant.telling_words import telling_words
from assistant.topics import TopicChange, TopicView
from assistant.views import Forgotten, Recalled, ToForget
from memory.records import Memory, TurnId


class SessionMemories:
    """Memories and topics."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def is_memory(self, words: str) -> bool:
        """Tell whether words name one memory rather than a topic."""
        return memories.is_id(self._session, words)

    def remember(self, text: str) -> Sequence[Memory]:
        """Store what the user tells."""
        return memories.remember(self._session, text)

    def recall(self, text: str) -> Sequence[Recalled]:
        """Search as a question would, best first; changes nothing."""
        return memories.recall(self._session, text)

    def pin(self, handle: str) -> None:
        """Pin a memory."""
        memories.pin(self._session, handle)

    def put_pin_back(self, handle: str, *, is_pinned: bool) -> None:
        """Take back the last that was done to a memory's pin."""
        memories.put_pin_back(self._session, handle, is_pinned=is_pinned)

    def unpin(self, handle: str) -> None:
        """Lift a memory's pin."""
        memories.unpin(self._session, handle)

    def forget(self, handle: str) -> Forgotten:
        """Delete a memory and everything that restates it."""
        return memories.forget(self._session, handle)

    def forget_all(self, handles: Sequence[str]) -> Forgotten:
        """Delete several memories and everything that restates them."""
        return memories.forget_all(self._session, handles)

    def give_feedback(self, handle: str, *, is_useful: bool) -> float:
        """Take the user's word on a memory; returns its importance afterwards, 0..1."""
        return authoring.give_feedback(self._session, handle, is_useful=is_useful)

    def telling_words(self, handle: str) -> Sequence[str]:
        """List the words that tell what a memory is about, the most telling first."""
        return telling_words(self._session, handle)

    def add_memory(self, authored: Authored) -> Memory:
        """Store a memory that the user wrote."""
        return authoring.add_memory(self._session, authored)

    def edit_memory(self, handle: str, change: Authored) -> None:
        """Change what is given and leave the rest."""
        authoring.edit_memory(self._session, handle, change)

    def memory_page(self, wanted: MemoryFilter, offset: int) -> MemoryPage:
        """List memories, the newest first, a page at a time."""
        return memory_pages.read_page(self._session, wanted, offset=offset)

    def memory_details(self, handle: str) -> MemoryDetails:
        """Tell everything about one memory."""
        return memory_pages.details(self._session, handle)

    def foresee(self, handles: Sequence[str]) -> ToForget:
        """Tell what forgetting these memories would take."""
        return memories.foresee(self._session, handles)

    def foresee_asked(self, handle: str, turn_id: TurnId) -> ToForget:
        """Tell what forgetting a memory would take, with the message of the turn that asks for it."""
        return memories.foresee(self._session, [handle], turn_id)

    def forget_asked(self, handle: str, turn_id: TurnId) -> Forgotten:
        """Delete a memory, everything that restates it, and the message of the turn that asked for it."""
        return memories.forget(self._session, handle, turn_id)

    def foresee_topic(self, term: str) -> ToForget:
        """Tell what forgetting a topic would take."""
        return forgetting.foresee_text(self._session, term)

    def forget_topic(self, term: str) -> Forgotten:
        """Delete all memories on a topic and everything that restates them."""
        return forgetting.forget_text(self._session, term)

    def topics(self) -> Sequence[TopicView]:
        """List bans and pins with what each one holds."""
        return topics.list_topics(self._session)

    def ban(self, term: str) -> TopicChange:
        """Withhold a topic from now on."""
        return topics.ban(self._session, term)

    def unban(self, term: str) -> TopicChange:
        """Lift a ban."""
        return topics.unban(self._session, term)

    def pin_topic(self, term: str) -> TopicChange:
        """Hold what is on a topic."""
        return topics.pin_topic(self._session, term)

    def unpin_topic(self, term: str) -> TopicChange:
        """Lift a topic's pin."""
        return topics.unpin_topic(self._session, term)

    def introduce(self, name: str, tastes: str) -> int:
        """Store the user's name and tastes; returns how many memories that made."""
        return len(welcome.introduce(self._session, name, tastes))

    def what_undo_does(self) -> str:
        """Say how things will be after `undo`."""
        return undoing.what_undo_does(self._session)

    def undo(self) -> str:
        """Take back the last thing done to a topic or a memory, and say so."""
        return undoing.undo_last(self._session)
