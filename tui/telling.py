"""Puts the failures that a user can act on where the user sees them.

The one fact that a reader would get wrong: only the two layers' own errors are told; anything else is a bug and rises.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from textual.css.query import NoMatches

from assistant.cleaning import clean_text
from assistant.errors import AssistantError
from memory.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from textual.notifications import SeverityLevel
    from textual.widget import Widget
    from textual.worker import Worker

# Longest for what went wrong; else as long as it takes to read.
_LONGEST_S, _LEAST_S, _LETTERS_A_SECOND = 12.0, 3.0, 18


@contextmanager
def errors_told(widget: Widget) -> Iterator[None]:
    """Show an AssistantError or StoreError from the block as a toast, and go on after the block."""
    try:
        yield
    except (AssistantError, StoreError) as error:
        tell(widget, f"{error.message} {error.hint}".strip(), is_error=True)


def tell(widget: Widget, text: str, *, is_error: bool = False) -> None:
    """Show a toast that stays long enough to be read, in place of the one before.

    The text is never markup, and loses its control characters.
    """
    severity: SeverityLevel = "error" if is_error else "information"
    text = clean_text(text)
    timeout_s = _LONGEST_S if is_error else min(_LONGEST_S, _LEAST_S + len(text) / _LETTERS_A_SECOND)
    widget.app.clear_notifications()
    widget.notify(text, severity=severity, timeout=timeout_s, markup=False)


def work_told(screen: Widget, work: Callable[[], Awaitable[None]], *, group: str, exclusive: bool = False) -> None:
    """Run a coroutine function beside the screen; what a user can act on is told, not raised."""

    async def told() -> None:
        try:
            with errors_told(screen):
                await work()
        except NoMatches:
            # While it waited, the user left the screen: what it would have shown has no place any more.
            if screen.screen in screen.app.screen_stack:
                raise

    worker: Worker[None] = screen.run_worker(told, group=group, exclusive=exclusive)
    worker.name = group
