"""Frozen values and identifiers that every layer shares.

The one fact that a reader would get wrong: a memory's tier and its importance *now* are nowhere stored. Both are
computed from moments (`said_at`, `importance_at`) by `memory.rules.decay`.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import NewType

MemoryId = NewType("MemoryId", int)
TurnId = NewType("TurnId", int)
# Where two chats part that share no turn: the one began in place of the other's first.
BEFORE_THE_FIRST = TurnId(0)
ChatId = NewType("ChatId", int)
MessageId = NewType("MessageId", int)
SessionId = NewType("SessionId", int)


class Role(StrEnum):
    """Who a message in a prompt or a chat is from."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Provenance(StrEnum):
    """How a memory came to be; only a script may say otherwise later."""

    USER_SAID = "user_said"
    ASSISTANT_SAID = "assistant_said"
    AUTHORED = "authored"
    IMPORTED = "imported"
    GIST = "gist"


class Kind(StrEnum):
    """What a memory's text is, as told by `memory.rules.kinds`."""

    IDENTITY = "identity"
    PREFERENCE = "preference"
    COMMITMENT = "commitment"
    FACT = "fact"
    QUESTION = "question"
    CHAT = "chat"
    APOLOGY = "apology"
    GREETING = "greeting"
    REPORT = "report"


STANDING_KINDS = frozenset({Kind.IDENTITY, Kind.PREFERENCE})
"""What could stand in the standing block without a pin, and what fades only once no session loads it."""


class Tier(StrEnum):
    """Age regime of a memory: short < 72 h, mid < 336 h, long the rest."""

    SHORT = "short"
    MID = "mid"
    LONG = "long"


class Mode(StrEnum):
    """The two ways to retrieve."""

    ASKED = "asked"
    ASSOCIATIVE = "associative"


class Logic(StrEnum):
    """How an authored memory's secondary keys qualify its keys."""

    ANY = "any"
    ALL = "all"
    NOT_ANY = "not_any"
    NOT_ALL = "not_all"


class InReason(StrEnum):
    """Why a memory is in a prompt, in prompt order."""

    STANDING = "standing"
    STICKY = "sticky"
    ASKED = "asked"
    CONSTANT = "constant"
    MATCHED = "matched"
    RANDOM = "random"


class OutReason(StrEnum):
    """The one reason why a candidate stayed out of a prompt."""

    SUPPRESSED = "suppressed"
    VISIBLE = "visible"
    DELAYED = "delayed"
    EXCLUDED = "excluded"
    COOLING = "cooling"
    BELOW_FLOOR = "below_floor"
    PROBABILITY = "probability"
    GROUP = "group"
    BUDGET = "budget"


class VerdictKind(StrEnum):
    """What a verdict row records; `ended` marks a sticky that was cut short."""

    IN = "in"
    OUT = "out"
    ENDED = "ended"


class MessageStatus(StrEnum):
    """Life of a stored message."""

    PENDING = "pending"
    STREAMING = "streaming"
    COMPLETE = "complete"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Knobs:
    """Hysteresis of one memory, in whole turns; 0 = off."""

    sticky: int = 0
    cooldown: int = 0
    delay: int = 0


@dataclass(frozen=True, slots=True)
class Trigger:
    """How an authored memory is reached: keys, conditions, chance, group.

    `probability` is a percentage, 0..100. An empty `keys` means that the memory is reached by retrieval.
    """

    keys: tuple[str, ...] = ()
    exclude_keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    logic: Logic = Logic.ANY
    is_constant: bool = False
    probability: int = 100
    groups: tuple[str, ...] = ()
    is_case_sensitive: bool = False
    is_whole_words: bool = True


@dataclass(frozen=True, slots=True)
class Memory:
    """One unit that can enter a prompt, as stored.

    Args:
        id: Grows, never reused.
        handle: The name that users and scripts see ("m17", or a script's own).
        importance: 0..1, true at `importance_at`; it fades from there.
        said_at: The moment of the statement (aware, UTC); tiers and dates are told by it.
        source_message_id: The message it was taken from, or None.
        piece: Which part of that message, from 0.
        turn_id: The turn that stored it; the memory goes when that turn goes.
        is_pinned: Its own pin; `is_topic_pinned` is that of a topic it is on.
        title: An authored memory's comment or name.
        superseded_by: The newer statement for the same slot.
        reinduced_at: When a session last loaded it into the standing block.
        is_archived: Which partition of the index it is in. Never decides a result, only speed.
        damage: Which of its stored values are nonsense, in words; "" for nearly every memory. Harmless values stand in
            for them, and the memory is disabled: it may be shown and forgotten, never used.
    """

    id: MemoryId
    handle: str
    text: str
    provenance: Provenance
    kind: Kind
    importance: float
    importance_at: datetime
    said_at: datetime
    knobs: Knobs = field(default_factory=Knobs)
    trigger: Trigger = field(default_factory=Trigger)
    is_pinned: bool = False
    is_topic_pinned: bool = False
    is_disabled: bool = False
    title: str = ""
    source_message_id: MessageId | None = None
    piece: int = 0
    turn_id: TurnId | None = None
    superseded_by: MemoryId | None = None
    times_said: int = 1
    last_said_turn: TurnId | None = None
    reinduced_at: datetime | None = None
    is_archived: bool = False
    damage: str = ""

    @property
    def is_held(self) -> bool:
        """Whether a pin, its own or its topic's, keeps it from fading and in the standing block."""
        return self.is_pinned or self.is_topic_pinned


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate decided for one candidate on one turn.

    `until_turn` is the first turn id on which an out-reason no longer holds; None where it has no such end.
    """

    memory_id: MemoryId
    kind: VerdictKind
    in_reason: InReason | None = None
    out_reason: OutReason | None = None
    until_turn: TurnId | None = None
    score: float | None = None
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A stored verdict: the gate's only memory of the past."""

    memory_id: MemoryId
    turn_id: TurnId
    verdict: Verdict
    mode: Mode


@dataclass(frozen=True, slots=True)
class Chat:
    """One conversation. `name` is the key that commands use, `title` what lists show."""

    id: ChatId
    name: str
    title: str
    created_at: datetime
    updated_at: datetime
    parent_chat_id: ChatId | None = None
    fork_turn_id: TurnId | None = None
    is_put_away: bool = False
    deleted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What one reply cost. `first_token_s` counts from the request; `cached_tokens` were not evaluated again."""

    prompt_tokens: int
    cached_tokens: int
    first_token_s: float
    tokens_per_s: float
    reply_tokens: int


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message of a chat.

    `turn_id` is None while the turn is pending. `token_ids` are the ids the model generated, so that they need not be
    tokenised again; `overused_terms` are words that this reply and those before it wore out. Of several replies to one turn, one is kept (`is_kept`); the others are its alternatives.
    """

    id: MessageId
    chat_id: ChatId
    role: Role
    text: str
    status: MessageStatus
    created_at: datetime
    turn_id: TurnId | None = None
    is_kept: bool = True
    reasoning: str = ""
    is_rewritten: bool = False
    token_ids: tuple[int, ...] = ()
    overused_terms: tuple[str, ...] = ()
    model_name: str = ""
    usage: Usage | None = None


class DirectiveKind(StrEnum):
    """A user's standing order on a topic."""

    BAN = "ban"
    PIN = "pin"


@dataclass(frozen=True, slots=True)
class Directive:
    """One standing order: `term_key` is the normalised term, `term` the user's own spelling."""

    kind: DirectiveKind
    term_key: str
    term: str
    created_at: datetime
    is_damaged: bool = False

    @property
    def topics(self) -> tuple[str, ...]:
        """What it holds: its term, and its key too where one of them may be wrong."""
        return (self.term, self.term_key) if self.is_damaged else (self.term,)


class ThemeKind(StrEnum):
    """Whose theme it is: the assistant's own loop, or the user's interest."""

    LOOP = "loop"
    INTEREST = "interest"


@dataclass(frozen=True, slots=True)
class FadedMemory:
    """A memory that an intervention faded, and what it held before."""

    memory_id: MemoryId
    handle: str
    importance: float
    importance_at: datetime


@dataclass(frozen=True, slots=True)
class Intervention:
    """A stored intervention; an interest has no `faded` memories and needs no undo."""

    id: int
    at: datetime
    kind: ThemeKind
    theme: str
    term: str
    frequency: float
    user_frequency: float
    replies: int
    replies_with_memory: int
    faded: tuple[FadedMemory, ...] = ()
    undone_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Dream:
    """One idle sample. `day` is the circadian day."""

    id: int
    at: datetime
    day: date
    text: str


@dataclass(frozen=True, slots=True)
class JobState:
    """One job's row; that of a job that never ran has no moments.

    Args:
        last_at: When it last came to its end.
        due_at: When it is due again; None = at once.
        progress: The job's own words on how far it has come.
        error: Why its last try failed, "" where it did not.
    """

    name: str
    last_at: datetime | None = None
    due_at: datetime | None = None
    progress: str = ""
    error: str = ""

    @property
    def done_up_to(self) -> int:
        """Progress that is the last id looked at, 0 before the first; what is none begins afresh."""
        return int(self.progress) if self.progress.isascii() and self.progress.isdecimal() else 0
