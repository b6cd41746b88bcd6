"""Bans, pins, undo, forget by topic, feedback, why: the commands as a user gives them, and what they leave in the store."""

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeModel

from assistant.chats import new_chat
from assistant.clock import SystemClock
from assistant.events import Completed
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from memory.database import Connection, transaction
from memory.records import MemoryId, ThemeKind
from memory.store.interventions import NewIntervention, intervene
from tests.plain_talk import Typed
from tui.cli import run_command

Answer = Callable[..., Any]


@pytest.fixture
def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command on the test's folder; returns status, stdout, stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = run_command([*arguments, "--data-dir", str(folder)])
        return (status, *capsys.readouterr())

    return run


@pytest.fixture
def answer(told: Callable[..., tuple[int, str, str]]) -> Answer:
    """Run a command that must succeed without a complaint, and read its JSON."""

    def run(*arguments: str) -> Any:
        status, out, err = told(*arguments, "--json")
        assert (status, err) == (0, ""), err
        return json.loads(out)

    return run


def said(session: Session, chat_name: str, text: str) -> Completed:
    events = list(run_turn(session, TurnRequest(new_chat(session, chat_name).id, text), threading.Event()))
    assert isinstance(events[-1], Completed)
    return events[-1]


def test_ban_is_listed_with_what_it_holds_and_lifted(told: Any, answer: Answer) -> None:
    answer("remember", "My dog Rex ate the hose.")
    assert answer("ban", "rex") == {"term": "rex", "matches": ["m1"], "changed": True}
    assert answer("ban", "Rex")["changed"] is False
    (listed,) = answer("topics")["topics"]
    assert (listed["kind"], listed["term"], listed["matches"], listed["damaged"]) == ("ban", "rex", ["m1"], False)
    assert told("topics")[1] == "ban rex 1 memory: m1\n"
    assert answer("recall", "Which dog ate the hose?")["results"] == []
    assert answer("unban", "REX")["matches"] == ["m1"]
    assert answer("recall", "Which dog ate the hose?")["results"][0]["id"] == "m1"
    assert told("topics") == (0, "", "reverie: No topic is banned or pinned.\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ban", "the"), "nearly every text"),
        (("ban", "x"), "single letter"),
        (("unban", "Rex"), "not banned"),
        (("unpin", "Rex"), "not pinned"),
        (("unpin", "m99"), "no memory"),
        (("pin", "1984"), "no memory"),
        (("forget", "--topic", "it"), "nearly every text"),
        (("undo",), "nothing to undo"),
        (("undo", "--intervention", "3"), "no intervention 3"),
        (("why",), "Nothing was said"),
        (("why", "7"), "no turn 7"),
        (("why", "--chat", "gone"), "no chat"),
        (("feedback", "m99", "--useful"), "no memory"),
        (("memory", "edit", "m99", "--sticky", "1"), "no memory"),
        (("memory", "add", " \x1b[31m"), "no text"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_1(told: Any, arguments: tuple[str, ...], words: str) -> None:
    status, out, err = told(*arguments)
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert words in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("ban",), ("ban", "  "), ("feedback", "m1"), ("memory", "edit", "m1"), ("why", "0"), ("why", "1", "--chat", "x"),
        ("memory", "add", "x", "--importance", "nan"), ("memory", "add", "x", "--importance", "1.5"),
        ("memory", "add", "x", "--sticky", "-1"), ("memory", "add", "x", "--kind", "poem"), ("idle", "--job", "sleep"),
    ],
)  # fmt: skip
def test_usage_errors_exit_with_2(told: Any, arguments: tuple[str, ...]) -> None:
    assert told(*arguments)[0] == 2


def test_id_and_topic_are_told_apart_by_form_or_by_the_flag(told: Any, answer: Answer) -> None:
    answer("remember", "I am reading 1984 by George Orwell.")
    assert answer("pin", "1") == {"id": "m1", "pinned": True}
    assert answer("unpin", "m1") == {"id": "m1", "pinned": False}
    assert answer("pin", "--topic", "1984")["matches"] == ["m1"]
    assert answer("pin", "George Orwell")["matches"] == ["m1"]
    assert [one["term"] for one in answer("topics")["topics"]] == ["1984", "George Orwell"]
    assert answer("memory", "show", "m1")["topic_pinned"] is True
    assert told("unpin", "george orwell")[1] == "“george orwell” is no longer pinned (1 memory).\n"


def test_undo_goes_back_one_step_a_time_through_bans_pins_and_remembered(told: Any, answer: Answer) -> None:
    answer("remember", "The garage code is 4711.")
    answer("ban", "Rex")
    answer("pin", "garage")
    answer("pin", "m1")
    assert answer("undo") == {"undone": "Memory m1 “The garage code is 4711.” is no longer pinned."}
    assert answer("undo") == {"undone": "“garage” is no longer pinned."}
    assert answer("memory", "show", "m1")["pinned"] is False
    assert answer("topics")["topics"][0]["term"] == "Rex"
    assert told("undo")[1] == "“Rex” is no longer banned.\n"
    assert told("undo")[1].startswith("Forgotten again: ")
    assert answer("memory", "list") == {"memories": []}
    assert told("undo")[0] == 1


def test_fact_remembered_in_a_chat_is_what_undo_takes_back(session: Session, told: Any, answer: Answer) -> None:
    answer("ban", "Rex")
    result = said(session, "main", "Remember that the boiler valve is blue.").result
    assert result.notices == ("Remembered: “the boiler valve is blue”. Undo: /undo",)
    assert told("undo")[1].startswith("Forgotten again: ")
    assert answer("topics")["topics"][0]["term"] == "Rex"


def test_damaged_row_is_reported_holds_as_a_ban_and_can_be_lifted(store: Connection, told: Any, answer: Answer) -> None:
    answer("remember", "My dog Rex ate the hose.")
    store.execute("INSERT INTO directives (kind, term_key, term, created_at) VALUES ('bna', 'rex', 'Rex', 0)")
    store.commit()
    line = "reverie: The ban of “Rex” is damaged and holds; `reverie unban 'Rex'` lifts it.\n"
    assert told("topics") == (0, "ban, damaged Rex 1 memory: m1\n", line)
    status, out, err = told("recall", "Which dog ate the hose?", "--json")
    assert (status, json.loads(out)["results"], err) == (0, [], line)
    assert told("unban", "Rex")[::2] == (0, line)
    assert answer("topics") == {"topics": []}


@pytest.mark.parametrize(
    ("kind", "key", "term", "shown"),
    [
        ("'ban'", "'%%%'", "'Rex'", "Rex"),
        ("'ban'", "'rex'", "''", "rex"),
        ("'ban'", "x'ff'", "x'526578'", "Rex"),
        ("'ban'", "'rex'", "char(27) || '[31mRex'", "[31mRex"),
        ("x'00'", "'the'", "'the'", "the"),
        ("'pin'", "'nonsense'", "x'526578'", "Rex"),
    ],
)
def test_damaged_order_holds_and_is_lifted_by_what_is_shown_of_it(
    kind: str, key: str, term: str, shown: str, store: Connection, told: Any, answer: Answer
) -> None:
    answer("ban", "Ilse")
    store.execute(
        f"INSERT INTO directives (kind, term_key, term, created_at) VALUES ({kind}, {key}, {term}, 'x')"  # noqa: S608 - from the list above
    )
    (one,) = [one for one in json.loads(told("topics", "--json")[1])["topics"] if one["damaged"]]
    assert one["term"] == shown

    assert told(f"un{one['kind']}", shown)[0] == 0

    assert [one["term"] for one in answer("topics")["topics"]] == ["Ilse"]


def test_ban_whose_key_is_damaged_holds_its_term_and_its_key(store: Connection, told: Any, answer: Answer) -> None:
    answer("remember", "My dog Rex ate the hose.")
    answer("remember", "My sister Ilse is vegetarian.")
    store.execute("INSERT INTO directives (kind, term_key, term, created_at) VALUES ('b', 'ilse', 'Rex', 0)")
    assert json.loads(told("recall", "Which dog ate the hose?", "--json")[1])["results"] == []
    assert json.loads(told("recall", "What is my sister?", "--json")[1])["results"] == []


def test_undo_of_an_intervention_gives_back_what_it_faded(session: Session, told: Any, answer: Answer) -> None:
    answer("remember", "The lighthouse keeper lost his lamp.")
    answer("ban", "Rex")
    theme = NewIntervention(ThemeKind.LOOP, "lighthouse", "lighthous", 0.5, 0.1, 25, 20, (MemoryId(1),))
    with session.connection() as connection, transaction(connection):
        number = intervene(connection, theme, SystemClock().now())
    assert answer("memory", "show", "m1")["importance"] == 0.15
    assert told("undo", "--intervention", str(number))[1] == "Restored: 1 memory: m1.\n"
    assert answer("memory", "show", "m1")["importance"] == 0.5
    assert answer("topics")["topics"][0]["term"] == "Rex"
    assert told("undo", "--intervention", str(number))[0] == 1


def test_forget_by_topic_removes_all_of_it_and_only_that(folder: Path, told: Any, answer: Answer) -> None:
    answer("remember", "My phone number is 555-0199.")
    answer("memory", "add", "Call 555-0199 in an emergency.", "--title", "Phone number")
    answer("remember", "The gate is red.")
    assert told("forget", "--topic", "my phone number")[1] == "Forgotten: 1 memory.\n"
    assert answer("forget", "--topic", "phone number") == {
        "forgotten": 1,
        "messages": 0,
        "leftovers": [],
        "orders": [],
    }
    assert [one["text"] for one in answer("memory", "list")["memories"]] == ["The gate is red."]
    assert b"555-0199" not in b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_feedback_renews_or_halves(told: Any, answer: Answer) -> None:
    answer("memory", "add", "The gate is red.", "--importance", "0.8")
    assert told("feedback", "m1", "--not-relevant")[1] == "The importance of m1 is 0.40 now.\n"
    assert answer("feedback", "m1", "--useful") == {"id": "m1", "importance": 0.4}


def test_why_tells_the_last_turn_or_a_given_one(session: Session, model: FakeModel, told: Any, answer: Answer) -> None:
    answer("memory", "add", "The gate code is 4711.", "--key", "gate")
    answer("memory", "add", "The gate is red.", "--key", "gate", "--delay", "3")
    model.script(["It is 4711."])
    said(session, "main", "How do I open the gate?")
    said(session, "side", "Good morning to you all.")
    first = answer("why", "1")
    assert [(one["id"], one["reason"]) for one in first["active"]] == [("m1", "matched")]
    assert [(one["id"], one["reason"], one["until_turn"]) for one in first["withheld"]] == [("m2", "delayed", 4)]
    assert answer("why", "--chat", "main") == first
    assert answer("why")["turn"] == 2
    status, out, _ = told("why", "1")
    assert status == 0
    assert out.splitlines()[:3] == [
        "Turn 1, associative.",
        "In the prompt:",
        "m1: The gate code is 4711. (It fits your message.)",
    ]
    assert re.search(r"^m2: The gate is red\. \(Delayed until turn 4", out, re.MULTILINE)


@pytest.mark.parametrize(("typed", "status", "left"), [("n\n", 1, 2), ("", 130, 2), ("y\n", 0, 1)])
def test_someone_who_types_is_asked_and_sees_what_would_go(
    told: Any, answer: Answer, monkeypatch: pytest.MonkeyPatch, typed: str, status: int, left: int
) -> None:
    answer("remember", "My phone number is 555-0199.")
    answer("remember", "The gate is red.")
    monkeypatch.setattr("sys.stdin", Typed(typed))
    done, _, err = told("forget", "--topic", "phone number")
    assert done == status
    assert "m1  My phone number is 555-0199." in err
    assert "(1 memory) for good?" in err
    assert len(answer("memory", "list")["memories"]) == left


def test_yes_is_not_asked(told: Any, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    answer("remember", "The gate is red.")
    monkeypatch.setattr("sys.stdin", Typed(""))
    assert told("forget", "m1", "--yes") == (0, "Forgotten: 1 memory.\n", "")
