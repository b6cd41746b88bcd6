"""When the draft is kept: in a pause of writing, and every ten seconds while there is none.

The one fact that a reader would get wrong: a draft that could not be kept is tried again, but told of only once until
one could be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.errors import AssistantError
from memory.errors import StoreError
from tui.telling import tell, work_told

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from assistant.clock import Clock
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat

_LONGEST_S = 10.0
_AGAIN_AFTER_S = 15.0
_GROUP = "draft"


class DraftKeeping:
    """Keeps it, so that a power cut takes a few words at most.

    Args:
        screen: The chat screen.
        chats: The open chat, which has the draft.
        one: Holds it back while a message is being sent: it is in hand then.
        clock: Tells how long it waits.
        is_typing: Whether another key may follow at once.
    """

    def __init__(
        self, screen: Screen[None], chats: OpenChat, one: OneAtATime, clock: Clock, is_typing: Callable[[], bool]
    ) -> None:
        self._screen = screen
        self._chats = chats
        self._one = one
        self._clock = clock
        self._is_typing = is_typing
        self._waits_since_s: float | None = None
        self._not_before_s = 0.0
        self._is_told = False

    def look(self) -> None:
        """Keep the draft if it is time to; called every few seconds."""
        if not self._chats.has_unsaved:
            self._waits_since_s = None
            return
        now_s = self._clock.monotonic_s()
        if self._waits_since_s is None:
            self._waits_since_s = now_s
        is_due = not self._is_typing() or now_s - self._waits_since_s >= _LONGEST_S
        # A thread that saves cannot be stopped: a second one beside it would begin another chat for the same draft.
        is_busy = self._one.is_sending or any(one.group == _GROUP for one in self._screen.workers)
        if is_due and now_s >= self._not_before_s and not is_busy:
            self._waits_since_s = now_s
            work_told(self._screen, self._keep, group=_GROUP)

    async def _keep(self) -> None:
        try:
            await self._chats.save_draft()
        except (AssistantError, StoreError) as error:
            self._not_before_s = self._clock.monotonic_s() + _AGAIN_AFTER_S
            if not self._is_told:
                self._is_told = True
                tell(self._screen, f"What you write cannot be kept: {error}", is_error=True)
        else:
            self._is_told = False
