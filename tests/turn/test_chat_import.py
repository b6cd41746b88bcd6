"""Chats brought into a real folder: with their own dates, once, beside what is said here."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from bringing_in import GARDEN, bring_in, garden_export, is_sound, plan, remembered, talk
from chat_files import START, ChatGPT, claude_chat, claude_message, many_chats, write_json, write_zip
from exchanges import OpenSession, dump_of, files_holding, open_chat, say
from fakes import MONDAY, FakeClock

from assistant import chats, forgetting, memories, topics
from assistant.chat_import import apply_chats
from assistant.chat_search import search_chats
from assistant.health import read_health
from assistant.session import Session
from memory.folder import DATABASE_NAME
from memory.records import Kind, Provenance, Tier, VerdictKind
from memory.store import chats as chat_rows
from memory.store import interventions, messages, verdicts


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return garden_export(tmp_path)


# -- what is taken, and when it was


def test_statements_become_memories_of_their_own_moment_and_replies_become_none(session: Session, export: Path) -> None:
    done = bring_in(session, export)
    assert (done.chats, done.turns, done.memories) == (1, 2, 2)
    home, question = remembered(session)
    assert (home.provenance, home.kind, question.kind) == (Provenance.IMPORTED, Kind.IDENTITY, Kind.QUESTION)
    assert home.said_at == home.importance_at == START + timedelta(minutes=2)
    assert home.importance == 0.9
    assert talk(session, "garden") == [GARDEN, ("How do I prune roses?", "In March.")]
    chat = chats.chat_named(session, "garden")
    assert (chat.created_at, chat.updated_at) == (START, START + timedelta(minutes=5))
    view = chats.read_chat(session, chat.id)
    assert [one.at for one in view.turns] == [START + timedelta(minutes=2), START + timedelta(minutes=4)]
    assert is_sound(session)


def test_nothing_bears_the_date_of_the_import(session: Session, export: Path) -> None:
    bring_in(session, export)
    with session.connection() as connection:
        now_ms = int(MONDAY.timestamp() * 1000)
        for table, column in (
            ("chats", "created_at"), ("chats", "updated_at"), ("turns", "at"), ("messages", "created_at"),
            ("memories", "said_at"), ("memories", "importance_at"),
        ):  # fmt: skip
            latest = connection.execute(f"SELECT MAX({column}) FROM {table}").fetchone()[0]  # noqa: S608 - constants
            assert latest < now_ms - 86_400_000, (table, column)


def test_old_statements_are_old_here_too(session: Session, export: Path) -> None:
    bring_in(session, export)
    view = memories.show(session, "m1")
    assert view.tier is Tier.LONG
    assert [one.memory.handle for one in memories.recall(session, "Where do I live?")][:1] == ["m1"]


def test_claudes_export_and_one_in_several_files_are_taken_too(session: Session, tmp_path: Path) -> None:
    said = [claude_message("m1", "human", GARDEN[0], START), claude_message("m2", "assistant", GARDEN[1], START)]
    path = write_zip(
        tmp_path / "claude.zip",
        {
            "data/conversations-000.json": [claude_chat("u1", "Home", said)],
            "data/conversations-001.json": [claude_chat("u2", "Trees", said)],
            "data/users.json": [],
            "__MACOSX/conversations.json": "junk",
        },
    )
    report = plan(session, path)
    assert report.lines[:2] == (
        "Claude export “claude.zip”, 2 chats from 2023-04-02 to 2023-04-02:",
        "2 new; 2 turns and 2 memories to add.",
    )
    apply_chats(session, report)
    assert talk(session, "trees") == [GARDEN]
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    write_json(unpacked / "conversations.json", [claude_chat("u1", "Home", said)])
    assert plan(session, unpacked).is_empty


def test_an_order_among_old_messages_is_no_order_and_no_memory(session: Session, tmp_path: Path) -> None:
    chat = ChatGPT("c1", "Rex").say("Stop talking about Rex.", "Fine.").say("Forget my phone number.", "Done.")
    bring_in(session, write_json(tmp_path / "conversations.json", [chat.value()]))
    assert remembered(session) == []
    assert list(topics.list_topics(session)) == []
    assert len(talk(session, "rex")) == 2


def test_what_is_banned_or_pinned_here_holds_for_what_comes_in(session: Session, export: Path) -> None:
    topics.ban(session, "cats")
    topics.pin_topic(session, "roses")
    bring_in(session, export)
    assert [one.is_topic_pinned for one in remembered(session)] == [False, True]
    assert all("cats" not in one.memory.text for one in memories.recall(session, "What do I have?"))


def test_a_huge_message_is_kept_whole_and_remembered_in_part(session: Session, tmp_path: Path) -> None:
    text = "I grow pears in the valley. " * 40_000
    path = write_json(tmp_path / "conversations.json", [ChatGPT("c1", "Big").say(text, "ok").value()])
    done = bring_in(session, path)
    assert done.turns == 1
    assert 10 <= done.memories <= 100
    assert talk(session, "big")[0][0] == text.strip()
    assert is_sound(session)


# -- twice, longer, elsewhere


def test_the_same_file_twice_changes_nothing(session: Session, export: Path, clock: FakeClock) -> None:
    bring_in(session, export)
    before = dump_of(session)
    clock.advance(days=1)
    report = plan(session, export)
    assert report.is_empty
    assert report.lines[1].startswith("0 new, 1 here already")
    done = apply_chats(session, report)
    assert (done.chats, done.turns, done.memories) == (0, 0, 0)
    after = dump_of(session)
    assert {name for name in before if before[name] != after[name]} <= {"presence", "absences"}


def test_a_longer_export_adds_only_what_is_new(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    chat = ChatGPT("c1", "Trees").say("I like elms.", "So do I.")
    bring_in(session, write_json(path, [chat.value()]))
    chat.say("And I like oaks.", "Who does not.")
    other = ChatGPT("c2", "Trees").say("I like limes.", "The tree?")
    report = plan(session, write_json(path, [chat.value(), other.value()]))
    assert (report.new_chats, report.grown_chats, report.new_turns, report.new_memories) == (1, 1, 2, 2)
    apply_chats(session, report)
    assert [one for one, _ in talk(session, "trees")] == ["I like elms.", "And I like oaks."]
    assert [one for one, _ in talk(session, "trees-2")] == ["I like limes."]
    assert plan(session, path).is_empty
    assert is_sound(session)


def test_a_chat_that_went_on_here_and_there_becomes_a_branch(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    chat = ChatGPT("c1", "Trees").say("I like elms.", "So do I.")
    bring_in(session, write_json(path, [chat.value()]))
    mine = chats.chat_named(session, "trees")
    say(session, mine, "Here I say ash.")
    chat.say("There I said oak.", "Oak.")
    write_json(path, [chat.value()])
    bring_in(session, path)
    assert [one for one, _ in talk(session, "trees")] == ["I like elms.", "Here I say ash."]
    assert [one for one, _ in talk(session, "trees-2")] == ["I like elms.", "There I said oak."]
    branch = chats.chat_named(session, "trees-2")
    assert branch.parent_chat_id == mine.id
    assert plan(session, path).is_empty
    chat.say("And yew.", "Yew.")
    bring_in(session, write_json(path, [chat.value()]))
    assert [one for one, _ in talk(session, "trees-2")][2:] == ["And yew."]
    assert is_sound(session)


def test_what_was_forgotten_stays_forgotten_and_what_was_deleted_comes_back(session: Session, export: Path) -> None:
    bring_in(session, export)
    assert forgetting.forget_text(session, "cats").leftovers == ()
    bring_in(session, export)
    assert [one.text for one in remembered(session)] == ["How do I prune roses?"]
    assert files_holding(session.folder, ["two cats"]) == []
    chats.delete_chat(session, chats.chat_named(session, "garden").id)
    bring_in(session, export)
    assert search_chats(session, "roses").hits[0].chat.title == "Garden"
    assert isinstance(session.clock, FakeClock)
    session.clock.advance(minutes=10)
    chats.purge_deleted(session)
    assert is_sound(session)


# -- the past moves nothing


def test_imported_turns_move_no_cooldown_and_no_window(session: Session, tmp_path: Path) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister Ilse is a baker.")
    say(session, chat, "Here it rains.", "It does rain a lot.")
    with session.connection() as connection:
        before = chat_rows.turn_clock(connection, chat.id, window=50)
        replies = messages.recent_replies(connection, 100)
        said = messages.recent_user_texts(connection, 100)
        exchanges = interventions.recent_exchanges(connection, 50)
        last = chat_rows.last_turn_id(connection)
    health = read_health(session)
    bring_in(session, write_json(tmp_path / "conversations.json", list(many_chats(3, 30))))
    with session.connection() as connection:
        after = chat_rows.turn_clock(connection, chat.id, window=50)
        assert (after.counted, after.path) == (before.counted, before.path)
        assert messages.recent_replies(connection, 100) == replies
        assert messages.recent_user_texts(connection, 100) == said
        assert interventions.recent_exchanges(connection, 50) == exchanges
        assert not interventions.has_turns_after(connection, chat_rows.TurnId(0), 3)
        assert chat_rows.last_turn_id(connection) == last
    now = read_health(session)
    figures = {one.name: one.value for one in now.figures}
    assert figures["diversity"] == {one.name: one.value for one in health.figures}["diversity"]
    assert figures["average_importance"] == {one.name: one.value for one in health.figures}["average_importance"]


def active_turns(session: Session, export: Path | None) -> list[bool]:
    """Tell on which of 14 turns about her Ilse's memory was active; an export comes in once it cools."""
    say(session, open_chat(session), "My sister Ilse bakes rye bread on Fridays.")
    other = open_chat(session, "other")
    found = []
    for number in range(14):
        turn_id = say(session, other, f"Tell me something of Ilse and bread, number {number}").turn_id
        with session.connection() as connection:
            rows = verdicts.of_turn(connection, turn_id)
        found.append(any(one.verdict.kind is VerdictKind.IN and one.memory_id == 1 for one in rows))
        if number == 9 and export is not None:
            bring_in(session, export)
    return found


def test_a_memory_cools_for_as_long_whether_or_not_years_are_imported(
    open_session: OpenSession, session: Session, tmp_path: Path, empty_database: Path
) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(1, 20)))
    with_import = active_turns(session, path)
    session.close()
    shutil.copyfile(empty_database, session.folder / DATABASE_NAME)
    without = active_turns(open_session(), None)
    assert with_import == without
    assert {True, False} == set(without)


def test_an_imported_chat_can_be_gone_on_with(session: Session, export: Path) -> None:
    bring_in(session, export)
    chat = chats.chat_named(session, "garden")
    result = say(session, chat, "And when do I plant tulips?", "In autumn.")
    assert result.turn_id == 3
    view = chats.read_chat(session, chat.id)
    assert [one.turn_id for one in view.turns] == [1, 2, 3]
    assert view.turns[-1].at == MONDAY
    assert is_sound(session)
