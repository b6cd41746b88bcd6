"""The assistant behind the screens' `Backend`.

The one fact that a reader would get wrong: importing this module brings numpy and the store, so it is imported in the
start-up thread, after the first paint.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from assistant import (
    authoring,
    changing_settings,
    forgetting,
    health,
    interventions,
    memories,
    memory_pages,
    models,
    topics,
    undoing,
    welcome,
)
from assistant.authoring import Authored
from assistant.changing_settings import SettingsView
from assistant.chosen_space import warm_embedder
from assistant.config import Config
from assistant.errors import UnfinishedError
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
from assistant.views import Forgotten, ModelChoice, ToForget
from memory.records import Dream, Intervention, Memory
from tui.idle_work import IdleWork
from tui.model_work import ModelState, ModelWork
from tui.session_chats import SessionChats
from tui.session_imports import SessionImports


class _Memories:
    """Memories and topics."""

    _session: Session

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


class SessionBackend(SessionChats, _Memories, _Models, _Settings, SessionImports):
    """Calls the assistant's functions on one session; of chats, memories and topics on a temporary one while it lasts."""

    def __init__(self, session: Session) -> None:
        SessionChats.__init__(self, session)
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
