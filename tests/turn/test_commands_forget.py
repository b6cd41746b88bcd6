"""`reverie forget` and what a message asks to forget: the question names all that goes, and the report says the same."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from exchanges import files_holding, open_chat, say
from fakes import FakeModel

from assistant import authoring, chats, topics
from assistant.again import regenerate_turn
from assistant.events import Completed
from assistant.session import Session
from memory.folder import BACKUPS_NAME
from tests.plain_talk import Typed
from tui.cli import run_command
from tui.plain import run_plain

TOPIC = "Quarkbeutel"
Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Run a command on the test's folder; returns status, stdout, stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = run_command([*arguments, "--data-dir", str(folder)])
        return (status, *capsys.readouterr())

    return run


def title_it(session: Session, _model: FakeModel) -> None:
    chats.rename_chat(session, open_chat(session).id, "Quarkbeutel plans")


def name_it(session: Session, _model: FakeModel) -> None:
    open_chat(session, "Quarkbeutel trip")


def draft_it(session: Session, _model: FakeModel) -> None:
    chats.save_draft(session, open_chat(session).id, "and Quarkbeutel?")


def answer_it_aside(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    say(session, chat, "Which castle was it?", "Quarkbeutel, was it not?")
    model.script(["I do not know."])
    assert isinstance(list(regenerate_turn(session, chat.id, Event()))[-1], Completed)


def edit_it_away(session: Session, _model: FakeModel) -> None:
    say(session, open_chat(session), "My locker is Quarkbeutel.", "Noted.")
    authoring.edit_memory(session, "m1", authoring.Authored(text="My locker is secret."))


def ban_and_lift_it(session: Session, _model: FakeModel) -> None:
    topics.ban(session, TOPIC)
    topics.unban(session, TOPIC)


@pytest.mark.parametrize("flags", [(), ("--json",)])
@pytest.mark.parametrize("leave", [title_it, name_it, draft_it, answer_it_aside, edit_it_away, ban_and_lift_it])
def test_topic_that_no_memory_is_on_is_forgotten_wherever_it_stands(
    session: Session,
    model: FakeModel,
    told: Told,
    leave: Callable[[Session, FakeModel], None],
    flags: tuple[str, ...],
) -> None:
    leave(session, model)
    status, out, err = told("forget", "--topic", TOPIC, *flags)
    assert (status, err) == (0, "")
    assert "Nothing" not in out
    assert files_holding(session.folder, [TOPIC]) == []
    if not flags:
        assert told("forget", "--topic", TOPIC)[1] == "Nothing is on “Quarkbeutel”.\n"


def test_nothing_on_a_topic_is_said_and_asked_of_nobody(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Typed(""))
    assert told("forget", "--topic", TOPIC) == (0, "Nothing is on “Quarkbeutel”.\n", "")


def test_leftover_of_a_topic_is_told_however_often_one_asks(session: Session, told: Told) -> None:
    (session.folder / BACKUPS_NAME).mkdir()
    (session.folder / BACKUPS_NAME / "mine").write_bytes(b"My Quarkbeutel.")
    for _ in range(2):
        status, _, err = told("forget", "--topic", TOPIC)
        assert status == 1
        assert err == "reverie: Its words are still in backups/mine. Remove that file yourself.\n"


def talk_of_it(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "I visited Quarkbeutel in Zwickau.", "Quarkbeutel in Zwickau is nice.")
    say(session, chat, "Is it far?", "Zwickau is far, as Quarkbeutel always was.")
    say(session, chat, "Stop talking about Quarkbeutel.", "Fine.")
    topics.unban(session, TOPIC)


def test_question_and_report_name_the_same_memories_and_messages(
    session: Session, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk_of_it(session)
    monkeypatch.setattr("sys.stdin", Typed("y\n"))
    status, out, err = told("forget", "--topic", TOPIC)
    assert status == 0
    assert out == "Forgotten: 3 memories and 4 messages.\n"
    assert "Forget what I know about “Quarkbeutel” (3 memories and 4 messages) for good?" in err
    listed = [line for line in err.splitlines() if line.lstrip().startswith("m")]
    assert len(listed) == 3
    assert files_holding(session.folder, [TOPIC]) == []


def test_question_about_one_memory_names_what_goes_with_it(
    session: Session, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk_of_it(session)
    monkeypatch.setattr("sys.stdin", Typed("y\n"))
    status, out, err = told("forget", "m1")
    assert status == 0
    amount = out.removeprefix("Forgotten: ").removesuffix(".\n")
    assert amount == "3 memories and 4 messages"
    assert f'Forget "I visited Quarkbeutel in Zwickau." ({amount}) for good?' in err


def test_report_as_json_counts_memories_and_messages(session: Session, told: Told) -> None:
    talk_of_it(session)
    status, out, _ = told("forget", "--topic", TOPIC, "--json")
    assert status == 0
    assert json.loads(out) == {"forgotten": 3, "messages": 4, "leftovers": [], "orders": []}


def plain(session: Session, *lines: str) -> list[str]:
    out = io.StringIO()
    run_plain(session, io.StringIO("\n".join(lines) + "\n"), out)
    return out.getvalue().splitlines()


def test_message_that_asks_to_forget_goes_with_what_it_asks_for(session: Session, model: FakeModel) -> None:
    talk_of_it(session)
    model.script(["Shall I?"])
    out = plain(session, "Forget everything about Quarkbeutel.", "yes")
    assert "Forget “Quarkbeutel” (3 memories and 5 messages)? (yes or no) yes" in out
    assert out[-1] == "Forgotten: 3 memories and 5 messages."
    assert files_holding(session.folder, [TOPIC]) == []


def test_message_that_asks_to_forget_what_only_a_title_names_is_asked_back(session: Session, model: FakeModel) -> None:
    title_it(session, model)
    model.script(["Shall I?"])
    assert plain(session, "Forget everything about Quarkbeutel.", "yes")[-1] == "Forgotten: 1 message."
    assert files_holding(session.folder, [TOPIC]) == []


def test_message_that_asks_to_forget_what_nothing_else_names_is_told_so(session: Session, model: FakeModel) -> None:
    model.script(["Hm."])
    out = plain(session, "Forget everything about Quarkbeutel.")
    assert (
        "Note: I know nothing about “Quarkbeutel”. The Memories screen, or `reverie memory list`, shows all that is remembered."
        in out
    )


@pytest.mark.parametrize(
    "asked",
    [
        "Forget my phone number.",
        "I like tea a lot. Forget my phone number.",
        "Tea… it is what I like. Forget my phone number.",
        "茶が好きです。" * 200 + "\n\nForget my phone number.",
    ],
    ids=["alone", "beside another statement", "not in plain letters", "in pieces"],
)
def test_message_that_only_itself_names_what_it_asks_to_forget_is_told_so_whatever_else_it_says(
    session: Session, asked: str
) -> None:
    chat = open_chat(session)
    result = say(session, chat, asked, "There is no such thing in all that I was ever told.")
    assert (result.forget_terms, result.notices) == (
        (),
        (
            "I know nothing about “phone number”. The Memories screen, or `reverie memory list`, shows all that is remembered.",
        ),
    )
    say(session, chat, "My phone number is 07700 900461.", "Noted.")
    result = say(session, chat, asked, "There is no such thing in all that I was ever told.")
    assert (result.forget_terms, result.notices) == (
        ("phone number",),
        ("Forget what I know about “phone number” for good?",),
    )


def test_ban_in_force_keeps_its_word_and_the_user_is_told_how_to_lift_it(
    session: Session, told: Told, model: FakeModel
) -> None:
    say(session, open_chat(session), "I visited Quarkbeutel in Zwickau.", "I see.")
    topics.ban(session, TOPIC)
    topics.ban(session, "Marmalade")
    status, out, err = told("forget", "--topic", TOPIC)
    assert (status, out) == (0, "Forgotten: 1 memory and 1 message.\n")
    assert err.splitlines()[-1] == (
        "reverie: “Quarkbeutel” stays banned, so that word is kept for it. `reverie unban Quarkbeutel` lifts it."
    )
    assert json.loads(told("forget", "--topic", TOPIC, "--json")[1])["orders"] == [{"kind": "ban", "term": TOPIC}]
    model.script(["I see."])
    out_plain = plain(session, "/pin Zwickau", "/remember Zwickau is far.", "/forget Zwickau", "yes")
    assert out_plain[-1] == "“Zwickau” stays pinned, so that word is kept for it. /unpin Zwickau lifts it."


def test_ban_that_needs_none_of_the_words_is_not_told_of(session: Session, told: Any) -> None:
    say(session, open_chat(session), "I visited Quarkbeutel in Zwickau.", "I see.")
    topics.ban(session, "Marmalade")
    assert told("forget", "m1", "--yes") == (0, "Forgotten: 1 memory and 1 message.\n", "")
