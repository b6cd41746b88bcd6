"""`/import PATH` of the line-by-line chat: the report, a question, then the import.

The one fact that a reader would get wrong: progress is whole lines, seconds apart. Nothing is painted over, and a screen
reader is to read each.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tui.session_imports import check_is_kept
from tui.signals import signals_stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from assistant.clock import Clock
    from tui.plain import PlainChat

_SAY_EVERY_S = 3.0


def import_path(talk: PlainChat, words: str) -> None:
    """Report on what a path holds, ask, and import it; Ctrl+C stops after the step at hand.

    Raises:
        AssistantError: it cannot be done.
        StoreError: likewise.
    """
    from assistant.file_import import plan_file, typed_path  # noqa: PLC0415 - every format's reader; most talks need none

    session = talk.session
    check_is_kept(session, talk.home)
    stop = threading.Event()
    steps = StepLines(talk.say, session.clock)
    with signals_stop(stop, survives_interrupt=True):
        report = plan_file(session, typed_path(words), steps.of("Reading"), stop)
    for line in () if report.is_stopped else report.lines:
        talk.say(line)
    if report.words:
        talk.say(report.words)
        return
    if not talk.is_wanted("Import it?", "Nothing was imported."):
        return
    with signals_stop(stop, survives_interrupt=True):
        done = report.apply(steps.of("Importing"), stop)
    talk.say(done.words)


class StepLines:
    """Says how far something is, every few seconds."""

    def __init__(self, say: Callable[[str], None], clock: Clock) -> None:
        self._say = say
        self._clock = clock
        self._said_s = 0.0

    def of(self, doing: str) -> Callable[[float, str], None]:
        """Return what tells the steps of one thing that begins now."""
        self._said_s = self._clock.monotonic_s()

        def tell(_share: float, words: str) -> None:
            now_s = self._clock.monotonic_s()
            if now_s - self._said_s >= _SAY_EVERY_S:
                self._said_s = now_s
                self._say(f"{doing}, {words}.")

        return tell
