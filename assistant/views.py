"""What screens and commands show: frozen values, ready to be painted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from assistant.model_fit import Room
from memory.records import Chat, Directive, InReason, Memory, Message, Mode, OutReason, Provenance, Tier, TurnId


@dataclass(frozen=True, slots=True)
class ChatSummary:
    """One line of the chat list."""

    chat: Chat
    turn_count: int
    is_answered_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class TurnView:
    """One kept turn: the user's message, the kept reply, and the other replies that were once given."""

    turn_id: TurnId
    at: datetime
    mode: Mode
    user: Message
    reply: Message
    alternatives: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """The draft of a chat as it is stored.

    Args:
        text: What was written and not sent.
        forgotten: How often words had been deleted for good by then; another number, and this may be of words that went.
    """

    text: str = ""
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class ChatView:
    """A chat as it is opened: whole, or a part of it.

    Args:
        earlier: The turns before `turns` that were not read, oldest first.
        later: Those after them.
        history: What the user wrote last in it, oldest first; empty where only `turns` were asked for.
        forgotten: How often words had been deleted for good when it was read, by whichever program.
        models: Which models wrote its replies, in no order; empty where all of its turns were asked for.
    """

    chat: Chat
    turns: tuple[TurnView, ...]
    draft: str = ""
    earlier: tuple[TurnId, ...] = ()
    later: tuple[TurnId, ...] = ()
    history: tuple[str, ...] = ()
    forgotten: int = 0
    models: tuple[str, ...] = ()

    @property
    def kept_draft(self) -> KeptDraft:
        """The draft with the moment it is of."""
        return KeptDraft(self.draft, self.forgotten)

    @property
    def turn_ids(self) -> tuple[TurnId, ...]:
        """Every turn of the chat, read or not, oldest first."""
        return (*self.earlier, *(turn.turn_id for turn in self.turns), *self.later)


def part_of(turn_ids: Sequence[TurnId], most: int, around: TurnId | None = None) -> slice:
    """Choose at most so many turns: the last ones, or those around one of them."""
    start = len(turn_ids) - most
    if around in turn_ids:
        start = min(start, turn_ids.index(around) - most // 2)
    start = max(0, start)
    return slice(start, start + most)


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One memory in the why pane.

    `reason` is the one reason why it is in or out; `until_turn` the turn on which an out-reason ends, where it has
    such an end; `explanation` one plain sentence.
    """

    memory: Memory
    reason: InReason | OutReason
    explanation: str
    score: float | None
    tokens: int
    until_turn: TurnId | None = None


@dataclass(frozen=True, slots=True)
class WhyView:
    """What was in a turn's prompt and why, and what stayed out, why, and until when."""

    turn_id: TurnId | None
    mode: Mode
    active: tuple[WhyRow, ...]
    withheld: tuple[WhyRow, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """One answer of `recall`, best first; numbers are rounded to 4 decimals."""

    memory: Memory
    score: float
    relevance: float
    importance: float
    tier: Tier


@dataclass(frozen=True, slots=True)
class MemoryView:
    """A memory as it is shown now; `is_archived` tells whether it has faded, in whichever partition it is."""

    memory: Memory
    importance: float
    tier: Tier
    is_archived: bool


@dataclass(frozen=True, slots=True)
class ToForget:
    """What `forget` would take, for the question before it.

    Args:
        memories: With the pieces they came in, and what says one of them again; oldest first.
        messages: How many, the user's and replies, that name the topic or say one of the memories.
        is_elsewhere: Whether a title, a name, a draft or a note names the topic.
    """

    memories: tuple[Memory, ...]
    messages: int
    is_elsewhere: bool = False

    @property
    def count(self) -> int:
        """How many memories."""
        return len(self.memories)

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to forget."""
        return not (self.memories or self.messages or self.is_elsewhere)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What `forget` took.

    Args:
        count: How many memories.
        leftovers: Files that still hold the words; empty when the promise is kept.
        messages: How many messages.
        is_elsewhere: Whether something beside memories and messages was cleared.
        orders: Bans and pins in force that need the words: they would end without them.
    """

    count: int
    leftovers: tuple[str, ...] = ()
    messages: int = 0
    is_elsewhere: bool = False
    orders: tuple[Directive, ...] = ()


class ModelOrigin(StrEnum):
    """How a model comes to be in the list, in the words of the list."""

    SHIPPED = "came with Reverie"
    DOWNLOADED = "downloaded"
    ADDED = "added by you"
    LM_STUDIO = "of LM Studio"
    HUGGING_FACE = "of the Hugging Face cache"
    CHOSEN = "named in config.toml"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that is there: where, how large, and whether it fits this machine.

    Args:
        name: The file's name without its ending.
        memory_need_bytes: With the context that it would be loaded with.
        is_current: Whether it is the chosen one.
        problem: Why it cannot be used, "" where it can.
        room: How it goes into the memory that can be had.
    """

    name: str
    path: str
    size_bytes: int
    n_ctx_train: int
    quantisation: str
    memory_need_bytes: int
    is_default: bool
    is_current: bool
    problem: str = ""
    room: Room = Room.FITS
    origin: ModelOrigin = ModelOrigin.CHOSEN


def said_by(provenance: Provenance) -> str:
    """Name the speaker of a memory as the user would."""
    match provenance:
        case Provenance.USER_SAID:
            return "you"
        case Provenance.IMPORTED:
            return "you, imported"
        case Provenance.ASSISTANT_SAID:
            return "Reverie"
        case Provenance.AUTHORED:
            return "note"
        case Provenance.GIST:
            return "summary"
