"""Carry out an import: read the file, plan, and on the user's word store it, a few entries at a time.

The one fact that a reader would get wrong: an import has no state of its own. What is stored says by itself how far it
came, so one that was stopped or killed goes on when the same file is imported again, and ends as if undisturbed.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from assistant.chosen_space import wait_for_vectors
from assistant.cleaning import clean_line, clean_text
from assistant.errors import AssistantError
from assistant.import_plan import ChangedEntry, ImportPlan, left_out, make_plan
from assistant.jobs.pace import Pace
from assistant.session import Session
from assistant.storing import store_each_held
from assistant.topics import end_running_stickies, hold_new
from memory.capture import Captured, Statement, prepare_each
from memory.database import Connection, transaction
from memory.embedding import Embedder, Vectors
from memory.errors import ImportFileError
from memory.importers.lorebook import ParsedEntry, parse_lorebook
from memory.importers.lorebook_entry import EntryValues
from memory.records import STANDING_KINDS, Memory, MemoryId, Provenance
from memory.rules.scripts import searchable
from memory.store import index, lorebooks, memories, meta, presence
from memory.store.lorebooks import LorebookId, Origin

OnProgress = Callable[[int, int], None]
"""Called with how many of how many entries are stored."""

Item = TypeVar("Item")

_LARGEST_FILE_BYTES = 100_000_000
_FIRST_ENTRIES = 8
_MOST_ENTRIES = 128


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did. Stopped, it stored so much and no more; importing the file again goes on."""

    added: int
    changed: int
    skipped: int
    warnings: tuple[str, ...]
    is_stopped: bool = False


def plan_import(session: Session, path: Path) -> ImportPlan:
    """Read a lorebook file and tell what it would change.

    Raises:
        ImportFileError: the file cannot be read, or is no lorebook.
    """
    book = parse_lorebook(_content(path), file_stem=path.stem, clean=clean_text)
    with session.connection() as connection:
        return make_plan(connection, book)


def apply_import(
    session: Session,
    plan: ImportPlan,
    on_progress: OnProgress = lambda _done, _total: None,
    stop: threading.Event | None = None,
) -> ImportResult:
    """Carry out a plan in transactions of less than 50 ms, between which others may write.

    Args:
        session: Where to.
        plan: From `plan_import`.
        on_progress: Called after each transaction.
        stop: Set from another thread to give up; what is stored by then stays.

    Raises:
        AssistantError: what is stored changed since the plan was made; what was stored until then stays.
    """
    try:
        return _Work(session, plan, on_progress, stop or threading.Event()).run()
    finally:
        wait_for_vectors(session)


def _content(path: Path) -> bytes:
    try:
        if not path.is_file():
            what = "is no file" if path.exists() else "does not exist"
            raise ImportFileError(
                f"{clean_line(str(path))} {what}.", "Give the path of a file that is there, or of a folder of notes."
            )
        if path.stat().st_size > _LARGEST_FILE_BYTES:
            raise ImportFileError(
                f"{clean_line(path.name)} is larger than {_LARGEST_FILE_BYTES // 1_000_000} MB.",
                "Split it into several lorebooks.",
            )
        return path.read_bytes()
    except OSError as error:
        words = f"{clean_line(str(path))} cannot be read: {error.strerror or error}."
        raise ImportFileError(words, "Check the path and the file's permissions.") from error


class _Work:
    """One import under way: each step's entries embedded before it, so that others find the lock free in between."""

    def __init__(self, session: Session, plan: ImportPlan, on_progress: OnProgress, stop: threading.Event) -> None:
        self._session = session
        self._plan = plan
        self._on_progress = on_progress
        self._stop = stop
        self._now = session.clock.now()
        self._pace = Pace(session.clock, _FIRST_ENTRIES, _MOST_ENTRIES)
        self._added = 0
        self._changed = 0

    def run(self) -> ImportResult:
        """Store what the plan says, in its order; the file around the entries comes last, since it ends the import."""
        plan = self._plan
        # A power cut may take the last steps with it, which importing again makes up for; the end waits for the disk.
        with self._session.stream_connection() as connection:
            if make_plan(connection, plan.book) != plan:
                raise _grown_old()
            steps = (self._begin, self._add_all, self._change_all, self._keep_all)
            is_stopped = not (plan.is_empty or all(step(connection) for step in steps))
        if not (plan.is_empty or is_stopped):
            self._end()
        return ImportResult(self._added, self._changed, plan.skipped, plan.warnings, is_stopped=is_stopped)

    def _begin(self, connection: Connection) -> bool:
        """Store a new lorebook, so that entries can belong to it."""
        if self._stop.is_set():
            return False
        book = self._plan.book
        if lorebooks.read_lorebook(connection, book.name) is None:
            with self._pace.step(connection):
                lorebooks.write_lorebook(connection, book.name, book.envelope, left_out(book))
        return True

    def _add_all(self, connection: Connection) -> bool:
        for part in self._paced(self._plan.added):
            prepared = prepare_each([_statement(one, self._now) for one in part], self._session.embedder)
            with self._pace.step(connection):
                self._add(connection, list(zip(part, prepared, strict=True)))
            self._added += len(part)
            self._tell()
        return not self._stop.is_set()

    def _change_all(self, connection: Connection) -> bool:
        for part in self._paced(self._plan.changed):
            vectors = _vectors(part, self._session.embedder)
            with self._pace.step(connection):
                self._change(connection, list(zip(part, vectors, strict=True)))
            self._changed += len(part)
            self._tell()
        return not self._stop.is_set()

    def _keep_all(self, connection: Connection) -> bool:
        """Note anew where entries stand that are as they were."""
        kept = self._plan.unchanged if self._plan.is_frame_changed else ()
        for part in self._paced(kept):
            with self._pace.step(connection):
                origins = [Origin(memory_id, one.key, one.original.to_json()) for memory_id, one in part]
                lorebooks.write_origins(connection, self._book(connection), origins)
        return not self._stop.is_set()

    def _end(self) -> None:
        book = self._plan.book
        with self._session.connection() as connection, transaction(connection):
            lorebooks.write_lorebook(connection, book.name, book.envelope, left_out(book))
            presence.note_activity(connection, self._now)

    def _paced(self, items: Sequence[Item]) -> Iterator[Sequence[Item]]:
        """Yield the next items, as many as fit in a transaction, until there are none or the user has had enough."""
        start = 0
        while start < len(items) and not self._stop.is_set():
            part = items[start : start + self._pace.rows]
            yield part
            start += len(part)

    def _tell(self) -> None:
        self._on_progress(self._added + self._changed, len(self._plan.added) + len(self._plan.changed))

    def _book(self, connection: Connection) -> LorebookId:
        book = lorebooks.read_lorebook_id(connection, self._plan.book.name)
        if book is None:
            raise _grown_old()
        return book

    def _add(self, connection: Connection, part: Sequence[tuple[ParsedEntry, Captured]]) -> None:
        book = self._book(connection)
        if lorebooks.has_any_origin(connection, book, [entry.key for entry, _ in part]):
            raise _grown_old()
        ids = store_each_held(connection, [captured for _, captured in part], self._now)
        self._settle(connection, book, [(one, entry) for one, (entry, _) in zip(ids, part, strict=True)])
        values = [entry.read.values for entry, _ in part]
        if any(one.is_pinned or one.kind in STANDING_KINDS for one in values):
            meta.touch_standing(connection)

    def _change(self, connection: Connection, part: Sequence[tuple[ChangedEntry, Vectors | None]]) -> None:
        stored = memories.read_memories(connection, [one.memory.id for one, _ in part])
        if any(
            one.memory.id not in stored
            or EntryValues.of_memory(stored[one.memory.id]) != EntryValues.of_memory(one.memory)
            for one, _ in part
        ):
            raise _grown_old()
        reworded = [one.memory.id for one, vector in part if vector is not None]
        index.unindex_words(connection, *reworded)
        for one, vector in part:
            _write_change(connection, stored[one.memory.id], one.values, vector, self._now)
        index.index_words(connection, *reworded)
        self._settle(connection, self._book(connection), [(one.memory.id, one.entry) for one, _ in part])
        # A new text or title may be on a pinned topic.
        hold_new(connection, [one.memory.id for one, _ in part], self._now)
        meta.touch_standing(connection)

    def _settle(self, connection: Connection, book: LorebookId, stored: Sequence[tuple[MemoryId, ParsedEntry]]) -> None:
        """Note which entry each one is, in the same transaction."""
        origins = [Origin(memory_id, entry.key, entry.original.to_json()) for memory_id, entry in stored]
        lorebooks.write_origins(connection, book, origins)


def _grown_old() -> AssistantError:
    return AssistantError("Memories changed since the report was made.", "Import the file again.")


def _statement(entry: ParsedEntry, now: datetime) -> Statement:
    values = entry.read.values
    return Statement(
        values.text,
        Provenance.AUTHORED,
        now,
        knobs=values.knobs,
        kind=values.kind,
        importance=values.importance,
        title=values.title,
        trigger=values.trigger,
        is_pinned=values.is_pinned,
        is_disabled=values.is_disabled,
        is_whole=True,
    )


def _vectors(part: Sequence[ChangedEntry], embedder: Embedder) -> list[Vectors | None]:
    """Embed what has a new text; None for the others."""
    is_new = [one.values.text != one.memory.text for one in part]
    made = iter(embedder.embed([one.values.text for one, new in zip(part, is_new, strict=True) if new]))
    return [next(made) if new else None for new in is_new]


def _write_change(
    connection: Connection, before: Memory, values: EntryValues, vector: Vectors | None, now: datetime
) -> None:
    """Edit a memory in place, so that its timers, which are verdict rows, stay; its words are indexed by the caller.

    Args:
        connection: The store, inside a transaction.
        before: As it is stored.
        values: What it is to be.
        vector: Of the new text; None where the text stays, and with it most of the work.
        now: The moment.
    """
    after = replace(
        before,
        text=values.text,
        title=values.title,
        trigger=values.trigger,
        knobs=values.knobs,
        kind=values.kind,
        importance=values.importance,
        importance_at=before.importance_at if values.importance == before.importance else now,
        is_pinned=values.is_pinned,
        is_disabled=values.is_disabled,
    )
    memories.update_memory(connection, after, search_text=searchable(after.text))
    if vector is not None:
        index.index_vector(connection, before.id, vector=vector, is_archived=False)
    # Memories with keys are in the other partition.
    elif bool(before.trigger.keys) != bool(after.trigger.keys):
        index.move_partition(connection, [before.id], is_archived=False)
    if after.is_disabled and not before.is_disabled:
        end_running_stickies(connection, [after])
