"""The assistant behind the screens' `Backend`.

The one fact that a reader would get wrong: importing this module brings numpy and the store, so it is imported in the
start-up thread, after the first paint.
"""

import threading
from collections.abc import Callable, Iterator, Sequence

from assistant import (
    authoring,
    branches,
    chats,
    context,
    forgetting,
    health,
    interventions,
    memories,
    memory_pages,
    topics,
    undoing,
    why,
)
from assistant.alternatives import keep_alternative
from assistant.authoring import Authored
from assistant.branches import Fork
from assistant.chosen_space import warm_embedder
from assistant.events import TurnEvent
from assistant.health import Health
from assistant.memory_pages import MemoryDetails, MemoryFilter, MemoryPage
from assistant.model import ModelInfo
from assistant.session import Session
from assistant.telling_words import telling_words
from assistant.topics import TopicChange, TopicView
from assistant.turn import TurnRequest, regenerate_turn, run_turn
from assistant.views import ChatSummary, ChatView, Forgotten, WhyView
from memory.records import Chat, ChatId, Memory, MessageId, Mode, TurnId
from memory.retrieval import Selection
from memory.store.dreams import Dream
from memory.store.interventions import Intervention
from tui.idle_work import IdleWork


class _Chats:
    """Chats, and turns in them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def run_turn(self, chat_id: ChatId, text: str, stop: threading.Event) -> Iterator[TurnEvent]:
        """Run one turn; setting `stop` ends it early."""
        return run_turn(self._session, TurnRequest(chat_id=chat_id, text=text), stop)

    def regenerate(self, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
        """Answer a chat's last turn once more; the earlier reply stays as an alternative."""
        return regenerate_turn(self._session, chat_id, stop)

    def keep_alternative(self, turn_id: TurnId, message_id: MessageId) -> None:
        """Make one of a turn's replies the kept one."""
        keep_alternative(self._session, turn_id, message_id)

    def branch(self, chat_id: ChatId, turn_id: TurnId) -> Chat:
        """Begin a chat that shares another's turns up to this one."""
        return branches.branch(self._session, chat_id, turn_id)

    def rewind(self, chat_id: ChatId, turn_id: TurnId) -> None:
        """Drop a chat's turns after this one."""
        branches.rewind(self._session, chat_id, turn_id)

    def forks(self, chat_id: ChatId) -> Sequence[Fork]:
        """List the branches beside a chat."""
        return branches.forks(self._session, chat_id)

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

    def context_use(self, chat_id: ChatId) -> tuple[int, int]:
        """Return (tokens of the next prompt without a new message, context size in tokens)."""
        used = context.context_use(self._session, chat_id)
        # Asked for when a chat is opened and the model is there: the moment to evaluate what the next turn will need.
        context.warm_chat(self._session, chat_id)
        return used

    def why(self, turn_id: TurnId) -> WhyView:
        """Tell what was in a kept turn's prompt, and what stayed out."""
        return why.why(self._session, turn_id)

    def why_selection(self, mode: Mode, selection: Selection, turn_id: TurnId | None) -> WhyView:
        """Tell the same of the turn that runs now."""
        return why.why_selection(self._session, mode, selection, turn_id)


class _Memories:
    """Memories and topics."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def pin(self, handle: str) -> None:
        """Pin a memory."""
        memories.pin(self._session, handle)

    def unpin(self, handle: str) -> None:
        """Lift a memory's pin."""
        memories.unpin(self._session, handle)

    def forget(self, handle: str) -> Forgotten:
        """Delete a memory and everything that restates it."""
        return memories.forget(self._session, handle)

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

    def memories_on(self, term: str) -> Sequence[Memory]:
        """List the memories on a topic."""
        return topics.memories_on(self._session, term)

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

    def what_undo_does(self) -> str:
        """Say how things will be after `undo`."""
        return undoing.what_undo_does(self._session)

    def undo(self) -> str:
        """Take back the last thing done to a topic or a memory, and say so."""
        return undoing.undo_last(self._session)


class SessionBackend(_Chats, _Memories):
    """Calls the assistant's functions on one session."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._idle = IdleWork(session)

    @property
    def notices(self) -> tuple[str, ...]:
        """What is to be told at start."""
        return self._session.notices

    def load_model(self) -> ModelInfo:
        """Load the model and wait for it."""
        info = self._session.model.load()
        warm_embedder(self._session)
        return info

    def health(self) -> Health:
        """Read every figure."""
        return health.read_health(self._session)

    def dreams(self) -> Sequence[Dream]:
        """Read the latest dreams, the newest first."""
        return health.read_dream_log(self._session)

    def undo_intervention(self, intervention_id: int) -> Sequence[str]:
        """Take back what a scan did; returns the handles of the memories that got their old values."""
        return interventions.undo_intervention(self._session, intervention_id)

    def new_alerts(self) -> Sequence[Intervention]:
        """Return the loops that no screen has shown yet, and note that they are shown."""
        fresh = interventions.alerts(self._session)
        if fresh:
            interventions.mark_alerts_seen(self._session, max(one.id for one in fresh))
        return fresh

    def start_idle(self, on_state: Callable[[str], None]) -> None:
        """Begin to do idle work while the user is away."""
        self._idle.start(on_state)

    def note_user(self) -> None:
        """Note a sign of the user: idle work gives way."""
        self._idle.note_user()

    def close(self) -> None:
        """End idle work, the session and the model."""
        self._idle.close()
        self._session.close()
