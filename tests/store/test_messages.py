"""Messages: from pending to a kept turn, alternatives, token ids, moments."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from fakes import MONDAY
from hypothesis import given
from hypothesis import strategies as st

from memory.database import Connection
from memory.records import Chat, Message, MessageStatus, Mode, Role, TurnId, Usage
from memory.store import chats, messages
from memory.store.messages import NewReply
from memory.store.rows import from_ms, optional_moment, pack_token_ids, to_ms, unpack_token_ids

USAGE = Usage(prompt_tokens=100, cached_tokens=80, first_token_s=0.25, tokens_per_s=31.5, reply_tokens=4)


def keep_exchange(store: Connection, chat: Chat, text: str, reply: NewReply) -> TurnId:
    user = messages.add_pending(store, chat.id, text, "me", MONDAY)
    answer = messages.add_streaming(store, chat.id, "me", "{}", "tiny", MONDAY)
    return messages.keep_turn(store, chat.id, user, answer, reply, Mode.ASSOCIATIVE, MONDAY)


def add_alternative(store: Connection, chat: Chat, turn_id: TurnId, reply: NewReply) -> None:
    answer = messages.add_streaming(store, chat.id, "me", "{}", "tiny", MONDAY)
    messages.keep_reply(store, turn_id, answer, reply)


def of_turn(store: Connection, turn_id: TurnId) -> list[Message]:
    return messages.messages_of_turns(store, [turn_id])[turn_id]


@given(st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - hypothesis wants naive bounds
def test_moment_survives_to_the_millisecond(moment: datetime) -> None:
    back = from_ms(to_ms(moment))
    assert timedelta(0) <= moment - back < timedelta(milliseconds=1)
    assert to_ms(back) == to_ms(moment)


def test_moment_of_another_zone_is_stored_as_the_same_instant() -> None:
    tokyo = datetime(2026, 1, 5, 18, tzinfo=timezone(timedelta(hours=9)))
    assert from_ms(to_ms(tokyo)) == MONDAY
    assert optional_moment(None) is None


def test_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        to_ms(datetime(2026, 1, 5))  # noqa: DTZ001 - the mistake itself


@given(st.lists(st.integers(-1, 2**31 - 1), max_size=40))
def test_token_ids_survive_packing(ids: list[int]) -> None:
    assert unpack_token_ids(pack_token_ids(ids)) == tuple(ids)


def test_pending_message_belongs_to_no_turn(store: Connection, chat: Chat) -> None:
    message_id = messages.add_pending(store, chat.id, "hello", "me", MONDAY)
    (left,) = messages.unfinished(store)
    assert (left.message.id, left.owner, left.selection) == (message_id, "me", None)
    assert (left.message.text, left.message.status, left.message.turn_id) == ("hello", MessageStatus.PENDING, None)
    assert left.message.created_at == MONDAY
    assert chats.path(store, chat.id) == []


def test_streamed_text_is_replaced_at_each_save(store: Connection, chat: Chat) -> None:
    reply_id = messages.add_streaming(store, chat.id, "me", '{"mode": "asked"}', "tiny", MONDAY)
    messages.save_stream(store, reply_id, "The", "thinking")
    messages.save_stream(store, reply_id, "The tea", "thinking on")
    (left,) = messages.unfinished(store, chat.id)
    assert (left.message.text, left.message.reasoning, left.selection) == (
        "The tea",
        "thinking on",
        '{"mode": "asked"}',
    )
    assert left.message.model_name == "tiny"


def test_kept_exchange_is_finished_and_whole(store: Connection, chat: Chat) -> None:
    reply = NewReply("tea", MessageStatus.COMPLETE, "hm", True, (7, 8, 70_000), "tiny", USAGE)
    turn_id = keep_exchange(store, chat, "what do I drink?", reply)
    user, answer = of_turn(store, turn_id)
    assert (user.role, user.status, user.text) == (Role.USER, MessageStatus.COMPLETE, "what do I drink?")
    assert (answer.role, answer.text, answer.reasoning, answer.is_rewritten) == (Role.ASSISTANT, "tea", "hm", True)
    assert (answer.token_ids, answer.model_name, answer.usage) == ((7, 8, 70_000), "tiny", USAGE)
    assert messages.unfinished(store) == []
    assert chats.path(store, chat.id) == [turn_id]
    assert messages.turn_moments(store, [turn_id]) == {turn_id: (MONDAY, Mode.ASSOCIATIVE)}


def test_later_reply_is_kept_and_the_earlier_ones_stay_as_alternatives(store: Connection, chat: Chat) -> None:
    turn_id = keep_exchange(store, chat, "hi", NewReply("one", MessageStatus.COMPLETE))
    for text in ("two", "three"):
        add_alternative(store, chat, turn_id, NewReply(text, MessageStatus.COMPLETE))
    assert [(one.text, one.is_kept) for one in of_turn(store, turn_id)] == [
        ("hi", True), ("one", False), ("two", False), ("three", True),
    ]  # fmt: skip
    assert chats.path(store, chat.id) == [turn_id]


def test_message_of_a_turn_cannot_be_dropped(store: Connection, chat: Chat) -> None:
    turn_id = keep_exchange(store, chat, "hi", NewReply("one", MessageStatus.COMPLETE))
    pending = messages.add_pending(store, chat.id, "never mind", "me", MONDAY)
    for one in of_turn(store, turn_id):
        messages.drop_message(store, one.id)
    messages.drop_message(store, pending)
    assert [one.text for one in of_turn(store, turn_id)] == ["hi", "one"]
    assert messages.unfinished(store) == []


def test_size_of_a_turn_counts_bytes_of_what_is_kept(store: Connection, chat: Chat) -> None:
    first = keep_exchange(store, chat, "déjà", NewReply("一二", MessageStatus.COMPLETE))
    second = keep_exchange(store, chat, "a", NewReply("bc", MessageStatus.COMPLETE))
    add_alternative(store, chat, second, NewReply("longer", MessageStatus.COMPLETE))
    assert messages.turn_bytes(store, [second, first, TurnId(99)]) == [7, 12, 0]


def test_redacted_message_keeps_its_place_but_none_of_its_words(store: Connection, chat: Chat) -> None:
    turn_id = keep_exchange(store, chat, "hi", NewReply("secret", MessageStatus.COMPLETE, "secret", token_ids=(1, 2)))
    messages.redact(store, [one.id for one in of_turn(store, turn_id) if one.role is Role.ASSISTANT], "gone")
    user, answer = of_turn(store, turn_id)
    assert user.text == "hi"
    assert (answer.text, answer.reasoning, answer.token_ids) == ("gone", "", ())


def test_text_is_stored_byte_for_byte(store: Connection, chat: Chat) -> None:
    text = "tab\t, lines\n\n, <|im_end|> [bold]x[/bold] 日本 👩‍👩‍👧 'quote' \"two\" % ; --"
    turn_id = keep_exchange(store, chat, text, NewReply(text, MessageStatus.COMPLETE))
    assert [one.text for one in of_turn(store, turn_id)] == [text, text]
