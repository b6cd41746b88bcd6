"""Forget means gone, also what others keep between the search for it and its deletion."""

from collections.abc import Callable
from threading import Event

import pytest
from exchanges import OpenSession, dump_of, files_holding, open_chat, say
from fakes import FakeModel

from assistant import authoring, chats, forgetting, memories
from assistant.composition import TurnRequest
from assistant.errors import NotFoundError
from assistant.events import Completed, Token
from assistant.session import Session
from assistant.turn import run_turn
from memory.database import transaction
from memory.errors import BusyError
from memory.records import Chat, ChatId
from memory.rules.text import Stemmer

TOLD = "My locker at the Zwickau station has the number quincunx."


def assert_gone(session: Session, *also: str) -> None:
    words = ["zwickau", "quincunx", *also]
    tables = repr([rows for name, rows in dump_of(session).items() if not name.startswith("memory_vectors")]).lower()
    assert [word for word in words if word in tables] == []
    assert files_holding(session.folder, words) == []


class InterruptedStemmer(Stemmer):
    """Lets something happen each of the first times that a search comes to a word, so that it can be anywhere in it."""

    def __init__(self, word: str, *happenings: Callable[[], object]) -> None:
        super().__init__()
        self._word = word
        self.waiting = list(happenings)

    def stem(self, word: str) -> str:
        if word == self._word and self.waiting:
            self.waiting.pop(0)()
        return super().stem(word)


def interrupt_the_search(session: Session, chat: Chat, *happenings: Callable[[], object]) -> InterruptedStemmer:
    """Let things happen when a search for what restates something has read all rows, one in each search."""
    say(session, chat, "And the weather?", "Grey.")
    with session.connection() as store, transaction(store):
        # Of all that is looked at, reasoning comes last.
        store.execute("UPDATE messages SET reasoning = 'Drizzle.' WHERE text = 'Grey.'")
    session.stemmer = InterruptedStemmer("drizzle", *happenings)
    return session.stemmer


def restate(other: Session, chat: Chat) -> None:
    say(other, chat, "Which number was it?", "The locker at Zwickau station: quincunx.")


@pytest.mark.parametrize(
    "happen",
    [
        restate,
        lambda other, _: memories.remember(other, TOLD),
        lambda other, _: authoring.edit_memory(other, "m1", authoring.Authored(text=TOLD + " It is red.")),
    ],
)
def test_what_another_program_keeps_during_the_search_is_gone_too(
    session: Session, open_session: OpenSession, happen: Callable[[Session, Chat], object]
) -> None:
    chat, other = open_chat(session), open_session(model=FakeModel())
    memories.remember(session, TOLD)
    stemmer = interrupt_the_search(session, chat, lambda: happen(other, chat))
    assert memories.forget(session, "m1").leftovers == ()
    assert stemmer.waiting == []
    assert_gone(session, "it is red")


def test_what_comes_up_on_a_topic_while_it_is_forgotten_is_gone_too(
    session: Session, open_session: OpenSession
) -> None:
    chat, other = open_chat(session), open_session(model=FakeModel())
    memories.remember(session, TOLD)
    interrupt_the_search(session, chat, lambda: memories.remember(other, "Zwickau has a theatre."))
    assert forgetting.forget_text(session, "Zwickau").count == 2
    assert_gone(session, "theatre")


def test_forgetting_ends_however_often_others_write_meanwhile(session: Session, open_session: OpenSession) -> None:
    chat, other = open_chat(session), open_session(model=FakeModel())
    memories.remember(session, TOLD)
    stemmer = interrupt_the_search(session, chat, *[lambda: restate(other, chat)] * 3)
    assert memories.forget(session, "m1").leftovers == ()
    assert stemmer.waiting == []
    assert_gone(session)


def test_reply_that_begins_before_the_search_cannot_end_during_it(session: Session, model: FakeModel) -> None:
    memories.remember(session, TOLD)
    chat = open_chat(session)
    stemmer = interrupt_the_search(session, chat)
    model.script(["Your locker at the Zwickau station has the number quincunx."])
    turn = run_turn(session, TurnRequest(chat.id, "Which number was it?"), Event())
    stemmer.waiting.append(lambda: list(turn))
    assert any(isinstance(event, Token) for event in turn)
    with pytest.raises(BusyError):
        memories.forget(session, "m1")
    assert len(stemmer.waiting) == 1
    assert isinstance(list(turn)[-1], Completed)


@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        (f"{TOLD} And the key?", "And the key?"),
        (f"Once more: {TOLD}", "Once more:"),
        (TOLD.replace("the number", "the old red number"), "old red"),
        (TOLD, ""),
        ("Something else", "Something else"),
    ],
)
def test_a_draft_that_was_forgotten_elsewhere_does_not_come_back_with_what_is_typed_on(
    session: Session, open_session: OpenSession, typed: str, rest: str
) -> None:
    chat = open_chat(session)
    kept = chats.save_draft(session, chat.id, TOLD)
    other = open_session(model=FakeModel())
    memories.remember(other, TOLD)
    memories.forget(other, "m1")
    again = chats.save_draft(session, chat.id, typed, kept)
    assert (again.text, chats.read_part(session, chat.id, 1).kept_draft) == (rest, again)
    assert_gone(session)
    # What is typed from here on is the user's own again.
    assert chats.save_draft(session, chat.id, TOLD, again).text == TOLD


def test_a_draft_stays_whole_where_something_else_was_forgotten(session: Session, open_session: OpenSession) -> None:
    chat = open_chat(session)
    kept = chats.save_draft(session, chat.id, "and the fence?")
    other = open_session(model=FakeModel())
    memories.remember(other, TOLD)
    memories.forget(other, "m1")
    assert chats.save_draft(session, chat.id, "and the fence? Red.", kept).text == "and the fence? Red."


def test_a_draft_of_a_chat_that_is_gone_is_not_said_to_be_kept(session: Session) -> None:
    with pytest.raises(NotFoundError):
        chats.save_draft(session, ChatId(99), "half a thought")
