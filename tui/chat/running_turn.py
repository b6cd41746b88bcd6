"""The turn that runs: its thread, its block, its stop, and what the status line says of it.

The one fact that a reader would get wrong: what is being done beside a turn (loading, forgetting, closing) is said here
too. There is one line for all of it, and this is the one place that writes it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

from tui.activity import Activity, Phase

if TYPE_CHECKING:
    from textual.screen import Screen

    from assistant.clock import Clock
    from assistant.events import TurnEvent
    from tui.backend import Backend
    from tui.chat.turn_display import TurnDisplay
    from tui.messages import TurnRun
    from tui.widgets.message import TurnBlock


class TurnStatus(Protocol):
    """The values that the status line is bound to; set here alone."""

    activity: Activity
    tokens_per_s: float


class RunningTurn:
    """At most one turn; Textual's exclusive workers would not stop a thread that is already running."""

    def __init__(self, screen: Screen[None], status: TurnStatus, clock: Clock) -> None:
        self._screen = screen
        self._status = status
        self._clock = clock
        self._display: TurnDisplay | None = None
        self._is_over = asyncio.Event()

    @property
    def is_running(self) -> bool:
        """Whether a turn runs."""
        return self._display is not None

    @property
    def activity(self) -> Activity:
        """What the status line says now."""
        return self._status.activity

    def say(self, phase: Phase, *, detail: str = "") -> None:
        """Say in the status line what is being done from now on."""
        self._status.activity = Activity(phase, self._clock.monotonic_s(), detail)

    def say_unless_running(self, phase: Phase, *, detail: str = "") -> None:
        """Say what is being done, or go on with it, unless a turn runs: then its own words stand there."""
        if self._display is None:
            since_s = self.activity.since_s if self.activity.phase is phase else self._clock.monotonic_s()
            self._status.activity = Activity(phase, since_s, detail)

    def begin(self, backend: Backend, run: TurnRun, block: TurnBlock) -> None:
        """Run a turn in a thread; what it tells comes to the screen as TurnMoved and TurnBroke."""
        # What the first paint does without.
        from tui.chat.turn_display import TurnDisplay  # noqa: PLC0415
        from tui.chat.turn_worker import iterate_turn  # noqa: PLC0415

        self._display = TurnDisplay(run, block, self._clock)
        block.is_being_written = True
        # Enter was a key too: who writes on at once is not held up by the reply's beginning.
        block.note_key()
        self._is_over.clear()
        self._status.activity = self._display.activity
        work = partial(iterate_turn, backend, run, self._screen.post_message)
        self._screen.run_worker(work, thread=True, group="turn", name="turn")
        self._screen.refresh_bindings()

    def display_of(self, run: TurnRun) -> TurnDisplay | None:
        """Return where this turn is painted; None if it runs no more."""
        return self._display if self._display is not None and self._display.run is run else None

    async def show(self, display: TurnDisplay, event: TurnEvent, *, is_last: bool) -> None:
        """Paint what the turn tells; "ready" stands there only once the next message would be taken."""
        await display.show(event)
        self._status.tokens_per_s = display.tokens_per_s
        if not is_last:
            self._status.activity = display.activity

    def give_way(self) -> None:
        """Let typing come before the painting of the reply."""
        if self._display is not None:
            self._display.block.give_way()

    def stop(self) -> None:
        """Stop it, if there is one; what is there is kept."""
        if self._display is not None:
            self._display.run.stop.set()
            self._display.stopping()
            self._status.activity = self._display.activity

    def abandon(self) -> None:
        """Stop it without a word: the screen is going away."""
        if self._display is not None:
            self._display.run.stop.set()

    async def ended(self, most_s: float) -> None:
        """Stop it and wait for its end, or for so many seconds."""
        if self._display is not None:
            self._display.run.stop.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_over.wait(), most_s)

    def close(self, activity: Activity) -> None:
        """Let the next turn begin."""
        if self._display is not None:
            self._display.block.is_being_written = False
        self._display = None
        self._is_over.set()
        self._status.activity = activity
        self._screen.refresh_bindings()
