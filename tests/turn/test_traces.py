"""Whatever leaves takes along what was made of it: dreams, the words of dreams, themes, what undo knows of orders."""

from collections.abc import Callable
from pathlib import Path

import pytest
from chat_files import ChatGPT, write_json
from exchanges import complaints, dump_of, files_holding, open_chat, say
from fakes import FakeClock
from idle_world import run

from assistant import branches, chats, memories, topics
from assistant.chat_import import apply_chats, plan_chats
from assistant.import_source import ChatSource, find_source
from assistant.jobs.dream import Dream
from assistant.jobs.job import JobName
from assistant.session import Session
from assistant.unimporting import delete_imported
from memory.database import transaction
from memory.records import TurnId
from memory.store import removal
from memory.store.backups import make_backup

TOLD = "I met Quarkbeutel in Linz yesterday."
WORDS = ("quarkbeutel", "linz")


def dream_of_everything(session: Session, clock: FakeClock) -> None:
    """Dream until every memory that can be dreamt of was; the scripted model repeats its fragments."""
    with session.connection() as store:
        for _ in range(4):
            assert Dream(lambda: None).run_slice(session, store, clock.now(), lambda: False).dreams


def add_themes(session: Session) -> None:
    """Store what a scan would of replies that repeat themselves."""
    with session.connection() as store, transaction(store):
        store.executemany(
            """INSERT INTO interventions (at, verdict, theme, term, frequency, user_frequency, replies, replies_with_memory)
               VALUES (0, 'loop', ?, ?, 0.5, 0, 50, 20)""",
            [("near Quarkbeutel river", "near quarkbeutel river"), ("pears", "pear")],
        )


def assert_no_trace(session: Session) -> None:
    tables = repr([rows for name, rows in dump_of(session).items() if not name.startswith("memory_vectors")]).lower()
    assert [word for word in WORDS if word in tables] == []
    assert files_holding(session.folder, WORDS) == []
    with session.connection() as store:
        assert complaints(store) == []


def delete_it(session: Session, clock: FakeClock) -> None:
    chats.delete_chat(session, chats.chat_named(session, "secret").id)
    clock.advance(minutes=10)
    chats.purge_lapsed(session)


def rewind_it(session: Session, _clock: FakeClock) -> None:
    branches.rewind(session, chats.chat_named(session, "secret").id, TurnId(0))


def forget_it(session: Session, _clock: FakeClock) -> None:
    with session.connection() as store:
        rows = store.execute("SELECT handle FROM memories WHERE text LIKE '%Quarkbeutel%'").fetchall()
    memories.forget_all(session, [row["handle"] for row in rows])


@pytest.mark.parametrize("leave", [delete_it, rewind_it, forget_it])
def test_what_leaves_takes_dreams_their_words_themes_and_past_orders_along(
    session: Session, clock: FakeClock, leave: Callable[[Session, FakeClock], None]
) -> None:
    say(session, open_chat(session), "I like pears a lot.")
    secret = open_chat(session, "secret")
    say(session, secret, TOLD, "Who is Quarkbeutel?")
    topics.ban(session, "Pears")
    topics.unban(session, "Pears")
    topics.ban(session, "Quarkbeutel")
    topics.unban(session, "Quarkbeutel")
    dream_of_everything(session, clock)
    add_themes(session)
    before = dump_of(session)
    assert "Quarkbeutel" in repr(before["dreams"])
    assert "quarkbeutel" in repr(before["dream_words"])

    leave(session, clock)

    # With no words in the log, a file has none.
    run(session, JobName.BACKUP, clock.now())
    with session.connection() as store:
        assert store.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    assert_no_trace(session)
    after = dump_of(session)
    assert [row[4] for row in after["interventions"]] == ["pear"]
    assert [row[3] for row in after["actions"]] == ["Pears", "Pears"]


def test_imports_that_are_taken_back_take_their_dreams_along(
    session: Session, clock: FakeClock, tmp_path: Path
) -> None:
    path = write_json(tmp_path / "conversations.json", [ChatGPT("a", "A trip").say(TOLD, "Nice.").value()])
    found = find_source(path, clock.now(), session.zone)
    assert isinstance(found, ChatSource)
    apply_chats(session, plan_chats(session, found))
    clock.advance(days=5)
    say(session, open_chat(session), "I like pears a lot.")
    dream_of_everything(session, clock)
    with session.connection() as store:
        make_backup(store, session.folder, clock.now())
    assert "Quarkbeutel" in repr(dump_of(session)["dreams"])

    delete_imported(session)

    assert_no_trace(session)


def test_words_and_orders_that_something_else_still_speaks_of_stay(session: Session, clock: FakeClock) -> None:
    memories.remember(session, "Quarkbeutel writes from Linz.")
    secret = open_chat(session, "secret")
    say(session, secret, TOLD, "I see.")
    topics.ban(session, "Quarkbeutel")
    topics.unban(session, "Quarkbeutel")
    dream_of_everything(session, clock)
    add_themes(session)
    topics.ban(session, "Linz")
    before = dump_of(session)

    delete_it(session, clock)

    after = dump_of(session)
    assert after["interventions"] == before["interventions"]
    assert after["actions"] == before["actions"]
    assert {row[1] for row in after["dream_words"]} >= {"quarkbeutel"}
    assert [one.directive.term for one in topics.list_topics(session)] == ["Linz"]


def test_ban_in_force_outlives_the_chat_that_ordered_it(session: Session, clock: FakeClock) -> None:
    say(session, open_chat(session, "secret"), "Stop talking about Quarkbeutel.")
    delete_it(session, clock)
    assert [one.directive.term for one in topics.list_topics(session)] == ["Quarkbeutel"]
    assert [row[3] for row in dump_of(session)["actions"]] == ["Quarkbeutel"]


def test_memory_that_lives_on_by_a_later_saying_no_longer_bears_what_was_said_before_the_first(
    session: Session, clock: FakeClock
) -> None:
    secret = open_chat(session, "secret")
    say(session, secret, "Good morning to you.", "Quarkbeutel sends you a greeting from Linz.")
    say(session, secret, "My sister is called Ilse.", "I see.")
    say(session, open_chat(session), "My sister is called Ilse.", "So you said.")
    assert run(session, JobName.MERGE, clock.now()).merged

    delete_it(session, clock)

    assert memories.recall(session, "What is my sister called?")
    assert_no_trace(session)


def test_words_are_found_in_whichever_form_they_were_logged(session: Session) -> None:
    with session.connection() as store, transaction(store):
        store.executemany(
            "INSERT INTO dream_words (day, term, texts) VALUES ('2026-01-05', ?, 1)",
            [("quarkbeutels",), ("quark",), ("quarkbeutel",), ("北京",)],
        )
        removal.forget_traces(store, ["A Quarkbeutel in 北京"])
    assert [row[1] for row in dump_of(session)["dream_words"]] == ["quark"]
