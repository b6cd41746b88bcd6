"""Markdown notes: each paragraph is something that the user once wrote down, dated by its note.

The one fact that a reader would get wrong: a heading is no memory. It is the title of those below it, so that a ban on
its words holds for them too.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, tzinfo
from pathlib import PurePosixPath

from memory.importers.chat_dates import PossibleMoments
from memory.importers.foreign_json import Clean

WITHOUT_WORDS = "paragraphs without words"
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_DATE_FIELD = re.compile(
    r"^(date|created|created_at|created at)[ \t]*:[ \t]*(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_TITLE_FIELD = re.compile(r"^title[ \t]*:[ \t]*(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_NAME_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_./]?)(\d\d)\2(\d\d)(?!\d)")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_COMMENT = re.compile(r"<!--.*?-->|%%.*?%%", re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)|!\[\[[^\]]*\]\]")
_WORD = re.compile(r"[^\W_]")
_DIGEST_BYTES = 16
# The middle of the day, lest a date without a time fall into the night before.
_NOON = time(12)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a note.

    Args:
        note: The note's path in its folder, with "/".
        title: The note's name and the heading above.
        text: Verbatim.
        said_at: The note's moment.
    """

    note: str
    title: str
    text: str
    said_at: datetime

    @property
    def digest(self) -> bytes:
        """What tells it from the other paragraphs of its note: they have no names."""
        return hashlib.blake2b(self.text.encode(), digest_size=_DIGEST_BYTES).digest()


@dataclass(frozen=True, slots=True)
class ParsedNote:
    """A note, read; `skipped` counts what was left out, by reason. `is_dated`: its date is not that of its file."""

    paragraphs: tuple[Paragraph, ...]
    skipped: Counter[str]
    is_dated: bool = True


def parse_note(
    note: str, text: str, changed_at: datetime | None, *, moments: PossibleMoments, zone: tzinfo | None, clean: Clean
) -> ParsedNote | None:
    """Read one note.

    Args:
        note: Its path in its folder, with "/".
        text: Its content.
        changed_at: When the file was last changed, for a note that has no date.
        moments: Which dates can be true.
        zone: Where the user lives, None = this machine's: a date without a time is a day there.
        clean: Makes a text safe to show.

    Returns:
        None where no date can be true.
    """
    text = clean(text)
    front = _FRONT.match(text)
    fields = front.group(1) if front else ""
    dated_at = _moment(fields, note, moments, zone)
    said_at = dated_at or changed_at
    if said_at is None:
        return None
    named = _TITLE_FIELD.search(fields)
    name = named.group(1).strip("\"'") if named else PurePosixPath(note).stem
    body = _COMMENT.sub("", text[front.end() :] if front else text)
    skipped: Counter[str] = Counter()
    found: dict[tuple[str, str], None] = {}
    for heading, block in _blocks(body):
        if _WORD.search(_PICTURE.sub("", block)):
            found.setdefault((f"{name}: {heading}" if heading and heading != name else name, block))
        else:
            skipped[WITHOUT_WORDS] += 1
    seen: dict[str, Paragraph] = {}
    for title, block in found:
        seen.setdefault(block, Paragraph(note, " ".join(title.split()), block, said_at))
    return ParsedNote(tuple(seen.values()), skipped, is_dated=dated_at is not None)


def _moment(fields: str, note: str, moments: PossibleMoments, zone: tzinfo | None) -> datetime | None:
    written = _DATE_FIELD.search(fields)
    if written is not None and (found := _read_date(written.group(2).strip("\"'"), moments, zone)) is not None:
        return found
    for match in _NAME_DATE.finditer(note.rpartition(".")[0] or note):
        if (found := _read_date(f"{match[1]}-{match[3]}-{match[4]}", moments, zone)) is not None:
            return found
    return None


def _read_date(written: str, moments: PossibleMoments, zone: tzinfo | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(written)
        if len(written) <= len("2024-03-05"):
            moment = datetime.combine(moment.date(), _NOON)
        local = moment if moment.tzinfo else moment.replace(tzinfo=zone)
        # Without any zone it is this machine's.
        return moments.of_text(local.astimezone(UTC).isoformat())
    except (OverflowError, ValueError):
        return None


def _blocks(body: str) -> Iterator[tuple[str, str]]:
    """Cut a text at blank lines and headings, but not inside fenced code; yield (heading, block)."""
    heading = ""
    block: list[str] = []
    fence = ""
    for line in [*body.split("\n"), ""]:
        mark = _FENCE.match(line)
        if fence:
            block.append(line)
            fence = "" if mark and mark.group(1).startswith(fence) else fence
            continue
        title = _HEADING.match(line)
        if (not line.strip() or title) and block:
            yield heading, "\n".join(block).strip("\n")
            block = []
        if title:
            heading = title.group(2).strip()
        elif line.strip():
            fence = mark.group(1) if mark else ""
            block.append(line)
    if block:
        yield heading, "\n".join(block).strip("\n")
