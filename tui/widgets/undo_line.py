"""The line that stands as long as the last thing done can be taken back with one key.

The one fact that a reader would get wrong: the ten minutes of a deleted chat are the assistant's promise, and the key
brings it back for so long; the line says so for a minute only. What was done to a topic or a memory can be undone for
ever; the line merely stops saying so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from tui import wording
from tui.keymap import action, key_words

if TYPE_CHECKING:
    from textual.timer import Timer

    from memory.records import ChatId

DELETION_S = 600.0
_ACTION_S = 60.0


@dataclass(frozen=True, slots=True)
class Undoable:
    """One thing that the key takes back, in words; a deleted chat by its id, a memory action without one.

    `edited_in`: the chat whose last message was edited; `chat_id` holds that message as it was.
    """

    words: str
    chat_id: ChatId | None = None
    edited_in: ChatId | None = None


class UndoLine(Static):
    """Names the last thing that can be taken back; a click or the key does so."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__("", id=id, markup=False)
        self._done: list[Undoable] = []
        self._waiting: list[Undoable] = []
        self._is_folded = False
        self._folding: Timer | None = None
        self.display = False

    @property
    def latest(self) -> Undoable | None:
        """What undo would take back."""
        return self._done[-1] if self._done else None

    def add_deleted(self, chat_id: ChatId, title: str) -> None:
        """Offer to bring this chat back, for ten minutes."""
        self._add(Undoable(f"brings back “{wording.shorten(title or 'New chat', 30)}”", chat_id))

    def add_edited(self, edited_in: ChatId, holder_id: ChatId) -> None:
        """Offer to bring a message back as it was before an edit, with its reply, for ten minutes."""
        self._add(Undoable("brings your message back as it was", holder_id, edited_in))

    def has_edit_of(self, chat_id: ChatId) -> bool:
        """Whether an edit in this chat can be taken back."""
        return any(one.edited_in == chat_id for one in self._done)

    def add_action(self, words: str) -> None:
        """Offer to take back what was done to a topic or a memory: `words` go on from the key's name."""
        self._add(Undoable(words))

    def go_on(self) -> None:
        """The user goes on: say no more what could be taken back; without a question the key brings back chats alone."""
        self.drop_actions()
        self._fold()

    def _fold(self) -> None:
        self._is_folded = True
        self._paint()

    def take(self) -> Undoable | None:
        """Return what is to be taken back now, and offer it no more."""
        latest = self.latest
        if latest is not None:
            self._drop(latest)
        return latest

    def offer_again(self, entry: Undoable) -> None:
        """Offer what was taken and could not be taken back, until the time that it was offered for first."""
        self._done.append(entry)
        self._is_folded = False
        self._paint()

    def drop_actions(self) -> None:
        """Offer deleted chats alone: something else was done meanwhile, and the key would take that back first."""
        self._done = [one for one in self._done if one.chat_id is not None]
        self._paint()

    def set_aside(self) -> None:
        """Offer nothing of what was done so far until `take_back`: it was done in another store."""
        self._waiting, self._done = self._done, []
        self._paint()

    def take_back(self) -> None:
        """Offer what waited, and nothing of what was done since."""
        self._done, self._waiting = self._waiting, []
        self._paint()

    def show_keys(self) -> None:
        """Name the present key."""
        self._paint()

    async def on_click(self) -> None:
        """Take the last one back."""
        await self.run_action("screen.undo")

    def _add(self, entry: Undoable) -> None:
        self._done.append(entry)
        self._is_folded = False
        self.set_timer(_ACTION_S if entry.chat_id is None else DELETION_S, lambda: self._drop(entry))
        if self._folding is not None:
            self._folding.stop()
        self._folding = self.set_timer(_ACTION_S, self._fold)
        self._paint()

    def _drop(self, entry: Undoable) -> None:
        self._done = [one for one in self._done if one is not entry]
        self._waiting = [one for one in self._waiting if one is not entry]
        self._paint()

    def _paint(self) -> None:
        latest = self.latest
        self.display = latest is not None and not self._is_folded
        if latest is not None:
            more = f"; {len(self._done) - 1} more before" if len(self._done) > 1 else ""
            self.update(Content.assemble((key_words(action("undo")), "bold"), f" {latest.words}{more}"))
