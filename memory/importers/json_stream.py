"""Large JSON files, one item after the other: those of a list, or of the lists in an object.

The one fact that a reader would get wrong: an item is decoded whole, so a file may be larger than memory, an item may
not. Only what is decoded is known to be JSON: a file that is cut short yields what stands before the cut, then raises.
NaN and Infinity, which some programs write, are read as null: no value, and no reason to lose the others.
"""

import codecs
import json
from collections.abc import Callable, Iterator
from typing import BinaryIO

from memory.errors import ImportFileError

Item = tuple[str, object]
"""The name of the list ("" for a file that is one) and the item. What is no list in an object is one item."""

LARGEST_ITEM_CHARACTERS = 256_000_000
_CHUNK_BYTES = 1 << 20
_SPACE = " \t\r\n"
# An error nearer to the end of what was read than this may only be the end of what was read.
_MARGIN = 32
_HINT = "The file may be cut short: export or download it again."


def read_items(source: BinaryIO, on_bytes: Callable[[int], None] = lambda _count: None) -> Iterator[Item]:
    """Read the items of a file.

    Args:
        source: UTF-8, or UTF-16 with a byte order mark.
        on_bytes: Told of each piece that was read, in bytes.

    Raises:
        ImportFileError: it is no JSON, or in another encoding; says where.
    """
    text = _Text(source, on_bytes)
    match text.next_sign():
        case "[":
            text.skip(1)
            yield from _list_items(text, "")
        case "{":
            yield from _members(text)
        case "":
            raise ImportFileError("The file is empty.", _HINT)
        case _:
            yield "", text.value()
    if text.next_sign():
        raise ImportFileError(f"This is not JSON: there is more after its end, at character {text.place:,}.", _HINT)


def _members(text: "_Text") -> Iterator[Item]:
    text.skip(1)
    is_first = True
    while (sign := text.next_sign()) != "}":
        if not is_first:
            text.expect(",", sign)
        name = text.value()
        if not isinstance(name, str):
            raise ImportFileError(f"This is not JSON: a name is expected at character {text.place:,}.", _HINT)
        text.expect(":", text.next_sign())
        if text.next_sign() == "[":
            text.skip(1)
            yield from _list_items(text, name)
        else:
            yield name, text.value()
        is_first = False
    text.skip(1)


def _list_items(text: "_Text", name: str) -> Iterator[Item]:
    is_first = True
    while (sign := text.next_sign()) != "]":
        if not is_first:
            text.expect(",", sign)
        yield name, text.value()
        is_first = False
    text.skip(1)


class _Text:
    """A window on the text of a file, which moves on as values are taken."""

    def __init__(self, source: BinaryIO, on_bytes: Callable[[int], None]) -> None:
        self._source = source
        self._on_bytes = on_bytes
        self._bytes = 0
        self._window = ""
        self._start = 0
        self._passed = 0
        self._is_over = False
        self._decode = json.JSONDecoder(strict=False, parse_constant=_no_number).raw_decode
        head = source.read(_CHUNK_BYTES)
        while len(head) < len(codecs.BOM_UTF8) and (more := source.read(_CHUNK_BYTES)):
            head += more
        is_wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        self._decoder = codecs.getincrementaldecoder("utf-16" if is_wide else "utf-8-sig")()
        self._take(head)

    @property
    def place(self) -> int:
        """Where the window begins in the file, in characters."""
        return self._passed + self._start

    def next_sign(self) -> str:
        """Go over white space and return the next character, "" at the end."""
        while True:
            while self._start < len(self._window):
                sign = self._window[self._start]
                if sign not in _SPACE:
                    return sign
                self._start += 1
            if not self._read_more(_CHUNK_BYTES):
                return ""

    def skip(self, count: int) -> None:
        """Go over characters that were seen."""
        self._start += count

    def expect(self, sign: str, found: str) -> None:
        """Go over a character that must come here."""
        if found != sign:
            what = f"“{sign}” is expected" if found else "it ends in the middle"
            raise ImportFileError(f"This is not JSON: {what} at character {self.place:,}.", _HINT)
        self.skip(1)
        self.next_sign()

    def value(self) -> object:
        """Decode the value that begins here."""
        self.next_sign()
        while True:
            try:
                value, end = self._decode(self._window, self._start)
            except json.JSONDecodeError as error:
                is_unfinished = error.pos > len(self._window) - _MARGIN or error.msg.startswith("Unterminated string")
                if is_unfinished and self._read_more(max(_CHUNK_BYTES, len(self._window) - self._start)):
                    continue
                place = self._passed + error.pos
                raise ImportFileError(f"This is not JSON: {error.msg} at character {place:,}.", _HINT) from error
            except RecursionError as error:
                raise ImportFileError(
                    f"This file nests values too deep, at character {self.place:,}.", _HINT
                ) from error
            except ValueError as error:
                words = f"This is not JSON: {error}, at character {self.place:,}."
                raise ImportFileError(words, _HINT) from error
            # A number may go on in what was not read yet: "1" with ".5" to come, or "1e" with "9".
            if isinstance(value, int | float) and end > len(self._window) - _MARGIN and self._read_more(_CHUNK_BYTES):
                continue
            self._start = end
            return value

    def _read_more(self, count: int) -> bool:
        if self._is_over:
            return False
        if len(self._window) - self._start > LARGEST_ITEM_CHARACTERS:
            raise ImportFileError(
                f"One item of the file is larger than {LARGEST_ITEM_CHARACTERS // 1_000_000} MB.",
                "Such a file cannot be read here.",
            )
        self._take(self._source.read(count))
        return True

    def _take(self, piece: bytes) -> None:
        self._is_over = not piece
        self._on_bytes(len(piece))
        try:
            decoded = self._decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            words = f"The file is not UTF-8 text: byte {self._bytes + error.start:,} is none."
            raise ImportFileError(words, "Save it as UTF-8, or export it again.") from error
        self._bytes += len(piece)
        self._window = self._window[self._start :] + decoded
        self._passed += self._start
        self._start = 0


def _no_number(_name: str) -> None:
    """Take NaN and Infinity for no value."""
