"""The first acquaintance: what the user says of themselves before the first chat, and where everything lies.

The one fact that a reader would get wrong: nothing of it is asked for. What is left empty is not stored, and a later
answer stands beside an earlier one like anything else that the user says.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from assistant.cleaning import clean_line, clean_text
from assistant.errors import TurnRefusedError
from assistant.session import Session
from assistant.storing import store_now
from memory.capture import Statement
from memory.database import Connection
from memory.records import Kind, Memory, Provenance
from memory.store import meta
from memory.store.actions import ActionKind, log_action

_LONGEST_NAME = 80


def introduce(session: Session, name: str, tastes: str) -> tuple[Memory, ...]:
    """Store the user's name as identity and each line of their tastes as a preference, in their own words.

    Raises:
        TurnRefusedError: there is nothing to remember, or the name is no name.
    """
    now = session.clock.now()
    statements = [
        Statement(text, Provenance.USER_SAID, now, knobs=session.retrieved_knobs, kind=kind)
        for text, kind in _statements(name, tastes)
    ]
    if not statements:
        raise TurnRefusedError("There is nothing to remember.", "Write your name, or what you like.")

    def note(connection: Connection, added: Sequence[Memory]) -> None:
        for one in (one for one in added if one.piece == 0):
            # Forgetting one piece forgets them all.
            log_action(connection, ActionKind.REMEMBER, one.handle, now)
        meta.touch_standing(connection)

    return store_now(session, statements, note)


def _statements(name: str, tastes: str) -> Iterator[tuple[str, Kind]]:
    called = clean_line(name).strip().rstrip(".")
    if len(called) > _LONGEST_NAME:
        raise TurnRefusedError(f"A name has at most {_LONGEST_NAME} characters.", "Write only what I shall call you.")
    if called:
        yield f"My name is {called}.", Kind.IDENTITY
    for line in clean_text(tastes).splitlines():
        if line.strip():
            yield line.strip(), Kind.PREFERENCE


def where_things_lie(session: Session) -> tuple[str, str]:
    """Say in two lines how to leave nothing behind, and what is stored where.

    In this order: on a low terminal the second one is below the fold.
    """
    settings = session.config_file
    is_elsewhere = session.folder not in settings.parents
    places = [session.folder, settings] if is_elsewhere else [session.folder]
    return (
        "Nothing is sent anywhere. To leave nothing behind: quit, then `reverie forget --everything`.",
        f"All of it lies in {clean_line(' and '.join(map(_short, places)))}.",
    )


def _short(path: Path) -> str:
    """Return a path as a shell would take it, the user's own folder as "~"."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)
