"""`reverie memory`: write, change, show, filter; in the running process, on a real folder."""

import json
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock

from assistant.authoring import Authored, add_memory
from assistant.chats import new_chat
from assistant.clock import SystemClock
from assistant.inspection import inspect
from assistant.memory_pages import MemoryFilter, State, read_page
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from memory.database import transaction
from memory.records import Kind, MemoryId, Provenance
from memory.store.memories import set_archived
from tui.cli import run_command

Answer = Callable[..., Any]


@pytest.fixture
def clock() -> FakeClock:
    """The commands run at the real moment, so the session here has to."""
    return FakeClock(SystemClock().now())


@pytest.fixture
def answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> Answer:
    """Run a command that must succeed without a complaint, and read its JSON."""

    def run(*arguments: str) -> Any:
        capsys.readouterr()
        status = run_command([*arguments, "--json", "--data-dir", str(folder)])
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        return json.loads(out)

    return run


def texts(listed: Any) -> list[str]:
    return [one["text"] for one in listed["memories"]]


def test_every_option_of_add_is_stored_and_shown(answer: Answer) -> None:
    assert answer(
        "memory", "add", "The gate code is 4711.\n\nAsk Ilse.", "--title", "Gate", "--key", "gate", "--key", "front  door",
        "--exclude-key", "garden", "--secondary-key", "code", "--secondary-key", "open", "--logic", "all",
        "--sticky", "2", "--cooldown", "3", "--delay", "0", "--probability", "60", "--group", "doors", "--constant",
        "--pinned", "--disabled", "--kind", "commitment", "--importance", "0.25",
    ) == {"id": "m1"}  # fmt: skip
    shown = answer("memory", "show", "m1")
    expected = {
        "text": "The gate code is 4711.\n\nAsk Ilse.", "title": "Gate", "provenance": "authored",
        "keys": ["gate", "front door"], "exclude_keys": ["garden"], "secondary_keys": ["code", "open"], "logic": "all",
        "sticky": 2, "cooldown": 3, "delay": 0, "probability": 60, "groups": ["doors"], "constant": True,
        "pinned": True, "disabled": True, "kind": "commitment", "importance": 0.25, "last_active_turn": None,
        "verdict": "out", "reason": "suppressed",
    }  # fmt: skip
    assert {name: shown[name] for name in expected} == expected


def test_edit_changes_what_is_given_and_leaves_the_rest(answer: Answer) -> None:
    answer("memory", "add", "The gate is red.", "--key", "gate", "--sticky", "2", "--constant", "--title", "Gate")
    answer("memory", "edit", "m1", "--text", "The gate is blue.", "--cooldown", "5", "--no-constant")
    shown = answer("memory", "show", "m1")
    assert (shown["text"], shown["keys"], shown["sticky"], shown["cooldown"], shown["constant"], shown["title"]) == (
        "The gate is blue.", ["gate"], 2, 5, False, "Gate",
    )  # fmt: skip
    answer("memory", "edit", "1", "--key", "", "--title", "")
    shown = answer("memory", "show", "m1")
    assert (shown["keys"], shown["title"], shown["text"]) == ([], "", "The gate is blue.")
    assert answer("recall", "What colour is the gate?")["results"][0]["text"] == "The gate is blue."


def test_show_tells_the_last_activation_and_the_next_verdict_without_a_model_or_a_trace(
    session: Session, answer: Answer
) -> None:
    answer("memory", "add", "The gate is red.", "--key", "gate", "--cooldown", "4")
    say(session, "Where is the gate?")
    rows = "SELECT (SELECT COUNT(*) FROM sessions), (SELECT COUNT(*) FROM reinductions)"
    with session.connection() as connection:
        before = tuple(connection.execute(rows).fetchone())
        shown = answer("memory", "show", "m1")
        assert tuple(connection.execute(rows).fetchone()) == before
    assert (shown["last_active_turn"], shown["verdict"], shown["reason"], shown["until_turn"]) == (
        1,
        "out",
        "cooling",
        6,
    )


def say(session: Session, text: str) -> None:
    for _ in run_turn(session, TurnRequest(new_chat(session).id, text), threading.Event()):
        pass


def test_list_is_filtered_by_origin_kind_pin_and_fading(session: Session, answer: Answer) -> None:
    day = timedelta(days=1)
    for words, provenance, kind, age in (
        ("The old gate was green.", Provenance.USER_SAID, Kind.FACT, 90 * day),
        ("I like red gates.", Provenance.USER_SAID, Kind.PREFERENCE, 0 * day),
        ("A note about gates.", Provenance.AUTHORED, Kind.FACT, 0 * day),
    ):
        add_memory(session, Authored(text=words, provenance=provenance, kind=kind, age=age))
    answer("pin", "note")
    assert texts(answer("memory", "list", "--provenance", "user_said", "--limit", "1")) == ["I like red gates."]
    assert texts(answer("memory", "list", "--kind", "fact")) == ["A note about gates.", "The old gate was green."]
    assert texts(answer("memory", "list", "--pinned")) == ["A note about gates."]
    assert texts(answer("memory", "list", "--archived")) == []
    assert texts(answer("memory", "list", "--archived", "--pinned")) == []


def test_faded_memory_is_listed_as_archived_whether_or_not_idle_work_has_run(session: Session, answer: Answer) -> None:
    faded = Authored(text="The old gate was green.", provenance=Provenance.USER_SAID, importance=0.05)
    add_memory(session, faded)
    answer("remember", "The new gate is red.")
    assert texts(answer("memory", "list", "--archived")) == ["The old gate was green."]
    assert answer("memory", "show", "m1")["archived"] is True


def test_every_view_tells_the_archive_by_importance_now_alone(session: Session, answer: Answer) -> None:
    for words, provenance, importance in (
        ("Faded, but in its old place.", Provenance.USER_SAID, 0.05),
        ("A note never fades, however unimportant.", Provenance.AUTHORED, 0.05),
        ("Still worth something, but in the archive's place.", Provenance.USER_SAID, 0.6),
    ):
        add_memory(session, Authored(text=words, provenance=provenance, importance=importance))
    with session.connection() as store, transaction(store):
        set_archived(store, [MemoryId(3)], is_archived=True)
    expected = {"m1": True, "m2": False, "m3": False}
    chat = new_chat(session)
    assert {one["id"]: one["archived"] for one in answer("memory", "list")["memories"]} == expected
    assert [one["id"] for one in answer("memory", "list", "--archived")["memories"]] == ["m1"]
    assert {one: answer("memory", "show", one)["archived"] for one in expected} == expected
    assert {one: inspect(session, one, chat.id).is_archived for one in expected} == expected
    assert {one.memory.handle: one.is_archived for one in read_page(session, MemoryFilter()).rows} == expected
    assert [one.memory.handle for one in read_page(session, MemoryFilter(state=State.ARCHIVED)).rows] == ["m1"]
