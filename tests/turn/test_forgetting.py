"""Forget means gone: rows, indexes, messages, replies, titles, and every file of the folder."""

import json
import re
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from exchanges import complaints, dump_of, files_holding, open_chat, say, stop_after
from fakes import FakeClock, FakeModel

from assistant import authoring, chats, forgetting, importing, memories, topics
from assistant.again import regenerate_turn
from assistant.composition import TurnRequest
from assistant.doomed import FORGOTTEN_TEXT
from assistant.errors import NotFoundError
from assistant.events import Completed, Token
from assistant.idle import run_due
from assistant.jobs.job import JobName
from assistant.session import Session
from assistant.turn import run_turn
from memory.database import connect, transaction
from memory.embedding import Embedder
from memory.errors import BusyError, TermError
from memory.records import Provenance
from memory.store import backups, memory_ids
from memory.store import memories as memory_rows

TOLD = "My locker at the Zwickau station has the number quincunx."
WORDS = ("zwickau", "quincunx")
# What an index makes of the words: its stems.
STEMS = ("zwickau", "quincunx", "locker")


def texts_of(session: Session) -> str:
    """Join everything that any table says."""
    return repr([rows for name, rows in dump_of(session).items() if not name.startswith("memory_vectors")]).lower()


def forget_the_secret(session: Session, text: str = TOLD) -> None:
    with session.connection() as store:
        found = memory_rows.read_memories(store, memory_ids.all_ids(store)).values()
    handle = next(one.handle for one in found if one.text == text and one.provenance is not Provenance.ASSISTANT_SAID)
    assert memories.forget(session, handle).leftovers == ()


def assert_gone(session: Session, *also: str | bytes) -> None:
    assert [word for word in (*WORDS, *STEMS) if word in texts_of(session)] == []
    assert files_holding(session.folder, [*WORDS, *also]) == []
    with session.connection() as store:
        assert complaints(store) == []


def test_what_was_told_outside_of_a_chat_is_gone_from_every_file(session: Session, embedder: Embedder) -> None:
    memories.remember(session, TOLD)
    memories.remember(session, "The fence was painted on Saturday.")
    vector = embedder.embed([TOLD])[0].tobytes()
    assert set(files_holding(session.folder, WORDS)) <= {"reverie.db", "reverie.db-wal"}
    assert files_holding(session.folder, [vector[:64]])
    forget_the_secret(session)
    assert_gone(session, vector[:64], vector[-64:])
    with session.connection() as store:
        assert memory_ids.all_ids(store) == [2]


def test_what_was_said_in_a_chat_is_gone_with_its_message_and_title(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, TOLD, "Noted.")
    say(session, chat, "The fence was painted on Saturday.", "Good.")
    forget_the_secret(session)
    assert_gone(session)
    view = chats.read_chat(session, chat.id)
    assert [turn.user.text for turn in view.turns] == [FORGOTTEN_TEXT, "The fence was painted on Saturday."]
    assert [turn.reply.text for turn in view.turns] == ["Noted.", "Good."]
    assert view.chat.title == ""


def test_title_cut_from_a_long_message_is_gone_too(session: Session) -> None:
    chat = open_chat(session)
    told = (
        TOLD + " The combination hangs in the kitchen behind the blue clock, my neighbour Bruno waters the tomatoes, "
    )
    told += "and the plumber comes on Thursday to look at the boiler, the radiators and the leaking garden hose."
    say(session, chat, told, "Noted.")
    forget_the_secret(session, told)
    assert_gone(session)
    assert chats.read_chat(session, chat.id).chat.title == ""


def test_replies_and_alternatives_that_restate_it_are_gone_and_others_stay(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    say(session, chat, TOLD, "Your locker at the Zwickau station has the number quincunx, I see.")
    model.script(["So the number of the locker at Zwickau station is quincunx!"])
    assert isinstance(list(regenerate_turn(session, chat.id, Event()))[-1], Completed)
    say(session, chat, "What is in the pantry?", "Flour, sugar and a number of tins.")
    say(session, chat, "Where do trains stop?", "Trains to Zwickau stop twice.")
    forget_the_secret(session)
    first, second, third = chats.read_chat(session, chat.id).turns
    assert [first.reply.text, *(one.text for one in first.alternatives)] == [FORGOTTEN_TEXT, FORGOTTEN_TEXT]
    # "number" is in many a reply; "Zwickau" only came up through the secret.
    assert second.reply.text == "Flour, sugar and a number of tins."
    assert third.reply.text == FORGOTTEN_TEXT
    assert files_holding(session.folder, WORDS) == []


def test_reasoning_that_restates_it_is_gone(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, TOLD, "Noted.")
    with session.connection() as store, transaction(store):
        store.execute(
            "UPDATE messages SET reasoning = 'The locker at Zwickau station: number quincunx.' WHERE role = 'assistant'"
        )
    forget_the_secret(session)
    assert_gone(session)
    assert [turn.reply.text for turn in chats.read_chat(session, chat.id).turns] == ["Noted."]


def test_draft_that_restates_it_is_gone_and_another_stays(session: Session) -> None:
    memories.remember(session, TOLD)
    restating, innocent = open_chat(session), open_chat(session, "innocent")
    say(session, innocent, TOLD, "Noted.")
    chats.save_draft(session, restating.id, "the locker at the Zwickau station, number quincunx?")
    chats.save_draft(session, innocent.id, "and the fence?")
    forgetting.forget_text(session, "Zwickau")
    assert_gone(session)
    assert [chats.read_chat(session, one.id).draft for one in (restating, innocent)] == ["", "and the fence?"]


def test_stopped_and_unlogged_replies_are_looked_at_too(session: Session) -> None:
    chat = open_chat(session)
    stop_after(session, chat, TOLD, 12, "The locker at the Zwickau station, number quincunx, and more.")
    forget_the_secret(session)
    assert_gone(session)


def test_every_piece_of_a_long_message_is_gone(session: Session) -> None:
    chat = open_chat(session)
    filler = "\n\n".join(f"Paragraph {number}. " + "The garden is wide and green. " * 30 for number in range(5))
    say(session, chat, f"{filler}\n\n{TOLD}", "That was long.")
    with session.connection() as store:
        pieces = memory_rows.read_memories(store, memory_ids.all_ids(store)).values()
    (holding,) = [one for one in pieces if "Zwickau" in one.text]
    assert len(pieces) > 3
    assert memories.forget(session, holding.handle).leftovers == ()
    assert_gone(session)
    with session.connection() as store:
        assert [one.text for one in memory_rows.read_memories(store, memory_ids.all_ids(store)).values()] == [
            "That was long."
        ]


def test_what_was_said_twice_and_merged_is_gone_from_both_messages(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, TOLD, "Noted.")
    say(session, chat, TOLD, "So you said.")
    assert run_due(session, clock.now(), [JobName.MERGE]).result.merged
    forget_the_secret(session)
    assert_gone(session)
    assert [turn.user.text for turn in chats.read_chat(session, chat.id).turns] == [FORGOTTEN_TEXT, FORGOTTEN_TEXT]


def test_verdict_rows_go_with_it(session: Session) -> None:
    memories.remember(session, TOLD)
    chat = open_chat(session)
    say(session, chat, "What number has my locker at the station?", "I will not say.")
    with session.connection() as store:
        assert store.execute("SELECT COUNT(*) FROM verdicts WHERE memory_id = 1").fetchone()[0] == 1
    forget_the_secret(session)
    with session.connection() as store:
        assert store.execute("SELECT COUNT(*) FROM verdicts WHERE memory_id = 1").fetchone()[0] == 0


def test_text_of_letters_alone_that_no_rule_reads_is_gone_verbatim(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "07700 900461", "07700 900461, right?")
    forget_the_secret(session, "07700 900461")
    assert files_holding(session.folder, ["07700 900461", "900461"]) == []


def test_backups_are_written_anew_without_it(session: Session, clock: FakeClock) -> None:
    memories.remember(session, "The fence was painted on Saturday.")
    memories.remember(session, TOLD)
    for _ in range(3):
        with session.connection() as store:
            backups.make_backup(store, session.folder, clock.now())
        clock.advance(days=1)
    assert len(files_holding(session.folder, WORDS)) >= 3
    forget_the_secret(session)
    assert_gone(session)
    kept = backups.list_backups(session.folder)
    assert kept
    with closing(connect(kept[-1], is_immutable=True)) as copy:
        assert copy.execute("SELECT text FROM memories").fetchall()[0]["text"].startswith("The fence")


def test_two_things_forgotten_at_once_leave_a_backup(session: Session, clock: FakeClock) -> None:
    memories.remember(session, TOLD)
    memories.remember(session, "The fence was painted on Saturday.")
    with session.connection() as store:
        backups.make_backup(store, session.folder, clock.now())
    memories.forget(session, "m1")
    memories.forget(session, "m2")
    assert [backups.is_good(path) for path in backups.list_backups(session.folder)] == [True]


def test_daily_backups_are_still_let_go_after_forgetting(session: Session, clock: FakeClock) -> None:
    for number in range(9):
        memories.remember(session, f"The fence was painted in colour {number}.")
        with session.connection() as store:
            backups.make_backup(store, session.folder, clock.now())
        memories.forget(session, f"m{number + 1}")
        clock.advance(days=1)
    assert len(backups.list_backups(session.folder)) <= backups.KEPT_COPIES


def test_forgotten_words_are_found_by_no_search(session: Session) -> None:
    memories.remember(session, TOLD)
    assert memories.recall(session, "What number has my locker in Zwickau?")
    forget_the_secret(session)
    assert memories.recall(session, "What number has my locker in Zwickau?") == []


def test_topic_is_forgotten_in_all_its_inflections(session: Session) -> None:
    for text in (
        "My spider is called Tim.",
        "Spiders eat flies.",
        "The spider's web is torn.",
        "I like category theory.",
    ):
        memories.remember(session, text)
    assert forgetting.forget_text(session, "spider").count == 3
    assert files_holding(session.folder, ["spider"]) == []
    with session.connection() as store:
        assert memory_ids.all_ids(store) == [4]


def test_word_that_would_hit_nearly_everything_is_refused(session: Session) -> None:
    memories.remember(session, TOLD)
    for term in ("the", "x", "I"):
        with pytest.raises(TermError):
            forgetting.forget_text(session, term)
    assert dump_of(session)["memories"]


def test_authored_memory_goes_with_keys_and_title(session: Session) -> None:
    made = authoring.Authored(text=TOLD, handle="locker", title="Zwickau", keys=("quincunx", "/zwickau\\d/i"))
    authoring.add_memory(session, made)
    memories.forget(session, "locker")
    assert_gone(session)


def test_what_an_imported_lorebook_says_of_it_is_gone_too(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    kept = {"uid": 0, "key": ["fence"], "content": "The fence is green.", "note": f"See also: {TOLD}"}
    refused = {"uid": 1, "key": ["cupboard"], "content": {"text": TOLD}}
    path.write_text(json.dumps({"description": TOLD, "entries": {"0": kept, "1": refused}}), "utf-8")
    done = importing.apply_import(session, importing.plan_import(session, path))
    assert (done.added, done.skipped) == (1, 1)
    memories.remember(session, TOLD)
    assert len(re.findall("quincunx", texts_of(session))) > 3
    forget_the_secret(session)
    assert_gone(session)
    with session.connection() as store:
        assert [one.text for one in memory_rows.read_memories(store, memory_ids.all_ids(store)).values()] == [
            "The fence is green."
        ]


def test_nothing_is_forgotten_while_a_reply_that_may_hold_it_is_written(session: Session, model: FakeModel) -> None:
    memories.remember(session, TOLD)
    chat = open_chat(session)
    model.script(["Your locker at the Zwickau station has the number quincunx."])
    turn = run_turn(session, TurnRequest(chat.id, "Which number was it?"), Event())
    assert any(isinstance(event, Token) for event in turn)
    with pytest.raises(BusyError):
        memories.forget(session, "m1")
    assert isinstance(list(turn)[-1], Completed)
    forget_the_secret(session)
    assert_gone(session)


def test_purged_chat_leaves_nothing_in_any_file(session: Session, clock: FakeClock) -> None:
    chat, other = open_chat(session), open_chat(session, "other")
    say(session, chat, TOLD, "Zwickau it is.")
    say(session, other, "The fence was painted on Saturday.", "Good.")
    with session.connection() as store:
        backups.make_backup(store, session.folder, clock.now())
    chats.delete_chat(session, chat.id)
    assert files_holding(session.folder, WORDS)
    clock.advance(minutes=10)
    chats.purge_lapsed(session)
    assert_gone(session)
    assert [turn.user.text for turn in chats.read_chat(session, other.id).turns] == [
        "The fence was painted on Saturday."
    ]


def test_replies_that_repeat_what_was_said_before_an_edit_are_gone_too(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, TOLD, "Good.")
    authoring.edit_memory(session, "m1", authoring.Authored(text="My bicycle is green."))
    say(session, chat, "And now?", TOLD.replace("My", "Your"))
    assert memories.forget(session, "m1").leftovers == ()
    assert_gone(session)


def test_lifted_ban_does_not_keep_the_word_and_one_in_force_does(session: Session) -> None:
    memories.remember(session, TOLD)
    topics.ban(session, "Quincunx")
    topics.unban(session, "Quincunx")
    topics.ban(session, "Marmalade")
    forgetting.forget_text(session, "quincunx")
    assert_gone(session)
    forgetting.forget_text(session, "marmalade")
    assert [one.directive.term for one in topics.list_topics(session)] == ["Marmalade"]


def test_several_memories_are_forgotten_at_once_or_none_is(session: Session, folder: Path) -> None:
    chat = open_chat(session)
    for text in ("I owe money in Zwickau.", "My boiler is a Junkers.", "I planted apple trees."):
        say(session, chat, text)
    handles = [one.memory.handle for text in ("Zwickau", "boiler") for one in memories.recall(session, text, k=1)]
    with pytest.raises(NotFoundError):
        memories.forget_all(session, [*handles, "m999"])
    assert files_holding(folder, ["Zwickau"])

    forgotten = memories.forget_all(session, [*handles, handles[0]])

    assert forgotten.count == 2
    assert forgotten.leftovers == ()
    assert files_holding(folder, ["Zwickau", "Junkers"]) == []
    assert files_holding(folder, ["apple trees"])
    assert memories.forget_all(session, []).count == 0
