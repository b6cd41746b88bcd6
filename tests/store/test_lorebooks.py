"""What is kept of imported lorebooks."""

from fakes import MONDAY

from memory.database import Connection, transaction
from memory.records import Kind, Provenance
from memory.store import lorebooks, memories
from memory.store.lorebooks import LorebookId, Origin
from memory.store.memories import NewMemory

_STEPS_OF_SQLITE = 50


def put_book(store: Connection, name: str, entries: int) -> LorebookId:
    new = NewMemory("A fact.", Provenance.AUTHORED, Kind.FACT, 0.6, MONDAY, MONDAY)
    with transaction(store):
        book = lorebooks.write_lorebook(store, name, "{}", [])
        ids = [memories.insert_memory(store, new) for _ in range(entries)]
        lorebooks.write_origins(store, book, [Origin(one, f"{name}-{place}", "{}") for place, one in enumerate(ids)])
    return book


def work_of_looking(store: Connection, book: LorebookId, keys: list[str]) -> int:
    """Count in how many stretches of its own instructions SQLite finds that a book has none of these."""
    stretches = 0

    def count() -> int:
        nonlocal stretches
        stretches += 1
        return 0

    store.set_progress_handler(count, _STEPS_OF_SQLITE)
    try:
        assert not lorebooks.has_any_origin(store, book, keys)
    finally:
        store.set_progress_handler(None, 0)
    return stretches


def test_an_entry_that_is_there_is_known_in_its_own_book_only(store: Connection) -> None:
    first, second = put_book(store, "first", 3), put_book(store, "second", 1)
    assert lorebooks.has_any_origin(store, first, ["none", "first-2"])
    assert not lorebooks.has_any_origin(store, second, ["none", "first-2"])
    assert not lorebooks.has_any_origin(store, first, [])


def test_looking_for_entries_takes_no_longer_in_a_large_book(store: Connection) -> None:
    small, large = put_book(store, "small", 2), put_book(store, "large", 500)
    keys = [f"new-{place}" for place in range(40)]
    of_small = work_of_looking(store, small, keys)
    assert of_small > 0
    assert work_of_looking(store, large, keys) <= of_small + 2
