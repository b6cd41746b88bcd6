"""Import whatever a path holds: one plan, one report and one result for chats, notes and lorebooks.

The one fact that a reader would get wrong: planning stores nothing and applying asks nothing. Whoever shows the report
asks in between; a plan that was stopped is not for applying.
"""

import os
import shlex
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from assistant.chat_import import ChatReport, apply_chats, plan_chats
from assistant.errors import AssistantError
from assistant.import_plan import ImportPlan
from assistant.import_source import CHAT_KINDS, ChatSource, NoteSource, find_source
from assistant.importing import apply_import, plan_import
from assistant.note_import import NoteReport, apply_notes, plan_notes
from assistant.session import Session
from memory.rules.plurals import counted, memory_count

OnStep = Callable[[float, str], None]
"""Called with the share that is done, 0..1, and how far that is in words: "40%", "entry 3 of 20"."""

LOREBOOK, NOTES = "lorebook", "notes"
KINDS = (*(one.lower() for one in CHAT_KINDS), NOTES, LOREBOOK)
"""What a path can hold."""

_FILE_ADDRESS = "file://"
_GO_ON = "Import it again to go on."


@dataclass(frozen=True, slots=True)
class FileImported:
    """What an import stored.

    Args:
        words: One line: what was stored, or where it was stopped and how to go on.
        figures: The same, and what was left out, for programs; its names differ from kind to kind.
        added: How many memories are new.
        skipped: How many entries, chats, notes or parts of them make none, or were there.
        is_stopped: Whether the rest waits for the next import of the same file.
        lines: The first things that were stored, by name; safe to show.
    """

    words: str
    figures: Mapping[str, object]
    added: int
    skipped: int
    is_stopped: bool = False
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileReport:
    """What a file holds and what importing it would change; nothing is stored yet.

    Args:
        kind: One of `KINDS`.
        lines: The report, safe to show.
        warnings: Of these, what is left out, or taken in spite of what is wrong with it.
        is_empty: Whether there is nothing to store.
        is_stopped: Whether reading was stopped, so that the report is a part.
        apply: Stores it; setting the flag stops after the step at hand, and what is stored by then stays.
    """

    kind: str
    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    is_empty: bool
    is_stopped: bool
    apply: Callable[[OnStep, threading.Event], FileImported]

    @property
    def words(self) -> str:
        """Why there is nothing to apply; "" where there is something."""
        if self.is_stopped:
            return "Stopped. Nothing was imported."
        return "There is nothing new in it." if self.is_empty else ""


def plan_file(session: Session, path: Path, on_step: OnStep, stop: threading.Event) -> FileReport:
    """Find out what a path holds, read all of it and tell what importing it would change.

    Raises:
        ImportFileError: it cannot be read, is damaged, or holds nothing of the kind.
    """
    source = find_source(path, session.clock.now(), session.zone, stop)
    report: ChatReport | NoteReport | ImportPlan
    apply: Callable[[OnStep, threading.Event], FileImported]
    is_stopped = stop.is_set()
    if isinstance(source, ChatSource):
        kind = source.kind.lower()
        report = plan_chats(session, source, _Percent(on_step).tell, stop)
        apply = partial(_store_chats, session, report)
        is_stopped |= report.is_stopped
    elif isinstance(source, NoteSource):
        kind = NOTES
        report = plan_notes(session, source, _Percent(on_step).tell, stop)
        apply = partial(_store_notes, session, report)
        is_stopped |= report.is_stopped
    else:
        kind = LOREBOOK
        report = plan_import(session, path)
        apply = partial(_store_lorebook, session, report)
    return FileReport(kind, report.lines, report.warnings, report.is_empty, is_stopped, apply)


def expanded(path: str) -> Path:
    """Return a path with a "~" at its start replaced, as a shell does.

    Raises:
        AssistantError: it is blank, which would stand for the current folder.
    """
    if not path.strip():
        raise AssistantError("There is no path.", "Give that of a file or a folder.")
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path's own raises where there is no such user


def typed_path(text: str) -> Path:
    """Return the path that someone typed, pasted, or dragged onto the terminal, which quotes it as a shell wants it.

    Raises:
        AssistantError: there is none.
    """
    text = text.strip()
    if text.startswith(_FILE_ADDRESS):
        text = unquote(text.removeprefix(_FILE_ADDRESS))
    path = expanded(text)
    with suppress(OSError, ValueError):
        if path.exists():
            return path
    bare = text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
    if os.name == "posix":
        with suppress(ValueError):
            words = shlex.split(text)
            bare = words[0] if len(words) == 1 else bare
    return expanded(bare)


class _Percent:
    """Tells a share when it has grown by a percent: the steps of a file are many, and each one told is painted."""

    def __init__(self, on_step: OnStep) -> None:
        self._on_step = on_step
        self._told = ""

    def tell(self, share: float) -> None:
        """Take a share, 0..1."""
        words = f"{share:.0%}"
        if words != self._told:
            self._told = words
            self._on_step(share, words)


def _store_chats(session: Session, report: ChatReport, on_step: OnStep, stop: threading.Event) -> FileImported:
    done = apply_chats(session, report, _Percent(on_step).tell, stop)
    turns, memories = counted(done.turns, "turn"), memory_count(done.memories)
    figures = {"chats": done.chats, "turns": done.turns, "memories": done.memories}
    words = f"Imported: {counted(done.chats, 'chat')}, {turns}, {memories}."
    left_out = {"refused": report.refused_count, "skipped": dict(report.skipped)}
    skipped = report.refused_count + report.skipped.total()
    words = _stopped_after(turns) if done.is_stopped else words
    return FileImported(words, figures | left_out, done.memories, skipped, done.is_stopped, done.lines)


def _store_notes(session: Session, report: NoteReport, on_step: OnStep, stop: threading.Event) -> FileImported:
    done = apply_notes(session, report, _Percent(on_step).tell, stop)
    memories = memory_count(done.memories)
    words = f"Imported: {memories} from {counted(done.notes, 'note')}."
    figures = {"notes": done.notes, "memories": done.memories}
    left_out = {"refused": len(report.refused), "skipped": dict(report.skipped)}
    skipped = len(report.refused) + report.skipped.total()
    words = _stopped_after(memories) if done.is_stopped else words
    return FileImported(words, figures | left_out, done.memories, skipped, done.is_stopped)


def _store_lorebook(session: Session, plan: ImportPlan, on_step: OnStep, stop: threading.Event) -> FileImported:
    def tell(done: int, total: int) -> None:
        on_step(done / total if total else 1.0, f"entry {done:,} of {total:,}")

    done = apply_import(session, plan, tell, stop)
    stored, total = done.added + done.changed, len(plan.added) + len(plan.changed)
    words = f"Imported: {done.added:,} added, {done.changed:,} changed, {done.skipped:,} as they were or left out."
    if done.is_stopped:
        words = f"Stopped: {stored:,} of {counted(total, 'entry', 'entries')} are stored. {_GO_ON}"
    figures = {"added": done.added, "changed": done.changed, "skipped": done.skipped, "warnings": list(done.warnings)}
    return FileImported(words, figures, done.added, done.skipped, done.is_stopped)


def _stopped_after(stored: str) -> str:
    return f"Stopped after {stored}, which stay. {_GO_ON}"
