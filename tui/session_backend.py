"""The assistant behind the screens' `Backend`.

The one fact that a reader would get wrong: importing this module brings numpy and the store, so it is imported in the
start-up thread, after the first paint.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from assistant import (
    authoring,
    branches,
    changing_settings,
    chat_search,
    chat_settings,
    chats,
    context,
    forgetting,
    health,
    interventions,
    memories,
    memory_pages,
    models,
    topics,
    undoing,
    welcome,
    why,
)
from assistant.again import continue_turn, regenerate_turn
from assistant.alternatives import keep_alternative
from assistant.authoring import Authored
from assistant.branches import Fork
from assistant.changing_settings import SettingsView
from assistant.chat_search import ChatHits
from assistant.chat_settings import ChatSetting
from assistant.chosen_space import warm_embedder
from assistant.config import Config
from assistant.context import ContextUse
from assistant.errors import UnfinishedError
from assistant.events import TurnEvent
from assistant.health import Health
from assistant.lapses import LapseThread
from assistant.memory_pages import MemoryDetails, MemoryFilter, MemoryPage
from assistant.model import ModelInfo
from assistant.model_catalogue import OfferedModel
from assistant.models_overview import ModelsOverview, read_models
from assistant.session import Session
from assistant.telling_words import telling_words
from assistant.temporary import end_temporary, open_temporary
from assistant.topics import TopicChange, TopicView
from assistant.turn import TurnRequest, run_turn
from assistant.views import ChatSummary, ChatView, Forgotten, ModelChoice, ToForget, TurnView, WhyView
from memory.records import Chat, ChatId, Dream, Intervention, Memory, MessageId, Mode, TurnId
from memory.retrieval import Selection
from tui.idle_work import IdleWork
from tui.model_work import ModelState, ModelWork
from tui.session_imports import SessionImports


class _Chats:
    """Chats, and turns in them."""

    def __init__(self, session: Session) -> None:
        self._session = session

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

    def branch(self, chat_id: ChatId, turn_id: TurnId) -> Chat:
        """Begin a chat that shares another's turns up to this one."""
        return branches.branch(self._session, chat_id, turn_id)

    def set_aside(self, chat_id: ChatId) -> ChatId:
        """Take a chat's last turn out of it; returns what holds it."""
        return branches.set_aside(self._session, chat_id)

    def take_back(self, chat_id: ChatId, holder_id: ChatId) -> bool:
        """Put a turn that was set aside back; returns whether it is."""
        return branches.take_back(self._session, chat_id, holder_id)

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

    def read_chat(self, chat_id: ChatId, most: int, around: TurnId | None = None) -> ChatView:
        """Return a chat with at most so many turns: the last ones, or those around one of them."""
        return chats.read_part(self._session, chat_id, most, around)

    def read_turns(self, turn_ids: Sequence[TurnId]) -> tuple[TurnView, ...]:
        """Return kept turns, oldest first; those that are gone are left out."""
        return chats.read_turns(self._session, turn_ids)

    def export_chat(self, name: str, path: str, *, may_replace: bool) -> str:
        """Write a chat into a file and return its path: Markdown to read, or JSON to import elsewhere."""
        from assistant import chat_export  # noqa: PLC0415 - every format's reader: not at the start
        from assistant.file_import import typed_path  # noqa: PLC0415 - as above

        return str(chat_export.export_file(self._session, typed_path(path), name, may_replace=may_replace))

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


class _Models:
    """Models: what is here, what can be had, what is being done."""

    def __init__(self, session: Session) -> None:
        self._home = session
        self._work = ModelWork(session)

    def models(self) -> ModelsOverview:
        """Look at every model file and at the memory."""
        return read_models(self._home)

    def use_model(self, path: str) -> None:
        """Begin to load another model and go on with it."""
        self._work.use(Path(path))

    def unload_model(self) -> None:
        """Give the model's memory back; the next message loads it again."""
        self._work.unload()

    def add_model(self, path: str) -> ModelChoice:
        """Put a GGUF file on the list."""
        return models.add_model(self._home.config, self._home.folder, Path(path))

    def remove_model(self, choice: ModelChoice) -> None:
        """Take a model off the list; a download is deleted."""
        models.remove_model(self._home.folder, choice)

    def download_model(self, offered: OfferedModel) -> None:
        """Begin a download."""
        self._work.download(offered)

    def stop_model_work(self) -> None:
        """Ask what is being done with a model to end."""
        self._work.stop()

    def model_state(self) -> ModelState | None:
        """Tell what is being done with a model, or was done last."""
        return self._work.state

    def watch_models(self, on_state: Callable[[ModelState], None]) -> None:
        """Have each change of that told, from a thread."""
        self._work.watch(on_state)


class _Settings:
    """Settings."""

    def __init__(self, session: Session) -> None:
        self._home = session
        self._idle = IdleWork(session)

    def where_things_lie(self) -> tuple[str, str]:
        """Say what is stored where, and how to leave nothing behind."""
        return welcome.where_things_lie(self._home)

    def settings(self) -> SettingsView:
        """Read config.toml."""
        return changing_settings.read_settings(self._home)

    def change_setting(self, key: str, words: str | None) -> Config:
        """Write one key as it was typed; None lets its default hold again."""
        before = self._home.config
        written = changing_settings.change_setting(self._home, key, words)
        self._idle.take_config(before)
        return written

    def change_keys(self, action: str, keys: str | None) -> Config:
        """Write an action's keys; None lets its own hold again."""
        return changing_settings.change_keys(self._home, action, keys)


class SessionBackend(_Chats, _Memories, _Models, _Settings, SessionImports):
    """Calls the assistant's functions on one session; of chats, memories and topics on a temporary one while it lasts."""

    def __init__(self, session: Session) -> None:
        _Chats.__init__(self, session)
        _Models.__init__(self, session)
        _Settings.__init__(self, session)
        SessionImports.__init__(self, session, self._idle.note_user)
        self._temporary: Session | None = None
        self._temporary_lock = threading.Lock()
        self._lapses = LapseThread(session).start()

    @property
    def notices(self) -> tuple[str, ...]:
        """What is to be told at start."""
        return self._home.notices

    def load_model(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:
        """Load the model and wait for it."""
        info = self._home.model.load(on_share)
        warm_embedder(self._home)
        return info

    def health(self) -> Health:
        """Read every figure."""
        return health.read_health(self._home)

    def dreams(self) -> Sequence[Dream]:
        """Read the latest dreams, the newest first."""
        return health.read_dream_log(self._home)

    def undo_intervention(self, intervention_id: int) -> Sequence[str]:
        """Take back what a scan did; returns the handles of the memories that got their old values."""
        return interventions.undo_intervention(self._home, intervention_id)

    def new_alerts(self) -> Sequence[Intervention]:
        """Return the loops that no screen has shown yet, and note that they are shown."""
        fresh = interventions.alerts(self._home)
        if fresh:
            interventions.mark_alerts_seen(self._home, max(one.id for one in fresh))
        return fresh

    def start_idle(self, on_state: Callable[[str], None]) -> None:
        """Begin to do idle work while the user is away."""
        self._idle.start(on_state)

    def note_user(self) -> None:
        """Note a sign of the user: idle work gives way."""
        self._idle.note_user()

    def begin_temporary(self) -> None:
        """Turn chats, memories and topics to an empty store of which nothing is kept."""
        with self._temporary_lock:
            if self._temporary is None:
                self._temporary = self._session = open_temporary(self._home)

    def end_temporary(self) -> None:
        """Delete that store, and turn back to the real one."""
        with self._temporary_lock:
            ended, self._temporary = self._temporary, None
            self._session = self._home
        if ended is not None:
            end_temporary(ended)

    def close(self) -> None:
        """End idle work, imports, a temporary chat, the session and the model.

        Raises:
            UnfinishedError: not all that was to be done at the end could be.
        """
        self._idle.close()
        self.end_imports()
        self._lapses.close()
        self._work.close()
        self.end_temporary()
        self._home.close()
        if self._home.last_words:
            raise UnfinishedError(" ".join(self._home.last_words))
