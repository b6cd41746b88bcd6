"""Lorebooks out of a real folder, back into another, and what they do in a chat."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock, FakeModel
from lorebook_files import EXAMPLE, as_values, book, bring_in, entry, stored

from assistant import authoring, memories
from assistant.authoring import Authored
from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.errors import NotFoundError
from assistant.exporting import export_lorebook, lorebook_names
from assistant.importing import plan_import
from assistant.replay import Replay
from assistant.replay_errors import ScriptError
from assistant.session import Session
from memory.embedding import Embedder
from memory.records import Logic
from memory.store import lorebooks


@pytest.fixture
def open_elsewhere(tmp_path: Path, clock: FakeClock, embedder: Embedder) -> Iterator[Callable[[str], Session]]:
    opened: list[Session] = []

    def open_one(name: str) -> Session:
        config = Config(data_dir=str(tmp_path / name), timezone="UTC", seed=0)
        opened.append(build_session(config, clock=clock, model=FakeModel(), embedder=embedder))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


CARD = {
    "spec": "chara_card_v2",
    "data": {
        "name": "Ann",
        "first_mes": "Hi",
        "character_book": {
            "scan_depth": 3,
            "entries": [
                {"keys": ["sea"], "content": "The sea is grey.", "insertion_order": 1, "position": "before_char"},
                {"keys": ["x"], "content": "", "id": 4},
                {
                    "keys": "a, b",
                    "content": "@@depth 2\nTold.",
                    "enabled": False,
                    "extensions": {"cooldown": 5, "z": 0},
                },
            ],
        },
    },
}
WRAPPED = {"spec": "lorebook_v3", "data": {"name": "Wrapped", "entries": [{"id": 1, "keys": ["k"], "content": "c"}]}}


@pytest.mark.parametrize("root", [CARD, WRAPPED, json.loads(EXAMPLE.read_text(encoding="utf-8"))])
def test_an_untouched_lorebook_goes_out_as_it_came(
    session: Session, write: Callable[..., Path], root: Any, open_elsewhere: Callable[[str], Session]
) -> None:
    bring_in(session, write(root))
    out = export_lorebook(session)
    assert json.loads(out) == root
    other = open_elsewhere("other")
    bring_in(other, write(out, "out.json"))
    assert as_values(other) == as_values(session)


def test_edits_survive_the_way_out_and_in(
    session: Session, write: Callable[..., Path], open_elsewhere: Callable[[str], Session]
) -> None:
    bring_in(session, write(CARD))
    handles = {title: one.handle for title, one in stored(session).items()}
    change = Authored(
        text="The sea is green.", sticky=3, cooldown=2, is_pinned=True, exclude_keys=("lake",), importance=0.3
    )
    authoring.edit_memory(session, handles["sea"], change)
    authoring.edit_memory(
        session, handles["a"], Authored(is_disabled=False, logic=Logic.NOT_ALL, secondary_keys=("n",))
    )
    out = export_lorebook(session, "Ann")
    written = json.loads(out)["data"]["character_book"]["entries"]
    assert (written[0]["content"], written[0]["extensions"]["sticky"]) == ("The sea is green.", 8)
    assert (written[0]["insertion_order"], written[1]["id"], written[2]["extensions"]["z"]) == (1, 4, 0)
    assert (written[2]["enabled"], written[2]["content"]) == (True, "@@depth 2\nTold.")
    other = open_elsewhere("other")
    bring_in(other, write(out, "out.json"))
    assert as_values(other) == as_values(session)
    assert bring_in(session, write(out, "out.json")).added == 0
    assert as_values(other) == as_values(session)


def test_everything_authored_goes_out_as_one_world_info_file(
    session: Session, write: Callable[..., Path], open_elsewhere: Callable[[str], Session]
) -> None:
    bring_in(session, write(CARD))
    bring_in(session, write(book(entry(1), entry(2, disable=True))))
    authoring.add_memory(session, Authored(text="By hand.", keys=("hand",), groups=("g",), probability=20, delay=2))
    memories.remember(session, "I said this myself.")
    assert lorebook_names(session) == ["Ann", "book"]
    out = export_lorebook(session)
    assert len(json.loads(out)["entries"]) == 5
    other = open_elsewhere("other")
    bring_in(other, write(out, "out.json"))
    assert as_values(other) == [one for one in as_values(session) if one.text != "I said this myself."]


def test_what_is_not_there_cannot_go_out(session: Session) -> None:
    with pytest.raises(NotFoundError, match="none was imported"):
        export_lorebook(session, "Ann")
    assert json.loads(export_lorebook(session)) == {"entries": {}}


def test_forgotten_text_goes_from_what_is_kept_for_the_export(session: Session, write: Callable[..., Path]) -> None:
    copies = {"originalData": {"entries": [{"content": "before\nFact number 1. After"}, {"content": "other"}]}}
    path = write(book(entry(1), entry(2, sticky=-1, content="Fact number 1."), entry(3), **copies))
    bring_in(session, path)
    first = stored(session)["Entry 1"]
    authoring.edit_memory(session, first.handle, Authored(text="Edited here."))
    before = as_values(session)
    with session.connection() as connection:
        lorebooks.redact(connection, lambda text: "No such text." in text)
        assert plan_import(session, path).is_empty
        lorebooks.redact(connection, lambda text: "Fact number 1." in text)
        kept = connection.execute("SELECT foreign_fields FROM memories").fetchall()
        kept += connection.execute("SELECT envelope || left_out FROM lorebooks").fetchall()
    assert not any("Fact number 1." in row[0] for row in kept)
    root = json.loads(export_lorebook(session))
    assert root["originalData"]["entries"] == [{"content": ""}, {"content": "other"}]
    assert [one["content"] for one in root["entries"].values()] == ["Edited here.", "", "Fact number 3."]
    assert as_values(session) == before


# -- in chats


@contextmanager
def script(folder: Path, embedder: Embedder) -> Iterator[Callable[..., Any]]:
    """Run the commands of one replay as they come."""
    lines: list[str] = []

    def feed() -> Iterator[str]:
        while True:
            yield lines.pop()

    replay = Replay(folder, embedder)
    results = replay.run(feed())

    def do(name: str, /, **fields: Any) -> Any:
        lines.append(json.dumps({"do": name, **fields}))
        return json.loads(next(results))

    try:
        yield do
    finally:
        replay.close()


def active(result: Any) -> dict[str, str]:
    return {one["id"]: one["reason"] for one in result["active"]}


def test_the_example_drives_a_chat(tmp_path: Path, embedder: Embedder) -> None:
    with script(tmp_path / "data", embedder) as do:
        do("start")
        entries = json.loads(EXAMPLE.read_text(encoding="utf-8"))["entries"]
        assert len(entries) >= 50
        done = do("import", path=str(EXAMPLE))
        assert (done["added"], done["changed"], done["skipped"], done["warnings"]) == (len(entries), 0, 0, [])
        again = do("import", path=str(EXAMPLE), format="lorebook")
        assert (again["added"], again["changed"], again["skipped"]) == (0, 0, len(entries))
        handles = {one["comment"]: f"m{place + 1}" for place, one in enumerate(entries.values())}

        def say(text: str) -> dict[str, str]:
            found = active(do("say", text=text))
            return {title: found[handle] for title, handle in handles.items() if handle in found}

        town = {"The town": "constant"}
        # sticky 4, cooldown 6 messages: one turn, then three
        assert say("I heard the bells tonight.") == town | {"Tide bell": "matched"}
        assert say("How lovely.") == town | {"Tide bell": "sticky"}
        assert [say("The bells again!") for _ in range(4)] == [town, town, town, town | {"Tide bell": "matched"}]
        say("How lovely.")
        # selective logic, case, scripts without spaces, parts of words
        assert say("Tell me of the drowned chapel") == town
        assert say("Is the drowned chapel out at low water?") == town | {"Drowned chapel": "matched"}
        assert "The ferry May" not in say("We may go.")
        assert "The ferry May" in say("We took the May.")
        assert "North Wind" in say("北风号到了")
        assert "Smugglers" in say("Those smugglers!")
        # an entry that is disabled by its field, and one that is by a decorator
        assert not any(title.startswith("Secret") for title in say("the clock, and the twelfth knot"))
        # a decorator's exclusion keys
        assert "Nightwatch" in say("Who is on the night watch?")
        assert "Nightwatch" not in say("Who is on the night watch at the festival?")
        # at most one of a group, each by its chance
        told = [[title for title in say("How is the weather?") if title.startswith("Weather")] for _ in range(12)]
        assert max(map(len, told)) == 1
        assert {title for titles in told for title in titles} >= {"Weather: fog", "Weather: gale"}
        # delay 6 messages: from the fourth turn of a chat
        do("chat", name="new")
        assert ["The Halcyon" in say("What of the Halcyon?") for _ in range(4)] == [False, False, False, True]
        # a question of retrieval only
        assert (
            do("recall", text="On which side do guests get the fish head?")["results"][0]["id"]
            == handles["Table manners"]
        )


def test_timers_stay_when_an_edited_file_comes_in(
    tmp_path: Path, embedder: Embedder, write: Callable[..., Path]
) -> None:
    with script(tmp_path / "data", embedder) as do:
        path = write(book(entry(1, cooldown=10), entry(2, sticky=6)))
        assert do("import", path=str(path))["added"] == 2
        assert active(do("say", text="key1 and key2")) == {"m1": "matched", "m2": "matched"}
        write(book(entry(1, cooldown=10, content="Told anew."), entry(2, sticky=6, disable=True)))
        assert do("import", path=str(path))["changed"] == 2
        second = do("say", text="key1 and key2")
        assert second["active"] == []
        out = {one["id"]: (one["reason"], one["until_turn"]) for one in second["withheld"]}
        assert (out["m1"], out["m2"]) == (("cooling", 6), ("suppressed", None))
        write(book(entry(1, cooldown=4, content="Told anew."), entry(2, sticky=6)))
        do("import", path=str(path))
        # the new cooldown, of one turn, counts from the same start; the sticky that was cut short stays so
        assert active(do("say", text="key1")) == {"m1": "matched"}


def test_a_script_is_told_what_is_wrong_with_a_file(
    tmp_path: Path, embedder: Embedder, write: Callable[..., Path]
) -> None:
    path = write("hello")
    replay = Replay(tmp_path / "data", embedder)
    with pytest.raises(ScriptError, match='^line 1: "path": expected a file that can be imported. This is not JSON'):
        list(replay.run([json.dumps({"do": "import", "path": str(path)})]))
