"""Chats from the user's side: new, deleted with undo, branched, rewound."""

import threading
from pathlib import Path

import pytest
from exchanges import OpenSession, complaints, dump_of, files_holding, open_chat, say
from fakes import MONDAY, FakeClock, FakeModel

from assistant import branches, chats, memories, topics
from assistant.composition import TurnRequest
from assistant.errors import NotFoundError
from assistant.events import Failed, TurnStarted
from assistant.lapses import LapseThread, look
from assistant.purging import purge_chat
from assistant.session import Session
from assistant.turn import run_turn
from memory.database import transaction
from memory.records import ChatId, TurnId
from memory.store import chats as chat_rows
from memory.store import memories as memory_rows
from memory.store import memory_ids, meta
from memory.store.backups import make_backup


def test_new_chats_get_names_that_are_free(session: Session) -> None:
    assert [chats.new_chat(session).name for _ in range(3)] == ["main", "chat-2", "chat-3"]
    with pytest.raises(ValueError, match="'main' already"):
        chats.new_chat(session, "main")


def test_deleted_chat_comes_back_whole_within_ten_minutes(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted apple trees.", "How many?")
    before = chats.read_chat(session, chat.id)
    chats.delete_chat(session, chat.id)
    assert chats.list_chats(session) == []
    assert chats.chat_by_name(session, "main") is None
    clock.advance(minutes=9.9)
    chats.purge_deleted(session)
    chats.undo_delete_chat(session, chat.id)
    assert chats.read_chat(session, chat.id) == before


def test_deleted_chat_is_gone_after_ten_minutes(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted apple trees.", "How many?")
    chats.delete_chat(session, chat.id)
    clock.advance(minutes=10)
    chats.purge_deleted(session)
    with pytest.raises(NotFoundError, match="10 minutes"):
        chats.undo_delete_chat(session, chat.id)
    tables = dump_of(session)
    assert [tables[name] for name in ("chats", "turns", "messages", "memories")] == [[], [], [], []]


def test_running_program_leaves_no_word_of_a_chat_whose_undo_lapsed(
    session: Session, folder: Path, clock: FakeClock
) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted apple trees near Zwickau.", "How many in Zwickau?")
    with session.connection() as store:
        make_backup(store, folder, clock.now())
    chats.delete_chat(session, chat.id)

    clock.advance(minutes=9)
    look(session)
    assert files_holding(folder, ["Zwickau"])
    clock.advance(minutes=1)
    look(session)

    assert files_holding(folder, ["Zwickau", "apple trees"]) == []


def test_look_that_finds_another_program_at_work_comes_back(session: Session, folder: Path, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted apple trees near Zwickau.", "How many?")
    chats.delete_chat(session, chat.id)
    clock.advance(minutes=10)
    with session.connection() as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM messages").fetchone()
        look(session)
        reader.execute("COMMIT")
    look(session)
    assert files_holding(folder, ["Zwickau"]) == []


def test_kill_between_deleting_the_rows_and_cleaning_the_files_is_made_good(
    session: Session, folder: Path, clock: FakeClock, open_session: OpenSession
) -> None:
    chat = open_chat(session)
    # A connection that stays open keeps the log from being emptied, as a kill does.
    with session.connection() as store:
        say(session, chat, "I planted apple trees near Zwickau.", "How many?")
        make_backup(store, folder, clock.now())
        with transaction(store):
            chat_rows.delete_chat(store, chat.id)
            meta.write_meta(store, meta.CLEANING_DUE, "yes")
        assert files_holding(folder, ["Zwickau"])

        open_session()

        assert files_holding(folder, ["Zwickau"]) == []


def test_chat_brought_back_while_its_removal_waited_stays(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted apple trees.", "How many?")
    chats.delete_chat(session, chat.id)
    clock.advance(minutes=9.9)
    chats.undo_delete_chat(session, chat.id)

    with session.connection() as store:
        purge_chat(store, chat.id, MONDAY)

    assert [turn.reply.text for turn in chats.read_chat(session, chat.id).turns] == ["How many?"]


def test_undo_that_comes_after_ten_minutes_is_refused_though_the_rows_are_still_there(
    session: Session, clock: FakeClock
) -> None:
    chat = open_chat(session)
    chats.delete_chat(session, chat.id)
    clock.advance(minutes=10)
    with pytest.raises(NotFoundError, match="10 minutes"):
        chats.undo_delete_chat(session, chat.id)


def test_thread_that_looks_ends_when_it_is_closed(session: Session) -> None:
    thread = LapseThread(session).start()
    thread.close()
    thread.close()
    assert not any(one.name == "lapses" for one in threading.enumerate())


def test_deleted_chat_is_gone_when_the_program_ends(session: Session, open_session: OpenSession) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted apple trees.", "How many?")
    chats.delete_chat(session, chat.id)
    session.close()
    later = open_session()
    with pytest.raises(NotFoundError):
        chats.undo_delete_chat(later, chat.id)
    assert dump_of(later)["memories"] == []


def test_program_that_ends_leaves_what_another_one_deleted_its_ten_minutes(
    session: Session, open_session: OpenSession, clock: FakeClock
) -> None:
    mine, theirs = open_chat(session), open_chat(session, "theirs")
    say(session, mine, "I planted apple trees.", "How many?")
    say(session, theirs, "I sold the old tractor.", "For how much?")
    other = open_session()
    chats.delete_chat(session, mine.id)
    clock.advance(minutes=1)
    chats.delete_chat(other, theirs.id)

    session.close()

    chats.undo_delete_chat(other, theirs.id)
    assert [one.chat.name for one in chats.list_chats(other)] == ["theirs"]
    with pytest.raises(NotFoundError):
        chats.undo_delete_chat(other, mine.id)


def test_chat_deleted_anew_elsewhere_outlives_the_program_that_deleted_it_first(
    session: Session, open_session: OpenSession, clock: FakeClock
) -> None:
    chat = open_chat(session)
    other = open_session()
    chats.delete_chat(session, chat.id)
    chats.undo_delete_chat(other, chat.id)
    clock.advance(minutes=1)
    chats.delete_chat(other, chat.id)

    session.close()

    chats.undo_delete_chat(other, chat.id)
    assert [one.chat.name for one in chats.list_chats(other)] == ["main"]


def test_deletion_of_a_program_that_was_killed_lapses_in_the_next_one(
    session: Session, folder: Path, open_session: OpenSession, clock: FakeClock
) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted apple trees near Zwickau.", "How many?")
    chats.delete_chat(session, chat.id)
    session.abandon()
    clock.advance(minutes=9)
    later = open_session()
    assert files_holding(folder, ["Zwickau"])
    clock.advance(minutes=1)

    look(later)

    assert files_holding(folder, ["Zwickau", "apple trees"]) == []


def test_memories_of_a_deleted_chat_are_not_recalled(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted three apple trees.", "How nice.")
    assert memories.recall(session, "Which trees did I plant?")
    chats.delete_chat(session, chat.id)
    assert memories.recall(session, "Which trees did I plant?") == []
    chats.undo_delete_chat(session, chat.id)
    assert memories.recall(session, "Which trees did I plant?")


def test_opening_a_chat_that_is_not_there_says_so(session: Session) -> None:
    with pytest.raises(NotFoundError, match="no chat 99"):
        chats.read_chat(session, ChatId(99))


def test_title_is_one_line(session: Session) -> None:
    chat = open_chat(session)
    chats.rename_chat(session, chat.id, "  Garden\nplans \t 2026 ")
    assert chats.read_chat(session, chat.id).chat.title == "Garden plans 2026"


def test_latest_chat_is_the_one_that_was_used_last(session: Session, clock: FakeClock) -> None:
    assert chats.latest_chat(session) is None
    first, second = open_chat(session), open_chat(session, "second")
    clock.advance(hours=1)
    say(session, first, "Hello.")
    latest = chats.latest_chat(session)
    assert latest
    assert (latest.id, second.id == latest.id) == (first.id, False)


def test_rewind_takes_memories_along_but_not_orders(session: Session) -> None:
    chat = open_chat(session)
    kept = say(session, chat, "I planted three apple trees.", "How nice.").turn_id
    assert kept
    say(session, chat, "I sold the old tractor.", "For how much?")
    topics.ban(session, "tractor")
    branches.rewind(session, chat.id, kept)
    with session.connection() as store:
        texts = [one.text for one in memory_rows.read_memories(store, memory_ids.all_ids(store)).values()]
        assert complaints(store) == []
    assert "I sold the old tractor." not in texts
    assert "I planted three apple trees." in texts
    assert [one.directive.term for one in topics.list_topics(session)] == ["tractor"]
    assert say(session, chat, "Next.").turn_id == 3


def test_rewind_to_a_turn_of_another_chat_is_refused(session: Session) -> None:
    chat, other = open_chat(session), open_chat(session, "other")
    say(session, chat, "One.")
    say(session, other, "Two.")
    before = dump_of(session)
    with pytest.raises(NotFoundError, match="no turn 1"):
        branches.rewind(session, other.id, TurnId(1))
    with pytest.raises(NotFoundError, match="no turn 2"):
        branches.branch(session, chat.id, TurnId(2), "aside")
    assert dump_of(session) == before


def test_branch_goes_its_own_way(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    first = say(session, chat, "One.", "1").turn_id
    say(session, chat, "Two.", "2")
    assert first
    aside = branches.branch(session, chat.id, first, "aside")
    say(session, aside, "Other two.", "2b")
    assert [one.text for one in model.requests[-1].messages[1:-1]] == ["One.", "1"]
    assert [turn.user.text for turn in chats.read_chat(session, chat.id).turns] == ["One.", "Two."]
    assert [turn.user.text for turn in chats.read_chat(session, aside.id).turns] == ["One.", "Other two."]
    assert [one.name for one in branches.other_branches(session, chat.id, first)] == ["aside"]


def test_branch_outlives_its_parent(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    first = say(session, chat, "I planted three apple trees.", "How nice.").turn_id
    assert first
    aside = branches.branch(session, chat.id, first, "aside")
    chats.delete_chat(session, chat.id)
    clock.advance(minutes=10)
    chats.purge_deleted(session)
    assert [turn.reply.text for turn in chats.read_chat(session, aside.id).turns] == ["How nice."]
    say(session, aside, "And pears.", "Good.")
    with session.connection() as store:
        assert complaints(store) == []


def test_chat_removed_elsewhere_while_its_prompt_is_made_gives_the_message_back(
    session: Session, open_session: OpenSession
) -> None:
    chat = open_chat(session)
    other = open_session()
    events = run_turn(session, TurnRequest(chat.id, "I planted apple trees."), threading.Event())
    assert isinstance(next(events), TurnStarted)
    chats.delete_chat(other, chat.id)
    other.close()

    final = list(events)[-1]

    assert isinstance(final, Failed)
    assert (final.message, final.returned_text) == ("This chat was deleted.", "I planted apple trees.")
    assert dump_of(session)["messages"] == []


def test_a_chat_is_found_by_its_title_too_unless_several_have_it(session: Session) -> None:
    first, second = chats.new_chat(session, "first"), chats.new_chat(session, "second")
    chats.rename_chat(session, first.id, "Tea talk")
    assert chats.chat_named(session, "tea talk").id == first.id
    chats.rename_chat(session, second.id, "first")
    assert chats.chat_named(session, "first").id == first.id
    chats.rename_chat(session, second.id, "Tea Talk")
    with pytest.raises(NotFoundError, match="2 chats are called") as refused:
        chats.chat_named(session, "Tea talk")
    assert "second" in refused.value.hint
