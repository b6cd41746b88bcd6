"""The input: several lines, Enter sends, readline's keys are its own.

The one fact that a reader would get wrong: what stands in the editor is not always what is sent. A paste that the
editor could not redraw between two key presses (a megabyte takes it 3 s a key) stands there as a mark such as
"[pasted text 1: 1,048,576 characters]" and is put back whole by `full_text`. Where the whole text comes back (from an
editor, a draft, a message that was not taken), a paste that is still in it as it was becomes that mark again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import TextArea

from assistant.cleaning import clean_text
from assistant.drafts import joined
from tui.keymap import Scope, action, bindings, key_words, keys_of

FOLD_CHARACTERS = 4_000  # redrawn in about 10 ms a key; measured 2026 on two cores
_MOST_KNOWN_PASTES = 8


@dataclass(frozen=True, slots=True)
class _Sent:
    """The message that left the input last: whole, as it stood there, and the pastes behind its marks."""

    text: str = ""
    shown: str = ""
    pastes: Mapping[str, str] = field(default_factory=dict)


class Composer(TextArea):
    """A multi-line editor with the history of what was sent."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Scope.INPUT),
        # readline's own, which Textual's editor lacks
        ("ctrl+b", "cursor_left"),
        ("ctrl+f", "cursor_right"),
        ("alt+b", "cursor_word_left"),
        ("alt+f", "cursor_word_right"),
        ("alt+d", "delete_word_right"),
        ("ctrl+p", "history(-1)"),
        ("ctrl+n", "history(1)"),
    ]

    class PageRequested(Message):
        """The reader wants to scroll the talk without leaving the input; `pages` is -1 or 1."""

        def __init__(self, pages: int) -> None:
            super().__init__()
            self.pages = pages

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(
            id=id,
            soft_wrap=True,
            show_line_numbers=False,
            tab_behavior="focus",
            highlight_cursor_line=False,
            placeholder="Write a message",
        )
        self.show_keys()
        for key in ("f6", "f7"):
            # Textual's editor selects with these, and what it binds would stand first in the footer.
            self._bindings.key_to_bindings.pop(key, None)
        self._pastes: dict[str, str] = {}
        self._known_pastes: dict[str, str] = {}
        self._paste_count = 0
        self._sent = _Sent()
        self._history: list[str] = []
        self._position = 0
        self._present = ""
        self._before_edit: str | None = None
        self._edited = ""
        self._standing_title = ""
        self._completed: str | None = None
        self._tried: list[str] = []

    def show_keys(self) -> None:
        """Name the present keys at the edge."""
        send, newline = key_words(action("send")), key_words(action("newline"))
        self._is_hinting = False
        self.border_subtitle = Content.from_markup(
            "[@click=screen.send]$send sends[/] · [@click=screen.newline]$newline new line[/]",
            send=send,
            newline=newline,
        )

    @property
    def full_text(self) -> str:
        """What would be sent: every mark replaced by its paste."""
        return self._unfolded(self.text)

    def _unfolded(self, text: str) -> str:
        for mark, pasted in self._pastes.items():
            text = text.replace(mark, pasted)
        return text

    @property
    def draft(self) -> str:
        """What must not be lost: what stands here, and while an earlier message is edited what waits behind it."""
        if self._before_edit is None:
            return self.full_text
        changed = "" if self.full_text == self._edited else self.full_text
        return joined(changed, self._before_edit)

    def open(self, draft: str, sent: Sequence[str]) -> None:
        """Take the draft and the history of another chat, oldest first; an edit in the one before is over."""
        self.set_history(sent)
        self.drop_draft(draft)

    def leave_edit_of_others(self, texts: Collection[str]) -> None:
        """End an edit of a message that is none of these any more; what was changed of it stays as a draft."""
        if self._before_edit is not None and self._edited not in texts:
            self.drop_draft(self.draft)

    def drop_draft(self, rest: str) -> None:
        """Leave of the draft only the rest; an edit is over, for its message may be gone."""
        self._before_edit = None
        self.border_title = self._standing_title or None
        self.load(rest)

    def set_history(self, sent: Sequence[str]) -> None:
        """Take what was sent in this chat anew, oldest first: some of it may be gone."""
        self._history = [text for text in sent if text.strip()]
        self._position = len(self._history)

    def load(self, text: str) -> None:
        """Put `text` in place of what is there, the cursor at its end."""
        self._pastes.clear()
        self.load_text(self._folded(clean_text(text)))
        self.move_cursor(self.document.end)

    def give_back(self, text: str) -> None:
        """Put a message that was not taken, as it stood here, in front of what has been typed since."""
        if text == self._sent.text:
            typed = f"\n{self.text}" if self.full_text.strip() else ""
            self._pastes = {**self._sent.pastes, **self._pastes}
            self.load_text(f"{self._sent.shown}{typed}")
            self.move_cursor(self.document.end)
            return
        typed = self.full_text
        self.load(f"{text}\n{typed}" if typed.strip() else text)

    def begin_edit(self, text: str, words: str) -> None:
        """Show an earlier message to be changed, and say so; what stood here waits."""
        if self._before_edit is None:
            self._before_edit = self.full_text
        self.border_title = Content(words)
        self.load(text)
        self._edited = self.full_text

    def end_edit(self) -> bool:
        """Put back what stood here before an edit; returns whether there was one."""
        before, self._before_edit = self._before_edit, None
        if before is None:
            return False
        self.border_title = self._standing_title or None
        self.load(before)
        return True

    def set_standing_title(self, words: str) -> None:
        """Say something of the whole talk above the input, "" nothing; while a message is edited, that is said instead."""
        self._standing_title = words
        if self._before_edit is None:
            self.border_title = words or None

    def remember_sent(self, text: str) -> None:
        """Add what was just sent, and take it out of the input; another text there, a draft that waited, stays."""
        if not self._history or self._history[-1] != text:
            self._history.append(text)
        self._position = len(self._history)
        self._present = ""
        if self.full_text == text:
            self._sent = _Sent(text, self.text, dict(self._pastes))
            self.load("")

    def action_history(self, step: int) -> None:
        """Show the message sent before or after; past the latest, what was being written."""
        target = self._position + step
        if not 0 <= target <= len(self._history):
            return
        if self._position == len(self._history):
            self._present = self.full_text
        self._position = target
        self.load(self._present if target == len(self._history) else self._history[target])

    def action_cursor_up(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's signature
        """Move up; on the first line go back in the history."""
        if not select and self.navigator.is_first_wrapped_line(self.cursor_location):
            self.action_history(-1)
        else:
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's signature
        """Move down; on the last line go forward in the history."""
        if not select and self.navigator.is_last_wrapped_line(self.cursor_location):
            self.action_history(1)
        else:
            super().action_cursor_down(select)

    def action_cursor_page_up(self) -> None:
        """Scroll the talk, which a reader with the cursor here means."""
        self.post_message(self.PageRequested(-1))

    def action_cursor_page_down(self) -> None:
        """Scroll the talk."""
        self.post_message(self.PageRequested(1))

    def action_newline(self) -> None:
        """Begin a new line at the cursor."""
        self.insert("\n")

    def on_text_area_changed(self) -> None:
        """Say at the edge what a line that begins with "/" may become, or what its command takes."""
        hint = self._hint(self.text) if self.document.get_line(0).startswith("/") else ""
        if hint:
            self._is_hinting = True
            self.border_subtitle = Content(hint)
        elif self._is_hinting:
            self.show_keys()

    def _hint(self, text: str) -> str:
        from tui.slash_table import completion_hint  # noqa: PLC0415 - what the first paint does without

        return completion_hint(text)

    def _complete(self) -> bool:
        """Complete a command; pressed again, show the next one that it may become. Returns whether Tab is ours."""
        from tui.slash_table import completed, completions  # noqa: PLC0415 - what the first paint does without

        if self.text != self._completed:
            self._tried = completions(self.text)
            longer = completed(self.text)
        elif self._tried:
            longer = f"/{self._tried[0]}"
            self._tried = [*self._tried[1:], self._tried[0]]
        else:
            longer = self.text
        if longer != self.text:
            self.load(longer)
        self._completed = longer
        return bool(self._hint(longer))

    async def on_key(self, event: events.Key) -> None:
        """Take what sends before the editor makes a line of it, and keep Alt with a letter from being typed as that one."""
        if event.key == "tab" and self._complete():
            event.stop()
            event.prevent_default()
        elif event.key in keys_of(action("send")).split(","):
            event.stop()
            event.prevent_default()
            await self.run_action("screen.send")
        elif event.key.startswith("alt+"):
            # A terminal sends the letter along, and the editor types whatever has one; the bindings are asked after it.
            event.prevent_default()

    async def on_paste(self, event: events.Paste) -> None:
        """Take a paste, folded if it is large."""
        event.stop()
        event.prevent_default()
        self.insert(self._folded(clean_text(event.text)))

    def _folded(self, text: str) -> str:
        """Put marks in place of what is too large: what was pasted before by itself, so that what was typed stays text."""
        for mark, pasted in self._known_pastes.items():
            if len(text) <= FOLD_CHARACTERS:
                return text
            if pasted in text:
                text = text.replace(pasted, mark)
                self._pastes[mark] = pasted
        if len(text) <= FOLD_CHARACTERS:
            return text
        self._paste_count += 1
        whole = self._unfolded(text)
        mark = f"[pasted text {self._paste_count}: {len(whole):,} characters]"
        self._pastes[mark] = self._known_pastes[mark] = whole
        if len(self._known_pastes) > _MOST_KNOWN_PASTES:
            # Still whole in the input, if it stands there.
            del self._known_pastes[next(iter(self._known_pastes))]
        return mark
