"""Import chats: read the whole file and report, then on the user's word store it in small steps.

The one fact that a reader would get wrong: chats are not stored wholly or not at all. Each step is whole, and known
again by its keys, so an import that was stopped or killed goes on where it was when it is run again.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from assistant import topics
from assistant.chat_listing import ChatListing
from assistant.chat_storing import ChatStoring, Todo, count_memories, link_memory, todo_of
from assistant.chosen_space import wait_for_vectors
from assistant.cleaning import clean_line
from assistant.import_source import ChatSource
from assistant.jobs.pace import Pace
from assistant.session import Session
from memory.database import Connection, transaction
from memory.errors import TermError
from memory.importers.chat_records import ParsedChat, ParsedMemory, ParsedTopic, ParsedTurn, RefusedItem
from memory.records import DirectiveKind
from memory.rules.plurals import counted
from memory.store import imports, presence
from memory.store.directives import read_directives

OnProgress = Callable[[float], None]
"""Called with the share that is done, 0..1."""

TORN = "turns that cannot follow what is stored"
_MOST_SHOWN = 20
_ALONE_AT_ONCE = 32
_LINKED_AT_ONCE = 100


@dataclass(slots=True)
class ChatReport:
    """What is in a file of chats, and what importing it would change; nothing is stored yet.

    Args:
        source: The file.
        chats: How many it holds.
        new_chats: Those that are not stored.
        grown_chats: Those with turns that are not stored.
        new_turns: Turns to store.
        new_memories: Memories to store, those that stand alone too.
        first_at: The earliest and `last_at` the latest moment in it.
        topics: Bans and pins that are not in force.
        skipped: What is left out, by reason.
        refused: Chats and memories that are left out whole.
        refused_count: How many; only the first are kept.
        undated: Messages that have no usable date, and get that of their neighbour.
        has_links: Whether memories of the file point at each other.
        listing: The first of the chats that are new or have new turns.
    """

    source: ChatSource
    chats: int = 0
    new_chats: int = 0
    grown_chats: int = 0
    new_turns: int = 0
    new_memories: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    topics: list[ParsedTopic] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    refused: list[RefusedItem] = field(default_factory=list)
    refused_count: int = 0
    undated: int = 0
    has_links: bool = False
    listing: ChatListing = field(default_factory=ChatListing)
    is_stopped: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not (self.new_chats or self.grown_chats or self.new_memories or self.topics)

    @property
    def lines(self) -> tuple[str, ...]:
        """The report, safe to show."""
        unchanged = self.chats - self.new_chats - self.grown_chats
        span = f" from {self.first_at:%Y-%m-%d} to {self.last_at:%Y-%m-%d}" if self.first_at and self.last_at else ""
        parts = (
            (self.grown_chats, "here already, with new turns"),
            (unchanged, "here already"),
            (self.refused_count, "left out"),
        )
        counts = ", ".join([f"{self.new_chats:,} new", *(f"{number:,} {words}" for number, words in parts if number)])
        adds = f"{counted(self.new_turns, 'turn')} and {counted(self.new_memories, 'memory', 'memories')} to add."
        written = [
            f"{self.source.kind} export “{self.source.name}”, {counted(self.chats, 'chat')}{span}:",
            f"{counts}; {adds}",
            *self.listing.lines,
        ]
        written += [f"+ {one.kind} of “{one.term}”" for one in self.topics]
        written += [f"- left out: {count:,} {reason}" for reason, count in self.skipped.most_common()]
        written += [f"! {words}" for words in self.warnings]
        return tuple(map(clean_line, written))

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what is wrong, each with its chat's name."""
        found = [f"“{one.name or 'untitled'}” is left out: {one.reason}" for one in self.refused]
        if self.undated:
            dated = f"{counted(self.undated, 'message')} without a usable date: dated as the one before"
            found.insert(0, dated)
        if self.refused_count > len(self.refused):
            found.append(f"and {self.refused_count - len(self.refused):,} more are left out")
        return tuple(map(clean_line, found))


@dataclass(frozen=True, slots=True)
class ChatImportResult:
    """What an import stored, and the first chats of it by name. Stopped, the rest waits for the next run."""

    chats: int
    turns: int
    memories: int
    is_stopped: bool = False
    lines: tuple[str, ...] = ()


def plan_chats(
    session: Session,
    source: ChatSource,
    on_progress: OnProgress = lambda _share: None,
    stop: threading.Event | None = None,
) -> ChatReport:
    """Read a whole file of chats and tell what importing it would change.

    Raises:
        ImportFileError: it is damaged, says where.
    """
    report = ChatReport(source)
    with session.connection() as connection:
        counting = _Counting(connection, report)
        for one in source.read(_told(source, on_progress)):
            if stop is not None and stop.is_set():
                report.is_stopped = True
                break
            counting.take(one)
    return report


def apply_chats(
    session: Session,
    report: ChatReport,
    on_progress: OnProgress = lambda _share: None,
    stop: threading.Event | None = None,
) -> ChatImportResult:
    """Store what a report told of, in steps that hold the write lock for less than 50 ms each.

    Args:
        session: Where to.
        report: From `plan_chats`.
        on_progress: Called now and then.
        stop: Set from another thread to stop after the step at hand; what is stored stays.

    Raises:
        ImportFileError: the file is damaged now.
    """
    with session.connection() as connection:
        work = _Work(session, connection, report, on_progress, stop or threading.Event())
        try:
            return work.run()
        finally:
            wait_for_vectors(session)


def _told(source: ChatSource, on_progress: OnProgress) -> Callable[[int], None]:
    done = 0

    def add(count: int) -> None:
        nonlocal done
        done += count
        on_progress(min(1.0, done / max(1, source.size)))

    return add


class _Counting:
    """Adds up what a file holds."""

    def __init__(self, connection: Connection, report: ChatReport) -> None:
        self._connection = connection
        self._report = report
        self._in_force = _in_force(connection)
        # Turns of this file that a later chat of it may name.
        self._told_of: set[str] = set()

    def take(self, parsed: ParsedChat | ParsedMemory | ParsedTopic | RefusedItem) -> None:
        """Count one item."""
        report = self._report
        match parsed:
            case ParsedChat():
                self._take_chat(parsed)
            case ParsedMemory():
                is_new = parsed.key not in imports.known_memories(self._connection, [parsed.key])
                report.new_memories += is_new
                self._note_links(parsed)
            case ParsedTopic():
                if (parsed.kind, parsed.term) not in self._in_force:
                    report.topics.append(parsed)
            case RefusedItem():
                report.refused_count += 1
                if len(report.refused) < _MOST_SHOWN:
                    report.refused.append(parsed)

    def _take_chat(self, chat: ParsedChat) -> None:
        report = self._report
        todo = self._todo(chat)
        report.chats += 1
        report.skipped += chat.skipped
        report.undated += chat.undated
        if todo.is_torn:
            report.skipped[TORN] += len(chat.turns) - len(todo.known) - len(todo.new)
        is_here = bool(imports.chats_of_key(self._connection, chat.key))
        report.new_chats += not is_here
        report.grown_chats += is_here and bool(todo.new)
        if not is_here or todo.new:
            report.listing.add(chat, len(todo.new), is_new=not is_here)
        report.new_turns += len(todo.new)
        report.new_memories += sum(map(count_memories, todo.new))
        moments = chat.created_at, chat.updated_at
        report.first_at = min(report.first_at or chat.created_at, *moments)
        report.last_at = max(report.last_at or chat.updated_at, *moments)
        for turn in chat.turns:
            for memory in turn.memories or () if isinstance(turn, ParsedTurn) else ():
                self._note_links(memory)

    def _todo(self, chat: ParsedChat) -> Todo:
        todo = todo_of(self._connection, chat)
        named = {one for one in chat.turns if isinstance(one, str)}
        if todo.is_torn and named <= self._told_of:
            # It names turns that stand before it in this file and will be stored by then.
            stored = imports.known_turns(self._connection, chat.turn_keys)
            new = (one for one in chat.turns if isinstance(one, ParsedTurn) and one.key not in stored)
            todo = Todo((), tuple(new))
        self._told_of.update(chat.turn_keys if any(self._is_own(one) for one in chat.turns) else ())
        return todo

    @staticmethod
    def _is_own(turn: ParsedTurn | str) -> bool:
        return isinstance(turn, ParsedTurn) and turn.memories is not None

    def _note_links(self, memory: ParsedMemory) -> None:
        if memory.superseded_by or memory.sayings or memory.gist_sources:
            self._report.has_links = True


class _Work:
    """One import under way."""

    def __init__(
        self,
        session: Session,
        connection: Connection,
        report: ChatReport,
        on_progress: OnProgress,
        stop: threading.Event,
    ) -> None:
        self._session = session
        self._connection = connection
        self._report = report
        self._on_progress = on_progress
        self._stop = stop
        self._storing = ChatStoring(session, connection)
        self._chats = self._turns = self._memories = 0
        self._listing = ChatListing()
        # Links are a second way through the file, a quick one.
        self._share = 0.9 if report.has_links else 1.0

    def run(self) -> ChatImportResult:
        """Store topics, chats and memories, then link these."""
        with transaction(self._connection):
            presence.note_activity(self._connection, self._session.clock.now())
        # First, so that no prompt meanwhile holds what is banned.
        self._set_topics()
        alone: list[ParsedMemory] = []
        for one in self._report.source.read():
            if isinstance(one, ParsedChat):
                self._store_chat(one)
            elif isinstance(one, ParsedMemory):
                alone.append(one)
                if len(alone) >= _ALONE_AT_ONCE:
                    self._memories += self._storing.store_alone(alone)
                    alone.clear()
                    self._tell()
            if self._stop.is_set():
                return self._result(is_stopped=True)
        self._memories += self._storing.store_alone(alone)
        if self._report.has_links:
            self._link()
        self._on_progress(1.0)
        return self._result(is_stopped=self._stop.is_set())

    def _result(self, *, is_stopped: bool) -> ChatImportResult:
        return ChatImportResult(
            self._chats, self._turns, self._memories, is_stopped=is_stopped, lines=self._listing.lines
        )

    def _tell(self) -> None:
        # By what is stored: the file is read in pieces of which one may hold a thousand turns.
        expected = max(1, self._report.new_turns + self._report.new_memories)
        self._on_progress(min(1.0, (self._turns + self._memories) / expected) * self._share)

    def _set_topics(self) -> None:
        for one in self._report.topics:
            # A term that this version refuses was refused when it was set, too.
            try:
                change = topics.ban if one.kind == DirectiveKind.BAN else topics.pin_topic
                change(self._session, one.term)
            except TermError:
                self._report.refused.append(RefusedItem(one.term, f"it cannot be a {one.kind}"))

    def _store_chat(self, chat: ParsedChat) -> None:
        is_changed = False
        stored = 0
        is_new = not imports.chats_of_key(self._connection, chat.key)
        while not self._stop.is_set() and (done := self._storing.store_step(chat)) is not None:
            turns, memories = done
            self._turns += turns
            self._memories += memories
            stored += turns
            is_changed = True
            self._tell()
        self._chats += is_changed
        if is_changed:
            self._listing.add(chat, stored, is_new=is_new)

    def _link(self) -> None:
        """Link the memories of the file with each other, now that all are there."""
        pace = Pace(self._session.clock, 8, _LINKED_AT_ONCE)
        linked = self._linked()
        while not self._stop.is_set() and (batch := list(islice(linked, pace.rows))):
            keys = {key for one in batch for key in (one.key, one.superseded_by, *one.gist_sources) if key}
            turn_keys = {saying.turn_key for one in batch for saying in one.sayings if saying.turn_key}
            known = imports.known_memories(self._connection, keys)
            turns = imports.known_turns(self._connection, sorted(turn_keys))
            with pace.step(self._connection):
                for one in batch:
                    link_memory(self._connection, one, known, turns)

    def _linked(self) -> Iterator[ParsedMemory]:
        for parsed in self._report.source.read():
            found: list[ParsedMemory] = [parsed] if isinstance(parsed, ParsedMemory) else []
            if isinstance(parsed, ParsedChat):
                turns = (one for one in parsed.turns if isinstance(one, ParsedTurn))
                found = [memory for turn in turns for memory in turn.memories or ()]
            yield from (one for one in found if one.superseded_by or one.sayings or one.gist_sources)


def _in_force(connection: Connection) -> set[tuple[str, str]]:
    return {(str(one.kind), one.term) for one in read_directives(connection)}
