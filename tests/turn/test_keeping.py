"""What a turn leaves behind: whole, stopped, failed, or nothing at all."""

import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from exchanges import complaints, dump_of, events_of, open_chat, say, stop_after
from fakes import MONDAY, FakeClock, FakeModel

from assistant import branches, chats, memories
from assistant.again import regenerate_turn
from assistant.composition import TurnRequest
from assistant.errors import TurnRefusedError
from assistant.events import Completed, Failed, MemoriesChosen, Stopped, Token, TurnStarted
from assistant.session import Session
from assistant.turn import preview_turn, run_turn
from memory.database import transaction
from memory.records import Kind, Knobs, Memory, MessageStatus, Mode, Provenance, TurnId
from memory.store import chats as store_chats
from memory.store import memories as memory_rows
from memory.store import memory_ids, messages, verdicts


def memories_of(session: Session, turn_id: TurnId | None) -> list[Memory]:
    assert turn_id is not None
    with session.connection() as store:
        return list(memory_rows.read_memories(store, memory_ids.ids_of_turns(store, [turn_id])).values())


def read(session: Session, memory: Memory) -> Memory:
    with session.connection() as store:
        found = memory_rows.read_memory(store, memory.id)
    assert found
    return found


@pytest.fixture
def primed(session: Session) -> Session:
    """A session that has had its first turn, so that its standing block is built."""
    say(session, open_chat(session), "Good morning.")
    return session


def test_events_of_a_turn_come_in_order(session: Session, model: FakeModel) -> None:
    model.script(["two words"])
    events = events_of(session, open_chat(session), "Hello.")
    assert [type(one) for one in events] == [TurnStarted, MemoriesChosen, Token, Token, Token, Completed]
    assert "".join(one.text for one in events if isinstance(one, Token)) == "two words"


@pytest.mark.parametrize(
    ("text", "sticky"),
    [
        ("The beehives stand by the orchard wall.", 7),
        ("I sold my motorbike to a baker.", 7),
        ("How long would that take?", 0),
        ("Good morning!", 0),
        ("Sorry, I was away for a moment.", 0),
    ],
)
def test_a_statement_stays_for_a_thread_and_what_is_said_in_passing_does_not(
    session: Session, text: str, sticky: int
) -> None:
    own, _ = memories_of(session, say(session, open_chat(session), text).turn_id)
    assert own.knobs == Knobs(sticky, 4, 0)


def test_turn_becomes_two_memories_with_the_words_before_them(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Hello.", "Good morning, how was the garden?")
    result = say(session, chat, "My sister Ilse is a vegetarian.", "Then a lentil roast would suit her well.")
    own, its = memories_of(session, result.turn_id)
    assert (own.text, own.provenance, own.kind) == (
        "My sister Ilse is a vegetarian.",
        Provenance.USER_SAID,
        Kind.IDENTITY,
    )
    assert (its.text, its.provenance) == ("Then a lentil roast would suit her well.", Provenance.ASSISTANT_SAID)
    assert its.importance <= 0.3
    with session.connection() as store:
        before = dict(store.execute("SELECT id, before_text FROM memories").fetchall())
        assert complaints(store) == []
    assert before[own.id] == "Good morning, how was the garden?"
    assert before[its.id] == "My sister Ilse is a vegetarian."


def test_memory_block_is_never_captured(session: Session, model: FakeModel) -> None:
    memories.remember(session, "I planted three apple trees behind the house in Graz.")
    result = say(session, open_chat(session), "What did I plant behind the house?", "Three of them, and they thrive.")
    assert "apple trees" in result.prompt
    texts = [one.text for one in memories_of(session, result.turn_id)]
    assert texts == ["What did I plant behind the house?", "Three of them, and they thrive."]


def test_first_message_names_its_chat(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Plans   for\nthe garden " + "and the yard " * 10)
    say(session, chat, "Something else.")
    title = chats.read_chat(session, chat.id).chat.title
    assert title.startswith("Plans for the garden and the yard")
    assert (len(title) <= 60, title[-1]) == (True, "…")


def test_stopped_before_the_first_token_leaves_no_row_at_all(primed: Session) -> None:
    before = dump_of(primed)
    assert stop_after(primed, open_chat(primed), "I live in Graz.", 0) == Stopped(None, "I live in Graz.")
    assert dump_of(primed) == before


def test_stop_that_was_set_beforehand_leaves_no_row_at_all(primed: Session) -> None:
    before = dump_of(primed)
    stop = threading.Event()
    stop.set()
    final = list(run_turn(primed, TurnRequest(open_chat(primed).id, "I live in Graz."), stop))[-1]
    assert final == Stopped(None, "I live in Graz.")
    assert dump_of(primed) == before


def test_preview_leaves_no_row_at_all(primed: Session) -> None:
    before = dump_of(primed)
    shown = preview_turn(primed, TurnRequest(open_chat(primed).id, "What did I say this morning?", Mode.ASKED))
    assert (shown.turn_id, shown.reply) == (2, None)
    assert dump_of(primed) == before


def test_preview_shows_the_prompt_that_the_turn_gets(primed: Session) -> None:
    memories.remember(primed, "I planted three apple trees behind the house.")
    chat = open_chat(primed)
    text = "Which trees did I plant behind the house?"
    shown = preview_turn(primed, TurnRequest(chat.id, text))
    result = say(primed, chat, text)
    assert (shown.prompt, shown.selection, shown.turn_id) == (result.prompt, result.selection, result.turn_id)


def test_stopped_after_some_tokens_is_a_kept_turn(primed: Session) -> None:
    chat = open_chat(primed)
    final = stop_after(primed, chat, "I live in Graz.", 2, "Graz is a fine city to live in.")
    assert final.result
    assert final.result.reply
    assert (final.result.turn_id, final.returned_text) == (2, "")
    assert (final.result.reply.text, final.result.reply.status) == ("Graz is", MessageStatus.STOPPED)
    assert memories_of(primed, TurnId(2))[0].text == "I live in Graz."
    assert say(primed, chat, "And now?").turn_id == 3


def test_stop_from_outside_ends_the_reply_where_it_is(primed: Session, model: FakeModel) -> None:
    model.script(["word " * 400])
    stop = threading.Event()
    events = []
    for event in run_turn(primed, TurnRequest(open_chat(primed).id, "Tell me a long story."), stop):
        events.append(event)
        if isinstance(event, Token) and not stop.is_set():
            stop.set()
            model.cancel()
    final = events[-1]
    assert isinstance(final, Stopped)
    assert final.result
    assert final.result.reply
    assert final.result.reply.text == "".join(one.text for one in events if isinstance(one, Token)).strip()
    assert len(final.result.reply.text) < 1000


@pytest.mark.parametrize("last_seen", [TurnStarted, MemoriesChosen])
def test_driver_that_leaves_before_the_first_token_leaves_no_row(primed: Session, last_seen: type) -> None:
    before = dump_of(primed)
    turn = run_turn(primed, TurnRequest(open_chat(primed).id, "I live in Graz."), threading.Event())
    for event in turn:
        if isinstance(event, last_seen):
            break
    turn.close()  # type: ignore[attr-defined]  # an Iterator by contract, a generator in fact
    assert dump_of(primed) == before
    assert say(primed, open_chat(primed), "Next.").turn_id == 2


def test_driver_that_leaves_in_the_reply_stops_it(primed: Session, model: FakeModel) -> None:
    chat = open_chat(primed)
    model.script(["Graz is a fine city to live in."])
    turn = run_turn(primed, TurnRequest(chat.id, "I live in Graz."), threading.Event())
    painted = ""
    for event in turn:
        if isinstance(event, Token):
            painted += event.text
            if len(painted) > 6:
                break
    turn.close()  # type: ignore[attr-defined]  # as above
    kept = chats.read_chat(primed, chat.id).turns[-1]
    assert (kept.reply.text, kept.reply.status) == (painted.strip(), MessageStatus.STOPPED)
    with primed.connection() as store:
        assert messages.unfinished(store) == []
        assert complaints(store) == []
    assert say(primed, chat, "And now?").turn_id == kept.turn_id + 1


def test_model_that_dies_in_the_reply_loses_none_of_it(primed: Session, model: FakeModel) -> None:
    chat = open_chat(primed)
    model.script(["Graz is a fine city."])
    model.fail_after(2)
    warmed = len(model.warmed)
    final = events_of(primed, chat, "I live in Graz.")[-1]
    # To start it again just to have it read ahead would keep the next message waiting.
    assert len(model.warmed) == warmed
    assert isinstance(final, Failed)
    assert final.result
    assert final.result.reply
    assert (final.message, final.hint) == ("The model's process ended.", "Send the message again.")
    assert (final.result.reply.text, final.result.reply.status) == ("Graz is", MessageStatus.FAILED)
    assert final.returned_text == ""
    after = say(primed, chat, "And now?", "Now it works.")
    assert (after.turn_id, after.reply and after.reply.text) == (3, "Now it works.")


def test_model_that_dies_before_the_first_token_gives_the_text_back(primed: Session, model: FakeModel) -> None:
    before = dump_of(primed)
    model.fail_after(0)
    final = events_of(primed, open_chat(primed), "I live in Graz.")[-1]
    assert isinstance(final, Failed)
    assert (final.result, final.returned_text) == (None, "I live in Graz.")
    assert dump_of(primed) == before


def test_second_turn_at_once_is_refused_and_changes_nothing(primed: Session, model: FakeModel) -> None:
    chat = open_chat(primed)
    turn = run_turn(primed, TurnRequest(chat.id, "One."), threading.Event())
    next(turn)
    before = dump_of(primed)
    (refused,) = events_of(primed, chat, "Two.")
    assert isinstance(refused, Failed)
    assert (refused.message, refused.returned_text) == ("A reply is still being written.", "Two.")
    assert dump_of(primed) == before
    assert isinstance(list(turn)[-1], Completed)


def test_empty_reply_is_kept_without_a_memory_of_it(primed: Session) -> None:
    result = say(primed, open_chat(primed), "I live in Graz.", "")
    assert result.reply
    assert (result.reply.text, result.reply.status) == ("", MessageStatus.COMPLETE)
    assert [one.provenance for one in memories_of(primed, result.turn_id)] == [Provenance.USER_SAID]


def test_new_reply_takes_the_old_ones_place_and_memories(primed: Session, model: FakeModel) -> None:
    chat = open_chat(primed)
    first = say(primed, chat, "I live in Graz.", "A city of red roofs.")
    model.script(["A town by the river Mur."])
    final = list(regenerate_turn(primed, chat.id, threading.Event()))[-1]
    assert isinstance(final, Completed)
    assert final.result.turn_id == first.turn_id
    turn = chats.read_chat(primed, chat.id).turns[-1]
    assert (turn.reply.text, [one.text for one in turn.alternatives]) == (
        "A town by the river Mur.",
        ["A city of red roofs."],
    )
    assert [one.text for one in memories_of(primed, first.turn_id)] == ["I live in Graz.", "A town by the river Mur."]
    with primed.connection() as store:
        assert complaints(store) == []


def test_new_reply_without_a_token_changes_nothing(primed: Session, model: FakeModel) -> None:
    chat = open_chat(primed)
    before = dump_of(primed)
    model.fail_after(0)
    final = list(regenerate_turn(primed, chat.id, threading.Event()))[-1]
    assert isinstance(final, Failed)
    assert dump_of(primed) == before


def test_only_the_best_three_of_what_was_asked_for_are_renewed(session: Session, clock: FakeClock) -> None:
    told = [
        memories.remember(session, f"I planted {number} apple trees in the garden in the year {year}.")[0]
        for number, year in (("two", 2015), ("three", 2017), ("four", 2019), ("five", 2021), ("six", 2023))
    ]
    clock.advance(days=5)
    result = say(session, open_chat(session), "Do you remember which apple trees I planted in the garden?")
    assert result.mode is Mode.ASKED
    shown = [one.memory_id for one in result.selection.active]
    assert len(shown) > 3
    moved = {one.id for one in told if read(session, one).importance_at == MONDAY + timedelta(days=5)}
    assert moved == set(shown[:3])
    assert {read(session, one).importance for one in told} == {told[0].importance}


def test_what_merely_fits_is_not_renewed(session: Session, clock: FakeClock) -> None:
    (told,) = memories.remember(session, "I planted three apple trees in the garden behind the house.")
    clock.advance(days=5)
    result = say(session, open_chat(session), "The apple trees in the garden behind the house are in bloom.")
    assert result.mode is Mode.ASSOCIATIVE
    assert [one.memory_id for one in result.selection.active] == [told.id]
    assert read(session, told) == told


def test_verdicts_of_a_turn_are_stored_as_they_were_shown(session: Session) -> None:
    memories.remember(session, "I planted three apple trees in the garden behind the house.")
    chat = open_chat(session)
    for text in ("The apple trees in the garden are in bloom.", "What did I plant in the garden?", "Fine weather."):
        result = say(session, chat, text)
        assert result.turn_id is not None
        with session.connection() as store:
            rows = [row.verdict for row in verdicts.of_turn(store, result.turn_id)]
        assert rows == [*result.selection.active, *result.selection.withheld]


FULL_DISK = """
import resource, signal, sys, threading
from exchanges import events_of, open_chat, dump_of
from fakes import FakeClock, FakeModel
from assistant.bootstrap import build_session
from assistant.config import Config
from memory.embedding import WordLlamaEmbedder
model = FakeModel()
session = build_session(Config(data_dir=sys.argv[1], timezone="UTC"), clock=FakeClock(), model=model, embedder=WordLlamaEmbedder())
chat = open_chat(session)
model.script(["fine"])
events_of(session, chat, "Good morning.")
before = dump_of(session)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
final = events_of(session, chat, "I live in Graz.")[-1]
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
print(type(final).__name__, final.returned_text, dump_of(session) == before, flush=True)
model.script(["fine again"])
print(type(events_of(session, chat, "I live in Graz.")[-1]).__name__)
session.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits are POSIX")
def test_full_disk_fails_the_turn_in_words_and_the_next_one_works(folder: Path) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(folder)],
        cwd=root,
        env={"PYTHONPATH": f"{root}:{root / 'tests'}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["Failed I live in Graz. True", "Completed"], done.stderr


def test_draft_typed_during_the_reply_survives_the_turn(primed: Session, model: FakeModel) -> None:
    chat = open_chat(primed)
    model.script(["Graz is a fine city to live in."])
    turn = run_turn(primed, TurnRequest(chat.id, "I live in Graz."), threading.Event())
    while not isinstance(next(turn), Token):
        pass
    chats.save_draft(primed, chat.id, "and my sister in Linz")
    assert isinstance(list(turn)[-1], Completed)
    assert chats.read_chat(primed, chat.id).draft == "and my sister in Linz"


def test_reply_written_again_for_a_turn_that_was_dropped_meanwhile_fails_and_leaves_nothing(
    primed: Session, model: FakeModel
) -> None:
    chat = open_chat(primed)
    say(primed, chat, "Which tea?", "Green tea.")
    model.script(["Black tea."])
    events = regenerate_turn(primed, chat.id, threading.Event())
    assert any(isinstance(event, Token) for event in events)
    with primed.connection() as store, transaction(store):
        store_chats.drop_turns_after(store, chat.id, TurnId(1))
    final = list(events)[-1]
    assert isinstance(final, Failed)
    assert "dropped" in final.message
    with primed.connection() as store:
        assert messages.unfinished(store) == []
        assert complaints(store) == []


def test_chat_is_not_rewound_while_a_reply_is_written_in_it(primed: Session, model: FakeModel) -> None:
    chat = open_chat(primed)
    model.script(["Green tea."])
    turn = run_turn(primed, TurnRequest(chat.id, "Which tea?"), threading.Event())
    assert any(isinstance(event, Token) for event in turn)
    with pytest.raises(TurnRefusedError):
        branches.rewind(primed, chat.id, TurnId(0))
    assert isinstance(list(turn)[-1], Completed)
    branches.rewind(primed, chat.id, TurnId(0))
    assert chats.read_chat(primed, chat.id).turns == ()
