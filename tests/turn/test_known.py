"""What Reverie knows, answered from the store beside the reply, over whole turns."""

import threading

import pytest
from exchanges import events_of, open_chat, say
from fakes import FakeClock, FakeModel

from assistant import memories, topics
from assistant.again import regenerate_turn
from assistant.composition import TurnRequest
from assistant.events import Completed, MemoriesChosen, Notice
from assistant.session import Session
from assistant.turn import preview_turn

ME = "what do you know about me?"
HEAD = "What you told me, from memory:"
SISTER = "My sister Hanne is getting married on 12 June."


def told(session: Session, *texts: str) -> None:
    for text in texts:
        memories.remember(session, text)


def test_who_the_user_is_comes_first_what_is_pinned_before_all_then_what_was_told(session: Session) -> None:
    told(session, "I live in Ghent.", "I'm allergic to peanuts.", "The plumber comes on Thursday at nine.")
    told(session, "The shed is green.")
    memories.pin(session, "m4")
    result = say(session, open_chat(session), ME, "I know a lot!")
    assert result.notices == (
        HEAD,
        "· “The shed is green.” 2026-01-05",
        "· “I'm allergic to peanuts.” 2026-01-05",
        "· “I live in Ghent.” 2026-01-05",
        "· “The plumber comes on Thursday at nine.” 2026-01-05",
    )


def test_ten_are_shown_and_the_rest_is_counted_with_where_it_is(session: Session) -> None:
    told(session, *(f"I own a boat called Number{place}." for place in range(13)))
    lines = say(session, open_chat(session), ME, "Boats.").notices
    assert len(lines) == 12
    assert lines[-1] == "and 3 more memories. The Memories screen, or `reverie memory list`, shows all."


def test_banned_topics_and_what_reverie_said_itself_stay_out(session: Session) -> None:
    told(session, "I live in Ghent.", "Our dog Rex is a beagle.")
    topics.ban(session, "Rex")
    chat = open_chat(session)
    say(session, chat, "Good morning.", "You are a famous sailor from Oslo, I believe.")
    assert say(session, chat, ME, "Hm.").notices == (HEAD, "· “I live in Ghent.” 2026-01-05")
    assert say(session, chat, "What do you know about Rex?", "Hm.").notices == (
        "“Rex” is a banned topic: nothing of it is shown. The Topics screen lists and lifts bans.",
    )


def test_of_a_subject_the_users_own_words_on_it_are_told(session: Session) -> None:
    told(session, SISTER, "I live in Ghent.", "My cat sleeps.")
    chat = open_chat(session)
    for question in ("what do you know about my sister?", "Tell me everything you remember about my sister."):
        assert say(session, chat, question, "Sisters are nice.").notices == (
            "What you told me about “my sister”, from memory:",
            f"· “{SISTER}” 2026-01-05",
        )
    told(session, "I work as a night nurse.")
    assert say(session, chat, "What do you know about my job?", "Jobs.").notices[1:] == (
        "· “I work as a night nurse.” 2026-01-05",
    )
    assert say(session, chat, "What do you know about my uncle?", "Uncles.").notices == (
        "You told me nothing about “my uncle” that I remember. The Memories screen, or `reverie memory list`, shows all that is remembered.",
    )
    assert say(session, chat, "What do you know about Paris?", "A city.").notices == ()


@pytest.mark.parametrize(
    "question", ["Was weißt du über mich?", "Que sais-tu de moi ?", "¿Qué sabes de mí?", "Wat weet je over mij?"]
)
def test_it_is_asked_in_other_languages_too(session: Session, question: str) -> None:
    told(session, "I live in Ghent.")
    assert say(session, open_chat(session), question, "Hm.").notices[:1] == (HEAD,)


def test_an_empty_store_is_told_as_such(session: Session) -> None:
    assert say(session, open_chat(session), ME, "Everything!").notices == (
        "You told me nothing that I remember. The Memories screen, or `reverie memory list`, shows all that is remembered.",
    )


def test_the_answer_comes_before_the_reply_and_again_with_another_one(session: Session, model: FakeModel) -> None:
    told(session, "I live in Ghent.")
    chat = open_chat(session)
    model.script(["Hm."])
    events = events_of(session, chat, ME)
    first = next(place for place, one in enumerate(events) if isinstance(one, Notice))
    assert events[first] == Notice(HEAD)
    assert first < next(place for place, one in enumerate(events) if isinstance(one, MemoriesChosen))
    assert len([one for one in events if one == Notice(HEAD)]) == 1
    model.script(["Hm again."])
    again = list(regenerate_turn(session, chat.id, threading.Event()))
    assert Notice(HEAD) in again
    assert isinstance(again[-1], Completed)
    assert again[-1].result.notices[:1] == (HEAD,)


def test_the_answer_is_in_no_prompt_no_reply_and_no_memory(
    session: Session, model: FakeModel, clock: FakeClock
) -> None:
    told(session, "I live in Ghent.", SISTER)
    chat = open_chat(session)
    preview = preview_turn(session, TurnRequest(chat.id, ME))
    before = {one.memory.handle: one.importance for one in memories.list_memories(session)}
    result = say(session, chat, ME, "I have no idea.")
    assert result.prompt == preview.prompt
    assert result.reply is not None
    assert result.reply.text == "I have no idea."
    assert all(HEAD not in one.text for one in model.requests[-1].messages)
    after = {one.memory.handle: one for one in memories.list_memories(session)}
    assert not [one for one in after.values() if "from memory" in one.memory.text]
    assert {handle: after[handle].importance for handle in before} == before


def test_of_what_was_put_right_the_last_is_known_and_what_it_took_the_place_of(session: Session) -> None:
    chat = open_chat(session)
    for text in ("My sister is called Hanna.", "no, her name is Johanna", "What is my sister's name?"):
        say(session, chat, text)
    (_, line) = say(session, chat, "what do you know about my sister?").notices
    assert line.startswith("· “no, her name is Johanna”, no longer “My sister is called Hanna.” ")

    topics.ban(session, "Hanna")
    (_, line) = say(session, chat, "what do you know about me?").notices
    assert "Hanna" not in line
