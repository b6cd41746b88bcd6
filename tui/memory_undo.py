"""Takes back what was done to memories on their screen: pins and switches, of one or of many.

The one fact that a reader would get wrong: what comes back is what was changed, not all that a memory was. What it was
given since, here or elsewhere, stays.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.errors import NotFoundError
from tui import wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory.records import Memory
    from tui.backend import Backend

NOTHING = "Nothing was done here yet that could be taken back."
FORGOTTEN = "Forgetting cannot be taken back: the words are gone from every file."
EDITED = "An edit is not taken back by a key; edit it again."


@dataclass(frozen=True, slots=True)
class _Step:
    """Memories as they were before; or why it cannot be taken back."""

    before: Sequence[Memory] = ()
    refusal: str = ""


class MemoryUndo:
    """Knows what was done, the latest last, as long as the screen is there."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._steps: list[_Step] = []

    def note(self, before: Sequence[Memory]) -> None:
        """Pins or switches of these memories were changed; they are given as they were."""
        self._steps.append(_Step(tuple(before)))

    def note_final(self, refusal: str, _before: Sequence[Memory] = ()) -> None:
        """Something else was done, which the key does not take back, in these words."""
        self._steps.append(_Step(refusal=refusal))

    async def take_back(self) -> tuple[str, bool]:
        """Take the latest back; returns what to say, and whether anything changed."""
        if not self._steps:
            return NOTHING, False
        step = self._steps.pop()
        if step.refusal:
            return step.refusal, False
        count = 0
        for memory in step.before:
            count += await asyncio.to_thread(self._put_back, memory)
        return f"Taken back for {wording.memory_count(count)}.", bool(count)

    def _put_back(self, before: Memory) -> bool:
        from assistant.authoring import Authored  # noqa: PLC0415 - brings numpy, which the first paint does without

        try:
            now = self._backend.memory_details(before.handle).row.memory
        except NotFoundError:
            # Forgotten meanwhile.
            return False
        if now.is_pinned != before.is_pinned:
            self._backend.put_pin_back(before.handle, is_pinned=before.is_pinned)
        if now.is_disabled != before.is_disabled:
            self._backend.edit_memory(before.handle, Authored(is_disabled=before.is_disabled))
        return (now.is_pinned, now.is_disabled) != (before.is_pinned, before.is_disabled)
