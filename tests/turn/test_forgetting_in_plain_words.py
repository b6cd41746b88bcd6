"""Orders to forget in plain words, over whole turns: what is found, what is asked, what is stored, what the prompt holds."""

import io
import threading

import pytest
from exchanges import files_holding, say
from fakes import FakeModel

from assistant import forgetting, memories
from assistant.again import regenerate_turn
from assistant.chats import new_chat
from assistant.events import TurnResult
from assistant.session import Session
from assistant.turn import TurnRequest, preview_turn
from memory.records import Chat
from memory.store import messages
from tui.plain import run_plain

PEANUTS = "I'm allergic to peanuts."


def plain(session: Session, *lines: str) -> list[str]:
    out = io.StringIO()
    run_plain(session, io.StringIO("\n".join(lines) + "\n"), out)
    return out.getvalue().splitlines()


@pytest.fixture
def chat(session: Session) -> Chat:
    return new_chat(session)


def offered(result: TurnResult) -> list[str]:
    return [one.text for one in result.forget_memories]


def remembered(session: Session) -> list[str]:
    return [one.memory.text for one in memories.list_memories(session)]


@pytest.mark.parametrize(
    ("told", "order"),
    [
        (PEANUTS, "forget that I am allergic to peanuts"),
        (PEANUTS, "forget my peanut allergy"),
        (PEANUTS, "Can you forget that I told you I'm allergic to peanuts?"),
        ("I can't eat shellfish, it makes me ill.", "forget my shellfish allergy"),
        ("My sister Hanne is getting married on 12 June.", "Forget that my sister is getting married."),
        ("I work as a night nurse.", "forget my job"),
        ("Ich bin gegen Erdnüsse allergisch.", "Vergiss, dass ich gegen Erdnüsse allergisch bin."),
        ("Je suis allergique aux arachides.", "Oublie que je suis allergique aux arachides."),
        ("Soy alérgico a los cacahuetes.", "Olvida que soy alérgico a los cacahuetes."),
        ("Ik ben allergisch voor pinda's.", "Vergeet dat ik allergisch ben voor pinda's."),
    ],
)
def test_what_an_order_means_is_found_asked_about_withheld_and_not_stored_again(
    session: Session, chat: Chat, model: FakeModel, told: str, order: str
) -> None:
    memories.remember(session, told)
    memories.remember(session, "The cat sleeps on the roof.")
    result = say(session, chat, order, "All right, gone.")
    assert offered(result) == [told]
    assert result.forget_terms == ()
    assert f"Forget “{told}” for good?" in result.notices
    assert all(told not in one.text for one in model.requests[-1].messages)
    assert order not in remembered(session)
    memories.forget(session, result.forget_memories[0].handle, result.turn_id)
    assert told not in remembered(session)
    with session.connection() as connection:
        assert order not in [one.text for one in messages.all_messages(connection)]
    assert "The cat sleeps on the roof." in remembered(session)


def test_only_what_says_most_of_the_words_is_asked_about(session: Session, chat: Chat) -> None:
    for one in (PEANUTS, "My cat loves peanut butter.", "I like tea."):
        memories.remember(session, one)
    assert offered(say(session, chat, "forget my peanut allergy", "Done.")) == [PEANUTS]


def test_what_nothing_is_near_to_is_told_so_with_what_to_do(session: Session, chat: Chat) -> None:
    memories.remember(session, PEANUTS)
    result = say(session, chat, "forget that I own a submarine", "Done.")
    assert (result.forget_memories, result.forget_terms) == ((), ())
    assert result.notices == (
        "I know nothing about “I own a submarine”. The Memories screen, or `reverie memory list`, shows all that is remembered.",
    )
    assert remembered(session)[-1] == PEANUTS


@pytest.mark.parametrize("order", ["forget what I just told you", "forget my last message", "Vergeet wat ik net zei."])
def test_what_was_said_last_is_asked_about(session: Session, chat: Chat, order: str) -> None:
    say(session, chat, "I live in Ghent.", "Nice.")
    say(session, chat, PEANUTS, "I see.")
    result = say(session, chat, order, "Gone.")
    assert offered(result) == [PEANUTS]
    assert order not in remembered(session)
    memories.forget(session, result.forget_memories[0].handle)
    assert "I live in Ghent." in remembered(session)
    assert PEANUTS not in remembered(session)


def test_what_was_said_last_is_of_this_chat_and_may_be_nothing(session: Session, chat: Chat) -> None:
    say(session, chat, PEANUTS, "I see.")
    result = say(session, new_chat(session), "forget what I just told you", "Gone.")
    assert (result.forget_memories, result.notices) == (
        (),
        (
            "I remember nothing of a message before this one. The Memories screen, or `reverie memory list`, shows all that is remembered.",
        ),
    )


def test_everything_is_not_forgotten_by_a_message_which_says_how(session: Session, chat: Chat) -> None:
    memories.remember(session, PEANUTS)
    result = say(session, chat, "forget everything you know about me", "I forgot it all.")
    assert (result.forget_memories, result.forget_terms) == ((), ())
    (line,) = result.notices
    assert line.startswith("Nothing was forgotten. ")
    assert "on Memories" in line
    assert "`reverie forget --everything`" in line
    assert remembered(session) == ["I forgot it all.", PEANUTS]


def test_the_rest_of_a_message_is_remembered_without_its_order(session: Session, chat: Chat) -> None:
    memories.remember(session, "My phone number is 07700 900461.")
    result = say(session, chat, "I moved to Graz. Forget my phone number.", "I see.")
    assert result.forget_terms == ("phone number",)
    assert "I moved to Graz." in remembered(session)
    forgetting.forget_text(session, "phone number")
    assert "I moved to Graz." in remembered(session)
    assert not [one for one in remembered(session) if "phone" in one]


def test_another_reply_and_a_preview_hold_back_the_same(session: Session, chat: Chat, model: FakeModel) -> None:
    memories.remember(session, PEANUTS)
    preview = preview_turn(session, TurnRequest(chat.id, "forget that I am allergic to peanuts"))
    assert PEANUTS not in preview.prompt
    say(session, chat, "forget that I am allergic to peanuts", "Fine.")
    model.script(["Fine again."])
    list(regenerate_turn(session, chat.id, threading.Event()))
    assert all(PEANUTS not in one.text for one in model.requests[-1].messages)


def test_what_was_withheld_for_an_order_stands_again_after_a_no(session: Session, chat: Chat, model: FakeModel) -> None:
    memories.remember(session, PEANUTS)
    say(session, chat, "forget that I am allergic to peanuts", "Fine.")
    say(session, new_chat(session), "Good morning.", "Hello.")
    assert any(PEANUTS in one.text for one in model.requests[-1].messages)


def test_line_by_line_a_no_says_that_nothing_was_forgotten(session: Session, model: FakeModel) -> None:
    memories.remember(session, PEANUTS)
    model.script(["I'm sorry, I'll just delete it for you."])
    out = plain(session, "forget my peanut allergy", "no")
    assert out[-2:] == [
        f'Forget "{PEANUTS}" (1 memory and 1 message) for good? (yes or no) no',
        "Nothing was forgotten.",
    ]
    model.script(["Done."])
    out = plain(session, "forget my peanut allergy", "yes")
    assert out[-2:] == [
        f'Forget "{PEANUTS}" (1 memory and 2 messages) for good? (yes or no) yes',
        "Forgotten: 1 memory and 2 messages.",
    ]
    assert files_holding(session.folder, ["peanut"]) == []


@pytest.mark.parametrize("order", ["forget my sister's name", "forget the name of my sister"])
def test_a_name_and_what_put_it_right_are_offered_not_the_question_about_it(
    session: Session, chat: Chat, order: str
) -> None:
    for text in (
        "My name is Dana.",
        "My sister is called Hanna.",
        "no, her name is Johanna",
        "What is my sister's name?",
    ):
        say(session, chat, text)
    result = say(session, chat, order)
    assert {one.text for one in result.forget_memories} == {"My sister is called Hanna.", "no, her name is Johanna"}


def test_what_put_a_topic_right_is_asked_about_by_itself(session: Session, chat: Chat) -> None:
    for text in ("My dog is called Biscuit.", "no, his name is Bisquick"):
        say(session, chat, text)
    result = say(session, chat, "forget my dog")
    assert result.forget_terms == ("dog",)
    assert [one.text for one in result.forget_memories] == ["no, his name is Bisquick"]
