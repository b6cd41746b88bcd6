"""The imports of the assistant behind the screens' `Backend`, and how they end with it.

The one fact that a reader would get wrong: whoever waits for a long import is not away. Idle work gives way to each of
its steps as it does to a key.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from assistant.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from assistant.file_import import FileImported, FileReport, OnStep
    from assistant.session import Session
    from assistant.unimporting import Imported

_END_S = 10.0


def check_is_kept(session: Session, home: Session) -> None:
    """See that what is imported would be kept.

    Raises:
        AssistantError: a temporary chat is open.
    """
    if session is not home:
        raise AssistantError("This chat is temporary: nothing can be imported into it.", "Leave it first.")


class SessionImports:
    """Imports into one session.

    Args:
        session: The real one; a temporary one that stands in its place takes no imports.
        note_user: Called at each step.
    """

    _session: Session

    def __init__(self, session: Session, note_user: Callable[[], None]) -> None:
        self._home = session
        self._note_import = note_user
        self._imports: set[threading.Event] = set()
        self._imports_changed = threading.Condition()
        self._takes_imports = True
        self._unfinished = ""

    def read_import(self, path: str, on_step: OnStep, stop: threading.Event) -> FileReport:
        """Read what a path holds, as it was typed, and tell what importing it would change."""
        from assistant.file_import import plan_file, typed_path  # noqa: PLC0415 - every format's reader: not at the start

        check_is_kept(self._session, self._home)
        with self._running(stop):
            report = plan_file(self._home, typed_path(path), self._noted(on_step), stop)
        self._unfinished = "" if report.is_empty else path
        return report

    def store_import(self, report: FileReport, on_step: OnStep, stop: threading.Event) -> FileImported:
        """Store what a report tells of."""
        with self._running(stop):
            done = report.apply(self._noted(on_step), stop)
        self._unfinished = self._unfinished if done.is_stopped else ""
        return done

    def unfinished_import(self) -> str:
        """Return the path that was read last, as it was typed; "" where all of it is stored."""
        return self._unfinished

    def count_imported(self) -> Imported:
        """Tell what `delete_imported` would delete."""
        from assistant.unimporting import count_imported  # noqa: PLC0415 - as above

        check_is_kept(self._session, self._home)
        return count_imported(self._home)

    def delete_imported(self, on_step: OnStep, stop: threading.Event) -> Imported:
        """Delete what was imported from services and notes."""
        from assistant.unimporting import delete_imported  # noqa: PLC0415 - as above

        on_step = self._noted(on_step)
        with self._running(stop):
            return delete_imported(self._home, stop, lambda share: on_step(share, f"{share:.0%}"))

    def end_imports(self) -> None:
        """Stop what runs, and wait until what it is at is stored."""
        with self._imports_changed:
            self._takes_imports = False
            for stop in self._imports:
                stop.set()
            self._imports_changed.wait_for(lambda: not self._imports, _END_S)

    @contextmanager
    def _running(self, stop: threading.Event) -> Iterator[None]:
        with self._imports_changed:
            if not self._takes_imports:
                stop.set()
            self._imports.add(stop)
        try:
            yield
        finally:
            with self._imports_changed:
                self._imports.discard(stop)
                self._imports_changed.notify_all()

    def _noted(self, on_step: OnStep) -> OnStep:
        def tell(share: float, words: str) -> None:
            self._note_import()
            on_step(share, words)

        return tell
