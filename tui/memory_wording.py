"""How one memory is put in words on the memories screen: a row of the list, and everything about it.

The one fact that a reader would get wrong: all of it is Content, so that no text of a memory is ever read as markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from assistant.cleaning import clean_line, clean_text
from assistant.memory_pages import EDITED
from assistant.views import said_by
from tui import wording
from tui.themes import FAINT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from assistant.memory_pages import MemoryDetails, MemoryRow, PastStanding
    from memory.records import Memory, Trigger

_ROW_CHARACTERS = 110
_TEXT_CHARACTERS = 8_000
_QUOTED = 160


def row_content(row: MemoryRow, now: datetime, *, is_marked: bool = False) -> Content:
    """Return a row of the list: the text, then kind, date, speaker, importance and marks."""
    memory = row.memory
    parts = [str(memory.kind), wording.date(memory.said_at, now), said_by(memory.provenance), f"{row.importance:.2f}"]
    title = (f"{wording.shorten(memory.title, 40)}: ", "bold") if memory.title else ""
    return Content.assemble(
        ("✓ ", "bold $accent") if is_marked else "",
        title,
        wording.shorten(memory.text, _ROW_CHARACTERS),
        ("\n" + " · ".join(parts), FAINT),
        (" · " + " · ".join(marks(row)) if marks(row) else "", "$accent"),
    )


def marks(row: MemoryRow) -> tuple[str, ...]:
    """List in words what is special about a memory now."""
    memory = row.memory
    return (
        *(("pinned",) if memory.is_pinned else ("pinned topic",) if memory.is_topic_pinned else ()),
        *(("switched off",) if memory.is_disabled else ()),
        *(("banned",) if row.is_banned else ()),
        *((f"cooling until turn {row.cooling_until}",) if row.cooling_until is not None else ()),
        *(("replaced",) if memory.superseded_by is not None else ()),
        *(("archived",) if row.is_archived else ()),
    )


def details_content(found: MemoryDetails, now: datetime) -> Content:
    """Return everything about a memory, the text first."""
    memory = found.row.memory
    text = clean_text(memory.text[:_TEXT_CHARACTERS])
    if len(memory.text) > _TEXT_CHARACTERS:
        text += f"\n… and {wording.count(len(memory.text) - _TEXT_CHARACTERS, 'more character')}"
    parts: list[Content | str | tuple[str, str]] = []
    if memory.title:
        parts.append((f"{clean_line(memory.title)}\n", "bold"))
    parts.append(text)
    for label, words in _facts(found, now):
        parts += [(f"\n{label}  ", FAINT), words]
    if found.changes:
        parts.append(("\n\nWhat you did to it, the latest first", "bold $secondary"))
        for change in found.changes:
            undone = "" if change.undone_at is None else f", taken back {wording.moment(change.undone_at, now)}"
            parts += [(f"\n· {wording.moment(change.at, now)}  ", FAINT), f"{change.words}{undone}"]
    if found.history or found.standing:
        parts.append(("\n\nWhen it was active, the latest first", "bold $secondary"))
        if found.standing is not None:
            parts += _standing_parts(found.standing, now)
        for past in found.history:
            sign, style = ("+", "$success") if past.is_in else ("–", FAINT)
            parts.append((f"\n{sign} turn {past.turn_id}, {wording.moment(past.at, now)}  ", style))
            parts.append(past.words)
    else:
        parts.append(("\n\nNo turn has considered it yet.", FAINT))
    return Content.assemble(*parts)


def _standing_parts(standing: PastStanding, now: datetime) -> Iterator[Content | str | tuple[str, str]]:
    one = f"turn {standing.last_turn}"
    turns = (
        one if standing.count == 1 else f"turns {standing.first_turn} to {standing.last_turn}, {standing.count:,} times"
    )
    yield f"\n+ {turns}, {wording.moment(standing.last_at, now)}  ", "$success"
    yield standing.words


def _facts(found: MemoryDetails, now: datetime) -> Iterator[tuple[str, str]]:
    memory, knobs = found.row.memory, found.row.memory.knobs
    yield "\nhandle", f"{memory.handle}, {memory.kind}, {said_by(memory.provenance)}"
    chat = "" if found.chat is None else f", in “{clean_line(wording.chat_title(found.chat))}”"
    said_as = f", as “{wording.shorten(found.said_as, _QUOTED)}”" if found.said_as else ""
    edited = next((one.at for one in found.changes if one.words == EDITED), None)
    if edited is not None:
        yield "edited", wording.moment(edited, now)
    yield "said", f"{wording.moment(memory.said_at, now)}{chat}{said_as}"
    if found.said_again:
        moments = ", ".join(wording.date(at, now) for at in found.said_again[-5:])
        yield "said again", f"{wording.count(len(found.said_again), 'time')}, lately {moments}"
    marked = marks(found.row)
    yield "now", ", ".join((f"importance {found.row.importance:.2f}", f"{found.row.tier} tier", *marked))
    if found.bans:
        yield "held back by", ", ".join(f"“{clean_line(term)}”" for term in found.bans)
    yield "knobs", f"sticky {knobs.sticky}, cooldown {knobs.cooldown}, delay {knobs.delay}"
    yield from _trigger_facts(memory.trigger)
    if found.replaced_by is not None:
        yield "replaced by", _quote(found.replaced_by)
    for older in found.replaces:
        yield "replaces", _quote(older)
    for source in found.sources:
        yield "sums up", _quote(source)


def _trigger_facts(trigger: Trigger) -> Iterator[tuple[str, str]]:
    if trigger.keys:
        yield "keys", _listed(trigger.keys)
    if trigger.secondary_keys:
        yield "further keys", f"{trigger.logic.replace('_', ' ')}: {_listed(trigger.secondary_keys)}"
    if trigger.exclude_keys:
        yield "exclusions", _listed(trigger.exclude_keys)
    if trigger.groups:
        yield "groups", _listed(trigger.groups)
    if trigger.is_constant:
        yield "constant", "comes up without a match"
    if trigger.probability < 100:  # noqa: PLR2004 - per cent
        yield "probability", f"{trigger.probability} %"


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(map(clean_line, values))


def _quote(memory: Memory) -> str:
    return f"{memory.handle} “{wording.shorten(memory.text, _QUOTED)}”"
