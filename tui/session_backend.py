"""The assistant behind the screens' `Backend`.

The one fact that a reader would get wrong: importing this module brings numpy and the store, so it is imported in the
start-up thread, after the first paint.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from assistant import (
    changing_settings,
    health,
    interventions,
    models,
    welcome,
)
from assistant.changing_settings import SettingsView
from assistant.chosen_space import warm_embedder
from assistant.config import Config
from assistant.errors import UnfinishedError
from assistant.health import Health
from assistant.lapses import LapseThread
from assistant.model import ModelInfo
from assistant.model_catalogue import OfferedModel
from assistant.models_overview import ModelsOverview, read_models
from assistant.session import Session
from assistant.temporary import end_temporary, open_temporary
from assistant.views import ModelChoice
from memory.records import Dream, Intervention
from tui.idle_work import IdleWork
from tui.model_work import ModelState, ModelWork
from tui.session_chats import SessionChats
from tui.session_imports import SessionImports
from tui.session_memories import SessionMemories


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
        """Say how to leave nothing behind, and what is stored where."""
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


class SessionBackend(SessionChats, SessionMemories, _Models, _Settings, SessionImports):
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
