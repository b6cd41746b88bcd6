"""What a file of chats holds, in Reverie's words, whoever wrote the file.

The one fact that a reader would get wrong: a key names the same thing in every export of the same account, and is no
hash of what was said. Only so can a longer export add what is new, and can a forgotten message stay forgotten.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from memory.records import Kind, Knobs, MessageStatus, Mode, Provenance, Role, Trigger, Usage


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """One message of a turn. Of several replies one is kept."""

    role: Role
    text: str
    at: datetime
    status: MessageStatus = MessageStatus.COMPLETE
    is_kept: bool = True
    reasoning: str = ""
    is_rewritten: bool = False
    overused_terms: tuple[str, ...] = ()
    model_name: str = ""
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class Saying:
    """One more time that a merged memory was said: the turn's key, and which of its messages."""

    said_at: datetime
    turn_key: str | None
    message: int | None


@dataclass(frozen=True, slots=True)
class ParsedMemory:
    """A memory as Reverie exported it.

    Args:
        key: Its name in files.
        message: Which message of its turn it was taken from, or None.
        superseded_by: The key of the newer statement, or None.
        sayings: The later times; `times_said` counts them too.
        gist_sources: Keys of what a gist quotes.
    """

    key: str
    text: str
    provenance: Provenance
    kind: Kind
    importance: float
    importance_at: datetime
    said_at: datetime
    handle: str = ""
    title: str = ""
    knobs: Knobs = field(default_factory=Knobs)
    trigger: Trigger = field(default_factory=Trigger)
    is_pinned: bool = False
    is_disabled: bool = False
    message: int | None = None
    piece: int = 0
    before_text: str = ""
    times_said: int = 1
    reinduced_at: datetime | None = None
    superseded_by: str | None = None
    sayings: tuple[Saying, ...] = ()
    gist_sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedTurn:
    """One turn: the user's message first, then its replies.

    Args:
        key: Its name in files.
        at: Its moment.
        messages: The user's, then one or more replies, one of them kept.
        said: What of the user's message is to be remembered.
        memories: Given by Reverie's own export; None = made from `said`.
    """

    key: str
    at: datetime
    messages: tuple[ParsedMessage, ...]
    said: str = ""
    mode: Mode = Mode.ASSOCIATIVE
    memories: tuple[ParsedMemory, ...] | None = None


@dataclass(frozen=True, slots=True)
class ParsedChat:
    """One chat.

    Args:
        key: Its name in files.
        title: What lists show.
        name: What commands call it; "" = made from the title.
        turns: Its path; a string stands for a turn that an earlier chat of the file holds.
        parent_key: The chat that it branched from, and the last turn that both hold.
        skipped: What was left out of it, by reason.
        undated: How many of its messages have no usable date, and got that of their neighbour.
    """

    key: str
    title: str
    created_at: datetime
    updated_at: datetime
    turns: tuple[ParsedTurn | str, ...]
    name: str = ""
    is_put_away: bool = False
    parent_key: str | None = None
    fork_key: str | None = None
    skipped: Counter[str] = field(default_factory=Counter)
    undated: int = 0

    @property
    def turn_keys(self) -> tuple[str, ...]:
        """The keys of its path."""
        return tuple(one if isinstance(one, str) else one.key for one in self.turns)


@dataclass(frozen=True, slots=True)
class ParsedTopic:
    """A ban or a pin, from Reverie's own export."""

    kind: str
    term: str


@dataclass(frozen=True, slots=True)
class RefusedItem:
    """Something in a file that is left out whole, and why."""

    name: str
    reason: str


Parsed = ParsedChat | ParsedMemory | ParsedTopic | RefusedItem
"""What a file of chats yields, one after the other. A memory that stands alone was said in no chat."""
