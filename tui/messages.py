"""What threads tell the chat screen.

The one fact that a reader would get wrong: these are posted from threads that touch no widget. `post_message` returns
False once the app is closing.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from assistant.config import Config
    from assistant.events import TurnEvent
    from memory.records import ChatId
    from tui.model_work import ModelState


class Way(Enum):
    """How a reply comes about."""

    SEND = auto()
    REGENERATE = auto()
    CONTINUE = auto()


@dataclass(slots=True)
class TurnRun:
    """One running turn: the flag that stops it, and the flag that its thread has ended.

    `text` is empty where the chat's last turn is answered once more, or its reply carried on.
    """

    chat_id: ChatId
    text: str
    way: Way = Way.SEND
    stop: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def is_again(self) -> bool:
        """Whether the turn is there already."""
        return self.way is not Way.SEND


class TurnMoved(Message, bubble=False):
    """The running turn has something new to show."""

    def __init__(self, run: TurnRun, event: TurnEvent) -> None:
        super().__init__()
        self.run = run
        self.event = event


class TurnBroke(Message, bubble=False):
    """A bug ended the turn's thread."""

    def __init__(self, run: TurnRun, error: Exception) -> None:
        super().__init__()
        self.run = run
        self.error = error


class IdleMoved(Message, bubble=False):
    """Idle work began ("dreaming"), or ended (no words)."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words


class ModelMoved(Message, bubble=False):
    """Something is done with a model, or it has ended."""

    def __init__(self, state: ModelState) -> None:
        super().__init__()
        self.state = state


class ConfigChanged(Message, bubble=False):
    """config.toml was changed: what the app itself goes by, theme and keys, is to be taken over."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
