"""How models and downloads are put in words.

The one fact that a reader would get wrong: how a model fits is a word first; the sign and the colour only repeat it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from assistant.cleaning import clean_line
from assistant.model_fit import Room
from tui import wording
from tui.amounts import gigabytes
from tui.themes import FAINT

if TYPE_CHECKING:
    from assistant.model_catalogue import OfferedModel
    from assistant.views import ModelChoice

_ROOM = {Room.FITS: ("✓", "$success"), Room.TIGHT: ("▲", "$warning"), Room.TOO_BIG: ("✕", "$error")}


def room_content(room: Room) -> Content:
    """Return the word with its sign: "✓ fits"."""
    sign, style = _ROOM[room]
    return Content.styled(f"{sign} {room}", style)


def choice_content(one: ModelChoice, *, is_loaded: bool) -> Content:
    """Return a model of the list as two lines: name and how it fits, then what it is."""
    mark = "● " if is_loaded else "* " if one.is_current else "  "
    state = " loaded" if is_loaded else " in use" if one.is_current else ""
    if one.has_problem:
        return Content.assemble(
            mark,
            (clean_line(one.name), "bold"),
            (" ! cannot be used", "$error"),
            (f"\n  {clean_line(one.has_problem)}", FAINT),
        )
    facts = [gigabytes(one.size_bytes), one.quantisation, f"needs {gigabytes(one.memory_need_bytes)}", str(one.origin)]
    return Content.assemble(
        mark,
        (clean_line(one.name), "bold"),
        (f"{state}  ", "$primary"),
        room_content(one.room),
        (f"\n  {' · '.join(filter(None, facts))}", FAINT),
    )


def offered_content(one: OfferedModel, room: Room, *, is_here: bool) -> Content:
    """Return a model to download as two lines."""
    assert one.shape is not None
    size = f"about {gigabytes(one.shape.size_bytes)}"
    note = " is here" if is_here else ""
    return Content.assemble(
        "↓ ",
        (one.name, "bold"),
        (f"{note}  ", "$primary"),
        room_content(room),
        (f"\n  {size} · {one.words} · {one.licence}", FAINT),
    )


def details_content(one: ModelChoice, free_bytes: int, total_bytes: int) -> Content:
    """Return everything that is known of a model that is here."""
    rows = [
        ("file", clean_line(one.path)),
        ("size", gigabytes(one.size_bytes)),
        ("quantisation", one.quantisation or "not told by its name"),
        ("context", f"reads at most {one.n_ctx_train:,} tokens" if one.n_ctx_train else "not told"),
        ("memory", f"needs {gigabytes(one.memory_need_bytes)}; {memory_words(free_bytes, total_bytes)}"),
        ("from", str(one.origin)),
    ]
    return _rows(one.name, rows, one.has_problem)


def offered_details_content(one: OfferedModel, n_ctx: int, free_bytes: int, total_bytes: int) -> Content:
    """Return everything that is known of a model to download."""
    assert one.shape is not None
    rows = [
        ("good for", one.words),
        ("size", f"about {gigabytes(one.shape.size_bytes)}"),
        ("context", f"reads at most {one.shape.n_ctx_train:,} tokens"),
        ("memory", f"needs about {gigabytes(one.memory_need_bytes(n_ctx))}; {memory_words(free_bytes, total_bytes)}"),
        ("machine", f"for {one.ram_gb} GB of memory"),
        ("licence", one.licence),
        ("hub", f"{one.repo}/{one.file_name}"),
    ]
    return _rows(one.name, rows, "")


def memory_words(free_bytes: int, total_bytes: int) -> str:
    """Say what memory there is."""
    return f"{gigabytes(free_bytes)} free of {gigabytes(total_bytes)}"


def _rows(name: str, rows: list[tuple[str, str]], problem: str) -> Content:
    parts: list[Content | str | tuple[str, str]] = [(wording.shorten(name, 80), "bold")]
    if problem:
        parts.append((f"\n{clean_line(problem)}", "$error"))
    for label, value in rows:
        parts += [(f"\n{label}: ", FAINT), value]
    return Content.assemble(*parts)
