"""Carry out an import: read the file, plan, and on the user's word change everything in one transaction.

The one fact that a reader would get wrong: embedding comes first, outside of the transaction, so a plan can have grown
old meanwhile. It is made again inside, and one that differs from what the user saw is refused.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from assistant.cleaning import clean_line, clean_text
from assistant.errors import AssistantError
from assistant.import_plan import ChangedEntry, ImportPlan, left_out, make_plan
from assistant.session import Session
from assistant.topics import end_running_stickies, hold_new
from memory.capture import Captured, Statement, prepare, store
from memory.database import Connection, transaction
from memory.embedding import Embedder, Vectors
from memory.errors import ImportFileError
from memory.importers.lorebook import ParsedEntry, parse_lorebook
from memory.records import Kind, Provenance
from memory.rules.scripts import searchable
from memory.store import index, lorebooks, memories, meta, presence
from memory.store.lorebooks import LorebookId, Origin

OnProgress = Callable[[int, int], None]
"""Called with how many of how many steps are done."""

Item = TypeVar("Item")

_LARGEST_FILE_BYTES = 100_000_000
_BATCH = 256
_STANDING_KINDS = frozenset({Kind.IDENTITY, Kind.PREFERENCE})


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
        return make_plan(connection, book)


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
        """Do it.

        Raises:
            AssistantError: the plan is old.
            _StoppedError: the stop flag was set; nothing is stored.
        """
        now = self._session.clock.now()
        embedder = self._session.embedder
        new = [prepared for batch in self._batches(self._plan.added) for prepared in _prepared(batch, embedder, now)]
        changed = [vector for batch in self._batches(self._plan.changed) for vector in _vectors(batch, embedder)]
        with self._session.connection() as connection, transaction(connection):
            if make_plan(connection, self._plan.book) != self._plan:
                raise AssistantError("Memories changed since the report was made.", "Import the file again.")
            origins = [*self._add(connection, new), *self._change(connection, changed, now), *self._keep()]
            lorebooks.write_origins(connection, self._write_book(connection), origins)
            hold_new(connection, [one.memory_id for one in origins], now)
            if self._touches_standing():
                meta.touch_standing(connection)
            presence.note_activity(connection, now)

    def _batches(self, items: Sequence[Item]) -> Iterator[Sequence[Item]]:
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

    def _change(self, connection: Connection, vectors: Sequence[Vectors | None], now: datetime) -> Iterator[Origin]:
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
        return lorebooks.write_lorebook(connection, book.name, book.envelope, left_out(book))

    def _touches_standing(self) -> bool:
        added = (one.read.values for one in self._plan.added)
        return bool(self._plan.changed) or any(one.is_pinned or one.kind in _STANDING_KINDS for one in added)


def _prepared(batch: Sequence[ParsedEntry], embedder: Embedder, now: datetime) -> list[Captured]:
    return [prepare(_statement(entry, now), embedder) for entry in batch]


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


def _vectors(batch: Sequence[ChangedEntry], embedder: Embedder) -> list[Vectors | None]:
    """Embed what has a new text; None for the others."""
    return [None if one.values.text == one.memory.text else embedder.embed([one.values.text])[0] for one in batch]


def _write_change(connection: Connection, one: ChangedEntry, vector: Vectors | None, now: datetime) -> None:
    """Edit a memory in place, so that its timers, which are verdict rows, stay.

    Args:
        connection: The store, inside a transaction.
        one: What is to change.
        vector: Of the new text; None where the text stays, and with it most of the work.
        now: The moment.
    """
    before, values = one.memory, one.values
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
    if vector is None:
        memories.update_memory(connection, after, search_text=searchable(after.text))
        # Memories with keys are in the other partition.
        if bool(before.trigger.keys) != bool(after.trigger.keys):
            index.move_partition(connection, [before.id], is_archived=False)
    else:
        index.unindex_memory(connection, before.id)
        memories.update_memory(connection, after, search_text=searchable(after.text))
        index.index_memory(connection, before.id, vector=vector, is_archived=False)
    if after.is_disabled and not before.is_disabled:
        end_running_stickies(connection, [after])
