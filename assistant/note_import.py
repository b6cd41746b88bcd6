"""Import notes: read them all and report, then on the user's word remember their paragraphs, note by note.

The one fact that a reader would get wrong: a paragraph is known by what it says. One that was edited is new, and what it
said before stays remembered; one that was forgotten comes back while the note still says it.
"""

import threading
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from assistant.chat_import import OnProgress
from assistant.chat_storing import REMEMBERED_CHARACTERS
from assistant.chosen_space import wait_for_vectors
from assistant.cleaning import clean_line
from assistant.import_source import NoteSource
from assistant.jobs.pace import Pace
from assistant.session import Session
from assistant.storing import store_held
from memory.capture import Statement, prepare
from memory.database import Connection, transaction
from memory.importers.chat_records import RefusedItem
from memory.importers.notes import Paragraph
from memory.records import STANDING_KINDS, MemoryId, Provenance
from memory.rules.plurals import counted
from memory.store import imports, meta, presence

_FIRST_STEP, _LARGEST_STEP = 4, 64


@dataclass(slots=True)
class NoteReport:
    """What is in the notes, and what importing them would change; nothing is stored yet.

    Args:
        source: The notes.
        notes: How many could be read.
        new: Paragraphs to remember.
        known: Paragraphs that are remembered.
        by_file: Notes without a date of their own, which get that of their file.
        skipped: What is left out, by reason.
        refused: Notes that are left out whole.
    """

    source: NoteSource
    notes: int = 0
    new: int = 0
    known: int = 0
    by_file: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    skipped: Counter[str] = field(default_factory=Counter)
    refused: list[RefusedItem] = field(default_factory=list)
    is_stopped: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not self.new

    @property
    def lines(self) -> tuple[str, ...]:
        """The report, safe to show."""
        span = f" from {self.first_at:%Y-%m-%d} to {self.last_at:%Y-%m-%d}" if self.first_at and self.last_at else ""
        written = [
            f"Notes “{self.source.name}”, {counted(self.notes, 'note')}{span}:",
            f"{counted(self.new, 'paragraph')} to remember, {self.known:,} known; {len(self.refused):,} of the notes left out.",
        ]
        if self.by_file:
            have, their = ("has", "its") if self.by_file == 1 else ("have", "their")
            written.append(
                f"{self.by_file:,} of the notes {have} no date inside or in {their} name: "
                f"the day on which {their} file was last changed counts."
            )
        written += [f"- left out: {count:,} {reason}" for reason, count in self.skipped.most_common()]
        written += [f"! {words}" for words in self.warnings]
        return tuple(map(clean_line, written))

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say which notes are left out, and why."""
        return tuple(clean_line(f"“{one.name}” is left out: {one.reason}") for one in self.refused)


@dataclass(frozen=True, slots=True)
class NoteImportResult:
    """What an import stored. Stopped, the rest waits for the next run."""

    notes: int
    memories: int
    is_stopped: bool = False


def plan_notes(
    session: Session,
    source: NoteSource,
    on_progress: OnProgress = lambda _share: None,
    stop: threading.Event | None = None,
) -> NoteReport:
    """Read all notes and tell what importing them would change."""
    report = NoteReport(source)
    with session.connection() as connection:
        for place, (note, parsed) in enumerate(source.read()):
            if stop is not None and stop.is_set():
                report.is_stopped = True
                break
            on_progress(place / len(source.files))
            if isinstance(parsed, RefusedItem):
                report.refused.append(parsed)
                continue
            report.notes += 1
            report.skipped += parsed.skipped
            report.by_file += not parsed.is_dated
            known = imports.known_paragraphs(connection, note)
            is_known = [one.digest in known for one in parsed.paragraphs]
            report.known += sum(is_known)
            report.new += len(is_known) - sum(is_known)
            for one in parsed.paragraphs[:1]:
                report.first_at = min(report.first_at or one.said_at, one.said_at)
                report.last_at = max(report.last_at or one.said_at, one.said_at)
    return report


def apply_notes(
    session: Session,
    report: NoteReport,
    on_progress: OnProgress = lambda _share: None,
    stop: threading.Event | None = None,
) -> NoteImportResult:
    """Remember what a report told of, in steps that hold the write lock for less than 50 ms each.

    Args:
        session: Where to.
        report: From `plan_notes`.
        on_progress: Called now and then.
        stop: Set from another thread to stop after the step at hand; what is stored stays.
    """
    try:
        return _stored(session, report.source, on_progress, stop)
    finally:
        wait_for_vectors(session)


def _stored(
    session: Session, source: NoteSource, on_progress: OnProgress, stop: threading.Event | None
) -> NoteImportResult:
    notes = memories = 0
    with session.connection() as connection:
        with transaction(connection):
            presence.note_activity(connection, session.clock.now())
        pace = Pace(session.clock, _FIRST_STEP, _LARGEST_STEP)
        for place, (note, parsed) in enumerate(source.read()):
            on_progress(place / len(source.files))
            if isinstance(parsed, RefusedItem):
                continue
            known = imports.known_paragraphs(connection, note)
            new = [one for one in parsed.paragraphs if one.digest not in known]
            notes += bool(new)
            while new and not (stop is not None and stop.is_set()):
                batch, new = new[: pace.rows], new[pace.rows :]
                memories += _remember(session, connection, pace, batch)
            if stop is not None and stop.is_set():
                return NoteImportResult(notes, memories, is_stopped=True)
    on_progress(1.0)
    return NoteImportResult(notes, memories)


def _remember(session: Session, connection: Connection, pace: Pace, batch: list[Paragraph]) -> int:
    made = [
        prepare(
            Statement(
                one.text[:REMEMBERED_CHARACTERS],
                Provenance.IMPORTED,
                one.said_at,
                knobs=session.retrieved_knobs,
                title=one.title,
            ),
            session.embedder,
        )
        for one in batch
    ]
    ids: list[MemoryId] = []
    with pace.step(connection):
        known = imports.known_paragraphs(connection, batch[0].note)
        for one, captured in zip(batch, made, strict=True):
            if one.digest not in known:
                stored = store_held(connection, captured, session.clock.now(), before_text=one.title)
                imports.write_paragraph(connection, one.note, one.digest, stored)
                ids += stored
        if any(new.kind in STANDING_KINDS for captured in made for new in captured.new):
            meta.touch_standing(connection)
    return len(ids)
