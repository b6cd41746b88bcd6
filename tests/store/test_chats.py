"""Chats and their paths: branches by reference, rewinds, deletion, turn ids that never come back."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from fakes import MONDAY

from memory.database import Connection, connect
from memory.records import Chat, ChatId, MessageStatus, Mode, TurnId
from memory.store import chats, messages
from memory.store.messages import NewReply


def add_turn(store: Connection, chat: Chat) -> TurnId:
    user = messages.add_pending(store, chat.id, "hello", "me", MONDAY)
    answer = messages.add_streaming(store, chat.id, "me", "{}", "tiny", MONDAY)
    reply = NewReply("hi", MessageStatus.COMPLETE)
    return messages.keep_turn(store, chat.id, user, answer, reply, Mode.ASSOCIATIVE, MONDAY)


def branch(store: Connection, parent: Chat, turn_id: TurnId, name: str) -> Chat:
    return chats.create_chat(store, name, MONDAY, parent_chat_id=parent.id, fork_turn_id=turn_id)


def count(store: Connection, query: str) -> int:
    return int(store.execute(query).fetchone()[0])


def test_name_is_taken_once(store: Connection, chat: Chat) -> None:
    with pytest.raises(ValueError, match="'main' already"):
        chats.create_chat(store, "main", MONDAY)
    assert chats.chat_by_name(store, "main") == chat
    assert chats.chat_by_name(store, "Main") is None


def test_new_chat_reads_back_as_it_was_made(store: Connection, chat: Chat) -> None:
    assert chats.read_chat(store, chat.id) == chat
    assert (chat.name, chat.title, chat.created_at, chat.updated_at) == ("main", "", MONDAY, MONDAY)
    assert (chat.parent_chat_id, chat.fork_turn_id, chat.is_put_away, chat.deleted_at) == (None, None, False, None)
    assert chats.read_chat(store, ChatId(99)) is None


def test_list_is_ordered_by_latest_use_and_counts_turns(store: Connection, chat: Chat) -> None:
    other = chats.create_chat(store, "other", MONDAY)
    add_turn(store, chat)
    chats.touch_chat(store, chat.id, MONDAY + timedelta(hours=1))
    chats.set_title(store, other.id, "Plans")
    assert [(one.name, one.title, turns) for one, turns in chats.read_chats(store)] == [
        ("main", "", 1), ("other", "Plans", 0),
    ]  # fmt: skip


def test_deleted_chat_is_listed_apart_until_it_comes_back(store: Connection, chat: Chat) -> None:
    chats.set_deleted(store, chat.id, MONDAY)
    assert chats.read_chats(store) == []
    assert [one.deleted_at for one, _ in chats.read_chats(store, is_deleted=True)] == [MONDAY]
    chats.set_deleted(store, chat.id, None)
    assert [one for one, _ in chats.read_chats(store)] == [chat]


def test_branch_shares_turns_and_copies_none(store: Connection, chat: Chat) -> None:
    first, second, third = (add_turn(store, chat) for _ in range(3))
    aside = branch(store, chat, second, "aside")
    assert chats.path(store, aside.id) == [first, second]
    assert chats.holders(store, first) == [chat.id, aside.id]
    assert chats.holders(store, third) == [chat.id]
    assert count(store, "SELECT COUNT(*) FROM turns") == 3
    assert (aside.parent_chat_id, aside.fork_turn_id) == (chat.id, second)


def test_rewind_drops_only_what_no_other_chat_holds(store: Connection, chat: Chat) -> None:
    first, second, third = (add_turn(store, chat) for _ in range(3))
    aside = branch(store, chat, second, "aside")
    assert chats.drop_turns_after(store, chat.id, first) == [third]
    assert chats.path(store, chat.id) == [first]
    assert chats.path(store, aside.id) == [first, second]
    assert set(messages.messages_of_turns(store, [second])[second])
    assert count(store, "SELECT COUNT(*) FROM messages") == 4


def test_rewind_to_zero_empties_a_chat(store: Connection, chat: Chat) -> None:
    turns = [add_turn(store, chat) for _ in range(2)]
    assert chats.drop_turns_after(store, chat.id, TurnId(0)) == turns
    assert chats.path(store, chat.id) == []
    assert count(store, "SELECT COUNT(*) FROM messages") == 0


def test_deleting_a_parent_leaves_its_branch_whole(store: Connection, chat: Chat) -> None:
    first, second = add_turn(store, chat), add_turn(store, chat)
    aside = branch(store, chat, first, "aside")
    assert chats.delete_chat(store, chat.id) == [second]
    kept = chats.read_chat(store, aside.id)
    assert kept
    assert kept.parent_chat_id is None
    assert [one.text for one in messages.messages_of_turns(store, [first])[first]] == ["hello", "hi"]


def test_deleting_a_chat_takes_its_unanswered_message_along(store: Connection, chat: Chat) -> None:
    messages.add_pending(store, chat.id, "never answered", "me", MONDAY)
    chats.delete_chat(store, chat.id)
    assert count(store, "SELECT COUNT(*) FROM messages") == 0


def test_turn_id_never_comes_back(store: Connection, chat: Chat, database: Path) -> None:
    turns = [add_turn(store, chat) for _ in range(3)]
    chats.drop_turns_after(store, chat.id, turns[0])
    assert chats.last_turn_id(store) == turns[0]
    with closing(connect(database)) as reopened:
        assert chats.next_turn_id(reopened) == turns[-1] + 1
        assert add_turn(reopened, chat) == turns[-1] + 1
    chats.delete_chat(store, chat.id)
    assert chats.last_turn_id(store) is None
    assert chats.next_turn_id(store) == turns[-1] + 2


def test_next_turn_id_of_an_empty_store_is_one(store: Connection, chat: Chat) -> None:
    assert chats.next_turn_id(store) == 1
    assert add_turn(store, chat) == 1


def test_clock_leaves_siblings_out_and_unrelated_chats_in(store: Connection, chat: Chat) -> None:
    root = add_turn(store, chat)
    aside = branch(store, chat, root, "aside")
    unrelated = chats.create_chat(store, "unrelated", MONDAY)
    own, sibling, far = add_turn(store, chat), add_turn(store, aside), add_turn(store, unrelated)
    clock = chats.turn_clock(store, chat.id, window=64)
    assert (list(clock.path), list(clock.counted), clock.turn_id) == ([root, own], [root, own, far], far + 1)
    assert list(chats.turn_clock(store, aside.id, window=64).counted) == [root, sibling, far]
    assert list(chats.turn_clock(store, unrelated.id, window=64).counted) == [root, own, sibling, far]


def test_clock_of_a_window_holds_the_latest_turns(store: Connection, chat: Chat) -> None:
    turns = [add_turn(store, chat) for _ in range(5)]
    clock = chats.turn_clock(store, chat.id, window=2)
    assert (list(clock.counted), clock.path_length) == (turns[-2:], 5)


def test_draft_is_kept_per_chat(store: Connection, chat: Chat) -> None:
    chats.set_draft(store, chat.id, "half a thought")
    other = chats.create_chat(store, "other", MONDAY)
    assert [chats.read_draft(store, one.id) for one in (chat, other)] == ["half a thought", ""]
