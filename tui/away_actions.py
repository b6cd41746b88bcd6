"""The part of the chat screen that puts chats away and takes them back.

The one fact that a reader would get wrong: a chat that is open can be put away. It stays open; only the list no longer
shows it, and the next start opens another.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.keymap import action, key_words
from tui.telling import tell
from tui.turn_screen import TurnScreen
from tui.widgets.chat_list import ChatList
from tui.wording import chat_title, shorten

if TYPE_CHECKING:
    from memory.records import Chat

_TITLE_CHARACTERS = 40
_NONE_AWAY = "no chat is put away"


class AwayActionsScreen(TurnScreen):
    """Actions on the chats that are out of the list."""

    def selected_chat(self) -> Chat | None:
        """Return the chat under the cursor of the list; None, and said so, where there is none."""
        chat = self.query_one(ChatList).selected
        if chat is None:
            self._refusal.say(f"no chat is selected: {key_words(action('toggle_chats'))}, then ↑ or ↓")
        return chat

    def action_put_away(self) -> None:
        """Take the selected chat out of the list, or bring it back."""
        chat = self.selected_chat()
        if chat is None or self._open_chat is None:
            return
        self.work(partial(self._open_chat.put_away, chat), group="chat")
        title = shorten(chat_title(chat, turn_count=1), _TITLE_CHARACTERS)
        others = key_words(action("show_away"))
        done = "is back in the list" if chat.is_put_away else f"is put away; {others} in the list shows it"
        tell(self, f"“{title}” {done}.")

    def action_show_away(self) -> None:
        """Show the chats that were put away, or the others again."""
        if not self.query_one(ChatList).toggle_away():
            self._refusal.say(_NONE_AWAY)
