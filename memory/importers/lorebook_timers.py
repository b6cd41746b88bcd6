"""Timers of lorebooks, counted in visible messages, as Reverie's knobs, counted in turns; and back.

The one fact that a reader would get wrong: a cooldown is worth one turn more where the entry has a sticky at all, even
one too short to last a turn. After a sticky it starts on the turn that no longer has it; a bare one starts on the turn
that fired.
"""

from dataclasses import dataclass

from memory.records import Knobs
from memory.rules.plurals import counted

MOST_MESSAGES = 1_000_000


@dataclass(frozen=True, slots=True)
class Timers:
    """An entry's timers in visible messages; 0 = off."""

    sticky: int = 0
    cooldown: int = 0
    delay: int = 0


def knobs_of(timers: Timers) -> Knobs:
    """Convert messages to turns.

    A turn adds two messages, and the turn that fires sees a history of L. k turns later it is L + 2k, and a timer of n
    holds while L + 2k < L + n: for ceil(n / 2) - 1 turns. A cooldown c behind a sticky holds on the turn that begins it
    too: ceil(c / 2). A delay d holds on turn k of a chat while 2k - 1 < d: floor(d / 2) turns.
    Sticky 4 and cooldown 3: 1 and 2 turns; cooldown 3 alone: 1; delay 5: 2.
    Source: the timed effects of SillyTavern's World Info, which count `chat.length`.
    """
    cooldown = _half_up(timers.cooldown) - (0 if timers.sticky else 1)
    return Knobs(max(0, _half_up(timers.sticky) - 1), max(0, cooldown), timers.delay // 2)


def timers_of(knobs: Knobs) -> Timers:
    """Convert turns to messages such that `knobs_of` returns the same turns.

    Sticky 1 and cooldown 2: 4 and 4 messages; cooldown 1 alone: 4; delay 2: 4.
    """
    sticky = 2 * knobs.sticky + 2 if knobs.sticky else 0
    bare = 2 * knobs.cooldown + 2 if knobs.cooldown else 0
    return Timers(sticky, 2 * knobs.cooldown if sticky else bare, 2 * knobs.delay)


def told(timers: Timers) -> str:
    """Say what became of each timer that is on: "sticky 4 messages = 1 turn"; "" where all are off."""
    knobs = knobs_of(timers)
    pairs = (
        ("sticky", timers.sticky, knobs.sticky),
        ("cooldown", timers.cooldown, knobs.cooldown),
        ("delay", timers.delay, knobs.delay),
    )
    return ", ".join(
        f"{name} {counted(messages, 'message')} = {counted(turns, 'turn')}"
        for name, messages, turns in pairs
        if messages
    )


def _half_up(count: int) -> int:
    return (count + 1) // 2
