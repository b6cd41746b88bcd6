r"""Make text from models, memories and files safe to show on a terminal.

The one fact that a reader would get wrong: an escape sequence goes as a whole. To drop only its ESC would leave "[31m"
for the reader, and an OSC's payload (a link, a clipboard write) in the text.
"""

import re

_UNSAFE = re.compile(
    # CSI: parameters, intermediates, final byte. An unfinished one ends where it stops being one.
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    # OSC, DCS, SOS, PM, APC: up to BEL or ST. One without an end loses its introducer only, not the rest of the text.
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])(?:[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c))?"
    # Any other escape, with its intermediates.
    r"|\x1b[ -/]*[0-~]?"
    # C0 but tab and newline, DEL, C1; line and paragraph separators of terminals that honour them stay text.
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
    # Overrides and isolates of the writing direction, which can make text look like other text.
    r"|[\u202a-\u202e\u2066-\u2069]"
    # Halves of surrogate pairs: no encoding can write them.
    r"|[\ud800-\udfff]"
)
# What may yet become one of these, at the end of a piece of text.
_UNFINISHED = re.compile(
    r"(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*\x1b?|\x1b[ -/]*|\r)\Z"
)
_LONGEST_HELD_CHARACTERS = 256


def clean_text(text: str) -> str:
    r"""Return `text` without control characters but "\n" and "\t", and without whole escape sequences.

    "\r\n" and a lone "\r" become "\n"; marks that override the writing direction go.
    """
    return _UNSAFE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def clean_line(text: str) -> str:
    """Return `text` cleaned and on one line, runs of whitespace as one space."""
    return " ".join(clean_text(text).split())


class StreamCleaner:
    """Cleans a text that comes in pieces as `clean_text` cleans the whole: a sequence may be cut anywhere.

    What could still become an escape sequence is held back, up to a length at which it is none.
    """

    def __init__(self) -> None:
        self._held = ""
        self.has_changed = False

    def feed(self, piece: str) -> str:
        """Take the next piece; return what is clean by now."""
        text = self._held + piece
        found = _UNFINISHED.search(text)
        is_held = found is not None and len(text) - found.start() <= _LONGEST_HELD_CHARACTERS
        cut = found.start() if found is not None and is_held else len(text)
        self._held = text[cut:]
        return self._clean(text[:cut])

    def finish(self) -> str:
        """Return what was held back, cleaned."""
        text, self._held = self._held, ""
        return self._clean(text)

    def _clean(self, text: str) -> str:
        cleaned = clean_text(text)
        self.has_changed = self.has_changed or cleaned != text
        return cleaned


def quoted(text: str, limit: int = 160) -> str:
    """Return one clean line of a text in quotation marks, cut with an ellipsis after `limit` characters."""
    line = clean_line(text[: limit * 4])
    return f"“{line if len(line) <= limit else line[: limit - 1].rstrip() + '…'}”"
