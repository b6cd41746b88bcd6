"""The line-by-line chat: chats, replies, memories, settings and models, listed and changed by its slash commands."""

from pathlib import Path

from fakes import FakeModel
from plain_talk import Talk, texts

from assistant import chats
from assistant.chats import list_chats, read_chat
from assistant.session import Session
from tui.slash_table import slash_rows


def test_a_chat_is_renamed_put_away_deleted_and_brought_back(talk: Talk, session: Session) -> None:
    out = talk("Good morning to all.", "/rename Mornings", "/new", "/put-away Mornings", "/put-away Mornings",
               "/delete mornings", "yes", "/undo", "/turns", "/delete", "yes", "/chats")  # fmt: skip
    assert "This chat is called “Mornings” now." in out
    assert "“Mornings” is put away." in out
    assert "“Mornings” is back in the list." in out
    assert "Deleted: “Mornings”. /undo brings it back for ten minutes, or until you leave." in out
    assert out[out.index("You: /turns") + 1] == "1: Good morning to all."
    # Out of the deleted chat the talk goes on in the one used last.
    assert out[-2:] == ["You: /chats", "chat-2, turns: 0 (this one)"]


def test_undo_takes_back_what_was_done_last(talk: Talk) -> None:
    out = talk("Hello there.", "/new", "/delete main", "yes", "/ban Rex", "/undo", "/undo", "/undo")
    undone = [out[at + 1] for at, line in enumerate(out) if line == "You: /undo"]
    assert undone == ["“Rex” is no longer banned.", "Chat main.", "Not done: There is nothing to undo."]


def test_replies_are_listed_and_kept_by_number(talk: Talk, session: Session, model: FakeModel) -> None:
    model.script(["First answer here.", "Other words entirely."])
    out = talk("/replies", "Good morning to all.", "/replies", "/again", "/replies", "/replies 1", "/copy", "/replies 3",
               "/replies one")  # fmt: skip
    assert out[1] == "Not done: Nothing was said in this chat yet. Send a message first."
    assert "There is one reply; /regenerate writes another." in out
    listed = len(out) - 1 - out[::-1].index("You: /replies")
    assert out[listed + 1 : listed + 3] == ["1: First answer here.", "2 (kept): Other words entirely."]
    assert "Reply 1 of 2 is the one that counts." in out
    assert out[out.index("You: /copy") + 1] == "First answer here."
    assert "Not done: The last message was given 2 replies. /replies shows them." in out
    assert out[-1] == "Not done: 'one' is no number of a reply. /replies shows them."
    assert read_chat(session, list_chats(session)[0].chat.id).turns[0].reply.text == "First answer here."


def test_the_last_message_is_sent_anew_in_its_place(talk: Talk, session: Session, model: FakeModel) -> None:
    model.script(["First answer here.", "Second answer there.", "Other words entirely."])
    out = talk("Good morning to all.", "And a good evening.", "/edit", "/edit And a good night.", "/turns")
    assert out[out.index("You: /edit") + 1 :][:2] == ["You: And a good evening.", "/edit TEXT sends TEXT in its place."]
    assert "Reverie: Other words entirely." in out
    assert out[-2:] == ["1: Good morning to all.", "3: And a good night."]
    (turns,) = [read_chat(session, one.chat.id).turns for one in list_chats(session)]
    assert [one.user.text for one in turns] == ["Good morning to all.", "And a good night."]


def test_an_edited_message_that_gets_no_reply_leaves_the_turn_as_it_was(
    talk: Talk, session: Session, model: FakeModel
) -> None:
    model.script(["First answer here."])
    out = talk("Good morning to all.", "/edit" + " word" * 40_000, "/turns")
    assert any(line.startswith("Not done: ") for line in out)
    assert out[-3:] == ["The message is as it was.", "You: /turns", "1: Good morning to all."]
    assert texts(session)[0] == "Good morning to all."


def test_an_export_over_a_file_that_is_there_asks(talk: Talk, tmp_path: Path) -> None:
    there = tmp_path / "talk.md"
    there.write_text("mine")
    out = talk("Good morning to all.", f"/export {there}", "no", f"/export {there}", "yes")
    assert f"{there} exists. Replace it? (yes or no) no" in out
    assert "Nothing was written. The line `yes` behind it does it." in out
    assert out[-1] == f"Written: {there}"
    assert "Good morning to all." in there.read_text()


def test_memories_are_listed_shown_changed_and_judged(talk: Talk, session: Session) -> None:
    out = talk("/memories", "/remember The gate is red.", "/remember The sea is wide.", "/memories gate", "/memory m1 text It is green.",
               "/memory m1 sticky 3", "/memory m1 off maybe", "/memory m1 colour red", "/memory m1", "/not-relevant m2",
               "/useful m2", "/memory m99")  # fmt: skip
    assert out[1] == "Nothing is remembered yet."
    assert [line for line in out if line.startswith("m1, ") and line.endswith(", chat, you: The gate is red.")]
    assert "Changed m1: It is green." in out
    assert "Not done: “maybe” is neither yes nor no. Write one of them." in out
    assert any(line.startswith("Not done: A memory has no “colour”. There are text, title") for line in out)
    shown = out[out.index("You: /memory m1") + 1 :]
    assert shown[:2] == ["m1:", "It is green."]
    assert "knobs  sticky 3, cooldown 4, delay 0" in shown
    assert any(line.startswith("Counts half, importance now 0.") for line in out)
    assert out[-1] == "Not done: There is no memory 'm99'. /memories shows them."


def test_settings_are_told_explained_changed_and_taken_back(talk: Talk, session: Session) -> None:
    out = talk("/settings", "/settings temperature", "/settings temperature 0.3", "/settings temperature 9",
               "/settings temperature default", "/settings warmth")  # fmt: skip
    assert "temperature = 0.7" in out
    assert any("Default: 0.7. 0 to 2." in line for line in out)
    assert out[out.index("You: /settings temperature 0.3") + 1] == "temperature = 0.3"
    assert any(line.startswith("Not done: ") and '"temperature" must be' in line for line in out)
    assert out[out.index("You: /settings temperature default") + 1] == "temperature = 0.7"
    assert out[-1].startswith("Not done: ")
    assert "warmth" in out[-1]
    assert session.config.temperature == 0.7


def test_models_are_listed_and_an_unknown_one_is_refused(talk: Talk) -> None:
    out = talk("/models", "/models nosuch", "/models Qwen2.5-1.5B")
    assert any(line.startswith("In use: ") for line in out)
    assert any(line.startswith("Qwen2.5-1.5B: about ") for line in out)
    assert "Not done: There is no model 'nosuch' here. /models lists them." in out
    assert out[-2].startswith("Download Qwen2.5-1.5B (about ")
    assert out[-1] == "Nothing was downloaded. The line `yes` behind it does it."


def test_welcome_takes_name_and_tastes_line_by_line(talk: Talk, session: Session) -> None:
    out = talk("/welcome", "Mira", "I love elms.", "", "/welcome", "", "")
    assert "I will keep that in mind: 2 memories." in out
    assert out[-1] == "Nothing was stored."
    assert texts(session) == ["My name is Mira.", "I love elms."]


def test_an_editor_needs_a_terminal(talk: Talk) -> None:
    assert talk("/editor")[-1] == "Not done: An editor needs a terminal. Write the message as a line."


def test_help_lists_the_table_and_hints_name_its_commands(talk: Talk) -> None:
    out = talk("/help", "/open nosuch", "/recal tea", "/ban", "/home/x is full", "// and this")
    rows = [f"/{name} {arguments}".rstrip() + f": {words}" for name, arguments, words in slash_rows()]
    assert out[1 : 1 + len(rows)] == rows
    assert "Not done: There is no chat “nosuch”. /chats lists them." in out
    assert "/recal is no command: did you mean /recall? A space in front sends it." in out
    assert "Not done: say which: /ban TOPIC" in out
    assert {"You: /home/x is full", "You: // and this"} <= set(out)
    assert len([line for line in out if line.startswith("Reverie: ")]) == 2


def test_nothing_to_forget_is_said_and_not_asked(talk: Talk, model: FakeModel) -> None:
    model.script(["Hm."])
    out = talk("Forget my cheese.", "yes")
    assert not any("(yes or no)" in line for line in out)
    assert any("I know nothing about “cheese”." in line for line in out)


def test_of_many_chats_the_latest_are_listed_and_the_others_counted(talk: Talk, session: Session) -> None:
    for _ in range(55):
        chats.new_chat(session)
    out = talk("/chats")
    assert len([line for line in out if ", turns: 0" in line]) == 50
    assert out[-1] == "And 5 older ones: /find WORDS finds what was said, /open goes to any of them."


def test_a_line_that_answers_neither_of_two_questions_is_still_read(talk: Talk, session: Session) -> None:
    out = talk(
        "/remember The gate is red.",
        "/remember The bell is loud.",
        "Forget my gate. Forget my bell.",
        "Hello there.",
    )
    questions = [line for line in out if line.endswith("(yes or no) Hello there.")]
    assert len(questions) == 2
    assert "You: Hello there." in out
    assert {"The gate is red.", "The bell is loud."} <= set(texts(session))
