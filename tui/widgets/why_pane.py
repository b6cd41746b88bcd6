"""Why at the right: what was in a turn's prompt and for which reason, what stayed out, and until when.

The one fact that a reader would get wrong: the pane never looks anything up. It shows the `WhyView` that the screen
hands it, of a kept turn or of the one that runs now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from assistant.cleaning import clean_text
from tui import wording
from tui.keymap import Scope, action, actions, bindings
from tui.themes import FAINT
from tui.widgets.button_rows import ButtonRows

if TYPE_CHECKING:
    from datetime import datetime

    from textual.app import ComposeResult

    from assistant.views import WhyRow, WhyView

_TEXT_CHARACTERS = 110
_BUTTONS = ("pin_memory", "ban_memory", "edit_memory", "forget_memory", "useful", "not_relevant")


class WhyPane(Vertical):
    """Shows one WhyView; the row under the cursor is explained below the list."""

    BINDINGS = bindings(Scope.WHY)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id, classes="pane")
        self._rows: list[WhyRow | None] = []
        self._now: datetime | None = None

    def compose(self) -> ComposeResult:
        """Yield title, list, explanation of the selected row, and its buttons."""
        with Horizontal(classes="pane-title"):
            yield Static("Why")
            yield Static("", id="why-turn")
        yield OptionList(markup=False, compact=True)
        yield Static("", id="why-empty", markup=False)
        with VerticalScroll(id="why-detail", can_focus=False):
            yield Static("", markup=False)
        with ButtonRows(classes="pane-buttons"):
            for name in _BUTTONS:
                entry = action(name)
                yield Button(entry.label, compact=True, id=entry.id, action=f"screen.{entry.id}", tooltip=entry.tooltip)

    def on_mount(self) -> None:
        """Begin empty."""
        self.show_nothing("What Reverie remembered for a message stands here, with the reason.")

    @property
    def selected(self) -> WhyRow | None:
        """The memory under the cursor."""
        index = self.query_one(OptionList).highlighted
        return None if index is None or index >= len(self._rows) else self._rows[index]

    def show_nothing(self, words: str) -> None:
        """Show one sentence in place of a list."""
        self._rows = []
        self.query_one(OptionList).clear_options()
        self.query_one("#why-turn", Static).update("")
        self._say(words)
        self._explain(None)

    def show(self, view: WhyView, now: datetime) -> None:
        """Show a turn's memories; the cursor stays on its memory if that is still there."""
        selected = self.selected
        self._now = now
        turn = "this turn" if view.turn_id is None else f"turn {view.turn_id}"
        self.query_one("#why-turn", Static).update(Content(f"{turn} · {view.mode}"))
        options: list[Option] = []
        self._rows = []
        for title, rows in (("In the prompt", view.active), ("Stayed out", view.withheld)):
            if rows:
                options.append(Option(Content.styled(f"{title}  {len(rows)}", "bold $secondary"), disabled=True))
                self._rows.append(None)
                options += [_option(row, now) for row in rows]
                self._rows += rows
        listing = self.query_one(OptionList)
        listing.set_options(options)
        self._say("" if options else "Nothing was remembered for this message, and nothing was held back.")
        places = [index for index, row in enumerate(self._rows) if row is not None]
        same = [i for i in places if selected is not None and _id(self._rows[i]) == selected.memory.id]
        if places:
            listing.highlighted = same[0] if same else places[0]
        self._explain(self.selected)

    def focus_list(self) -> None:
        """Put the cursor in the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the row that the cursor moved to."""
        event.stop()
        self._explain(self.selected)

    def _say(self, words: str) -> None:
        line = self.query_one("#why-empty", Static)
        line.update(Content(words))
        line.display = bool(words)
        self.query_one(OptionList).display = not words

    def _explain(self, row: WhyRow | None) -> None:
        detail = self.query_one("#why-detail")
        detail.display = row is not None
        for entry in actions(Scope.WHY):
            self.query_one(f"#{entry.id}").display = row is not None
        if row is None or self._now is None:
            return
        self.query_one("#pin_memory", Button).label = "Unpin" if row.memory.is_pinned else "Pin"
        detail.query_one(Static).update(
            Content.assemble(
                (clean_text(row.explanation), "italic"),
                "\n",
                (
                    f"{row.memory.handle} · {row.memory.kind} · {wording.count(row.tokens, 'token')}",
                    FAINT,
                ),
                "\n",
                clean_text(row.memory.text[:2000]),
            )
        )


def _id(row: WhyRow | None) -> int | None:
    return None if row is None else row.memory.id


def _option(row: WhyRow, now: datetime) -> Option:
    return Option(
        Content.assemble(
            wording.shorten(row.memory.title or row.memory.text, _TEXT_CHARACTERS),
            ("\n" + wording.why_line(row, now), FAINT),
        )
    )
