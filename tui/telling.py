"""Puts the failures that a user can act on where the user sees them.

The one fact that a reader would get wrong: only the two layers' own errors are told; anything else is a bug and rises.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from textual.widget import Widget

from assistant.cleaning import clean_text
from assistant.errors import AssistantError
from memory.errors import StoreError

_READABLE_S = 12.0


@contextmanager
def errors_told(widget: Widget) -> Iterator[None]:
    """Show an AssistantError or StoreError from the block as a toast, and go on after the block."""
    try:
        yield
    except (AssistantError, StoreError) as error:
        tell(widget, f"{error.message} {error.hint}".strip(), is_error=True)


def tell(widget: Widget, text: str, *, is_error: bool = False) -> None:
    """Show a toast that stays long enough to be read; the text is never markup, and loses its control characters."""
    severity = "error" if is_error else "information"
    widget.notify(clean_text(text), severity=severity, timeout=_READABLE_S, markup=False)  # type: ignore[arg-type]
