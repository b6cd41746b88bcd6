"""What the user does to memories, from the chat and from the memories screen alike.

The one fact that a reader would get wrong: the text on screen may be old. Every action names the memory by its handle
and works on what is stored now.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from assistant.forget_words import forgotten_line, leftover_line, order_lines, what_goes
from assistant.topic_words import ban_line, pin_line
from tui import wording
from tui.keymap import action, key_words
from tui.telling import tell
from tui.widgets.dialogs import AskDialog, ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.screen import Screen

    from assistant.views import Forgotten
    from memory.records import Memory
    from tui.backend import Backend

FORGET_DETAIL = (
    "The memory goes for good, with the message it came from and the replies that repeat it, from the backups too."
)
_FORGET_ALL = (
    "They go for good, with the messages they came from and the replies that repeat them, from the backups too."
)
_LISTED = 5
_LONGEST_TERM = 80
_QUOTED = 80


class MemoryActions:
    """Asks, acts, and says what was done.

    Args:
        screen: Where questions and answers appear.
        backend: The assistant.
        offer_undo: Told, in words that go on from the undo key's name, what that key now takes back.
    """

    def __init__(self, screen: Screen[Any], backend: Backend, offer_undo: Callable[[str], None]) -> None:
        self._screen = screen
        self._backend = backend
        self._offer_undo = offer_undo

    async def toggle_pin(self, memory: Memory) -> None:
        """Pin or unpin a memory, and say so."""
        await asyncio.to_thread(self._backend.unpin if memory.is_pinned else self._backend.pin, memory.handle)
        done = "Unpinned" if memory.is_pinned else "Pinned"
        words = wording.shorten(memory.text, _QUOTED)
        tell(self._screen, f"{done}: {words}")
        self._offer_undo(f"{'pins it again' if memory.is_pinned else 'lifts the pin'}: {wording.shorten(words, 40)}")

    async def ban(self, memory: Memory) -> bool:
        """Ask which topic of a memory is to be banned, and ban it.

        Returns:
            Whether it was.
        """
        selected = " ".join((self._screen.get_selected_text() or "").split())
        words = await asyncio.to_thread(self._backend.telling_words, memory.handle)
        proposed = selected if 0 < len(selected) <= _LONGEST_TERM else next(iter(words), "")
        others = [word for word in words if word != proposed]
        detail = f"Of “{wording.shorten(memory.text, 200)}”"
        if others:
            detail += f"\n\nOther words of it: {', '.join(others)}"
        term = await self._screen.app.push_screen_wait(
            AskDialog("Never bring up which topic?", "Ban", text=proposed, detail=detail)
        )
        return term is not None and await self.ban_term(term)

    async def ban_term(self, term: str) -> bool:
        """Ban a topic, and say what it holds back."""
        change = await asyncio.to_thread(self._backend.ban, term)
        tell(self._screen, ban_line(change))
        if change.is_changed:
            self._offer_undo(f"lifts the ban of “{wording.shorten(change.term, 40)}”")
        return change.is_changed

    async def pin_term(self, term: str) -> bool:
        """Pin a topic, and say what it holds."""
        change = await asyncio.to_thread(self._backend.pin_topic, term)
        tell(self._screen, pin_line(change))
        if change.is_changed:
            self._offer_undo(f"lifts the pin of “{wording.shorten(change.term, 40)}”")
        return change.is_changed

    async def judge(self, memory: Memory, *, is_useful: bool) -> None:
        """Take the user's word on a memory, and say what it is worth now."""
        worth = await asyncio.to_thread(self._backend.give_feedback, memory.handle, is_useful=is_useful)
        done = "Renewed" if is_useful else "Counts half"
        tell(self._screen, f"{done}, importance now {worth:.2f}: {wording.shorten(memory.text, _QUOTED)}")

    async def switch(self, memory: Memory) -> None:
        """Keep a memory out of every prompt, or let it in again."""
        from assistant.authoring import Authored  # noqa: PLC0415 - brings numpy, which the first paint does without

        change = Authored(is_disabled=not memory.is_disabled)
        await asyncio.to_thread(self._backend.edit_memory, memory.handle, change)
        done = "Switched on" if memory.is_disabled else "Switched off, it stays out of every prompt"
        tell(self._screen, f"{done}: {wording.shorten(memory.text, _QUOTED)}")

    async def edit(self, memory: Memory) -> bool:
        """Open the editor on a memory, and store what was changed.

        Returns:
            Whether anything was.
        """
        from tui.widgets.memory_editor import MemoryEditor  # noqa: PLC0415 - see `switch`

        change = await self._screen.app.push_screen_wait(MemoryEditor(memory))
        if change is None:
            return False
        await asyncio.to_thread(self._backend.edit_memory, memory.handle, change)
        tell(self._screen, f"Changed: {wording.shorten(change.text or memory.text, _QUOTED)}")
        return True

    async def add(self) -> Memory | None:
        """Open the editor on a new memory, and store it."""
        from tui.widgets.memory_editor import MemoryEditor  # noqa: PLC0415 - see `switch`

        authored = await self._screen.app.push_screen_wait(MemoryEditor(None))
        if authored is None:
            return None
        added = await asyncio.to_thread(self._backend.add_memory, authored)
        tell(self._screen, f"Added as {added.handle}.")
        return added

    async def forget(self, memory: Memory) -> bool:
        """Ask, then forget a memory.

        Returns:
            Whether it was forgotten, so that what quotes it has to be read again.
        """
        found = await asyncio.to_thread(self._backend.foresee, [memory.handle])
        words = wording.shorten(memory.text, 300)
        if not await self._screen.app.push_screen_wait(
            ConfirmDialog(f"Forget {what_goes(found)}?", f"“{words}”\n\n{FORGET_DETAIL}", "Forget")
        ):
            return False
        tell_forgotten(self._screen, await asyncio.to_thread(self._backend.forget, memory.handle))
        return True

    async def introduce(self) -> bool:
        """Ask for the user's name and tastes, and keep them in mind.

        Returns:
            Whether anything was told.
        """
        from tui.widgets.welcome import WelcomeDialog  # noqa: PLC0415 - seldom needed

        where = await asyncio.to_thread(self._backend.where_things_lie)
        told = await self._screen.app.push_screen_wait(WelcomeDialog(where))
        if told is None:
            return False
        count = await asyncio.to_thread(self._backend.introduce, told.name, told.tastes)
        self._offer_undo("takes back the last of what you told")
        tell(self._screen, f"I will keep that in mind: {wording.memory_count(count)}.")
        return True


class BulkActions:
    """Does to several memories what is done to one, with one question and one line for all of them."""

    def __init__(self, screen: Screen[Any], backend: Backend) -> None:
        self._screen = screen
        self._backend = backend

    async def pin(self, chosen: Sequence[Memory]) -> None:
        """Pin them all; if all are pinned, lift the pins."""
        is_lifting = all(one.is_pinned for one in chosen)
        change = self._backend.unpin if is_lifting else self._backend.pin
        for one in chosen:
            if one.is_pinned is is_lifting:
                await asyncio.to_thread(change, one.handle)
        tell(
            self._screen,
            f"{'Unpinned' if is_lifting else 'Pinned'}: {wording.memory_count(len(chosen))}. {_undo_words()}",
        )

    async def switch(self, chosen: Sequence[Memory]) -> None:
        """Keep them all out of every prompt; if all are, let them in again."""
        from assistant.authoring import Authored  # noqa: PLC0415 - see `MemoryActions.switch`

        is_letting_in = all(one.is_disabled for one in chosen)
        change = Authored(is_disabled=not is_letting_in)
        for one in chosen:
            if one.is_disabled is is_letting_in:
                await asyncio.to_thread(self._backend.edit_memory, one.handle, change)
        done = f"Switched {'on' if is_letting_in else 'off'}: {wording.memory_count(len(chosen))}."
        tell(self._screen, f"{done} {_undo_words()}")

    async def forget(self, chosen: Sequence[Memory]) -> bool:
        """Ask once, then forget them all.

        Returns:
            Whether they were forgotten.
        """
        lines = [f"· {wording.shorten(one.text, 100)}" for one in chosen[:_LISTED]]
        if len(chosen) > _LISTED:
            lines.append(f"· and {len(chosen) - _LISTED:,} more")
        handles = [one.handle for one in chosen]
        found = await asyncio.to_thread(self._backend.foresee, handles)
        question = f"Forget {what_goes(found)}?"
        detail = "\n".join(lines) + f"\n\n{_FORGET_ALL}"
        if not await self._screen.app.push_screen_wait(ConfirmDialog(question, detail, "Forget")):
            return False
        tell_forgotten(self._screen, await asyncio.to_thread(self._backend.forget_all, handles))
        return True


def _undo_words() -> str:
    return f"{key_words(action('undo'))} takes it back."


def tell_forgotten(screen: Screen[Any], forgotten: Forgotten) -> None:
    """Say how much went, which bans need the words, and which files still hold them, if any."""
    lines = [forgotten_line(forgotten), *order_lines(forgotten, "The topics screen lifts it.")]
    lines += map(leftover_line, forgotten.leftovers)
    tell(screen, "\n".join(lines), is_error=bool(forgotten.leftovers))
