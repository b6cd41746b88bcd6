"""kill -9 in the middle of a turn: nothing that was said is lost, and a chat is answered by one program at a time."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from exchanges import OpenSession, complaints, events_of, open_chat, say
from fakes import MONDAY, FakeClock

from assistant import chats, memories, topics
from assistant.events import Failed
from assistant.recovery import recover
from assistant.session import Session
from memory.database import transaction
from memory.embedding import Embedder, Vectors
from memory.records import (
    InReason,
    Memory,
    MemoryId,
    MessageId,
    MessageStatus,
    Mode,
    OutReason,
    Provenance,
    TurnId,
    Verdict,
    VerdictKind,
)  # fmt: skip
from memory.retrieval import Selection, selection_json
from memory.store import chats as chat_rows
from memory.store import memories as memory_rows
from memory.store import memory_ids, messages, verdicts

HERE = Path(__file__).parent
DEAD = "0" * 32
QUESTION = "What do I drink in the morning?"
REPLY_SO_FAR = "Green tea, every"


@contextmanager
def blocked_program(folder: Path, tokens: int) -> Iterator[None]:
    """Run another program on the folder until it blocks after so many tokens of its reply; then it gets kill -9."""
    search = os.pathsep.join([str(HERE.parent.parent), str(HERE.parent)])
    program = subprocess.Popen(
        [sys.executable, str(HERE / "interrupted_turn.py"), str(folder), "main", QUESTION, str(tokens)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": search},
    )
    with program:
        assert program.stdout
        assert program.stdout.readline() == "blocked\n"
        try:
            yield
        finally:
            program.kill()


def leave_unfinished(session: Session, text: str, reply: str = "", selection: Selection | None = None) -> MessageId:
    """Leave what a program that died in a turn leaves: a pending message, and a reply as far as it was saved."""
    chat = open_chat(session)
    with session.connection() as store, transaction(store):
        message_id = messages.add_pending(store, chat.id, text, DEAD, MONDAY)
        chosen = selection_json(selection or Selection(turn_id=TurnId(1)), Mode.ASSOCIATIVE)
        reply_id = messages.add_streaming(store, chat.id, DEAD, chosen, "tiny", MONDAY)
        messages.save_stream(store, reply_id, reply, "")
    return message_id


@pytest.fixture
def told(open_session: OpenSession, clock: FakeClock) -> Memory:
    """What the user told in a session that has closed, five days before the clock's moment."""
    clock.at = MONDAY - timedelta(days=5)
    session = open_session()
    (memory,) = memories.remember(session, "I drink green tea every morning.")
    session.close()
    clock.at = MONDAY
    return memory


def test_killed_in_a_reply_all_of_the_turn_is_kept_as_far_as_it_came(
    told: Memory, folder: Path, open_session: OpenSession
) -> None:
    with blocked_program(folder, 4):
        pass
    session = open_session()
    assert session.notices == (f"A reply in “{QUESTION}” was cut off; its text so far is kept and marked as stopped.",)
    (turn,) = chats.read_chat(session, open_chat(session).id).turns
    assert (turn.user.text, turn.user.status) == (QUESTION, MessageStatus.COMPLETE)
    assert (turn.reply.text, turn.reply.status) == (REPLY_SO_FAR, MessageStatus.STOPPED)
    assert (turn.mode, turn.at) == (Mode.ASKED, MONDAY)
    with session.connection() as store:
        (row,) = verdicts.of_turn(store, turn.turn_id)
        assert (row.memory_id, row.verdict.in_reason, row.mode) == (told.id, InReason.ASKED, Mode.ASKED)
        renewed = memory_rows.read_memory(store, told.id)
        assert renewed
        assert (told.importance_at, renewed.importance_at) == (MONDAY - timedelta(days=5), MONDAY)
        made = memory_rows.read_memories(store, memory_ids.ids_of_turns(store, [turn.turn_id])).values()
        assert {(one.provenance, one.text) for one in made} >= {(Provenance.USER_SAID, QUESTION)}
        assert messages.unfinished(store) == []
        assert complaints(store) == []
    session.close()
    assert open_session().notices == ()


def test_killed_before_the_first_token_the_text_is_back_in_the_input(folder: Path, open_session: OpenSession) -> None:
    with blocked_program(folder, 0):
        pass
    session = open_session()
    assert session.notices == ("A message in “main” was never answered; its text is back in the input.",)
    view = chats.read_chat(session, open_chat(session).id)
    assert (view.turns, view.draft) == ((), QUESTION)
    with session.connection() as store:
        assert messages.unfinished(store) == []
        assert chat_rows.next_turn_id(store) == 1
        assert complaints(store) == []


def test_chat_answered_by_a_living_program_is_refused_until_that_one_is_dead(
    told: Memory, folder: Path, open_session: OpenSession
) -> None:
    with blocked_program(folder, 4):
        session = open_session()
        assert session.notices == ()
        chat = open_chat(session)
        (final,) = events_of(session, chat, "Hello?")
        assert isinstance(final, Failed)
        assert ("answered in another window" in final.message, final.returned_text) == (True, "Hello?")
        assert [one.is_answered_elsewhere for one in chats.list_chats(session)] == [True]
        # Another chat is free meanwhile, and its turn takes the id that the other program expected.
        assert say(session, open_chat(session, "other"), "Hello over here.").turn_id == 1
    later = open_session()
    assert [line.partition(" in ")[0] for line in later.notices] == ["A reply"]
    assert [one.turn_id for one in chats.read_chat(later, chat.id).turns] == [2]
    assert say(later, chat, "Hello?").turn_id == 3


def test_killed_while_a_reply_was_written_again_what_there_is_of_it_stands_beside_the_kept_one(
    session: Session, open_session: OpenSession
) -> None:
    chat = open_chat(session)
    say(session, chat, QUESTION)
    with session.connection() as store, transaction(store):
        chosen = selection_json(Selection(turn_id=TurnId(1)), Mode.ASSOCIATIVE)
        reply_id = messages.add_streaming(store, chat.id, DEAD, chosen, "tiny", MONDAY)
        messages.save_stream(store, reply_id, REPLY_SO_FAR, "")
    (kept,) = chats.read_chat(session, chat.id).turns

    later = open_session()
    assert later.notices == (f"Another reply in “{QUESTION}” was cut off; it stands beside the one that is kept.",)
    (turn,) = chats.read_chat(later, chat.id).turns
    assert turn.reply == kept.reply
    assert [(one.text, one.status, one.is_kept) for one in turn.alternatives] == [
        (REPLY_SO_FAR, MessageStatus.STOPPED, False)
    ]
    with later.connection() as store:
        assert messages.unfinished(store) == []
        assert complaints(store) == []


def test_a_message_that_is_in_the_saved_draft_already_is_there_once(
    session: Session, open_session: OpenSession
) -> None:
    leave_unfinished(session, "first thought")
    chat = open_chat(session)
    chats.save_draft(session, chat.id, "first thought\n\nand what waited")
    assert chats.read_chat(open_session(), chat.id).draft == "first thought\n\nand what waited"


def test_a_draft_loses_the_message_that_was_kept_and_nothing_else(session: Session, open_session: OpenSession) -> None:
    leave_unfinished(session, "first thought", "A beginning")
    chat = open_chat(session)
    chats.save_draft(session, chat.id, "first thought\n\nand what waited")
    view = chats.read_chat(open_session(), chat.id)
    assert ([turn.user.text for turn in view.turns], view.draft) == (["first thought"], "and what waited")


def test_returned_text_stands_before_what_was_being_typed(session: Session, open_session: OpenSession) -> None:
    leave_unfinished(session, "first thought")
    chats.save_draft(session, open_chat(session).id, "second thought")
    later = open_session()
    assert chats.read_chat(later, open_chat(later).id).draft == "first thought\n\nsecond thought"


def test_two_messages_that_were_never_answered_both_come_back(session: Session, open_session: OpenSession) -> None:
    leave_unfinished(session, "one")
    other = open_chat(session, "other")
    with session.connection() as store, transaction(store):
        messages.add_pending(store, other.id, "two", DEAD, MONDAY)
    later = open_session()
    assert [chats.read_chat(later, open_chat(later, name).id).draft for name in ("main", "other")] == ["one", "two"]
    assert len(later.notices) == 2


def test_stated_ends_move_with_the_turn_id(told: Memory, session: Session, open_session: OpenSession) -> None:
    out = Verdict(told.id, VerdictKind.OUT, out_reason=OutReason.COOLING, until_turn=TurnId(3))
    leave_unfinished(session, "Tea again?", "Yes, tea", Selection(withheld=(out,), turn_id=TurnId(1)))
    say(session, open_chat(session, "other"), "Hello.")
    later = open_session()
    with later.connection() as store:
        assert [row.verdict for row in verdicts.of_turn(store, TurnId(2))] == [replace(out, until_turn=TurnId(4))]


def test_memory_that_is_gone_by_then_gets_no_verdict(told: Memory, session: Session, open_session: OpenSession) -> None:
    taken = Verdict(told.id, VerdictKind.IN, in_reason=InReason.MATCHED)
    gone = replace(taken, memory_id=MemoryId(99))
    ended = Verdict(MemoryId(98), VerdictKind.ENDED, out_reason=OutReason.EXCLUDED)
    chosen = Selection(active=(gone, taken), ended=(ended,), renewed=(MemoryId(99),), turn_id=TurnId(1))
    leave_unfinished(session, "Tea again?", "Yes, tea", chosen)
    later = open_session()
    with later.connection() as store:
        assert [row.memory_id for row in verdicts.of_turn(store, TurnId(1))] == [told.id]
        assert complaints(store) == []


def test_draft_typed_during_the_reply_survives_its_recovery(session: Session, open_session: OpenSession) -> None:
    leave_unfinished(session, "Tea again?", "Yes, tea")
    chat = open_chat(session)
    chats.save_draft(session, chat.id, "and in the evening?")
    later = open_session()
    assert chats.read_chat(later, chat.id).draft == "and in the evening?"


@pytest.mark.parametrize("reply", ["", "Yes, tea"])
def test_draft_that_is_the_message_itself_does_not_come_twice(
    session: Session, open_session: OpenSession, reply: str
) -> None:
    leave_unfinished(session, "Tea again?", reply)
    chat = open_chat(session)
    chats.save_draft(session, chat.id, "Tea again?")
    later = open_session()
    assert chats.read_chat(later, chat.id).draft == ("" if reply else "Tea again?")


def test_order_of_a_message_whose_reply_was_cut_off_holds(session: Session, open_session: OpenSession) -> None:
    leave_unfinished(session, "Stop talking about Rex.", "As you")
    later = open_session()
    assert [one.directive.term for one in topics.list_topics(later)] == ["Rex"]
    assert len(later.notices) == 2


def test_message_that_asks_to_forget_and_whose_reply_was_cut_off_is_answered(
    session: Session, open_session: OpenSession
) -> None:
    leave_unfinished(session, "Stop talking about Rex. Forget my phone number.", "As you")
    later = open_session()
    assert later.notices[1:] == (
        "Banned “Rex”: no reply names it unless your own message does (1 memory withheld). Undo: /undo",
        "I know nothing about “phone number”. The Memories screen, or `reverie memory list`, shows all that is remembered.",
    )


class MeddlingEmbedder:
    """The shipped embedder, with something else that happens while it is asked for the first time."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name, self.dim = embedder.name, embedder.dim
        self.meddle: Callable[[], object] | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        meddle, self.meddle = self.meddle, None
        if meddle:
            meddle()
        return self._embedder.embed(texts)


def test_of_two_programs_that_start_at_once_one_settles_what_was_left(
    session: Session, open_session: OpenSession, embedder: Embedder
) -> None:
    first, second = open_session(), open_session()
    leave_unfinished(session, "Tea again?", "Yes, tea")
    meddling = MeddlingEmbedder(embedder)
    first.embedder = meddling
    with first.connection() as own, second.connection() as other:
        found: list[tuple[str, ...]] = []
        meddling.meddle = lambda: found.append(recover(second, other))
        assert len(recover(first, own)) == 1
        assert found == [()]
        assert complaints(own) == []
