"""Search over the messages of all chats, on a real session: kept current by whatever changes a message."""

import threading
from contextlib import closing

import pytest
from exchanges import OpenSession, complaints, files_holding, open_chat, say, stop_after
from fakes import FakeClock

from assistant import branches, chats, forgetting
from assistant.again import regenerate_turn
from assistant.alternatives import keep_alternative
from assistant.chat_search import ChatHits, search_chats
from assistant.session import Session
from memory.database import connect
from memory.folder import DATABASE_NAME
from memory.records import Role


def places(found: ChatHits) -> list[tuple[str, int, str]]:
    return [(one.chat.name, one.turn_id, str(one.role)) for one in found.hits]


def sound(session: Session) -> bool:
    with session.connection() as connection:
        return complaints(connection) == []


def test_hits_are_marked_newest_first_and_say_where_they_are(session: Session, clock: FakeClock) -> None:
    first, second = open_chat(session, "travel"), open_chat(session, "dinner")
    one = say(session, first, "Is there a night train to Lisbon?", "There are two trains a week.")
    clock.advance(days=2)
    two = say(session, second, "Lisbon has good sardines", "So it has.")
    found = search_chats(session, "lisbon")
    assert places(found) == [("dinner", two.turn_id, "user"), ("travel", one.turn_id, "user")]
    hit = search_chats(session, '"night train"').hits[0]
    assert [hit.excerpt.text[start:end] for start, end in hit.excerpt.marks] == ["night", "train"]
    assert [one.role for one in search_chats(session, "train").hits] == [Role.ASSISTANT, Role.USER]
    assert search_chats(session, "lisbon train").hits[0].chat.name == "travel"
    assert search_chats(session, "lisbon zeppelin") == ChatHits()
    limited = search_chats(session, "lisbon", limit=1)
    assert (len(limited.hits), limited.has_more) == (1, True)


def test_a_chat_is_found_by_its_title_where_no_message_of_it_was(session: Session) -> None:
    travel, dinner = open_chat(session, "travel"), open_chat(session, "dinner")
    say(session, travel, "Is there a night train to Lisbon?", "There is.")
    say(session, dinner, "Ideas?", "Risotto.")
    chats.rename_chat(session, travel.id, "A week in Lisbon")
    chats.rename_chat(session, dinner.id, "What the sailors of Lisbon ate")

    found = search_chats(session, "lisbon")
    assert [one.chat.name for one in found.titles] == ["dinner"]
    assert [one.title.text[start:end] for one in found.titles for start, end in one.title.marks] == ["Lisbon"]
    assert search_chats(session, "lisbon risotto").titles == ()
    assert [one.chat.name for one in search_chats(session, "week lis").titles] == ["travel"]
    chats.delete_chat(session, dinner.id)
    assert search_chats(session, "sailor").titles == ()


@pytest.mark.parametrize("words", ['"', "NOT", "AND OR", "text:", "a*b(", "NEAR(", "-lisbon", "^x", "{}", "'; DROP"])
def test_no_input_is_an_error(session: Session, words: str) -> None:
    say(session, open_chat(session), "Lisbon")
    assert isinstance(search_chats(session, words), ChatHits)


def test_scripts_without_spaces_are_found_by_part_of_a_run(session: Session) -> None:
    say(session, open_chat(session), "我在北京工作", "好的")
    hit = search_chats(session, "北京").hits[0]
    assert [hit.excerpt.text[start:end] for start, end in hit.excerpt.marks] == ["北京"]
    assert search_chats(session, "京北").hits == ()


def test_a_message_is_found_from_the_moment_its_turn_is_kept(session: Session) -> None:
    chat = open_chat(session)
    with session.connection() as connection:
        connection.execute(
            "INSERT INTO messages (chat_id, role, text, status, created_at) VALUES (:c, 'user', 'heron', 'pending', 0)",
            {"c": chat.id},
        )
    assert search_chats(session, "heron").hits == ()
    stop_after(session, chat, "A gull?", 2, reply="osprey kestrel never said")
    assert len(search_chats(session, "osprey").hits) == 1
    assert search_chats(session, "never").hits == ()
    assert sound(session)


def test_only_the_kept_reply_is_found(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    turn = say(session, chat, "Which bird?", "A heron, I think.")
    session.model.script(["A kestrel, surely."])  # type: ignore[attr-defined]  # the fake's
    list(regenerate_turn(session, chat.id, threading.Event()))
    assert (len(search_chats(session, "kestrel").hits), search_chats(session, "heron").hits) == (1, ())
    old = chats.read_chat(session, chat.id).turns[0].alternatives[0]
    keep_alternative(session, turn.turn_id, old.id)
    assert (search_chats(session, "kestrel").hits, len(search_chats(session, "heron").hits)) == ((), 1)


def test_rewound_and_deleted_words_are_gone_and_shared_ones_stay(session: Session) -> None:
    chat = open_chat(session)
    shared = say(session, chat, "The heron stays.")
    say(session, chat, "The kestrel goes.")
    other = branches.branch(session, chat.id, shared.turn_id, "other")
    branches.rewind(session, chat.id, shared.turn_id)
    assert search_chats(session, "kestrel").hits == ()
    assert places(search_chats(session, "heron"))[0][0] == "main"
    chats.delete_chat(session, chat.id)
    assert places(search_chats(session, "heron"))[0][0] == "other"
    chats.delete_chat(session, other.id)
    assert search_chats(session, "heron").hits == ()
    chats.undo_delete_chat(session, other.id)
    assert places(search_chats(session, "heron"))[0][0] == "other"
    assert isinstance(session.clock, FakeClock)
    session.clock.advance(minutes=10)
    chats.purge_deleted(session)
    assert sound(session)


def test_forgotten_words_are_in_no_file_and_no_search(open_session: OpenSession) -> None:
    session = open_session()
    chat = open_chat(session)
    say(session, chat, "My locker code is Quixotic7741.", "Quixotic7741, noted.")
    say(session, chat, "我的密码是蝴蝶九十九", "知道了")
    assert len(search_chats(session, "quixotic7741").hits) == 2
    assert forgetting.forget_text(session, "Quixotic7741").leftovers == ()
    assert forgetting.forget_text(session, "蝴蝶").leftovers == ()
    assert search_chats(session, "quixotic7741").hits == ()
    assert search_chats(session, "蝴蝶").hits == ()
    assert sound(session)
    folder = session.folder
    session.close()
    assert files_holding(folder, ["quixotic7741", "蝴蝶", "蝴 蝶"]) == []


@pytest.mark.parametrize(
    ("column", "value", "role"),
    [
        ("role", "'robot'", Role.USER),
        ("role", "x'ff'", Role.USER),
        ("created_at", "'soon'", Role.USER),
        ("model_name", "x'ff'", Role.USER),
    ],
)
def test_a_damaged_message_is_found_and_costs_no_other(session: Session, column: str, value: str, role: Role) -> None:
    chat = open_chat(session)
    say(session, chat, "Is there a train to Lisbon?", "Two a week.")
    say(session, chat, "Lisbon has sardines.", "So it has.")
    with session.connection() as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE messages SET {column} = {value} WHERE id = 1")  # noqa: S608 - constants
    hits = search_chats(session, "lisbon").hits
    assert sorted((one.turn_id, one.role) for one in hits) == [(1, role), (2, Role.USER)]


def test_put_away_chats_are_found_but_not_resumed(session: Session, clock: FakeClock) -> None:
    first = open_chat(session, "old")
    say(session, first, "The heron stays.")
    clock.advance(days=1)
    second = open_chat(session, "new")
    say(session, second, "Nothing much.")
    chats.set_put_away(session, second.id, is_put_away=True)
    latest = chats.latest_chat(session)
    assert latest is not None
    assert latest.name == "old"
    assert search_chats(session, "nothing").hits[0].chat.is_put_away
    chats.set_put_away(session, second.id, is_put_away=False)
    again = chats.latest_chat(session)
    assert again is not None
    assert again.name == "new"


def test_looking_changes_nothing(session: Session) -> None:
    say(session, open_chat(session), "Lisbon")
    path = session.folder / DATABASE_NAME
    with closing(connect(path)) as connection:
        before = connection.execute("PRAGMA data_version").fetchone()[0]
        search_chats(session, "lisbon")
        assert connection.execute("PRAGMA data_version").fetchone()[0] == before
