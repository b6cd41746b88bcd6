"""A ban of a word that no memory holds: the line says so, and names what is near."""

from exchanges import open_chat, say

from assistant import memories, topics
from assistant.session import Session
from assistant.topic_words import ban_line

NURSE = "I work as a night nurse."
NEAR = f"Near it: “{NURSE}”. To withhold these too, ban a word of theirs."
NONE = "no reply names it unless your own message does (no memory holds this word, so none is withheld)."


def test_ban_in_a_message_names_what_is_near_and_withholds_it_no_more_than_before(session: Session) -> None:
    memories.remember(session, NURSE)
    memories.remember(session, "The cat sleeps.")
    result = say(session, open_chat(session), "stop talking about my job", "All right.")
    assert result.notices == (f"Banned “job”: {NONE} Undo: /undo", NEAR)
    assert [one.memory_id for one in result.selection.active] == [1]


def test_ban_by_command_names_what_is_near(session: Session) -> None:
    memories.remember(session, NURSE)
    memories.remember(session, "My sister Hanne is getting married on 12 June.")
    assert ban_line(topics.ban(session, "job")) == f"Banned “job”: {NONE} {NEAR}"
    assert topics.ban(session, "wedding").near == ("My sister Hanne is getting married on 12 June.",)
    assert ban_line(topics.ban(session, "submarine")) == f"Banned “submarine”: {NONE}"


def test_ban_that_holds_the_users_own_words_names_nothing_near(session: Session) -> None:
    memories.remember(session, NURSE)
    memories.remember(session, "My job is hard.")
    change = topics.ban(session, "job")
    assert (change.matches, change.near) == (("m2",), ())


def test_what_another_ban_withholds_is_not_named(session: Session) -> None:
    memories.remember(session, NURSE)
    topics.ban(session, "nurse")
    assert topics.ban(session, "job").near == ()
