"""Lorebooks in: the plan of what a file would change, as a report, and then the change; and lorebooks out.

The one fact that a reader would get wrong: an entry is compared with the entry of the last import, not with its memory.
Only what its author changed since then is taken over, so that what the user edited here stays.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np

from assistant.cleaning import clean_line, clean_text
from assistant.errors import AssistantError, NotFoundError
from assistant.session import Session
from assistant.topics import end_running_stickies, hold_new
from memory.capture import Captured, Statement, prepare, store
from memory.database import Connection, transaction
from memory.embedding import Embedder, Vectors
from memory.errors import ImportFileError
from memory.importers.lorebook import Original, ParsedEntry, ParsedLorebook, form_of, parse_lorebook
from memory.importers.lorebook_entry import EntryValues, read_entry
from memory.importers.lorebook_export import Exported, fill_envelope, world_info
from memory.importers.lorebook_fields import EntryError, Form
from memory.importers.lorebook_timers import told
from memory.records import Kind, Memory, MemoryId, Provenance
from memory.rules.scripts import searchable
from memory.store import index, lorebooks, memories, meta, presence
from memory.store.lorebooks import Lorebook, LorebookId, Origin

OnProgress = Callable[[int, int], None]
"""Called with how many of how many steps are done."""

_LARGEST_FILE_BYTES = 100_000_000
_BATCH = 256
_STANDING_KINDS = frozenset({Kind.IDENTITY, Kind.PREFERENCE})
_UNUSED_FIELDS = "fields that are kept for the export only"
_FIELD_WORDS = {
    "exclude_keys": "exclusion keys",
    "secondary_keys": "secondary keys",
    "is_case_sensitive": "case sensitivity",
    "is_whole_words": "whole words",
    "is_disabled": "disabled",
    "is_pinned": "pinned",
}


@dataclass(frozen=True, slots=True)
class ChangedEntry:
    """An entry that differs from what the last import found.

    Args:
        entry: As it is in the file now.
        memory: The memory as it is stored.
        values: The memory as it is to be.
    """

    entry: ParsedEntry
    memory: Memory
    values: EntryValues

    @property
    def fields(self) -> tuple[str, ...]:
        """Name in words what changes."""
        changed = EntryValues.of_memory(self.memory).differences(self.values)
        return tuple(_FIELD_WORDS.get(name, name) for name in changed) or (_UNUSED_FIELDS,)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What importing a file would do; nothing is stored yet.

    Args:
        book: The file, read.
        added: Entries that are new.
        changed: Entries that differ from the last import.
        unchanged: Entries that do not, as (memory, entry).
        absent: Titles of memories whose entry is no longer in the file; they stay.
        is_frame_changed: Whether the file around the entries, or their order, is to be kept anew.
    """

    book: ParsedLorebook
    added: tuple[ParsedEntry, ...]
    changed: tuple[ChangedEntry, ...]
    unchanged: tuple[tuple[MemoryId, ParsedEntry], ...]
    absent: tuple[str, ...]
    is_frame_changed: bool

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not (self.added or self.changed or self.is_frame_changed)

    @property
    def skipped(self) -> int:
        """How many entries are neither added nor changed."""
        return len(self.unchanged) + len(self.book.refused)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what is wrong, each with its entry's name: first what is left out, then what is taken in spite of it."""
        refused = [f"“{one.name}” is left out: {one.reason}" for one in self.book.refused]
        return (*refused, *(f"“{one.name}”: {words}" for one in self.book.entries for words in one.read.warnings))

    @property
    def lines(self) -> tuple[str, ...]:
        """The report, safe to show: what the file is, the counts, each entry, each warning."""
        book = self.book
        counts = (
            f"{len(self.added):,} to add, {len(self.changed):,} to change, "
            f"{len(self.unchanged):,} unchanged, {len(book.refused):,} left out."
        )
        changed = (
            f"~ {one.entry.name}: {', '.join(one.fields)}{_aside(one.entry)}" for one in self.changed
        )
        written = (
            f"{book.kind} “{book.name}”, {_counted(len(book.entries) + len(book.refused))}:",
            counts,
            *(f"+ {one.name}{_aside(one)}" for one in self.added),
            *changed,
            *(f"= {title} is no longer in the file; its memory stays" for title in self.absent),
            *(f"! {words}" for words in self.warnings),
        )
        return tuple(map(clean_line, written))


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did. Stopped, it did nothing."""

    added: int
    changed: int
    skipped: int
    warnings: tuple[str, ...]
    is_stopped: bool = False


class _StoppedError(Exception):
    """The user's stop flag was set."""


def plan_import(session: Session, path: Path) -> ImportPlan:
    """Read a lorebook file and tell what it would change.

    Raises:
        ImportFileError: the file cannot be read, or is no lorebook.
    """
    book = parse_lorebook(_content(path), file_stem=path.stem, clean=clean_text)
    with session.connection() as connection:
        return _plan(connection, book)


def apply_import(
    session: Session,
    plan: ImportPlan,
    on_progress: OnProgress = lambda _done, _total: None,
    stop: threading.Event | None = None,
) -> ImportResult:
    """Carry out a plan, wholly or not at all.

    Args:
        session: Where to.
        plan: From `plan_import`.
        on_progress: Called now and then.
        stop: Set from another thread to give up; then nothing is stored.

    Raises:
        AssistantError: what is stored changed since the plan was made.
    """
    work = _Work(session, plan, on_progress, stop or threading.Event())
    try:
        work.run()
    except _StoppedError:
        return ImportResult(0, 0, 0, (), is_stopped=True)
    return ImportResult(len(plan.added), len(plan.changed), plan.skipped, plan.warnings)


def lorebook_names(session: Session) -> list[str]:
    """Name the lorebooks that can be exported."""
    with session.connection() as connection:
        return lorebooks.lorebook_names(connection)


def export_lorebook(session: Session, name: str | None = None) -> str:
    """Return a lorebook as the text of a file.

    Args:
        session: From where.
        name: A lorebook goes out in the form it came in. None is every authored memory: as one World Info file, unless
            all of them came from one lorebook.

    Raises:
        NotFoundError: no lorebook has that name.
    """
    with session.connection() as connection:
        names = lorebooks.lorebook_names(connection)
        by_hand = lorebooks.hand_written_ids(connection)
        if name is None and len(names) == 1 and not by_hand:
            name = names[0]
        if name is not None:
            book = lorebooks.read_lorebook(connection, name) if name in names else None
            if book is None:
                known = ", ".join(names) or "none was imported"
                raise NotFoundError(f"There is no lorebook “{clean_line(name)}”.", f"Lorebooks: {known}.")
            left_out = [Original.from_json(one) for one in book.left_out]
            return fill_envelope(book.envelope, _exported(connection, book), left_out, clean_text)
        books = [lorebooks.read_lorebook(connection, one) for one in names]
        imported = [one for book in books if book is not None for one in _exported(connection, book)]
        written = memories.read_memories(connection, by_hand)
        alone = [Exported(EntryValues.of_memory(written[one])) for one in by_hand]
        return world_info([*imported, *alone], clean_text)


# The plan


def _content(path: Path) -> bytes:
    try:
        if not path.is_file():
            what = "is no file" if path.exists() else "does not exist"
            raise ImportFileError(f"{clean_line(str(path))} {what}.", "Give the path of a JSON file.")
        if path.stat().st_size > _LARGEST_FILE_BYTES:
            raise ImportFileError(
                f"{clean_line(path.name)} is larger than {_LARGEST_FILE_BYTES // 1_000_000} MB.",
                "Split it into several lorebooks.",
            )
        return path.read_bytes()
    except OSError as error:
        words = f"{clean_line(str(path))} cannot be read: {error.strerror or error}."
        raise ImportFileError(words, "Check the path and the file's permissions.") from error


def _plan(connection: Connection, book: ParsedLorebook) -> ImportPlan:
    stored = lorebooks.read_lorebook(connection, book.name)
    origins = {} if stored is None else {one.key: one for one in lorebooks.origins(connection, stored.id)}
    known = memories.read_memories(connection, [one.memory_id for one in origins.values()])
    added: list[ParsedEntry] = []
    changed: list[ChangedEntry] = []
    unchanged: list[tuple[MemoryId, ParsedEntry]] = []
    is_moved = False
    for entry in book.entries:
        origin = origins.pop(entry.key, None)
        if stored is None or origin is None:
            added.append(entry)
            continue
        before = Original.from_json(origin.original)
        if before.entry == entry.original.entry:
            unchanged.append((origin.memory_id, entry))
            is_moved = is_moved or before != entry.original
        else:
            memory = known[origin.memory_id]
            changed.append(ChangedEntry(entry, memory, _merged(memory, before, form_of(stored.envelope), entry)))
    return ImportPlan(
        book=book,
        added=tuple(added),
        changed=tuple(changed),
        unchanged=tuple(unchanged),
        absent=tuple(known[one.memory_id].title or known[one.memory_id].handle for one in origins.values()),
        is_frame_changed=is_moved or stored is None or _frame(stored) != (book.envelope, _left_out(book)),
    )


def _merged(memory: Memory, before: Original, form: Form, entry: ParsedEntry) -> EntryValues:
    """Return a memory with what changed between two versions of its entry."""
    now = EntryValues.of_memory(memory)
    try:
        old = read_entry(before.entry, form, clean_text).values
    except EntryError:
        old = now
    return replace(now, **old.differences(entry.read.values))


def _left_out(book: ParsedLorebook) -> tuple[str, ...]:
    return tuple(one.original.to_json() for one in book.refused)


def _frame(stored: Lorebook) -> tuple[str, tuple[str, ...]]:
    return stored.envelope, stored.left_out


def _aside(entry: ParsedEntry) -> str:
    words = (told(entry.read.timers), "disabled" if entry.read.values.is_disabled else "")
    said = "; ".join(one for one in words if one)
    return f" ({said})" if said else ""


def _counted(entries: int) -> str:
    return "1 entry" if entries == 1 else f"{entries:,} entries"


def _exported(connection: Connection, book: Lorebook) -> list[Exported]:
    origins = lorebooks.origins(connection, book.id)
    found = memories.read_memories(connection, [one.memory_id for one in origins])
    form = form_of(book.envelope)
    return [
        Exported(EntryValues.of_memory(found[one.memory_id]), Original.from_json(one.original), form)
        for one in origins
    ]


# The change


class _Work:
    """One import under way: embedding first, so that no transaction waits for it, then one transaction."""

    def __init__(self, session: Session, plan: ImportPlan, on_progress: OnProgress, stop: threading.Event) -> None:
        self._session = session
        self._plan = plan
        self._on_progress = on_progress
        self._stop = stop
        self._done = 0
        self._total = 2 * (len(plan.added) + len(plan.changed))

    def run(self) -> None:
        now = self._session.clock.now()
        embedder = self._session.embedder
        new = [prepared for batch in self._batches(self._plan.added) for prepared in _prepared(batch, embedder, now)]
        texts = [one.values.text for one in self._plan.changed]
        vectors = [vector for batch in self._batches(texts) for vector in embedder.embed(batch)]
        with self._session.connection() as connection, transaction(connection):
            if _plan(connection, self._plan.book) != self._plan:
                raise AssistantError("Memories changed since the report was made.", "Import the file again.")
            origins = [*self._add(connection, new), *self._change(connection, vectors, now), *self._keep()]
            lorebooks.write_origins(connection, self._write_book(connection), origins)
            hold_new(connection, [one.memory_id for one in origins], now)
            if self._touches_standing():
                meta.touch_standing(connection)
            presence.note_activity(connection, now)

    def _batches[T](self, items: Sequence[T]) -> Iterator[Sequence[T]]:
        for start in range(0, len(items), _BATCH):
            batch = items[start : start + _BATCH]
            yield batch
            self._advance(len(batch))

    def _advance(self, steps: int) -> None:
        if self._stop.is_set():
            raise _StoppedError
        self._done += steps
        self._on_progress(self._done, self._total)

    def _add(self, connection: Connection, new: Sequence[Captured]) -> Iterator[Origin]:
        for batch in self._batches(list(zip(self._plan.added, new, strict=True))):
            for entry, captured in batch:
                (memory_id,) = store(connection, captured)
                yield Origin(memory_id, entry.key, entry.original.to_json())

    def _change(self, connection: Connection, vectors: Sequence[Vectors], now: datetime) -> Iterator[Origin]:
        for batch in self._batches(list(zip(self._plan.changed, vectors, strict=True))):
            for one, vector in batch:
                _write_change(connection, one, vector, now)
                yield Origin(one.memory.id, one.entry.key, one.entry.original.to_json())

    def _keep(self) -> Iterator[Origin]:
        if self._plan.is_frame_changed:
            for memory_id, entry in self._plan.unchanged:
                yield Origin(memory_id, entry.key, entry.original.to_json())

    def _write_book(self, connection: Connection) -> LorebookId:
        book = self._plan.book
        return lorebooks.write_lorebook(connection, book.name, book.envelope, _left_out(book))

    def _touches_standing(self) -> bool:
        added = (one.read.values for one in self._plan.added)
        return bool(self._plan.changed) or any(one.is_pinned or one.kind in _STANDING_KINDS for one in added)
