"""Memories for the screen that lists them: filters, search, pages, and everything about one of them.

The one fact that a reader would get wrong: a search here is a plain one, for words in a memory's text. What retrieval
would find for a message is another question, which `assistant.memories.recall` answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from assistant.doomed import FORGOTTEN_TEXT
from assistant.health import cooling_now
from assistant.memories import by_handle
from assistant.session import Session
from assistant.topic_search import ids_on_topics
from memory.database import Connection, snapshot
from memory.records import (
    Chat,
    InReason,
    Kind,
    Memory,
    MemoryId,
    OutReason,
    Provenance,
    Tier,
    TurnId,
    Verdict,
    VerdictKind,
)
from memory.rules.decay import MID_TIER_ENDS, SHORT_TIER_ENDS, tier
from memory.rules.explanations import explain
from memory.rules.topics import TopicMatcher
from memory.store import chats, fading, gists, memories, memory_pages, messages, presence
from memory.store.actions import ActionKind, actions_on
from memory.store.memory_pages import HistoryRow, PageFilter
from memory.suppression import bans_in_force, is_on_topic
from memory.worth import has_faded, importance

PAGE_MEMORIES = 200
_HISTORY_ROWS = 60
_CHANGES = 20
_MOST_MISPLACED = 1_000_000


EDITED = "edited"
_DONE = {
    ActionKind.PIN: "pinned",
    ActionKind.UNPIN: "pin lifted",
    ActionKind.REMEMBER: "remembered by your order",
    ActionKind.EDIT: EDITED,
    ActionKind.SWITCH_OFF: "switched off",
    ActionKind.SWITCH_ON: "switched on",
    ActionKind.USEFUL: "marked as useful, which renews it",
    ActionKind.NOT_RELEVANT: "marked as not relevant, which halves its importance",
}


class State(StrEnum):
    """What a list can be narrowed to beside provenance, kind and tier."""

    PINNED = "pinned"
    ARCHIVED = "archived"
    BANNED = "banned"
    COOLING = "cooling"
    OFF = "switched off"


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """What the user wants to see; None = whichever, `words` must all stand in the text."""

    words: str = ""
    provenance: Provenance | None = None
    kind: Kind | None = None
    tier: Tier | None = None
    state: State | None = None


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """A memory as a list shows it; `importance` is that of now, `cooling_until` the first turn it may come up again."""

    memory: Memory
    importance: float
    tier: Tier
    is_banned: bool
    is_archived: bool
    cooling_until: TurnId | None


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """Some of the memories that a filter lets through, and how many there are in all."""

    rows: tuple[MemoryRow, ...]
    offset: int
    total: int


@dataclass(frozen=True, slots=True)
class PastVerdict:
    """What the gate said of a memory on a turn, in words."""

    turn_id: TurnId
    at: datetime
    is_in: bool
    words: str


@dataclass(frozen=True, slots=True)
class PastStanding:
    """In which turns a memory stood in the standing block: how many, the first and the last, when last, and why."""

    count: int
    first_turn: TurnId
    last_turn: TurnId
    last_at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class PastChange:
    """What the user did to a memory, in words that go on from the moment; `undone_at` = when it was taken back."""

    at: datetime
    words: str
    undone_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MemoryDetails:
    """Everything about one memory.

    Args:
        chat: Where its turn can be read, or None.
        said_again: When it was said again, oldest first.
        bans: The banned topics that hold it back.
        replaced_by: The newer statement for the same thing.
        replaces: The older ones.
        sources: What a summary was made of.
        history: The latest verdicts but those of the standing block, the latest first.
        standing: In which turns it stood in the standing block.
        changes: What the user did to it, the latest first.
        said_as: The message that it is from, where it has been edited since; "" where it says the same.
    """

    row: MemoryRow
    chat: Chat | None
    said_again: tuple[datetime, ...]
    bans: tuple[str, ...]
    replaced_by: Memory | None
    replaces: tuple[Memory, ...]
    sources: tuple[Memory, ...]
    history: tuple[PastVerdict, ...]
    standing: PastStanding | None = None
    changes: tuple[PastChange, ...] = ()
    said_as: str = ""


def read_page(session: Session, wanted: MemoryFilter, *, offset: int = 0, limit: int = PAGE_MEMORIES) -> MemoryPage:
    """List memories, the newest first; with 60,000 of them a page takes some 30 ms, a banned or archived one more."""
    now = session.clock.now()
    with session.connection() as connection, snapshot(connection):
        narrowed = _page_filter(session, connection, wanted, now)
        ids = memory_pages.page_ids(connection, narrowed, limit=limit, offset=offset)
        rows = _rows(session, connection, ids, now)
        return MemoryPage(rows, offset, memory_pages.count_page(connection, narrowed))


def _page_filter(session: Session, connection: Connection, wanted: MemoryFilter, now: datetime) -> PageFilter:
    youngest, oldest = _ages(wanted.tier)
    among: list[MemoryId] | None = None
    misplaced: list[MemoryId] = []
    match wanted.state:
        case State.BANNED:
            matcher = session.banned(connection)
            (among,) = ids_on_topics(connection, [matcher])
        case State.COOLING:
            found = (memories.memory_by_handle(connection, one.handle) for one in cooling_now(connection))
            among = [one.id for one in found if one is not None]
        case State.ARCHIVED:
            misplaced = _misplaced(connection, now)
        case State.PINNED | State.OFF | None:
            pass
    return PageFilter(
        words=" ".join(wanted.words.split()),
        provenance=wanted.provenance,
        kind=wanted.kind,
        said_after=None if oldest is None else now - oldest,
        said_until=None if youngest is None else now - youngest,
        is_held=True if wanted.state is State.PINNED else None,
        is_disabled=True if wanted.state is State.OFF else None,
        is_archived=True if wanted.state is State.ARCHIVED else None,
        among=among,
        misplaced=misplaced,
    )


def _ages(wanted: Tier | None) -> tuple[timedelta | None, timedelta | None]:
    """Return from which age on, and up to below which age, a tier reaches."""
    match wanted:
        case None:
            return None, None
        case Tier.SHORT:
            return None, SHORT_TIER_ENDS
        case Tier.MID:
            return SHORT_TIER_ENDS, MID_TIER_ENDS
        case Tier.LONG:
            return MID_TIER_ENDS, None


def _misplaced(connection: Connection, now: datetime) -> list[MemoryId]:
    found = fading.misplaced(
        connection,
        now,
        presence.read_presence(connection, now),
        after=MemoryId(0),
        until=fading.last_memory_id(connection),
        limit=_MOST_MISPLACED,
    )
    return [one.memory_id for one in found]


def _rows(session: Session, connection: Connection, ids: Sequence[MemoryId], now: datetime) -> tuple[MemoryRow, ...]:
    known = memories.read_memories(connection, ids)
    seen = presence.read_presence(connection, now)
    bans = session.banned(connection)
    cooling = {one.handle: one.until_turn for one in cooling_now(connection)}
    rows = []
    for one in (known[memory_id] for memory_id in ids if memory_id in known):
        worth = importance(one, now, seen)
        rows.append(
            MemoryRow(
                memory=one,
                importance=round(worth, 4),
                tier=tier(now - one.said_at),
                is_banned=is_on_topic(bans, one),
                is_archived=has_faded(one, now, seen),
                cooling_until=cooling.get(one.handle),
            )
        )
    return tuple(rows)


def details(session: Session, handle: str) -> MemoryDetails:
    """Tell everything about one memory; changes nothing.

    Raises:
        NotFoundError: there is no such memory.
    """
    now = session.clock.now()
    with session.connection() as connection, snapshot(connection):
        memory = by_handle(connection, handle)
        chat_id = memory_pages.chats_of(connection, [memory.id]).get(memory.id)
        newer = None if memory.superseded_by is None else memories.read_memory(connection, memory.superseded_by)
        bans = [one.term for one in bans_in_force(connection) if is_on_topic(TopicMatcher(one.topics), memory)]
        sources = gists.sources_of(connection, memory.id) if memory.provenance is Provenance.GIST else []
        return MemoryDetails(
            row=_rows(session, connection, [memory.id], now)[0],
            chat=None if chat_id is None else chats.read_chat(connection, chat_id),
            said_again=tuple(memory_pages.later_sayings(connection, memory.id)),
            bans=tuple(bans),
            replaced_by=newer,
            replaces=_known(connection, memory_pages.superseded_ids(connection, memory.id)),
            sources=_known(connection, sources),
            history=tuple(
                map(_in_words, memory_pages.read_history(connection, memory.id, limit=_HISTORY_ROWS)),
            ),
            standing=_standing(connection, memory.id),
            changes=tuple(
                PastChange(one.at, _DONE[one.kind], undone_at)
                for one, undone_at in actions_on(connection, memory.handle, limit=_CHANGES)
            ),
            said_as=_said_as(connection, memory),
        )


def _standing(connection: Connection, memory_id: MemoryId) -> PastStanding | None:
    found = memory_pages.read_standing(connection, memory_id)
    if found is None:
        return None
    words = explain(Verdict(memory_id, VerdictKind.IN, in_reason=InReason.STANDING))
    return PastStanding(found.count, found.first_turn, found.last_turn, found.last_at, words)


def _said_as(connection: Connection, memory: Memory) -> str:
    """Return the message of an edited memory; a long message is stored in pieces, and each stands in it word for word."""
    if memory.source_message_id is None:
        return ""
    said = " ".join(
        text for one in messages.read_messages(connection, [memory.source_message_id]) for text in one.text.split()
    )
    is_edited = said not in {"", FORGOTTEN_TEXT} and " ".join(memory.text.split()) not in said
    return said if is_edited else ""


def _known(connection: Connection, ids: Sequence[MemoryId]) -> tuple[Memory, ...]:
    return tuple(memories.read_memories(connection, ids).values())


def _in_words(row: HistoryRow) -> PastVerdict:
    verdict: Verdict = row.verdict
    words = explain(verdict)
    if verdict.kind is VerdictKind.ENDED and verdict.out_reason is OutReason.SUPPRESSED:
        words = "Cut short: you banned it or switched it off."
    return PastVerdict(row.turn_id, row.at, verdict.kind is VerdictKind.IN, words)
