"""A temporary chat on the screen: begun and left by one key, said above the input, and gone for good."""

import json
import threading
from pathlib import Path

import pytest
from textual import events
from textual.widgets import OptionList

from assistant import chats, memories, topics
from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.scripted_model import ScriptedModel
from memory.embedding import WordLlamaEmbedder
from memory.records import ChatId
from tests.exchanges import files_holding
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.test_real_backend import an_app
from tui.activity import Phase
from tui.chat.temporary_chat import TITLE
from tui.session_backend import SessionBackend
from tui.widgets.chat_list import ChatList
from tui.widgets.first_run import FirstRun
from tui.widgets.undo_line import UndoLine


def titles(driver: Driver) -> list[str]:
    return [str(option.prompt) for option in driver.screen.query_one(ChatList).query_one(OptionList).options]


def is_temporary(driver: Driver) -> bool:
    return driver.composer.border_title == TITLE


@pytest.mark.parametrize("size", SIZES)
async def test_temporary_chat_says_so_as_long_as_it_lasts_and_its_key_goes_back(size: tuple[int, int]) -> None:
    backend = a_backend()
    backend.scripts = [["Whisper."]]
    before = dict(backend.chats)
    async with driving(backend, size=size) as driver:
        listed = titles(driver)
        await driver.type("half a thought")
        await driver.pilot.press("alt+t")
        await driver.until(lambda: is_temporary(driver))
        assert driver.log.blocks == []
        assert driver.composer.full_text == ""
        await driver.until(lambda: titles(driver) == [])
        assert not driver.screen.query(FirstRun)
        assert TITLE in "".join(strip.text for strip in driver.app.screen._compositor.render_strips())

        await driver.send("a secret")
        await driver.turn_over()
        assert driver.last.reply_text == "Whisper."
        await driver.until(lambda: len(titles(driver)) == 1)
        assert is_temporary(driver)

        await driver.pilot.press("alt+t")
        await driver.until(lambda: not is_temporary(driver) and driver.composer.full_text == "half a thought")
        await driver.until(lambda: titles(driver) == listed)
        assert [block.user_text for block in driver.log.blocks] == ["How steep?", "And a mill?"]
        await driver.pilot.press("ctrl+u", "up")
        assert driver.composer.full_text == "And a mill?"
    assert [view.turns for view in backend.chats.values()] == [view.turns for view in before.values()]


@pytest.mark.parametrize("size", SIZES)
async def test_new_chat_leaves_a_temporary_one_for_an_empty_talk(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        await driver.send("/temporary")
        await driver.until(lambda: is_temporary(driver))
        await driver.pilot.press("f4")
        await driver.until(lambda: not is_temporary(driver) and len(titles(driver)) == 2)

        assert driver.log.blocks == []
        assert ("end_temporary", "") in backend.calls


async def test_temporary_chat_is_neither_begun_nor_left_while_a_reply_streams() -> None:
    backend = a_backend()
    first, second = threading.Event(), threading.Event()
    backend.scripts = [["one", first, "two"], ["three", second, "four"]]
    async with driving(backend) as driver:
        await driver.send("go")
        await driver.until(lambda: driver.last.reply_text == "one")
        await driver.pilot.press("alt+t")
        await driver.until(lambda: "Esc stops the reply" in driver.screen.refusal)
        assert not is_temporary(driver)
        first.set()
        await driver.turn_over()

        await driver.pilot.press("alt+t")
        await driver.until(lambda: is_temporary(driver))
        await driver.send("on")
        await driver.until(lambda: driver.last.reply_text == "three")
        await driver.pilot.press("alt+t")
        await driver.pilot.press("f4")
        await driver.pilot.pause()
        assert is_temporary(driver)
        assert ("end_temporary", "") not in backend.calls
        second.set()
        await driver.turn_over()
        assert driver.last.reply_text == "threefour"


async def test_alt_with_a_letter_as_terminals_send_it_is_a_key_and_no_text() -> None:
    async with driving(a_backend()) as driver:
        driver.app.post_message(events.Key("alt+t", "t"))
        await driver.until(lambda: is_temporary(driver))
        assert driver.composer.full_text == ""


async def test_an_edit_in_it_gives_the_title_back() -> None:
    backend = a_backend()
    backend.scripts = [["ok"]]
    async with driving(backend) as driver:
        await driver.pilot.press("alt+t")
        await driver.until(lambda: is_temporary(driver))
        await driver.send("hm")
        await driver.turn_over()
        await driver.pilot.press("f9", "e")
        await driver.until(lambda: "Editing" in str(driver.composer.border_title))
        await driver.pilot.press("escape")
        await driver.until(lambda: is_temporary(driver))


async def test_deletion_from_before_can_be_undone_after_it_and_not_in_it() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.pilot.press("f2", "d")
        await driver.until(lambda: ChatId(1) in backend.deleted)
        await driver.until(lambda: driver.screen.query_one(UndoLine).latest is not None)
        await driver.pilot.press("escape", "alt+t")
        await driver.until(lambda: is_temporary(driver))
        assert driver.screen.query_one(UndoLine).latest is None
        await driver.pilot.press("alt+t")
        await driver.until(lambda: not is_temporary(driver) and len(titles(driver)) == 1)
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: ChatId(1) in backend.chats)


async def test_no_file_holds_a_word_of_it_and_it_knows_nothing(tmp_path: Path) -> None:
    app = an_app(tmp_path, "Ilse it is.", "Zwickau, noted.", "And on.")
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        await driver.send("my sister Ilse is vegetarian")
        await driver.until(lambda: bool(driver.log.blocks) and driver.last.turn_id is not None)
        await driver.turn_over()

        await pilot.press("alt+t")
        await driver.until(lambda: is_temporary(driver))
        await driver.send("what does Ilse eat, I owe money in Zwickau")
        await driver.until(lambda: bool(driver.log.blocks) and driver.last.turn_id is not None)
        await driver.turn_over()
        assert not any("vegetarian" in str(row.prompt) for row in driver.why.query_one(OptionList).options)
        await driver.send("/ban Graz")
        await driver.until(lambda: any("Graz" in one.message for one in app._notifications))
        await driver.type("a draft on Plauen")
        await pilot.press("alt+t")
        await driver.until(lambda: not is_temporary(driver) and len(driver.log.blocks) == 1)

        await pilot.press("alt+t")
        await driver.until(lambda: is_temporary(driver))
        await driver.send("and in Gera")
        await driver.until(lambda: bool(driver.log.blocks) and driver.last.turn_id is not None)
        await driver.turn_over()
        await pilot.press("ctrl+q")
        await driver.until(lambda: app.return_value is not None)

    assert files_holding(tmp_path, ["Ilse"])
    assert files_holding(tmp_path, ["Zwickau", "Plauen", "Graz", "Gera"]) == []


def test_real_store_waits_untouched_behind_it(tmp_path: Path) -> None:
    session = build_session(
        Config(data_dir=str(tmp_path)), clock=SystemClock(), model=ScriptedModel(), embedder=WordLlamaEmbedder()
    )
    backend = SessionBackend(session)
    try:
        chats.new_chat(session, "kept")
        memories.remember(session, "Rex ate the hose.")
        where = backend.where_things_lie()
        backend.begin_temporary()
        aside = backend.new_chat()
        backend.ban("Rex")
        backend.set_chat_settings(aside.id, {"temperature": "0.3"})
        backend.change_setting("persona", "You are terse.")

        assert [one.chat.name for one in backend.list_chats()] == [aside.name]
        assert backend.foresee_topic("Rex").is_nothing
        assert backend.where_things_lie() == where
        assert backend.health().bans == ()
        backend.export_chat(None, str(tmp_path / "all.json"), may_replace=False)
        exported = (tmp_path / "all.json").read_text("utf-8")
        assert "Rex ate the hose." in exported
        assert aside.name not in [one["name"] for one in json.loads(exported)["chats"]]
        backend.end_temporary()
        backend.end_temporary()

        assert [one.chat.name for one in backend.list_chats()] == ["kept"]
        assert topics.list_topics(session) == []
        assert session.config.persona == "You are terse."
    finally:
        backend.close()
