"""What the screens ask of the assistant, declared here by the one who asks.

The one fact that a reader would get wrong: every method may wait for the disk, so the screens call them from a thread,
never on the event loop. `tui/session_backend.py` adapts the assistant to this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tui.chat_backend import ChatBackend

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Mapping, Sequence

    from assistant.authoring import Authored
    from assistant.changing_settings import SettingsView
    from assistant.chat_settings import ChatSetting
    from assistant.config import Config
    from assistant.file_import import FileImported, FileReport, OnStep
    from assistant.health import Health
    from assistant.memory_pages import MemoryDetails, MemoryFilter, MemoryPage
    from assistant.model import ModelInfo
    from assistant.model_catalogue import OfferedModel
    from assistant.models_overview import ModelsOverview
    from assistant.topics import TopicChange, TopicView
    from assistant.unimporting import Imported
    from assistant.views import (
        Forgotten,
        ModelChoice,
        Recalled,
        ToForget,
    )
    from memory.records import ChatId, Dream, Intervention, Memory, TurnId
    from tui.model_work import ModelState


class MemoryBackend(Protocol):
    """Memories and topics."""

    def is_memory(self, words: str) -> bool:
        """Tell whether words name one memory ("m17") rather than a topic."""
        ...

    def remember(self, text: str) -> Sequence[Memory]:
        """Store what the user tells; returns the pieces of it."""
        ...

    def recall(self, text: str) -> Sequence[Recalled]:
        """Search as a question would, best first; changes nothing."""
        ...

    def pin(self, handle: str) -> None:
        """Pin a memory."""
        ...

    def put_pin_back(self, handle: str, *, is_pinned: bool) -> None:
        """Take back the last that was done to a memory's pin."""
        ...

    def unpin(self, handle: str) -> None:
        """Lift a memory's pin."""
        ...

    def forget(self, handle: str) -> Forgotten:
        """Delete a memory and everything that restates it."""
        ...

    def forget_all(self, handles: Sequence[str]) -> Forgotten:
        """Delete several memories and everything that restates them."""
        ...

    def give_feedback(self, handle: str, *, is_useful: bool) -> float:
        """Take the user's word on a memory; returns its importance afterwards, 0..1."""
        ...

    def telling_words(self, handle: str) -> Sequence[str]:
        """List the words that tell what a memory is about, the most telling first."""
        ...

    def add_memory(self, authored: Authored) -> Memory:
        """Store a memory that the user wrote."""
        ...

    def edit_memory(self, handle: str, change: Authored) -> None:
        """Change what is given and leave the rest."""
        ...

    def memory_page(self, wanted: MemoryFilter, offset: int) -> MemoryPage:
        """List memories, the newest first, a page at a time."""
        ...

    def memory_details(self, handle: str) -> MemoryDetails:
        """Tell everything about one memory."""
        ...

    def foresee(self, handles: Sequence[str]) -> ToForget:
        """Tell what forgetting these memories would take."""
        ...

    def foresee_asked(self, handle: str, turn_id: TurnId) -> ToForget:
        """Tell what forgetting a memory would take, with the message of the turn that asks for it."""
        ...

    def forget_asked(self, handle: str, turn_id: TurnId) -> Forgotten:
        """Delete a memory, everything that restates it, and the message of the turn that asked for it."""
        ...

    def foresee_topic(self, term: str) -> ToForget:
        """Tell what forgetting a topic would take."""
        ...

    def forget_topic(self, term: str) -> Forgotten:
        """Delete all memories on a topic and everything that restates them."""
        ...

    def topics(self) -> Sequence[TopicView]:
        """List bans and pins with what each one holds."""
        ...

    def ban(self, term: str) -> TopicChange:
        """Withhold a topic from now on."""
        ...

    def unban(self, term: str) -> TopicChange:
        """Lift a ban."""
        ...

    def pin_topic(self, term: str) -> TopicChange:
        """Hold what is on a topic."""
        ...

    def unpin_topic(self, term: str) -> TopicChange:
        """Lift a topic's pin."""
        ...

    def introduce(self, name: str, tastes: str) -> int:
        """Store the user's name and tastes; returns how many memories that made."""
        ...

    def what_undo_does(self) -> str:
        """Say how things will be after `undo`."""
        ...

    def undo(self) -> str:
        """Take back the last thing done to a topic or a memory, and say so."""
        ...


class UpkeepBackend(Protocol):
    """Health and idle work."""

    def health(self) -> Health:
        """Read every figure."""
        ...

    def dreams(self) -> Sequence[Dream]:
        """Read the latest dreams, the newest first."""
        ...

    def undo_intervention(self, intervention_id: int) -> Sequence[str]:
        """Take back what a scan did; returns the handles of the memories that got their old values."""
        ...

    def new_alerts(self) -> Sequence[Intervention]:
        """Return the loops that no screen has shown yet, and note that they are shown."""
        ...

    def start_idle(self, on_state: Callable[[str], None]) -> None:
        """Begin to do idle work while the user is away.

        Args:
            on_state: Told from a thread what is being done, "" when that is over.
        """
        ...

    def note_user(self) -> None:
        """Note a sign of the user: idle work gives way. Does not wait for anything; the event loop may call it."""
        ...


class ModelsBackend(Protocol):
    """Models: what is here, what can be had, what is being done."""

    def models(self) -> ModelsOverview:
        """Look at every model file and at the memory."""
        ...

    def use_model(self, path: str) -> None:
        """Begin to load another model and go on with it; `model_state` tells how it goes."""
        ...

    def unload_model(self) -> None:
        """Give the model's memory back; the next message loads it again."""
        ...

    def add_model(self, path: str) -> ModelChoice:
        """Put a GGUF file on the list."""
        ...

    def remove_model(self, choice: ModelChoice) -> None:
        """Take a model off the list; a download is deleted."""
        ...

    def download_model(self, offered: OfferedModel) -> None:
        """Begin a download; `model_state` tells how it goes."""
        ...

    def stop_model_work(self) -> None:
        """Ask what is being done with a model to end. Does not wait."""
        ...

    def model_state(self) -> ModelState | None:
        """Tell what is being done with a model, or was done last. Does not wait."""
        ...

    def watch_models(self, on_state: Callable[[ModelState], None]) -> None:
        """Have each change of that told, from a thread."""
        ...


class ImportBackend(Protocol):
    """What comes in from elsewhere; each of these may take minutes, and a flag set by another thread ends it."""

    def read_import(self, path: str, on_step: OnStep, stop: threading.Event) -> FileReport:
        """Read what a path holds, as it was typed, and tell what importing it would change."""
        ...

    def store_import(self, report: FileReport, on_step: OnStep, stop: threading.Event) -> FileImported:
        """Store what a report tells of."""
        ...

    def unfinished_import(self) -> str:
        """Return the path that was read last, as it was typed; "" where all of it is stored."""
        ...

    def count_imported(self) -> Imported:
        """Tell what `delete_imported` would delete."""
        ...

    def delete_imported(self, on_step: OnStep, stop: threading.Event) -> Imported:
        """Delete what was imported from services and notes."""
        ...


class SettingsBackend(Protocol):
    """Settings: of all, and of one chat."""

    def where_things_lie(self) -> tuple[str, str]:
        """Say how to leave nothing behind, and what is stored where."""
        ...

    def settings(self) -> SettingsView:
        """Read config.toml."""
        ...

    def change_setting(self, key: str, words: str | None) -> Config:
        """Write one key as it was typed; None lets its default hold again."""
        ...

    def change_keys(self, action: str, keys: str | None) -> Config:
        """Write an action's keys; None lets its own hold again."""
        ...

    def chat_settings(self, chat_id: ChatId | None) -> Sequence[ChatSetting]:
        """List what a chat can have of its own; None = a chat that is not begun yet."""
        ...

    def set_chat_settings(self, chat_id: ChatId, typed: Mapping[str, str]) -> Sequence[ChatSetting]:
        """Give a chat its own values, as they were typed; "default" takes one back."""
        ...


class Backend(ChatBackend, MemoryBackend, UpkeepBackend, ModelsBackend, ImportBackend, SettingsBackend, Protocol):
    """An open assistant. Methods raise AssistantError or StoreError in words that a user can act on."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What is to be told at start."""
        ...

    def load_model(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:
        """Load the model and wait for it; `on_share` is told how much is read, 0..1."""
        ...

    def close(self) -> None:
        """End idle work, the session and the model. Idempotent."""
        ...
