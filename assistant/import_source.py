"""What a path holds that can be imported: chats of a service or of Reverie itself, notes, or something else.

The one fact that a reader would get wrong: the kind is told by content. A zip is opened, a folder looked into, a JSON
file read up to its first chat; names count only for choosing files inside a zip or a folder.
"""

import codecs
import os
import re
import stat
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from assistant.cleaning import clean_line, clean_text
from memory.errors import ImportFileError
from memory.importers.chat_dates import EARLIEST_OF_CHATS, EARLIEST_OF_NOTES, PossibleMoments
from memory.importers.chat_records import Parsed, RefusedItem
from memory.importers.chatgpt import is_chatgpt, parse_chatgpt
from memory.importers.claude import is_claude, parse_claude
from memory.importers.json_stream import read_items
from memory.importers.notes import ParsedNote, parse_note
from memory.importers.reverie_file import CHATS, FORMAT, MEMORIES, TOPICS, VERSION, ReverieReader

CHAT_KINDS = CHATGPT, CLAUDE, REVERIE = "ChatGPT", "Claude", "Reverie"
"""Whose exports of chats can be read."""

LARGEST_BYTES = 4_000_000_000
LARGEST_NOTE_BYTES = 5_000_000
MOST_NOTES = 100_000
_LARGEST_RATIO = 200
_RATIO_FROM_BYTES = 20_000_000
_CONVERSATIONS = re.compile(r"conversations(?:[-_ ]?\d+)?\.json", re.IGNORECASE)
_NOTE_ENDINGS = frozenset({".md", ".markdown"})
# Items of a list that are looked at for one that is a chat.
_MOST_LOOKED_AT = 1_000
_HEAD_BYTES = 1 << 16
# What a file that cannot be read gives away of what it was to be, near its beginning.
_SIGNS = {'"mapping"': CHATGPT, '"chat_messages"': CLAUDE, f'"{FORMAT}"': REVERIE}
_ZIP_SIGN = "PK\x03\x04"
_REVERIE_NAMES = frozenset({"format", "version", "origin", CHATS, MEMORIES, TOPICS})
_EXPECTED = (
    "Expected ChatGPT's or Claude's export (the zip, or conversations.json in it), notes in Markdown, or a lorebook."
)

OnBytes = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class _Part:
    """One file of chats: its name, its size, and its zip if it is in one."""

    name: str
    size: int
    path: Path
    is_in_zip: bool

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Open it, with every failure of reading in words."""
        with _failures_told(self.path):
            if self.is_in_zip:
                with zipfile.ZipFile(self.path) as archive, _entry(archive, self.name) as file:
                    yield file
            else:
                with self.path.open("rb") as file:
                    yield file

    @property
    def shown(self) -> str:
        """Its name, safe to show."""
        return clean_line(self.name)


class _NewerFileError(ImportFileError):
    """A newer version wrote it, so nothing in it can be taken for what it seems."""


@dataclass(frozen=True, slots=True)
class ChatSource:
    """Chats in one or more files.

    Args:
        name: What the report calls it.
        kind: Whose export it is, one of `CHAT_KINDS`.
        parts: The files.
        now: When it was opened: nothing in it can be later.
    """

    name: str
    kind: str
    parts: tuple[_Part, ...]
    now: datetime

    @property
    def size(self) -> int:
        """How many bytes there are to read."""
        return sum(one.size for one in self.parts)

    def read(self, on_bytes: OnBytes = lambda _count: None) -> Iterator[Parsed]:
        """Read everything, one chat after the other; what cannot be read of a file comes last, as refused.

        Raises:
            ImportFileError: nothing at all can be read, or a newer version wrote it.
        """
        is_anything_read = False
        failures: list[ImportFileError] = []
        rests: list[RefusedItem] = []
        for part in self.parts:
            what = part.shown
            try:
                with part.opened() as file:
                    for one in self._items(file, on_bytes):
                        is_anything_read = True
                        what = f"the rest of {part.shown}"
                        yield one
            except _NewerFileError:
                raise
            except ImportFileError as error:
                failures.append(ImportFileError(f"{part.shown}: {error.message}", error.hint))
                rests.append(RefusedItem(what, str(error)))
        if failures and not is_anything_read:
            raise failures[0]
        yield from rests

    def _items(self, file: BinaryIO, on_bytes: OnBytes) -> Iterator[Parsed]:
        of_chats = PossibleMoments(EARLIEST_OF_CHATS, self.now)
        reader = ReverieReader(PossibleMoments(EARLIEST_OF_NOTES, self.now), clean_text)
        for place, (section, item) in enumerate(read_items(file, on_bytes)):
            if section == "version" and item != VERSION:
                raise _NewerFileError("It was written by a newer version of Reverie.", "Update Reverie.")
            if section:
                found = reader.read(section, item)
                if found is not None:
                    yield found
            elif is_chatgpt(item):
                assert isinstance(item, dict)  # for mypy; `is_chatgpt` asked
                yield parse_chatgpt(item, of_chats, clean_text)
            elif is_claude(item):
                assert isinstance(item, dict)  # likewise
                yield parse_claude(item, of_chats, clean_text)
            else:
                yield RefusedItem(f"item {place + 1}", "it is no chat of a known kind")


@dataclass(frozen=True, slots=True)
class NoteSource:
    """Notes in a folder, or a single one."""

    name: str
    root: Path
    files: tuple[Path, ...]
    now: datetime
    zone: tzinfo | None

    def read(self) -> Iterator[tuple[str, ParsedNote | RefusedItem]]:
        """Read the notes in the order of their paths, each with its path in the folder."""
        moments = PossibleMoments(EARLIEST_OF_NOTES, self.now)
        for path in self.files:
            note = path.relative_to(self.root).as_posix()
            try:
                status = path.stat()
                if not stat.S_ISREG(status.st_mode):
                    yield note, RefusedItem(note, "it is no file")
                    continue
                if status.st_size > LARGEST_NOTE_BYTES:
                    yield note, RefusedItem(note, f"it is larger than {LARGEST_NOTE_BYTES // 1_000_000} MB")
                    continue
                text = path.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError as error:
                yield note, RefusedItem(note, f"it is not UTF-8 text (byte {error.start:,})")
                continue
            except OSError as error:
                yield note, RefusedItem(note, f"it cannot be read: {error.strerror or error}")
                continue
            changed_at = moments.of_seconds(status.st_mtime)
            parsed = parse_note(note, text, changed_at, moments=moments, zone=self.zone, clean=clean_text)
            yield (
                note,
                parsed
                or RefusedItem(note, "it has no usable date (none at all, or only before 1900 or in the future)"),
            )


def find_source(
    path: Path, now: datetime, zone: tzinfo | None, stop: threading.Event | None = None
) -> ChatSource | NoteSource | None:
    """Tell what there is to import; None where it is neither chats nor notes, but perhaps a lorebook.

    Setting `stop` ends the walk through a folder; what was found by then is returned.

    Raises:
        ImportFileError: it cannot be read, is too large, or holds nothing of the kind.
    """
    name = clean_line(path.name or str(path.resolve().name))
    with _failures_told(path):
        if path.is_dir():
            return _in_folder(path, name, now, zone, stop)
        if not path.is_file():
            return None
        if path.suffix.lower() in _NOTE_ENDINGS:
            return NoteSource(name, path.parent, (path,), now, zone)
        if zipfile.is_zipfile(path):
            return _source(name, _in_zip(path), now)
        part = _Part(path.name, path.stat().st_size, path, is_in_zip=False)
        head = _head(part)
        if head.startswith(_ZIP_SIGN):
            raise ImportFileError(f"{name} is a zip that is cut short or damaged.", "Download it again.")
        # A lorebook is never a list.
        is_list = head.lstrip().startswith("[")
        kind = _kind_of(part)
        return _source(name, (part,), now, kind or "") if kind or is_list else None


def _in_folder(
    path: Path, name: str, now: datetime, zone: tzinfo | None, stop: threading.Event | None
) -> ChatSource | NoteSource:
    chats = sorted(one for one in path.iterdir() if one.is_file() and _CONVERSATIONS.fullmatch(one.name))
    if chats:
        return _source(name, tuple(_Part(one.name, one.stat().st_size, one, is_in_zip=False) for one in chats), now)
    notes: list[Path] = []
    for folder, inner, files in os.walk(path):
        if stop is not None and stop.is_set():
            return NoteSource(name, path, tuple(notes), now, zone)
        # Programs that keep notes put their own things into folders that begin with a dot.
        inner[:] = sorted(one for one in inner if not one.startswith("."))
        notes += [Path(folder, one) for one in sorted(files) if Path(one).suffix.lower() in _NOTE_ENDINGS]
        if len(notes) > MOST_NOTES:
            raise ImportFileError(f"{name} holds more than {MOST_NOTES:,} notes.", "Import a part of it.")
    if not notes:
        raise ImportFileError(f"The folder {name} holds no notes (*.md) and no conversations.json.", _EXPECTED)
    return NoteSource(name, path, tuple(notes), now, zone)


def _in_zip(path: Path) -> tuple[_Part, ...]:
    with zipfile.ZipFile(path) as archive:
        wanted = [
            one
            for one in archive.infolist()
            if _CONVERSATIONS.fullmatch(one.filename.rpartition("/")[2]) and not one.filename.startswith("__MACOSX/")
        ]
    for one in wanted:
        shown = clean_line(one.filename)
        if one.flag_bits & 1:
            raise ImportFileError(f"{shown} in the zip is encrypted.", "Unpack it, then import the file.")
        if one.file_size > _RATIO_FROM_BYTES and one.file_size > _LARGEST_RATIO * max(1, one.compress_size):
            raise ImportFileError(
                f"{shown} would unpack to {one.file_size / 1e6:,.0f} MB from {one.compress_size / 1e6:.1f} MB: no chats do.",
                "If you trust the file, unpack it yourself and import what comes out.",
            )
    if not wanted:
        raise ImportFileError(f"{clean_line(path.name)} holds no conversations.json.", _EXPECTED)
    return tuple(
        _Part(one.filename, one.file_size, path, is_in_zip=True) for one in sorted(wanted, key=lambda one: one.filename)
    )


def _source(name: str, parts: tuple[_Part, ...], now: datetime, kind: str = "") -> ChatSource:
    size = sum(one.size for one in parts)
    if size > LARGEST_BYTES:
        raise ImportFileError(
            f"{name} holds {size / 1e9:.1f} GB of chats; {LARGEST_BYTES / 1e9:.0f} GB is the most.",
            "Import its files one by one.",
        )
    failures: list[ImportFileError] = []
    for part in () if kind else parts:
        try:
            kind = kind or _kind_of(part) or ""
        except ImportFileError as error:
            failures.append(error)
    if not kind and failures:
        raise failures[0]
    if not kind:
        raise ImportFileError(f"{name} holds no chats of ChatGPT or Claude.", _EXPECTED)
    return ChatSource(name, kind, parts, now)


def _kind_of(part: _Part) -> str | None:
    """Read a file up to its first chat and tell whose it is; None: it holds none.

    Raises:
        ImportFileError: it looks like chats, and is damaged before the first one ends.
    """
    try:
        with part.opened() as file:
            for section, item in islice(read_items(file), _MOST_LOOKED_AT):
                if section:
                    is_reverie = section in _REVERIE_NAMES and (section != "format" or item == FORMAT)
                    return REVERIE if is_reverie else None
                if is_chatgpt(item) or is_claude(item):
                    return CHATGPT if is_chatgpt(item) else CLAUDE
    except ImportFileError as error:
        head = _head(part)
        seems = next((kind for sign, kind in _SIGNS.items() if sign in head), None)
        if seems is not None:
            words = f"{part.shown} looks like an export of {seems}, and cannot be read. {error.message}"
            raise ImportFileError(words, error.hint) from error
        if part.is_in_zip or _CONVERSATIONS.fullmatch(part.name) or head.lstrip().startswith("["):
            raise ImportFileError(f"{part.shown}: {error.message}", error.hint) from error
        # Whoever reads it as a lorebook says what is wrong with it.
    return None


def _head(part: _Part) -> str:
    """Read how a file begins, as far as it is text."""
    with part.opened() as file:
        head = file.read(_HEAD_BYTES)
    is_wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return head.decode("utf-16" if is_wide else "utf-8-sig", "ignore")


def _entry(archive: zipfile.ZipFile, name: str) -> BinaryIO:
    try:
        return cast("BinaryIO", archive.open(name))
    except (NotImplementedError, RuntimeError) as error:
        words = f"{clean_line(name)} is packed in a way that cannot be read here: {clean_line(str(error))}."
        raise ImportFileError(words, "Unpack the zip, then import the file.") from error


@contextmanager
def _failures_told(path: Path) -> Iterator[None]:
    shown = clean_line(path.name)
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        words = f"{shown} is a damaged zip: {clean_line(str(error)) or 'it ends too early'}."
        raise ImportFileError(words, "Download it again.") from error
    except OSError as error:
        words = f"{clean_line(str(path))} cannot be read: {error.strerror or error}."
        raise ImportFileError(words, "Check the path and its permissions.") from error
