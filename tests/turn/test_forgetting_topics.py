"""A forgotten topic is nowhere: not in messages that made no memory, nor in what a chat, a book or a log is called."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from chat_files import ChatGPT, write_json
from exchanges import complaints, dump_of, files_holding, open_chat, say
from fakes import FakeClock
from replay_world import World

from assistant import authoring, branches, chats, forgetting, importing, memories, topics
from assistant.chat_import import apply_chats, plan_chats
from assistant.chat_search import search_chats
from assistant.doomed import FORGOTTEN_TEXT
from assistant.exporting import export_lorebook
from assistant.import_source import ChatSource, find_source
from assistant.leftovers import find_leftovers
from assistant.session import Session
from memory.database import connect, transaction
from memory.rules.topics import TopicMatcher
from memory.store import lorebooks
from memory.store.backups import list_backups, make_backup

TOPIC = "Quarkbeutel"


def assert_gone(session: Session, *words: str) -> None:
    words = words or ("quarkbeutel",)
    tables = repr([rows for name, rows in dump_of(session).items() if not name.startswith("memory_vectors")]).lower()
    assert [word for word in words if word in tables] == []
    assert files_holding(session.folder, words) == []
    with session.connection() as store:
        assert complaints(store) == []


def texts(session: Session, name: str = "main") -> list[tuple[str, str]]:
    view = chats.read_chat(session, chats.chat_named(session, name).id)
    return [(one.user.text, one.reply.text) for one in view.turns]


# -- messages that made no memory


def give_orders(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Hello there, my friend.", "Hello!")
    say(session, chat, "I visited Quarkbeutel in Zwickau.", "Nice.")
    say(session, chat, "Stop talking about Quarkbeutel.", "As you wish.")
    say(session, open_chat(session, "other"), "You can talk about Quarkbeutel again.", "Fine.")
    say(session, chat, "Forget everything about Quarkbeutel.", "Shall I?")


def test_orders_about_a_topic_are_forgotten_with_it_in_all_chats(session: Session, clock: FakeClock) -> None:
    give_orders(session)
    with session.connection() as store:
        make_backup(store, session.folder, clock.now())
    assert search_chats(session, TOPIC).hits
    assert forgetting.forget_text(session, TOPIC).leftovers == ()
    assert_gone(session)
    assert texts(session) == [
        ("Hello there, my friend.", "Hello!"),
        (FORGOTTEN_TEXT, "Nice."),
        (FORGOTTEN_TEXT, "As you wish."),
        (FORGOTTEN_TEXT, "Shall I?"),
    ]
    assert texts(session, "other") == [(FORGOTTEN_TEXT, "Fine.")]
    assert search_chats(session, TOPIC).hits == ()
    (backup,) = list_backups(session.folder)
    with closing(connect(backup, is_immutable=True)) as copy:
        assert TOPIC not in repr([tuple(row) for row in copy.execute("SELECT text FROM messages")])


def test_orders_that_name_what_only_a_forgotten_memory_did_go_with_it(session: Session) -> None:
    give_orders(session)
    handle = memories.recall(session, "Zwickau", k=1)[0].memory.handle
    memories.forget(session, handle)
    assert_gone(session, "quarkbeutel", "zwickau")
    assert [user for user, _ in texts(session)].count(FORGOTTEN_TEXT) == 3


def test_what_the_user_said_besides_stays_though_it_shares_words(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister Ilse lives in Zwickau.", "I see.")
    say(session, chat, "Ilse lives in a house in Zwickau with a garden.", "Lovely.")
    say(session, chat, "Stop talking about tomatoes.", "Fine.")
    memories.forget(session, "m1")
    assert [user for user, _ in texts(session)] == [
        FORGOTTEN_TEXT,
        "Ilse lives in a house in Zwickau with a garden.",
        "Stop talking about tomatoes.",
    ]


def test_what_stands_in_place_of_forgotten_words_is_not_looked_for_itself(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "I visited Quarkbeutel in spring.", "Nice.")
    authoring.edit_memory(session, "m1", authoring.Authored(text="The mill turns."))
    forgetting.forget_text(session, TOPIC)
    say(session, chat, "There is none in the fridge.", "You must have forgotten the milk.")
    memories.forget(session, "m1")
    assert texts(session) == [
        (FORGOTTEN_TEXT, "Nice."),
        ("There is none in the fridge.", "You must have forgotten the milk."),
    ]


def test_message_that_names_a_topic_and_was_never_answered_is_forgotten(session: Session) -> None:
    chat = open_chat(session)
    with session.connection() as store, transaction(store):
        store.execute(
            """INSERT INTO messages (chat_id, role, text, status, created_at, owner)
               VALUES (?, 'user', 'And Quarkbeutel?', 'pending', 0, 'somebody who died')""",
            (chat.id,),
        )
    forgetting.forget_text(session, TOPIC)
    assert_gone(session)


def test_reasoning_that_names_a_topic_is_forgotten_and_its_reply_stays(session: Session) -> None:
    say(session, open_chat(session), "Which castle was it?", "A large one.")
    with session.connection() as store, transaction(store):
        store.execute("UPDATE messages SET reasoning = 'Perhaps Quarkbeutel.' WHERE role = 'assistant'")
    forgetting.forget_text(session, TOPIC)
    assert_gone(session)
    assert texts(session) == [("Which castle was it?", "A large one.")]


def test_dreams_and_themes_that_name_a_topic_of_themselves_are_forgotten(session: Session) -> None:
    with session.connection() as store, transaction(store):
        store.execute("INSERT INTO dreams (at, day, text) VALUES (0, '2026-01-05', 'a Quarkbeutel'), (0, '', 'a pear')")
        store.execute("INSERT INTO dream_words (day, term, texts) VALUES ('', 'quarkbeutel', 1), ('', 'pear', 1)")
        store.execute(
            """INSERT INTO interventions (at, verdict, theme, term, frequency, user_frequency, replies, replies_with_memory)
               VALUES (0, 'loop', 'Quarkbeutel river', 'quarkbeutel river', 0.5, 0, 50, 20)"""
        )
    forgetting.forget_text(session, TOPIC)
    assert_gone(session)
    assert [row[3] for row in dump_of(session)["dreams"]] == ["a pear"]


def test_topic_that_nothing_names_changes_nothing(session: Session) -> None:
    give_orders(session)
    before = dump_of(session)
    assert forgetting.forget_text(session, "marmalade").count == 0
    assert dump_of(session) == before


# -- names


def test_names_of_chats_that_hold_a_topic_become_numbered(session: Session) -> None:
    chat = open_chat(session, "Quarkbeutel trip")
    turn_id = say(session, chat, "Which castle was it?", "A large one.").turn_id
    assert turn_id
    branches.branch(session, chat.id, turn_id, "quarkbeutel_branch")
    open_chat(session, "chat-2")
    open_chat(session, "Pears")
    assert forgetting.forget_text(session, TOPIC).leftovers == ()
    assert_gone(session)
    assert sorted(one.chat.name for one in chats.list_chats(session)) == ["Pears", "chat-2", "chat-3", "chat-4"]


def test_name_of_a_chat_that_restates_a_forgotten_memory_goes(session: Session) -> None:
    memories.remember(session, "My locker at the Zwickau station has the number quincunx.")
    chat = open_chat(session, "locker-at-zwickau-station")
    memories.forget(session, "m1")
    assert_gone(session, "zwickau")
    assert chats.read_chat(session, chat.id).chat.name == "chat-2"


def test_imported_chat_is_called_by_a_number_once_its_title_is_forgotten(
    session: Session, clock: FakeClock, tmp_path: Path
) -> None:
    talk = ChatGPT("a", "Quarkbeutel plans").say("Where are my keys?", "I do not know.")
    found = find_source(write_json(tmp_path / "conversations.json", [talk.value()]), clock.now(), session.zone)
    assert isinstance(found, ChatSource)
    apply_chats(session, plan_chats(session, found))
    assert [one.chat.name for one in chats.list_chats(session)] == ["quarkbeutel-plans"]
    assert forgetting.forget_text(session, TOPIC).leftovers == ()
    assert_gone(session)
    assert [(one.chat.name, one.chat.title) for one in chats.list_chats(session)] == [("chat-2", "")]


def test_names_that_chats_get_by_themselves_hold_no_topic(session: Session) -> None:
    for _ in range(2):
        chats.new_chat(session)
    assert [forgetting.forget_text(session, one).leftovers for one in ("chat", "main")] == [(), ()]
    assert sorted(one.chat.name for one in chats.list_chats(session)) == ["chat-2", "main"]


def test_chat_whose_name_only_begins_as_a_numbered_one_is_foreseen(session: Session) -> None:
    open_chat(session, "chat-7 quarks")
    assert forgetting.foresee_text(session, "quarks").is_elsewhere
    forgetting.forget_text(session, "quarks")
    assert_gone(session, "quarks")
    assert not forgetting.foresee_text(session, "quarks").is_elsewhere


def test_script_goes_on_in_the_chat_whose_name_was_forgotten(tmp_path: Path) -> None:
    with World(tmp_path / "data") as world:
        world.do("chat", name="Quarkbeutel trip")
        world.say("I visited a castle.")
        world.do("forget", text=TOPIC)
        world.do("restart")
        world.say("And a mill.")
    assert files_holding(tmp_path / "data", [TOPIC]) == []


# -- lorebooks, and what a memory that stays is called


def test_topic_is_forgotten_in_all_that_a_lorebook_holds(session: Session, tmp_path: Path) -> None:
    entries = {
        "0": {"uid": 0, "key": ["quarkbeutel"], "comment": "It", "content": "A quarkbeutel is a bag that hangs."},
        "1": {"uid": 1, "key": ["x1"], "content": "The mill turns.", "extensions": {"note": "Quarkbeutel again"}},
        "2": {"uid": 2, "key": [" "], "comment": "left out", "content": "bad entry quarkbeutel", "sticky": -1},
        "3": {
            "uid": 3,
            "key": ["dwarf"],
            "content": "The dwarf sleeps.",
            "keysecondary": ["quarkbeutel", "noon"],
            "selective": True,
            "group": "quarkbeutel group",
            "quarkbeutel_level": 3,
            "mine": "quarkbeutel",
        },
    }
    path = tmp_path / "Quarkbeutel.json"
    path.write_text(json.dumps({"name": "Quarkbeutel book", "entries": entries}), "utf-8")
    done = importing.apply_import(session, importing.plan_import(session, path))
    assert (done.added, done.skipped) == (3, 1)
    assert forgetting.forget_text(session, TOPIC).leftovers == ()
    assert_gone(session)
    out = export_lorebook(session)
    assert "uarkbeutel" not in out
    exported = json.loads(out)["entries"]
    assert sorted(one["content"] for one in exported.values()) == ["", "The dwarf sleeps.", "The mill turns."]
    dwarf = next(one for one in exported.values() if "dwarf" in one["content"])
    assert (dwarf["keysecondary"], dwarf["mine"]) == (["noon"], "")
    with session.connection() as store:
        assert lorebooks.lorebook_names(store) == ["lorebook-1"]


@pytest.mark.parametrize("topic", ["entries", "entry", "data", "slot", "lorebook"])
def test_lorebook_can_be_exported_whatever_was_forgotten(session: Session, tmp_path: Path, topic: str) -> None:
    path = tmp_path / "book.json"
    path.write_text(json.dumps({"entries": {"0": {"uid": 0, "key": ["mill"], "content": "The mill turns."}}}), "utf-8")
    importing.apply_import(session, importing.plan_import(session, path))
    forgetting.forget_text(session, topic)
    assert [one["content"] for one in json.loads(export_lorebook(session))["entries"].values()] == ["The mill turns."]


def test_memory_that_is_called_by_a_topic_stays_under_a_number(session: Session) -> None:
    authoring.add_memory(session, authoring.Authored(text="The mill turns.", handle="Quarkbeutel"))
    memories.pin(session, "Quarkbeutel")
    assert forgetting.forget_text(session, TOPIC).leftovers == ()
    assert_gone(session)
    assert [one.memory.text for one in memories.list_memories(session)] == ["The mill turns."]


def test_lorebook_whose_name_only_begins_as_a_numbered_one_is_foreseen(session: Session) -> None:
    with session.connection() as store, transaction(store):
        lorebooks.write_lorebook(store, "lorebook-2 secrets", "{}", [])
    assert forgetting.foresee_text(session, "secrets").is_elsewhere
    forgetting.forget_text(session, "secrets")
    assert_gone(session, "secrets")


def test_handle_of_a_script_that_only_begins_as_a_number_is_forgotten(tmp_path: Path) -> None:
    with World(tmp_path / "data") as world:
        world.memory("m3gan", "The mill turns.")
        world.do("forget", text="m3gan")
        assert world.do("inspect", id="m2")["text"] == "The mill turns."
    assert files_holding(tmp_path / "data", ["m3gan"]) == []


def test_name_of_a_note_and_worn_out_words_hold_no_topic(session: Session) -> None:
    memories.remember(session, "The mill turns.")
    say(session, open_chat(session), "And then?", "It stood.")
    with session.connection() as store, transaction(store):
        store.execute(
            "INSERT INTO imported_paragraphs (note, digest, memory_id) VALUES ('Quarkbeutel/day.md', x'00', 1)"
        )
        store.execute("""UPDATE messages SET overused_terms = '["quarkbeutel", "pear"]' WHERE role = 'assistant'""")
    assert forgetting.forget_text(session, TOPIC).leftovers == ()
    assert_gone(session)
    assert '["pear"]' in repr(dump_of(session)["messages"])


# -- the proof


def leftovers(session: Session, topic: str) -> tuple[str, ...]:
    with session.connection() as store:
        return find_leftovers(session.folder, store, [], TopicMatcher([topic]))


@pytest.mark.parametrize(
    "told",
    [
        "UPDATE chats SET title = 'The cats of Rex'",
        "UPDATE chats SET draft = 'Rex'",
        """UPDATE chats SET settings = '{"persona": "You are Rex."}'""",
        "INSERT INTO dreams (at, day, text) VALUES (0, '', 'Rex!')",
        "INSERT INTO dream_words (day, term, texts) VALUES ('', 'rex', 1)",
        """INSERT INTO lorebooks (name, envelope, left_out) VALUES ('b', '{"x": ["Rex"]}', '[]')""",
        """INSERT INTO lorebooks (name, envelope, left_out) VALUES ('b', '{}', '["{\\"entry\\": \\"Rex\\"}"]')""",
        "INSERT INTO lorebooks (name, envelope, left_out) VALUES ('Rex', '{}', '[]')",
        "INSERT INTO lorebooks (name, envelope, left_out) VALUES ('lorebook-2 Rex', '{}', '[]')",
        "UPDATE chats SET name = 'chat-7 Rex'",
    ],
)
def test_proof_finds_a_topic_of_three_letters_in_any_row(session: Session, told: str) -> None:
    open_chat(session)
    assert leftovers(session, "Rex") == ()
    with session.connection() as store, transaction(store):
        store.execute(told)
    assert leftovers(session, "Rex") == ("reverie.db",)


@pytest.mark.parametrize("content", [b"x QUARKBEUTEL y", b"\x00quarkbeutel\x00", "ÄPFELBÄUME".encode()])
def test_proof_finds_a_topic_in_any_file(session: Session, content: bytes) -> None:
    (session.folder / "backups").mkdir()
    (session.folder / "backups" / "copy").write_bytes(b"\x00" * ((1 << 20) - 5) + content)
    topic = "Äpfelbäume" if b"\xc3" in content else TOPIC
    assert leftovers(session, topic) == ("backups/copy",)


@pytest.mark.parametrize("topic", ["memories", "identity", "backup", "messages", "preference", "trigger", "forgotten"])
def test_proof_takes_no_word_of_the_programs_own_for_a_leftover(session: Session, topic: str) -> None:
    say(session, open_chat(session), "My sister is called Ilse.")
    forgetting.forget_text(session, "Ilse")
    memories.remember(session, "I like pears.")
    assert leftovers(session, topic) == ()


def test_proof_takes_no_other_word_and_no_order_in_force_for_a_leftover(session: Session) -> None:
    memories.remember(session, "Category theory is my quarkbeutelesque hobby.")
    topics.ban(session, "Marmalade")
    assert [leftovers(session, one) for one in ("cat", "Quarkbeutel", "Marmalade")] == [(), (), ()]
