"""What the terminal sends, with every paste as one text: nothing inside of one is ever read as a key.

The one fact that a reader would get wrong: Textual's parser takes a paste's escape sequences for keys, and terminals do
not all strip them. A pasted log with colours would act as keys, and a pasted line break behind one would send it.
"""

from __future__ import annotations

import os
import selectors
import signal
import time
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, Final

# Textual names the parser nowhere else.
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Paste

from assistant.cleaning import clean_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.message import Message

_READ_BYTES: Final = 4096
_WAIT_S: Final = 0.1
# A paste comes in one go. So long a silence means that the rest of it, and its end, got lost; a key is at most so long.
_CUT_OFF_S: Final = 3.0
_KEY_CHARACTERS: Final = 12


class PasteParser(XTermParser):
    """Textual's parser for everything but what stands between the marks of a paste."""

    def __init__(self, debug: bool = False) -> None:  # noqa: FBT001, FBT002 - as Textual calls it
        super().__init__(debug)
        self._is_pasting = False
        self._pasted: list[str] = []
        # The end of what came, in which a mark that is cut in two may begin.
        self._tail = ""
        self._came_s = 0.0

    def feed(self, data: str) -> Iterator[Message]:
        """Yield what `data` means; "" is the end of the input. A paste is cleaned of control characters."""
        if not data:
            yield from super().feed(data)
        if self._is_pasting and len(data) <= _KEY_CHARACTERS and self._silence_s >= _CUT_OFF_S:
            # The line was cut in the middle of the paste: this is a key, and its mark will never come.
            yield from self._end_paste()
            self._is_pasting, self._tail = False, ""
        self._came_s = time.monotonic()
        while data:
            mark = BRACKETED_PASTE_END if self._is_pasting else BRACKETED_PASTE_START
            seen = self._tail + data
            at = seen.find(mark)
            if at < 0:
                self._tail = seen[-len(mark) + 1 :]
                piece, data = data, ""
            else:
                piece = data[: at + len(mark) - len(self._tail)]
                data = data[len(piece) :]
                self._tail = ""
            if not self._is_pasting:
                yield from super().feed(piece)
            else:
                self._pasted.append(piece)
                if at >= 0:
                    yield from self._end_paste()
            if at >= 0:
                self._is_pasting = not self._is_pasting

    def tick(self) -> Iterator[Message]:
        """Yield what comes of waiting: also what came of a paste that goes on no more, so that it is seen and kept."""
        yield from super().tick()
        if self._is_pasting and self._pasted and self._silence_s >= _CUT_OFF_S:
            text = "".join(self._pasted)
            self._pasted.clear()
            yield Paste(clean_text(text))

    @property
    def _silence_s(self) -> float:
        return time.monotonic() - self._came_s

    def _end_paste(self) -> Iterator[Message]:
        text = "".join(self._pasted).removesuffix(BRACKETED_PASTE_END)
        self._pasted.clear()
        for message in super().feed(BRACKETED_PASTE_END):
            # Its own is the paste that it has not seen.
            if not isinstance(message, Paste):
                yield message
        if cleaned := clean_text(text):
            yield Paste(cleaned)


class TerminalDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, with this parser; Windows' own terminal strips what it pastes."""

    def run_input_thread(self) -> None:
        """Read until the app ends. Bytes that are no UTF-8 become U+FFFD; Textual would end the app."""
        parser = PasteParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_WAIT_S):
                    data = self._read()
                    if not data:
                        # As a closed window, which is not told to who has another controlling terminal.
                        signal.raise_signal(signal.SIGHUP)
                        return
                    # Half a character is no text yet, and no text would be the end.
                    for message in parser.feed(text) if (text := decode(data)) else ():
                        self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, _READ_BYTES)
        except OSError:
            return b""
