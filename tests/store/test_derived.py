"""What idle work made of a memory goes with it: gists that quote it, dreams it was part of, words that only it held."""

from exchanges import OpenSession, complaints, dump_of, files_holding

from assistant import authoring, memories
from assistant.session import Session
from memory.database import transaction
from memory.records import Kind, Provenance

TOLD = "My locker at the Zwickau station has the number quincunx."


def add_derived(session: Session) -> None:
    """Store what a day of idle work could leave of memories 1 (the secret) and 2."""
    gist = authoring.Authored(text=f"{TOLD} The fence is green.", provenance=Provenance.GIST, kind=Kind.CHAT)
    assert authoring.add_memory(session, gist).id == 3
    with session.connection() as store, transaction(store):
        store.execute("INSERT INTO gist_sources (gist_id, memory_id) VALUES (3, 1), (3, 2)")
        store.execute(
            "INSERT INTO dreams (id, at, day, text) VALUES (1, 0, '2026-01-05', 'quincunx fence'), (2, 0, '2026-01-05', 'green')"
        )
        store.execute(
            "INSERT INTO dream_fragments (dream_id, memory_id, source) VALUES (1, 1, 'day'), (1, 2, 'day'), (2, 2, 'day')"
        )
        store.execute(
            "INSERT INTO dream_words (day, term, texts) VALUES ('2026-01-05', 'quincunx', 1), ('2026-01-05', 'fence', 1)"
        )
        store.execute(
            """INSERT INTO interventions (at, verdict, theme, term, frequency, user_frequency, replies, replies_with_memory)
               VALUES (0, 'loop', 'zwickau station', 'Zwickau station', 0.5, 0, 50, 20), (0, 'loop', 'fenc', 'fence', 0.5, 0, 50, 20)"""
        )


def test_forgotten_memory_leaves_neither_gist_nor_dream_nor_word(session: Session) -> None:
    memories.remember(session, TOLD)
    memories.remember(session, "The fence was painted green.")
    add_derived(session)
    forgotten = memories.forget(session, "m1")
    assert (forgotten.count, forgotten.leftovers) == (2, ())
    tables = dump_of(session)
    assert [row[3] for row in tables["dreams"]] == ["green"]
    assert [row[1] for row in tables["dream_words"]] == ["fence"]
    assert [row[4] for row in tables["interventions"]] == ["fence"]
    assert [row[2] for row in tables["memories"]] == ["The fence was painted green."]
    assert files_holding(session.folder, ["zwickau", "quincunx"]) == []
    with session.connection() as store:
        assert complaints(store) == []


def test_forgotten_memory_of_no_dream_leaves_them_all(session: Session, open_session: OpenSession) -> None:
    memories.remember(session, TOLD)
    memories.remember(session, "The fence was painted green.")
    add_derived(session)
    before = dump_of(session)
    memories.remember(session, "My uncle rides a moped.")
    memories.forget(session, "m4")
    after = dump_of(open_session())
    for name in ("dreams", "dream_words", "interventions", "gist_sources"):
        assert after[name] == before[name]
