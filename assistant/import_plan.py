"""What importing a lorebook would change, as a plan that is shown before anything is stored.

The one fact that a reader would get wrong: an entry is compared with the entry of the last import, not with its memory.
Only what its author changed since then is taken over, so that what the user edited here stays.
"""

from dataclasses import dataclass, replace

from assistant.cleaning import clean_line, clean_text
from memory.database import Connection, snapshot
from memory.importers.lorebook import Original, ParsedEntry, ParsedLorebook, form_of
from memory.importers.lorebook_entry import EntryValues, read_entry
from memory.importers.lorebook_fields import EntryError, Form
from memory.importers.lorebook_timers import told
from memory.records import Memory, MemoryId
from memory.rules.plurals import counted
from memory.store import lorebooks, memories

_UNUSED_FIELDS = "fields that are kept for the export only"
_FIELD_WORDS = {
    "exclude_keys": "exclusion keys",
    "secondary_keys": "secondary keys",
    "is_constant": "constant",
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
        """Say what is wrong, each with its entry's name: what is lost and left out, then what is taken in spite of it."""
        refused = [f"“{one.name}” is left out: {one.reason}" for one in self.book.refused]
        told = (f"“{one.name}”: {words}" for one in self.book.entries for words in one.read.warnings)
        return (*self.book.lost, *refused, *told)

    @property
    def lines(self) -> tuple[str, ...]:
        """The report, safe to show: what the file is, the counts, each entry, each warning."""
        book = self.book
        counts = (
            f"{len(self.added):,} to add, {len(self.changed):,} to change, "
            f"{len(self.unchanged):,} unchanged, {len(book.refused):,} left out."
        )
        changed = (f"~ {one.entry.name}: {', '.join(one.fields)}{_aside(one.entry)}" for one in self.changed)
        written = (
            f"{book.kind} “{book.name}”, {counted(len(book.entries) + len(book.refused), 'entry', 'entries')}:",
            counts,
            *(f"+ {one.name}{_aside(one)}" for one in self.added),
            *changed,
            *(f"= {title} is no longer in the file; its memory stays" for title in self.absent),
            *(f"! {words}" for words in self.warnings),
        )
        return tuple(map(clean_line, written))


def make_plan(connection: Connection, book: ParsedLorebook) -> ImportPlan:
    """Compare a file with what the last import of the same lorebook found."""
    with snapshot(connection):
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
        is_frame_changed=is_moved
        or stored is None
        or (stored.envelope, stored.left_out) != (book.envelope, left_out(book)),
    )


def _merged(memory: Memory, before: Original, form: Form, entry: ParsedEntry) -> EntryValues:
    """Return a memory with what changed between two versions of its entry."""
    now = EntryValues.of_memory(memory)
    try:
        old = read_entry(before.entry, form, clean_text).values
    except EntryError:
        old = now
    return replace(now, **old.differences(entry.read.values))


def left_out(book: ParsedLorebook) -> tuple[str, ...]:
    """Return the entries that become no memories, as they are stored for the export."""
    return tuple(one.original.to_json() for one in book.refused)


def _aside(entry: ParsedEntry) -> str:
    words = (told(entry.read.timers), "disabled" if entry.read.values.is_disabled else "")
    said = "; ".join(one for one in words if one)
    return f" ({said})" if said else ""
