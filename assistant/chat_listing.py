"""The chats of an import by name, the first few of them: before it, and after it.

The one fact that a reader would get wrong: only the chats that change are listed. One that is here already is counted
elsewhere.
"""

from dataclasses import dataclass, field

from assistant.cleaning import clean_line
from memory.importers.chat_records import ParsedChat
from memory.rules.plurals import counted

MOST_LISTED = 10


@dataclass(slots=True)
class ChatListing:
    """Titles, dates and turns of the first chats, in the order of the file; the others are counted."""

    shown: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, chat: ParsedChat, turns: int, *, is_new: bool) -> None:
        """Take a chat with how many of its turns are stored."""
        if len(self.shown) >= MOST_LISTED:
            self.more += 1
            return
        title = clean_line(chat.title or chat.name) or "untitled"
        sign, what = ("+", "turn") if is_new else ("~", "new turn")
        self.shown.append(f"{sign} {title}, {chat.created_at:%Y-%m-%d}, {counted(turns, what)}")

    @property
    def lines(self) -> tuple[str, ...]:
        """The chats, safe to show, and how many more there are."""
        rest = (f"+ and {counted(self.more, 'more chat', 'more chats')}",) if self.more else ()
        return (*self.shown, *rest)
