"""How moments, reasons and numbers are put in words on the screens.

The one fact that a reader would get wrong: moments are stored in UTC and told in the reader's own time zone, so "today"
is the reader's day.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from assistant.cleaning import clean_line
from memory.rules.plurals import counted as count
from memory.rules.plurals import memory_count

if TYPE_CHECKING:
    from assistant.views import WhyRow
    from memory.records import Chat

__all__ = ["chat_title", "count", "date", "file_name", "memory_count", "moment", "relative_date", "shorten", "why_line"]

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_WEEK_DAYS = 7

_LONGEST_FILE_NAME = 60


def relative_date(at: datetime, now: datetime) -> str:
    """Tell how long ago, as short as a list needs: "now", "5 min", "14:02", "yesterday", "Mon", "3 Mar", "3 Mar 2024"."""
    age = now - at
    if timedelta(0) <= age < _MINUTE:
        return "now"
    if timedelta(0) <= age < _HOUR:
        return f"{age // _MINUTE} min"
    local, today = at.astimezone(), now.astimezone().date()
    days = (today - local.date()).days
    if days == 0:
        return f"{local:%H:%M}"
    if days == 1:
        return "yesterday"
    if 1 < days < _WEEK_DAYS:
        return f"{local:%a}"
    return _date(local, now)


def moment(at: datetime, now: datetime) -> str:
    """Tell when: the time of day, with the date unless it is today."""
    local = at.astimezone()
    if local.date() == now.astimezone().date():
        return f"{local:%H:%M}"
    return f"{_date(local, now)}, {local:%H:%M}"


def date(at: datetime, now: datetime) -> str:
    """Tell the day: "3 Mar", with the year unless it is this year."""
    return _date(at.astimezone(), now)


def _date(local: datetime, now: datetime) -> str:
    # No-break spaces: a date that is torn in two is hard to read in a narrow pane.
    day = f"{local.day}\u00a0{local:%b}"
    return day if local.year == now.astimezone().year else f"{day}\u00a0{local.year}"


def chat_title(chat: Chat, *, turn_count: int = 0) -> str:
    """Name a chat as lists do: its title, or what it is as long as it has none.

    Forgetting takes the title of a chat that goes on: with turns and no title, its name tells it from others.
    """
    if chat.title:
        return chat.title
    if chat.parent_chat_id is not None:
        return "New branch"
    return chat.name if turn_count else "New chat"


def file_name(title: str) -> str:
    """Make a file's name of a title: letters and digits of any script, words parted by hyphens, at most 60 characters."""
    words = "".join(one if one.isalnum() else " " for one in title).split()
    return "-".join(words)[:_LONGEST_FILE_NAME].rstrip("-") or "chat"


def shorten(text: str, limit: int) -> str:
    """Return one clean line of at most `limit` characters, cut with an ellipsis."""
    # Only the head is cleaned: a memory may be long, and a list shows many.
    line = clean_line(text[: limit * 4])
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def value_words(value: str | float) -> str:
    """Say the value of a setting: on or off, a number without needless zeros, a text as it is."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def why_line(row: WhyRow, now: datetime) -> str:
    """Return a memory's second line in the why pane: reason, end turn, score, date, speaker."""
    from assistant.views import said_by  # noqa: PLC0415 - brings the records, which the first paint does without

    reason = str(row.reason).replace("_", " ")
    parts = [reason if row.until_turn is None else f"{reason} until turn {row.until_turn}"]
    if row.score is not None:
        parts.append(f"{row.score:.2f}")
    parts += [date(row.memory.said_at, now), said_by(row.memory.provenance)]
    if row.memory.is_pinned:
        parts.append("pinned")
    return " · ".join(parts)
