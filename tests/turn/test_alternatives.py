"""Choosing another reply than the one that was kept, and the branches that stand beside a chat."""

import threading

import pytest
from exchanges import complaints, dump_of, open_chat, say
from fakes import FakeClock, FakeModel

from assistant import branches, chats, undoing
from assistant.again import regenerate_turn
from assistant.alternatives import keep_alternative
from assistant.errors import NotFoundError, TurnRefusedError
from assistant.events import Completed, TurnResult
from assistant.forgetting import forget_text
from assistant.session import Session
from assistant.topics import ban, list_topics
from memory.records import BEFORE_THE_FIRST, Chat, MessageId, Provenance, TurnId
from memory.store import memories as memory_rows
from memory.store import memory_ids, verdicts


def again(session: Session, chat: Chat, reply: str) -> TurnResult:
    assert isinstance(session.model, FakeModel)
    session.model.script([reply])
    final = list(regenerate_turn(session, chat.id, threading.Event()))[-1]
    assert isinstance(final, Completed), final
    return final.result


def its_memories(session: Session, turn_id: TurnId) -> list[str]:
    with session.connection() as store:
        found = memory_rows.read_memories(store, memory_ids.ids_of_turns(store, [turn_id])).values()
    return [one.text for one in found if one.provenance is Provenance.ASSISTANT_SAID]


def test_kept_alternative_and_its_memories_replace_the_other_reply(session: Session) -> None:
    chat = open_chat(session)
    first = say(session, chat, "Which wood for the treads?", "Oak lasts longest under boots.")
    again(session, chat, "Ash is cheaper and bends well.")
    turn_id = first.turn_id
    assert turn_id is not None
    assert first.reply is not None
    assert its_memories(session, turn_id) == ["Ash is cheaper and bends well."]
    with session.connection() as store:
        rows = verdicts.of_turn(store, turn_id)

    kept = keep_alternative(session, turn_id, first.reply.id)

    turn = chats.read_chat(session, chat.id).turns[-1]
    assert (kept.id, kept.is_kept) == (first.reply.id, True)
    assert turn.reply.text == "Oak lasts longest under boots."
    assert [one.text for one in turn.alternatives] == ["Ash is cheaper and bends well."]
    assert its_memories(session, turn_id) == ["Oak lasts longest under boots."]
    with session.connection() as store:
        assert verdicts.of_turn(store, turn_id) == rows
        assert complaints(store) == []


def test_next_prompt_holds_the_reply_that_is_kept_now(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    first = say(session, chat, "Which wood?", "Oak.")
    again(session, chat, "Ash.")
    assert first.turn_id is not None
    assert first.reply is not None
    keep_alternative(session, first.turn_id, first.reply.id)
    say(session, chat, "Why that one?", "It is hard.")

    assert [one.text for one in model.requests[-1].messages][1:3] == ["Which wood?", "Oak."]


def test_keeping_what_is_kept_already_changes_nothing(session: Session) -> None:
    chat = open_chat(session)
    result = say(session, chat, "Which wood?", "Oak.")
    assert result.turn_id is not None
    assert result.reply is not None
    before = dump_of(session)
    keep_alternative(session, result.turn_id, result.reply.id)

    assert dump_of(session) == before


def test_a_message_that_is_no_reply_of_the_turn_is_refused(session: Session) -> None:
    chat = open_chat(session)
    first, second = say(session, chat, "Which wood?", "Oak."), say(session, chat, "And glue?", "Bone glue.")
    assert first.turn_id is not None
    assert second.reply is not None
    user = chats.read_chat(session, chat.id).turns[0].user
    for wrong in (second.reply.id, user.id, MessageId(9_999)):
        with pytest.raises(NotFoundError):
            keep_alternative(session, first.turn_id, wrong)


def test_an_alternative_whose_words_were_forgotten_is_not_kept(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My locker code is 4711 8220.", "Your locker code is 4711 8220, noted.")
    again(session, chat, "Good.")
    forget_text(session, "locker code")
    turn = chats.read_chat(session, chat.id).turns[-1]
    redacted = next(one for one in turn.alternatives if "forgotten" in one.text)
    with pytest.raises(NotFoundError):
        keep_alternative(session, turn.turn_id, redacted.id)


def test_no_reply_is_chosen_while_another_is_written(session: Session) -> None:
    chat = open_chat(session)
    result = say(session, chat, "Which wood?", "Oak.")
    assert result.turn_id is not None
    assert result.reply is not None
    with session.one_turn(), pytest.raises(TurnRefusedError):
        keep_alternative(session, result.turn_id, result.reply.id)


def test_each_branch_tells_of_the_other_and_where_they_part(session: Session) -> None:
    chat = open_chat(session)
    first = say(session, chat, "Which wood?", "Oak.").turn_id
    say(session, chat, "And glue?", "Bone glue.")
    assert first is not None
    other = branches.branch(session, chat.id, first)
    say(session, other, "And nails?", "None.")

    assert [(one.chat.id, one.turn_id) for one in branches.forks(session, chat.id)] == [(other.id, first)]
    assert [(one.chat.id, one.turn_id) for one in branches.forks(session, other.id)] == [(chat.id, first)]
    chats.delete_chat(session, other.id)
    assert branches.forks(session, chat.id) == []


def test_a_branch_in_place_of_the_first_turn_is_known_at_both_sides_and_to_its_like(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Which wood?", "Oak.")
    other, third = (branches.branch(session, chat.id, BEFORE_THE_FIRST) for _ in range(2))
    first_there = say(session, other, "Which stone?", "Slate.").turn_id

    assert [(one.chat.id, one.is_at_start, one.goes_to) for one in branches.forks(session, chat.id)] == [
        (other.id, True, first_there),
        (third.id, True, None),
    ]
    assert [one.chat.id for one in branches.forks(session, other.id)] == [chat.id, third.id]
    branches.rewind(session, other.id, BEFORE_THE_FIRST)
    assert {one.chat.id for one in branches.forks(session, third.id)} == {chat.id, other.id}


def test_it_stays_whole_where_its_parent_is_deleted(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, "I planted three apple trees.", "How nice.")
    other = branches.branch(session, chat.id, BEFORE_THE_FIRST)
    say(session, other, "I planted three pear trees.", "Good.")
    chats.delete_chat(session, chat.id)
    assert branches.forks(session, other.id) == []
    clock.advance(minutes=10)
    chats.purge_deleted(session)

    view = chats.read_chat(session, other.id)
    assert [turn.reply.text for turn in view.turns] == ["Good."]
    assert view.chat.parent_chat_id is None
    assert branches.forks(session, other.id) == []
    with session.connection() as store:
        assert complaints(store) == []


def test_what_undo_would_do_is_told_without_doing_it(session: Session) -> None:
    ban(session, "Rex")
    assert undoing.what_undo_does(session) == "“Rex” is no longer banned."
    assert [one.directive.term for one in list_topics(session)] == ["Rex"]
    undoing.undo_last(session)
    with pytest.raises(NotFoundError):
        undoing.what_undo_does(session)


def test_an_opened_chat_tells_which_models_wrote_its_replies(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Which wood?", "Oak.")
    other = open_chat(session, "other")
    assert chats.read_part(session, chat.id, 4).models == (session.ready_model().name,)
    assert chats.read_part(session, other.id, 4).models == ()
