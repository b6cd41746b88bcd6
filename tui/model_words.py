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
    from assistant.models_overview import OfferView
    from assistant.views import ModelChoice

_ROOM_WORDS = {
    Room.FITS: "it fits what is free",
    Room.TIGHT: "tight, with a shorter context or little left for other programs",
    Room.TOO_BIG: "too big for what is free now",
}
_ROOM = {Room.FITS: ("✓", "$success"), Room.TIGHT: ("▲", "$warning"), Room.TOO_BIG: ("✕", "$error")}


def room_content(room: Room) -> Content:
    """Return the word with its sign: "✓ fits"."""
    sign, style = _ROOM[room]
    return Content.styled(f"{sign} {room}", style)


def choice_content(one: ModelChoice, *, is_loaded: bool) -> Content:
    """Return a model of the list as two lines: name and how it fits, then what it is."""
    mark = "● " if is_loaded else "* " if one.is_current else "  "
    state = " loaded" if is_loaded else " in use" if one.is_current else ""
    if one.problem:
        return Content.assemble(
            mark,
            (clean_line(one.name), "bold"),
            (" ! cannot be used", "$error"),
            (f"\n  {clean_line(one.problem)}", FAINT),
        )
    facts = [
        gigabytes(one.size_bytes),
        clean_line(one.quantisation),
        f"needs {gigabytes(one.memory_need_bytes)}",
        str(one.origin),
    ]
    return Content.assemble(
        mark,
        (clean_line(one.name), "bold"),
        (f"{state}  ", "$primary"),
        room_content(one.room),
        (f"\n  {' · '.join(filter(None, facts))}", FAINT),
    )


def offered_content(one: OfferView) -> Content:
    """Return a model to download as two lines."""
    assert one.offered.shape is not None
    size = f"about {gigabytes(one.offered.shape.size_bytes)}"
    if one.waiting_bytes:
        size = f"{gigabytes(one.waiting_bytes)} of {size} wait to be gone on with"
    return Content.assemble(
        "↓ ",
        (one.offered.name, "bold"),
        "  ",
        room_content(one.room),
        (f"\n  {size} · {one.offered.words}", FAINT),
    )


def details_content(one: ModelChoice) -> Content:
    """Return everything that is known of a model that is here."""
    rows = [
        ("file", one.path),
        ("size", gigabytes(one.size_bytes)),
        ("quantisation", one.quantisation or "not told by its name"),
        ("context", f"reads at most {one.n_ctx_train:,} tokens" if one.n_ctx_train else "not told"),
        ("memory", f"needs {gigabytes(one.memory_need_bytes)}: {_ROOM_WORDS[one.room]}"),
        ("from", str(one.origin)),
    ]
    return _rows(one.name, rows[: 2 if one.problem else None], one.problem)


def offer_details_content(one: OfferView) -> Content:
    """Return everything that is known of a model to download."""
    offered = one.offered
    assert offered.shape is not None
    rows = [
        ("good for", offered.words),
        ("size", f"about {gigabytes(offered.shape.size_bytes)}"),
        ("here", f"{gigabytes(one.waiting_bytes)}, of a download that was stopped" if one.waiting_bytes else ""),
        ("context", f"reads at most {offered.shape.n_ctx_train:,} tokens"),
        ("memory", f"needs about {gigabytes(one.memory_need_bytes)}: {_ROOM_WORDS[one.room]}"),
        ("machine", f"for {offered.ram_gb} GB of memory"),
        ("licence", offered.licence),
        ("hub", f"{offered.repo}/{offered.file_name}"),
    ]
    return _rows(offered.name, rows, "")


def memory_words(free_bytes: int, total_bytes: int) -> str:
    """Say what memory there is."""
    return f"{gigabytes(free_bytes)} free of {gigabytes(total_bytes)}"


def _rows(name: str, rows: list[tuple[str, str]], problem: str) -> Content:
    parts: list[Content | str | tuple[str, str]] = [(wording.shorten(name, 80), "bold")]
    if problem:
        parts.append((f"\n{clean_line(problem)}", "$error"))
    for label, value in ((label, value) for label, value in rows if value):
        parts += [(f"\n{label}: ", FAINT), clean_line(value)]
    return Content.assemble(*parts)
