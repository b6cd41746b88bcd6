"""The help screen: every key, from the registry, by the place in which it works.

The one fact that a reader would get wrong: nothing is listed here by hand. A key that is not in the registry does not
exist, and one that is there is listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.keymap import Scope, action, actions, all_key_words, key_words
from tui.side_screen import SideScreen
from tui.slash_table import slash_rows
from tui.themes import FAINT
from tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from textual.app import ComposeResult

# Each place, and the action whose key leads there.
_PLACES = {
    Scope.APP: ("Everywhere", ""),
    Scope.CHAT: ("In the chat", ""),
    Scope.INPUT: ("In the input", ""),
    Scope.TALK: ("In the talk", "go_to_turn"),
    Scope.CHATS: ("In the list of chats", "toggle_chats"),
    Scope.WHY: ("In Why", "toggle_why"),
    Scope.SIDE: ("On the other screens", ""),
    Scope.TOPICS: ("On Topics", "open_topics"),
    Scope.MEMORIES: ("On Memories", "open_memories"),
    Scope.HEALTH: ("On Health", "open_health"),
    Scope.MODELS: ("On Models", "open_models"),
    Scope.SETTINGS: ("On Settings", "open_settings"),
    Scope.SEARCH: ("On Find", "open_search"),
    Scope.IMPORT: ("On Import", "open_import"),
    Scope.FORM: ("In a form", ""),
}
_READLINE = (
    "The input has readline's keys: Ctrl+A and Ctrl+E, Ctrl+B and Ctrl+F, Alt+B and Alt+F, Ctrl+W, Ctrl+U, Ctrl+K, "
    "Alt+D, Ctrl+P and Ctrl+N, or ↑ at its first line, for what was sent before. PgUp and PgDn scroll the talk from there."
)
_LISTS = (
    "In every list the arrows choose and Enter takes: it opens a chat, goes to a hit, changes a setting, uses a model. ↓ leads "
    "from a search into what it found. In a question Enter presses the button that is marked, Tab goes to the next, and Esc "
    "always means the harmless answer."
)


class HelpScreen(SideScreen):
    """Lists what the registry holds."""

    AUTO_FOCUS = "VerticalScroll"

    def compose(self) -> ComposeResult:
        """Yield a short introduction and a section for each place."""
        with Horizontal(classes="title-line"):
            yield Static("Help", classes="title")
            note = f"every key; {key_words(action('command_palette'))} finds commands by name"
            yield Static(note, classes="title-note", markup=False)
        with VerticalScroll(classes="side-list"):
            yield Static(Content(_introduction()), classes="help-text")
            for scope, (place, way) in _PLACES.items():
                key = f" ({key_words(action(way))})" if way else ""
                yield Static(Content.styled(place + key, "bold $secondary"), classes="help-place")
                for entry in actions(scope):
                    # One widget a row wraps each explanation beside its key.
                    with Horizontal(classes="help-row"):
                        yield Static(Content.styled(all_key_words(entry), "bold $primary"), classes="help-key")
                        yield Static(Content.assemble(entry.label, ("  " + entry.tooltip, FAINT)), classes="help-what")
            yield Static(Content.styled("Written into the input", "bold $secondary"), classes="help-place")
            for name, arguments, help_text in slash_rows():
                usage = f"/{name} {arguments}".rstrip()
                yield Static(Content.assemble((usage, "bold $primary"), (f"  {help_text}", FAINT)), classes="help-row")
            yield Static(Content(_LISTS), classes="help-text")
            yield Static(Content(_READLINE), classes="help-text")
        yield KeyLine()


def _introduction() -> str:
    send, why, find = (key_words(action(name)) for name in ("send", "toggle_why", "command_palette"))
    return (
        f"Write below, {send} sends. What you say may be remembered; {why} tells what was and why. "
        "Ask for the past (“what did I say about …”), or order in plain words: “remember that …”, "
        f"“stop talking about …”, “forget my …”. {find} finds any command by name; the mouse works everywhere."
    )
