"""The form for what one chat has of its own: temperature and its like, and the persona.

The one fact that a reader would get wrong: an empty field means "as in the settings", and what holds there stands in it
as a hint. Nothing is stored for it, so a later change of the settings reaches this chat too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static, TextArea

from assistant.cleaning import clean_line, clean_text
from tui.themes import FAINT
from tui.widgets.form_dialog import FormDialog, form_buttons, form_title
from tui.wording import value_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult

    from assistant.chat_settings import ChatSetting


class ChatSettingsDialog(FormDialog["Mapping[str, str]"]):
    """Asks for a chat's own values; returns those that were changed as typed, "" = as in the settings."""

    def __init__(self, found: Sequence[ChatSetting], typed: Mapping[str, str], problem: str) -> None:
        super().__init__(self._take)
        self._found = found
        # Cleaned before they are shown and compared: what cannot be shown is no change by the user.
        self._own = {one.key: "" if one.own is None else clean_text(value_words(one.own)) for one in found}
        self._shown = self._own | dict(typed)
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Yield a field for each number, the persona, and two buttons."""
        with Vertical(classes="dialog editor"):
            yield form_title("This chat only")
            with VerticalScroll(classes="form", can_focus=False):
                for one in self._found:
                    if one.key == "persona":
                        continue
                    with Horizontal(classes="field"):
                        yield Static(one.key.replace("_", " "), classes="field-label", markup=False)
                        hint = f"{value_words(one.common)} in the settings; {one.setting.range_words()}"
                        yield Input(self._shown[one.key], id=one.key, compact=True, placeholder=hint)
                yield Static(Content.assemble("persona", ("  empty = as in the settings", FAINT)))
                yield TextArea(self._shown["persona"], id="persona", tab_behavior="focus", soft_wrap=True)
            yield Static(Content(clean_line(self._problem)), id="problem")
            yield from form_buttons("Save")

    def on_mount(self) -> None:
        """Show a problem only where there is one."""
        self.query_one("#problem").display = bool(self._problem)

    def _take(self) -> None:
        """Take what was changed."""
        now = {one.id or "": one.value.strip() for one in self.query(Input)}
        now["persona"] = self.query_one("#persona", TextArea).text.strip()
        self.dismiss({key: value for key, value in now.items() if value != self._own[key]})
