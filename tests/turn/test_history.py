"""The history in the prompt: it begins where it began the turn before, and moves by a block when it must move."""

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from exchanges import OpenSession, open_chat, say
from fakes import MONDAY, FakeModel

from assistant.context import stable_prompt
from assistant.history import BLOCKS, MESSAGE_OVERHEAD_TOKENS, History, plan_history
from assistant.session import Session
from memory.database import Connection
from memory.records import Chat, Message, MessageStatus, Mode, Role, TurnId
from memory.store import chats, messages
from memory.store.messages import NewReply

ROOM = 1000
MODEL = "tiny"
TURN_TOKENS = 2 * (17 + MESSAGE_OVERHEAD_TOKENS)


def count(wanted: Sequence[Message]) -> list[int]:
    return [len(one.text.encode()) // 4 for one in wanted]


def add_turn(store: Connection, chat: Chat, characters: int = 2 * 68) -> TurnId:
    """Add a turn whose messages share so many characters, 4 of them a token."""
    user = messages.add_pending(store, chat.id, "u" * (characters // 2), "me", MONDAY)
    answer = messages.add_streaming(store, chat.id, "me", "{}", MODEL, MONDAY)
    reply = NewReply("r" * (characters - characters // 2), MessageStatus.COMPLETE)
    return messages.keep_turn(store, chat.id, user, answer, reply, Mode.ASSOCIATIVE, MONDAY)


def add_reply(store: Connection, chat: Chat, turn_id: TurnId, text: str, model_name: str) -> None:
    reply_id = messages.add_streaming(store, chat.id, "me", "{}", model_name, MONDAY)
    reply = NewReply(text, MessageStatus.COMPLETE, token_ids=(1, 2), model_name=model_name)
    messages.keep_reply(store, turn_id, reply_id, reply)


def plan(store: Connection, chat: Chat, limit: int = ROOM) -> History:
    return plan_history(store, chat.id, limit, count, model_name=MODEL)


def cost(history: History) -> int:
    return sum(len(one.text) // 4 + MESSAGE_OVERHEAD_TOKENS for one in history.messages)


def test_all_turns_are_in_the_prompt_while_they_fit(store: Connection, chat: Chat) -> None:
    assert plan(store, chat) == History((), frozenset(), 0, None)
    turns = [add_turn(store, chat) for _ in range(ROOM // TURN_TOKENS)]
    history = plan(store, chat)
    assert (history.dropped_turns, history.first_turn, len(history.messages)) == (0, turns[0], 2 * len(turns))
    assert [one.role for one in history.messages[:2]] == [Role.USER, Role.ASSISTANT]


def test_start_stands_still_for_several_turns_and_then_moves_by_a_block(store: Connection, chat: Chat) -> None:
    starts = []
    for _ in range(100):
        add_turn(store, chat)
        history = plan(store, chat)
        assert cost(history) <= ROOM
        starts.append(history.dropped_turns)
    moves = [after - before for before, after in pairwise(starts) if after != before]
    block_turns = ROOM // BLOCKS // (2 * 17)
    assert set(moves) <= {block_turns, block_turns + 1}
    assert len(moves) >= 5
    for start in set(starts[50:-8]):
        assert starts.count(start) >= block_turns


def test_after_a_move_there_is_room_for_a_quarter_more(store: Connection, chat: Chat) -> None:
    before = None
    rooms = []
    for _ in range(100):
        add_turn(store, chat)
        history = plan(store, chat)
        if before is not None and history.dropped_turns > before:
            rooms.append(ROOM - cost(history))
        before = history.dropped_turns
    assert min(rooms) >= ROOM // BLOCKS - TURN_TOKENS


def test_turn_larger_than_a_block_never_empties_what_could_stay(store: Connection, chat: Chat) -> None:
    for _ in range(5):
        add_turn(store, chat)
    add_turn(store, chat, characters=4 * 900)
    last = add_turn(store, chat)
    history = plan(store, chat)
    assert cost(history) <= ROOM
    assert history.messages[-1].text.startswith("r")
    assert history.first_turn is not None
    assert history.first_turn <= last


def test_turn_larger_than_the_room_is_left_out_with_all_before_it(store: Connection, chat: Chat) -> None:
    add_turn(store, chat)
    add_turn(store, chat, characters=4 * 1200)
    last = add_turn(store, chat)
    assert (plan(store, chat).first_turn, plan(store, chat).dropped_turns) == (last, 2)


def test_history_of_a_regenerated_turn_ends_before_it(store: Connection, chat: Chat) -> None:
    turns = [add_turn(store, chat) for _ in range(3)]
    history = plan_history(store, chat.id, ROOM, count, model_name=MODEL, before_turn=turns[-1])
    assert len(history.messages) == 4


def test_alternatives_are_not_in_the_prompt(store: Connection, chat: Chat) -> None:
    turn_id = add_turn(store, chat)
    add_reply(store, chat, turn_id, "better", MODEL)
    history = plan(store, chat)
    assert [one.text[:6] for one in history.messages] == ["uuuuuu", "better"]
    assert len(history.message_ids) == 2


def test_token_ids_are_those_of_the_loaded_model_or_none(store: Connection, chat: Chat) -> None:
    add_reply(store, chat, add_turn(store, chat), "its own", MODEL)
    add_reply(store, chat, add_turn(store, chat), "another's", "large")
    assert [one.token_ids for one in plan(store, chat).messages] == [(), (1, 2), (), ()]


def test_branch_begins_with_its_parents_turns(store: Connection, chat: Chat) -> None:
    turns = [add_turn(store, chat) for _ in range(3)]
    aside = chats.create_chat(store, "aside", MONDAY, parent_chat_id=chat.id, fork_turn_id=turns[1])
    own = add_turn(store, aside)
    assert chats.path(store, aside.id) == [*turns[:2], own]
    assert len(plan(store, aside).messages) == 6


@pytest.fixture
def small() -> FakeModel:
    """A model of 1,024 tokens, whose memory block has 100."""
    return FakeModel(n_ctx=1024, eval_tokens_per_s=100.0)


def talk(session: Session, chat: Chat, turns: int, seed: int) -> None:
    """Say things of 10 to 400 characters, as people do."""
    lengths = random.Random(seed)  # noqa: S311 - the same talk each time
    for number in range(turns):
        say(session, chat, f"{number} " + "tale " * lengths.randint(2, 80), f"answer {number} " * lengths.randint(1, 8))


def starts_of(model: FakeModel) -> list[str]:
    """Tell for each request with which message its history begins."""
    return [one.messages[1].text.split()[0] if len(one.messages) > 2 else "0" for one in model.requests]


def test_start_never_moves_back_whatever_the_messages_lengths(open_session: OpenSession, small: FakeModel) -> None:
    session = open_session(model=small, max_reply_tokens=64)
    talk(session, open_chat(session), 30, seed=1)
    starts = [int(start) for start in starts_of(small)]
    assert starts == sorted(starts)
    assert starts[-1] > 10
    assert len(set(starts)) <= 12


def test_restart_finds_the_same_start(open_session: OpenSession, small: FakeModel) -> None:
    session = open_session(model=small, max_reply_tokens=64)
    chat = open_chat(session)
    talk(session, chat, 16, seed=2)
    with session.connection() as store:
        before = stable_prompt(session, store, chat.id)
    session.close()
    reopened = open_session(model=small, max_reply_tokens=64)
    with reopened.connection() as store:
        assert stable_prompt(reopened, store, chat.id) == before
    assert not before[1].text.startswith("0 ")


def test_what_is_evaluated_ahead_is_what_the_next_turn_needs(open_session: OpenSession, small: FakeModel) -> None:
    session = open_session(model=small, max_reply_tokens=64)
    talk(session, open_chat(session), 18, seed=3)
    used = sum(
        request.messages[:-1] == warmed for warmed, request in zip(small.warmed, small.requests[1:], strict=False)
    )
    # A message that itself pushes the history over its limit is the one thing that cannot be foreseen.
    moves = len(set(starts_of(small))) - 1
    assert used >= len(small.requests) - 1 - moves


def test_prompt_never_exceeds_the_context(open_session: OpenSession, small: FakeModel) -> None:
    session = open_session(model=small, max_reply_tokens=64)
    talk(session, open_chat(session), 14, seed=4)
    for request in small.requests:
        assert small.count_prompt(request.messages) + request.max_tokens <= 1024
