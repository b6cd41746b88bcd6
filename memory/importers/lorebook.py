"""Lorebook files: World Info, a character book, the V3 wrapper around one, a character card that holds one.

The one fact that a reader would get wrong: the form is told by content, by where `entries` is found and whether it is an
object or a list; names of files and of specs are not asked.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from memory.errors import ImportFileError
from memory.importers.foreign_json import Clean, read_json, told_line, told_value, write_json
from memory.importers.lorebook_entry import ReadEntry, read_entry
from memory.importers.lorebook_fields import EntryError, EntryReader, ForeignEntry, Form

_ENTRIES = "entries"
# Where a book may be in a file, in the order in which it is looked for, and what such a file is called.
_PLACES: tuple[tuple[tuple[str, ...], str], ...] = (
    ((), "World Info"),
    (("data", "character_book"), "character card"),
    (("character_book",), "character card"),
    (("data",), "lorebook V3"),
)
_HINT = "Expected World Info, a character book, or a character card with one, as JSON."
_MOST_TOLD = 20
_CARD_FIELDS = frozenset({"first_mes", "personality", "char_name", "mes_example"})


@dataclass(frozen=True, slots=True)
class Original:
    """An entry as it stood in its file.

    Args:
        place: From 0, in the order of the file.
        slot: Its name in an object of entries; None in a list.
        entry: The entry, usually an object.
    """

    place: int
    slot: str | None
    entry: Any

    def to_json(self) -> str:
        """Write it for the store."""
        return write_json({"place": self.place, "slot": self.slot, "entry": self.entry})

    @classmethod
    def from_json(cls, stored: str) -> "Original":
        """Read what `to_json` wrote."""
        values = json.loads(stored)
        return cls(values["place"], values["slot"], values["entry"])


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """An entry that can be imported.

    Args:
        key: Which entry of its lorebook it is, the same in every version of the file.
        name: What the report calls it.
        read: Its values.
        original: As it stood in the file.
    """

    key: str
    name: str
    read: ReadEntry
    original: Original


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """An entry that is left out, whole, and why."""

    name: str
    reason: str
    original: Original


@dataclass(frozen=True, slots=True)
class ParsedLorebook:
    """A lorebook file, read.

    Args:
        name: Its own, or the file's without its ending: which lorebook it is.
        kind: What such a file is called.
        form: Which spelling is native.
        envelope: The file with no entries in it, as JSON.
        entries: In the order of the file.
        refused: What is left out; an export writes it back.
        lost: What the file gives twice under one name, in words; JSON keeps the last.
    """

    name: str
    kind: str
    form: Form
    envelope: str
    entries: tuple[ParsedEntry, ...]
    refused: tuple[RefusedEntry, ...]
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """A file around its entries: the whole of it, and the object within that has `entries`."""

    root: dict[str, Any]
    book: dict[str, Any]
    kind: str

    @property
    def form(self) -> Form:
        """Which spelling is native."""
        return Form.LIST if isinstance(self.book[_ENTRIES], list) else Form.OBJECT


class _Keys:
    """Numbers what occurs more than once, in the order of the file."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._taken: set[str] = set()

    def unique(self, key: str) -> str:
        """Return the key, or "key#2" where it is taken."""
        self._counts[key] += 1
        number = self._counts[key]
        unique = key if number == 1 else f"{key}#{number}"
        # A book may hold a uid that is written like a numbered one.
        while unique in self._taken:
            unique += "'"
        self._taken.add(unique)
        return unique


def find_frame(root: object) -> Frame | None:
    """Find the lorebook in a JSON value."""
    for path, kind in _PLACES:
        book: Any = root
        for name in path:
            book = book.get(name) if isinstance(book, dict) else None
        if isinstance(root, dict) and isinstance(book, dict) and isinstance(book.get(_ENTRIES), dict | list):
            is_bare_list = not path and isinstance(book[_ENTRIES], list)
            return Frame(root, book, "character book" if is_bare_list else kind)
    return None


def form_of(envelope: str) -> Form:
    """Tell the native spelling of a stored file."""
    frame = find_frame(json.loads(envelope))
    assert frame is not None  # it was one when it was stored
    return frame.form


def parse_lorebook(content: bytes, *, file_stem: str, clean: Clean) -> ParsedLorebook:
    """Read a lorebook file.

    Args:
        content: The file; a byte order mark is allowed.
        file_stem: Its name without the ending, for a book that has no name.
        clean: Makes a text safe to show.

    Raises:
        ImportFileError: it is no JSON, or no lorebook; says what it is in one line.
    """
    lost: list[tuple[str, object]] = []
    root = read_json(content, hint=_HINT, lost=lost)
    frame = find_frame(root)
    if frame is None:
        raise ImportFileError(_not_a_lorebook(root, clean), _HINT)
    form = frame.form
    originals = list(_originals(frame.book[_ENTRIES]))
    frame.book[_ENTRIES] = [] if form is Form.LIST else {}
    entries: list[ParsedEntry] = []
    refused: list[RefusedEntry] = []
    keys = _Keys()
    for original in originals:
        name = _name(original, form, clean)
        try:
            foreign = _as_object(original.entry, clean)
            key = keys.unique(_key(original, form, name, clean))
            read = read_entry(foreign, form, clean)
        except EntryError as error:
            refused.append(RefusedEntry(name, str(error), original))
        else:
            entries.append(ParsedEntry(key, name, read, original))
    return ParsedLorebook(
        _book_name(frame, file_stem, clean),
        frame.kind,
        form,
        write_json(root),
        tuple(entries),
        tuple(refused),
        _told_lost(lost, form, clean),
    )


def _told_lost(lost: Sequence[tuple[str, object]], form: Form, clean: Clean) -> tuple[str, ...]:
    told = []
    for name, value in lost[:_MOST_TOLD]:
        entry_name = _own_name(value, form, clean) if isinstance(value, dict) else ""
        what = f"“{entry_name}”" if entry_name else told_value(value, clean)
        told.append(f"the name “{told_line(name, clean)}” is given twice in one object, and {what} is lost by it")
    if len(lost) > _MOST_TOLD:
        told.append(f"{len(lost) - _MOST_TOLD:,} more values are lost in the same way")
    return tuple(told)


def _not_a_lorebook(root: object, clean: Clean) -> str:
    if not isinstance(root, dict):
        return f"This is not a lorebook: the file is {told_value(root, clean)}."
    if _ENTRIES in root:
        return f"This is not a lorebook: “entries” is {told_value(root[_ENTRIES], clean)}."
    data = root.get("data")
    if _CARD_FIELDS & {*root, *(data if isinstance(data, dict) else ())}:
        return "This character card holds no lorebook."
    return "This is not a lorebook: it has no “entries”."


def _originals(entries: Mapping[str, Any] | list[Any]) -> Iterator[Original]:
    if isinstance(entries, list):
        yield from (Original(place, None, entry) for place, entry in enumerate(entries))
    else:
        yield from (Original(place, slot, entry) for place, (slot, entry) in enumerate(entries.items()))


def _book_name(frame: Frame, file_stem: str, clean: Clean) -> str:
    data = frame.root.get("data")
    named = (frame.book, data if isinstance(data, dict) else {}, frame.root)
    candidates = [one.get("name") for one in named]
    names = [" ".join(clean(one).split()) for one in candidates if isinstance(one, str)]
    return next((name for name in names if name), " ".join(clean(file_stem).split()) or "lorebook")


def _as_object(entry: object, clean: Clean) -> ForeignEntry:
    if not isinstance(entry, dict):
        raise EntryError(f"it is {told_value(entry, clean)}, not an object")
    return entry


def _name(original: Original, form: Form, clean: Clean) -> str:
    """Name an entry for the report, also one that cannot be read."""
    named = _own_name(original.entry, form, clean) if isinstance(original.entry, dict) else ""
    return named or f"entry {original.place + 1}"


def _own_name(entry: ForeignEntry, form: Form, clean: Clean) -> str:
    """Return what an entry calls itself, or its first key; "" where it has none that can be read."""
    reader = EntryReader(entry, form, clean)
    for field in ("comment", "name"):
        with suppress(EntryError):
            if name := reader.line(field):
                return name
    with suppress(EntryError):
        return " ".join(next(iter(reader.keys("keys")), "").split())
    return ""


def _key(original: Original, form: Form, name: str, clean: Clean) -> str:
    """Tell which entry of its book it is: by its uid, else by its slot, else by its name; never by its content."""
    uid = EntryReader(original.entry, form, clean).raw("uid")
    if isinstance(uid, int | str) and not isinstance(uid, bool) and clean(str(uid)).strip():
        return f"uid:{clean(str(uid)).strip()}"
    return f"name:{name}" if original.slot is None else f"uid:{clean(original.slot).strip()}"
