"""The form for one memory: text, title, knobs, keys and switches; for a new one and for one that is there.

The one fact that a reader would get wrong: it returns only what was changed. What the form leaves out stays as it is in
the store, whatever another window did to it meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Checkbox, Input, Select, Static, TextArea

from assistant.authoring import Authored
from assistant.cleaning import clean_line, clean_text
from memory.records import Kind, Knobs, Logic, Memory, Trigger
from memory.rules.keys import split_keys
from tui.widgets.button_rows import ButtonRows
from tui.widgets.form_dialog import FormDialog, form_buttons, form_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.widget import Widget

_HIGHEST_KNOB = 1_000
_LOGIC_WORDS = {
    Logic.ANY: "any of the further keys",
    Logic.ALL: "all of the further keys",
    Logic.NOT_ANY: "none of the further keys",
    Logic.NOT_ALL: "not all of the further keys",
}


@dataclass(frozen=True, slots=True)
class _Field:
    """A line of the form: label, what it means, and what stands in it."""

    id: str
    label: str
    meaning: str
    value: str


class _Tick(Checkbox):
    """A checkbox that is empty when it is off: Textual's only changes its colour."""

    def watch_value(self) -> None:
        """Show the mark only where it is on."""
        self.BUTTON_INNER = "x" if self.value else " "
        super().watch_value()

    def on_mount(self) -> None:
        """Show the first state too."""
        self.watch_value()


class MemoryEditor(FormDialog[Authored]):
    """Asks for everything that an author decides about a memory; None when nothing is to change."""

    AUTO_FOCUS = "#text"

    def __init__(self, memory: Memory | None) -> None:
        super().__init__(self._take)
        self._memory = memory
        # Cleaned before it is shown and compared: what cannot be shown is no change by the user.
        self._old_text = None if memory is None else clean_text(memory.text)
        self._knobs = Knobs() if memory is None else memory.knobs
        self._trigger = Trigger() if memory is None else memory.trigger

    def compose(self) -> ComposeResult:
        """Yield the form and its buttons."""
        memory = self._memory
        title = "Add a memory" if memory is None else f"Edit {memory.handle}"
        with Vertical(classes="dialog editor"):
            yield form_title(title)
            with VerticalScroll(classes="form", can_focus=False):
                yield TextArea(self._old_text or "", id="text", tab_behavior="focus", soft_wrap=True)
                yield from self._switches()
                for field in self._fields():
                    with Horizontal(classes="field"):
                        yield Static(field.label, classes="field-label", markup=False)
                        yield Input(field.value, id=field.id, compact=True, placeholder=field.meaning)
                    if field.id == "title":
                        yield from self._kinds()
                    if field.id == "secondary_keys":
                        yield from self._logic()
            yield Static("", id="problem", markup=False)
            yield from form_buttons("Save")

    def on_mount(self) -> None:
        """Hide the line for problems, and begin at the end of the text."""
        self.query_one("#problem").display = False
        text = self.query_one("#text", TextArea)
        text.move_cursor(text.document.end)

    def _switches(self) -> Iterator[Widget]:
        memory = self._memory
        with ButtonRows(classes="switches"):
            yield _Tick("pinned", memory is not None and memory.is_pinned, id="is_pinned", compact=True)
            yield _Tick("constant", self._trigger.is_constant, id="is_constant", compact=True)
            yield _Tick("switched off", memory is not None and memory.is_disabled, id="is_disabled", compact=True)

    def _kinds(self) -> Iterator[Widget]:
        before = self._memory
        with Horizontal(classes="field"):
            yield Static("kind", classes="field-label", markup=False)
            yield Select(
                [(str(kind), kind) for kind in Kind],
                value=Select.NULL if before is None else before.kind,
                prompt="told from the text",
                allow_blank=before is None,
                id="kind",
                compact=True,
            )

    def _logic(self) -> Iterator[Widget]:
        with Horizontal(classes="field"):
            yield Static("and besides", classes="field-label", markup=False)
            options = [(words, logic) for logic, words in _LOGIC_WORDS.items()]
            yield Select(options, value=self._trigger.logic, allow_blank=False, id="logic", compact=True)

    def _fields(self) -> Iterator[_Field]:
        knobs, trigger = self._knobs, self._trigger
        yield _Field(
            "title", "title", "a name for lists", "" if self._memory is None else clean_line(self._memory.title)
        )
        yield _Field("sticky", "sticky", "turns that it stays after it came up, 0 = off", str(knobs.sticky))
        yield _Field("cooldown", "cooldown", "turns that it then rests, 0 = off", str(knobs.cooldown))
        yield _Field("delay", "delay", "turns that a chat must have before it comes up, 0 = off", str(knobs.delay))
        yield _Field(
            "keys", "keys", "words that bring it up, with commas; empty = found by its text", _list(trigger.keys)
        )
        yield _Field("secondary_keys", "further keys", "words that decide with them", _list(trigger.secondary_keys))
        yield _Field("exclude_keys", "exclusions", "words that keep it out", _list(trigger.exclude_keys))
        yield _Field("groups", "groups", "of a group only one comes up at a time", _list(trigger.groups))
        yield _Field("probability", "probability", "per cent, 100 = always", str(trigger.probability))

    def _take(self) -> None:
        """Take what was changed; a value that cannot be is told, and its line gets the cursor."""
        try:
            change = self._read()
        except _BadValueError as error:
            problem = self.query_one("#problem", Static)
            problem.update(Content(str(error)))
            problem.display = True
            self.query_one(f"#{error.field_id}").focus()
            return
        is_unchanged = self._memory is not None and change == Authored()
        self.dismiss(None if is_unchanged else change)

    def _read(self) -> Authored:
        text = self.query_one("#text", TextArea).text.strip()
        if not text:
            raise _BadValueError("text", "A memory needs a text.")
        before = {field.id: field.value for field in self._fields()}
        now = {name: self.query_one(f"#{name}", Input).value.strip() for name in before}
        changed = {name: value for name, value in now.items() if value != before[name].strip()}
        logic = self.query_one("#logic", Select).value
        return Authored(
            text=None if text == self._old_text else text,
            title=changed.get("title"),
            kind=self._kind(),
            sticky=_whole("sticky", changed.get("sticky"), _HIGHEST_KNOB),
            cooldown=_whole("cooldown", changed.get("cooldown"), _HIGHEST_KNOB),
            delay=_whole("delay", changed.get("delay"), _HIGHEST_KNOB),
            keys=_keys(changed.get("keys")),
            secondary_keys=_keys(changed.get("secondary_keys")),
            exclude_keys=_keys(changed.get("exclude_keys")),
            groups=_parts(changed.get("groups")),
            probability=_whole("probability", changed.get("probability"), 100),
            logic=logic if isinstance(logic, Logic) and logic is not self._trigger.logic else None,
            is_constant=self._switched("is_constant", was=self._trigger.is_constant),
            is_pinned=self._switched("is_pinned", was=self._memory is not None and self._memory.is_pinned),
            is_disabled=self._switched("is_disabled", was=self._memory is not None and self._memory.is_disabled),
        )

    def _kind(self) -> Kind | None:
        chosen = self.query_one("#kind", Select).value
        before = None if self._memory is None else self._memory.kind
        return chosen if isinstance(chosen, Kind) and chosen is not before else None

    def _switched(self, name: str, *, was: bool) -> bool | None:
        value = self.query_one(f"#{name}", Checkbox).value
        return None if value == was else value


class _BadValueError(ValueError):
    """What stands in a line cannot be."""

    def __init__(self, field_id: str, words: str) -> None:
        super().__init__(words)
        self.field_id = field_id


def _list(values: tuple[str, ...]) -> str:
    return ", ".join(map(clean_line, values))


def _keys(value: str | None) -> tuple[str, ...] | None:
    return None if value is None else tuple(dict.fromkeys(split_keys(value)))


def _parts(value: str | None) -> tuple[str, ...] | None:
    if value is None:
        return None
    return tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))


def _whole(name: str, value: str | None, highest: int) -> int | None:
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal()) or int(value) > highest:
        raise _BadValueError(name, f"{name.capitalize()} is a whole number from 0 to {highest:,}.")
    return int(value)
