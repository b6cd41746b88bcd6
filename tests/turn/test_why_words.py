"""What the why pane says of a memory that is held back: by which ban, or that it is switched off."""

from exchanges import open_chat, say

from assistant import authoring, topics
from assistant.authoring import Authored
from assistant.events import TurnResult
from assistant.session import Session
from assistant.why import why
from memory.records import OutReason


def held_back(session: Session, result: TurnResult) -> dict[str, str]:
    view = why(session, result.turn_id)
    return {row.memory.text: row.explanation for row in view.withheld if row.reason is OutReason.SUPPRESSED}


def test_it_names_the_ban_that_holds_a_memory_back(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Our dog Rex chewed the door mat.")
    topics.ban(session, "Rex")
    result = say(session, open_chat(session, "other"), "The door mat is new.")

    assert held_back(session, result) == {"Our dog Rex chewed the door mat.": "Banned by you: “Rex”."}


def test_it_says_so_where_nothing_holds_it_any_more(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Our dog Rex chewed the door mat.")
    topics.ban(session, "Rex")
    result = say(session, open_chat(session, "other"), "The door mat is new.")
    topics.unban(session, "Rex")

    (words,) = held_back(session, result).values()
    assert "nothing holds it now" in words


def test_it_tells_what_is_switched_off_from_what_is_banned(session: Session) -> None:
    added = authoring.add_memory(session, Authored(text="The door mat is from Ghent.", is_disabled=True))
    result = say(session, open_chat(session), "Is the door mat from Ghent?")

    assert held_back(session, result) == {added.text: "Switched off by you."}
