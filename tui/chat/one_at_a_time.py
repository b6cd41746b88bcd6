"""One thing at a time: whether a turn may begin, or the talk may change, and who has to wait.

The one fact that a reader would get wrong: "replying" begins with the key, not with the reply. A message on its way from
the input to its turn counts, one that waits for the memory to open too, and so does forgetting.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from tui.activity import Phase
from tui.keymap import action, key_words
from tui.telling import errors_told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from textual.screen import Screen

    from tui.chat.early_message import EarlyMessage
    from tui.chat.running_turn import RunningTurn

_ONE_AT_A_TIME = "one turn at a time, your text stays"
_WAIT = "wait a moment, this goes first"


class OneAtATime:
    """Decides what may begin; says so where it may not.

    `lock` is held by whatever changes which turns are on screen: keys come faster than widgets are mounted. `is_leaving`
    is set once, when the app begins to end: no turn begins from then on.
    """

    def __init__(
        self, screen: Screen[None], turn: RunningTurn, early: EarlyMessage, refuse: Callable[[str], None]
    ) -> None:
        self.lock = asyncio.Lock()
        self.is_leaving = False
        self._screen = screen
        self._turn = turn
        self._early = early
        self._refuse = refuse
        self._is_sending = False
        self._forgetting = 0
        self._is_sent = asyncio.Event()

    @property
    def is_sending(self) -> bool:
        """Whether a message is on its way from the input to its turn."""
        return self._is_sending

    @property
    def is_replying(self) -> bool:
        """Whether a turn runs or is about to, or something else must not be disturbed."""
        return self._turn.is_running or self._is_sending or self._early.is_waiting or self._forgetting > 0

    def may_switch(self) -> bool:
        """Tell whether the talk may change now; say so where it may not."""
        if self.is_replying:
            self._refuse(f"{key_words(action('stop'))} stops the reply first" if self._turn.is_running else _WAIT)
        return not self.is_replying

    async def send(self, text: str, take: Callable[[str], Awaitable[None]]) -> None:
        """Let `take` have a message, unless another goes first."""
        # Asked before the lock too: the input takes no key while its message waits for another.
        if self._may_send():
            async with self.lock:
                if self._may_send():
                    with errors_told(self._screen), self.sending():
                        await take(text)

    def _may_send(self) -> bool:
        is_free = not (self.is_replying or self.is_leaving)
        if not is_free:
            self._refuse(_ONE_AT_A_TIME)
        return is_free

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Within the block a message is on its way from the input to its turn: the exit waits, nothing else begins."""
        self._is_sending = True
        self._is_sent.clear()
        try:
            yield
        finally:
            self._is_sending = False
            self._is_sent.set()

    @contextmanager
    def forgetting(self) -> Iterator[None]:
        """Within the block something is being forgotten, which a turn must not disturb; the status line says so."""
        self._forgetting += 1
        self._turn.say_unless_running(Phase.FORGETTING)
        try:
            yield
        finally:
            self._forgetting -= 1
            # A model that was loaded meanwhile, or the end of a turn, has said something else by now.
            if not self._forgetting and self._turn.activity.phase is Phase.FORGETTING:
                self._turn.say(Phase.READY)

    async def sent(self, most_s: float) -> None:
        """Wait until no message is on its way any more, or for so many seconds."""
        if self._is_sending:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_sent.wait(), most_s)
