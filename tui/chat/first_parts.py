"""The parts of the chat screen that work from the first paint on, and where they meet.

The one fact that a reader would get wrong: they need no assistant, so all that they import is imported before the first
paint. What needs one belongs into `tui.chat.parts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tui.chat.early_message import EarlyMessage
from tui.chat.one_at_a_time import OneAtATime
from tui.chat.reading import Reading
from tui.chat.refusal import Refusal, RefusalStatus
from tui.chat.running_turn import RunningTurn, TurnStatus

if TYPE_CHECKING:
    from textual.screen import Screen

    from assistant.clock import Clock


class FirstStatus(RefusalStatus, TurnStatus, Protocol):
    """Where these parts put what the status line shows."""


@dataclass(frozen=True, slots=True)
class FirstParts:
    """Each does one thing; what a part is for stands at its class."""

    refusal: Refusal
    turn: RunningTurn
    early: EarlyMessage
    one: OneAtATime
    reading: Reading


def put_first_together(screen: Screen[None], status: FirstStatus, clock: Clock) -> FirstParts:
    """Make the first parts of a chat screen.

    Args:
        screen: The chat screen.
        status: Where the values of the status line stand.
        clock: Tells the time.
    """
    refusal = Refusal(screen, status)
    turn = RunningTurn(screen, status, clock)
    early = EarlyMessage(screen, clock)
    one = OneAtATime(screen, turn, early, refusal.say)
    return FirstParts(
        refusal=refusal,
        turn=turn,
        early=early,
        one=one,
        reading=Reading(screen, one),
    )
