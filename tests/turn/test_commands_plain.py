"""The line-by-line chat: its slash commands, what follows a turn, and questions, typed and from a pipe."""

from pathlib import Path

import pytest
from chat_files import ChatGPT, write_zip
from exchanges import files_holding
from fakes import FakeClock, FakeModel
from plain_talk import Talk, texts

from assistant import chats
from assistant.chats import list_chats, read_chat
from assistant.checked_reply import BANNED_TOPIC
from assistant.session import Session
from tui.plain_import import StepLines


def test_an_order_in_a_message_is_told_in_the_words_of_its_command(talk: Talk) -> None:
    out = talk("/remember My dog Rex ate the hose.", "Stop talking about Rex.", "/ban Rex", "/unban Rex", "/ban Rex")
    told = "Banned “Rex”: no reply names it unless your own message does (1 memory withheld)."
    assert f"Note: {told} Undo: /undo" in out
    assert "“Rex” is banned already (1 memory)." in out
    assert out[-1] == told


def test_bans_pins_and_undo_say_what_they_did(talk: Talk) -> None:
    assert talk("/remember My dog Rex ate the hose.", "/ban rex", "/topics", "/unban REX", "/pin m1", "/unpin 1",
                "/pin the hose", "/topics", "/undo", "/topics", "/ban the") == [
        "You: /remember My dog Rex ate the hose.",
        "Remembered as m1: My dog Rex ate the hose.",
        "You: /ban rex",
        "Banned “rex”: no reply names it unless your own message does (1 memory withheld).",
        "You: /topics",
        "ban rex 1 memory: m1",
        "You: /unban REX",
        "“REX” may come up again (1 memory).",
        "You: /pin m1",
        "Pinned: My dog Rex ate the hose.",
        "You: /unpin 1",
        "Unpinned: My dog Rex ate the hose.",
        "You: /pin the hose",
        "Pinned “the hose” (1 memory).",
        "You: /topics",
        "pin the hose 1 memory: m1",
        "You: /undo",
        "“the hose” is no longer pinned.",
        "You: /topics",
        "No topic is banned or pinned.",
        "You: /ban the",
        'Not done: "the" is a word that nearly every text holds. Name the thing or the person.',
    ]  # fmt: skip


def test_turns_are_listed_branched_rewound_and_written_again(talk: Talk, session: Session, model: FakeModel) -> None:
    model.script(["First answer here.", "Second answer there.", "Other words entirely."])
    out = talk("Good morning to all.", "And a good evening.", "/turns", "/branch side", "/rewind 1", "yes", "/turns",
               "/regenerate", "/open main", "/turns", "/branch 1 early", "/turns", "/branch side", "/why 99", "/rewind x",
               "/rewind 2", "/rewind 1", "/rewind 0", "yes", "/rewind 0", "/turns")  # fmt: skip
    assert out[out.index("You: /turns") + 1 :][:2] == ["1: Good morning to all.", "2: And a good evening."]
    assert out[out.index("You: /branch side") + 1] == "Chat side."
    assert out[out.index("You: /regenerate") + 1] == "Reverie: Other words entirely."
    assert out[out.index("You: /branch 1 early") + 1] == "Chat early."
    assert "Not done: There is a chat 'side' already. Choose another name." in out
    assert any(line.startswith("Not done: There is no turn 99. The last one is ") for line in out)
    assert "Not done: 'x' is no turn. /turns lists the turns of this chat." in out
    assert "Not done: This chat has no turn 2. /turns lists them; 0 drops them all." in out
    assert out[out.index("You: /rewind 1", out.index("Chat early.")) + 1] == "Nothing comes after turn 1."
    assert out[-7:] == [
        "Drop 1 turn for good, with what they stored? (yes or no) yes",
        "Dropped: 1 turn.",
        "Chat early.",
        "You: /rewind 0",
        "Nothing was said in this chat yet.",
        "You: /turns",
        "Nothing was said in this chat yet.",
    ]
    assert {one.chat.title for one in list_chats(session) if one.chat.parent_chat_id} == {"side", "early"}
    turns = {
        one.chat.name: [turn.turn_id for turn in read_chat(session, one.chat.id).turns] for one in list_chats(session)
    }
    assert turns == {"main": [1, 2], "side": [1], "early": []}


def test_rewind_asks_where_someone_types(talk: Talk, session: Session) -> None:
    out = talk("Good morning to all.", "And a good evening.", "/rewind 1", "no", "/turns", "/rewind 1", "yes", "/turns",
               is_typed=True)  # fmt: skip
    assert "Drop 1 turn for good, with what they stored? (yes or no) no" in out
    assert "Nothing was dropped." in out
    assert out[-2:] == ["You: /turns", "1: Good morning to all."]
    assert "And a good evening." not in texts(session)


def test_what_a_message_asks_to_forget_goes_on_yes_alone(talk: Talk, session: Session, model: FakeModel) -> None:
    model.script(["Hm.", "Well."])
    out = talk("/remember My phone number is 555-0199.", "/remember The gate is red.", "Forget my phone number.", "yes",
               "Forget my gate.", "no")  # fmt: skip
    question = out.index("Note: Forget what I know about “phone number” for good?")
    assert out[question + 1 : question + 3] == [
        "Forget “phone number” (1 memory and 1 message)? (yes or no) yes",
        "Forgotten: 1 memory and 1 message.",
    ]
    assert out[-2:] == ["Forget “gate” (1 memory and 1 message)? (yes or no) no", "Nothing was forgotten."]
    assert "The gate is red." in texts(session)
    assert not [text for text in texts(session) if "555-0199" in text]


def test_line_from_a_pipe_that_is_no_answer_forgets_nothing_and_is_sent(talk: Talk, session: Session) -> None:
    out = talk("/remember The gate is red.", "Forget my gate.", "Good morning to all.")
    assert "Nothing was forgotten." in out
    assert "You: Good morning to all." in out
    assert {"The gate is red.", "Good morning to all."} <= set(texts(session))


def test_end_of_the_input_at_a_question_is_a_no(talk: Talk, session: Session) -> None:
    assert talk("/remember The gate is red.", "Forget my gate.")[-1] == "Nothing was forgotten."
    assert "The gate is red." in texts(session)


def test_forget_takes_an_id_or_a_topic_and_asks_where_someone_types(talk: Talk, session: Session) -> None:
    talk("/remember The gate is red.", "/remember The gate code is 4711.", "/remember The sea is wide.")
    out = talk("/forget gate", "no", "/forget m3", "maybe", "/forget m3", "Y", is_typed=True)
    assert "Forget what I know about “gate” (2 memories) for good? (yes or no) no" in out
    assert 'Forget "The sea is wide." for good? (yes or no) maybe' in out
    assert out[-1] == "Forgotten: 1 memory."
    assert talk("/forget gate", "yes")[-1] == "Forgotten: 2 memories."
    assert texts(session) == []


def test_what_deletes_from_a_pipe_says_what_would_go_and_waits_for_a_yes(talk: Talk, session: Session) -> None:
    out = talk(
        "/remember The gate is red.",
        "Good morning to all.",
        "/forget m1",
        "/rewind 0",
        "/delete",
        "/turns",
        "/forget m1",
    )
    refused = "The line `yes` behind it does it."
    at = out.index("You: /forget m1")
    assert out[at + 1 : at + 3] == [
        'Forget "The gate is red." for good? (yes or no) /rewind 0',
        f"Nothing was forgotten. {refused}",
    ]
    assert f"Nothing was dropped. {refused}" in out
    assert f"Nothing was deleted. {refused}" in out
    # At the end of the input there is no line to take for an answer.
    assert out[-3:] == [
        "You: /forget m1",
        'Forget "The gate is red." for good? (yes or no)',
        f"Nothing was forgotten. {refused}",
    ]
    assert "The gate is red." in texts(session)
    assert [one.turn_count for one in list_chats(session)] == [1]


def test_rewritten_reply_stands_on_a_line_of_its_own_with_the_reason(talk: Talk, model: FakeModel) -> None:
    model.script(["Your dog Rex is fine.", "All is fine."])
    out = talk("/ban Rex", "How is everybody at home?")
    at = out.index("You: How is everybody at home?")
    assert out[at + 2 : at + 4] == [f"(written again: {BANNED_TOPIC})", "Reverie: All is fine."]
    assert "Rex" not in out[at + 1]


def test_notice_of_a_turn_is_a_line(talk: Talk) -> None:
    assert talk("Remind me to call Ann.")[-1].startswith("Note: Noted")


def test_why_takes_a_turn(talk: Talk) -> None:
    out = talk("Good morning to all.", "And a good evening.", "/why 1", "/why")
    assert out[out.index("You: /why 1") + 1] == "Turn 1, associative."
    assert out[out.index("You: /why") + 1] == "Turn 2, associative."


def test_health_is_told_line_by_line(talk: Talk) -> None:
    assert talk("/health")[1] == "All in all: ok so far."


def test_what_was_said_is_found_and_put_away_chats_are_counted(talk: Talk, session: Session, model: FakeModel) -> None:
    model.script(["So do I."])
    lines = talk("I like elms and oaks.", "/find elms", "/find zeppelin")
    assert lines[-3].endswith("main, turn 1, you: I like elms and oaks.")
    assert lines[-1] == "Nothing found."
    chats.set_put_away(session, list_chats(session)[0].chat.id, is_put_away=True)
    assert "And 1 put away; /open opens one of them too." in talk("/chats")


def test_set_gives_the_chat_its_own_values_and_takes_them_back(talk: Talk, model: FakeModel) -> None:
    lines = talk("/set temperature 0.3", "hello there", "/set temperature", "/set temperature 9", "/set warmth 1",
                 "/set temperature default", "/set")  # fmt: skip
    assert "temperature = 0.3 (this chat's own; 0.7 in the settings)" in lines
    assert model.requests[-1].sampling.temperature == 0.3
    assert 'Not done: this chat: "temperature" must be a number, 0 to 2, not 9.0.' in lines
    assert any(line.startswith('Not done: A chat has no "warmth" of its own. Did you mean') for line in lines)
    assert lines[-6:-1] == ["temperature = 0.7", "top_p = 0.95", "top_k = 40", "min_p = 0.05", "repeat_penalty = 1.1"]
    assert lines[-1].startswith("persona = You are Reverie")


@pytest.mark.parametrize(("leaving", "chat"), [("/new", "chat-2"), ("/open main", "main")])
def test_temporary_chat_leaves_nothing_when_it_is_left(
    talk: Talk, session: Session, model: FakeModel, leaving: str, chat: str
) -> None:
    model.script(["Noted."])
    shown = talk(
        "/remember I prefer tea.",
        "/temporary",
        "I owe money in Zwickau.",
        "/recall tea",
        "/chats",
        "/temporary",
        leaving,
        "/recall tea",
    )

    assert shown[3] == "Chat temporary."
    assert shown[4].startswith("Nothing of it is stored")
    assert "Reverie: Noted." in shown
    assert "Nothing found." in shown
    assert any(line.startswith("This chat is temporary already.") for line in shown)
    assert f"Chat {chat}." in shown
    assert shown[-1].endswith("I prefer tea.")
    assert all(not view.turns for view in [read_chat(session, one.chat.id) for one in list_chats(session)])
    assert files_holding(session.folder, ["Zwickau"]) == []


def test_temporary_chat_ends_with_the_input_and_an_unknown_name_does_not_leave_it(talk: Talk, session: Session) -> None:
    shown = talk("/temporary", "/open nowhere", "/remember The bank is in Gera.")

    assert any("There is no chat “nowhere”" in line for line in shown)
    assert any(line.startswith("Remembered as m1") for line in shown)
    assert texts(session) == []
    assert files_holding(session.folder, ["Gera"]) == []


def test_an_import_is_reported_asked_about_and_stored(talk: Talk, session: Session, tmp_path: Path) -> None:
    chat = ChatGPT("c1", "Night trains").say("I live in Graz near the station.", "Graz has a fine station.")
    export = write_zip(tmp_path / "my export.zip", {"conversations.json": [chat.value()]})
    report = [
        "ChatGPT export “my export.zip”, 1 chat from 2023-04-02 to 2023-04-02:",
        "1 new; 1 turn and 1 memory to add.",
        "+ Night trains, 2023-04-02, 1 turn",
        "- left out: 1 system, tool and hidden messages",
    ]
    asked = talk(f"/import '{export}'", "no", is_typed=True)
    assert asked[1:] == [*report, "Import it? (yes or no) no", "Nothing was imported.", "You: "][: len(asked) - 1]
    assert texts(session) == []
    unanswered = talk(f"/import {export}", "/memories")
    assert "Nothing was imported. The line `yes` behind it does it." in unanswered
    assert unanswered[-1] == "Nothing is remembered yet."
    piped = talk(f"/import {export}", "yes", f"/import {export}", "/chats")
    assert piped[1:6] == [*report, "Import it? (yes or no) yes"]
    # The clock of the tests runs on at each look.
    assert next(one for one in piped[6:8] if one != "Importing, 100%.") == "Imported: 1 chat, 1 turn, 1 memory."
    assert "There is nothing new in it." in piped
    assert any("Night trains" in line for line in piped)
    assert texts(session) == ["I live in Graz near the station."]


def test_what_cannot_be_imported_is_one_line(talk: Talk, session: Session, tmp_path: Path) -> None:
    out = talk(f"/import {tmp_path / 'gone.zip'}", "/import", "/temporary", f"/import {tmp_path}")
    assert (
        out[1]
        == f"Not done: {tmp_path / 'gone.zip'} does not exist. Give the path of a file that is there, or of a folder of notes."
    )
    assert out[3] == "Not done: say which: /import PATH"
    assert out[-1] == "Not done: This chat is temporary: nothing can be imported into it. Leave it first."


def test_progress_is_a_line_every_few_seconds() -> None:
    said: list[str] = []
    tell = StepLines(said.append, FakeClock()).of("Importing")
    for percent in range(1, 12):
        # The clock runs on by a second at each look.
        tell(percent / 100, f"{percent}%")
    assert said == ["Importing, 3%.", "Importing, 6%.", "Importing, 9%."]
