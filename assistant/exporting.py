"""Lorebooks out: one in the form in which it came, or every authored memory as World Info.

The one fact that a reader would get wrong: memories that were written here by hand are in no lorebook; they go out with
everything else, or not at all.
"""

from assistant.cleaning import clean_line, clean_text
from assistant.errors import NotFoundError
from assistant.session import Session
from memory.database import Connection, snapshot
from memory.importers.lorebook import Original, form_of
from memory.importers.lorebook_entry import EntryValues
from memory.importers.lorebook_export import Exported, fill_envelope, world_info
from memory.store import lorebooks, memories
from memory.store.lorebooks import Lorebook


def lorebook_names(session: Session) -> list[str]:
    """Name the lorebooks that can be exported."""
    with session.connection() as connection:
        return lorebooks.lorebook_names(connection)


def has_authored(session: Session) -> bool:
    """Tell whether there is anything that a lorebook could hold."""
    with session.connection() as connection:
        return bool(lorebooks.lorebook_names(connection) or lorebooks.hand_written_ids(connection))


def export_lorebook(session: Session, name: str | None = None) -> str:
    """Return a lorebook as the text of a file.

    Args:
        session: From where.
        name: A lorebook goes out in the form it came in. None is every authored memory: as one World Info file, unless
            all of them came from one lorebook.

    Raises:
        NotFoundError: no lorebook has that name.
    """
    with session.connection() as connection, snapshot(connection):
        names = lorebooks.lorebook_names(connection)
        by_hand = lorebooks.hand_written_ids(connection)
        if name is None and len(names) == 1 and not by_hand:
            name = names[0]
        if name is not None:
            book = lorebooks.read_lorebook(connection, name) if name in names else None
            if book is None:
                known = ", ".join(names) or "none was imported"
                raise NotFoundError(f"There is no lorebook “{clean_line(name)}”.", f"Lorebooks: {known}.")
            left_out = [Original.from_json(one) for one in book.left_out]
            return fill_envelope(book.envelope, _exported(connection, book), left_out, clean_text)
        books = [lorebooks.read_lorebook(connection, one) for one in names]
        imported = [one for book in books if book is not None for one in _exported(connection, book)]
        written = memories.read_memories(connection, by_hand)
        alone = [Exported(EntryValues.of_memory(written[one])) for one in by_hand]
        return world_info([*imported, *alone], clean_text)


def _exported(connection: Connection, book: Lorebook) -> list[Exported]:
    origins = lorebooks.origins(connection, book.id)
    found = memories.read_memories(connection, [one.memory_id for one in origins])
    form = form_of(book.envelope)
    return [
        Exported(EntryValues.of_memory(found[one.memory_id]), Original.from_json(one.original), form) for one in origins
    ]
