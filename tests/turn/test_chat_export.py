"""Chats out and in again: the same chats and memories in an empty folder, and nothing twice."""

import json
import shutil
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from chat_files import ChatGPT, many_chats, write_json
from exchanges import complaints, dump_of, open_chat, say, stop_after
from fakes import MONDAY, FakeClock, FakeModel
from idle_world import run

from assistant import authoring, branches, chats, forgetting, memories, topics
from assistant.again import regenerate_turn
from assistant.authoring import Authored
from assistant.bootstrap import build_session
from assistant.chat_export import export_file, export_json, export_markdown
from assistant.chat_import import ChatImportResult, ChatReport, apply_chats, plan_chats
from assistant.config import Config
from assistant.errors import AssistantError, FileThereError, NotFoundError
from assistant.import_source import ChatSource, find_source
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import truncate_wal
from memory.embedding import Embedder
from memory.folder import DATABASE_NAME
from memory.records import Memory, Provenance
from memory.store import presence


@pytest.fixture
def empty(tmp_path: Path, clock: FakeClock, embedder: Embedder) -> Any:
    """A session on another, empty folder."""
    config = Config(data_dir=str(tmp_path / "other"), timezone="UTC", seed=1)
    with closing(build_session(config, clock=clock, model=FakeModel(), embedder=embedder)) as session:
        yield session


@pytest.fixture
def lived(session: Session, clock: FakeClock, tmp_path: Path) -> Session:
    """A folder in which much has happened: branches, other replies, a stop, merging, gists, hands, bans, imports."""
    chat = open_chat(session)
    say(session, chat, "My name is Ada and I live in Graz.", "Nice to meet you, Ada.")
    turn = say(session, chat, "Which bird is grey? 蝴蝶?", "A heron, I think.")
    session.model.script(["A grey heron, surely."])  # type: ignore[attr-defined]  # the fake's
    list(regenerate_turn(session, chat.id, threading.Event()))
    other = branches.branch(session, chat.id, turn.turn_id, "birds")
    say(session, other, "I like storks best.", "Storks are fine.")
    stop_after(session, chat, "And gulls?", 2)
    clock.advance(days=1)
    say(session, chat, "I like storks best.", "You said so.")
    say(session, chat, "I work as a baker in the town of Mureck.", "Since when?")
    say(session, chat, "My garden has three old pear trees.", "Do they bear?")
    say(session, chat, "My brother Jan moved to Oslo in spring.", "Far away.")
    authoring.add_memory(session, Authored(text="The gate code is 4711.", title="Gate", keys=("gate",), handle="gate"))
    memories.remember(session, "The boiler is serviced in May.")
    memories.pin(session, "m1")
    topics.ban(session, "spiders")
    topics.pin_topic(session, "pears")
    garden = ChatGPT("g1", "Roses").say("I have red roses.", "Lovely.").say("And white ones.", "Too.")
    bring_in(session, write_json(tmp_path / "conversations.json", [garden.value()]))
    clock.advance(days=3)
    for job in (JobName.MERGE, JobName.GIST):
        run(session, job, clock.now())
    chats.set_put_away(session, chats.chat_named(session, "roses").id, is_put_away=True)
    chats.rename_chat(session, chat.id, "All about birds")
    with session.connection() as connection:
        presence.note_activity(connection, clock.now())
    return session


def bring_in(session: Session, path: Path) -> ChatImportResult:
    return apply_chats(session, plan(session, path))


def plan(session: Session, path: Path) -> ChatReport:
    found = find_source(path, session.clock.now(), session.zone)
    assert isinstance(found, ChatSource)
    return plan_chats(session, found)


def written(session: Session, path: Path, name: str | None = None) -> Path:
    path.write_text("".join(export_json(session, name)), encoding="utf-8")
    return path


def content(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    del found["origin"]
    return found


def remembered(session: Session) -> dict[str, Memory]:
    return {one.memory.handle: one.memory for one in memories.list_memories(session, limit=10_000)}


def is_sound(session: Session) -> bool:
    with session.connection() as connection:
        return complaints(connection) == []


def test_everything_comes_back_in_an_empty_folder_and_goes_out_again_the_same(
    lived: Session, empty: Session, tmp_path: Path
) -> None:
    first = written(lived, tmp_path / "first.json")
    report = plan(empty, first)
    assert report.lines[0].startswith("Reverie export “first.json”, 3 chats")
    done = apply_chats(empty, report)
    assert (done.chats, done.memories) == (3, len(remembered(lived)))
    assert content(written(empty, tmp_path / "second.json")) == content(first)
    assert is_sound(empty)
    for one in chats.list_chats(lived):
        there, here = (chats.read_chat(each, chats.chat_named(each, one.chat.name).id) for each in (lived, empty))
        for old, new in zip(there.turns, here.turns, strict=True):
            assert (new.user.text, new.reply.text, new.at, new.mode) == (
                old.user.text,
                old.reply.text,
                old.at,
                old.mode,
            )
            assert (new.reply.status, new.reply.usage) == (old.reply.status, old.reply.usage)
            assert [each.text for each in new.alternatives] == [each.text for each in old.alternatives]
    old_ones, new_ones = remembered(lived), remembered(empty)
    assert old_ones.keys() == new_ones.keys()
    for handle, old in old_ones.items():
        new = new_ones[handle]
        for field in (
            "text", "provenance", "kind", "importance", "importance_at", "said_at", "knobs", "trigger", "is_pinned",
            "is_topic_pinned", "is_disabled", "title", "piece", "times_said", "reinduced_at",
        ):  # fmt: skip
            # A pin takes hold of every memory on its topic that comes in; gists are made under no pin.
            if not (field == "is_topic_pinned" and old.provenance is Provenance.GIST):
                assert getattr(new, field) == getattr(old, field), (handle, field)
    assert [one.directive.term for one in topics.list_topics(empty)] == [
        one.directive.term for one in topics.list_topics(lived)
    ]


def test_what_was_lived_is_worth_the_round_trip(lived: Session, tmp_path: Path) -> None:
    found = content(written(lived, tmp_path / "first.json"))
    every = [
        one for chat in found["chats"] for turn in chat["turns"] if isinstance(turn, dict) for one in turn["memories"]
    ]
    assert any(one.get("sayings") for one in every)
    assert any(one.get("gist_sources") for one in found["memories"])
    assert [chat["fork_turn"] is not None for chat in found["chats"]] == [False, True, False]
    assert any(isinstance(turn, str) for turn in found["chats"][1]["turns"])
    assert [chat["is_put_away"] for chat in found["chats"]] == [False, False, True]


def test_a_second_import_changes_nothing_here_nor_where_it_came_from(
    lived: Session, empty: Session, tmp_path: Path
) -> None:
    path = written(lived, tmp_path / "first.json")
    bring_in(empty, path)
    for one in (empty, lived):
        before = dump_of(one)
        assert plan(one, path).is_empty
        bring_in(one, path)
        after = dump_of(one)
        assert {name for name in before if before[name] != after[name]} <= {"presence", "absences"}


def test_a_later_export_adds_what_was_said_since(lived: Session, empty: Session, tmp_path: Path) -> None:
    bring_in(empty, written(lived, tmp_path / "first.json"))
    say(lived, open_chat(lived), "And I like owls.", "At night.")
    done = bring_in(empty, written(lived, tmp_path / "second.json"))
    assert (done.chats, done.turns) == (1, 1)
    assert content(written(empty, tmp_path / "third.json"))["chats"] == content(tmp_path / "second.json")["chats"]


def test_an_export_of_an_import_is_known_by_its_first_name(session: Session, empty: Session, tmp_path: Path) -> None:
    path = write_json(tmp_path / "conversations.json", list(many_chats(2, 3)))
    bring_in(session, path)
    bring_in(empty, written(session, tmp_path / "out.json"))
    assert plan(empty, path).is_empty


def test_what_was_forgotten_does_not_come_back_from_an_export(lived: Session, tmp_path: Path) -> None:
    path = written(lived, tmp_path / "first.json")
    forgetting.forget_text(lived, "boiler")
    forgetting.forget_text(lived, "Oslo")
    bring_in(lived, path)
    assert all("boiler" not in one.text and "Oslo" not in one.text for one in remembered(lived).values())
    assert is_sound(lived)


def test_a_deleted_chat_comes_back_from_an_export(lived: Session, tmp_path: Path) -> None:
    path = written(lived, tmp_path / "first.json")
    chats.delete_chat(lived, chats.chat_named(lived, "birds").id)
    assert isinstance(lived.clock, FakeClock)
    lived.clock.advance(minutes=10)
    chats.purge_deleted(lived)
    bring_in(lived, path)
    texts = [one.user.text for one in chats.read_chat(lived, chats.chat_named(lived, "birds").id).turns]
    assert texts[-1] == "I like storks best."
    assert is_sound(lived)


def test_one_chat_goes_out_alone_with_its_memories_only(lived: Session, empty: Session, tmp_path: Path) -> None:
    path = written(lived, tmp_path / "birds.json", "birds")
    found = content(path)
    assert (len(found["chats"]), found["memories"], found["topics"]) == (1, [], [])
    bring_in(empty, path)
    assert [one.chat.name for one in chats.list_chats(empty)] == ["birds"]
    assert is_sound(empty)
    with pytest.raises(NotFoundError, match="no chat"):
        list(export_json(lived, "nowhere"))


def test_markdown_is_to_be_read(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "Is there\na night train?", "There is *one*.")
    text = "".join(export_markdown(session, "main"))
    assert text.startswith("# Is there a night train?\n\nmain, 2026-01-05 ")
    assert "**You:**\n\nIs there\na night train?\n" in text
    assert "**Reverie:**\n\nThere is *one*.\n" in text
    chats.new_chat(session, "second")
    assert "".join(export_markdown(session)).count("\n---\n") == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda root: root["chats"][0]["turns"][0].update(at="someday"), "turns that cannot be read"),
        (lambda root: root["chats"][0].pop("id"), "it has no “id”"),
        (lambda root: root["chats"][0].update(turns={}), "“turns” is an object; expected a list"),
        (lambda root: root["chats"].append(5), "it is 5, not an object"),
        (lambda root: root["memories"].append({"id": "x", "text": "y"}), "it has no “provenance”"),
        (lambda root: root["chats"][0]["turns"][0]["messages"].pop(), "turns that cannot be read"),
        (lambda root: root["chats"][0]["turns"][0]["memories"][0].update(importance=7), "turns that cannot be read"),
        (lambda root: root["chats"][0]["turns"][0]["memories"][0].update(message=9), "turns that cannot be read"),
        (lambda root: root["memories"][0].update(message=0), "it is from a message, and no turn holds it"),
        (lambda root: root["memories"][0].update(kind=[]), "“kind” is a list of 0; expected one of"),
        (lambda root: root["chats"][0]["turns"].append(root["chats"][0]["turns"][0]), "turns that cannot be read"),
        (lambda root: root["topics"].append({"kind": "wish", "term": "x"}), "neither ban nor pin"),
        (lambda root: root["topics"].append({"kind": "ban", "term": "the"}), "ban of “the”"),
    ],
)
def test_what_was_edited_wrongly_costs_itself_alone(
    session: Session, empty: Session, tmp_path: Path, change: Any, words: str
) -> None:
    say(session, open_chat(session), "I like elms.", "So do I.")
    say(session, open_chat(session, "other"), "I like oaks.", "So do I.")
    memories.remember(session, "The boiler is serviced in May.")
    root = json.loads("".join(export_json(session)))
    change(root)
    report = plan(empty, write_json(tmp_path / "edited.json", root))
    assert words in "\n".join(report.lines)
    apply_chats(empty, report)
    assert [one.user.text for one in chats.read_chat(empty, chats.chat_named(empty, "other").id).turns] == [
        "I like oaks."
    ]
    assert is_sound(empty)


def test_a_file_of_a_newer_version_is_refused(session: Session, empty: Session, tmp_path: Path) -> None:
    root = json.loads("".join(export_json(session))) | {"version": 2}
    with pytest.raises(Exception, match="newer version of Reverie"):
        plan(empty, write_json(tmp_path / "newer.json", root))


def test_exporting_changes_nothing(lived: Session) -> None:
    before = dump_of(lived)
    assert "".join(export_json(lived))
    assert "".join(export_markdown(lived))
    assert dump_of(lived) == before
    assert lived.clock.now() > MONDAY


def test_a_copy_of_a_folder_that_goes_its_own_way_loses_nothing(
    session: Session, tmp_path: Path, clock: FakeClock, embedder: Embedder
) -> None:
    say(session, open_chat(session), "I like elms.", "So do I.")
    with session.connection() as connection:
        truncate_wal(connection)
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copyfile(session.folder / DATABASE_NAME, copy / DATABASE_NAME)
    clock.advance(hours=1)
    say(session, open_chat(session), "Here I say ash.")
    memories.remember(session, "The boiler is serviced in May.")
    clock.advance(hours=1)
    config = Config(data_dir=str(copy), timezone="UTC", seed=0)
    with closing(build_session(config, clock=clock, model=FakeModel(), embedder=embedder)) as other:
        say(other, open_chat(other), "There I say oak.")
        memories.remember(other, "The roof was mended in June.")
        path = written(other, tmp_path / "other.json")
    done = bring_in(session, path)
    assert (done.chats, done.turns) == (1, 1)
    texts = [
        [one.user.text for one in chats.read_chat(session, each.chat.id).turns] for each in chats.list_chats(session)
    ]
    assert sorted(texts) == [["I like elms.", "Here I say ash."], ["I like elms.", "There I say oak."]]
    assert {"The boiler is serviced in May.", "The roof was mended in June."} <= {
        one.text for one in remembered(session).values()
    }
    assert is_sound(session)


def test_a_file_is_named_by_its_ending_and_replaced_only_where_that_is_wanted(session: Session, tmp_path: Path) -> None:
    chat = open_chat(session)
    say(session, chat, "My cat is called Tom.")
    written = export_file(session, tmp_path / "talk", chat.name)
    assert written.name == "talk.md"
    assert "My cat is called Tom." in written.read_text()
    assert written.stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileThereError):
        export_file(session, tmp_path / "talk.md", chat.name)
    whole = export_file(session, tmp_path / "talk.JSON", chat.name)
    assert json.loads(whole.read_text())["format"]
    assert export_file(session, tmp_path / "talk.md", chat.name, may_replace=True) == written
    with pytest.raises(AssistantError, match="nowhere"):
        export_file(session, tmp_path / "nowhere" / "talk.md", chat.name)


@pytest.mark.parametrize("name", ["", "/", "..", ".", "inner/"])
def test_a_folder_is_no_file_to_export_into(session: Session, tmp_path: Path, name: str) -> None:
    (tmp_path / "inner").mkdir()
    path = Path("/") if name == "/" else tmp_path / name
    with pytest.raises(AssistantError, match="is a folder"):
        export_file(session, path)
    assert list(tmp_path.glob("*.md")) == []
